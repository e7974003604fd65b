package sim

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A run that failed while dressing is said to have, and where that is shown; other errors stay as they are.
func TestWhyNone(t *testing.T) {
	dir := t.TempDir()
	if err := missingCachesError(dir, fs.ErrNotExist); !errors.Is(err, fs.ErrNotExist) ||
		!strings.Contains(err.Error(), "has no frames") {
		t.Error(err)
	}
	path := filepath.Join(dir, "trouble.png")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := missingCachesError(dir, fs.ErrNotExist); !errors.Is(err, fs.ErrNotExist) ||
		!strings.Contains(err.Error(), "failed while dressing, before its first frame, see "+path) {
		t.Error(err)
	}
	other := t.TempDir()
	if err := os.Mkdir(cacheDir(other), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(cacheDir(other), "a.pc2"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, raw := os.Stat(filepath.Join(cacheDir(other), "b.pc2"))
	if err := missingCachesError(other, raw); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(),
		"stat ") ||
		!strings.Contains(err.Error(), "b.pc2 is missing, which hysteron run SCENE -o "+other+" writes") {
		t.Errorf("one part has frames: %v", err)
	}
	if err := missingCachesError(dir, fs.ErrPermission); err != fs.ErrPermission {
		t.Error(err)
	}
}
