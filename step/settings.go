package step

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Settings are the parameters of a simulation that do not belong to a fabric.
type Settings struct {
	Gravity    r3.Vec  // [m/s²]
	Wind       Wind    // [m/s]
	AirDensity float64 // [kg/m³]

	Tolerance   float64 // a step has converged when its position error is estimated below this [m]
	MaxNewton   int     // Newton iterations per step; 1 is the fast, linearised mode
	MaxCG       int     // conjugate gradient iterations per Newton iteration
	MaxHalvings int     // how often a failing step may be halved

	Thickness        float64 // δ: contact layer around colliders [m]
	ContactStiffness float64 // [N/m³]: force per depth and cloth area
	SelfContact      bool    // contact of cloth with cloth
	SelfThickness    float64 // its layer, at most; half of the altitude of small triangles [m]
	FrictionSpeed    float64 // ε_v: slip speed below which Coulomb friction is smoothed [m/s]

	Workers int // goroutines; 0: all cores. Results do not depend on it.
}

// DefaultSettings are sensible for garments with edges of 5 to 30 mm and steps of 1/240 to 1/60 s.
func DefaultSettings() Settings {
	return Settings{
		Gravity:    r3.Vec{Y: -9.81},
		AirDensity: 1.225,
		Tolerance:  5e-5,
		MaxNewton:  30, MaxCG: 1000, MaxHalvings: 5,
		Thickness: 0.004, ContactStiffness: 4e6, FrictionSpeed: 1e-3,
		SelfContact: true, SelfThickness: 0.003,
	}
}

// mostHalvings bounds MaxHalvings: the ticks of a step are counted in an int.
const mostHalvings = 30

// Check reports the first setting that makes no sense.
func (s *Settings) Check() error {
	for _, q := range []struct {
		key string
		v   float64
	}{{"tolerance_m", s.Tolerance}, {"thickness_m", s.Thickness}, {"self_thickness_m", s.SelfThickness}, {"contact_stiffness", s.ContactStiffness}, {"friction_speed_m_s", s.FrictionSpeed}} {
		if !(q.v > 0) || !cloth.Finite(q.v) {
			return fmt.Errorf("%s = %g: expected a finite number > 0", q.key, q.v)
		}
	}
	if !(s.AirDensity >= 0) || !cloth.Finite(s.AirDensity) {
		return fmt.Errorf("air_density_kg_m3 = %g: expected a finite number ≥ 0", s.AirDensity)
	}
	if !cloth.Finite(s.Wind.Gust, s.Wind.Frequency) {
		return fmt.Errorf("wind gust %g, frequency %g Hz: expected finite numbers", s.Wind.Gust, s.Wind.Frequency)
	}
	if !cloth.FiniteVec(s.Gravity) || !cloth.FiniteVec(s.Wind.Velocity) {
		return fmt.Errorf("gravity %v or wind %v: expected finite numbers", s.Gravity, s.Wind.Velocity)
	}
	if s.MaxNewton < 1 || s.MaxCG < 1 || s.MaxHalvings < 0 || s.MaxHalvings > mostHalvings {
		return fmt.Errorf("max_newton = %d, max_cg = %d, max_halvings = %d: expected at least 1, at least 1, and 0 to 30", s.MaxNewton, s.MaxCG, s.MaxHalvings)
	}
	return nil
}
