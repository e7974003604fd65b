package sim

import (
	"errors"
	"io"
	"path/filepath"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/formats"
	"hysteron/scenes"
)

// bodyCaches writes DIR/body, beside the garments: per body a PC2 file with its positions in all frames and an OBJ
// file of the first. They follow from the scene, so what is missing of them when a run goes on is written again.
type bodyCaches struct {
	setup *scenes.Setup
	dir   string
	names []string
	files []*formats.PC2Writer
}

// newBodyCaches begins them, or goes on after the first keep frames.
func newBodyCaches(dir string, setup *scenes.Setup, keep int) (*bodyCaches, error) {
	c := &bodyCaches{setup: setup, dir: filepath.Join(dir, "body"), names: bodyNames(setup)}
	for i := range setup.Bodies {
		if err := c.open(i, keep); err != nil {
			return nil, errors.Join(err, c.close())
		}
	}
	return c, nil
}

func (c *bodyCaches) open(i, keep int) error {
	path, points := c.path(i, ".pc2"), c.setup.Bodies[i].NumVertices()
	if frames, n, err := formats.WholePC2(path); keep > 0 && err == nil && n == points && frames >= keep {
		w, err := formats.OpenPC2Append(path, keep)
		c.files = append(c.files, w)
		return err
	}
	w, err := formats.NewPC2Writer(path, points, float32(c.setup.Scene.StartFrame), 1)
	if err != nil {
		return err
	}
	c.files = append(c.files, w)
	for frame := range keep {
		if err := c.writeBody(i, frame); err != nil {
			return err
		}
	}
	return nil
}

func (c *bodyCaches) path(i int, ext string) string {
	return filepath.Join(c.dir, c.names[i]+ext)
}

// write appends a frame of all bodies.
func (c *bodyCaches) write(frame int) error {
	for i := range c.files {
		if err := c.writeBody(i, frame); err != nil {
			return err
		}
	}
	return nil
}

func (c *bodyCaches) writeBody(i, frame int) error {
	b := c.setup.Bodies[i]
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, c.setup.Scene.FrameTime(frame))
	if frame == 0 {
		err := formats.WriteFileAtomic(c.path(i, ".obj"), func(w io.Writer) error {
			return formats.WriteOBJ(w, &formats.OBJ{X: rounded(x), Tri: body.Shown(b)})
		})
		if err != nil {
			return err
		}
	}
	return c.files[i].WriteFrame(x)
}

func (c *bodyCaches) close() error {
	var errs []error
	for _, w := range c.files {
		if w != nil {
			errs = append(errs, w.Close())
		}
	}
	return errors.Join(errs...)
}
