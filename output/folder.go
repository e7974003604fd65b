package output

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"hysteron/param"
)

// Folder makes a folder, and those above it, where they are not. A file in its place, or in place of one above, is an *param.InputError.
func Folder(dir string) error { return NoFolder(dir, os.MkdirAll(dir, 0o777)) }

// NoFolder names the file that stands where path, or a folder above it, was to be a folder, if that is what err, of the system, is about; if not it is err.
func NoFolder(path string, err error) error {
	if !errors.Is(err, syscall.ENOTDIR) {
		return err
	}
	for at := path; ; at = filepath.Dir(at) {
		switch info, serr := os.Stat(at); {
		case serr == nil && !info.IsDir():
			return param.Wrong(fmt.Errorf("%s is a file: expected a folder, or a name that is free", at))
		case serr == nil || at == filepath.Dir(at):
			return err
		}
	}
}
