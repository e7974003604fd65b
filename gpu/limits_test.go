//go:build cgo

package gpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
)

// TestLimitsHold: a sheet that hangs from two corners, which stretch it beyond each limit without one, has no triangle
// at its limit after any step on the device.
func TestLimitsHold(t *testing.T) {
	ctx := open(t, true)
	for name, set := range map[string]func(f *cloth.Fabric){
		"stretch": func(f *cloth.Fabric) { f.LimitStretch = 1.03 },
		"shear":   func(f *cloth.Fabric) { f.LimitShear = 1.5 },
		"energy":  func(f *cloth.Fabric) { f.LimitEnergy = .05 },
	} {
		t.Run(name, func(t *testing.T) {
			f := cotton()
			f.LimitFrom = .8
			set(&f)
			p := grid(7, 7, 1, 1, f)
			p.Pins = []cloth.Pin{{Vertex: 0, Point: p.X[0]}, {Vertex: 6, Point: p.X[6]}}
			s := newGPU(t, ctx, model(t, p), nil, nil, step.DefaultSettings())
			p.Fabric = cotton()
			free, beyond := newGPU(t, ctx, model(t, p), nil, nil, step.DefaultSettings()), 0
			for i := range 60 {
				rep, err := s.Step(1. / 120)
				if err != nil {
					t.Fatal(err)
				}
				if rep.Outcome != step.Converged || rep.Limits.Strain > 0 {
					t.Errorf("step %d: %v, %+v", i, rep.Outcome, rep.Limits)
				}
				if above := s.Model.AboveLimit(gpuState(t, s).X); len(above) > 0 {
					t.Fatalf("step %d: %d triangles at or above their limit", i, len(above))
				}
				if _, err = free.Step(1. / 120); err != nil {
					t.Fatal(err)
				}
				beyond = max(beyond, len(s.Model.AboveLimit(gpuState(t, free).X)))
			}
			if beyond == 0 {
				t.Error("the sheet keeps to the limit without it: expected it not to")
			}
		})
	}
}

// TestLimitCarriesLoads: on the device, a strip under weights of up to ten thousand times its own lengthens to where
// its force per width (S·E + b′(E))·√(1 + 2E) is the load, b being the barrier of Li et al. 2020 and its parabola, and
// never to its limit.
func TestLimitCarriesLoads(t *testing.T) {
	const most, from, stiffness, width, nu, nv = 1.1, .8, 800., .04, 3, 6
	ctx := open(t, true)
	f := cotton()
	f.Warp = cloth.Component{Elastic: law.Elastic{K1: stiffness}, Damping: f.Warp.Damping}
	f.Weft, f.Coupling = f.Warp, 0
	f.LimitStretch, f.LimitFrom = most, from
	for _, times := range []float64{1, 100, 1e4} {
		p := grid(nu, nv, width, .1, f)
		for i, x := range p.X {
			if p.X[i] = (r3.Vec{X: x.X, Y: x.Z}); i%nv == 0 {
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
			}
		}
		m := model(t, p)
		weight := m.TotalMass() * times
		for i := range m.Mass {
			if m.Mass[i] *= 1e-4; i%nv == nv-1 {
				part := .5
				if i < nv || i >= nv*(nu-1) {
					part = .25
				}
				m.Mass[i] += part * weight
			}
		}
		set := step.DefaultSettings()
		set.SelfContact, set.AirDensity = false, 0
		s := newGPU(t, ctx, m, nil, nil, set)
		for range 40 {
			state := gpuState(t, s)
			clear(state.V)
			if err := s.SetState(state); err != nil {
				t.Fatal(err)
			}
			if rep, err := s.Step(1. / 60); err != nil || rep.Limits.Strain > 0 {
				t.Fatalf("%g times its weight: %v, %+v", times, err, rep.Limits)
			}
			if above := m.AboveLimit(gpuState(t, s).X); len(above) > 0 {
				t.Fatalf("%g times its weight: %d triangles at or above the limit", times, len(above))
			}
		}
		lo, hi := 0., (most*most-1)/2
		onset, wide := from*hi, (1-from)*hi
		for range 200 {
			e := (lo + hi) / 2
			stress := stiffness * e
			if u := min((e-onset)/wide, 1-law.LastGap); u > 0 { // u²·ln(1 − u), differentiated by hand
				gap := 1 - u
				stress += stiffness * wide * (u*u/gap - 2*u*math.Log(gap))
				stress += stiffness * (e - onset - u*wide) * (u*u/(gap*gap) + 4*u/gap - 2*math.Log(gap))
			}
			if stress*math.Sqrt(1+2*e) < weight*9.81/width {
				lo = e
			} else {
				hi = e
			}
		}
		want, got := math.Sqrt(1+2*lo), m.MaxStretch(gpuState(t, s).X)
		t.Logf("%g times its weight: stretch %.7f, expected %.7f", times, got, want)
		if !(math.Abs(got-want) < 1e-3*(want-1)) {
			t.Errorf("%g times its weight: stretch %.9g, expected %.9g", times, got, want)
		}
	}
}

// TestPulledPinsAreCounted: on the device, a row of pins that is pulled to twice the limit leads to steps that end, all
// triangles share the excess, and the steps are counted.
func TestPulledPinsAreCounted(t *testing.T) {
	f := cotton()
	f.LimitStretch, f.LimitFrom = 1.05, .8
	p := grid(5, 5, .2, .2, f)
	for i, x := range p.X {
		if side := i % 5; side == 0 || side == 4 {
			away := r3.Scale(.1*float64(side)/4, direction(p.X))
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: x, Velocity: away})
		}
	}
	s := newGPU(t, open(t, true), model(t, p), nil, nil, step.DefaultSettings())
	for i := range 12 {
		rep, err := s.Step(1. / 60)
		if err != nil {
			t.Fatal(err)
		}
		if above := len(s.Model.AboveLimit(gpuState(t, s).X)); (above > 0) != (rep.Limits.Strain > 0) {
			t.Errorf("step %d: %d triangles are above the limit, %d sub-steps counted", i, above, rep.Limits.Strain)
		}
		if want := i > 6; i != 5 && i != 6 && (rep.Limits.Strain > 0) != want {
			t.Errorf("step %d: %d sub-steps end above the limit: expected some: %v", i, rep.Limits.Strain, want)
		}
	}
	if got := s.Model.MaxStretch(gpuState(t, s).X); got > 1.13 {
		t.Errorf("stretch %.4f: expected about 1.1 everywhere", got)
	}
}

// direction is that of the second row of a grid of five from the first.
func direction(x []r3.Vec) r3.Vec { return r3.Unit(r3.Sub(x[4], x[0])) }
