package cpu

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
)

// spring is two masses that hang on two that are held, by springs along the warp with damping k·tau, and steps of an
// explicit integrator.
type spring struct {
	*Sim
	omega, damping float64 // ω [1/s]; 2ζω [1/s]
	x0, l          float64
}

func newSpring(t *testing.T, integrator string, zeta float64, oversample int) *spring {
	t.Helper()
	const ku, l = 40., .02
	f := sprung(ku, 1e-14, 0, 0)
	f.Weft.Elastic = law.Elastic{K1: 1e-14} // else the free ones swing against each other, faster
	mass := f.Density * l * l / 4           // each of the free ones gets a quarter below
	s := &spring{omega: math.Sqrt(ku / 2 / mass), l: l, x0: .3 * l}
	s.damping = 2 * zeta * s.omega
	f.Warp.Damping = law.Damping{Ratio: s.damping / (s.omega * s.omega)}
	m, err := cloth.NewModel([]cloth.Part{pinnedAt(grid(2, 2, l, l, f, false), 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	m.Mass[2], m.Mass[3] = mass, mass
	set := unmoved(integrator)
	set.Oversample = oversample
	state := cloth.NewState(m)
	for _, v := range []int{2, 3} {
		state.X[v].X += s.x0
	}
	if s.Sim, err = New(m, state, nil, set); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	s.ResetHistory()
	return s
}

// unmoved are settings without air, gravity and contact.
func unmoved(integrator string) step.Settings {
	set := step.DefaultSettings()
	set.Gravity, set.SelfContact, set.AirDensity, set.Integrator = r3.Vec{}, false, 0, integrator
	return set
}

// at is how far the spring is stretched.
func (s *spring) at() float64 { return s.State.X[2].X - s.l }

// energy of the oscillator per mass and stretch squared.
func (s *spring) energy() float64 {
	x, v := s.at(), s.State.V[2].X
	return (v*v + s.omega*s.omega*x*x) / 2
}

// TestExplicitRecurrence: steps are those of z² − (2 − ω²h² − 2ζωh)z + 1 − 2ζωh for symplectic Euler, and of x + hv, v
// − h(ω²x + 2ζωv) for forward Euler.
func TestExplicitRecurrence(t *testing.T) {
	for _, zeta := range []float64{0, .1, .5, 1} {
		for _, share := range []float64{.1, .8} { // of the limit
			for _, integrator := range []string{step.Symplectic, step.Forward} {
				s := newSpring(t, integrator, zeta, 1)
				h := share * 2 * (math.Sqrt(1+zeta*zeta) - zeta) / s.omega
				a, b := h*h*s.omega*s.omega, h*s.damping
				last, x, v := s.x0, s.x0, 0.
				for n := range 40 {
					if _, err := s.Step(h); err != nil {
						t.Fatal(err)
					}
					if integrator == step.Forward {
						x, v = x+h*v, v-h*(s.omega*s.omega*x+s.damping*v)
					} else if n > 0 {
						last, x = x, (2-a-b)*x-(1-b)*last
					}
					if math.Abs(x) > s.l/2 {
						break // the spring would turn over
					}
					if got := s.at(); math.Abs(got-x) > 1e-12*math.Max(s.x0, math.Abs(x)) {
						t.Fatalf("%s, ζ %g, %g of the limit, step %d: %.15g m, expected %.15g", integrator, zeta, share, n, got, x)
					}
				}
			}
		}
	}
}

// TestExplicitLimits: symplectic Euler is stable for ωh below 2(√(1+ζ²) − ζ), forward Euler below 2ζ; each is not a
// hundredth beyond.
func TestExplicitLimits(t *testing.T) {
	for _, q := range []struct {
		integrator string
		zeta, most float64
	}{
		{step.Symplectic, 0, 2}, {step.Symplectic, .1, 1.80998}, {step.Symplectic, .5, 1.23607}, {step.Symplectic, 1, .82843},
		{step.Forward, .3, .6}, {step.Forward, .7, 1.4},
	} {
		for _, beyond := range []bool{false, true} {
			s := newSpring(t, q.integrator, q.zeta, 1)
			h := .99 * q.most / s.omega
			if beyond {
				h = 1.01 * q.most / s.omega
			}
			// It swings little, as a spring without length turns over.
			for _, v := range []int{2, 3} {
				s.State.X[v].X = s.l * (1 + 1e-8)
			}
			s.ResetHistory()
			start, most := s.energy(), 0.
			for range 1000 {
				if _, err := s.Step(h); err != nil {
					break
				}
				most = max(most, s.energy())
			}
			// Near its limit symplectic Euler swings through ellipses whose energies differ by 200 times.
			if grows := most > map[string]float64{step.Symplectic: 1e3, step.Forward: 10}[q.integrator]*start; grows != beyond {
				t.Errorf("%s, ζ %g, ωh = %.5f: energy grows %.3g times", q.integrator, q.zeta, s.omega*h, most/start)
			}
		}
	}
}

// TestForwardGainsEnergy: without damping by 1 + ω²h² in each step, while symplectic Euler keeps a neighbour of the
// energy, ω²x² + v² + hω²xv.
func TestForwardGainsEnergy(t *testing.T) {
	s := newSpring(t, step.Forward, 0, 1)
	h := .1 / s.omega
	want := s.energy()
	for n := range 100 {
		if _, err := s.Step(h); err != nil {
			t.Fatal(err)
		}
		if want *= 1 + .01; math.Abs(s.energy()/want-1) > 1e-9 {
			t.Fatalf("step %d: energy %.12g, expected %.12g", n, s.energy(), want)
		}
	}
	s = newSpring(t, step.Symplectic, 0, 1)
	h = 1.5 / s.omega
	near := func() float64 { return s.energy() + h*s.omega*s.omega*s.at()*s.State.V[2].X/2 }
	want = near()
	for n := range 1000 {
		if _, err := s.Step(h); err != nil {
			t.Fatal(err)
		}
		if math.Abs(near()/want-1) > 1e-9 {
			t.Fatalf("step %d: %.12g is kept, expected %.12g", n, near(), want)
		}
	}
}

// TestOversample: a step of h in ten parts is ten steps of a tenth, bit for bit.
func TestOversample(t *testing.T) {
	once, parts := newSpring(t, step.Symplectic, .1, 8), newSpring(t, step.Symplectic, .1, 1)
	h := 1 / once.omega
	for range 5 {
		rep, err := once.Step(h)
		if err != nil || rep.Substeps != 8 || rep.Newton != 0 || rep.Smallest != h/8 {
			t.Fatalf("%+v, %v", rep, err)
		}
		for range 8 {
			if _, err := parts.Step(h / 8); err != nil {
				t.Fatal(err)
			}
		}
	}
	if once.State.X[2] != parts.State.X[2] || once.State.V[3] != parts.State.V[3] {
		t.Errorf("%v and %v", once.State.X[2], parts.State.X[2])
	}
}

// fastest is the highest frequency of a model at rest [1/s], by power iteration on differences of the gradient.
func fastest(t *testing.T, m *cloth.Model) float64 {
	t.Helper()
	s, err := New(m, nil, nil, unmoved(step.Symplectic))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p := NewProbe(s, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	d := make([]r3.Vec, len(m.X0))
	for i := range d {
		d[i] = r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
	}
	const size = 1e-7
	at := func(sign float64) []r3.Vec {
		x := make([]r3.Vec, len(d))
		for i := range d {
			x[i] = r3.Add(m.X0[i], r3.Scale(sign*size, d[i]))
		}
		return append([]r3.Vec(nil), p.Look(x)...)
	}
	square := 0.
	for range 1000 {
		up, down := at(1), at(-1)
		norm := 0.
		for i := range d {
			// Inertia, m/h² of a step of 1 s, is in the gradient.
			d[i] = r3.Sub(r3.Scale(1/(2*size*m.Mass[i]), r3.Sub(up[i], down[i])), d[i])
			norm += r3.Norm2(d[i])
		}
		norm = math.Sqrt(norm)
		for i := range d {
			d[i] = r3.Scale(1/norm, d[i])
		}
		square = norm
	}
	return math.Sqrt(square)
}

// TestSheetBlowsUp: a sheet of cotton, whole, within a hundredth of 2/ω of its fastest motion.
func TestSheetBlowsUp(t *testing.T) {
	f := cotton()
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
		c.Friction, c.Damping = nil, law.Damping{}
	}
	m, err := cloth.NewModel([]cloth.Part{grid(7, 6, .06, .05, f, true)})
	if err != nil {
		t.Fatal(err)
	}
	omega := fastest(t, m)
	for _, beyond := range []bool{false, true} {
		h := .99 * 2 / omega
		if beyond {
			h = 1.01 * 2 / omega
		}
		s, err := New(m, nil, nil, unmoved(step.Symplectic))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		rng := rand.New(rand.NewPCG(2, 2))
		for i := range s.State.X {
			s.State.X[i] = r3.Add(s.State.X[i], r3.Scale(1e-9, r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(),
				Z: rng.NormFloat64()}))
		}
		s.ResetHistory()
		far := 0.
		for range 300 {
			if _, err = s.Step(h); err != nil {
				break
			}
			for i, x := range s.State.X {
				far = max(far, r3.Norm(r3.Sub(x, m.X0[i])))
			}
		}
		t.Logf("ω %.6g, beyond %v: %.3g m after 300 steps, %v", omega, beyond, far, err)
		if grows := far > 1e-5; grows != beyond {
			t.Errorf("h = %.6g s, 2/ω = %.6g s: vertices move by %.3g m", h, 2/omega, far)
		}
	}
	// At twice the limit it bursts, and that is said.
	s, err := New(m, nil, nil, unmoved(step.Symplectic))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.State.X[5].Z += 1e-4
	for range 1000 {
		if _, err = s.Step(4 / omega); err != nil {
			break
		}
	}
	var failed *step.StepError
	if !errors.As(err, &failed) || !strings.Contains(err.Error(), "solver.oversample") {
		t.Errorf("%v: expected a word about solver.oversample", err)
	}
}

// TestExplicitMomentum: linear and angular momentum are kept to round-off, with friction and damping.
func TestExplicitMomentum(t *testing.T) {
	s := flying(t, cotton(), 1e-9)
	s.SetSelfContact(false)
	s.Settings.Integrator = step.Symplectic
	p0, l0 := momentum(s)
	for range 200 {
		if _, err := s.Step(2e-5); err != nil {
			t.Fatal(err)
		}
	}
	p, l := momentum(s)
	if r3.Norm(r3.Sub(p, p0)) > 1e-12*r3.Norm(p0) || r3.Norm(r3.Sub(l, l0)) > 1e-11*r3.Norm(l0) {
		t.Errorf("momentum %v became %v, angular momentum %v became %v", p0, p, l0, l)
	}
}

// TestExplicitFall: free fall is g h² n(n−1)/2 from rest in n steps.
func TestExplicitFall(t *testing.T) {
	m, err := cloth.NewModel([]cloth.Part{grid(4, 4, .05, .05, cotton(), true)})
	if err != nil {
		t.Fatal(err)
	}
	for _, integrator := range []string{step.Symplectic, step.Forward} {
		set := unmoved(integrator)
		set.Gravity = r3.Vec{Y: -9.81}
		s, err := New(m, nil, nil, set)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		const n, h = 100, 1e-4
		for range n {
			if _, err := s.Step(h); err != nil {
				t.Fatal(err)
			}
		}
		want := -9.81 * h * h * n * (n - 1) / 2
		for i, x := range s.State.X {
			if math.Abs((x.Y-m.X0[i].Y)/want-1) > 1e-10 {
				t.Fatalf("%s: vertex %d fell %.12g m, expected %.12g", integrator, i, x.Y-m.X0[i].Y, want)
			}
		}
	}
}

// TestExplicitContact: cloth that falls on level ground comes to rest in its layer, where implicit steps leave it, and
// nothing of it is inside.
func TestExplicitContact(t *testing.T) {
	f := cotton()
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
		c.Damping = law.Damping{Ratio: 1e-4}
	}
	var height [2]float64
	for k, integrator := range []string{step.Implicit, step.Symplectic} {
		set := step.DefaultSettings()
		set.SelfContact, set.Integrator = false, integrator
		h, n := 1./240, 200
		if k == 1 {
			set.Oversample = 40
		}
		p := grid(5, 5, .04, .04, f, true)
		for i := range p.X {
			p.X[i].Y = .01
		}
		s := newSim(t, p, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .3}}, set)
		least := 1.
		for range n {
			if _, err := s.Step(h); err != nil {
				t.Fatal(err)
			}
			for _, x := range s.State.X {
				least = min(least, x.Y)
			}
		}
		for _, x := range s.State.X {
			height[k] += x.Y / float64(len(s.State.X))
		}
		if least < 0 {
			t.Errorf("%s: a vertex was %g m in the ground", integrator, -least)
		}
	}
	t.Logf("at rest %.6g and %.6g m above the ground", height[0], height[1])
	if math.Abs(height[1]-height[0]) > 1e-5 || height[0] < 1e-3 {
		t.Errorf("at rest %.6g m up by implicit steps, %.6g m by explicit ones", height[0], height[1])
	}
}

// TestExplicitGoesWithout: what it cannot do is said.
func TestExplicitGoesWithout(t *testing.T) {
	m, err := cloth.NewModel([]cloth.Part{grid(3, 3, .05, .05, cotton(), true)})
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*step.Settings){
		"contact.self = false":            func(s *step.Settings) { s.SelfContact = true },
		"solver.adaptive = false":         func(s *step.Settings) { s.Adaptive = true },
		"solver.oversample = 4":           func(s *step.Settings) { s.Integrator, s.Oversample = step.Implicit, 4 },
		"solver.integrator: \"leapfrog\"": func(s *step.Settings) { s.Integrator = "leapfrog" },
		"expected no bodies":              func(s *step.Settings) { s.Integrator = step.Forward },
		"":                                func(*step.Settings) {},
	} {
		set := unmoved(step.Symplectic)
		change(&set)
		s, err := New(m, nil, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .3}}, set)
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v: expected %q", err, want)
		}
		if err == nil {
			s.Close()
		}
	}
}
