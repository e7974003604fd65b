package newscene

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"hysteron/param"
	"hysteron/pattern/drawing"
	"hysteron/pattern/sewing"
)

// Unsewn is the error about a drawing without a sewing file, with the path and text of a first one.
type Unsewn struct{ File, Text string }

// Error returns a message with the file.
func (u *Unsewn) Error() string {
	return u.File + ": a drawing does not say how it is sewn: expected this file"
}

// sewing returns the sewing file of a drawing: beside the drawing, or else beside the scene, where it is also set as a
// key. A first one belongs beside the scene, because folders of sources may not be writable.
func (w *writer) sewing(name string, d *sewing.Drawing, keys map[string]any) (string, error) {
	file := drawing.SewingFile(name)
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return file, w.ungraded(file)
	}
	own := filepath.Join(w.dir, filepath.Base(file))
	if _, err := os.Stat(own); errors.Is(err, fs.ErrNotExist) {
		if err := d.Choose(w.graded); err != nil {
			return "", &param.InputError{Text: err.Error() + ": --size takes one"}
		}
		return "", &Unsewn{File: own, Text: d.First()}
	}
	if err := w.ungraded(own); err != nil {
		return "", err
	}
	if filepath.Clean(own) != filepath.Clean(file) {
		keys["sewing"] = w.relative(own)
	}
	return own, nil
}

// ungraded returns an error if a size is chosen although a sewing file determines it.
func (w *writer) ungraded(file string) error {
	if w.graded == "" {
		return nil
	}
	return &param.InputError{File: file, Text: fmt.Sprintf("is there already: expected size = %q in it, "+
		"in place of --size", w.graded)}
}
