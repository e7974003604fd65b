package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"hysteron/param"
)

// Folder makes a folder, and those above it, where they are not. A file or a link to nothing in its place, or in place
// of one above, is an *param.InputError.
func Folder(dir string) error { return Unwritable(NoFolder(dir, os.MkdirAll(dir, 0o777))) }

// Unwritable says of what the system tells about a folder, or a file in it, that it is where output was to go; wrong
// input says so itself.
func Unwritable(err error) error {
	if err == nil || param.IsInputError(err) {
		return err
	}
	return fmt.Errorf("output folder: %w", err)
}

// NoFolder names the file, or the link to nothing, that stands where path, or a folder above it, was to be a folder, if
// that is what err, of the system, is about; if not it is err.
func NoFolder(path string, err error) error {
	if !errors.Is(err, syscall.ENOTDIR) && !errors.Is(err, fs.ErrExist) && !errors.Is(err, fs.ErrNotExist) &&
		!errors.Is(err, syscall.ELOOP) {
		return err
	}
	for at := path; ; at = filepath.Dir(at) {
		switch info, serr := os.Stat(at); {
		case errors.Is(serr, fs.ErrNotExist), errors.Is(serr, syscall.ELOOP):
			if to, lerr := os.Readlink(at); lerr == nil {
				why := "to %s, which is not there"
				if errors.Is(serr, syscall.ELOOP) {
					why = "to %s, which leads round to itself"
				}
				return param.Wrong(fmt.Errorf("%s is a link "+why+": expected a folder, or a name that is free", at, to))
			}
			if at == filepath.Dir(at) {
				return err
			}
		case serr == nil && !info.IsDir():
			return param.Wrong(fmt.Errorf("%s is a file: expected a folder, or a name that is free", at))
		case serr == nil || at == filepath.Dir(at):
			return err
		}
	}
}

// HasFolder is an error where there is no folder that a file could be written to: before anything is computed for it.
func HasFolder(path string) error {
	if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
		return param.Wrong(fmt.Errorf("%s: there is no folder %s: expected one that is there", path, filepath.Dir(path)))
	}
	return nil
}
