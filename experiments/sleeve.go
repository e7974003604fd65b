package experiments

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
	"hysteron/law"
	"hysteron/render"
	"hysteron/scenes"
)

// Times of the built-in scene sleeve-twist: a sleeve along X around a cylinder, at rest until twistBegin, twisted until
// twistTop and untwisted until twistEnd [s].
const (
	sleeveScene = "sleeve-twist"
	sleeveAxis  = 1.0 // height of the axis [m]
	twistBegin  = 0.5
	twistTop    = 0.75
	twistEnd    = 1.0
)

// sleeveView shows the sleeve from the front, slightly from above.
var sleeveView = view{azimuth: 10, elevation: 12, crop: 0.4, bounds: render.Box{Min: r3.Vec{X: -0.115, Y: 0.93,
	Z: -0.06}, Max: r3.Vec{X: 0.115, Y: 1.06, Z: 0.06}}}

// coarse adds the overrides of quick versions to set, and one for all versions: as in the paper's cylinder runs (§5)
// there is no contact of cloth with cloth.
func (r *journal) coarse(set ...string) []string {
	set = append(set, "contact.self=false")
	if r.opt.Quick {
		set = append(set, "tube.sleeve.edge_length_m=0.01")
	}
	return set
}

// secondOrder selects an integrator without numerical damping of the sleeve's vibrations.
const secondOrder = "solver.integrator=bdf2"

// stretchOnly keeps only the friction along the threads, bendOnly that of bending. The paper has no shear friction.
func stretchOnly(f *cloth.Fabric) {
	for _, c := range []*cloth.Component{&f.Shear, &f.BendWarp, &f.BendWeft} {
		c.Friction = law.Dahl{}
	}
}

func bendOnly(f *cloth.Fabric) {
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear} {
		c.Friction = law.Dahl{}
	}
}

func frictionless(f *cloth.Fabric) { *f = withoutFriction(*f) }

func undamped(f *cloth.Fabric) {
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
		c.Damping = nil
	}
}

// paperDamped gives a fabric the damping of the paper's simulations: "between one tenth and one hundredth of the
// stiffness at unit strain" (§6), here 0.03 s.
func paperDamped(f *cloth.Fabric) {
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
		if c.Spring().K1 > 0 {
			c.Damping = law.Damping{Ratio: 0.03 * (c.Spring().K1 + c.Spring().K2) / c.Spring().K1}
		}
	}
}

// both applies one change after the other.
func both(a, b func(*cloth.Fabric)) func(*cloth.Fabric) {
	return func(f *cloth.Fabric) { a(f); b(f) }
}

// sleeveHeights returns the distances of the vertices from the sleeve's axis [m].
func sleeveHeights(x []r3.Vec) []float64 {
	out := make([]float64, len(x))
	for i, p := range x {
		out[i] = math.Hypot(p.Y-sleeveAxis, p.Z)
	}
	return out
}

// changed measures the change of the folds and the displacement of cloth: root mean square change of the angles over
// edges [rad], and displacement [m].
func changed(setup *scenes.Setup, from, to []r3.Vec) (check.WrinkleFigures, error) {
	m, err := check.NewWrinkleMesh(setup.Model.Tri, from, nil)
	if err != nil {
		return check.WrinkleFigures{}, err
	}
	return m.Compare(to)
}

func inDegrees(rad float64) float64 { return rad * 180 / math.Pi }

func millimetres(m float64) string { return fmt.Sprintf("%.2f mm", 1000*m) }
