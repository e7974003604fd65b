package render

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Camera is a pinhole camera.
type Camera struct {
	Eye    r3.Vec  // [m]
	Target r3.Vec  // at the centre of the picture, but for Shift [m]
	Up     r3.Vec  // upward in the picture; zero: +Y, for a vertical view −Z downwards, +Z upwards
	FovY   float64 // full vertical angle of view [rad]

	// Shift is the offset of the target from the centre, to the right and up, in halves of the picture's height.
	Shift [2]float64
}

// DefaultFovY is the angle of view of a portrait lens, about 60 mm on 36 × 24 mm film [rad].
const DefaultFovY = 23 * math.Pi / 180

// FrameBox returns a camera that looks at the box from the front, 25 degrees to its left side and a little from above,
// so that all of it is in a picture of the given aspect (width / height) with a margin.
func FrameBox(b Box, aspect float64) Camera {
	return FrameBoxFrom(b, aspect, 25*math.Pi/180, 7*math.Pi/180)
}

// FrameBoxFrom is FrameBox from another direction: azimuth [rad] turns from the front (+Z) towards +X, elevation [rad]
// goes up.
func FrameBoxFrom(b Box, aspect, azimuth, elevation float64) Camera {
	corners := make([]r3.Vec, 8)
	for k := range corners {
		corners[k] = b.corner(k)
	}
	return Frame(corners, aspect, azimuth, elevation)
}

// margin is the size of a framed picture relative to that of the points.
const margin = 1.06

// Frame returns the camera of a direction, as in FrameBoxFrom, for which the points fill the picture: no other position
// in that direction shows them larger. With right, up and back coordinates x, y, z and the tangent t of half the angle
// of view, an eye at (a, 0, d) sees a point within its left and right border if |x − a| ≤ t (d − z). So a is between
// the largest x + t z less t d and the smallest x − t z plus t d, and the smallest d is where these meet; alike for y.
func Frame(points []r3.Vec, aspect, azimuth, elevation float64) Camera {
	back := r3.Vec{
		X: math.Cos(elevation) * math.Sin(azimuth),
		Y: math.Sin(elevation),
		Z: math.Cos(elevation) * math.Cos(azimuth),
	}
	c := Camera{Eye: back, Up: r3.Vec{Y: 1}, FovY: DefaultFovY}
	right, up, _ := c.axes()
	ty := math.Tan(c.FovY/2) / margin
	near := math.Inf(-1)
	fit := func(axis r3.Vec, t float64) (middle, dist float64) {
		low, high := math.Inf(1), math.Inf(-1)
		for _, p := range points {
			x, z := r3.Dot(p, axis), r3.Dot(p, back)
			low, high, near = math.Min(low, x-t*z), math.Max(high, x+t*z), math.Max(near, z)
		}
		return (low + high) / 2, (high - low) / (2 * t)
	}
	x, dx := fit(right, ty*aspect)
	y, dy := fit(up, ty)
	if math.IsInf(near, 0) {
		x, y, near = 0, 0, 0
	}
	z := math.Max(near+0.1, math.Max(dx, dy))
	c.Eye = r3.Add(r3.Scale(z, back), r3.Add(r3.Scale(x, right), r3.Scale(y, up)))
	c.Target = r3.Add(c.Eye, r3.Scale(near-z, back))
	return c
}

// FrameAround is Frame for a camera that turns about the vertical axis through the middle of the points' box: all of
// them stay in the picture. A point that turns at the distance r from the axis is farthest to the right, and left,
// where an eye at (a, 0, d) sees it under the angle of tangent t, at x = ±r/n and r·t·cos(elevation)/n towards the eye
// with n² = 1 + t²·cos²(elevation); for y, where it is nearest and farthest.
func FrameAround(points []r3.Vec, aspect, azimuth, elevation float64) Camera {
	box, _ := BoundsOf([]Mesh{{X: points}})
	centre := box.centre()
	back := r3.Vec{X: math.Sin(azimuth), Z: math.Cos(azimuth)}
	right := r3.Vec{X: back.Z, Z: -back.X}
	t := math.Tan(DefaultFovY/2) / margin * aspect * math.Cos(elevation)
	n := math.Hypot(1, t)
	round := make([]r3.Vec, 0, 4*len(points))
	for _, p := range points {
		r := math.Hypot(p.X-centre.X, p.Z-centre.Z)
		axis := r3.Vec{X: centre.X, Y: p.Y, Z: centre.Z}
		for _, at := range [4][2]float64{{1 / n, t / n}, {-1 / n, t / n}, {0, 1}, {0, -1}} {
			round = append(round, r3.Add(axis, r3.Add(r3.Scale(r*at[0], right), r3.Scale(r*at[1], back))))
		}
	}
	return Frame(round, aspect, azimuth, elevation)
}

// Turned returns the camera turned about the vertical axis through a point by an angle [rad], from the front (+Z)
// towards +X.
func (c Camera) Turned(about r3.Vec, angle float64) Camera {
	sin, cos := math.Sincos(angle)
	turn := func(q r3.Vec) r3.Vec {
		d := r3.Sub(q, about)
		return r3.Add(about, r3.Vec{X: cos*d.X + sin*d.Z, Y: d.Y, Z: cos*d.Z - sin*d.X})
	}
	c.Eye, c.Target = turn(c.Eye), turn(c.Target)
	return c
}

func (b Box) corner(k int) r3.Vec {
	v := b.Min
	if k&1 != 0 {
		v.X = b.Max.X
	}
	if k&2 != 0 {
		v.Y = b.Max.Y
	}
	if k&4 != 0 {
		v.Z = b.Max.Z
	}
	return v
}

func (b Box) centre() r3.Vec  { return r3.Scale(0.5, r3.Add(b.Min, b.Max)) }
func (b Box) radius() float64 { return 0.5 * r3.Norm(r3.Sub(b.Max, b.Min)) }

func (c Camera) check() error {
	view := r3.Sub(c.Target, c.Eye)
	switch {
	case !cloth.FiniteVec(c.Eye) || !cloth.FiniteVec(c.Target) || !cloth.FiniteVec(c.Up) || !cloth.Finite(c.Shift[:]...):
		return fmt.Errorf("%w: camera %+v is not finite", ErrScene, c)
	case r3.Norm(view) == 0:
		return fmt.Errorf("%w: the camera's Eye and Target are the same point %v", ErrScene, c.Eye)
	case r3.Norm(r3.Cross(view, c.up())) < 1e-9*r3.Norm(view)*r3.Norm(c.up()):
		return fmt.Errorf("%w: the camera looks along its Up vector %v", ErrScene, c.up())
	case !(c.FovY > 0 && c.FovY < math.Pi):
		return fmt.Errorf("%w: camera FovY = %v rad, expected between 0 and π", ErrScene, c.FovY)
	}
	return nil
}

func (c Camera) up() r3.Vec {
	if c.Up != (r3.Vec{}) {
		return c.Up
	}
	view := r3.Sub(c.Target, c.Eye)
	if math.Hypot(view.X, view.Z) < 1e-9*math.Abs(view.Y) {
		return r3.Vec{Z: math.Copysign(1, view.Y)}
	}
	return r3.Vec{Y: 1}
}

// axes returns unit vectors along the picture's right and up and along the view.
func (c Camera) axes() (right, up, forward r3.Vec) {
	forward = r3.Unit(r3.Sub(c.Target, c.Eye))
	right = r3.Unit(r3.Cross(forward, c.up()))
	return right, r3.Cross(right, forward), forward
}

// mat4 is a 4×4 matrix, column by column as in OpenGL.
type mat4 [16]float32

// rows returns a matrix of these rows.
func rows(r [4][4]float64) mat4 {
	var m mat4
	for i := range r {
		for j := range r[i] {
			m[4*j+i] = float32(r[i][j])
		}
	}
	return m
}

// viewProjection returns the map from world positions to clip space, with view depths from near to far [m].
func (c Camera) viewProjection(aspect, near, far float64) mat4 {
	right, up, forward := c.axes()
	ty := math.Tan(c.FovY / 2)
	row := func(v r3.Vec, s float64) [4]float64 {
		return [4]float64{s * v.X, s * v.Y, s * v.Z, -s * r3.Dot(v, c.Eye)}
	}
	z := row(forward, (far+near)/(far-near))
	z[3] -= 2 * far * near / (far - near)
	x, y, depth := row(right, 1/(ty*aspect)), row(up, 1/ty), row(forward, 1)
	for i := range depth {
		x[i] += c.Shift[0] / aspect * depth[i]
		y[i] += c.Shift[1] * depth[i]
	}
	return rows([4][4]float64{x, y, z, depth})
}

// Project returns the position of a point in a picture of w × h pixels, in pixels from the upper left corner, and its
// depth along the view [m]; depths ≤ 0 are behind the camera.
func (c Camera) Project(p r3.Vec, w, h int) (x, y, depth float64) {
	right, up, forward := c.axes()
	d := r3.Sub(p, c.Eye)
	depth = r3.Dot(d, forward)
	half := float64(h) / 2
	s := half / math.Tan(c.FovY/2) / depth
	return float64(w)/2 + half*c.Shift[0] + s*r3.Dot(d, right), half - half*c.Shift[1] - s*r3.Dot(d, up), depth
}
