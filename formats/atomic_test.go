package formats

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func wantFile(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q (%v), want %q", path, got, err, want)
	}
}

func TestWriteFileAtomic(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	write := func(text string, err error) func(io.Writer) error {
		return func(w io.Writer) error {
			io.WriteString(w, text)
			return err
		}
	}
	if err := WriteFileAtomic(path, write("one", nil)); err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, "one")
	long := strings.Repeat("two", 1<<16)
	if err := WriteFileAtomic(path, write(long, nil)); err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, long)

	broken := errors.New("no more to say")
	err := WriteFileAtomic(path, write(long+"three", broken))
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("error %v, want %v for %s", err, broken, path)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic of write was swallowed")
			}
		}()
		WriteFileAtomic(path, func(io.Writer) error { panic("stop") })
	}()
	wantFile(t, path, long)

	link := filepath.Join(dir, "link.txt")
	if err := os.Symlink("a.txt", link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFileAtomic(link, write("through the link", nil)); err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, "through the link")

	if err := WriteFileAtomic(dir, write("x", nil)); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: error %v", err)
	}
	if err := WriteFileAtomic(filepath.Join(dir, "none", "a.txt"), write("x", nil)); !os.IsNotExist(err) {
		t.Errorf("a missing folder: error %v", err)
	}
	if names := fileNames(t, dir); len(names) != 2 {
		t.Errorf("the folder holds %v, want a.txt and link.txt alone", names)
	}
}

// TestMayWriteIn: a folder that can be written in is made, and nothing is left in it; else the reason is told.
func TestMayWriteIn(t *testing.T) {
	dir := t.TempDir()
	if err := MayWriteIn(filepath.Join(dir, "a", "b")); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(filepath.Join(dir, "a", "b")); err != nil || len(left) != 0 {
		t.Errorf("%v, %v are left", err, left)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{file, filepath.Join(file, "sub"), "/proc/nothing"} {
		if err := MayWriteIn(bad); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
