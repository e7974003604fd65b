package step

import "testing"

// Settings that name no integrator are implicit; the two others are not.
func TestExplicit(t *testing.T) {
	for name, want := range map[string]bool{"": false, Implicit: false, Symplectic: true, Forward: true} {
		if s := (Settings{Solver: Solver{Integrator: name}}); s.Explicit() != want {
			t.Errorf("%q: %v", name, s.Explicit())
		}
	}
}
