package step

import (
	"strings"
	"testing"
)

// Settings that name no integrator are implicit; the two others are not.
func TestExplicit(t *testing.T) {
	for name, want := range map[string]bool{"": false, Implicit: false, Symplectic: true, Forward: true} {
		if s := (Settings{Solver: Solver{Integrator: name}}); s.Explicit() != want {
			t.Errorf("%q: %v", name, s.Explicit())
		}
	}
}

// Restitution is of implicit steps: the layer of explicit ones gives back what it takes.
func TestExplicitRestitution(t *testing.T) {
	s := DefaultSettings()
	s.Restitution = .5
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	s.Integrator, s.SelfContact = Symplectic, false
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "expected contact.restitution = 0") {
		t.Errorf("%v: expected restitution to be refused", err)
	}
	s.Restitution = 0
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}
