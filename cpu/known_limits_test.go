package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
)

// limited are fabrics with a hard limit that a hanging sheet would go beyond.
var limited = map[string]func(f *cloth.Fabric){
	"stretch": func(f *cloth.Fabric) { f.LimitStretch = 1.05 },
	"shear":   func(f *cloth.Fabric) { f.LimitShear = 1.5 },
	"energy":  func(f *cloth.Fabric) { f.LimitEnergy = .05 },
	"all":     func(f *cloth.Fabric) { f.LimitStretch, f.LimitShear, f.LimitEnergy = 1.05, 3, .5 },
}

// TestSheetKeepsItsLimit: a sheet that drops from level and swings on two corners, which stretches it by far more
// without a limit, has no triangle at its limit after any step.
func TestSheetKeepsItsLimit(t *testing.T) {
	for name, set := range limited {
		t.Run(name, func(t *testing.T) {
			s := hangingWith(t, 9, func(f *cloth.Fabric) {
				f.LimitFrom = .8
				set(f)
			})
			free := hangingWith(t, 9, func(*cloth.Fabric) {})
			beyond, newton, cg := 0, 0, 0
			for i := range 90 {
				rep := take(t, s, 1, 1./120)
				newton, cg = newton+rep.Newton, cg+rep.CG
				if rep.Outcome != step.Converged || rep.Limits.Strain > 0 {
					t.Errorf("step %d: %v, %+v", i, rep.Outcome, rep.Limits)
				}
				if above := s.Model.AboveLimit(s.State.X); len(above) > 0 {
					t.Fatalf("step %d: %d triangles at or above their limit", i, len(above))
				}
				take(t, free, 1, 1./120)
				beyond = max(beyond, len(s.Model.AboveLimit(free.State.X)))
			}
			t.Logf("Newton %.2f, CG %.0f per step; without the limit %d triangles go beyond it; stretch %.4f against %.4f",
				float64(newton)/90, float64(cg)/90, beyond, s.MaxStretch(), free.MaxStretch())
			if beyond == 0 {
				t.Error("the sheet keeps to the limit without it: expected it not to")
			}
		})
	}
}

// loadedStrip is a strip of 4 by 20 cm that hangs along its weft, with weights of so many times its own [N/m] at its
// lower edge, and itself without weight.
func loadedStrip(t *testing.T, f cloth.Fabric, times float64) (m *cloth.Model, load float64) {
	t.Helper()
	const width, length, nu, nv = .04, .2, 3, 11
	p := grid(nu, nv, width, length, f, true)
	for i, x := range p.X {
		p.X[i] = r3.Vec{X: x.X, Y: x.Z}
		if i%nv == 0 {
			p.Pins = append(p.Pins, pinsAt(p.X, int32(i))...)
		}
	}
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		t.Fatal(err)
	}
	weight := m.TotalMass() * times
	for i := range m.Mass {
		m.Mass[i] *= 1e-4
		if i%nv == nv-1 {
			part := 1. / (nu - 1)
			if i < nv || i >= nv*(nu-1) {
				part /= 2
			}
			m.Mass[i] += part * weight
		}
	}
	return m, weight * 9.81 / width
}

// TestLimitCarriesLoads: a strip lengthens under weights of up to ten thousand times its own to where its force per
// width (S·E + b′(E))·√(1 + 2E) is the load, b being the barrier of Li et al. 2020 and its parabola, and never to its
// limit.
func TestLimitCarriesLoads(t *testing.T) {
	const most, from, stiffness = 1.1, .8, 800.
	f := cotton()
	f.Warp = cloth.Component{Elastic: law.Elastic{K1: stiffness}, Damping: f.Warp.Damping}
	f.Weft, f.Coupling = f.Warp, 0
	f.LimitStretch, f.LimitFrom = most, from
	for _, times := range []float64{1, 10, 100, 1e3, 1e4} {
		m, load := loadedStrip(t, f, times)
		set := step.DefaultSettings()
		set.SelfContact, set.AirDensity = false, 0
		s, err := New(m, nil, nil, set)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		for range 40 {
			clear(s.State.V)
			if rep := take(t, s, 1, 1./60); rep.Limits.Strain > 0 {
				t.Fatalf("%g times its weight: %+v", times, rep.Limits)
			}
			if above := m.AboveLimit(s.State.X); len(above) > 0 {
				t.Fatalf("%g times its weight: %d triangles at or above the limit", times, len(above))
			}
		}
		lo, hi := 0., (most*most-1)/2
		onset, width := from*hi, (1-from)*hi
		for range 200 {
			e := (lo + hi) / 2
			stress := stiffness * e
			if u := min((e-onset)/width, 1-law.LastGap); u > 0 { // u²·ln(1 − u), differentiated by hand
				gap := 1 - u
				stress += stiffness * width * (u*u/gap - 2*u*math.Log(gap))
				stress += stiffness * (e - onset - u*width) * (u*u/(gap*gap) + 4*u/gap - 2*math.Log(gap))
			}
			if stress*math.Sqrt(1+2*e) < load {
				lo = e
			} else {
				hi = e
			}
		}
		want, got := math.Sqrt(1+2*lo), m.MaxStretch(s.State.X)
		t.Logf("%g times its weight, %.4g N/m: stretch %.7f, expected %.7f", times, load, got, want)
		if !(math.Abs(got-want) < 1e-4*(want-1)) {
			t.Errorf("%g times its weight: stretch %.9g, expected %.9g", times, got, want)
		}
	}
}

// TestLayersLimitEachLayer: of two layers each has the limits, so that they hold twice the force at the same strain.
func TestLayersLimitEachLayer(t *testing.T) {
	f := cotton()
	f.LimitStretch, f.LimitShear, f.LimitEnergy, f.LimitFrom = 1.2, 20, 3, .3
	one := f.Limits()
	two := one.Scaled(2)
	mixer := law.Mixer{H: 1, Exact: true}
	for _, e := range [][3]float64{{.15, .02, 0}, {.02, .1, .2}, {.1, -.05, -.3}} {
		var s [2][3]float64
		for k, l := range []*law.StrainLimits{&one, &two} {
			r := law.Tensor{Psi: make([]float64, 1)}
			for i := range r.Sigma {
				r.Sigma[i], r.Slope[i], r.Cross[i] = s[k][i:i+1], make([]float64, 1), make([]float64, 1)
			}
			l.Add(&mixer, 0, e, &r)
		}
		for i := range s[0] {
			if math.Abs(s[1][i]-2*s[0][i]) > 1e-12*math.Abs(s[1][i]) || s[0] == [3]float64{} {
				t.Errorf("stress %v of one layer, %v of two at %v", s[0], s[1], e)
			}
		}
	}
}

// TestBelowOnset: limits that are nowhere near change no bit.
func TestBelowOnset(t *testing.T) {
	free := hanging(t, 8)
	far := hangingWith(t, 8, func(f *cloth.Fabric) {
		f.LimitStretch, f.LimitShear, f.LimitEnergy, f.LimitFrom = 4, 80, 1e3, .9
	})
	for range 40 {
		take(t, free, 1, 1./120)
		take(t, far, 1, 1./120)
	}
	if fingerprint(free.State) != fingerprint(far.State) {
		t.Error("limits that no triangle is near to change the state")
	}
}

// TestPulledPinsKeepTheLimit: two corners that are pulled apart lead to no triangle beyond the limit; where they go too
// far apart for it, the steps count that, end, and stretch no triangle more than without a limit: all share the excess.
func TestPulledPinsKeepTheLimit(t *testing.T) {
	for _, c := range []struct {
		name  string
		speed float64 // [m/s]
		above bool
	}{{"within", .1, false}, {"too far", .6, true}} {
		t.Run(c.name, func(t *testing.T) {
			f := cotton()
			p := grid(7, 7, .3, .3, f, true)
			for k, v := range []int32{0, 42} {
				side := float64(2*k - 1)
				p.Pins = append(p.Pins, cloth.Pin{Vertex: v, Point: p.X[v], Velocity: r3.Vec{X: side * c.speed / 2}})
			}
			free := newSim(t, p, nil, step.DefaultSettings())
			p.Fabric.LimitStretch, p.Fabric.LimitFrom = 1.1, .8
			s := newSim(t, p, nil, step.DefaultSettings())
			for i := range 12 {
				rep, err := s.Step(1. / 60)
				if err != nil {
					t.Fatal(err)
				}
				take(t, free, 1, 1./60)
				if above := len(s.Model.AboveLimit(s.State.X)); (above > 0) != (rep.Limits.Strain > 0) {
					t.Errorf("step %d: %d triangles are above the limit, %d sub-steps counted", i, above, rep.Limits.Strain)
				}
				if i == 11 && (rep.Limits.Strain > 0) != c.above {
					t.Errorf("%d sub-steps end above the limit: expected some: %v", rep.Limits.Strain, c.above)
				}
				if rep.Outcome != step.Converged || rep.Smallest < 1./60 {
					t.Errorf("step %d: %v, smallest step %g s", i, rep.Outcome, rep.Smallest)
				}
			}
			got, without := s.MaxStretch(), free.MaxStretch()
			t.Logf("stretch %.4f, without a limit %.4f", got, without)
			if got > without {
				t.Errorf("stretch %.4f: expected no more than %.4f, as without a limit", got, without)
			}
		})
	}
}
