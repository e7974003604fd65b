package sim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// whyNone says of a run without caches that it never began, if what Write shows of a start that failed is there.
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
	return err
}
