package cloth

import (
	"fmt"
	"math"
	"sort"
)

// LoadCurve is a measured load–friction curve f(·) of Chen et al. 2013, eq. 1, per area: Stress is the friction at
// Pressure, which ascends from above zero [both Pa]. It is linear between the points; below the first and above the
// last the coefficient is constant. One point is Coulomb's law.
//
// The paper uses f of the force on a vertex. Since f is not linear, that depends on the mesh: two vertices with half of
// the load each have another friction than one with all of it. Per area it does not.
type LoadCurve struct{ Pressure, Stress []float64 }

// At returns the friction stress at pressure p ≥ 0 [Pa].
func (c *LoadCurve) At(p float64) float64 {
	i := sort.SearchFloat64s(c.Pressure, p)
	switch last := len(c.Pressure) - 1; {
	case i == 0:
		return c.Stress[0] * (p / c.Pressure[0])
	case i > last:
		return c.Stress[last] * (p / c.Pressure[last])
	}
	w := (p - c.Pressure[i-1]) / (c.Pressure[i] - c.Pressure[i-1])
	return (1-w)*c.Stress[i-1] + w*c.Stress[i]
}

func (c *LoadCurve) check() error {
	if len(c.Pressure) == 0 || len(c.Pressure) != len(c.Stress) {
		return fmt.Errorf("%d loads and %d frictions: expected as many of each, at least one", len(c.Pressure), len(c.Stress))
	}
	last := 0.
	for i, p := range c.Pressure {
		if !(p > last) || math.IsInf(p, 0) {
			return fmt.Errorf("load %d is %g: expected finite numbers that ascend from above 0", i, p)
		}
		if f := c.Stress[i]; !(f >= 0) || math.IsInf(f, 0) {
			return fmt.Errorf("friction %d is %g: expected a finite number ≥ 0", i, f)
		}
		last = p
	}
	return nil
}

// MeasuredFriction is the friction of a fabric on another material, by direction of slip in the fabric's axes: f_00 and
// f_11 of Chen et al. 2013, eq. 2. As there, friction is equal forwards and backwards and symmetric about warp and
// weft, so f_01 = 0.
type MeasuredFriction struct {
	Name       string
	Warp, Weft LoadCurve
}

// Check returns an error for the first invalid number.
func (f *MeasuredFriction) Check() error {
	if err := f.Warp.check(); err != nil {
		return fmt.Errorf("friction %q: warp: %w", f.Name, err)
	}
	if err := f.Weft.check(); err != nil {
		return fmt.Errorf("friction %q: weft: %w", f.Name, err)
	}
	return nil
}

// Rubbing is measured friction of cloth on cloth: of part A, whose directions apply, on part B. For a part on itself,
// or if both are given, the directions of both apply.
type Rubbing struct {
	A, B int32 // parts
	Law  *MeasuredFriction
}

// MeasuredFriction returns the measured friction of a on b, and of b on a. Either may be nil.
func (m *Model) MeasuredFriction(a, b int32) (ab, ba *MeasuredFriction) {
	for i := range m.Rubbings {
		switch r := &m.Rubbings[i]; {
		case r.A == a && r.B == b:
			ab = r.Law
			if a == b {
				ba = r.Law
			}
		case r.A == b && r.B == a:
			ba = r.Law
		}
	}
	return ab, ba
}

// CheckMeasured checks measured friction of parts with a body: a law or nil per part, or an empty list.
func (m *Model) CheckMeasured(laws []*MeasuredFriction) error {
	if len(laws) != 0 && len(laws) != len(m.Parts) {
		return fmt.Errorf("measured friction of %d parts: expected %d, as in the model, or none", len(laws), len(m.Parts))
	}
	for _, l := range laws {
		if l != nil {
			if err := l.Check(); err != nil {
				return err
			}
		}
	}
	return nil
}

// CheckRubbings checks Rubbings.
func (m *Model) CheckRubbings() error {
	n := int32(len(m.Parts))
	for i, r := range m.Rubbings {
		if r.A < 0 || r.B < 0 || r.A >= n || r.B >= n || r.Law == nil {
			return fmt.Errorf("rubbing %d: of part %d on part %d: expected a law and parts 0 to %d", i, r.A, r.B, n-1)
		}
		if err := r.Law.Check(); err != nil {
			return err
		}
	}
	return nil
}
