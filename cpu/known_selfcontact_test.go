package cpu

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// collision is two small sheets that fly at each other without gravity or air; the upper one is
// tilted and shifted.
func collision(t *testing.T, friction float64) *Sim {
	f := cotton()
	f.ClothFriction, f.Drag, f.DragSkin = friction, 0, 0
	set := step.DefaultSettings()
	set.Gravity, set.Tolerance, set.MaxNewton = r3.Vec{}, 1e-12, 60
	tilt := r3.NewRotation(.2, r3.Unit(r3.Vec{X: 1, Z: .7}))
	s := newCloth(t, []cloth.Part{
		grid(6, 6, .05, .05, f, true),
		place(grid(5, 6, .05, .05, f, false), func(x r3.Vec) r3.Vec {
			return r3.Add(tilt.Rotate(x), r3.Vec{X: .013, Y: .02, Z: .004})
		}),
	}, nil, set)
	for i := s.Model.Parts[1].Vertices.Lo; i < len(s.State.V); i++ {
		s.State.V[i] = r3.Vec{X: .3, Y: -1.5}
	}
	return s
}

// momenta are the linear [N s] and the angular momentum about the origin [N m s].
func momenta(s *Sim) (p, l r3.Vec) {
	for i, v := range s.State.V {
		q := r3.Scale(s.Model.Mass[i], v)
		p, l = r3.Add(p, q), r3.Add(l, r3.Cross(s.State.X[i], q))
	}
	return p, l
}

// TestCollisionConservesMomentum: what one sheet loses the other gains, to 1e-9, and nothing is
// created out of contact: the energy of motion, strain and contact layer never grows.
func TestCollisionConservesMomentum(t *testing.T) {
	s := collision(t, 0)
	p0, _ := momenta(s)
	kinetic := func() (e float64) {
		for i, v := range s.State.V {
			e += s.Model.Mass[i] * r3.Norm2(v) / 2
		}
		return e
	}
	last := kinetic()
	first, contacts := last, 0
	terms := s.Terms
	var inner []Term
	for _, term := range terms {
		switch term.Name() {
		case "membrane", "bending", "self_contact":
			inner = append(inner, term)
		}
	}
	for i := range 60 {
		if _, err := s.Step(1. / 1000); err != nil {
			t.Fatal(err)
		}
		p, _ := momenta(s)
		if d := r3.Norm(r3.Sub(p, p0)); d > 1e-9*r3.Norm(p0) {
			t.Fatalf("step %d: momentum %v, expected %v: relative difference %.3g", i, p, p0, d/r3.Norm(p0))
		}
		s.SetTerms(inner)
		e := kinetic() + s.energyAt(s.State.X)
		s.SetTerms(terms)
		for k := range s.self.active {
			if s.self.active[k].response.Psi > 0 {
				contacts++
			}
		}
		if e > last+1e-9*first {
			t.Errorf("step %d: energy grew from %.9g to %.9g J", i, last, e)
		}
		last = e
	}
	if contacts == 0 {
		t.Error("the sheets never touched: the test would prove nothing")
	}
	if n := intersections(s); n > 0 {
		t.Errorf("%d intersections", n)
	}
	t.Logf("%.0f %% of the energy left", 100*last/first)
}

// stackOnSlope are three sheets that lie on each other on a plane that leans by .95 of their friction, and the plane,
// on which nothing slides.
func stackOnSlope(mu float64) ([]cloth.Part, []step.Collider) {
	lean := math.Atan(.95 * mu)
	down := r3.NewRotation(-lean, r3.Vec{Z: 1})
	f := cotton()
	f.Drag, f.DragSkin, f.ClothFriction = 0, 0, mu
	var parts []cloth.Part
	for k := range 3 {
		parts = append(parts, place(grid(4, 4, .04, .04, f, k%2 == 0), func(x r3.Vec) r3.Vec {
			return down.Rotate(r3.Add(x, r3.Vec{X: .002 * float64(k), Y: .00399 + .00299*float64(k)}))
		}))
	}
	return parts, []step.Collider{{Normal: down.Rotate(r3.Vec{Y: 1}), Friction: 1}}
}

// TestBalancedStackRests: in a second such a stack goes no farther than 1e-7 m: friction between sheets acts on middle
// surfaces, which are a thickness apart, and that torque is part of what is balanced. Without it pieces are led away in
// each step, by more than a tolerance, and what slides downhill of that is kept.
func TestBalancedStackRests(t *testing.T) {
	parts, plane := stackOnSlope(.4)
	set := step.DefaultSettings()
	set.MaxNewton, set.Tolerance = 200, 1e-8
	s := newCloth(t, parts, plane, set)
	clean(t, s, 1./60, 120)
	start := slices.Clone(s.State.X)
	for range 60 {
		if rep, err := s.Step(1. / 60); err != nil {
			t.Fatal(rep.Rounds, err)
		}
	}
	for i, x := range s.State.X {
		if way := r3.Norm(r3.Sub(x, start[i])); way > 1e-7 {
			t.Errorf("vertex %d went %.2g m", i, way)
		}
	}
}

// TestStackRests: three sheets on each other stay where they are, on level ground and on a slope: what moves in two
// seconds is the elastic slip ℓ of each at most.
func TestStackRests(t *testing.T) {
	for _, slope := range []float64{0, .15} { // tan .15 = .151, μ = .3 and .4
		down := r3.NewRotation(-slope, r3.Vec{Z: 1})
		f := cotton()
		var parts []cloth.Part
		for k := range 3 {
			parts = append(parts, place(grid(6, 6, .08, .08, f, k%2 == 0), func(x r3.Vec) r3.Vec {
				return down.Rotate(r3.Add(x, r3.Vec{X: .003 * float64(k), Y: .0035 + .0028*float64(k)}))
			}))
		}
		set := step.DefaultSettings()
		s := newCloth(t, parts, []step.Collider{{Normal: down.Rotate(r3.Vec{Y: 1}), Friction: -1}}, set)
		clean(t, s, 1./60, 30)
		start := append([]r3.Vec(nil), s.State.X...)
		const steps = 120
		clean(t, s, 1./60, steps)
		for k := range 3 {
			part := s.Model.Parts[k].Vertices
			for i := part.Lo; i < part.Hi; i++ {
				moved := r3.Dot(down.Rotate(r3.Vec{X: 1}), r3.Sub(s.State.X[i], start[i]))
				if math.Abs(moved) > float64(k+1)*set.FrictionSlip {
					t.Errorf("slope %g: vertex %d of sheet %d moved by %.3g m in 2 s: expected %.3g m at most", slope, i-part.Lo, k,
						moved, float64(k+1)*set.FrictionSlip)
				}
			}
			t.Logf("slope %g: sheet %d: first vertex %.3g m", slope, k, r3.Dot(down.Rotate(r3.Vec{X: 1}),
				r3.Sub(s.State.X[part.Lo], start[part.Lo])))
		}
	}
}

// TestSheetSlidesOnSheet: a sheet on a pinned one that is tilted sticks up to tan α = μ and
// slides with g(sin α − μ cos α) above.
func TestSheetSlidesOnSheet(t *testing.T) {
	for _, c := range []struct{ mu, factor float64 }{{.3, .9}, {.3, 1.3}} {
		alpha := math.Atan(c.factor * c.mu)
		down := r3.NewRotation(-alpha, r3.Vec{Z: 1})
		f := cotton()
		f.ClothFriction, f.Drag, f.DragSkin = c.mu, 0, 0
		lower := place(grid(9, 4, .16, .06, f, true), down.Rotate)
		for i, x := range lower.X {
			lower.Pins = append(lower.Pins, cloth.Pin{Vertex: int32(i), Point: x})
		}
		upper := place(grid(5, 3, .05, .03, f, true), func(x r3.Vec) r3.Vec {
			return down.Rotate(r3.Add(x, r3.Vec{X: .02, Y: .0029, Z: -.015}))
		})
		set := step.DefaultSettings()
		set.Tolerance = 1e-8
		s := newCloth(t, []cloth.Part{lower, upper}, nil, set)
		along := down.Rotate(r3.Vec{X: 1})
		place := func() (m, v float64) {
			for i := s.Model.Parts[1].Vertices.Lo; i < len(s.State.X); i++ {
				m += s.Model.Mass[i]
				v += s.Model.Mass[i] * r3.Dot(along, s.State.V[i])
			}
			return m, v / m
		}
		clean(t, s, 1./240, 24) // the sheet comes to rest on the layer
		_, v0 := place()
		clean(t, s, 1./240, 24)
		_, v1 := place()
		want := max(0, 9.81*(math.Sin(alpha)-c.mu*math.Cos(alpha)))
		if got := (v1 - v0) / .1; math.Abs(got-want) > .02*9.81*math.Sin(alpha) {
			t.Errorf("tan α = %g μ: acceleration %.4g m/s², expected %.4g", c.factor, got, want)
		}
	}
}
