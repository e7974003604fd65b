package sim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// missing is the error of a missing file of a run.
type missing struct {
	text string
	err  error
}

func (m *missing) Error() string { return m.text }

func (m *missing) Unwrap() error { return m.err }

// missingCachesError explains why a run has no caches: it ended before its first frame. It names the pictures of
// StartCheck.Write, if there are any, and the command that writes what is missing.
func missingCachesError(dir string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	name := "the caches"
	if p := new(fs.PathError); errors.As(err, &p) {
		name = p.Path
	}
	fail := func(format string, args ...any) error {
		return &missing{fmt.Sprintf(format, args...) + ": " + name + " is missing, which hysteron run SCENE -o " + dir +
			" writes", err}
	}
	for _, name := range []string{"trouble.png", "intersections.png", "trouble.obj", "intersections.obj"} {
		path := filepath.Join(dir, name)
		if _, serr := os.Stat(path); serr == nil {
			return fail("this run failed while dressing, before its first frame, see %s", path)
		}
	}
	entries, _ := os.ReadDir(cacheDir(dir))
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return filepath.Ext(e.Name()) == ".pc2" }) {
		return fail("frames of other parts are there")
	}
	return fail("this run has no frames, it was ended before its first one, or has not come to it")
}
