package clothtest

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Slider is a sheet that lies on the ground y = 0, in a contact layer of 4 mm. With SliderGravity and SliderFriction
// its acceleration is SliderAcceleration along +x.
func Slider() cloth.Part { return moved(Grid(9, 9, .1, .1, Cotton(), true), r3.Vec{Y: .00399}) }

// How Slider slides.
const (
	SliderFriction     = .45
	SliderAcceleration = 4.5 - 9*SliderFriction // [m/s²]
)

// SliderGravity is that of a slope with tan = .5, along which the axes are [m/s²].
var SliderGravity = r3.Vec{X: 4.5, Y: -9}

// Stretched is a sheet 2 m above the ground that is 1.2 times as long as at rest, along both of its directions.
func Stretched() cloth.Part {
	p := Grid(9, 9, .1, .1, Cotton(), true)
	for i, x := range p.X {
		p.X[i] = r3.Add(r3.Scale(1.2, x), r3.Vec{Y: 2})
	}
	return p
}

// Touching are two sheets that lie on each other, 2 m away from Slider and Stretched. The lower one is pinned by its
// corners above the ground, or lies on the ground.
func Touching(pinned bool) []cloth.Part {
	at := r3.Vec{Y: .00399, Z: 2}
	if pinned {
		at.Y = 1
	}
	lower := moved(Grid(9, 9, .1, .1, Cotton(), true), at)
	upper := moved(Grid(7, 7, .08, .08, Cotton(), false), r3.Add(at, r3.Vec{X: .01, Y: .00297, Z: -.01}))
	if pinned {
		for _, v := range []int32{0, 8, 72, 80} {
			lower.Pins = append(lower.Pins, cloth.Pin{Vertex: v, Point: lower.X[v]})
		}
	}
	return []cloth.Part{lower, upper}
}

func moved(p cloth.Part, by r3.Vec) cloth.Part {
	for i, x := range p.X {
		p.X[i] = r3.Add(x, by)
	}
	return p
}
