package fit

import (
	"cmp"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"hysteron/fit/findings"
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
	{"bending", "curvature", "moment", []string{"curvature"}, []string{"moment per width", "force"},
		"curvature [1/cm], moment [gf.cm/cm]",
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
	head     int           // line of its units
	residual []float64     // weight of each point, see weigh
	unused   findings.List // columns
}

// ReadCurve reads a table of a mode.
func ReadCurve(mode *Mode, file string, r io.Reader) (*Curve, error) {
	t, err := ReadTable(file, r, map[string][]string{mode.Deformation: mode.DeformationUnits, mode.Force: mode.ForceUnits})
	if err != nil {
		return nil, err
	}
	c := &Curve{Mode: mode, file: file, lines: t.Line, head: t.Head, unused: t.Unused()}
	if c.Q, err = t.Need(mode.Deformation, mode.Example); err != nil {
		return nil, err
	}
	if c.F, err = t.Need(mode.Force, mode.Example); err != nil {
		return nil, err
	}
	return c, c.check()
}

func (c *Curve) line(row int) int {
	if row >= 0 && row < len(c.lines) {
		return c.lines[row]
	}
	return 0
}

func (c *Curve) check() error {
	q := slopes[c.Mode.Name]
	return Refused(c.file, cmp.Or(c.Check(), q.Impossible(c.head, q.name, c.slope()/q.unit)))
}

// outlier refuses one reading that is far off the curve which fits all others, where that law has their shape. Rows
// where the direction turns, and those next to them, may be 2.5 times as far off, as laws of friction miss what cloth
// does there.
func (c *Curve) outlier(e *Result) error {
	const misfit, few, turned = 0.002, 20, 2.5 // of the height; readings
	if findings.ShapeMissed(e.R, 1) > 0 || len(c.Q) < few {
		return nil
	}
	fit := findings.RegressOn(e.J, e.R)
	i := fit.Outlier(misfit, func(i int) float64 {
		for k := max(1, i-1); k < min(len(c.Q)-1, i+2); k++ {
			if i < 2 || (c.Q[k+1]-c.Q[k])*(c.Q[k]-c.Q[k-1]) <= 0 {
				return turned
			}
		}
		return 1
	})
	if i < 0 || c.residual[i] == 0 {
		return nil
	}
	d := fit.Without(i, misfit)
	return Refused(c.file, findings.Refuse(c.line(i), findings.OffFit, c.Mode.Force, c.F[i], d.Size(),
		c.F[i]+d.Off/c.residual[i]))
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
	at := PathPoint{}
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
	at := PathPoint{}
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
	// without any cloth has no rest; stretch takes another law before
	least := map[bool]float64{true: 0.01 * k}[c.Mode.Name == "shear"]
	bounds := [unknowns][3]float64{ // lowest, highest, start
		{least, 100 * k, 0.5 * k}, {0, 1000 * k / strain, 0}, {0, 10 * stress, 0}, {0, 100 * k, 0},
		{1e-4 * strain, 10 * strain, 0.05 * strain},
	}
	q := &Problem{Residuals: len(c.Q), Uneven: true}
	for i, b := range bounds {
		q.Parameters = append(q.Parameters, Parameter{Key: c.Mode.Keys[i], Unit: c.Mode.Units[i], Lo: b[0], Hi: b[1],
			Start: b[2]})
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
	e, err := staged(q, opt, stretchStages)
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
	if err := c.outlier(r); err != nil {
		return nil, err
	}
	return Judge(q, r)
}
