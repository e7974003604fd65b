package cpu

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/step"
)

// rough has curves that are not linear at the pressure of a sheet of cotton, 1.4 Pa.
func rough() *cloth.MeasuredFriction {
	return &cloth.MeasuredFriction{
		Name: "rough",
		Warp: cloth.LoadCurve{Pressure: []float64{.5, 2, 4}, Stress: []float64{.25, .8, 1.2}},
		Weft: cloth.LoadCurve{Pressure: []float64{1, 3}, Stress: []float64{.3, .75}},
	}
}

// turnedOnIncline lays a small sheet on a plane of slope α, down towards +x, its warp turned by φ
// from the slope, and lets it settle as onIncline does.
func turnedOnIncline(t *testing.T, alpha, phi float64, law *cloth.MeasuredFriction) *Sim {
	t.Helper()
	f := cotton()
	f.Drag, f.DragSkin = 0, 0
	n := r3.Vec{X: math.Sin(alpha), Y: math.Cos(alpha)}
	turn, slope := r3.NewRotation(-phi, r3.Vec{Y: 1}), r3.NewRotation(-alpha, r3.Vec{Z: 1})
	p := place(grid(4, 4, .03, .03, f, true), func(x r3.Vec) r3.Vec {
		return r3.Add(slope.Rotate(turn.Rotate(x)), r3.Scale(.003998, n))
	})
	set := step.DefaultSettings()
	set.Tolerance = 1e-9
	set.SelfContact = false
	set.Gravity = r3.Scale(-9.81*math.Cos(alpha), n)
	s := newSim(t, p, []step.Collider{{Normal: n, Friction: .9, Measured: []*cloth.MeasuredFriction{law}}}, set)
	settle(t, s, 1./240, 1e-9, 300)
	s.Settings.Gravity = r3.Vec{Y: -9.81}
	return s
}

// slip is the mean velocity down the slope and across it, towards −z.
func slip(s *Sim, alpha float64) (down, across float64) {
	for i, v := range s.State.V {
		m := s.Model.Mass[i] / s.Model.TotalMass()
		across -= m * v.Z
		down += m * (v.X*math.Cos(alpha) - v.Y*math.Sin(alpha))
	}
	return down, across
}

// slopeOf is the slope at which the weight of cotton along it is ratio times the friction f of its
// pressure.
func slopeOf(f *cloth.LoadCurve, ratio float64) float64 {
	const weight = .143 * 9.81
	lo, hi := 0., math.Pi/2
	for range 60 {
		if mid := (lo + hi) / 2; weight*math.Sin(mid) < ratio*f.At(weight*math.Cos(mid)) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// TestMeasuredIncline: along warp and along weft a sheet sticks up to the slope at which the friction
// measured in that direction, at its own pressure, holds it (2 % below it goes elastically as far as that direction
// gives, and stays there), and above slides by what is left of its weight.
func TestMeasuredIncline(t *testing.T) {
	law := rough()
	for _, c := range []struct {
		name  string
		curve *cloth.LoadCurve
		phi   float64
	}{{"warp", &law.Warp, 0}, {"weft", &law.Weft, math.Pi / 2}} {
		t.Run(c.name, func(t *testing.T) {
			alpha := slopeOf(c.curve, .98)
			s := turnedOnIncline(t, alpha, c.phi, law)
			p := .143 * 9.81 * math.Cos(alpha)
			want := .98 * s.Settings.FrictionSlip * max(law.Warp.At(p), law.Weft.At(p)) / c.curve.At(p)
			take(t, s, 60, 1./240) // put on it all at once, the weight drags it some 10 μm
			start := append([]r3.Vec(nil), s.State.X...)
			take(t, s, 240, 1./240)
			v, w := slip(s, alpha)
			var e float64
			for k := range s.State.Touches {
				e = max(e, r3.Norm(s.State.Touches[k].Slip))
			}
			way := r3.Norm(r3.Sub(s.State.X[12], start[12]))
			t.Logf("tan α = %.4f: elastic slip %.4g m, expected %.4g m on the mean; the middle went %.3g m in a second; speed "+
				"%.2g and %.2g m/s", math.Tan(alpha), e, want, way, v, w)
			if math.Abs(e/want-1) > .03 || way > 1e-9 || math.Hypot(v, w) > 1e-8 {
				t.Errorf("elastic slip %.4g m, expected %.4g m; %.3g m in a second, and at its end %.3g and %.3g m/s", e, want, way,
					v, w)
			}
			for _, ratio := range []float64{1.02, 1.5} {
				alpha := slopeOf(c.curve, ratio)
				s := turnedOnIncline(t, alpha, c.phi, law)
				want := 9.81*math.Sin(alpha) - c.curve.At(.143*9.81*math.Cos(alpha))/.143
				take(t, s, 60, 1./240)
				v1, _ := slip(s, alpha)
				take(t, s, 60, 1./240)
				v2, _ := slip(s, alpha)
				got := (v2 - v1) / .25
				t.Logf("weight %.2f times the friction: acceleration %.6f m/s², expected %.6f", ratio, got, want)
				if math.Abs(got/want-1) > .02 {
					t.Errorf("weight %.2f times the friction: acceleration %.6f m/s², expected %.6f", ratio, got, want)
				}
			}
		})
	}
}

// TestDrift: a sheet whose warp stands at φ to the slope drifts off it, to where friction is less,
// as a point does whose friction is the gradient of √(f₀₀²·u₀² + f₁₁²·u₁²), integrated here in
// small steps.
func TestDrift(t *testing.T) {
	law := rough()
	for _, phi := range []float64{.5, 1.1} {
		t.Run(fmt.Sprint(phi), func(t *testing.T) {
			alpha := slopeOf(&law.Warp, 1.2)
			s := turnedOnIncline(t, alpha, phi, law)
			take(t, s, 96, 1./240)
			v, w := slip(s, alpha)
			p := .143 * 9.81 * math.Cos(alpha)
			f0, f1 := law.Warp.At(p), law.Weft.At(p)
			// Down the slope is cos φ along the warp and sin φ along the weft.
			sin, cos := math.Sincos(phi)
			g := 9.81 * math.Sin(alpha)
			a, b := 1e-9*cos, 1e-9*sin
			const n = 400000
			for range n {
				d := .143 * math.Hypot(f0*a, f1*b)
				a, b = a+.4/n*(g*cos-f0*f0*a/d), b+.4/n*(g*sin-f1*f1*b/d)
			}
			wantV, wantW := a*cos+b*sin, b*cos-a*sin
			t.Logf("%.5f m/s down, %.5f m/s across: %.2f° off the slope; expected %.5f and %.5f m/s, %.2f°",
				v, w, 180/math.Pi*math.Atan2(w, v), wantV, wantW, 180/math.Pi*math.Atan2(wantW, wantV))
			if math.Abs(wantW) < .05*wantV {
				t.Errorf("expected a drift of %.3g m/s: the test would prove nothing", wantW)
			}
			if math.Hypot(v-wantV, w-wantW) > .02*math.Hypot(wantV, wantW) || math.Abs(w/wantW-1) > .05 {
				t.Errorf("%.5f and %.5f m/s, expected %.5f and %.5f", v, w, wantV, wantW)
			}
		})
	}
}

// TestAxesOfSheared: where warp and weft are sheared, the axes of friction turn from both alike; a
// look from the other side changes nothing, and cloth on edge has axes, too.
func TestAxesOfSheared(t *testing.T) {
	n := r3.Vec{Y: 1}
	shear := func(gamma float64) Grain {
		return Grain{Warp: r3.Vec{X: 2 * math.Cos(gamma), Z: -2 * math.Sin(gamma), Y: .3},
			Weft: r3.Vec{X: .5 * math.Sin(gamma), Z: -.5 * math.Cos(gamma)}}
	}
	for _, gamma := range []float64{0, .3, -.5} {
		for _, side := range []float64{1, -1} {
			u, v := shear(gamma).Axes(r3.Scale(side, n))
			if r3.Norm(r3.Sub(u, r3.Vec{X: 1})) > 1e-12 || math.Abs(math.Abs(v.Z)-1) > 1e-12 {
				t.Errorf("shear %g, side %g: axes %v and %v, expected ±x and ±z", gamma, side, u, v)
			}
		}
	}
	edge := Grain{Warp: r3.Vec{Y: 1}, Weft: r3.Vec{Z: 1}}
	if u, v := edge.Axes(n); math.Abs(u.X)+math.Abs(v.Z) < 2-1e-12 {
		t.Errorf("warp along the normal: axes %v and %v, expected x and z", u, v)
	}
}

// TestMeasuredOnCloth: a sheet slides on a pinned one, along their warps, by the friction measured
// for the pressure between them; and with the warps crossed by the mean of the squares of both
// curves, since the directions of both count.
//
// Pairs stand for their part of layerPairs, a mean over large sheets at all angles; the rims of small ones have less.
// Where they stand for the share c of the area, found here from the meshes in the plane, the pressure is p/c on cA:
// friction is c·f(p/c), to 1 % for what pairs at the rim carry unevenly. As f goes with pⁿ, that is off by (1 − n)(c −
// 1) from f(p), which is what a user sees: 5 % on sheets as small as these.
func TestMeasuredOnCloth(t *testing.T) {
	law := rough()
	for _, crossed := range []bool{false, true} {
		const tan = .75
		alpha := math.Atan(tan)
		down := r3.NewRotation(-alpha, r3.Vec{Z: 1})
		f := cotton()
		f.Drag, f.DragSkin = 0, 0
		lower := place(grid(12, 6, .16, .07, f, true), down.Rotate)
		for i, x := range lower.X {
			lower.Pins = append(lower.Pins, cloth.Pin{Vertex: int32(i), Point: x})
		}
		turn := r3.NewRotation(.07, r3.Vec{Y: 1}) // so that no edges lie on each other
		if crossed {
			turn = r3.NewRotation(math.Pi/2+.07, r3.Vec{Y: 1})
		}
		upper := place(grid(5, 5, .05, .05, f, true), func(x r3.Vec) r3.Vec {
			x = turn.Rotate(r3.Add(x, r3.Vec{X: -.025, Z: .025}))
			return down.Rotate(r3.Add(x, r3.Vec{X: .05, Y: .0029, Z: -.035}))
		})
		set := step.DefaultSettings()
		set.Tolerance = 1e-8
		m, err := cloth.NewModel([]cloth.Part{lower, upper})
		if err != nil {
			t.Fatal(err)
		}
		m.Rubbings = []cloth.Rubbing{{A: 0, B: 1, Law: law}, {A: 1, B: 0, Law: law}}
		s, err := New(m, nil, nil, set)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		along := down.Rotate(r3.Vec{X: 1})
		speed := func() (v float64) {
			var mass float64
			for i := m.Parts[1].Vertices.Lo; i < len(s.State.X); i++ {
				mass += m.Mass[i]
				v += m.Mass[i] * r3.Dot(along, s.State.V[i])
			}
			return v / mass
		}
		clean(t, s, 1./240, 24)
		v0 := speed()
		p := .143 * 9.81 * math.Cos(alpha)
		f2 := func(p float64) float64 {
			if crossed {
				return math.Sqrt((sq(law.Warp.At(p)) + sq(law.Weft.At(p))) / 2)
			}
			return law.Warp.At(p)
		}
		const steps = 24
		want, share := 0., 0.
		for range steps {
			clean(t, s, 1./240, 1)
			c := pairShare(s, along) / (.05 * .05)
			want, share = want+c*f2(p/c)/steps, share+c/steps
		}
		got := .143 * (9.81*math.Sin(alpha) - (speed()-v0)/.1)
		t.Logf("crossed %v: pairs stand for %.3f of the area: friction %.4f Pa, expected %.4f Pa; measured %.4f Pa", crossed,
			share, got, want, f2(p))
		if math.Abs(got/want-1) > .01 || math.Abs(got/f2(p)-1) > .05 {
			t.Errorf("crossed %v: friction %.4f Pa, expected %.4f Pa, measured %.4f Pa", crossed, got, want, f2(p))
		}
	}
}

// pairShare is the area that pairs of two layers stand for [m²]: of every vertex on a triangle of the other, over
// layerPairs; seen along the normal of the plane that has the direction along and z.
func pairShare(s *Sim, along r3.Vec) (sum float64) {
	at := func(i int32) r2.Vec { return r2.Vec{X: r3.Dot(along, s.State.X[i]), Y: s.State.X[i].Z} }
	side := func(a, b, c r2.Vec) bool { return r2.Cross(r2.Sub(b, a), r2.Sub(c, a)) > 0 }
	for k, part := range s.Model.Parts {
		other := s.Model.Parts[1-k].Vertices
		for _, v := range s.Model.Tri[part.Tris.Lo:part.Tris.Hi] {
			a, b, c := at(v[0]), at(v[1]), at(v[2])
			for i := int32(other.Lo); i < int32(other.Hi); i++ {
				if x := at(i); side(a, b, x) == side(b, c, x) && side(b, c, x) == side(c, a, x) {
					sum += s.Model.Area[i]
				}
			}
		}
	}
	return sum / layerPairs
}
