package dress

import (
	"os"
	"path/filepath"
	"testing"

	"hysteron/scenes"
	"hysteron/scenes/scenestest"
)

// Two sheets with sewing edges between them hang as one, without a gap, before the first frame. The row of triangles at
// the seam starts twice as long as it is.
func TestEdgesAreDrawnTogether(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "m.obj"), []byte(scenestest.SewnOBJ()), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := scenes.Parse(filepath.Join(dir, "s.toml"), []byte("[[mesh]]\nname = \"m\"\nfile = \"m.obj\"\nfabric = "+
		"\"cotton\"\npins = [0, 4]\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	if most := setup.Model.MaxStretch(setup.Model.X0); most < 1.9 {
		t.Fatalf("starts stretched %.3g times: expected 2, to be drawn together", most)
	}
	state, err := Start(setup, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if most := setup.Model.MaxStretch(state.X); most > 1.05 {
		t.Errorf("stretched %.3g times at the start: expected a closed seam", most)
	}
	if got := state.X[0]; got != setup.Model.X0[0] {
		t.Errorf("pinned vertex at %v, from %v", got, setup.Model.X0[0])
	}
}
