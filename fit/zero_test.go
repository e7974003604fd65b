package fit

import (
	"math"
	"strings"
	"testing"
)

// TestZero: what does not begin without deformation and force is told with its line, by what it begins with; a loop
// that goes as far either way from elsewhere is an error. A sound curve, or one that begins with its first step, is
// not.
func TestZero(t *testing.T) {
	// begun is a way there and back, for loops to the other side as well, of elastic cloth with friction, from a row on,
	// its zeros off by shares of reach and height.
	begun := func(mode string, from, step int, q, f float64) *Curve {
		m, _ := ModeByName(mode)
		c := &Curve{Mode: m}
		kink, friction, last := 0.005, 0., 0.
		turns := []float64{0, .1, 0}
		if mode != "tensile" {
			turns = []float64{0, .1, -.1, 0}
		}
		for k := 1; k < len(turns); k++ {
			for i := range 60 {
				at := turns[k-1] + (turns[k]-turns[k-1])*float64(i)/60
				way := math.Copysign(1, turns[k]-turns[k-1])
				friction = way + (friction-way)*math.Exp(-math.Abs(at-last)/kink)
				last = at
				if n := 60*(k-1) + i; n >= from && n%step == 0 {
					c.lines = append(c.lines, len(c.Q)+4)
					c.Q, c.F = append(c.Q, at+.1*q), append(c.F, 100*at+.5*friction+10*f)
				}
			}
		}
		return c
	}
	// rough is a curve whose forces are off by a share of the height, up and down in turns of three rows.
	rough := func(c *Curve, by float64) *Curve {
		for i := range c.F {
			c.F[i] += 10 * by * float64(i%3-1)
		}
		return c
	}
	for _, o := range []struct {
		name string
		c    *Curve
		want string
	}{
		{"sound", begun("tensile", 0, 1, 0, 0), ""}, {"sound loop", begun("bending", 0, 1, 0, 0), ""},
		{"few rows", begun("tensile", 0, 6, 0, 0), ""}, {"without its first row", begun("tensile", 1, 1, 0, 0), ""},
		{"few, without their first", begun("tensile", 5, 5, 0, 0), ""}, {"begins a thousandth on",
			begun("tensile", 0, 1, .001, 0), ""}, {"force of a two-hundredth", begun("tensile", 0, 1, 0, .005), ""},
		{"strain too large", begun("tensile", 0, 1, .1, 0), "line 4: the curve begins at 1 %, with no force beyond errors: " +
			"is the zero of the strain off"},
		{"by a step of few", begun("tensile", 0, 6, .1, 0), "line 4: the curve begins at 1 %, with no force beyond errors"},
		{"strain too small", begun("tensile", 0, 1, -.1, 0), "line 4: the curve begins at -1 %, with no force beyond errors"},
		{"too small, with errors", rough(begun("tensile", 0, 1, -.1, 0), .02), "line 4: the curve begins at -1 %, with no " +
			"force beyond errors"},
		{"with errors", rough(begun("tensile", 0, 1, 0, 0), .02), ""},
		{"rows missing", begun("tensile", 12, 1, 0, 0), "line 4: the curve begins at 2 %, with 24 % of its highest force: " +
			"are rows before it missing"},
		{"force too large", begun("tensile", 0, 1, 0, .05), "line 4: the curve begins at 0 % with a force of 4.6 % of its " +
			"highest: is the zero of the force off"},
	} {
		if got := o.c.Zero().Located(); (got == "") != (o.want == "") || !strings.HasPrefix(got, o.want) {
			t.Errorf("%s: %q", o.name, got)
		}
		if fault := o.c.Check(); fault != nil {
			t.Errorf("%s: %+v", o.name, fault)
		}
	}
	for _, off := range []float64{.1, -.4, .8} {
		for _, mode := range []string{"shear", "bending"} {
			if fault := begun(mode, 0, 1, off, 0).Check(); fault == nil || fault.Line != 4 || !strings.Contains(fault.String(),
				"is the zero of the ") {
				t.Errorf("%s off by %g: %+v", mode, off, fault)
			}
		}
	}
}
