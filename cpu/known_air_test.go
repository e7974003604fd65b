package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
)

// newBalloon is a balloon with air in it, without gravity and air around.
func newBalloon(t testing.TB, times int, c cloth.AirCell, permeability float64, tune func(*cloth.Part)) *Sim {
	t.Helper()
	p := clothtest.Balloon(times)
	p.Fabric.Permeability = permeability
	if tune != nil {
		tune(&p)
	}
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Enclose(0, c, 1e-3); err != nil {
		t.Fatal(err)
	}
	s, err := New(m, nil, nil, alone())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// TestAirForce: the force of the air is the negative derivative of its potential, and the matrix is that of the force
// but for what has both signs; both add up to nothing over the cell.
func TestAirForce(t *testing.T) {
	s := newBalloon(t, 3, cloth.AirCell{Pressure: 700, Flow: 1e-4}, .01, nil)
	const h = 1. / 60
	s.begin(h)
	random := rand.New(rand.NewPCG(1, 2))
	dir := make([]r3.Vec, len(s.x))
	for i := range s.x {
		s.x[i] = r3.Add(r3.Scale(1.1, s.State.X[i]), r3.Scale(.01, r3.Vec{X: random.NormFloat64(),
			Y: random.NormFloat64()}))
		dir[i] = r3.Vec{X: random.NormFloat64(), Y: random.NormFloat64(), Z: random.NormFloat64()}
	}
	at := func(e float64) (psi float64, g []r3.Vec, p float64) {
		x := make([]r3.Vec, len(s.x))
		for i := range x {
			x[i] = r3.Add(s.x[i], r3.Scale(e, dir[i]))
		}
		psi = s.evaluateAir(x)
		g = make([]r3.Vec, len(x))
		for i := range g {
			s.addAir(i, &g[i])
		}
		return psi, g, s.airAt[0].p
	}
	const e = 1e-5
	up, gUp, pUp := at(e)
	down, gDown, pDown := at(-e)
	_, g, _ := at(0)
	var along, change, whole float64
	var sum, torque r3.Vec
	s.air.operator.update(s)
	s.air.operator.Prepare(s.pool, dir)
	product := make([]r3.Vec, len(dir))
	curved := s.air.operator.AddRows(product, dir, 0, len(dir))
	for i := range g {
		along += r3.Dot(g[i], dir[i])
		// without what ∂²V/∂x² adds: the change of p alone
		change += (pDown - pUp) / (2 * e) * r3.Dot(s.swell[i], dir[i])
		whole += r3.Dot(r3.Sub(gUp[i], gDown[i]), dir[i]) / (2 * e)
		sum, torque = r3.Add(sum, g[i]), r3.Add(torque, r3.Cross(s.x[i], g[i]))
	}
	if want := (up - down) / (2 * e); math.Abs(along-want) > 1e-6*math.Abs(want) {
		t.Errorf("slope %g, by differences %g", along, want)
	}
	if math.Abs(curved-change) > 1e-6*change || curved <= 0 {
		t.Errorf("curvature %g, by differences of the pressure %g (of all %g)", curved, change, whole)
	}
	if size := 700 * .126; r3.Norm(sum) > 1e-13*size || r3.Norm(torque) > 1e-14*size {
		t.Errorf("force %v, torque %v: expected none", sum, torque)
	}
}

// TestAirLeaks: where cloth stands still the pressure falls by 1 + λh in each step, λ = g/V, g = σ·A·P₀/ΔP; a sealed
// cell keeps it. With permeability of .05 m/s over a layer of 10 mm λ is 2533.1 1/s.
func TestAirLeaks(t *testing.T) {
	for _, sigma := range []float64{0, .002, .05} {
		s := newBalloon(t, 3, cloth.AirCell{Pressure: 500}, sigma, func(p *cloth.Part) {
			for i, x := range p.X {
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: x})
			}
		})
		var area float64
		for i := range s.Model.Rest {
			area += s.Model.Rest[i].Area
		}
		v := s.Model.Enclosed(&s.Model.Air[0], s.State.X)
		rate := sigma * area * cloth.Atmosphere / 200 / v
		want := 500.
		for range 5 {
			if _, err := s.Step(1. / 240); err != nil {
				t.Fatal(err)
			}
			want /= 1 + rate/240
		}
		if got := s.State.Air[0]; math.Abs(got-want) > 1e-10*500 {
			t.Errorf("permeability %g m/s: %g Pa, expected %g", sigma, got, want)
		}
		if layer := rate * v / area / .01; sigma == .05 && math.Abs(layer-2533.1) > .05 {
			t.Errorf("rate over 10 mm %g 1/s: expected 2533.1", layer)
		}
	}
}

// TestAirSucked: sucked out of a cell that keeps its volume, the absolute pressure falls by 1 + h|f|/V in each step,
// and never to nothing.
func TestAirSucked(t *testing.T) {
	s := newBalloon(t, 3, cloth.AirCell{Flow: -.5}, 0, func(p *cloth.Part) {
		for i, x := range p.X {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: x})
		}
	})
	v := s.Model.Enclosed(&s.Model.Air[0], s.State.X)
	want := cloth.Atmosphere
	for range 4 {
		if _, err := s.Step(1. / 60); err != nil {
			t.Fatal(err)
		}
		want /= 1 + .5/60/v
	}
	if got := cloth.Atmosphere + s.State.Air[0]; math.Abs(got-want) > 1e-9*cloth.Atmosphere {
		t.Errorf("%g Pa: expected %g", got, want)
	}
}

// TestAirRests: while time passes at a frame, what is blown in until a time of the scene is not, and a pump without an
// end goes on.
func TestAirRests(t *testing.T) {
	m := &cloth.Model{Air: []cloth.AirCell{{Flow: 1, Until: 2}, {Flow: 3}}}
	still, _ := StandStill(m, nil, 1)
	if still.Air[0].Flow != 0 || still.Air[1].Flow != 3 || m.Air[0].Flow != 1 {
		t.Errorf("flows %g and %g: expected 0 and 3, and those of the model as they were", still.Air[0].Flow,
			still.Air[1].Flow)
	}
}

// TestBalloon: held at a pressure, the radius is that of the closed form, with an error that falls with the square of
// the edges.
func TestBalloon(t *testing.T) {
	for _, l := range []float64{1.02, 1.2, 1.6} {
		var off [2]float64
		for k := range off {
			s := newBalloon(t, 3+k, cloth.AirCell{Pressure: clothtest.BalloonPressure(l), Held: true}, 0, nil)
			settle(t, s, 1, 1e-9, 60)
			c := &s.Model.Air[0]
			off[k] = math.Cbrt(s.Model.Enclosed(c, s.State.X)/s.Model.Enclosed(c, s.Model.X0)) - l
		}
		if rate := off[0] / off[1]; math.Abs(off[1]) > .005*(l-1) || rate < 3.6 || rate > 4.2 {
			t.Errorf("held at %.4g Pa it is blown up %g times; off by %g and, with half the edges, by %g",
				clothtest.BalloonPressure(l), l, off[0], off[1])
		}
	}
}

// TestBalloonFilled: so much air is blown in that at the pressure of the stretched balloon it has its volume. The
// amount is that which was blown in, to rounding.
func TestBalloonFilled(t *testing.T) {
	const l, steps, h = 1.3, 20, .5
	s := newBalloon(t, 4, cloth.AirCell{}, 0, nil)
	c := &s.Model.Air[0]
	v0 := s.Model.Enclosed(c, s.Model.X0)
	want := (cloth.Atmosphere + clothtest.BalloonPressure(l)) * v0 * l * l * l
	c.Flow = (want - cloth.Atmosphere*v0) / cloth.Atmosphere / (steps * h)
	for range steps {
		if _, err := s.Step(h); err != nil {
			t.Fatal(err)
		}
	}
	v := s.Model.Enclosed(c, s.State.X)
	if got := (cloth.Atmosphere + s.State.Air[0]) * v; math.Abs(got-want) > 1e-12*want {
		t.Errorf("%g Pa·m³ of air: expected %g, off by %g", got, want, got-want)
	}
	c.Flow = 0
	settle(t, s, 1, 1e-9, 60)
	if got := math.Cbrt(s.Model.Enclosed(c, s.State.X) / v0); math.Abs(got-l) > .005*(l-1) {
		t.Errorf("blown up %.5f times: expected %g", got, l)
	}
}

// TestBalloonMoves: a balloon that is hit and flies keeps its momentum.
func TestBalloonMoves(t *testing.T) {
	s := newBalloon(t, 3, cloth.AirCell{Pressure: 300}, 0, nil)
	for i, x := range s.State.X {
		s.State.V[i] = r3.Vec{X: 1, Y: 3 * x.X / clothtest.BalloonRadius}
	}
	momentum := func() (p r3.Vec) {
		for i, m := range s.Model.Mass {
			p = r3.Add(p, r3.Scale(m, s.State.V[i]))
		}
		return p
	}
	before := momentum()
	for range 10 {
		if _, err := s.Step(1. / 240); err != nil {
			t.Fatal(err)
		}
	}
	if after := momentum(); r3.Norm(r3.Sub(after, before)) > 1e-12*r3.Norm(before) {
		t.Errorf("momentum %v, %v before", after, before)
	}
}
