package fit

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"hysteron/fit/findings"
)

// Mode is a mode of Kawabata's instruments (KES-FB, Kawabata 1980): the machine prescribes the deformation and measures
// the force.
type Mode struct {
	Name string
	// Deformation and Force are the columns of its tables.
	Deformation, Force           string
	DeformationUnits, ForceUnits []string
	Example                      string
	// Strain is the fabric's strain at a deformation, Lever the force per stress.
	Strain, Lever func(q float64) float64
	// Keys and Units are those of k1, k2, a, b, τ in a fabric file.
	Keys, Units []string
}

// Keys of k1, k2, a, b and τ of the parts of a fabric.
var (
	StretchKeys  = []string{"k1_n_m", "k2_n_m", "friction.a_n_m", "friction.b_n_m", "friction.tau"}
	StretchUnits = []string{"N/m", "N/m", "N/m", "N/m", ""}
	BendKeys     = []string{"k1_nm", "k2_nm2", "friction.a_n", "friction.b_nm", "friction.tau_1_m"}
	BendUnits    = []string{"N·m", "N·m²", "N", "N·m", "1/m"}
)

// Modes are the tensile, shear and pure bending testers.
var Modes = []Mode{
	// The width is held: E_uu = e + e²/2 for an elongation e, force per rest width S·(1 + e).
	{"tensile", "strain", "force", []string{"number"}, []string{"force per width"}, "strain [%], force [gf/cm]",
		func(q float64) float64 { return q + q*q/2 }, func(q float64) float64 { return 1 + q }, StretchKeys, StretchUnits},
	// A picture frame: the threads keep their lengths, γ = 2E_uv = sin φ. The force per width does work along the shear
	// displacement tan φ at constant width cos φ: F = S·cos φ.
	{"shear", "angle", "force", []string{"angle"}, []string{"force per width"}, "angle [deg], force [gf/cm]",
		math.Sin, math.Cos, StretchKeys, StretchUnits},
	// A cylinder of curvature κ has the strain 3κ and the moment per width ∂ψ/∂ε.
	{"bending", "curvature", "moment", []string{"curvature"}, []string{"moment per width", "force"},
		"curvature [1/cm], moment [gf.cm/cm]",
		func(q float64) float64 { return 3 * q }, func(float64) float64 { return 1 }, BendKeys, BendUnits},
}

// ModeByName returns a mode.
func ModeByName(name string) (*Mode, error) {
	for i := range Modes {
		if Modes[i].Name == name {
			return &Modes[i], nil
		}
	}
	return nil, fmt.Errorf("KES mode %q: expected tensile, shear or bending", name)
}

// Curve is a measured hysteresis curve: deformations in the order of measurement, from an undeformed sample.
type Curve struct {
	Mode     *Mode
	Q, F     []float64 // deformation; force or moment per width
	Sign     int       // 1, −1: only this side is compared; 0: all
	file     string
	lines    []int
	head     int           // line of the header with units
	residual []float64     // weight of each point, see weigh
	unused   findings.List // columns
}

// line returns the line of a row in its file, or 0.
func (c *Curve) line(row int) int {
	if row >= 0 && row < len(c.lines) {
		return c.lines[row]
	}
	return 0
}

// unit returns the unit of the forces.
func (c *Curve) unit() string {
	if c.Mode.Name == "bending" {
		return "N" // N·m per m
	}
	return "N/m"
}

// slope returns the slope of the regression line [SI].
func (c *Curve) slope() float64 { return stat.Covariance(c.Q, c.F, nil) / stat.Variance(c.Q, nil) }

// ranges returns the ranges of both axes.
func (c *Curve) ranges() (q, f float64) {
	qLo, qHi, fLo, fHi := c.Q[0], c.Q[0], c.F[0], c.F[0]
	for i := range c.Q {
		qLo, qHi, fLo, fHi = min(qLo, c.Q[i]), max(qHi, c.Q[i]), min(fLo, c.F[i]), max(fHi, c.F[i])
	}
	return qHi - qLo, fHi - fLo
}
