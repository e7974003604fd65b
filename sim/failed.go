package sim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// missing is a file of a run that is not there.
type missing struct {
	text string
	err  error
}

func (m *missing) Error() string { return m.text }

func (m *missing) Unwrap() error { return m.err }

// whyNone says of a run without caches that it never came to its first frame, what shows why, if Write has, and which
// command writes what is missing.
func whyNone(dir string, err error) error {
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
