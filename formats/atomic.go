package formats

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// WriteFileAtomic writes a file so that path holds either its old contents or
// the complete new ones, never a part: write fills a temporary file in the same
// folder, which is then renamed to path. If write returns an error or panics,
// the temporary file is removed and path is left as it was. The data is not
// forced to the disk (no fsync), so a power failure may still lose it.
//
// A path that exists and is not a regular file (a folder, a device) is refused;
// a symbolic link is followed, so that the file it names is what is replaced.
func WriteFileAtomic(path string, write func(io.Writer) error) error {
	target, err := resolveTarget(path)
	if err != nil {
		return err
	}
	f, err := createTemp(target)
	if err != nil {
		return err
	}
	temp := f.Name()
	done := false
	defer func() {
		if !done {
			f.Close()
			os.Remove(temp)
		}
	}()
	b := bufio.NewWriterSize(f, 1<<16)
	if err := write(b); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := os.Rename(temp, target); err != nil {
		return err
	}
	done = true
	return nil
}

// resolveTarget returns the name to rename onto: path itself, or what it links
// to. It refuses a path that exists and is not a regular file.
func resolveTarget(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, nil
	}
	if err != nil {
		return "", err
	}
	info, err := os.Stat(target)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s: cannot be replaced: %w (%s)", path, ErrNotRegular, kindOf(info.Mode()))
	}
	return target, nil
}

// tempName matches the names of createTemp.
var tempName = regexp.MustCompile(`^\..+\.tmp-[0-9]+-[0-9]+$`)

// RemoveTemps removes from a folder the temporary files of writers that were killed. No other program may write to the
// folder. A missing folder has none.
func RemoveTemps(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, e := range entries {
		if e.Type().IsRegular() && tempName.MatchString(e.Name()) {
			errs = append(errs, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return errors.Join(errs...)
}

// createTemp creates a new, empty, hidden file beside path, with the permissions of an ordinary file (os.CreateTemp
// would make it private to the user, and the rename would keep that).
func createTemp(path string) (*os.File, error) {
	dir, base := filepath.Split(path)
	for try := 0; ; try++ {
		name := dir + "." + base + ".tmp-" + strconv.Itoa(os.Getpid()) + "-" + strconv.Itoa(try)
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) && try < 10000 {
			continue
		}
		return f, err
	}
}

// MayWriteIn creates a folder and returns an error if no file can be created in it. Call it before hours of work whose
// result is written there.
func MayWriteIn(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("no folder %s can be made: %w", dir, err)
	}
	f, err := createTemp(filepath.Join(dir, "output"))
	if err != nil {
		return fmt.Errorf("no file can be made in %s: %w", dir, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
