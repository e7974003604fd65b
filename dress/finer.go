package dress

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/scenes"
)

// muchFiner is the largest ratio of edge lengths to dress.coarse_edge_length_m for which garments are dressed with the
// coarse mesh first.
const muchFiner = 0.6

// settlesFine is the share of settling with the fine mesh, after dressing with the coarse one.
const settlesFine = 0.25

// coarser returns the scene with the coarse mesh of its garments; nil if no garment is fine enough, or if vertices of
// the fine mesh are referred to by number.
func coarser(setup *scenes.Setup) (*scenes.Setup, error) {
	scene := *setup.Scene
	scene.Garments = slices.Clone(scene.Garments)
	finer := false
	for i := range scene.Garments {
		g := &scene.Garments[i]
		if slices.ContainsFunc(g.Pin, func(p scenes.Pin) bool { return len(p.Vertices) > 0 }) {
			return nil, nil
		}
		if edge := scene.Dress.CoarseEdgeLength; g.EdgeLength <= muchFiner*edge {
			g.EdgeLength, finer = edge, true
		}
	}
	if !finer {
		return nil, nil
	}
	return scene.Build()
}

// dressFiner dresses the coarse mesh, lets it settle, maps positions and internal friction to the fine mesh, and lets
// that settle for the rest of the time. It reports whether there are garments with a coarse mesh.
func (d *dresser) dressFiner() (done bool, err error) {
	rough, err := coarser(d.setup)
	if rough == nil && err == nil {
		return false, nil
	}
	var by *carrier
	if err == nil {
		by, err = newCarrier(rough, d.setup)
	}
	if err != nil {
		d.opt.Note(fmt.Sprintf("garments are put on with short edges at once: %v", err))
		return false, nil
	}
	d.opt.Note(fmt.Sprintf("garments are put on with edges of %g m first (dress.coarse_edge_length_m)",
		d.setup.Scene.Dress.CoarseEdgeLength))
	opt := d.opt
	opt.Progress = forward(func(stage string, done float64) {
		d.opt.Progress(strings.Replace(stage, "dressing:", "dressing with longer edges:", 1), done)
	})
	opt.Show = func(x []r3.Vec, t float64) { d.opt.Show(by.positions(x), t) }
	if d.opt.Tight != nil {
		opt.Tight = func(t *Trouble) {
			t.X, t.Marked = by.positions(t.X), by.marked(t.Marked)
			d.opt.Tight(t)
		}
	}
	c := &dresser{setup: rough, opt: opt, tolerant: d.tolerant, rest: settlesFine * d.settleTime()}
	defer c.close()
	if err := c.dress(); err != nil {
		var trouble *Trouble
		if errors.As(err, &trouble) {
			trouble.X, trouble.Marked = by.positions(trouble.X), by.marked(trouble.Marked)
		}
		return true, err
	}
	posed := *d.setup
	posed.Bodies, posed.Colliders = c.setup.Bodies, c.setup.Colliders // their arms may be raised
	d.setup = &posed
	if err := d.open(d.setup.Colliders); err != nil {
		return true, err
	}
	s, rest := d.sim, -c.sim.State.Time
	s.State.Time = -rest
	copy(s.State.X, by.positions(c.sim.State.X))
	out, err := untangling(d.setup, s.State, d.setup.Bodies)
	if err != nil {
		return true, err
	}
	for v, x := range s.State.X { // flat triangles cut into round bodies
		s.State.X[v] = out.Keep(v, x)
	}
	tops := d.tops()
	if err := d.fastened(d.setup.Bodies); err != nil {
		return true, err
	}
	by.history(c.sim.State, s.State)
	return true, d.settle(rest, 0, tops)
}

// marked returns the fine triangles in some coarse ones.
func (c *carrier) marked(coarse []int32) (fine []int32) {
	for t, home := range c.home {
		if slices.Contains(coarse, home) {
			fine = append(fine, int32(t))
		}
	}
	return fine
}
