package verify

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/tetra"
)

func solidProblems() []Problem {
	return []Problem{{
		Name: "solid-cantilever", Topic: "Solids", Run: solidCantilever,
		What: "A beam of sponge with a square section, held at one end, bends under a small weight: its stiffness over " +
			"that of theory, with 1, 2 and 4 cubes across.",
		Source: "ρgAL⁴/8EI + ρgL²/(2·⅚G) for Poisson's ratio 0 (Timoshenko); second order in the edge",
	}}
}

func solidCantilever(e *Env) error {
	const a, length, g, young, density = .02, .2, .5, 2e4, 30.
	want := density*g*(12*length*length*length*length/(8*young*a*a)) + density*g*length*length/(2*5./6*young/2)
	for _, name := range law.SolidNames() {
		l, err := law.SolidNamed(name, young, 0)
		if err != nil {
			return err
		}
		var sizes, off []float64
		for _, n := range []int{1, 2, 4} {
			tip, err := beamTip(e, l, r3.Vec{X: length, Y: a, Z: a}, n, g, density)
			if err != nil {
				return fmt.Errorf("%s, %d across: %w", name, n, err)
			}
			sizes, off = append(sizes, a/float64(n)), append(off, want/tip-1)
		}
		e.Order(name, "error of the stiffness", sizes, off, 2, .2, 0)
		limit := off[2] - (off[1]-off[2])/3 // of second order
		e.Check(name, "stiffness in the limit", "1", 1, 1+limit, .01)
	}
	return nil
}

// beamTip returns the deflection of the free end of a beam whose other end is held.
func beamTip(e *Env, l law.Solid, size r3.Vec, n int, g, density float64) (float64, error) {
	m := tetra.BoxOf(size, [3]int{10 * n, n, n})
	p, err := cloth.SolidPart("beam", m.X, m.Tets, m.Surface(), cloth.SolidMaterial{Density: density, Law: l})
	if err != nil {
		return 0, err
	}
	for i, x := range p.X {
		if x.X < -size.X/2+1e-9 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: x})
		}
	}
	set := Settings()
	set.Gravity, set.AirDensity, set.SelfContact = r3.Vec{Y: -g}, 0, false
	set.Tolerance = 1e-8 // the tip comes down by 4 mm
	r, err := e.Sim(p, nil, set)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	if err := r.Steps(4, 10); err != nil { // so long that each step ends at rest
		return 0, err
	}
	x := make([]r3.Vec, len(p.X))
	err = r.Positions(x)
	tip, count := 0., 0.
	for i, at := range x {
		if p.X[i].X > size.X/2-1e-9 {
			tip, count = tip+p.X[i].Y-at.Y, count+1
		}
	}
	return tip / count, err
}
