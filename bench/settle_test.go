package bench

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// What settles ends at time 0, slower than it fell and below where it began, on bodies that stand still. That divided
// garments are at rest, TestCountsAt20k shows.
func TestSettles(t *testing.T) {
	p, err := newStack(origin{ctx: context.Background()})(200)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.settle(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var fell, speed float64
	for i, x := range s.X {
		fell += (p.model.X0[i].Y - x.Y) / float64(len(s.X))
		speed = max(speed, r3.Norm(s.V[i]))
	}
	free := 9.81 * settleSteps * stepSeconds
	if s.Time != 0 || !(fell > .002) || math.IsNaN(speed) || speed > free/2 {
		t.Errorf("at %g s, %g m lower, %g m/s: expected time 0, lower, slower than %g m/s", s.Time, fell, speed, free/2)
	}
}
