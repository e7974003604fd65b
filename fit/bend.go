package fit

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"hysteron/fit/findings"
)

// Spirals are samples of strips that were rolled around cylinders, released, and hang from their upper end (Miguel et
// al. 2013, §4.3). Each sample is a place on a strip.
type Spirals struct {
	Density   float64   // [kg/m²]
	Thickness float64   // of the cloth; the radius grows by it with each turn [m]
	Radius    []float64 // of the cylinder [m]
	Turn      []float64 // turns of cloth between the place and the cylinder
	Curvature []float64 // at the place, the sign of the rolling positive [1/m]
	Length    []float64 // of the strip below the place [m]
	Lever     []float64 // distance of the centroid of the strip below to the side of the rolling [m]
	Error     float64   // standard deviation of a curvature that is read [1/m]
	Anchored  bool      // paper's law: friction is saturated where strips are rolled
	file      string
	lines     []int
	unused    findings.List // columns
}

// ReadSpirals reads a table of samples.
func ReadSpirals(file string, r io.Reader) (*Spirals, error) {
	t, err := ReadTable(file, r, map[string][]string{
		"radius": {"length"}, "turn": {"count"}, "curvature": {"curvature"}, "length": {"length"}, "lever": {"length"},
	}, "error")
	if err != nil {
		return nil, err
	}
	s := &Spirals{file: file, lines: t.Line, unused: t.Unused(), Turn: t.Column("turn")}
	for _, c := range []struct {
		to            *[]float64
		name, example string
	}{{&s.Radius, "radius", "radius [mm]"}, {&s.Curvature, "curvature", "curvature [1/m]"},
		{&s.Length, "length", "length [mm]"}, {&s.Lever, "lever", "lever [mm]"}} {
		// the strip stands on an edge, so no weight bends it
		standing := (c.to == &s.Length || c.to == &s.Lever) && t.Column("length") == nil && t.Column("lever") == nil
		if standing {
			*c.to = make([]float64, len(s.Radius))
		} else if *c.to, err = t.Need(c.name, c.example); err != nil {
			return nil, err
		}
	}
	if len(s.Radius) == 0 {
		return nil, t.Fail(0, "no readings below the header: expected strips of at least four cylinders")
	}
	if s.Density, err = t.Positive("density", "208 g/m2", "areal density"); err != nil {
		return nil, err
	}
	if s.Thickness, _, err = t.Note("thickness", "length"); err != nil {
		return nil, err
	}
	if out := findings.Thickness.Impossible(t.notes["thickness"].line, "thickness", s.Thickness); out != nil {
		return nil, Refused(file, out)
	}
	if s.Error, err = t.readTo("error", findings.Circled, "1.8 1/m", "curvature"); err != nil {
		return nil, err
	}
	if s.Turn == nil {
		s.Turn = make([]float64, len(s.Radius))
	}
	if len(s.Curvature) > 0 && slices.Max(s.Curvature) <= 0 {
		return nil, t.Fail(t.Line[0], "no strip keeps a curvature the way it was rolled: expected some above zero; is the "+
			"sign turned?")
	}
	for i := range s.Radius {
		if !(s.Radius[i] > 0) || !(s.Length[i] > 0 || s.Length[i] == 0 && t.Column("length") == nil) ||
			!(math.Abs(s.Lever[i]) <= s.Length[i]) || !(s.Turn[i] >= 0) {
			return nil, t.Fail(t.Line[i], "radius %.4g m, length %.4g m, lever %.4g m, turn %.4g: expected positive radius "+
				"and length, a lever within the length, and a turn ≥ 0", s.Radius[i], s.Length[i], s.Lever[i], s.Turn[i])
		}
		if out := cylinders.Find(t.Line[i], "radius of a cylinder", 1e3*s.Radius[i]); out != nil {
			return nil, Refused(file, out)
		}
	}
	return s, nil
}

// cylinders is the range of radii of cylinders.
var cylinders = findings.Expected("mm", 0.5, 1000)

// anchor returns the strain at which sample i was rolled: the middle of the cloth is at R + t/2 + n·t.
func (s *Spirals) anchor(i int) float64 {
	return 3 / (s.Radius[i] + s.Thickness*(0.5+s.Turn[i]))
}

// moment returns the moment of the weight below sample i per width [N]; positive unrolls.
func (s *Spirals) moment(i int) float64 {
	return s.Density * standardGravity * s.Length[i] * s.Lever[i]
}

// monotonic reports whether the strip unrolled to sample i without reversing. Where gravity acts in the direction of
// rolling, it may have swung through (Miguel et al. 2013, §4.3, omit such samples).
func (s *Spirals) monotonic(i int) bool {
	return s.Lever[i] >= 0 && 3*s.Curvature[i] <= s.anchor(i)
}

// Used returns how many samples a fit uses.
func (s *Spirals) Used() int { return len(s.used()) }

func (s *Spirals) used() (use []int) {
	for i := range s.Radius {
		if s.monotonic(i) {
			use = append(use, i)
		}
	}
	return use
}

// rest returns the equilibrium of sample i by a law, from its anchor.
func (s *Spirals) rest(law []float64, i int) (c PathPoint, ok bool) {
	if c.To(law, s.anchor(i)); s.Anchored {
		c.Turned(law, -1)
	}
	m := s.moment(i)
	return c, c.Under(law, func(float64) (float64, float64) { return -m, 0 })
}

// problem compares curvatures with those of the exact law from the anchors, with k1 and k2 of a cantilever. If off > 0,
// k1 is an unknown as well, and its difference from the given value, over off, is another residual.
func (s *Spirals) problem(k1, k2, off float64) (*Problem, error) {
	use := s.used()
	strain, stress := 0.0, 0.0
	for _, i := range use {
		e := 3 * s.Curvature[i]
		strain, stress = max(strain, s.anchor(i)), max(stress, math.Abs((k1+k2*math.Abs(e))*e+s.moment(i)))
	}
	if len(use) < 4 {
		return nil, &TableError{s.file, 0, fmt.Sprintf("%d samples where gravity and elasticity both unroll, of %d: "+
			"expected at least 4 for 3 unknowns; those that are bent more than their cylinder are left out: are the units "+
			"right?", len(use), len(s.Radius))}
	}
	q := &Problem{
		Parameters: []Parameter{
			{Key: BendKeys[iA], Unit: BendUnits[iA], Lo: 0, Hi: 10 * stress, Start: stress / 2},
			{Key: BendKeys[iB], Unit: BendUnits[iB], Lo: 0, Hi: 10 * stress / strain * 10},
			{Key: BendKeys[iTau], Unit: BendUnits[iTau], Lo: 1e-4 * strain, Hi: 10 * strain, Start: 0.02 * strain},
		},
		Residuals: len(use),
		Eval: func(p, r []float64, j *mat.Dense) {
			law := []float64{k1, k2, p[0], p[1], p[2]}
			if off > 0 {
				law[iK1] = p[3]
				r[len(use)] = (p[3] - k1) / off
			}
			for row, i := range use {
				c, ok := s.rest(law, i)
				if !ok {
					r[row] = math.NaN()
					return
				}
				r[row] = c.Eps/3 - s.Curvature[i]
				for k := range p {
					if j != nil {
						j.Set(row, k, c.DEps[(iA+k)%unknowns]/3) // k1 is the last
					}
				}
			}
			if off > 0 && j != nil {
				for k := range p {
					j.Set(len(use), k, 0)
				}
				j.Set(len(use), 3, 1/off)
			}
		},
	}
	if off > 0 {
		q.Parameters = append(q.Parameters, Parameter{Key: BendKeys[iK1], Unit: BendUnits[iK1], Lo: 0.01 * k1, Hi: 10 * k1,
			Start: k1})
		q.Residuals++
	}
	return q, nil
}

// FitBend estimates a, b and τ of bending friction for a stiffness k1 [N·m] and k2 [N·m²] of a cantilever: first the
// limit of small τ, then τ, then all, as the paper does.
func FitBend(s *Spirals, k1, k2 float64, opt Options) (*Estimate, error) {
	q, err := s.problem(k1, k2, 0)
	if err != nil {
		return nil, err
	}
	return staged(q, opt, [][]int{{0, 1}, {2}})
}

// FitBendWithin is FitBend with a stiffness k1 of known standard error [N·m], which is the last unknown. The friction
// that strips keep is proportional to the stiffness, so its uncertainty enters.
func FitBendWithin(s *Spirals, k1, k2, off float64, opt Options) (*Estimate, error) {
	e, err := FitBend(s, k1, k2, opt)
	if err != nil || !(off > 0) || e.Sigma == 0 {
		return e, err
	}
	q, err := s.problem(k1, k2, off/e.Sigma) // in units of the scatter of readings
	if err != nil {
		return nil, err
	}
	for k, v := range e.P {
		q.Parameters[k].Start = v
	}
	r, err := Solve(q, opt)
	if err != nil {
		return nil, err
	}
	return Judge(q, r)
}

// Growth is k2 over k1 of bending [m] as measured by Miguel et al. 2013: 1.03, 1.13 and 0.98 mm for felt, double cloth
// and paper, which are twice as stiff on a cylinder of 3 mm as when flat.
const Growth = 1e-3

// FitBendGrowing is FitBendWithin for a stiffness from a cantilever, whose k2 is unknown. Strips hardly distinguish k2
// from friction, so if k2 is 0 the intervals also cover those for k2 = Growth·k1. The estimates are those for the given
// k2.
func FitBendGrowing(s *Spirals, k1, k2, off float64, opt Options) (*Estimate, error) {
	e, err := FitBendWithin(s, k1, k2, off, opt)
	if err != nil || k2 != 0 {
		return e, err
	}
	grown, err := FitBendWithin(s, k1, Growth*k1, off, opt)
	if err != nil {
		return nil, err
	}
	for k, g := range grown.Intervals {
		c := &e.Intervals[k]
		c.Lo, c.Hi = min(c.Lo, g.Lo), max(c.Hi, g.Hi)
		c.OpenLo, c.OpenHi, c.Profiled = c.OpenLo || g.OpenLo, c.OpenHi || g.OpenHi, c.Profiled || g.Profiled
		e.Error[k] = max(e.Error[k], grown.Error[k])
	}
	for _, u := range grown.Undetermined {
		if !slices.Contains(e.Undetermined, u) {
			e.Undetermined = append(e.Undetermined, u)
		}
	}
	return e, nil
}
