package cloth

import "testing"

// TestLatestPins: a soft pin takes its vertex from pins before it; a pin that holds stays behind it.
func TestLatestPins(t *testing.T) {
	soft := func(v int32) Pin { return Pin{Vertex: v, Stiffness: 1} }
	got := LatestPins([]Pin{{Vertex: 1}, {Vertex: 2}, soft(1), {Vertex: 3, Release: 1}, soft(3), {Vertex: 3}})
	want := []Pin{{Vertex: 2}, soft(1), soft(3), {Vertex: 3}}
	if len(got) != len(want) {
		t.Fatalf("%+v: expected %+v", got, want)
	}
	for i := range want {
		if got[i].Vertex != want[i].Vertex || got[i].Stiffness != want[i].Stiffness {
			t.Errorf("pin %d: %+v, expected %+v", i, got[i], want[i])
		}
	}
}
