package cpu

import (
	"math"
	"math/cmplx"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestFreeFall: backward Euler falls g·h²·n(n+1)/2 in n steps, all vertices alike.
func TestFreeFall(t *testing.T) {
	for _, h := range []float64{1. / 30, 1. / 240} {
		f := cotton()
		f.Drag, f.DragSkin = 0, 0
		set := step.DefaultSettings()
		set.Tolerance = 1e-13
		s := newSim(t, grid(6, 5, .1, .08, f, true), nil, set)
		for n := 1; n <= 60; n++ {
			take(t, s, 1, h)
			want := -9.81 * h * h * float64(n*(n+1)) / 2
			for i, x := range s.State.X {
				d := r3.Sub(x, s.Model.X0[i])
				if math.Abs(d.Y-want) > 1e-9*math.Abs(want) || math.Hypot(d.X, d.Z) > 1e-9*math.Abs(want) {
					t.Fatalf("h = %g, n = %d, vertex %d: moved by %.12v, expected %.12g down", h, n, i, d, want)
				}
			}
		}
	}
}

// springs pull points linearly to where they started: on every vertex in proportion to its
// mass, or through the centroids of the triangles, which couples neighbours. For tests.
type springs struct {
	w        *World
	omega    float64
	centroid bool
}

func (*springs) Name() string     { return "springs" }
func (c *springs) Begin(w *World) { c.w = w }
func (c *springs) Vertices(i int, x []r3.Vec, r []PointResponse) {
	if c.centroid {
		return
	}
	for k := range x {
		c.pull(c.w.Model.Mass[i+k], r3.Sub(x[k], c.w.Model.X0[i+k]), &r[k])
	}
}
func (c *springs) Faces(t int, x []r3.Vec, r []PointResponse) {
	if !c.centroid {
		return
	}
	for k := range x {
		rest := &c.w.Model.Rest[t+k]
		m := rest.Area * c.w.Model.Parts[rest.Part].Fabric.Density
		c.pull(m, r3.Sub(x[k], mean3(c.w.Model.X0, c.w.Model.Tri[t+k])), &r[k])
	}
}
func (c *springs) pull(m float64, d r3.Vec, r *PointResponse) {
	k := m * c.omega * c.omega
	r.Psi += k / 2 * r3.Norm2(d)
	r.G = r3.Add(r.G, r3.Scale(k, d))
	r.H.AddIdentity(k)
}

var (
	_ VertexTerm = (*springs)(nil)
	_ FaceTerm   = (*springs)(nil)
)

// TestOscillator: an exactly linear system. A sheet swinging as a whole on springs follows
// backward Euler's own xₙ = Re(1 + iωh)^{−n}·x₀ (started with the velocity that goes with it) to
// 1e-9, with springs on vertices (diagonal blocks) and on centroids (all blocks of a triangle).
func TestOscillator(t *testing.T) {
	const omega, h = 20, 1. / 100
	for _, centroid := range []bool{false, true} {
		set := step.DefaultSettings()
		set.Tolerance, set.Gravity = 1e-13, r3.Vec{}
		f := cotton()
		f.Drag, f.DragSkin = 0, 0
		s := newSim(t, grid(6, 5, .1, .08, f, true), nil, set)
		terms := append([]Term{&springs{omega: omega, centroid: centroid}}, NewTerms()...)
		s.SetTerms(terms)
		amplitude := r3.Vec{X: .02, Y: -.05, Z: .03}
		// x_n = Re(z^n) with z = 1/(1+iωh): the velocity before the first step is (x_0 − x_{−1})/h.
		z := 1 / complex(1, omega*h)
		v0 := (1 - real(1/z)) / h
		for i := range s.State.X {
			s.State.X[i] = r3.Add(s.State.X[i], amplitude)
			s.State.V[i] = r3.Scale(v0, amplitude)
		}
		for n := 1; n <= 100; n++ {
			take(t, s, 1, h)
			want := r3.Scale(real(cmplx.Pow(z, complex(float64(n), 0))), amplitude)
			for i, x := range s.State.X {
				if d := r3.Norm(r3.Sub(r3.Sub(x, s.Model.X0[i]), want)); d > 1e-9*r3.Norm(amplitude) {
					t.Fatalf("centroids %v, n = %d: off by %.3g of the amplitude", centroid, n, d/r3.Norm(amplitude))
				}
			}
		}
	}
}

// TestTerminalVelocity: a flat falling sheet approaches v_t = √(2ρ_s g/(ρ c_d)) as
// v_t·tanh(gt/v_t), at first order in h; distance fallen after 1 s and speed within 1 % at
// 1/120 s (cotton with g = 9.8 m/s²: 1.33697 m/s, 1.21055 m).
func TestTerminalVelocity(t *testing.T) {
	const g = 9.8
	set := step.DefaultSettings()
	set.Gravity, set.Tolerance = r3.Vec{Y: -g}, 1e-10
	f := cotton()
	f.DragSkin = 0
	vt := math.Sqrt(2 * f.Density * g / (1.225 * f.Drag))
	wantX, wantV := vt*vt/g*math.Log(math.Cosh(g/vt)), vt*math.Tanh(g/vt)
	if math.Abs(vt-1.33697) > 1e-5 || math.Abs(wantX-1.21055) > 1e-5 {
		t.Fatalf("terminal velocity %.6g, distance %.6g: expected 1.33697 and 1.21055", vt, wantX)
	}
	var errs []float64
	for _, n := range []int{60, 120, 240, 480} {
		s := newSim(t, grid(5, 5, .1, .1, f, true), nil, set)
		take(t, s, n, 1/float64(n))
		x, v := -s.State.X[7].Y, -s.State.V[7].Y
		t.Logf("h = 1/%d s: fallen %.6f m (exact %.6f), speed %.6f m/s (%.6f)", n, x, wantX, v, wantV)
		errs = append(errs, math.Abs(x-wantX))
		if n >= 120 && (math.Abs(x/wantX-1) > .01 || math.Abs(v/wantV-1) > .01) {
			t.Errorf("h = 1/%d s: fallen %.5g m, speed %.5g m/s: expected %.5g and %.5g within 1 %%", n, x, v, wantX, wantV)
		}
	}
	if order := math.Log2(errs[2] / errs[3]); math.Abs(order-1) > .02 {
		t.Errorf("errors %.3g: order %.3f, expected 1", errs, order)
	}
	// Long after, the speed is v_t whatever the step.
	s := newSim(t, grid(5, 5, .1, .1, f, true), nil, set)
	take(t, s, 180, 1./60)
	if v := -s.State.V[7].Y; math.Abs(v/vt-1) > 1e-5 {
		t.Errorf("speed %.9g m/s after 3 s, expected %.9g", v, vt)
	}
}

// TestWindCarries: without gravity a sheet ends up moving with the wind, also along its own plane.
func TestWindCarries(t *testing.T) {
	set := step.DefaultSettings()
	set.Gravity, set.Wind.Velocity = r3.Vec{}, r3.Vec{X: 1, Y: 2, Z: -.5}
	f := cotton()
	f.DragSkin = f.Drag
	s := newSim(t, grid(4, 4, .1, .1, f, true), nil, set)
	take(t, s, 400, 1./20)
	for i, v := range s.State.V {
		// 20 s: the difference falls as 1/(½ρc_d/ρ_s·t), a lag of 1 %.
		if r3.Norm(r3.Sub(v, set.Wind.Velocity)) > .02*r3.Norm(set.Wind.Velocity) {
			t.Fatalf("vertex %d moves with %v in a wind of %v", i, v, set.Wind.Velocity)
		}
	}
}

// flying is a crumpled sheet thrown into empty space: nothing acts from outside.
func flying(t *testing.T, f cloth.Fabric, tolerance float64) *Sim {
	t.Helper()
	f.Drag, f.DragSkin = 0, 0
	set := step.DefaultSettings()
	set.Gravity, set.Tolerance, set.MaxNewton, set.MaxCG = r3.Vec{}, tolerance, 60, 4000
	set.MaxHalvings = 0 // what is compared are steps of one length
	s := newSim(t, grid(9, 8, .1, .08, f, true), nil, set)
	for i, x := range s.State.X {
		// A stretched, twisted start that also turns and flies away.
		s.State.X[i] = r3.Vec{X: 1.1 * x.X, Y: .02 * math.Sin(60*x.X) * math.Cos(50*x.Z), Z: .95 * x.Z}
		s.State.V[i] = r3.Add(r3.Vec{X: 1, Y: .5, Z: -.2}, r3.Cross(r3.Vec{X: 3, Y: 20, Z: -8}, x))
	}
	s.ResetHistory()
	return s
}

// TestMomentum: without external forces linear momentum is conserved to the accuracy of the solution, whatever the
// internal forces. Backward Euler loses angular momentum, at first order in h.
func TestMomentum(t *testing.T) {
	var loss []float64
	for _, n := range []int{60, 120, 240} {
		s := flying(t, cotton(), 1e-12)
		p0, l0 := momentum(s)
		take(t, s, n/6, 1/float64(n))
		p, l := momentum(s)
		if d := r3.Norm(r3.Sub(p, p0)); d > 1e-8*r3.Norm(p0) {
			t.Errorf("h = 1/%d s: momentum %v became %v (%.3g)", n, p0, p, d/r3.Norm(p0))
		}
		loss = append(loss, r3.Norm(r3.Sub(l, l0))/r3.Norm(l0))
	}
	t.Logf("angular momentum lost in 1/6 s with h = 1/60, 1/120, 1/240 s: %.3g", loss)
	if !(loss[1] < .75*loss[0] && loss[2] < .75*loss[1]) {
		t.Errorf("losses of angular momentum %.3g: expected them to fall with h", loss)
	}
}

// momentum is the linear momentum and the angular momentum about the centre of mass.
func momentum(s *Sim) (p, l r3.Vec) {
	var c r3.Vec
	for i, m := range s.Model.Mass {
		p = r3.Add(p, r3.Scale(m, s.State.V[i]))
		c = r3.Add(c, r3.Scale(m/s.Model.TotalMass(), s.State.X[i]))
	}
	for i, m := range s.Model.Mass {
		l = r3.Add(l, r3.Cross(r3.Sub(s.State.X[i], c), r3.Scale(m, s.State.V[i])))
	}
	return p, l
}

// TestEnergyFalls: kinetic plus elastic energy never rises without input, with and without
// friction and damping, also in steps that are much too long.
func TestEnergyFalls(t *testing.T) {
	plain := cotton()
	for _, c := range []*cloth.Component{&plain.Warp, &plain.Weft, &plain.Shear, &plain.BendWarp, &plain.BendWeft} {
		c.Friction, c.Damping = nil, nil
	}
	for name, f := range map[string]cloth.Fabric{"cotton": cotton(), "elastic": plain} {
		for _, h := range []float64{1. / 30, 1. / 240, 1. / 2000} {
			s := flying(t, f, 1e-9)
			last, first := mechanical(t, s), mechanical(t, s)
			for n := range 40 {
				take(t, s, 1, h)
				e := mechanical(t, s)
				if e > last*(1+1e-9) {
					t.Errorf("%s, h = %g, step %d: energy rose from %.9g to %.9g J", name, h, n, last, e)
				}
				last = e
			}
			t.Logf("%s, h = %.4g: energy %.4g → %.4g J", name, h, first, last)
		}
	}
}

// mechanical is the kinetic and elastic energy at the state.
func mechanical(t *testing.T, s *Sim) float64 {
	var e float64
	for i, m := range s.Model.Mass {
		e += m / 2 * r3.Norm2(s.State.V[i])
	}
	terms := s.Terms
	s.SetTerms([]Term{newTerm(t, "membrane"), newTerm(t, "bending")})
	s.begin(s.H)
	e += s.energyAt(s.State.X)
	s.SetTerms(terms)
	return e
}
