package sim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// whyNone says of a run without caches that it never came to its first frame, and what shows why, if Write has.
func whyNone(dir string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, name := range []string{"trouble.png", "intersections.png", "trouble.obj", "intersections.obj"} {
		path := filepath.Join(dir, name)
		if _, serr := os.Stat(path); serr == nil {
			return fmt.Errorf("this run failed while dressing, before its first frame: see %s (%w)", path, err)
		}
	}
	entries, _ := os.ReadDir(cacheDir(dir))
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return filepath.Ext(e.Name()) == ".pc2" }) {
		return err // of some parts there are frames
	}
	return fmt.Errorf("this run has no frames: it was ended before its first one, or has not come to it (%w)", err)
}
