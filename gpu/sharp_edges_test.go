//go:build cgo

package gpu

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/check"
	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/step"
	"hysteron/step/steptest"
)

// launched is a solid that flies.
type launched struct {
	still
	v r3.Vec
}

func (f launched) Positions(dst []r3.Vec, t float64) {
	for i, x := range f.X {
		dst[i] = r3.Add(x, r3.Scale(t, f.v))
	}
}

// TestPlateMeetsSheet: one of the plates of cpu's test of that name does not cut into a sheet on the device either.
func TestPlateMeetsSheet(t *testing.T) {
	const n, size, speed, aside = 9, .24, 20., .0065
	p := grid(n, n, size, size, cotton())
	for i, x := range p.X {
		p.X[i] = r3.Vec{X: x.X - size/2, Y: x.Z + size/2}
		if p.X[i].Y > size/2-1e-9 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
		}
	}
	m := model(t, p)
	b, err := body.BoxSolid(r3.Vec{X: .16, Y: .16, Z: .005}, .002, .02)
	if err != nil {
		t.Fatal(err)
	}
	for i := range b.X {
		b.X[i] = r3.Add(b.X[i], r3.Vec{X: aside, Z: .07 + 2*aside})
	}
	plate := launched{still{b}, r3.Vec{Z: -speed}}
	s := newGPU(t, open(t, true), m, nil, []step.Collider{{Surface: plate, Friction: .3}}, step.DefaultSettings())
	if !(operations{s}).HasSharp() {
		t.Fatal("the plate is not sharp")
	}
	y, newton := make([]r3.Vec, len(b.X)), 0
	for k := range 6 {
		rep, err := s.Step(1. / 240)
		if err != nil {
			t.Fatal(err)
		}
		newton += rep.Newton
		now := gpuState(t, s)
		plate.Positions(y, now.Time)
		if hit := check.Check(check.Mesh{X: now.X, Tri: m.Tri}, []check.Mesh{{X: y, Tri: b.Tri}},
			nil); hit.Penetrations() > 0 {
			t.Errorf("after step %d the plate comes through at %d places, %+v", k+1, hit.Penetrations(), rep)
		}
	}
	t.Logf("%d Newton", newton)
}

// TestNoRoomIsFound: the least room between two walls, and what lies there, as cpu's test of that name has them.
func TestNoRoomIsFound(t *testing.T) {
	const room = .002
	set := step.DefaultSettings()
	parts := layers(3, .0005)
	for _, c := range []struct {
		normal r3.Vec
		found  bool
	}{{r3.Vec{Y: -1}, true}, {r3.Vec{X: 1}, false}} {
		walls := []step.Collider{{Name: "floor", Normal: r3.Vec{Y: 1}}, {Name: "press", Normal: c.normal,
			Point: r3.Vec{X: -.2, Y: room}}}
		s := newGPU(t, open(t, true), model(t, parts...), nil, walls, set)
		var got step.Cramped
		if err := s.ctx.Do(func() error {
			s.bind()
			s.begin(1e-6)
			s.detectContacts(true)
			got = operations{s}.Cramped()
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
		switch {
		case !c.found && !math.IsInf(got.Room, 1):
			t.Errorf("%+v: %+v", c, got)
		case c.found && (got.A != "floor" || got.B != "press" || math.Abs(got.Room-room) > 1e-6 || got.Layers != 3):
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// TestNoRoomInOneBody: so it is where the walls are two parts of one body, and both are known, here as a state has
// them.
func TestNoRoomInOneBody(t *testing.T) {
	const room = .002
	set := step.DefaultSettings()
	parts := layers(2, .0002)
	arms, err := steptest.Arms(room)
	if err != nil {
		t.Fatal(err)
	}
	m := model(t, parts...)
	state := cloth.NewState(m)
	upper := slices.IndexFunc(arms.Tri, func(v [3]int32) bool { // a triangle of the wall above
		return !slices.ContainsFunc(v[:], func(i int32) bool { return math.Abs(arms.X[i].Y-room) > 1e-9 })
	})
	for i := range m.X0 {
		state.Touches = append(state.Touches, cloth.Touch{Point: int32(i), Tri: int32(upper), Bary: [3]float64{1},
			Normal: r3.Vec{Y: -1}})
	}
	s := newGPU(t, open(t, true), m, state, []step.Collider{{Name: "figure", Surface: still{arms}}}, set)
	var got step.Cramped
	if err := s.ctx.Do(func() error {
		s.bind()
		s.begin(1e-6)
		s.detectContacts(true)
		got = operations{s}.Cramped()
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
	if !got.Own || got.A != "figure" || math.Abs(got.Room-room) > 1e-6 || got.Layers != 2 || !got.Crushes() {
		t.Errorf("%+v", got)
	}
}

// layers are sheets of 20 cm over each other, so far apart and from the ground [m].
func layers(n int, apart float64) (parts []cloth.Part) {
	for k := range n {
		p := grid(9, 9, .2, .2, cotton())
		for i, x := range p.X {
			p.X[i] = r3.Vec{X: x.X - .1, Y: apart * float64(k+1), Z: x.Z + .1}
		}
		parts = append(parts, p)
	}
	return parts
}
