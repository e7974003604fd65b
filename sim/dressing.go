// Props of pictures that the simulation does not contain.

package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/render"
	"hysteron/scenes"
)

// poleRadius is the radius of poles in pictures [m].
const poleRadius = 0.012

// Dressing returns the poles of a scene: one at each straight upright edge of a sheet that is pinned for good, down to
// the ground, or without a ground to one edge length below.
func Dressing(setup *scenes.Setup) (list []render.Mesh) {
	for _, part := range setup.Model.Parts {
		var held []r3.Vec
		for _, pin := range setup.Model.Pins {
			v := int(pin.Vertex)
			if v >= part.Vertices.Lo && v < part.Vertices.Hi && pin.Kind == cloth.PinFixed && pin.Velocity == (r3.Vec{}) &&
				pin.Release == 0 && !pin.Soft() {
				held = append(held, pin.Point)
			}
		}
		if len(held) < 3 {
			continue
		}
		b, _ := render.BoundsOf([]render.Mesh{{X: held}})
		if size := r3.Sub(b.Max, b.Min); size.X > 1e-6 || size.Z > 1e-6 {
			continue
		}
		foot := b.Min.Y - (b.Max.Y - b.Min.Y)
		if g := setup.Scene.Ground; g != nil {
			foot = g.Height
		}
		list = append(list, pole(r3.Vec{X: b.Min.X, Y: foot, Z: b.Min.Z}, b.Max.Y+4*poleRadius))
	}
	return list
}

// pole is an upright rod with a ball on top.
func pole(foot r3.Vec, top float64) render.Mesh {
	const around = 24
	m := render.Mesh{Name: "pole", Material: render.Plaster()}
	ring := func(y, r float64) {
		for i := range around {
			s, c := math.Sincos(2 * math.Pi * float64(i) / around)
			m.X = append(m.X, r3.Vec{X: foot.X + r*s, Y: y, Z: foot.Z + r*c})
		}
	}
	const steps = 10
	for i := range steps { // fine at the foot, where shading normals would bend along the rod otherwise
		ring(foot.Y+(top-foot.Y)*float64(i)/(steps-1), poleRadius)
	}
	const ball = 2 * poleRadius
	for i := 1; i < steps; i++ {
		s, c := math.Sincos(math.Pi * (float64(i)/steps - 0.5))
		if c*ball >= poleRadius || s > 0 {
			ring(top+ball*0.8+s*ball, c*ball)
		}
	}
	last := int32(len(m.X))
	m.X = append(m.X, r3.Vec{X: foot.X, Y: top + 1.8*ball, Z: foot.Z})
	for k := int32(0); k+2*around <= last; k += around {
		for i := range int32(around) {
			a, b := k+i, k+(i+1)%around
			m.Tri = append(m.Tri, [3]int32{a, b, b + around}, [3]int32{a, b + around, a + around})
		}
	}
	for i := range int32(around) {
		m.Tri = append(m.Tri, [3]int32{last - around + i, last - around + (i+1)%around, last})
	}
	return m
}
