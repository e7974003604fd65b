package fit

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"hysteron/fit/findings"
)

// standardGravity [m/s²].
const standardGravity = 9.81

// strength is an upper bound of the specific strength of cloth along one direction, with half of its fibres: polyester
// fibres have 0.6 N/tex (Morton and Hearle, ch. 13) [N·m/kg].
const strength = 3e5

// Readings relative to the sample's length and width.
var lengthOf, widthOf = findings.Expected("", 0.5, 10), findings.Expected("", 0.2, 1.1)

// Stretch is a sample that hangs from its upper edge while weights are put on its lower edge and taken off (Miguel et
// al. 2013, §4.2). Readings are in the order of measurement.
type Stretch struct {
	Width, Length      float64   // of the unloaded sample, W across the load, L0 along it [m]
	Mass               float64   // of the sample; on average half of its weight acts [kg]
	Clip               float64   // of the clip at the lower edge [kg]
	Weight             []float64 // [N]
	Read               []float64 // length [m]
	ReadWidth          []float64 // in the middle; empty: not read [m]
	Coupling           float64   // of warp and weft, c in C12 = c·k₁ of cloth that is balanced; it narrows the sample
	Sample             []int     // sample of each reading; readings of a sample are consecutive, and it starts unloaded
	Anchored           bool      // by the paper's law, see turned
	widthsUndetermined bool      // its widths were read, and do not determine the coupling
	scatter            float64   // of lengths, from a fit without widths [m]
	lines              []int     // of the readings in the file
	file               string
	unused             findings.List // columns
}

// ReadStretch reads a table of weights and lengths, see Table.
func ReadStretch(file string, r io.Reader) (*Stretch, error) {
	t, err := ReadTable(file, r, map[string][]string{"weight": {"force", "mass"}, "length": {"length"},
		"width": {"length"}, "sample": {"count"}}, "clip")
	if err != nil {
		return nil, err
	}
	s := &Stretch{file: file, lines: t.Line, unused: t.Unused()}
	if s.Weight, err = t.Need("weight", "weight [N]"); err != nil {
		return nil, err
	}
	if s.Read, err = t.Need("length", "length [mm]"); err != nil {
		return nil, err
	}
	weigh := t.PerMass("weight")
	for i := range s.Weight {
		s.Weight[i] *= weigh
	}
	if s.Width, err = t.Positive("width", "100 mm", "length"); err != nil {
		return nil, err
	}
	if s.Length, err = t.Positive("length", "100 mm", "length"); err != nil {
		return nil, err
	}
	if _, weighed := t.notes["mass"]; !weighed && t.notes["density"].line > 0 {
		density, err := t.Positive("density", "143 g/m2", "areal density")
		if err != nil {
			return nil, err
		}
		s.Mass = density * s.Width * s.Length
	} else if s.Mass, err = t.Positive("mass", "1.43 g\" or \"# density = 143 g/m2", "mass"); err != nil {
		return nil, err
	}
	if s.Clip, _, err = t.Note("clip", "mass"); err != nil {
		return nil, err
	}
	s.ReadWidth = t.Column("width")
	s.Sample = make([]int, len(s.Weight))
	for i, v := range t.Column("sample") {
		s.Sample[i] = int(v)
	}
	at := findings.SampleTogether(s.Sample) // strips may have been measured side by side
	s.Weight, s.Read, s.ReadWidth, s.Sample, s.lines = findings.PickRows(s.Weight, at), findings.PickRows(s.Read, at),
		findings.PickRows(s.ReadWidth, at), findings.PickRows(s.Sample, at), findings.PickRows(s.lines, at)
	if err := s.check(); err != nil {
		return s, err
	}
	if kind, i := findings.OrderOfWeights(s.Weight, s.Read, s.fresh); i > 0 {
		return s, s.fail(i, kind, s.Weight[i], s.Weight[i-1])
	}
	return s, nil
}

// fail returns the error about a reading, or about the table for other i.
func (s *Stretch) fail(i int, kind findings.Kind, values ...any) error {
	return Refused(s.file, findings.NewRefusal(s.line(i), kind, values...))
}

// line returns the line of a reading in its file, or 0.
func (s *Stretch) line(i int) int {
	if i < len(s.lines) {
		return s.lines[i]
	}
	return 0
}

// fresh reports whether a reading is the first of a sample.
func (s *Stretch) fresh(i int) bool { return i == 0 || s.Sample[i] != s.Sample[i-1] }

// check returns an error about the first invalid reading.
func (s *Stretch) check() error {
	fail, most, heaviest := s.fail, 0.0, 0
	for i := range s.Weight {
		if s.Weight[i] < 0 {
			return fail(i, findings.WeightBelowZero, s.Weight[i])
		}
		out := lengthOf.Find(s.line(i), fmt.Sprintf("length of %.4g m over that of the sample, a ratio", s.Read[i]),
			s.Read[i]/s.Length)
		if s.ReadWidth != nil {
			out = cmp.Or(out, widthOf.Find(s.line(i), fmt.Sprintf("width of %.4g m over that of the sample, a ratio",
				s.ReadWidth[i]), s.ReadWidth[i]/s.Width))
		}
		if out != nil {
			return Refused(s.file, out)
		}
		if s.Weight[i] > most {
			most, heaviest = s.Weight[i], i
		}
	}
	area := s.Width * s.Length
	heavy := findings.Density.Impossible(0, fmt.Sprintf("a sample of %.4g × %.4g mm with a mass of %.4g g: density",
		1e3*s.Width, 1e3*s.Length, 1e3*s.Mass), s.Mass/area)
	switch {
	case heavy != nil:
		return Refused(s.file, heavy)
	case most/s.Width > strength*s.Mass/area:
		return fail(heaviest, findings.StripTears, most, 1e3*s.Width, 1e3*s.Mass/area)
	case len(s.Read) == 0:
		return fail(0, findings.NoReadings)
	case most == 0:
		return fail(len(s.lines), findings.NoWeight)
	case s.longest() <= s.Length:
		return fail(len(s.lines), findings.NoStretch, s.Length)
	}
	if findings.Unloaded(s.Weight, s.fresh) == 0 {
		return fail(max(0, len(s.lines)-1), findings.StripSorted, findings.LittleData(0))
	}
	if i, j := s.jump(); i > 0 && i < len(s.lines) && !s.lawful() {
		return fail(i, findings.LoadUnit,
			s.Weight[i], 1e3*s.Read[i], s.Weight[j], s.lines[j], 1e3*s.Read[j])
	}
	if slope := stat.Covariance(s.Weight, s.Read, nil) / stat.Variance(s.Weight, nil); slope < 0 {
		return fail(len(s.lines), findings.StripShortens, -1e3*slope)
	}
	return nil
}

// longest returns the largest length [m].
func (s *Stretch) longest() float64 { return slices.Max(s.Read) }

// jump returns two readings with similar elongations under different loads, as from a change of unit. Small elongations
// are ignored, which remain after unloading, and readings without a weight, which do not depend on the unit. Friction
// that keeps most of an elongation also makes such pairs.
func (s *Stretch) jump() (i, j int) {
	const large, alike, times = 0.5, 0.1, 5
	most := s.longest() - s.Length
	return findings.Apart(len(s.Read), func(i, j int) bool {
		e, a, b := s.Read[i]-s.Length, s.load(i), s.load(j)
		return e >= large*most && s.Weight[i] > 0 && s.Weight[j] > 0 && math.Abs(s.Read[i]-s.Read[j]) < alike*e &&
			max(a, b) > times*min(a, b)
	})
}

// load returns the force that stretches the sample at a reading: weight, clip, and half of its own weight [N].
func (s *Stretch) load(i int) float64 {
	return s.Weight[i] + (s.Clip+s.Mass/2)*standardGravity
}

// strainOf returns the Green–Lagrange strain of a length.
func (s *Stretch) strainOf(length float64) float64 {
	l := length / s.Length
	return (l*l - 1) / 2
}

// predict evaluates the exact law along all loads: lengths [m], then widths if they were read, and their derivatives.
// The force of a strip is F = W·l·(stress), l = √(1 + 2ε), since A∇ε = W·l (Miguel et al. 2013, eq. 5). It narrows by
// the coupling, which may be the last unknown.
func (s *Stretch) predict(p, read []float64, j *mat.Dense) {
	x := append(append(make([]float64, 0, unknowns+1), p...), s.Coupling)[:unknowns+1]
	whole := PathStrip{}
	if len(p) > PathCoupling || s.Coupling > 0 {
		whole.Slim, whole.Ends = s.Length/s.Width, s.ends()
	}
	c, way := whole, 0. // direction of the last change of the weights
	put := func(row int, unit, v float64, g PathGradient) {
		read[row] = unit * v
		if j != nil {
			for k := range min(len(p), len(g)) {
				j.Set(row, k, unit*g[k])
			}
		}
	}
	for i := range s.Weight {
		if s.fresh(i) {
			c, way = whole, 0
		} else if s.Anchored {
			if turn := s.Weight[i] - s.Weight[i-1]; turn*way <= 0 && turn != 0 {
				c.Turned(x, turn)
				way = turn
			}
		}
		if !c.Under(x, s.load(i)/s.Width) {
			read[i] = math.NaN()
			return
		}
		l, g := c.Stretch()
		put(i, s.Length, l, g)
		if s.ReadWidth != nil {
			w, g := c.Width()
			put(len(s.Weight)+i, s.Width, w, g)
		}
	}
}

// ends returns the number of ends with a clamp, which keep their width.
func (s *Stretch) ends() int {
	if s.Clip > 0 {
		return 2
	}
	return 1
}

// problem compares lengths, which have errors, for given weights. The unit is a share of the largest elongation, so
// that sums of squares are of order one for any cloth.
func (s *Stretch) problem() *Problem {
	stress, strain := 0.0, 0.0
	for i := range s.Weight {
		stress, strain = max(stress, s.load(i)/s.Width), max(strain, s.strainOf(s.Read[i]))
	}
	most := 100 * stress / max(strain, 1e-6)
	q := &Problem{
		Parameters: []Parameter{
			iK1:  {Key: "k1_n_m", Unit: "N/m", Lo: 1e-4 * stress, Hi: most, Start: 0.5 * stress / strain, Far: true},
			iK2:  {Key: "k2_n_m", Unit: "N/m", Lo: 0, Hi: most / max(strain, 1e-3), Far: true},
			iA:   {Key: "friction.a_n_m", Unit: "N/m", Lo: 0, Hi: stress, Far: true},
			iB:   {Key: "friction.b_n_m", Unit: "N/m", Lo: 0, Hi: stress / max(strain, 1e-3), Far: true},
			iTau: {Key: "friction.tau", Lo: 1e-5, Hi: 1, Start: 0.02 * max(strain, 1e-2), Far: true},
		},
	}
	if s.ReadWidth != nil {
		return s.withWidths(q)
	}
	q.Residuals = len(s.Read)
	q.Eval = func(p, r []float64, j *mat.Dense) {
		s.predict(p, r, j)
		for i := range r {
			r[i] -= s.Read[i]
		}
	}
	q.Rounded = findings.FindMarks(s.Read, 1e-3)
	return q
}

// FitStretch estimates k1, k2, a, b and τ of one direction by the exact law over the whole sequence of loads, and the
// coupling if widths were read, which becomes the sample's. It starts as the paper does: the stiffness without
// friction, then friction with a small τ, then τ.
func FitStretch(s *Stretch, opt Options) (*Estimate, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if s.ReadWidth != nil {
		return s.fitWidths(opt)
	}
	q, last := s.problem(), max(0, len(s.lines)-1)
	if little := findings.LittleData(findings.Unloaded(s.Weight, s.fresh)); q.Residuals < len(q.Parameters) {
		return nil, s.fail(last, findings.FewReadings, q.Residuals, len(q.Parameters))
	} else if little != "" {
		return nil, s.fail(last, findings.StripNeverUnloads, little)
	}
	if err := cmp.Or(s.loadings(), s.outlier()); err != nil {
		return nil, err
	}
	return staged(q, opt, stretchStages)
}

// stretchStages are the groups of unknowns in the paper's order.
var stretchStages = [][]int{{iK1, iK2}, {iA, iB}, {iTau}}

// inTurn frees groups of unknowns one after the other, starting from the previous result.
func (q *Problem) inTurn(groups [][]int) []float64 {
	p := make([]float64, len(q.Parameters))
	for k := range p {
		p[k] = q.Parameters[k].Start
	}
	held := make([]bool, len(p))
	for _, g := range groups {
		for k := range held {
			held[k] = true
		}
		for _, k := range g {
			held[k] = false
			if p[k] == 0 { // the slope at zero may vanish in both directions
				p[k] = 0.01 * q.Parameters[k].Hi
			}
		}
		if r := q.search(p, held, Options{Iterations: 100}); r != nil {
			p = r.P
		}
	}
	return p
}

// staged frees groups of unknowns in turn, then all of them.
func staged(q *Problem, opt Options, groups [][]int) (*Estimate, error) {
	for k, v := range q.inTurn(groups) {
		q.Parameters[k].Start = v
	}
	r, err := Solve(q, opt)
	if err != nil {
		return nil, err
	}
	return Judge(q, r)
}

// Unknowns of one part.
const (
	iK1      = PathK1
	iK2      = PathK2
	iA       = PathA
	iB       = PathB
	iTau     = PathTau
	unknowns = PathUnknowns
)
