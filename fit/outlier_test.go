package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// cycled is a curve of one of the made-up fabrics on n readings for each quarter of a cycle, with errors of a share
// of its height; crowded: with more of them where the direction turns.
func cycled(k, n int, crowded bool, noise float64, seed uint64) *Curve {
	mode, top, bottom := 0, 0., 0.
	if k < len(kesCases) {
		q := kesCases[k]
		mode, top, bottom = q.mode, q.top, q.bottom
	} else {
		q := madeUp[k-len(kesCases)]
		mode, top, bottom = q.mode, q.top, q.bottom
	}
	c := &Curve{Mode: &Modes[mode]}
	go1 := func(a, b float64, n int, first bool) {
		for i := range n + 1 {
			t := float64(i) / float64(n)
			if crowded {
				t = t * t
			}
			if i > 0 || first {
				c.Q = append(c.Q, a+(b-a)*t)
			}
		}
	}
	if bottom == 0 {
		go1(0, top, 2*n, true)
		go1(top, 0, 2*n, false)
	} else {
		go1(0, top, n, true)
		go1(top, bottom, 2*n, false)
		go1(bottom, top, 2*n, false)
	}
	c.F = make([]float64, len(c.Q))
	if k < len(kesCases) {
		c.predict(kesCases[k].p, c.F, nil)
	} else {
		q := madeUp[k-len(kesCases)]
		q.form.run(c, q.p, c.F)
	}
	_, span := c.ranges()
	rng := rand.New(rand.NewPCG(seed, 2))
	for i := range c.F {
		c.F[i] += noise * span * rng.NormFloat64()
	}
	return c
}

// spoils are what happens to one value of a table.
var spoils = []struct {
	name string
	of   func(v float64) float64
}{
	{"sign", func(v float64) float64 {
		return -v
	}}, {"x10", func(v float64) float64 { return 10 * v }}, {"/10", func(v float64) float64 { return v / 10 }},
	{"x100", func(v float64) float64 {
		return 100 * v
	}}, {"/100", func(v float64) float64 { return v / 100 }}, {"first digits swapped", swapped},
}

// swapped is a number whose first two digits change places.
func swapped(v float64) float64 {
	if v == 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(v)))-1)
	two := math.Floor(math.Abs(v) / unit)
	return v + math.Copysign(unit, v)*(10*math.Mod(two, 10)+math.Floor(two/10)-two)
}

// readAs is a curve with lines.
func (c *Curve) readAs() *Curve {
	d := *c
	d.Q, d.F, d.file, d.lines = slices.Clone(c.Q), slices.Clone(c.F), "c.csv", nil
	for i := range d.Q {
		d.lines = append(d.lines, i+2)
	}
	return &d
}

// TestSoundCurves: no curve that the laws make is refused, whatever its noise up to 2 % of its height, however
// coarsely it was read, and however hollow it is.
func TestSoundCurves(t *testing.T) {
	for k := range len(kesCases) + len(madeUp) {
		for _, n := range []int{3, 4, 5, 7, 10, 20, 40} {
			for _, crowded := range []bool{false, true} {
				for seed := range uint64(12) {
					noise := []float64{0, .002, .01, .02}[seed%4]
					for _, hollow := range []float64{0, 1, 2, 3, 5} {
						c := cycled(k, n, crowded, noise, seed).readAs()
						for i := range c.F {
							c.F[i] *= math.Pow(math.Abs(c.Q[i])/slices.Max(c.Q), hollow)
						}
						if err := c.check(); err != nil {
							t.Errorf("curve %d, %d readings to its end, crowded %v, noise %g, hollow %g, seed %d: %v", k, n, crowded, noise,
								hollow, seed, err)
						}
					}
				}
			}
		}
	}
}

// TestOneValue: one force that is spoilt by more than a share of the curve's height is told by its line, in the last
// row as well; so is a deformation off by a fifth of the largest, where there are two others on both sides along its
// branch.
func TestOneValue(t *testing.T) {
	for _, q := range []struct {
		n            int
		noise, limit float64
	}{{20, 0, .15}, {40, 0, .15}, {40, .002, .15}, {40, .01, .15}, {40, .02, .3}} {
		told, first := map[bool]int{}, ""
		for k := range len(kesCases) + len(madeUp) {
			c := cycled(k, q.n, k%2 == 1, q.noise, 3).readAs()
			_, height := c.ranges()
			for i, was := range c.F {
				for _, s := range spoils {
					if c.F[i] = s.of(was); math.Abs(c.F[i]-was) <= q.limit*height {
						continue
					}
					err := c.check()
					found := err != nil && strings.Contains(err.Error(), fmt.Sprintf("c.csv:%d: ", i+2))
					if told[found]++; !found && first == "" {
						first = fmt.Sprintf("curve %d, row %d of %d, %s, %.3g of the height: %v", k, i, len(c.F), s.name,
							math.Abs(c.F[i]-was)/height, err)
					}
				}
				c.F[i] = was
			}
		}
		if told[false]*1000 > told[true] { // beside where the direction turns the neighbour may be told
			t.Errorf("%+v: %d of %d not told: %s", q, told[false], told[true]+told[false], first)
		}
	}
	told, first := map[bool]int{}, ""
	for k := range len(kesCases) + len(madeUp) {
		c := cycled(k, 40, k%2 == 1, .01, 4).readAs()
		top := slices.Max(c.Q)
		for i := 2; i < len(c.Q)-2; i++ {
			was := c.Q[i]
			for _, s := range spoils {
				c.Q[i] = s.of(was)
				if math.Abs(c.Q[i]-was) < .2*top || (was-c.Q[i-1])*(c.Q[i+1]-was) <= 0 || (was-c.Q[i-1])*(c.Q[i-1]-c.Q[i-2]) <= 0 ||
					(c.Q[i+1]-was)*(c.Q[i+2]-c.Q[i+1]) <= 0 {
					continue
				}
				err := c.check()
				found := err != nil && strings.Contains(err.Error(), fmt.Sprintf("c.csv:%d: ", i+2))
				if told[found]++; !found && first == "" {
					first = fmt.Sprintf("curve %d, row %d of %d, %s of %g: %v", k, i, len(c.Q), s.name, was, err)
				}
			}
			c.Q[i] = was
		}
	}
	if told[false] > 0 {
		t.Errorf("deformations: %d of %d not told: %s", told[false], told[true]+told[false], first)
	}
}

// TestUnitOfDeformations: a unit of shear and bending that changes by ten, wherever it does but in the first rows and
// the last, is an error with a line near there.
func TestUnitOfDeformations(t *testing.T) {
	told, first := map[bool]int{}, ""
	for k := range len(kesCases) + len(madeUp) {
		c := cycled(k, 40, k%2 == 1, .005, 5).readAs()
		if c.Mode.Name == "tensile" {
			continue
		}
		for _, by := range []float64{10, .1} {
			for from := 6; from < len(c.Q)-6; from++ {
				d := c.readAs()
				for i := from; i < len(d.Q); i++ {
					d.Q[i] *= by
				}
				err := d.check()
				found := false
				for near := -4; near <= 4; near++ {
					found = found || err != nil && strings.Contains(err.Error(), fmt.Sprintf("c.csv:%d: ", from+2+near))
				}
				if told[found]++; !found && len(first) < 900 {
					first += fmt.Sprintf("curve %d, × %g from row %d of %d, %g: %v\n", k, by, from, len(c.Q), c.Q[from], err)
				}
			}
		}
	}
	if told[false]*100 > told[true] { // where steps are as long at zero as at the ends
		t.Errorf("%d of %d not told: %s", told[false], told[true]+told[false], first)
	}
}

// TestOneValueOfFit: what the regression of a curve does not tell from its own misfit, the law that fits all others
// tells.
func TestOneValueOfFit(t *testing.T) {
	for _, row := range []int{30, 70, 130} {
		c := cycled(1, 40, false, .002, 9).readAs()
		_, height := c.ranges()
		c.F[row] += .03 * height
		if err := c.check(); err != nil {
			t.Fatalf("row %d is told before: %v", row, err)
		}
		if _, err := FitCurve(c, Options{Seed: 1}); err == nil ||
			!strings.Contains(err.Error(), fmt.Sprintf("c.csv:%d: force of", row+2)) {
			t.Errorf("row %d: %v", row, err)
		}
	}
}

// TestSense: rows upside down, and columns that are swapped, are told of every curve whose loop can be read; of
// elastic ones, whose loop has no sign, nothing is.
func TestSense(t *testing.T) {
	told := 0
	for k := range len(kesCases) + len(madeUp) {
		for _, n := range []int{5, 10, 40} {
			for seed := range uint64(3) {
				c := cycled(k, n, false, []float64{0, .01, .02}[seed], seed).readAs()
				swapped, turned := c.readAs(), c.readAs()
				swapped.Q, swapped.F = swapped.F, swapped.Q
				slices.Reverse(turned.Q)
				slices.Reverse(turned.F)
				for what, d := range map[string]*Curve{"swapped": swapped, "upside down": turned} {
					err := d.check()
					if n == 40 && err == nil {
						t.Errorf("curve %d, noise of seed %d, %s: taken", k, seed, what)
					}
					if err != nil && strings.Contains(err.Error(), "are the rows upside down, or two columns swapped?") {
						told++
					}
				}
			}
		}
	}
	if told < 100 {
		t.Errorf("%d curves are told by their loop", told)
	}
	for _, noise := range []float64{0, .002, .01, .02} {
		for seed := range uint64(40) {
			for i, q := range kesCases {
				p := slices.Clone(q.p)
				p[iA], p[iB] = 0, 0
				for _, n := range []int{3, 5, 10, 40} {
					c := &Curve{Mode: &Modes[q.mode], Q: cycled(i, n, seed%2 == 0, 0, 1).Q}
					c.F = make([]float64, len(c.Q))
					c.predict(p, c.F, nil)
					_, span := c.ranges()
					rng := rand.New(rand.NewPCG(seed, 9))
					for r := range c.F {
						c.F[r] += noise * span * rng.NormFloat64()
					}
					if row := KESGives(c.Q, c.F); row >= 0 {
						t.Errorf("elastic %s, %d readings, noise %g, seed %d: a loop is read from row %d", q.name, n, noise, seed, row)
					}
				}
			}
		}
	}
}
