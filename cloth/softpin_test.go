package cloth

import (
	"math"
	"strings"
	"testing"
)

// TestPinStrength: strength is linear between keys and constant beyond them; a soft pin holds nothing exactly, and
// pulls at nothing once it is released.
func TestPinStrength(t *testing.T) {
	p := Pin{Stiffness: 3, Strength: []Strength{{1, 2}, {3, 6}, {4, 0}}}
	for at, want := range map[float64]float64{0: 2, 1: 2, 1.5: 3, 3: 6, 3.25: 4.5, 4: 0, 9: 0} {
		if got := p.Pull(at); got != want || p.Active(at) {
			t.Errorf("at %g s: strength %g, active %v: expected %g, and not", at, got, p.Active(at), want)
		}
	}
	p.Release = 1.5
	if p.Pull(1.4) == 0 || p.Pull(1.5) != 0 {
		t.Error("expected a pull until it is released, and none then")
	}
	if hard := (Pin{}); hard.Soft() || hard.Pull(0) != 0 || !hard.Active(0) {
		t.Error("a pin without stiffness and limit does not hold")
	}
	if keptAt := (Pin{Limit: .1, LimitForce: 1}); !keptAt.Soft() || keptAt.Pull(7) != 1 {
		t.Error("a limit alone makes no soft pin")
	}
	for want, bad := range map[string]Pin{
		"stiffness":       {Stiffness: -1},
		"stiffness NaN":   {Stiffness: math.NaN()},
		"limit of 1 m":    {Limit: 1},
		"with 2 N":        {LimitForce: 2},
		"factors of 0":    {Stiffness: 1, Strength: []Strength{{0, -1}}},
		"that increase":   {Stiffness: 1, Strength: []Strength{{1, 1}, {1, 0}}},
		"strength +Inf":   {Stiffness: 1, Strength: []Strength{{1, math.Inf(1)}}},
		"strength 1 at N": {Stiffness: 1, Strength: []Strength{{math.NaN(), 1}}},
	} {
		if err := bad.Check(1, nil, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v: expected an error with %q", bad, err, want)
		}
	}
}
