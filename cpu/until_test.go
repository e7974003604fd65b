package cpu

import (
	"errors"
	"testing"

	"hysteron/cloth"
	"hysteron/step"
)

// TestNewUntil: each of the long loops that prepare a large sheet polls for the end at intervals of a number of
// triangles. It ends at the first request, in any loop, without another poll.
func TestNewUntil(t *testing.T) {
	const n, least = 100, 36 // three times in each loop over triangles, and between parts
	m, err := cloth.NewModel([]cloth.Part{grid(n, n, 1, 1, cotton(), true)})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	s, err := NewUntil(func() bool { asked++; return false }, m, nil, nil, step.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	all := asked
	if all < least {
		t.Errorf("asked %d times for %d triangles, expected at least %d", all, len(m.Tri), least)
	}
	for at := 1; at <= all; at += all/4 + 1 {
		asked = 0
		s, err := NewUntil(func() bool { asked++; return asked >= at }, m, nil, nil, step.DefaultSettings())
		if !errors.Is(err, ErrStopped) || s != nil || asked > at {
			t.Errorf("told to end when it asked for the %d. of %d times: %v, and asked %d times more", at, all, err, asked-at)
		}
	}
}

// A backend that is told to end says why, when it is made and whenever it starts from another state; the simulation
// stays as it was then.
func TestBackendEnds(t *testing.T) {
	m, err := cloth.NewModel([]cloth.Part{grid(4, 4, 1, 1, cotton(), true)})
	if err != nil {
		t.Fatal(err)
	}
	why, over := errors.New("over"), true
	b := Backend{Ended: func() error {
		if over {
			return why
		}
		return nil
	}}
	if _, err := b.New(m, nil, nil, step.DefaultSettings()); !errors.Is(err, why) {
		t.Errorf("%v: expected %v", err, why)
	}
	over = false
	s, err := b.New(m, nil, nil, step.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	state := cloth.NewState(m)
	state.X[0].Y++
	over = true
	if err := s.SetState(state); !errors.Is(err, why) {
		t.Errorf("%v: expected %v", err, why)
	}
	if now, err := s.State(); err != nil || now.X[0] != m.X0[0] {
		t.Errorf("%v: a vertex is at %v, expected %v", err, now.X[0], m.X0[0])
	}
}
