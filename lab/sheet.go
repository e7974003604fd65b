package lab

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/scenes"
	"hysteron/step"
)

// Sheet builds a scene of one sheet of the fabric. place returns the start position [m] of the vertex at material
// coordinates u, v, counted from the centre, and whether the vertex is held.
func Sheet(fabric cloth.Fabric, size [2]float64, vertices [2]int, mesh string, place func(u, v float64) (x r3.Vec,
	held bool)) (*scenes.Setup, error) {
	text := fmt.Sprintf("[[sheet]]\nname = \"sheet\"\nsize_m = [%g, %g]\nvertices = [%d, %d]\nmesh = %q\nfabric = "+
		"\"cotton\"\ncolour = \"#c9a66b\"\n",
		size[0], size[1], vertices[0], vertices[1], mesh) // any fabric: it is replaced
	s, err := scenes.Parse("sheet", []byte(text), nil)
	if err != nil {
		return nil, err
	}
	setup, err := s.Build()
	if err != nil {
		return nil, err
	}
	part := &setup.Parts[0]
	part.Fabric = fabric
	part.Fabric.Bending, part.Fabric.BendCoupling = cloth.HingeBending, 0 // the paper's, whose strains are known by hand
	for i, x := range part.X {
		var held bool
		if part.X[i], held = place(x.X, -x.Z); held {
			part.Pins = append(part.Pins, cloth.Pin{Vertex: int32(i), Point: part.X[i]})
		}
	}
	setup.Model, err = cloth.NewModel(setup.Parts)
	return setup, err
}

// Exact returns settings for quasi-static tests without gravity and air: steps converge to round-off.
func Exact() step.Settings {
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity, set.SelfContact = r3.Vec{}, 0, false
	set.Tolerance, set.MaxNewton, set.MaxCG = 1e-10, 1000, 5000
	return set
}
