package check

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// GarmentWrinkles is the measurement of one garment of a run.
type GarmentWrinkles struct {
	Name     string         `json:"name"`     // of its files in DIR/cache
	Edges    int            `json:"edges"`    // inner edges measured
	Vertices int            `json:"vertices"` // vertices measured
	Frames   []WrinkleFrame `json:"frames"`
}

// WrinkleFrame is the measurement of one frame of a garment.
type WrinkleFrame struct {
	Frame  float64 `json:"frame"`               // number, counted as the cache does
	Angle  float64 `json:"angle_rms_deg"`       // root mean square change of the dihedral angles since the reference
	Moved  float64 `json:"displacement_rms_mm"` // root mean square displacement of the vertices since the reference
	NoFold int     `json:"edges_left_out"`      // edges without an angle, next to a triangle without area
}

// WrinkleOptions select what is measured of a run. The zero value is all of it, since the first frame.
type WrinkleOptions struct {
	Box   *WrinkleBox // part of the cloth by its place at the first frame; nil: everything
	Since *float64    // number of the frame that is the reference; nil: the first
}

// ErrNothing is returned if nothing of a run is in the box.
var ErrNothing = errors.New("nothing of the cloth lies in the box at the first frame")

// MeasureWrinkles measures all garments of the run in dir from its caches, in the order of their names. Garments with
// nothing in the box are left out. Errors have the name of the file.
func MeasureWrinkles(dir string, opt WrinkleOptions) ([]GarmentWrinkles, error) {
	paths, err := filepath.Glob(filepath.Join(escape(filepath.Join(dir, "cache")), "*.pc2"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s: no cache/*.pc2: expected the folder of a run that came to its first frame (hysteron run "+
			"SCENE -o DIR)", dir)
	}
	slices.Sort(paths)
	var all []GarmentWrinkles
	for _, p := range paths {
		g, err := wrinklesGarment(p, opt)
		if err != nil {
			return nil, err
		}
		if g.Edges > 0 || g.Vertices > 0 {
			all = append(all, *g)
		}
	}
	if all == nil {
		return nil, fmt.Errorf("%s: %w", dir, ErrNothing)
	}
	return all, nil
}

// escape returns a pattern that matches a path alone.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// wrinklesGarment measures the cache at path, whose triangles are in the OBJ file beside it.
func wrinklesGarment(path string, opt WrinkleOptions) (*GarmentWrinkles, error) {
	base := strings.TrimSuffix(path, ".pc2")
	o, err := formats.LoadMesh(base + ".obj")
	if err != nil {
		return nil, err
	}
	c, err := formats.OpenPC2(path)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	if c.Points() != len(o.X) {
		return nil, fmt.Errorf("%s: %d points: expected %d as in %s.obj", path, c.Points(), len(o.X), base)
	}
	if c.Frames() == 0 {
		return nil, fmt.Errorf("%s: no frames: expected at least the first", path)
	}
	x := make([]r3.Vec, c.Points())
	if err := c.ReadFrame(0, x); err != nil {
		return nil, err
	}
	m, err := NewWrinkleMesh(o.Tri, x, opt.Box)
	if err != nil {
		return nil, fmt.Errorf("%s.obj: %w", base, err)
	}
	if opt.Since != nil {
		i := (*opt.Since - c.Start()) / c.Rate()
		if i != math.Trunc(i) || i < 0 || i >= float64(c.Frames()) {
			return nil, fmt.Errorf("%s: no frame %g: expected one of %g to %g", path, *opt.Since, c.Start(),
				c.Start()+float64(c.Frames()-1)*c.Rate())
		}
		err := c.ReadFrame(int(i), x)
		if err == nil {
			err = m.Refer(x)
		}
		if err != nil {
			return nil, err
		}
	}
	g := &GarmentWrinkles{Name: filepath.Base(base), Edges: m.Edges(), Vertices: m.Vertices()}
	for i := range c.Frames() {
		if err := c.ReadFrame(i, x); err != nil {
			return nil, err
		}
		q, err := m.Compare(x)
		if err != nil {
			return nil, fmt.Errorf("%s: sample %d: %w", path, i, err)
		}
		g.Frames = append(g.Frames, WrinkleFrame{
			Frame: c.Start() + float64(i)*c.Rate(), Angle: q.Angle * 180 / math.Pi, Moved: 1e3 * q.Moved, NoFold: q.NoFold,
		})
	}
	return g, nil
}
