package step

import (
	"slices"
	"testing"
)

// TestChecks: a sub-step goes through these checks, in this order. Rigid motion is corrected before penetration is
// projected, both before paths are checked, and what ends a step comes last.
func TestChecks(t *testing.T) {
	want := []string{
		"iteration limit", "energy balance", "sharp bodies", "drift", "rigid-body correction", "penetration projection",
		"CCD check", "correction beyond contacts", "correction cut short", "torn cloth", "no room", "tunnelling",
		"strain change",
	}
	var got []string
	for _, c := range checks {
		got = append(got, c.Name)
		if c.Halve <= Unconverged {
			t.Errorf("%s halves sub-steps with the outcome %v, which is accepted", c.Name, c.Halve)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("checks %q, expected %q", got, want)
	}
}

// TestRetries: each check sends Newton's method on as often as it may, however often others have; and a sub-step ends
// where checks take turns.
func TestRetries(t *testing.T) {
	b := newBowl(1)
	b.short = maxRounds
	b.hits = append(slices.Repeat([]bool{false}, maxRounds), slices.Repeat([]bool{true}, maxRounds)...)
	set := DefaultSettings()
	d := Driver{Operations: b, Settings: &set, carried: carried{begun: true}}
	if rep, err := d.Step(0, 1); err != nil || rep.Halvings != 0 || rep.Rounds != 2*maxRounds || b.stiff != maxRounds {
		t.Errorf("paths that cross after corrections cut short: %+v, %v, stiffened %d times", rep, err, b.stiff)
	}

	b = newBowl(1)
	b.tooFar = 1
	b.hits = slices.Repeat([]bool{true}, 2*lastRounds)
	b.hits[lastRounds] = false // a correction beyond contacts after all retries of paths
	d = *smallest(b)
	d.carried.begun = true
	rep, err := d.Step(0, 1)
	if err != nil || rep.Rounds != lastRounds+1 || rep.ClampedVertices != 1 || rep.Limits != (Limits{Rounds: 1}) {
		t.Errorf("paths that cross after a correction, with no retries left: %+v, %v", rep, err)
	}
}
