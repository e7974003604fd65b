package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"hysteron/param"
)

// Rule is that of one command.
type Rule struct {
	Overwrite bool     // the user wants it, whatever is there
	Reads     []string // files that the command reads, which it never replaces; names of built-in things are none
	Renews    string   // one that it reads and makes anew, which is replaced where the user wants it

	checked map[string]bool // paths that are to be written
}

// Own tells of a file that is there whether this program wrote it, as it is, as what the command writes.
type Own func(path string) (bool, error)

// Never is for what is never known to be the program's own.
func Never(string) (bool, error) { return false, nil }

// Check tells whether files may be written at paths, before any of them is. Errors are *param.InputError, or of the system.
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
		if err = NoFolder(filepath.Dir(path), err); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	case err != nil:
		return NoFolder(path, err)
	case !info.Mode().IsRegular(): // whoever writes says so
		return nil
	}
	read := func(in string) bool {
		other, err := os.Stat(in)
		return err == nil && os.SameFile(info, other)
	}
	switch {
	case slices.ContainsFunc(r.Reads, read):
		return param.Wrong(fmt.Errorf("%s is what is read: expected another name", path))
	case r.Overwrite:
		return nil
	case read(r.Renews):
		return param.Wrong(fmt.Errorf("%s is what is read: expected another name, or --overwrite to replace it", path))
	}
	mine, err := own(at)
	if err != nil {
		return err
	}
	if !mine {
		return param.Wrong(fmt.Errorf("%s is there already, and nothing shows that it is still as this program wrote it: expected another name, or --overwrite to replace it", path))
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
