package step

import (
	"slices"
	"testing"
)

// adaptive is a driver of a bowl with adaptive steps that may change strains by a tenth.
func adaptive(b *bowl) *Driver {
	set := DefaultSettings()
	set.Adaptive = true
	return &Driver{Operations: b, Settings: &set}
}

// TestAdaptive: steps are halved until strains change by little enough, the next begins as small, and they grow back,
// one at a time, once it is calm; their ends stay on time.
func TestAdaptive(t *testing.T) {
	const h = 1. / 64
	b := newBowl(1)
	d := adaptive(b)
	take := func(strain float64) Report {
		b.strain, b.commits, b.x = strain, nil, 1
		rep, err := d.Step(7, h)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.
		for _, s := range b.commits {
			sum += s
			if strain*s > d.Settings.MostChange {
				t.Errorf("a sub-step changes strains by %g", strain*s)
			}
		}
		if sum != h || rep.Smallest != slices.Min(b.commits) || b.time+b.h != 7+h {
			t.Errorf("sub-steps %v, %+v, at %g s: expected them to add up to %g", b.commits, rep, b.time+b.h, h)
		}
		return rep
	}
	if rep := take(1); rep.Substeps != 1 || rep.Halvings != 0 || d.Halvings() != 0 {
		t.Errorf("calm: %+v", rep)
	}
	if rep := take(20); rep.Halvings != 2 || rep.Substeps != 4 || d.Halvings() != 2 {
		t.Errorf("0.3125 in a step, a tenth at most: %+v", rep)
	}
	if rep := take(20); rep.Halvings != 0 || rep.Substeps != 4 {
		t.Errorf("again: %+v: expected it to begin as small", rep)
	}
	resumed := adaptive(b)
	resumed.Reset(d.Halvings())
	d = resumed
	if rep := take(20); rep.Halvings != 0 || rep.Substeps != 4 {
		t.Errorf("resumed: %+v", rep)
	}
	if rep := take(1); rep.Smallest != h/4 || !slices.Equal(b.commits, []float64{h / 4, h / 4, h / 2}) ||
		d.Halvings() != 0 {
		t.Errorf("calm again: %+v, %v, then %d halvings", rep, b.commits, d.Halvings())
	}
	if rep := take(1); rep.Substeps != 1 {
		t.Errorf("grown back: %+v", rep)
	}

	d.Settings.MaxHalvings = 2
	b.strain, b.commits, b.x = 1e9, nil, 1
	if rep, err := d.Step(7, h); err != nil || rep.Substeps != 4 {
		t.Errorf("whatever it does, it goes on with the smallest: %+v, %v", rep, err)
	}
}

// TestAdaptiveConverges: a step that does not converge is halved, as is one in which paths of cloth cross; without
// adaptive steps, neither is.
func TestAdaptiveConverges(t *testing.T) {
	const h = 1. / 64
	for _, on := range []bool{false, true} {
		for name, spoil := range map[string]func(b *bowl){
			"iterations": func(b *bowl) { b.tired, b.k = h/2, func(float64) float64 { return 2 } },
			"paths":      func(b *bowl) { b.hits = []bool{true} },
		} {
			b := newBowl(1)
			spoil(b)
			d := adaptive(b)
			d.Settings.Adaptive = on
			rep, err := d.Step(0, h)
			if err != nil {
				t.Fatal(err)
			}
			if halved := rep.Halvings > 0; halved != on || on && rep.Outcome != Converged {
				t.Errorf("%s, adaptive %v: %+v", name, on, rep)
			}
		}
	}
}
