package fit

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"hysteron/fit/jump"
	"hysteron/fit/path"
)

// Mode is a way to deform a sample on Kawabata's instruments (KES-FB, Kawabata 1980): the machine prescribes
// the deformation and measures the force.
type Mode struct {
	Name string
	// Deformation and Force are the columns of its tables, and what they measure.
	Deformation, Force           string
	DeformationUnits, ForceUnits []string
	Example                      string
	// Strain is the fabric's strain at a deformation, and Lever the force per stress there.
	Strain, Lever func(q float64) float64
	// Keys of k1, k2, a, b, τ in a fabric file, and their units.
	Keys, Units []string
}

// How the components of a fabric file write k1, k2, a, b and τ.
var (
	StretchKeys  = []string{"k1_n_m", "k2_n_m", "friction.a_n_m", "friction.b_n_m", "friction.tau"}
	StretchUnits = []string{"N/m", "N/m", "N/m", "N/m", ""}
	BendKeys     = []string{"k1_nm", "k2_nm2", "friction.a_n", "friction.b_nm", "friction.tau_1_m"}
	BendUnits    = []string{"N·m", "N·m²", "N", "N·m", "1/m"}
)

// Modes are the tensile, shear and pure bending tester.
var Modes = []Mode{
	// Sides held as wide as they are: E_uu = e + e²/2 of an elongation e, force per rest width S·(1 + e).
	{"tensile", "strain", "force", []string{"number"}, []string{"force per width"}, "strain [%], force [gf/cm]",
		func(q float64) float64 { return q + q*q/2 }, func(q float64) float64 { return 1 + q }, StretchKeys, StretchUnits},
	// A picture frame: the threads keep their lengths, γ = 2E_uv = sin φ; the work of the force per width along
	// the shear displacement tan φ at constant width cos φ: F = S·cos φ.
	{"shear", "angle", "force", []string{"angle"}, []string{"force per width"}, "angle [deg], force [gf/cm]",
		math.Sin, math.Cos, StretchKeys, StretchUnits},
	// A cylinder of curvature κ has the strain 3κ and the moment per width ∂ψ/∂ε.
	{"bending", "curvature", "moment", []string{"curvature"}, []string{"moment per width", "force"}, "curvature [1/cm], moment [gf.cm/cm]",
		func(q float64) float64 { return 3 * q }, func(float64) float64 { return 1 }, BendKeys, BendUnits},
}

// ModeByName finds a mode.
func ModeByName(name string) (*Mode, error) {
	for i := range Modes {
		if Modes[i].Name == name {
			return &Modes[i], nil
		}
	}
	return nil, fmt.Errorf("KES mode %q: expected tensile, shear or bending", name)
}

// Curve is a measured hysteresis curve: deformations in the order in which the machine went through them, from
// an undeformed sample.
type Curve struct {
	Mode     *Mode
	Q, F     []float64 // deformation; force or moment per width
	Sign     int       // 1, −1: only what lies on that side is compared; 0: all of it
	file     string
	lines    []int
	residual []float64 // weight of each point, see weigh
}

// ReadCurve reads a table of a mode.
func ReadCurve(mode *Mode, file string, r io.Reader) (*Curve, error) {
	t, err := ReadTable(file, r, map[string][]string{mode.Deformation: mode.DeformationUnits, mode.Force: mode.ForceUnits})
	if err != nil {
		return nil, err
	}
	c := &Curve{Mode: mode, file: file, lines: t.Line}
	if c.Q, err = t.Need(mode.Deformation, mode.Example); err != nil {
		return nil, err
	}
	if c.F, err = t.Need(mode.Force, mode.Example); err != nil {
		return nil, err
	}
	return c, c.check()
}

func (c *Curve) check() error {
	turns, most := 0, 0.0
	line := func(i int) int {
		if i >= 0 && i < len(c.lines) {
			return c.lines[i]
		}
		return 0
	}
	fail := func(i int, format string, args ...any) error {
		return &TableError{c.file, line(i), fmt.Sprintf(format, args...)}
	}
	third := -1 // where the direction changes for the third time within four points
	var last [3]int
	way, force, pulled := 0.0, 0.0, -1
	for i, q := range c.Q {
		most, force = max(most, math.Abs(q)), max(force, math.Abs(c.F[i]))
		if q > 0 && pulled < 0 {
			pulled = i
		}
		if i == 0 || q == c.Q[i-1] { // as where each row stands twice
			continue
		}
		turned := (q - c.Q[i-1]) * way
		if way = q - c.Q[i-1]; turned < 0 {
			turns++
			if last = [3]int{last[1], last[2], i}; third < 0 && turns > 2 && last[2]-last[0] <= 3 {
				third = i
			}
		}
	}
	scaled := -1
	if len(c.Q) >= 10 {
		scaled = jump.Forces(c.Q, c.F)
	}
	switch {
	case scaled > 0:
		return fail(scaled, "%s of %.4g after %.4g (SI): expected no such jump where %s goes on; are units mixed?", c.Mode.Force, c.F[scaled], c.F[scaled-1], c.Mode.Deformation)
	case len(c.Q) < 10:
		return fail(-1, "%d points: expected at least 10 of a curve of loading and unloading", len(c.Q))
	case most == 0:
		return fail(-1, "%s is zero throughout: expected a deformation", c.Mode.Deformation)
	case force == 0:
		return fail(-1, "%s is zero throughout: expected a force", c.Mode.Force)
	case c.Mode.Name == "tensile" && pulled < 0:
		return fail(-1, "strain is nowhere above zero: expected a sample that is pulled; are signs turned?")
	case c.slope() < 0:
		return fail(-1, "%s falls where %s grows: in cloth it rises; is a sign turned?", c.Mode.Force, c.Mode.Deformation)
	case c.Mode.Name == "tensile" && most > 2:
		return fail(-1, "strain of %.4g %%: expected at most 200 %%; is the unit right?", 100*most)
	case turns == 0:
		return fail(len(c.Q)-1, "the curve never unloads, up to here: expected loading and unloading, friction shows nowhere else")
	case turns > len(c.Q)/4:
		return fail(third, "%s changes direction %d times in %d points: expected them in the order of measurement", c.Mode.Deformation, turns, len(c.Q))
	case c.Mode.Name == "shear" && most >= math.Pi/2:
		return fail(-1, "shear of 90° and more: expected less; are the units right?")
	}
	if _, err := c.unusual(); err != nil {
		return fail(-1, "%v", err)
	}
	if i, j := jump.Apart(c.Q, c.F); j > 0 {
		return fail(j, "%s of %.4g at a %s of %.4g, and %.4g at %.4g in line %d (SI): expected about the same size there, either way; do units change on the way?",
			c.Mode.Force, c.F[j], c.Mode.Deformation, c.Q[j], c.F[i], c.Q[i], line(i))
	}
	if i := jump.Deformations(c.Q); i >= 0 {
		return fail(i, "%s of %.4g after %.4g: expected no such jump; are units mixed?", c.Mode.Deformation, c.Q[i], c.Q[i-1])
	}
	return nil
}

// slope of the straight line that comes nearest to the curve [SI].
func (c *Curve) slope() float64 { return stat.Covariance(c.Q, c.F, nil) / stat.Variance(c.Q, nil) }

// ranges of the two axes.
func (c *Curve) ranges() (q, f float64) {
	qLo, qHi, fLo, fHi := c.Q[0], c.Q[0], c.F[0], c.F[0]
	for i := range c.Q {
		qLo, qHi, fLo, fHi = min(qLo, c.Q[i]), max(qHi, c.Q[i]), min(fLo, c.F[i]), max(fHi, c.F[i])
	}
	return qHi - qLo, fHi - fLo
}

// weigh turns differences in force into distances at right angles to the curve, in axes scaled by their ranges
// (Ngo-Ngoc and Boivin 2004: hysteresis curves are vertical at reversals, where differences along the force say
// little): by 1/√(1 + slope²) with the slope of the model at p. Slopes of measured points would follow their noise.
// nil: differences in force.
func (c *Curve) weigh(p []float64) {
	qRange, fRange := c.ranges()
	c.residual = make([]float64, len(c.Q))
	at := path.Point{}
	for i, q := range c.Q {
		steep := 0.0
		if p != nil {
			eps := c.Mode.Strain(q)
			_, before, _ := at.Stress(p, eps)
			at.To(p, eps)
			h, after := 1e-6*qRange, before
			if i+1 < len(c.Q) && c.Q[i+1] != q { // on the way on: at a reversal another
				_, after, _ = at.Stress(p, c.Mode.Strain(q+math.Copysign(h, c.Q[i+1]-q)))
			}
			steep = max(before, after) * c.Mode.Lever(q) * (c.Mode.Strain(q+h) - c.Mode.Strain(q-h)) / (2 * h) * qRange / fRange
		}
		c.residual[i] = 1 / (fRange * math.Hypot(1, steep))
		if c.Sign != 0 && q*float64(c.Sign) < 0 {
			c.residual[i] = 0
		}
	}
}

// predict follows the exact law through all deformations.
func (c *Curve) predict(p, f []float64, j *mat.Dense) {
	at := path.Point{}
	for i, q := range c.Q {
		eps, lever := c.Mode.Strain(q), c.Mode.Lever(q)
		total, _, g := at.Stress(p, eps)
		f[i] = lever * total
		for k := range p {
			if j != nil {
				j.Set(i, k, lever*g[k])
			}
		}
		at.To(p, eps)
	}
}

func (c *Curve) problem() *Problem {
	c.weigh(nil)
	strain, stress := 0.0, 0.0
	for i := range c.Q {
		strain, stress = max(strain, math.Abs(c.Mode.Strain(c.Q[i]))), max(stress, math.Abs(c.F[i]/c.Mode.Lever(c.Q[i])))
	}
	k := stress / strain
	bounds := [unknowns][3]float64{ // lowest, highest, start
		{0, 100 * k, 0.5 * k}, {0, 1000 * k / strain, 0}, {0, 10 * stress, 0}, {0, 100 * k, 0}, {1e-4 * strain, 10 * strain, 0.05 * strain},
	}
	q := &Problem{Residuals: len(c.Q), Uneven: true}
	for i, b := range bounds {
		q.Parameters = append(q.Parameters, Parameter{Key: c.Mode.Keys[i], Unit: c.Mode.Units[i], Lo: b[0], Hi: b[1], Start: b[2]})
	}
	q.Eval = func(p, r []float64, j *mat.Dense) {
		c.predict(p, r, j)
		for i := range r {
			r[i] = (r[i] - c.F[i]) * c.residual[i]
			for k := range p {
				if j != nil {
					j.Set(i, k, j.At(i, k)*c.residual[i])
				}
			}
		}
	}
	return q
}

// FitCurve estimates k1, k2, a, b and τ of a component from its curve.
func FitCurve(c *Curve, opt Options) (*Estimate, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	q := c.problem()
	e, err := staged(q, opt, [][]int{{iK1, iK2}, {iA, iB}, {iTau}})
	if err != nil {
		return nil, err
	}
	p := e.P
	var r *Result
	for range 2 { // the weights are of the slopes at the last numbers
		for k := range q.Parameters {
			q.Parameters[k].Start = p[k]
		}
		c.weigh(p)
		if r, err = Solve(q, opt); err != nil {
			return nil, err
		}
		p = r.P
	}
	return Judge(q, r)
}
