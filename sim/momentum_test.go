package sim

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"

	"hysteron/check"
	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/scenes"
	"hysteron/step"
)

// foundFlights are seeds below 1,200 of flights that gained energy while a layer that became stiffer within a step had
// a potential at its start, some where no step was halved, most where steps were at the iteration limit. In 516 the
// last Newton step left a contact whose stiffness was still in the norm of the gradient.
var foundFlights = []int{
	41, 93, 99, 100, 142, 164, 171, 183, 251, 265, 322, 350, 420, 433, 464, 476, 487, 495, 498, 516, 535, 551, 599,
	612, 621, 647, 664, 696, 755, 783, 804, 808, 810, 839, 866, 906, 952, 959, 995, 1016, 1128, 1133, 1148, 1153,
	1157, 1160, 1162, 1170, 1189,
}

// flight is sheets in vacuum that fly, spin and collide.
type flight struct {
	text  string
	moves []r3.Vec // velocity of each sheet [m/s]
	spins []r3.Vec // [rad/s]
}

func randomFlight(t *rapid.T, most int) (f flight) {
	number := func(what string, lo, hi float64) float64 {
		return math.Exp(rapid.Float64Range(math.Log(lo), math.Log(hi)).Draw(t, what))
	}
	f.text = fmt.Sprintf("fps = 24\nstep_s = %g\ngravity_m_s2 = [0, %g, 0]\n[air]\ndensity_kg_m3 = 0\n",
		number("step", 5e-4, 0.01), -number("gravity", 0.1, 30))
	size := number("size", 0.05, 2)
	n := rapid.IntRange(1, 3).Draw(t, "sheets")
	f.text += fmt.Sprintf("[[sheet]]\nname = \"s\"\nsize_m = [%g, %g]\nvertices = [%d, %d]\nfabric = %q\ncentre_m = [0, "+
		"1, 0]\ncount = %d\nspacing_m = [0, %g, 0]\nturn_deg = %g\n",
		size, size*number("shape", 0.5, 2), rapid.IntRange(2, most).Draw(t, "nu"), rapid.IntRange(2, most).Draw(t, "nv"),
		rapid.SampledFrom(scenes.Fabrics()).Draw(t, "fabric"), n, number("spacing", 0.03, 0.1),
		rapid.Float64Range(0, 90).Draw(t, "turn"))
	vec := func(what string, size float64) r3.Vec {
		c := rapid.Float64Range(-size, size)
		return r3.Vec{X: c.Draw(t, what+" x"), Y: c.Draw(t, what+" y"), Z: c.Draw(t, what+" z")}
	}
	for k := range n {
		v := vec("velocity", 1)
		v.Y -= float64(k) // the upper ones come down on the lower ones
		f.moves, f.spins = append(f.moves, v), append(f.spins, vec("spin", 2))
	}
	return f
}

// fly takes steps and looks at momentum and energy: nothing from outside acts but weight, so momentum grows by M·g·t,
// and energy of motion is at most what there was and what gravity has given. tolerance is of Σ m·|v|.
func (f *flight) fly(t rapid.TB, b step.Backend, steps int, tolerance float64) {
	s, err := scenes.Parse("flight.toml", []byte(f.text), nil)
	if err != nil {
		t.Fatalf("%v in\n%s", err, f.text)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatalf("%v in\n%s", err, f.text)
	}
	m, g, h := setup.Model, setup.Settings.Gravity, s.StepSeconds()
	state := cloth.NewState(m)
	for k, p := range m.Parts {
		var centre r3.Vec
		for v := p.Vertices.Lo; v < p.Vertices.Hi; v++ {
			centre = r3.Add(centre, r3.Scale(1/float64(p.Vertices.Hi-p.Vertices.Lo), m.X0[v]))
		}
		for v := p.Vertices.Lo; v < p.Vertices.Hi; v++ {
			state.V[v] = r3.Add(f.moves[k], r3.Cross(f.spins[k], r3.Sub(m.X0[v], centre)))
		}
	}
	sums := func(s *cloth.State) (momentum r3.Vec, size, motion, given float64) {
		for v, mass := range m.Mass {
			momentum = r3.Add(momentum, r3.Scale(mass, s.V[v]))
			size += mass * r3.Norm(s.V[v])
			motion += mass * r3.Norm2(s.V[v]) / 2
			given += mass * r3.Dot(g, r3.Sub(s.X[v], m.X0[v]))
		}
		return
	}
	start, _, before, _ := sums(state)
	sim, err := b.New(m, state, setup.Colliders, setup.Settings)
	if err != nil {
		t.Fatalf("%v in\n%s", err, f.text)
	}
	defer sim.Close()
	mass := m.TotalMass()
	for k := range steps {
		rep, err := sim.Step(h)
		if err != nil {
			t.Fatalf("step %d: %v in\n%+v", k, err, f)
		}
		now, err := sim.State()
		if err != nil {
			t.Fatal(err)
		}
		if rep.ClampedVertices > 0 {
			return // vertices that are stopped on their way give their momentum to nobody
		}
		momentum, size, motion, given := sums(now)
		want := r3.Add(start, r3.Scale(mass*float64(k+1)*h, g))
		if off := r3.Norm(r3.Sub(momentum, want)); !(off <= tolerance*(size+mass*float64(k+1)*h*r3.Norm(g))) {
			t.Fatalf("%s, step %d (%v): momentum is off by %.3g of %.3g kg·m/s in\n%+v", b.Name(), k, rep.Outcome, off, size, f)
		}
		slack := mass*(math.Pow(setup.Settings.Tolerance/h, 2)+float64(k+1)*setup.Settings.Tolerance*r3.Norm(g)) +
			1e-3*(before+math.Abs(given))
		if !(motion <= before+given+slack) {
			t.Fatalf("%s, step %d: %g J of motion: expected at most %g + %g in\n%+v", b.Name(), k, motion, before, given, f)
		}
		if hit := check.Check(check.Mesh{X: now.X, Tri: m.Tri}, nil, nil).Self; len(hit) > 0 {
			t.Fatalf("step %d: faces %v intersect in\n%+v", k, hit[0], f)
		}
	}
}

// Sheets that fly and collide keep their momentum and make no energy.
func TestRandomFlights(t *testing.T) {
	checks(t, randomScenes)
	rapid.Check(t, func(t *rapid.T) { f := randomFlight(t, 7); f.fly(t, cpu.Backend{}, 12, 1e-10) })
}

// Flights that random ones have found, by the seeds of their draws: in each, a layer that became stiffer within a step
// gave sheets that lay deep in it energy, or a contact that opened hid the rest of a step.
func TestFoundFlights(t *testing.T) {
	drawn := rapid.Custom(func(t *rapid.T) flight { return randomFlight(t, 7) })
	for _, seed := range foundFlights {
		f := drawn.Example(seed)
		t.Run(fmt.Sprint(seed), func(t *testing.T) { f.fly(t, cpu.Backend{Workers: 1}, 12, 1e-10) })
	}
}

// The same on the device.
func TestRandomFlightsOnTheDevice(t *testing.T) {
	needGL(t)
	c, err := opengl.Open(opengl.Options{Device: opengl.Auto, Compute: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	checks(t, (randomScenes+19)/20)
	rapid.Check(t, func(t *rapid.T) { f := randomFlight(t, 4); f.fly(t, gpu.Backend{Context: c}, 6, 1e-7) })
}
