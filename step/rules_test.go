package step

import (
	"math"
	"testing"
)

// The sub-steps of a step fill it exactly, whichever of them fail, and grow again after failures.
func TestTicksFillTheStep(t *testing.T) {
	for fails := range 1 << 12 {
		k := newTicks(4)
		var sum float64
		at, tries := 0, 0
		for ; k.done < k.all; tries++ {
			if k.done != at || k.size&(k.size-1) != 0 || k.done%k.size != 0 || k.done+k.size > k.all {
				t.Fatalf("failures %b: a sub-step of %d ticks at %d of %d, after %d", fails, k.size, k.done, k.all, at)
			}
			if tries < 12 && fails>>tries&1 == 1 && k.halve() {
				continue
			}
			sum += k.part(3, k.size)
			at += k.size
			k.advance()
		}
		if k.done != k.all || sum != 3 {
			t.Fatalf("failures %b: %d of %d ticks, %g of 3 s", fails, k.done, k.all, sum)
		}
	}
	k := newTicks(3)
	for k.halve() {
	}
	if k.size != 1 {
		t.Errorf("the smallest sub-step has %d ticks, expected 1", k.size)
	}
	var sizes []int
	for k.done < k.all {
		sizes = append(sizes, k.size)
		k.advance()
	}
	if want := []int{1, 1, 2, 4}; len(sizes) != 4 || sizes[2] != want[2] || sizes[3] != want[3] {
		t.Errorf("after a failure the sub-steps have %v ticks, expected %v", sizes, want)
	}
	if k := newTicks(0); k.halve() {
		t.Error("a step without halvings was halved")
	}
}

// Contacts are looked up in the first iterations, and later where a vertex may have left half of the thinner layer.
func TestDetectsAgain(t *testing.T) {
	s := DefaultSettings()
	half := min(s.Thickness, s.SelfThickness) / 2
	for _, c := range []struct {
		it       int
		wandered float64
		want     bool
	}{{0, 0, true}, {detections - 1, 0, true}, {detections, half, false}, {detections, 1.01 * half, true},
		{100, 0, false}} {
		if got := s.DetectsAgain(c.it, c.wandered); got != c.want {
			t.Errorf("iteration %d, wandered %g m: %v, expected %v", c.it, c.wandered, got, c.want)
		}
	}
}

// A trial counts if the potential falls by a share of what the slope promises, rounding allowed for.
func TestFalls(t *testing.T) {
	for _, c := range []struct {
		change, alpha float64
		want          bool
	}{{-.5, 1, true}, {-1e-5, 1, false}, {-1e-5, 1. / 16, true}, {1e-9, 1, false}, {math.NaN(), 1, false},
		{math.Inf(1), 1, false}} {
		sums := Reductions{Slope: -1, Change: c.change}
		if got := sums.falls(c.alpha); got != c.want {
			t.Errorf("change %g at %g: %v, expected %v", c.change, c.alpha, got, c.want)
		}
	}
	if sums := (Reductions{Slope: -1e-20, Change: 1e-15, Noise: 2e-15}); !sums.falls(1) {
		t.Error("a change below the noise counts as a rise")
	}
}

// A quadratic potential falls by half of what its slope promises, and nothing is foreseen; a wall, or what is no
// number, is.
func TestActiveSetChanged(t *testing.T) {
	for change, want := range map[float64]bool{-.5: false, -.1: false, -.09: true, 3: true} {
		if got := (&Reductions{Slope: -1, Change: change}).activeSetChanged(); got != want {
			t.Errorf("change %g: %v, expected %v", change, got, want)
		}
	}
	if !(&Reductions{Slope: -1, Change: math.NaN()}).activeSetChanged() {
		t.Error("a trial that is no number runs into nothing")
	}
	if (&Reductions{Slope: -1e-20, Change: 1e-15, Noise: 2e-15}).activeSetChanged() {
		t.Error("a change below the noise counts as a contact")
	}
}

// A stride ends where the slope would be zero if it were linear: for a quadratic potential at its minimum.
func TestExtrapolates(t *testing.T) {
	for _, minimum := range []float64{2.5, 5, 10.9} { // in Newton steps; slope at s: s − minimum
		got, on := extrapolates(-minimum, 1-minimum)
		if !on || math.Abs(got-minimum) > 1e-12 {
			t.Errorf("minimum at %g: %g, %v", minimum, got, on)
		}
	}
	for _, c := range []struct {
		before, after, want float64
		on                  bool
	}{{-1, -.5, 1, false}, {-1, .3, 1, false}, {-1, -1, maxExtrapolation + 1, true}, {-1, -2, maxExtrapolation + 1, true},
		{-50, -49, maxExtrapolation + 1, true}} {
		if got, on := extrapolates(c.before, c.after); got != c.want || on != c.on {
			t.Errorf("slopes %g and %g: %g, %v, expected %g, %v", c.before, c.after, got, on, c.want, c.on)
		}
	}
	for alpha, want := range map[float64]float64{maxExtrapolation + 1: 4, 4.5: 4, 4: 2, 2.1: 2, 2: 1} {
		if got := shorterExtrapolation(alpha); got != want {
			t.Errorf("a stride of %g that did not pay is followed by one of %g, expected %g", alpha, got, want)
		}
	}
	if sums := (Reductions{Change: -1}); !sums.pays(3, -1) || sums.pays(6, -1) {
		t.Error("a stride pays from a quarter of what the slope promises on")
	}
}

// The step has converged when what is left of the way to the minimum is below the tolerance.
func TestSettled(t *testing.T) {
	s := Settings{}
	s.Thickness = .004
	for _, c := range []struct {
		far, move, left, alpha float64
		want                   bool
	}{
		{1, 1e-2, 1e-3, 1, true}, {1, 1e-2, 1e-1, 1, false}, {5, 1e-2, 3e-3, 1, false},
		{1, 1e-2, 1e-3, .5, false}, {1, 9e-5, 7, 1, true}, {1, 2e-4, 7, 1, false},
		{1, math.NaN(), 1, 1, false},
	} {
		if got := settled(c.far, c.move, c.left, c.alpha, 1e-4); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if got := s.blindStep(.01); math.Abs(got-.1) > 1e-12 {
		t.Errorf("a jump of %g of 1 cm, expected a quarter of the thickness", got)
	}
	if got := s.blindStep(1e-5); got != 1 {
		t.Errorf("a jump of %g Newton steps, expected 1", got)
	}
}

// The tolerance is that of the settings, less in short steps: never more than a fixed error of acceleration.
func TestTolerance(t *testing.T) {
	s := DefaultSettings()
	if got := s.tolerance(1. / 240); math.Abs(got-0.72/(240*240)) > 1e-12 {
		t.Errorf("%g m at 1/240 s, expected 0.72 m/s²", got)
	}
	s.Acceleration = 1e6
	for _, h := range []float64{1. / 24, 1. / 60, 1. / 240} {
		if got := s.tolerance(h); got != s.Tolerance {
			t.Errorf("h = %g: %g m, expected %g", h, got, s.Tolerance)
		}
	}
	most := s.Tolerance * 240 * 240
	for h := 1. / 240; h > 1e-6; h /= 3 {
		if got := s.tolerance(h) / (h * h); math.Abs(got-most) > 1e-12*most {
			t.Errorf("h = %g: %g m/s², expected %g", h, got, most)
		}
	}
}

// TestExtent: cloth that moves as a whole counts by its longest way, few vertices that are left by the mean, and a
// single one of very many by a tenth of its way.
func TestExtent(t *testing.T) {
	const way = 1e-3
	for _, c := range []struct {
		name         string
		moves, alone int // vertices that go that way, and those that go a billionth of it
		want         float64
	}{
		{"all", 100, 0, way},
		{"every ninth", 100, 800, way},
		{"one in a hundred", 1, 99, .3 * way},
		{"one of a million", 1, 999_999, .1 * way},
	} {
		n := float64(c.moves + c.alone)
		sums := Reductions{Move: way, Mean: way * math.Sqrt((float64(c.moves)+1e-18*float64(c.alone))/n)}
		if got := sums.Extent(); math.Abs(got/c.want-1) > 1e-9 {
			t.Errorf("%s: %g m, expected %g", c.name, got, c.want)
		}
	}
}
