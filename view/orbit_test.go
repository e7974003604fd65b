package view

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/render"
)

func someOrbit(rnd *rand.Rand) Orbit {
	return Orbit{
		Target: r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}, Distance: .2 + 4*rnd.Float64(),
		Azimuth: 6 * (rnd.Float64() - .5), Elevation: 3 * (rnd.Float64() - .5), FovY: .3 + rnd.Float64(),
		Shift: [2]float64{rnd.NormFloat64() / 3, rnd.NormFloat64() / 3},
	}
}

// TestOrbitRoundTrips: the camera gives the orbit back; a point under a pixel is projected to it; what is panned stays
// under the mouse; what is dragged gets to the mouse at the same depth.
func TestOrbitRoundTrips(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	const w, h = 640, 480
	for range 200 {
		o := someOrbit(rnd)
		b := OrbitOf(o.Camera())
		if math.Abs(b.Azimuth-o.Azimuth) > 1e-9 || math.Abs(b.Elevation-o.Elevation) > 1e-7 ||
			math.Abs(b.Distance-o.Distance) > 1e-9 {
			t.Fatalf("%+v becomes %+v", o, b)
		}
		px, py := w*rnd.Float64(), h*rnd.Float64()
		eye, dir := o.Ray(px, py, w, h)
		p := r3.Add(eye, r3.Scale(.1+3*rnd.Float64(), dir))
		x, y, depth := o.Camera().Project(p, w, h)
		if math.Abs(x-px) > 1e-6 || math.Abs(y-py) > 1e-6 || depth <= 0 {
			t.Fatalf("a point under pixel %g, %g is projected to %g, %g at depth %g", px, py, x, y, depth)
		}
		to := o.Drag(p, px+30, py-20, w, h)
		x, y, now := o.Camera().Project(to, w, h)
		if math.Abs(x-px-30) > 1e-6 || math.Abs(y-py+20) > 1e-6 || math.Abs(now-depth) > 1e-9 {
			t.Fatalf("dragged by 30, −20 pixels it is at %g, %g from where it was, at depth %g for %g", x-px, y-py, now, depth)
		}
		// A point as deep as the target.
		q := o.Drag(o.Target, px, py, w, h)
		o.Pan(17, -9, h)
		if x, y, _ := o.Camera().Project(q, w, h); math.Abs(x-px-17) > 1e-6 || math.Abs(y-py+9) > 1e-6 {
			t.Fatalf("panned by 17, −9 pixels a point moves by %g, %g", x-px, y-py)
		}
	}
}

// TestOrbitViews: front, right and top look along the axes, up is up, also straight down; the camera is one that can be
// drawn.
func TestOrbitViews(t *testing.T) {
	o := Orbit{Distance: 2, FovY: .5}
	for _, c := range []struct {
		side     Side
		opposite bool
		back, up r3.Vec
	}{
		{Front, false, r3.Vec{Z: 1}, r3.Vec{Y: 1}}, {Front, true, r3.Vec{Z: -1}, r3.Vec{Y: 1}}, {Right, false, r3.Vec{X: 1},
			r3.Vec{Y: 1}},
		{Right, true, r3.Vec{X: -1}, r3.Vec{Y: 1}}, {Top, false, r3.Vec{Y: 1}, r3.Vec{Z: -1}}, {Top, true, r3.Vec{Y: -1},
			r3.Vec{Z: 1}},
	} {
		o.Look(c.side, c.opposite)
		cam := o.Camera()
		if d := r3.Norm(r3.Sub(r3.Scale(.5, cam.Eye), c.back)); d > 1e-12 {
			t.Errorf("view %d %v: the eye is at %v", c.side, c.opposite, cam.Eye)
		}
		if r3.Norm(r3.Sub(cam.Up, c.up)) > 1e-12 {
			t.Errorf("view %d %v: up is %v, expected %v", c.side, c.opposite, cam.Up, c.up)
		}
	}
	o.Turn(0, 1e9, 480)
	if o.Elevation != math.Pi/2 {
		t.Errorf("turned over the top: elevation %g", o.Elevation)
	}
	o.Turn(240, 0, 480)
	if math.Abs(math.Abs(math.Remainder(o.Azimuth, 2*math.Pi))-math.Pi/2) > 1e-9 {
		t.Errorf("half the height of the window turns by %g", o.Azimuth)
	}
	for range 1000 {
		o.Zoom(-3)
	}
	if o.Distance != farthest {
		t.Errorf("zoomed out to %g m", o.Distance)
	}
}

// TestFrame: framed points lie in their part of the picture and fill it one way, from the same side.
func TestFrame(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		o, w, h := someOrbit(rnd), 200+400*rnd.Float64(), math.Floor(200+400*rnd.Float64())
		w = math.Floor(w)
		r := Rect{X: w * .6 * rnd.Float64(), Y: h * .6 * rnd.Float64(), W: w * (.1 + .3*rnd.Float64()),
			H: h * (.1 + .3*rnd.Float64())}
		var points []r3.Vec
		for range 30 {
			points = append(points, r3.Vec{X: 5 + rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: .3 * rnd.NormFloat64()})
		}
		side := [2]float64{o.Azimuth, o.Elevation}
		o.Frame(points, w, h, r)
		if side != [2]float64{o.Azimuth, o.Elevation} {
			t.Fatal("framing turns the camera")
		}
		far := 0.0
		for _, p := range points {
			x, y, depth := o.Camera().Project(p, int(w), int(h))
			if depth <= 0 {
				t.Fatal("a framed point is behind the eye")
			}
			far = max(far, math.Abs(2*(x-r.X)/r.W-1), math.Abs(2*(y-r.Y)/r.H-1))
		}
		if far > 1 || far < .6 {
			t.Errorf("framed points reach %.3g of the way to the border", far)
		}
	}
	o := Orbit{Distance: 3, FovY: .4}
	o.Frame(nil, 4, 4, Rect{W: 4, H: 4})
	o.Frame([]r3.Vec{{X: 1}}, 4, 4, Rect{W: 4, H: 4})
	if o.Target.X != 1 || !(o.Distance > 0) {
		t.Errorf("framed one point: %+v", o)
	}
	var _ render.Camera = o.Camera()
}
