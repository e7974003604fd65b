package cloth_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/step/steptest"
)

// someParts are sheets with laws that keep different numbers of history, with pins, and measured friction.
func someParts(t *testing.T) []cloth.Part {
	t.Helper()
	var parts []cloth.Part
	for i, s := range steptest.Subjects() {
		f := clothtest.Cotton()
		if s.Law == nil || i%3 != 0 {
			continue
		}
		if i%2 == 0 {
			f.Bending = cloth.CurvatureBending
		}
		if s.Springs() {
			f = steptest.Sprung(f)
		}
		s.Dress(&f)
		p := clothtest.Grid(4+i%3, 3+i%2, .1, .08, f, true)
		p.Name = s.String()
		p.Pins = []cloth.Pin{{Vertex: 2, Point: p.X[2]}, {Vertex: 0, Kind: cloth.PinFixed, Release: 1}}
		parts = append(parts, p)
	}
	return parts
}

func modelOf(t *testing.T, parts ...cloth.Part) *cloth.Model {
	t.Helper()
	m, err := cloth.NewModel(parts)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestSubmeshIsAlone: a part of a model, as a submesh, is the model of that part alone.
func TestSubmeshIsAlone(t *testing.T) {
	parts := someParts(t)
	whole := modelOf(t, parts...)
	for i := range parts {
		got := whole.Submesh(func(v int32) bool { return int(whole.Part[v]) == i })
		if want := modelOf(t, parts[i]); !reflect.DeepEqual(want, got.Model) {
			t.Errorf("%s: the submesh is not the model of the part alone", parts[i].Name)
		}
		if !slices.Equal(got.Parts, []int32{int32(i)}) {
			t.Errorf("%s: parts %v, expected %d", parts[i].Name, got.Parts, i)
		}
	}
}

// TestSubmeshStates: the states of submeshes, joined, are the state that they were taken from.
func TestSubmeshStates(t *testing.T) {
	whole := modelOf(t, someParts(t)...)
	rnd := rand.New(rand.NewPCG(1, 2))
	random := func() r3.Vec { return r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()} }
	n := int32(len(whole.X0))
	for p := range 2 {
		whole.Air = append(whole.Air, cloth.AirCell{Tri: []int32{int32(whole.Parts[p].Tris.Lo)}, Pressure: float64(10 + p)})
	}
	state := cloth.NewState(whole)
	state.Time, state.Halvings, state.Air = 3, 2, []float64{20, 31}
	state.Before = cloth.Before{H: .25, Gain: make([]r3.Vec, n), Lag: make([]r3.Vec, n), Age: make([]uint8, n)}
	for i := range state.X {
		state.X[i], state.V[i], state.Before.Gain[i], state.Before.Lag[i] = random(), random(), random(), random()
		state.Before.Age[i] = uint8(rnd.IntN(4))
	}
	steptest.Remember(whole, state, 7, false)
	for k := range int32(2) {
		for p := range n + int32(len(whole.Tri)) {
			for range rnd.IntN(3) {
				state.Touches = append(state.Touches, cloth.Touch{Collider: k, Point: p, Tri: -1, Normal: random(), Slip: random()})
			}
		}
	}
	for t := range int32(len(whole.Tri)) {
		v := whole.Tri[t]
		state.Rubs = append(state.Rubs, cloth.Rub{V: [4]int32{whole.Tri[0][0], v[0], v[1], v[2]}, Slip: random()})
	}
	for _, of := range []reflect.Value{reflect.ValueOf(*state), reflect.ValueOf(state.Before)} {
		for i := range of.NumField() {
			if of.Field(i).IsZero() {
				t.Fatalf("%s of the state is not set: the test would prove nothing of it", of.Type().Field(i).Name)
			}
		}
	}
	// Two submeshes of alternating parts: their numbers interleave.
	var subs []*cloth.Submesh
	var states []*cloth.State
	for odd := range 2 {
		s := whole.Submesh(func(v int32) bool { return int(whole.Part[v])%2 == odd })
		own := s.State(state)
		if err := own.Check(s.Model); err != nil {
			t.Fatal(err)
		}
		subs, states = append(subs, s), append(states, own)
	}
	got := whole.Join(subs, states)
	inOne := slices.DeleteFunc(slices.Clone(state.Rubs), func(r cloth.Rub) bool { return whole.Part[r.V[1]]%2 == 1 })
	if len(inOne) == 0 || len(inOne) == len(state.Rubs) {
		t.Fatal("all pairs lie in one submesh: the test would prove nothing")
	}
	state.Rubs = inOne
	if !reflect.DeepEqual(got, state) {
		t.Error("joined states differ from the state of the whole")
	}

	// A submesh with a shorter step before begins anew.
	states[1].Before.H = .125
	got = whole.Join(subs, states)
	for _, v := range subs[1].Vertices {
		if b := &got.Before; b.Age[v] != 1 || b.Gain[v] != (r3.Vec{}) || b.Lag[v] != (r3.Vec{}) {
			t.Fatalf("vertex %d of the submesh with the shorter step: age %d, gain %v, lag %v: expected it to begin anew",
				v, b.Age[v], b.Gain[v], b.Lag[v])
		}
	}
	if got.Before.H != .25 || got.Before.Gain[subs[0].Vertices[0]] != state.Before.Gain[subs[0].Vertices[0]] {
		t.Error("the submesh with the longer step before has lost it")
	}
}
