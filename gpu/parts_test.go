//go:build cgo

package gpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/law"
	"hysteron/step"
)

// TestPartsAndPins: two pieces of different fabrics and gaps, one held by pins that move and let go, the
// other by pins that follow a moving body; every vertex has its own material and goes where it should.
func TestPartsAndPins(t *testing.T) {
	ctx := open(t, true)
	const h, release = 1. / 120, .15
	one, two := grid(8, 6, .1, .08, cotton()), grid(7, 9, .09, .1, cotton())
	two.Name, two.Gap = "stiff", .003
	two.Fabric.Density *= 2
	two.Fabric.Warp.Elastic = law.Scaled(two.Fabric.Warp.Elastic, 5)
	two.Fabric.BendWarp.Elastic = law.Scaled(two.Fabric.BendWarp.Elastic, 20)
	two.Fabric.Friction = .1
	// The far corner is carried along an arc.
	one.Motions = []cloth.Motion{{Axis: r3.Vec{X: 1}, Origin: r3.Vec{Y: .1}, Keys: []cloth.MotionKey{{},
		{Time: .2, Angle: .2, Offset: r3.Vec{X: -.004}}}}}
	one.Pins = append(one.Pins, cloth.Pin{Vertex: 47, Kind: cloth.PinMotion, Point: one.X[47]})
	for j := range int32(6) {
		one.Pins = append(one.Pins, cloth.Pin{Vertex: j, Point: one.X[j], Velocity: r3.Vec{Y: .2, Z: -.1}, Release: release})
	}
	body := newSphere(.03, r3.Vec{X: .34, Y: -.04, Z: -.05}, r3.Vec{X: -.1, Y: .1})
	// The second piece starts where its pin wants it, at the side of the body.
	const tri = 7
	pin := cloth.Pin{Vertex: 4, Kind: cloth.PinBody, Tri: tri, Bary: [3]float64{.2, .5, .3},
		Offset: r3.Vec{X: .002, Y: -.003, Z: .008}}
	y := make([]r3.Vec, len(body.X))
	body.Positions(y, 0)
	shift := r3.Sub(foot(body, y, pin), two.X[pin.Vertex])
	for i := range two.X {
		two.X[i] = r3.Add(two.X[i], shift)
	}
	two.Pins = append(two.Pins, pin)
	m := model(t, one, two)
	// Within 8 steps the reference ends 1.6e-3 of the size from itself if its tolerance is 10 times as large, and
	// up to 1.5e-5 if positions start 1e-9 m away. The linearised mode is as exact as its one solve, which in float32
	// leaves 1e-3 of each move, and nothing takes that back: contacts begin at other times. The reference's own ends 5e-4
	// of the size from itself within 5 steps, with positions that start 1e-9 m away as with a tolerance 10 times as large,
	// and 3e-3 within 8, so that fewer steps are compared.
	for newton, limit := range map[int]float64{30: 2e-4, 1: 1e-3} {
		steps := 8
		if newton == 1 {
			steps = 5
		}
		set := step.DefaultSettings()
		set.MaxNewton = newton
		set.Tolerance = 1e-6
		w := newTwins(t, ctx, m, nil, []step.Collider{{Surface: body, Friction: -1}}, set)
		held := func(s *cloth.State, from int) (off float64) {
			for _, p := range m.Pins[from:] {
				if !p.Active(s.Time) {
					continue
				}
				want := r3.Add(p.Point, r3.Scale(s.Time, p.Velocity))
				switch p.Kind {
				case cloth.PinMotion:
					want = m.Motions[p.Motion].At(p.Point, s.Time)
				case cloth.PinBody:
					body.Positions(y, s.Time)
					want = foot(body, y, p)
				}
				off = max(off, r3.Norm(r3.Sub(s.X[p.Vertex], want)))
			}
			return off
		}
		w.both(t, steps, h)
		near := farthest(gpuState(t, w.gpu).X, w.cpu.State.X) / .1
		t.Logf("at most %d Newton iterations: %.3g of the size apart after %d steps", newton, near, steps)
		if err := w.compare(.1 * limit); err != nil {
			t.Errorf("at most %d Newton iterations: %v", newton, err)
		}
		for range 30 - steps {
			if off := held(gpuState(t, w.gpu), 0); !(off < 1e-9) {
				t.Errorf("a held vertex is %g m from its pin", off)
			}
			w.both(t, 1, h)
		}
		st := gpuState(t, w.gpu)
		if held(st, 7) > 1e-9 || st.Time < release || math.Abs(st.V[0].Y-.2) < .1 {
			t.Errorf("after the release vertex 0 moves with %v: expected it to fall", st.V[0])
		}
	}
}

// foot returns the target of a pin on the body at positions y.
func foot(s *clothtest.Sphere, y []r3.Vec, p cloth.Pin) r3.Vec {
	v := s.Tri[p.Tri]
	return p.On(y[v[0]], y[v[1]], y[v[2]])
}
