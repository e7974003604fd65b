package output

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/gofrs/flock"

	"hysteron/formats"
	"hysteron/param"
)

// LockName is the lock file in the folder of a run. The system releases the lock when the process ends, also when it is
// killed, so no lock is stale. The file stays.
const LockName = ".lock"

// lockText matches the contents of a lock file: the last process that locked it.
var lockText = regexp.MustCompile(`^process [0-9]+ on [^\n]* since [0-9: -]+\n?$`)

// maxLock bounds the size of a lock file [bytes].
const maxLock = 1 << 10

// OwnLock reports whether a file is the lock file of a run: a regular file, not a link, empty or with lockText.
func OwnLock(path string) (bool, error) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxLock {
		return false, err
	}
	text, err := formats.ReadFile(path, maxLock)
	return err == nil && (len(text) == 0 || lockText.Match(text)), err
}

// Lock locks a folder for this process. It returns a *param.InputError if another run holds the lock, or if a foreign
// file has the name of the lock. On a file system without locks the error wraps errors.ErrUnsupported.
func Lock(dir string) (*flock.Flock, error) {
	path := filepath.Join(dir, LockName)
	own := func() error {
		switch mine, err := OwnLock(path); {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return Unwritable(err)
		case !mine:
			return param.Wrong(fmt.Errorf("%s is no lock file of a run: move it, or choose another folder than %s", path, dir))
		}
		return nil
	}
	if err := own(); err != nil {
		return nil, err
	}
	lock := flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o666))
	fail := func(err error) (*flock.Flock, error) {
		lock.Close()
		return nil, err
	}
	switch ours, err := lock.TryLock(); {
	case errors.Is(err, errors.ErrUnsupported):
		return lock, err
	case err != nil:
		return fail(Unwritable(err))
	case !ours:
		holder, _ := formats.ReadFile(path, maxLock)
		return fail(param.Wrong(fmt.Errorf("%s: another run is writing there (%s): expected a folder of its own, or that "+
			"run to end",
			dir, bytes.TrimSpace(holder))))
	}
	if err := own(); err != nil { // it may have been replaced meanwhile
		return fail(err)
	}
	if err := writeLock(path, lock); err != nil {
		return fail(Unwritable(err))
	}
	return lock, nil
}

// writeLock writes this process into the lock file. It fails if the file at path is not the locked one.
func writeLock(path string, lock *flock.Flock) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	locked, err := lock.Stat()
	if err != nil {
		return err
	}
	if info, err := f.Stat(); err != nil || !os.SameFile(info, locked) {
		return errors.Join(err, fmt.Errorf("%s has been replaced", path))
	}
	host, _ := os.Hostname()
	text := fmt.Sprintf("process %d on %s since %s\n", os.Getpid(), host, time.Now().Format(time.DateTime))
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return err
}
