package page

import (
	"strings"
	"testing"

	"hysteron/law"
	"hysteron/scenes"
)

// TestPushes: friction that is as large as what cloth pulls with near no stretch makes its force fall below zero on the
// way back, and that is said of the thread which does and no other; of cotton nothing is.
func TestPushes(t *testing.T) {
	f, err := scenes.LoadFabric("cotton")
	if err != nil {
		t.Fatal(err)
	}
	if got := Pushes(f, "warp", "weft"); got != nil {
		t.Errorf("cotton: %q", got)
	}
	f.Weft.Friction = law.Dahl{A: 20, Tau: .001}
	if got := Pushes(f, "warp", "weft"); len(got) != 1 || !strings.HasPrefix(got[0], "unloading from 500 gf/cm, "+
		"the force of the weft is below zero from ") || !strings.Contains(got[0], "by up to 20 N/m") {
		t.Errorf("friction of 20 N/m: %q", got)
	}
	if got := Pushes(f, "warp"); got != nil {
		t.Errorf("the weft is not asked for: %q", got)
	}
}
