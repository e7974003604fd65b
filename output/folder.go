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

// Folder creates a folder and its parents. It returns a *param.InputError if a file, or a link without a target, has
// the name of one of them.
func Folder(dir string) error { return Unwritable(NoFolder(dir, os.MkdirAll(dir, 0o777))) }

// Unwritable adds the context "output folder" to errors of the file system. Errors of input stay as they are.
func Unwritable(err error) error {
	if err == nil || param.IsInputError(err) {
		return err
	}
	return fmt.Errorf("output folder: %w", err)
}

// NoFolder explains the error of the file system that a missing folder causes. If path or one of its parents is a file,
// or a link without a target, it returns a *param.InputError with that name, otherwise err.
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

// HasFolder returns a *param.InputError if the folder of path does not exist. It is called before anything is computed.
func HasFolder(path string) error {
	if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
		return param.Wrong(fmt.Errorf("%s: there is no folder %s: expected one that is there", path, filepath.Dir(path)))
	}
	return nil
}
