package sim

import (
	"errors"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/formats"
	"hysteron/scenes"
)

// bodyCaches writes DIR/body: for each body a PC2 file with its positions in all frames, and an OBJ file of the first.
// The scene determines them, so a resumed run writes missing or damaged ones again.
type bodyCaches struct {
	setup *scenes.Setup
	dir   string
	names []string
	files []*formats.PC2Writer
}

// newBodyCaches creates the caches, or continues them after the first keep frames.
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
	if keep > 0 && c.holds(i, keep) {
		if err := c.writeOBJ(i, c.at(i, 0)); err != nil {
			return err
		}
		w, err := formats.OpenPC2Append(path, keep)
		c.files = append(c.files, w)
		return err
	}
	w, err := formats.NewSummedPC2Writer(path, points, float32(c.setup.Scene.StartFrame), 1)
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

// holds reports whether the cache of a body has its first keep frames undamaged.
func (c *bodyCaches) holds(i, keep int) bool {
	r, err := formats.OpenPC2(c.path(i, ".pc2"))
	if err != nil {
		return false
	}
	defer r.Close()
	x := make([]r3.Vec, c.setup.Bodies[i].NumVertices())
	if r.Points() != len(x) || r.Frames() < keep || r.Start() != float64(c.setup.Scene.StartFrame) || r.Rate() != 1 {
		return false
	}
	for frame := range keep {
		if err := r.ReadFrame(frame, x); err != nil || !slices.Equal(x, rounded(c.at(i, frame))) {
			return false
		}
	}
	return true
}

// at returns the positions of a body in a frame.
func (c *bodyCaches) at(i, frame int) []r3.Vec {
	x := make([]r3.Vec, c.setup.Bodies[i].NumVertices())
	c.setup.Bodies[i].Positions(x, c.setup.Scene.FrameTime(frame))
	return x
}

func (c *bodyCaches) writeOBJ(i int, x []r3.Vec) error {
	return formats.SaveOBJ(c.path(i, ".obj"), &formats.OBJ{X: rounded(x), Tri: body.Shown(c.setup.Bodies[i])})
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
	x := c.at(i, frame)
	if frame == 0 {
		if err := c.writeOBJ(i, x); err != nil {
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
