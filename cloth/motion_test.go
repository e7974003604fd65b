package cloth

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

func twist(linear bool) Motion {
	return Motion{
		Axis: r3.Vec{Y: 2}, Origin: r3.Vec{X: 1, Y: 5}, Linear: linear,
		Keys: []MotionKey{{Time: 1}, {Time: 2, Angle: math.Pi / 2}, {Time: 4, Angle: 4 * math.Pi,
			Offset: r3.Vec{X: .5, Z: -2}}},
	}
}

// A quarter turn about a vertical axis takes +X to −Z, whole turns leave only the offset.
func TestMotionAtKeys(t *testing.T) {
	for _, linear := range []bool{false, true} {
		m := twist(linear)
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		x := r3.Vec{X: 3, Y: 7, Z: .1}
		for _, c := range []struct {
			t    float64
			want r3.Vec
		}{{-9, x}, {1, x}, {2, r3.Vec{X: 1.1, Y: 7, Z: -2}}, {4, r3.Vec{X: 3.5, Y: 7, Z: -1.9}},
			{100, r3.Vec{X: 3.5, Y: 7, Z: -1.9}}} {
			if d := r3.Norm(r3.Sub(m.At(x, c.t), c.want)); d > 1e-14 || c.t <= 1 && d != 0 {
				t.Errorf("linear %v: at %g s: %v: expected %v", linear, c.t, m.At(x, c.t), c.want)
			}
		}
		angle, offset, _, _ := m.Pose(3)
		near(t, "angle in the middle", angle, 2.25*math.Pi, 10)
		near(t, "offset in the middle", offset.Z, -1, 1)
	}
}

// Distances are kept, the rates are the derivatives, and a smooth motion has no jump of velocity.
func TestMotionIsRigidAndSmooth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64Range(-2, 2)
		vec := func(name string) r3.Vec {
			return r3.Vec{X: f.Draw(t, name), Y: f.Draw(t, name), Z: f.Draw(t, name)}
		}
		m := twist(rapid.Bool().Draw(t, "linear"))
		m.Axis, m.Origin = r3.Add(vec("axis"), r3.Vec{X: 4}), vec("origin")
		x, y, at := vec("x"), vec("y"), rapid.Float64Range(0.5, 4.5).Draw(t, "t")
		near(t, "distance", r3.Norm(r3.Sub(m.At(x, at), m.At(y, at))), r3.Norm(r3.Sub(x, y)), 10)
		for _, k := range m.Keys {
			if math.Abs(at-k.Time) < 1e-4 {
				if !m.Linear {
					if _, _, rate, v := m.Pose(at); math.Abs(rate) > 1e-5 || r3.Norm(v) > 1e-5 {
						t.Errorf("at %g s: rates %g rad/s and %v m/s: expected rest near a key", at, rate, v)
					}
				}
				return
			}
		}
		const h = 1e-5
		a0, o0, _, _ := m.Pose(at - h)
		a1, o1, _, _ := m.Pose(at + h)
		_, _, rate, v := m.Pose(at)
		if e := math.Abs((a1-a0)/(2*h) - rate); e > 1e-6 {
			t.Errorf("at %g s: rate %g rad/s is off by %g", at, rate, e)
		}
		if e := r3.Norm(r3.Sub(r3.Scale(1/(2*h), r3.Sub(o1, o0)), v)); e > 1e-6 {
			t.Errorf("at %g s: velocity %v is off by %g m/s", at, v, e)
		}
	})
}

func TestMotionErrors(t *testing.T) {
	for want, change := range map[string]func(m *Motion){
		"without keys":     func(m *Motion) { m.Keys = nil },
		"key 0: angle 1":   func(m *Motion) { m.Keys[0].Angle = 1 },
		"offset (0, 0, 3)": func(m *Motion) { m.Keys[0].Offset.Z = 3 },
		"key 1: expected":  func(m *Motion) { m.Keys[1].Angle = math.NaN() },
		"key 2 at 2 s":     func(m *Motion) { m.Keys[2].Time = 2 },
		"origin (+Inf":     func(m *Motion) { m.Origin.X = math.Inf(1) },
		"axis (0, 0, 0)":   func(m *Motion) { m.Axis = r3.Vec{} },
		"axis (NaN, 2, 0)": func(m *Motion) { m.Axis.X = math.NaN() },
	} {
		m := twist(false)
		change(&m)
		if err := m.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: expected an error with %q", err, want)
		}
	}
	slide := Motion{Keys: []MotionKey{{}, {Time: 1, Offset: r3.Vec{X: 1}}}}
	if err := slide.Check(); err != nil {
		t.Errorf("a motion that does not turn needs no axis: %v", err)
	}
}

// Motions of parts are joined, and pins still follow their own; a pin of no motion is an error.
func TestPinsFollowTheirMotions(t *testing.T) {
	a, b := strip("a", 2, 2, straight), strip("b", 2, 2, straight)
	a.Motions, b.Motions = []Motion{twist(true)},
		[]Motion{twist(false), {Keys: []MotionKey{{}, {Time: 1, Offset: r3.Vec{Z: 7}}}}}
	b.Pins = []Pin{{Vertex: 3, Kind: PinMotion, Point: b.X[3], Motion: 1}}
	m := model(t, a, b)
	p := &m.Pins[0]
	if len(m.Motions) != 3 || p.Motion != 2 || p.Vertex != 12 {
		t.Fatalf("%d motions, pin %+v", len(m.Motions), p)
	}
	if got := p.Target(m, 1); got != r3.Add(b.X[3], r3.Vec{Z: 7}) {
		t.Errorf("target %v", got)
	}
	for _, motion := range []int32{-1, 2} {
		b.Pins[0].Motion = motion
		if _, err := NewModel([]Part{a, b}); err == nil || !strings.Contains(err.Error(), "expected one of the part's 2") {
			t.Errorf("motion %d: %v", motion, err)
		}
	}
	b.Pins, b.Motions[0].Keys = nil, nil
	if _, err := NewModel([]Part{b}); err == nil || !strings.Contains(err.Error(), "motion 0: motion without keys") {
		t.Errorf("%v", err)
	}
}
