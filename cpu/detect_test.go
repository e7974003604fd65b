package cpu

import (
	"math"
	"testing"

	"hysteron/step"
)

// TestForgets: of points that are seen to be far at a look-up no planes stay that a later one would look for second
// walls by; those within reach have some.
func TestForgets(t *testing.T) {
	s := draped(t, 0)
	o := s.obstacles[0]
	operations{s}.Begin(s.State.Time, 1./120)
	for i := range o.clear {
		o.clear[i] = math.Inf(-1) // nothing is known of it
	}
	o.detect(&s.now, true)
	for i := range o.near {
		if o.near[i].count == 0 || !o.known[i] {
			t.Fatalf("point %d: no plane at the first look-up", i)
		}
	}
	o.detect(&s.now, false)
	far, live := 0, 0
	for i := range o.near {
		delta, _ := s.contactLaw(i)
		want := o.clear[i] <= step.Reach*delta
		if got := o.near[i].count > 0; got != want || o.known[i] != want || o.live[i] && !want {
			t.Fatalf("point %d, %g m off at least: %d planes, known %v, in reach %v", i, o.clear[i], o.near[i].count, o.known[i],
				o.live[i])
		}
		if !want {
			far++
		}
		if o.live[i] {
			live++
		}
	}
	if far < 100 || live == 0 {
		t.Errorf("%d points are far, %d in reach: the test would prove little", far, live)
	}
}
