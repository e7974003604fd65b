package view

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/render"
)

// Orbit is a camera that orbits a target.
type Orbit struct {
	Target    r3.Vec  // [m]
	Distance  float64 // of the eye from the target [m]
	Azimuth   float64 // of the eye, from the front (+Z) towards +X [rad]
	Elevation float64 // upwards, −π/2 to π/2 [rad]
	FovY      float64 // full vertical angle of view [rad]

	Shift [2]float64 // of the target in the picture, right and up of the middle, in halves of the picture's height
}

// Limits of zooming [m].
const (
	nearest  = 0.01
	farthest = 1000
)

// OrbitOf returns the orbit of a camera around the point at the depth of what it looks at.
func OrbitOf(c render.Camera) Orbit {
	d := r3.Sub(c.Eye, c.Target)
	l := r3.Norm(d)
	return Orbit{Target: c.Target, Distance: l, Azimuth: math.Atan2(d.X, d.Z), Elevation: math.Asin(clamp(d.Y/l, -1, 1)),
		FovY: c.FovY, Shift: c.Shift}
}

// axes returns unit vectors right, up and back. They are also defined for a view straight down.
func (o *Orbit) axes() (right, up, back r3.Vec) {
	sa, ca := math.Sincos(o.Azimuth)
	se, ce := math.Sincos(o.Elevation)
	return r3.Vec{X: ca, Z: -sa}, r3.Vec{X: -se * sa, Y: ce, Z: -se * ca}, r3.Vec{X: ce * sa, Y: se, Z: ce * ca}
}

// Camera returns the present view.
func (o *Orbit) Camera() render.Camera {
	_, up, back := o.axes()
	return render.Camera{Eye: r3.Add(o.Target, r3.Scale(o.Distance, back)), Target: o.Target, Up: up, FovY: o.FovY,
		Shift: o.Shift}
}

// Turn orbits by a motion of the mouse by dx, dy pixels, right and down: half a turn over the height h of the window.
func (o *Orbit) Turn(dx, dy, h float64) {
	o.Azimuth = math.Remainder(o.Azimuth-math.Pi*dx/h, 2*math.Pi)
	o.Elevation = clamp(o.Elevation+math.Pi*dy/h, -math.Pi/2, math.Pi/2)
}

// Pan moves the target in the plane of the picture, so that points at its depth follow the mouse.
func (o *Orbit) Pan(dx, dy, h float64) {
	right, up, _ := o.axes()
	metres := 2 * o.Distance * math.Tan(o.FovY/2) / h // per pixel
	o.Target = r3.Add(o.Target, r3.Sub(r3.Scale(dy*metres, up), r3.Scale(dx*metres, right)))
}

// Zoom zooms in by clicks of the wheel, each 12 %.
func (o *Orbit) Zoom(clicks float64) {
	o.Distance = clamp(o.Distance*math.Exp(-0.12*clicks), nearest, farthest)
}

// Frame moves so that points fill a part of a picture of a height [pixel], without turning.
func (o *Orbit) Frame(points []r3.Vec, w, h float64, in Rect) {
	if len(points) == 0 {
		return
	}
	right, up, back := o.axes()
	const margin = 1.12
	o.Shift = [2]float64{(2*in.X + in.W - w) / h, (h - 2*in.Y - in.H) / h}
	t := math.Tan(o.FovY/2) / margin / h // size of a pixel per distance from the target
	near, dist := math.Inf(-1), 0.0
	middle := r3.Vec{}
	for _, axis := range []struct {
		to r3.Vec
		t  float64
	}{{right, t * in.W}, {up, t * in.H}} {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, p := range points { // see render.Frame
			x, z := r3.Dot(p, axis.to), r3.Dot(p, back)
			lo, hi, near = math.Min(lo, x-axis.t*z), math.Max(hi, x+axis.t*z), math.Max(near, z)
		}
		middle = r3.Add(middle, r3.Scale((lo+hi)/2, axis.to))
		dist = math.Max(dist, (hi-lo)/(2*axis.t))
	}
	// The target is at the mean depth of the points, so that they stay in view when the camera turns.
	far := near
	for _, p := range points {
		far = math.Min(far, r3.Dot(p, back))
	}
	deep := (near + far) / 2
	o.Target = r3.Add(middle, r3.Scale(deep, back))
	o.Distance = clamp(math.Max(dist, near+0.02)-deep, nearest, farthest)
}

// Side is a view along an axis.
type Side int

// The sides.
const (
	Front Side = iota
	Right
	Top
)

// Look turns to a side, or to the one opposite.
func (o *Orbit) Look(s Side, opposite bool) {
	o.Azimuth, o.Elevation = 0, 0
	switch s {
	case Right:
		o.Azimuth = math.Pi / 2
	case Top:
		o.Elevation = math.Pi / 2
	}
	if opposite && s == Top {
		o.Elevation = -o.Elevation
	} else if opposite {
		o.Azimuth = math.Remainder(o.Azimuth+math.Pi, 2*math.Pi)
	}
}

// Ray returns the ray through the point x, y of a picture of w × h pixels, from its upper left corner: the eye and a
// unit vector.
func (o *Orbit) Ray(x, y, w, h float64) (eye, dir r3.Vec) {
	right, up, back := o.axes()
	t := 2 * math.Tan(o.FovY/2) / h
	dir = r3.Sub(r3.Add(r3.Scale((x-(w+h*o.Shift[0])/2)*t, right), r3.Scale((h*(1-o.Shift[1])/2-y)*t, up)), back)
	return r3.Add(o.Target, r3.Scale(o.Distance, back)), r3.Unit(dir)
}

// Drag returns where a point is moved to when it is dragged to x, y of the picture, at its depth.
func (o *Orbit) Drag(p r3.Vec, x, y, w, h float64) r3.Vec {
	_, _, back := o.axes()
	eye, dir := o.Ray(x, y, w, h)
	depth := r3.Dot(r3.Sub(eye, p), back)
	return r3.Add(eye, r3.Scale(-depth/r3.Dot(dir, back), dir))
}

func clamp(v, lo, hi float64) float64 { return math.Min(math.Max(v, lo), hi) }
