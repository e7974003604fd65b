package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"hysteron/formats"
	"hysteron/param"
)

// Rule decides which files one command may write. It keeps the paths that were checked.
type Rule struct {
	Overwrite bool     // --overwrite: existing files are replaced
	Reads     []string // input files, never replaced; names of built-in inputs are ignored
	Renews    string   // an input that the command also writes; replaced with Overwrite only

	checked map[string]bool // resolved output paths
}

// Read adds input files that are known only after Check. It returns a *param.InputError if one is also an output.
func (r *Rule) Read(paths ...string) error {
	for _, in := range paths {
		at := real(in)
		if r.checked[at] {
			return isRead(in)
		}
		for out := range r.checked {
			if sameFile(in, out) {
				return isRead(out)
			}
		}
		r.Reads = append(r.Reads, in)
	}
	return nil
}

// IsRead reports whether the file at path is an input, also through a link.
func (r *Rule) IsRead(path string) bool {
	return slices.ContainsFunc(r.Reads, func(in string) bool { return sameFile(in, path) })
}

// Write checks a path that was not checked before, and replaces the file atomically.
func (r *Rule) Write(own Own, path string, write func(io.Writer) error) error {
	if !r.checked[real(path)] {
		if err := r.check(own, path); err != nil {
			return err
		}
	}
	return formats.WriteFileAtomic(path, write)
}

func isRead(path string) error {
	return param.Wrong(fmt.Errorf("%s is what is read: expected another name", path))
}

// sameFile reports whether two paths lead to one file, by links of either kind.
func sameFile(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

// Own reports whether an existing file is an unchanged output of this program, of the kind that the command writes.
type Own func(path string) (bool, error)

// Never is the Own of formats that carry no mark of this program.
func Never(string) (bool, error) { return false, nil }

// Beside is the Own of files that belong to a page, such as its figures. They are outputs of this program if the page
// is one. A file that is reached through a link to another folder is not.
func Beside(page string, own Own) Own {
	return func(path string) (bool, error) {
		if filepath.Dir(real(path)) != real(filepath.Dir(page)) {
			return false, nil
		}
		mine, err := own(page)
		return mine && err == nil, nil
	}
}

// Check returns an error unless all paths may be written. Errors are *param.InputError, or from the file system.
func (r *Rule) Check(own Own, paths ...string) error {
	for _, p := range paths {
		if err := r.check(own, p); err != nil {
			return err
		}
	}
	return nil
}

func (r *Rule) check(own Own, path string) error {
	at := real(path)
	if r.checked[at] {
		return param.Wrong(fmt.Errorf("%s would be written twice: expected two names", path))
	}
	if r.checked == nil {
		r.checked = map[string]bool{}
	}
	r.checked[at] = true
	if dir, ok := ofRun(at); ok {
		return param.Wrong(fmt.Errorf("%s would be a file of the run in %s: expected another place", path, dir))
	}
	info, err := os.Stat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if to, lerr := os.Readlink(path); lerr == nil {
			return param.Wrong(fmt.Errorf("%s is a link to %s, which is not there: expected a file, or a name that is free",
				path, to))
		}
		if err = NoFolder(filepath.Dir(path), err); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	case err != nil:
		return NoFolder(path, err)
	case !info.Mode().IsRegular(): // writing it fails with an error of its own
		return nil
	}
	switch {
	case r.IsRead(at):
		return isRead(path)
	case r.Overwrite:
		return nil
	case sameFile(r.Renews, at):
		return param.Wrong(fmt.Errorf("%s is what is read: expected another name, or --overwrite to replace it", path))
	}
	mine, err := own(at)
	if err != nil {
		return err
	}
	if !mine {
		return param.Wrong(fmt.Errorf("%s is there already, and nothing shows that it is still as this program wrote it: "+
			"expected another name, or --overwrite to replace it", path))
	}
	return nil
}

// real returns the absolute path, with links resolved in the part that exists.
func real(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if at, err := filepath.EvalSymlinks(path); err == nil {
		return at
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return path
}
