package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrNotRegular is the error for a folder, a pipe or a device in place of a file: reading it could wait for ever, or
// never end.
var ErrNotRegular = errors.New("not a regular file")

// Open opens a regular file, or a link to one, for reading.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path) // first, since opening a pipe waits for its writer
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("%w (%s)", ErrNotRegular, kindOf(info.Mode()))}
	}
	return os.Open(path)
}

// ReadFile reads a regular file of at most limit bytes.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size := int64(0)
	if info, err := f.Stat(); err == nil {
		size = info.Size() // 0 for virtual files of the system
	}
	var data bytes.Buffer
	if size <= limit {
		data.Grow(int(size) + bytes.MinRead)
		if size, err = data.ReadFrom(io.LimitReader(f, limit+1)); err != nil {
			return nil, err
		}
	}
	if size > limit {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("expected at most %d bytes", limit)}
	}
	return data.Bytes(), nil
}

// kindOf returns the name of a kind of file that is not regular.
func kindOf(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// Extension returns the extension of a file's name, in lower case, with its dot.
func Extension(file string) string { return strings.ToLower(filepath.Ext(file)) }

// Reason removes the operation and the path from an error about a file, for messages that contain them already.
func Reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// Unread returns an error about a file with its name once.
func Unread(file string, err error) error {
	if r := Reason(err); r != err {
		return fmt.Errorf("%s: cannot read: %w", file, r)
	}
	return err
}
