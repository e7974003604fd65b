package steptest

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/step"
)

// Slide is a scene in which friction holds cloth at first; then it slides.
type Slide struct {
	Name      string
	Parts     []cloth.Part // the first one slides
	Colliders []step.Collider
	Gravity   r3.Vec  // [m/s²]
	H         float64 // step [s]
	Steps     int
	Way       float64 // displacement of the mean of its vertices [m]
	Within    float64 // relative error at the default tolerance
}

// Settings returns the default ones in a vacuum.
func (s *Slide) Settings() step.Settings {
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity = s.Gravity, 0
	return set
}

// Gone returns the displacement of the mean of the vertices of the first part [m].
func (s *Slide) Gone(x []r3.Vec) float64 {
	var sum r3.Vec
	for i, at := range s.Parts[0].X {
		sum = r3.Add(sum, r3.Sub(x[i], at))
	}
	return r3.Norm(sum) / float64(len(s.Parts[0].X))
}

// Friction of the slides, and the normal acceleration on the ground, of normal y [m/s²].
const (
	slideFriction = .45
	slideWeight   = 8
)

// rest is the height above the ground of cloth of .157 kg/m² at rest under slideWeight [m].
const rest = .004 - .157*slideWeight/4e6

// sheet returns a flat sheet of a cloth of 6 N/m at the height y [m].
func sheet(nu, nv int, lu, lv, y float64) cloth.Part {
	f := cloth.Isotropic(.157, 0, 3, 1e-6)
	f.ClothFriction = slideFriction
	p := clothtest.Grid(nu, nv, lu, lv, f, true)
	for i := range p.X {
		p.X[i].Y = y
	}
	return p
}

// strip returns a strip of 40 × 6 cm; its first vertices are held.
func strip(name string, y float64, held int) cloth.Part {
	p := sheet(21, 4, .4, .06, y)
	p.Name = name
	for v := range held {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(v), Point: p.X[v]})
	}
	return p
}

// Slides returns strips that are held at an end, on the ground and on cloth, and stretch down a slope; sheets that
// slide as a whole; and strips over a drum. Displacements of the strips are those of the CPU with tolerance_m = 1e-9,
// 1e-8 on the drum.
func Slides() ([]Slide, error) {
	const radius = .1
	cylinder, err := body.CylinderSolid(radius, .3, .01, .01)
	if err != nil {
		return nil, err
	}
	drum := &clothtest.Sphere{Tri: cylinder.Tri}
	for _, x := range cylinder.X { // the axis is along z
		drum.X = append(drum.X, r3.Vec{X: x.X, Y: -x.Z, Z: x.Y})
	}
	over := strip("strip", 0, 0)
	// From 52° on one side to 169° on the other. Centroids of triangles begin at the rim of the layer, vertices
	// outside.
	centroid := math.Sqrt(5+4*math.Cos(.02/(radius+.004))) / 3 // of its distance from the axis to that of vertices
	for i, x := range over.X {
		sin, cos := math.Sincos(x.X/(radius+.004) - .9)
		over.X[i] = r3.Vec{X: (radius + .004) / centroid * sin, Y: (radius + .004) / centroid * cos, Z: x.Z + .03}
	}
	ground := []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: slideFriction}}
	slope := r3.Vec{X: 6, Y: -slideWeight}
	var all []Slide
	for _, of := range []struct{ h, way, within float64 }{
		{1. / 24, 3.269e-3, .03}, {1. / 60, 4.593e-3, .01}, {1. / 120, 5.084e-3, .01}, {1. / 240, 5.370e-3, .01},
		{1. / 1000, 5.611e-3, .01},
	} {
		held := Slide{Name: "a held strip on a slope", Parts: []cloth.Part{strip("strip", rest, 4)}, Colliders: ground,
			Gravity: slope, H: of.h, Steps: int(math.Round(.1 / of.h)), Way: of.way, Within: of.within}
		onCloth := held
		onCloth.Name, onCloth.Within = "a held strip on cloth", .01
		onCloth.Parts = []cloth.Part{strip("strip", .0068995, 4), strip("table", .0039, 84)}
		sheet := Slide{Name: "a sheet at 1.07 of its friction",
			Parts: []cloth.Part{sheet(9, 9, .2, .2, rest)}, Colliders: ground,
			Gravity: r3.Vec{X: 1.07 * slideFriction * slideWeight, Y: -slideWeight}, H: of.h, Steps: 24, Within: .005}
		point := Point{Limit: slideFriction * slideWeight, Slip: step.DefaultSettings().FrictionSlip}
		for range sheet.Steps {
			point.Step(of.h, sheet.Gravity.X, 0)
		}
		sheet.Way = point.X
		all = append(all, held, onCloth, sheet)
	}
	for _, of := range []struct{ h, way, within float64 }{{1. / 240, 51.64e-3, .03}, {1. / 1000, 51.372e-3, .005}} {
		all = append(all, Slide{Name: "a strip over a drum", Parts: []cloth.Part{over},
			Colliders: []step.Collider{{Surface: drum, Friction: .3}}, Gravity: r3.Vec{Y: -9.81},
			H: of.h, Steps: int(math.Round(.2 / of.h)), Way: of.way, Within: of.within})
	}
	return all, nil
}

// Plate is a box whose upper side, y = 0, is shaken along x by Amplitude·sin(Omega·t).
type Plate struct{ box *body.Solid }

// Motion of a Plate: a centimetre at 4 Hz [m, 1/s].
const (
	Amplitude = .01
	Omega     = 2 * math.Pi * 4
)

// NewPlate returns a plate of 60 × 60 cm.
func NewPlate() (*Plate, error) {
	box, err := body.BoxSolid(r3.Vec{X: .6, Y: .05, Z: .6}, .005, .1)
	return &Plate{box}, err
}

// NumVertices returns the number of vertices of the plate.
func (b *Plate) NumVertices() int { return len(b.box.X) }

// Triangles returns the triangles of the plate.
func (b *Plate) Triangles() [][3]int32 { return b.box.Tri }

// Positions writes the positions at time t [s].
func (b *Plate) Positions(dst []r3.Vec, t float64) {
	for i, x := range b.box.X {
		dst[i] = r3.Add(x, r3.Vec{X: Amplitude * math.Sin(Omega*t), Y: -.025})
	}
}

// Shaken returns a sheet on the plate, with the steps of a Slide but without its Way.
func Shaken(h float64) (Slide, error) {
	plate, err := NewPlate()
	p := sheet(9, 9, .2, .2, rest)
	for i := range p.X {
		p.X[i] = r3.Add(p.X[i], r3.Vec{X: -.1, Z: .1})
	}
	return Slide{Name: "a sheet on a shaken plate", Parts: []cloth.Part{p},
		Colliders: []step.Collider{{Surface: plate, Friction: slideFriction}},
		Gravity:   r3.Vec{Y: -slideWeight}, H: h, Steps: int(math.Round(.3 / h))}, err
}

// ShakenPoint returns the motion of the sheet, if it stays flat.
func ShakenPoint() Point {
	return Point{Limit: slideFriction * slideWeight, Slip: step.DefaultSettings().FrictionSlip}
}

// Ways of a strip in tests of the norm at the end of a Newton step: into contact, then off it and along it [m].
const EndNormPress, EndNormSlip = 1e-4, 5e-4

// HalfDrifts lists drifts of the first two Slides after SlipHalf, computed by the CPU.
var HalfDrifts = []struct {
	Slide        int
	Press, Drift float64 // [m]
}{{0, 0, .2773e-3}, {0, 1e-4, .29227e-3}, {1, 0, .46005e-3}}

// SlipHalf moves the vertices of the half of a strip that is farther from its pins by half a millimetre along it and by
// press [m] downwards, and returns them.
func SlipHalf(strip cloth.Part, x []r3.Vec, press float64) (slipped []int) {
	for i, at := range strip.X {
		if at.X > .21 {
			x[i].X += 5e-4
			x[i].Y -= press
			slipped = append(slipped, i)
		}
	}
	return slipped
}
