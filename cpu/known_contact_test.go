package cpu

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/bvh"
	"hysteron/step"
	"hysteron/step/steptest"
)

// onIncline lays a small sheet on a plane of slope α, down towards +x, and lets it settle into
// the contact layer under the normal part of its weight.
func onIncline(t *testing.T, alpha, mu float64) *Sim {
	t.Helper()
	f := cotton()
	f.Drag, f.DragSkin = 0, 0
	n := r3.Vec{X: math.Sin(alpha), Y: math.Cos(alpha)}
	p := grid(5, 5, .04, .04, f, true)
	for i, x := range p.X {
		p.X[i] = r3.Add(r3.Vec{X: x.X * math.Cos(alpha), Y: -x.X * math.Sin(alpha), Z: x.Z}, r3.Scale(.0038, n))
	}
	set := step.DefaultSettings()
	set.Tolerance = 1e-9
	set.Gravity = r3.Scale(-9.81*math.Cos(alpha), n)
	s := newSim(t, p, []step.Collider{{Normal: n, Friction: mu}}, set)
	settle(t, s, 1./240, 1e-9, 300)
	s.Settings.Gravity = r3.Vec{Y: -9.81}
	return s
}

// downhill is the mean velocity along the slope.
func downhill(s *Sim, alpha float64) (v float64) {
	for i, w := range s.State.V {
		v += s.Model.Mass[i] / s.Model.TotalMass() * (w.X*math.Cos(alpha) - w.Y*math.Sin(alpha))
	}
	return v
}

// TestInclineSticks: at tan α = .98 μ the sheet stays where it is for a minute, to 1e-5 m: it goes elastically by .98
// of the slip ℓ, and no further.
func TestInclineSticks(t *testing.T) {
	const mu = .3
	alpha := math.Atan(.98 * mu)
	s := onIncline(t, alpha, mu)
	start := append([]r3.Vec(nil), s.State.X...)
	take(t, s, 60, 1./240)
	soon := append([]r3.Vec(nil), s.State.X...)
	take(t, s, 60*60, 1./60)
	for i, x := range s.State.X {
		if all, late := r3.Norm(r3.Sub(x, start[i])), r3.Norm(r3.Sub(x, soon[i])); all > 1e-5 || late > 1e-7 {
			t.Fatalf("vertex %d moved by %.3g m in a minute, %.3g m of it after the first quarter of a second", i, all, late)
		}
	}
	t.Logf("vertex 0 moved by %.4g m, %.3g m of it after the first quarter of a second",
		r3.Norm(r3.Sub(s.State.X[0], start[0])), r3.Norm(r3.Sub(s.State.X[0], soon[0])))
}

// TestInclineSlips: above μ the sheet accelerates by g(sin α − μ cos α) within 1 %, just above
// (tan α = 1.02 μ) and well above.
func TestInclineSlips(t *testing.T) {
	const mu = .3
	for _, ratio := range []float64{1.02, 1.5} {
		alpha := math.Atan(ratio * mu)
		s := onIncline(t, alpha, mu)
		want := 9.81 * (math.Sin(alpha) - mu*math.Cos(alpha))
		take(t, s, 60, 1./240) // beyond the elastic slip
		v1 := downhill(s, alpha)
		take(t, s, 120, 1./240)
		v2 := downhill(s, alpha)
		got := (v2 - v1) / .5
		t.Logf("tan α = %.2f μ: acceleration %.6f m/s², expected %.6f", ratio, got, want)
		if math.Abs(got/want-1) > .01 {
			t.Errorf("tan α = %.2f μ: acceleration %.6f m/s², expected %.6f", ratio, got, want)
		}
	}
}

// windingNumber of a closed surface around p (van Oosterom & Strackee 1983): 1 inside, 0 outside.
func windingNumber(tri [][3]int32, x []r3.Vec, p r3.Vec) float64 {
	var sum float64
	for _, t := range tri {
		a, b, c := r3.Sub(x[t[0]], p), r3.Sub(x[t[1]], p), r3.Sub(x[t[2]], p)
		la, lb, lc := r3.Norm(a), r3.Norm(b), r3.Norm(c)
		sum += math.Atan2(r3.Dot(a, r3.Cross(b, c)), la*lb*lc+r3.Dot(a, b)*lc+r3.Dot(b, c)*la+r3.Dot(c, a)*lb)
	}
	return sum / (2 * math.Pi)
}

// TestSphereThroughSheet: a sphere driven into a sheet, from below, from the side and downwards
// away from it, at up to 3 m/s in steps of 1/240 s (three thicknesses a step), never has a
// vertex inside after a step: by the signed distance and, independently, by the winding number.
func TestSphereThroughSheet(t *testing.T) {
	for _, c := range []struct {
		vel    r3.Vec
		centre r3.Vec
		pinned bool
	}{
		{r3.Vec{Y: .5}, r3.Vec{X: .1, Y: -.065, Z: -.1}, false},
		{r3.Vec{Y: 3}, r3.Vec{X: .1, Y: -.12, Z: -.1}, false},
		{r3.Vec{Y: 3}, r3.Vec{X: .1, Y: -.12, Z: -.1}, true},
		{r3.Vec{X: 3}, r3.Vec{X: -.07, Y: -.02, Z: -.1}, false},
		{r3.Vec{X: -2, Y: 2, Z: 1}, r3.Vec{X: .2, Y: -.13, Z: -.14}, false},
	} {
		t.Run(fmt.Sprintf("%v/%v", c.vel, c.pinned), func(t *testing.T) {
			p := grid(21, 21, .2, .2, cotton(), true)
			if c.pinned {
				p.Pins = pinsAt(p.X, 0, 20)
			}
			sphere := newTestSphere(.05, c.centre, c.vel)
			s := newSim(t, p, []step.Collider{{Surface: sphere, Friction: -1}}, step.DefaultSettings())
			y := make([]r3.Vec, sphere.NumVertices())
			sphere.Positions(y, 0)
			tree, err := bvh.New(sphere.Triangles(), y)
			if err != nil {
				t.Fatal(err)
			}
			touched, least := 0, math.Inf(1)
			var sum step.Report
			for n := range 36 {
				rep := take(t, s, 1, 1./240)
				sum.Newton, sum.Projected, sum.Halvings = sum.Newton+rep.Newton, sum.Projected+rep.Projected,
					sum.Halvings+rep.Halvings
				sphere.Positions(y, s.State.Time)
				tree.Refit(nil, y)
				for i, x := range s.State.X {
					d := tree.Closest(x, -1).Dist
					least = min(least, d)
					if d < s.Settings.Thickness {
						touched++
					}
					if d <= 0 || d < .01 && windingNumber(sphere.Tri, y, x) > .5 {
						t.Fatalf("step %d: vertex %d is inside, signed distance %.3g m, winding number %.3f", n, i, d,
							windingNumber(sphere.Tri, y, x))
					}
				}
			}
			if touched == 0 {
				t.Fatal("nothing came into contact: the test would prove nothing")
			}
			t.Logf("least distance %.3g mm, %d Newton iterations, %d points pushed out, %d halvings", 1e3*least, sum.Newton,
				sum.Projected, sum.Halvings)
		})
	}
}

// TestHardened: a sheet on a box in a layer so soft that its own force, 5kδ at most, does not bear it comes to rest
// where that and what hardens it, as if the box were sharp all over, do: K·(p·(1 + 4p/δ) + 64·δ·(1 − 4d/δ)²) = ρg, at d
// = 0.15 δ.
func TestHardened(t *testing.T) {
	const d, half = .15, .05
	f := cotton()
	f.Drag, f.DragSkin = 0, 0
	p := grid(5, 5, .04, .04, f, true)
	set := step.DefaultSettings()
	delta, q := set.Thickness, 1-d
	for i, x := range p.X {
		p.X[i] = r3.Vec{X: x.X - .02, Y: half + .3*delta, Z: x.Z + .02}
	}
	set.Tolerance, set.Acceleration = 1e-9, 1e-4
	weight := f.Density * 9.81
	set.ContactStiffness = weight / (delta * (q*(1+4*q) + 64*(1-4*d)*(1-4*d)))
	s := newSim(t, p, []step.Collider{{Surface: sharpBox(t, 2*half, .002)}}, set)
	o := s.obstacles[0]
	n := len(o.Surface.Triangles())
	// sharp everywhere, and no triangle so coarse
	o.edgeLimit, o.sharp, o.leastEdgeLimit = make([]float64, n), slices.Repeat([]bool{true}, n), math.Inf(1)
	take(t, s, 480, 1./240)
	if bears := 5 * set.ContactStiffness * delta; bears > weight/2 {
		t.Fatalf("the layer bears %g Pa of %g without: the test proves nothing", bears, weight)
	}
	for i, x := range s.State.X {
		if math.Abs((x.Y-half)/(d*delta)-1) > 1e-3 {
			t.Fatalf("vertex %d comes to rest at %g m, expected %g", i, x.Y-half, d*delta)
		}
	}
}

// What hardens a layer is the derivative of its potential, and its slope that of it, inside and outside of the surface,
// with no jump where it begins.
func TestHardenedIsADerivative(t *testing.T) {
	const k, delta, h = 3., .004, 1e-8
	for _, d := range []float64{.0012, .0009, .0005, 1e-4, -.001, -.02} {
		p0, f0, _ := step.HardenedBy(k, d-h, delta)
		p1, f1, _ := step.HardenedBy(k, d+h, delta)
		_, f, slope := step.HardenedBy(k, d, delta)
		if g := (p0 - p1) / (2 * h); math.Abs(g-f) > 1e-6*math.Max(f, 1e-9) {
			t.Errorf("at %g m: force %g, by differences %g", d, f, g)
		}
		if g := (f0 - f1) / (2 * h); math.Abs(g-slope) > 1e-6*math.Max(slope, 1e-9) {
			t.Errorf("at %g m: slope %g, by differences %g", d, slope, g)
		}
	}
}

// TestNoRoomIsFound: where a sheet of three layers lies between two walls that are 2 mm apart, or overlap, that is told
// of the walls that are named, with what lies there; where it has one wall, or two that do not face each other, there
// is room.
func TestNoRoomIsFound(t *testing.T) {
	set := step.DefaultSettings()
	for _, c := range []struct {
		room   float64
		normal r3.Vec
		found  bool
	}{{.002, r3.Vec{Y: -1}, true}, {-.003, r3.Vec{Y: -1}, true}, {.002, r3.Vec{X: 1}, false}} {
		layer := func(y float64) cloth.Part {
			return place(grid(9, 9, .2, .2, cotton(), true), func(x r3.Vec) r3.Vec {
				return r3.Vec{X: x.X - .1, Y: y, Z: x.Z + .1}
			})
		}
		walls := []step.Collider{{Name: "floor", Normal: r3.Vec{Y: 1}}, {Name: "press", Normal: c.normal,
			Point: r3.Vec{X: -.2, Y: c.room}}}
		s := newCloth(t, []cloth.Part{layer(.0005), layer(.001), layer(.0015)}, walls, set)
		copy(s.x, s.State.X)
		for _, o := range s.obstacles {
			o.detect(&s.now, true)
		}
		switch got := (operations{s}).Cramped(); {
		case !c.found && !math.IsInf(got.Room, 1):
			t.Errorf("%+v: %+v", c, got)
		case c.found && (got.A != "floor" || got.B != "press" || math.Abs(got.Room-c.room) > 1e-12 || got.Layers != 3 ||
			got.Thick != 3*set.SelfThickness):
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// TestNoRoomInOneBody: so it is where the walls are two parts of one body, as soon as a vertex has had both near, and
// with one layer as well, which is no more than told.
func TestNoRoomInOneBody(t *testing.T) {
	const room = .002
	arms, err := steptest.Arms(room)
	if err != nil {
		t.Fatal(err)
	}
	for layers := 1; layers <= 3; layers++ {
		var parts []cloth.Part
		for k := range layers {
			parts = append(parts, place(grid(9, 9, .2, .2, cotton(), true), func(x r3.Vec) r3.Vec {
				return r3.Vec{X: x.X - .1, Y: .0002 * float64(k+1), Z: x.Z + .1}
			}))
		}
		s := newCloth(t, parts, []step.Collider{{Name: "figure", Surface: still{arms}}}, step.DefaultSettings())
		copy(s.x, s.State.X)
		o := s.obstacles[0]
		o.detect(&s.now, true)
		if got := (operations{s}).Cramped(); !math.IsInf(got.Room, 1) {
			t.Errorf("%d layers, near one wall: %+v", layers, got)
		}
		for i := range s.x {
			s.x[i].Y += .001
		}
		o.detect(&s.now, false)
		if got := (operations{s}).Cramped(); !got.Own || got.A != "figure" || math.Abs(got.Room-room) > 1e-9 ||
			got.Layers != layers || got.Crushes() != (layers > 1) {
			t.Errorf("%d layers: %+v, crushes %t", layers, got, got.Crushes())
		} else if text := got.Error(); !strings.Contains(text, "figure leaves cloth between two of its own parts no room: "+
			"near") {
			t.Error(text)
		}
	}
}

// TestSlidesFromRest: a sheet in the layer of a plane begins to slide when gravity exceeds friction, with Coulomb's
// acceleration a = g sin α − μ g cos α, whatever the step and the edges. Newton's method alone ends earlier: static
// friction makes its steps shorter than the tolerance.
func TestSlidesFromRest(t *testing.T) {
	const lean, time = 6., .5
	for _, c := range []struct{ mu, h, edge float64 }{{0, 1. / 240, .05}, {.2, 1. / 240, .05}, {.5, 1. / 240, .05},
		{.5, 1. / 240, .1}, {.5, 1. / 60, .05}, {.5, 1. / 1000, .05}, {.6, 1. / 240, .05}} {
		f := cotton()
		f.Drag, f.DragSkin = 0, 0
		set := step.DefaultSettings()
		set.Gravity = r3.Vec{X: -lean, Y: -9.81}
		n := int(math.Round(.3/c.edge)) + 1
		p := grid(n, n, .3, .3, f, true)
		for i := range p.X {
			p.X[i].Y = set.Thickness - 3.5e-7
		}
		s := newSim(t, p, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: c.mu}}, set)
		for range int(math.Round(time / c.h)) {
			if _, err := s.Step(c.h); err != nil {
				t.Fatal(err)
			}
		}
		var v, mass float64
		for i, u := range s.State.V {
			v, mass = v+s.Model.Mass[i]*u.X, mass+s.Model.Mass[i]
		}
		want := -time * (lean - c.mu*9.81)
		if v /= mass; math.Abs(v-want) > .01*lean*time {
			t.Errorf("%+v: %g m/s after %g s, expected %g", c, v, time, want)
		}
	}
}

// TestFallsAndSlides: a coarse sheet that falls on the ground while it moves along it loses, in each step, μ times the
// momentum that the ground gives it upwards, to 1 % and the tolerance: also in steps in which it comes on by more than
// it sees, and where normal forces change until their end. The steps in which it arrives take 48 Newton iterations in
// all; from a first guess inside the ground, 119.
func TestFallsAndSlides(t *testing.T) {
	arrive := 0
	for _, c := range []struct{ h, tilt, fall float64 }{
		{1. / 30, 0, .5}, {1. / 30, .05, 3}, {1. / 60, 0, .5}, {1. / 60, .05, 3}, {1. / 60, .3, 3}, {1. / 240, 0, 3},
		{1. / 240, .05, 3}, {1. / 240, .3, .5},
	} {
		const mu = .3
		f := cotton()
		f.Drag, f.DragSkin = 0, 0
		p := grid(3, 6, .2, .5, f, true) // 20 triangles
		for i, x := range p.X {
			p.X[i].Y = .006 + c.tilt*(x.X+.03*x.Z)
		}
		set := step.DefaultSettings()
		s := newSim(t, p, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: mu}}, set)
		for i := range s.State.V {
			s.State.V[i] = r3.Vec{X: 4, Y: -c.fall}
		}
		slack := math.Min(set.Tolerance/c.h, set.Acceleration*c.h)
		for k := range int(math.Round(.2 / c.h)) {
			before, _ := momentum(s)
			rep, err := s.Step(c.h)
			if err != nil {
				t.Fatal(err)
			}
			if k == 0 {
				arrive += rep.Newton
			}
			after, _ := momentum(s)
			by := r3.Scale(1/s.Model.TotalMass(), r3.Sub(after, before))
			if got, want := -by.X, mu*(by.Y+9.81*c.h); math.Abs(got-want) > .01*want+slack {
				t.Errorf("%+v: step %d, %v after %d iterations: slower by %.4g m/s, expected %.4g", c, k, rep.Outcome, rep.Newton,
					got, want)
			}
		}
	}
	if arrive > 70 {
		t.Errorf("%d iterations as the sheets arrive: expected at most 70", arrive)
	}
}
