package dress

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/formats"
	"hysteron/scenes"
	"hysteron/scenes/scenestest"
)

// A tube that is a seventh narrower than the post in it is put on with as much strain as that; let out, it lies on it
// without. In both cases nothing passes through the post, and only what is let out is said to be.
func TestEasedIsWorn(t *testing.T) {
	dir := t.TempDir()
	tube := scenestest.Upright(0.088, 0.4, 0.55)
	f, err := os.Create(filepath.Join(dir, "tube.obj"))
	if err != nil {
		t.Fatal(err)
	}
	if err := formats.WriteOBJ(f, &formats.OBJ{X: tube.X, Tri: tube.Tri}); err != nil {
		t.Fatal(err)
	}
	f.Close()
	for keys, c := range map[string]struct{ least, most float64 }{"": {1.12, 1.3}, "let_out = true\n": {1, 1.06}} {
		s, err := scenes.Parse(filepath.Join(dir, "s.toml"), []byte(`gravity_m_s2 = [0, 0, 0]
[dress]
settle_s = 0.2
[[body]]
kind = "cylinder"
radius_m = 0.1
height_m = 1
rim_m = 0.02
centre_m = [0, 0.5, 0]
[[mesh]]
name = "tube"
file = "tube.obj"
rest = "shape"
dress = true
edge_length_m = 0.03
fabric = "cotton-jersey"
`+keys), nil)
		if err != nil {
			t.Fatal(err)
		}
		setup, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		said := false
		for _, p := range setup.Problems() {
			said = said || strings.Contains(p.String(), "let out for body")
		}
		state, err := Start(setup, Options{})
		if err != nil {
			t.Fatalf("%q: %v", keys, err)
		}
		if l := setup.Model.MaxStretch(state.X); l < c.least || l > c.most || said != (keys != "") {
			t.Errorf("%q: stretched %.3f times, said to be let out: %v; expected %g to %g", keys, l, said, c.least, c.most)
		}
		b := setup.Bodies[0]
		x := make([]r3.Vec, b.NumVertices())
		b.Positions(x, 0)
		if found := check.Check(check.Mesh{X: state.X, Tri: setup.Model.Tri}, []check.Mesh{{X: x, Tri: b.Triangles()}},
			nil); len(found.Self)+found.Penetrations() > 0 {
			t.Errorf("%q: %d intersections, %d penetrations", keys, len(found.Self), found.Penetrations())
		}
	}
}
