package dress

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Trousers whose waist is held are at rest after two steps in which they moved by less than a twentieth of their weight
// would move them: however far one vertex went, but not while the waist alone moves, nor with open seams, nor in steps
// too short to tell. What slides on for ever ends after a time that does not depend on the steps.
func TestRest(t *testing.T) {
	setup := load(t, "fps = 24\n[[body]]\nkind = \"mannequin\"\nclip = \"stand\"\n[[garment]]\nname = \"g\"\npattern = "+
		"\"trousers\"\nedge_length_m = 0.06\nfabric = \"cotton\"\nhold = [\"lower_interface\"]\n")
	m := setup.Model
	waist := setup.Pieces[0].Holds[0].Chosen(m.X0)
	if len(waist) < 5 || len(waist) > len(m.X0)/5 {
		t.Fatalf("%d of %d vertices are held: expected a waist", len(waist), len(m.X0))
	}
	// state has no triangle stretched, or one with open seams.
	state := func(open bool) *cloth.State {
		x := slices.Clone(m.X0)
		for i := range x {
			x[i] = r3.Scale(1e-3, x[i])
		}
		if open {
			x[m.Tri[0][0]].X += 1
		}
		return &cloth.State{X: x}
	}
	all := make([]int32, len(m.X0))
	for i := range all {
		all[i] = int32(i)
	}
	other := slices.DeleteFunc(slices.Clone(all), func(v int32) bool { return slices.Contains(waist, v) })
	for _, c := range []struct {
		what  string
		move  float64 // of those that move, in atRest·h²
		who   []int32
		open  bool
		h     float64
		steps int // after which it has arrived
	}{
		{"all are slow", 0.9, all, false, seamStep, 2},
		{"all are slow, in a shorter step", 0.9, all, false, seamStep / 1.9, 2},
		{"one vertex is fast", 8, other[:1], false, seamStep, 2},
		{"the waist is fast", 1.5, waist, false, seamStep, 30},
		{"all are fast", 1.5, all, false, seamStep, 30},
		{"all are fast, in short steps", 1.5, all, false, seamStep / 2, 120},
		{"seams are open", 0.9, all, true, seamStep, 30},
		{"a step too short to tell", 0.9, all, false, seamStep / 4, 480},
	} {
		d := &dresser{setup: setup}
		if err := d.open(nil); err != nil {
			t.Fatal(err)
		}
		defer d.close()
		d.sim.State.X = state(c.open).X
		before := slices.Clone(d.sim.State.X)
		move := c.move * atRest * c.h * c.h
		for _, v := range c.who {
			before[v].X -= move
		}
		var r rest
		r.least = d.sim.MaxStretch() // it has stopped falling
		steps := 1
		for ; steps < 1000 && !r.reached(d, c.h, 1, before); steps++ {
		}
		if steps != c.steps {
			t.Errorf("%s: it ends after %d steps, expected %d", c.what, steps, c.steps)
		}
	}
}
