package fit

import (
	"cmp"
	"io"
	"math"

	"gonum.org/v1/gonum/mat"

	"hysteron/fit/findings"
)

// ReadCurve reads a table of a mode.
func ReadCurve(mode *Mode, file string, r io.Reader) (*Curve, error) {
	t, err := ReadTable(file, r, map[string][]string{mode.Deformation: mode.DeformationUnits,
		mode.Force: mode.ForceUnits})
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

func (c *Curve) check() error {
	q := slopes[c.Mode.Name]
	return Refused(c.file, cmp.Or(c.Check(), q.Impossible(c.head, q.name, c.slope()/q.unit)))
}

// outlier refuses a reading that is far from the fit of all others, if the law has the shape of the curve. At reversals
// and next to them readings may be 2.5 times as far, since laws of friction are less accurate there.
func (c *Curve) outlier(e *Result) error {
	const misfit, few, turned = 0.002, 20, 2.5 // share of the height; number of readings
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
	return Refused(c.file, findings.NewRefusal(c.line(i), findings.OffFit, c.Mode.Force, c.F[i], d.Size(),
		c.F[i]+d.Off/c.residual[i]))
}

// weigh sets weights that convert differences of force to distances perpendicular to the curve in axes scaled by their
// ranges, 1/√(1 + slope²), since hysteresis curves are vertical at reversals (Ngo-Ngoc and Boivin 2004). The slope is
// that of the model at p, since slopes of measured points are noisy. With nil the weights are 1.
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
			// the direction of the path continues; at a reversal the slope is another
			if i+1 < len(c.Q) && c.Q[i+1] != q {
				_, after, _ = at.Stress(p, c.Mode.Strain(q+math.Copysign(h, c.Q[i+1]-q)))
			}
			steep = max(before,
				after) * c.Mode.Lever(q) * (c.Mode.Strain(q+h) - c.Mode.Strain(q-h)) / (2 * h) * qRange / fRange
		}
		c.residual[i] = 1 / (fRange * math.Hypot(1, steep))
		if c.Sign != 0 && q*float64(c.Sign) < 0 {
			c.residual[i] = 0
		}
	}
}

// predict evaluates the exact law along all deformations.
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
		strain, stress = max(strain, math.Abs(c.Mode.Strain(c.Q[i]))), max(stress,
			math.Abs(c.F[i]/c.Mode.Lever(c.Q[i])))
	}
	k := stress / strain
	// cloth without shear stiffness has no equilibrium; stretch has another law
	least := map[bool]float64{true: 0.01 * k}[c.Mode.Name == "shear"]
	bounds := [unknowns][3]float64{ // lower, upper, start
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

// FitCurve estimates k1, k2, a, b and τ of a part from its curve.
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
	for range 2 { // the weights depend on the slopes of the last estimate
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
