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

// Rule is that of one command.
type Rule struct {
	Overwrite bool     // the user wants it, whatever is there
	Reads     []string // files that the command reads, which it never replaces; names of built-in things are none
	Renews    string   // one that it reads and makes anew, which is replaced where the user wants it

	checked map[string]bool // resolved paths that are to be written
}

// Read adds files that the command turns out to read. Errors are *param.InputError: one of them is already among the
// files to be written.
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

// IsRead reports whether the command reads the file at a path, under whatever name.
func (r *Rule) IsRead(path string) bool {
	return slices.ContainsFunc(r.Reads, func(in string) bool { return sameFile(in, path) })
}

// Write checks a path, unless that was done, and writes the file whole.
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

// Own tells of a file that is there whether this program wrote it, as it is, as what the command writes.
type Own func(path string) (bool, error)

// Never is for what is never known to be the program's own.
func Never(string) (bool, error) { return false, nil }

// Beside is for files that a page in the same folder speaks for, such as its figures: the program's own where the page
// is, and where the file stands in that folder itself. A link to another place is not spoken for.
func Beside(page string, own Own) Own {
	return func(path string) (bool, error) {
		if filepath.Dir(real(path)) != real(filepath.Dir(page)) {
			return false, nil
		}
		mine, err := own(page)
		return mine && err == nil, nil
	}
}

// Check reports whether files may be written at paths, before any of them is. Errors are *param.InputError, or of the
// system.
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
	case !info.Mode().IsRegular(): // whoever writes says so
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

// real is the whole path, links followed as far as it is there.
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
