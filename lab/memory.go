// Tests of the memory of cloth over time: opening of creases, bagging, stress relaxation, creep.

package lab

import (
	"context"
	"fmt"
	"math"

	"hysteron/cloth"
	"hysteron/fit/instruments"
	"hysteron/step"
)

const (
	// instant is a time without relaxation: the shortest time of a branch is a millisecond [s].
	instant = 1e-6
	// creaseError is the resolution of the protractor of a crease recovery tester, half a degree. Assumed.
	creaseError = 0.5 * math.Pi / 180
	// pull is the force per width on strips, a tenth of the largest of Kawabata's tester [N/m].
	pull = TensileTop / 10
	// Facets of a fold, and vertices in a row across it.
	foldFacets, foldAcross = 25, 4
	// memoryGrowth is the ratio of a step to the elapsed time, as in the fit, whose known answers are met to .1°,
	// measured (go test ./fit/instruments -run MemoryKnown).
	memoryGrowth = 1. / 12
)

// Held and After are the times of ISO 2313 and AATCC 66: loaded for 5 min, read until 5 min after [s].
var (
	standardHeld  = []float64{300}
	standardAfter = []float64{1, 3, 10, 30, 60, 120, 300}
)

// times returns the times of a test, by default those of the standards.
func (o *Options) times() (held, after []float64) {
	if held, after = o.Held, o.After; held == nil {
		held = standardHeld
	}
	if after == nil {
		after = standardAfter
	}
	return held, after
}

// pass takes growing steps up to each of the times until, and calls read at each.
func pass(ctx context.Context, until []float64, advance func(h float64) error, read func(t float64) error) error {
	now, h := 0., until[0]/16
	for _, end := range until {
		for now < end {
			if err := ctx.Err(); err != nil {
				return err
			}
			h = max(h, now*memoryGrowth)
			by := h
			if left := end - now; left < 1.5*by { // no very short step at the end
				by = left
			}
			if err := advance(by); err != nil {
				return err
			}
			if now += by; end-now < 1e-9*end {
				now = end
			}
		}
		if err := read(end); err != nil {
			return err
		}
	}
	return nil
}

// crease folds specimens by 180° between plates until the limbs touch, holds and releases them, and reads their opening
// angles. The standards orient a specimen so that its free limb hangs down: weight neither opens nor closes it, so only
// the fold is simulated.
func crease(ctx context.Context, f cloth.Fabric, opt Options) (*Table, error) {
	load, width := instruments.CreaseLoad, instruments.CreaseWidth
	t := &Table{
		Notes: append(OfSpecimen(&f), Note{"load", load, "N", 1}, Note{"width", width, "mm", 1e-3}),
		Columns: []Column{{Name: "held", Unit: "s", Per: 1}, {Name: "time", Unit: "s", Per: 1}, {Name: "angle", Unit: "deg",
			Per: math.Pi / 180, Read: Read{Error: creaseError}}},
	}
	gap := instruments.FoldGap(3*f.BendWarp.Spring().K1, load/width, f.Thickness)
	if !(gap > 0) {
		return nil, fmt.Errorf("thickness and stiffness of bending are zero: expected one above, or the fold has no radius")
	}
	return released(t, opt, func(held float64, after []float64, read func(t, angle float64)) error {
		return fold(ctx, f, gap, held, after, read)
	})
}

// released adds the readings of specimens that are held for each of the times of a test and then released.
func released(t *Table, opt Options, specimen func(held float64, after []float64, read func(at, v float64)) error) (
	*Table, error) {
	held, after := opt.times()
	for _, hold := range held {
		if err := specimen(hold, after, func(at, v float64) { t.add(hold, at, v) }); err != nil {
			return nil, fmt.Errorf("held for %g s: %w", hold, err)
		}
	}
	return t, nil
}

// fold simulates a strip along half a circle of a diameter [m] that is held [s] and released.
func fold(ctx context.Context, f cloth.Fabric, gap, held float64, after []float64, read func(t, angle float64)) error {
	f = stripOf(f, false)
	f.Drag, f.DragSkin = 0, 0
	du := math.Pi * gap / 2 / (foldFacets - 1)
	r, err := newRoll(ctx, f, [2]float64{foldFacets * du, 2 * foldAcross * du}, foldFacets, foldAcross, 0)
	if err != nil {
		return err
	}
	defer r.sim.Close()
	r.sim.Settings.Tolerance = 1e-6 * du
	if err := r.bend(gap/2, instant); err != nil {
		return err
	}
	rest := func(h float64) error {
		rep, err := r.sim.Step(h)
		if err == nil && rep.Outcome != step.Converged {
			err = fmt.Errorf("%v in a step of %.3g s: expected a converged step", rep.Outcome, h)
		}
		clear(r.sim.State.V)
		return err
	}
	if err := rest(held); err != nil { // a step at constant strain is exact
		return err
	}
	r.free()
	return pass(ctx, after, rest, func(t float64) error {
		_, _, curvature := profile(r.sim.State.X, r.rows, r.facets, r.across, r.du)
		angle := math.Pi
		for _, k := range curvature {
			angle -= k * r.du
		}
		read(t, angle)
		return nil
	})
}

// bag presses a bar across strips between two clamps for a time, and reads how deep the bar sinks by a small force
// afterwards. Limbs are straight and the bar is polished, so one elongation is simulated, of a strip that keeps its
// width.
func bag(ctx context.Context, f cloth.Fabric, opt Options) (*Table, error) {
	b := instruments.StandardBag()
	t := &Table{
		Notes: append(OfSpecimen(&f), Note{"span", b.Span, "mm", 1e-3}, Note{"radius", b.Radius, "mm", 1e-3},
			Note{"depth", b.Depth, "mm", 1e-3}, Note{"load", b.Probe, "N/m", 1}),
		Columns: []Column{{Name: "held", Unit: "s", Per: 1}, {Name: "time", Unit: "s", Per: 1}, {Name: "height", Unit: "mm",
			Per: 1e-3, Read: Read{Error: markError}}},
	}
	return released(t, opt, func(held float64, after []float64, read func(t, height float64)) error {
		return bagged(ctx, f, b, held, after, read)
	})
}

// bagged simulates a strip that is held stretched around the bar [s] and released.
func bagged(ctx context.Context, f cloth.Fabric, b instruments.Bag, held float64, after []float64,
	read func(t, height float64)) error {
	s, err := StretchTester(ctx, f, true)
	if err != nil {
		return err
	}
	defer s.Close()
	e := b.Elongation(b.Depth)
	q := e + e*e/2
	for _, seconds := range []float64{instant, held} { // a step at constant strain is exact
		if _, err := s.Within(q, seconds); err != nil {
			return err
		}
	}
	probe := func(q float64) float64 {
		tension, _ := b.Tension(math.Sqrt(1+2*q) - 1)
		return tension
	}
	return pass(ctx, after, func(h float64) (err error) {
		q, err = s.under(probe, q, h)
		return err
	}, func(at float64) error {
		read(at, b.Height(math.Sqrt(1+2*q)-1))
		return nil
	})
}

// relax stretches a strip with constant width to the force pull, and reads the decay of the force.
func relax(ctx context.Context, f cloth.Fabric, opt Options) (*Table, error) {
	s, q, err := pulledTo(ctx, f)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	e := math.Sqrt(1+2*q) - 1
	t := &Table{
		Notes: append(OfSpecimen(&f), Note{"elongation", e, "%", 1e-2}),
		Columns: []Column{{Name: "time", Unit: "s", Per: 1},
			{Name: "force", Unit: "N/m", Per: 1, Read: Read{Error: forceError / Side}}},
	}
	_, after := opt.times()
	var force float64
	return t, pass(ctx, after, func(h float64) (err error) {
		force, err = s.Within(q, h)
		return err
	}, func(at float64) error {
		t.add(at, force*(1+e))
		return nil
	})
}

// elongate loads such a strip with the force pull, and reads its elongation.
func elongate(ctx context.Context, f cloth.Fabric, opt Options) (*Table, error) {
	s, q, err := pulledTo(ctx, f)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	t := &Table{
		Notes: append(OfSpecimen(&f), Note{"load", pull, "N/m", 1}),
		Columns: []Column{{Name: "time", Unit: "s", Per: 1},
			{Name: "elongation", Unit: "%", Per: 1e-2, Read: Read{Error: markError / Side}}},
	}
	_, after := opt.times()
	return t, pass(ctx, after, func(h float64) (err error) {
		q, err = s.under(constantly(pull), q, h)
		return err
	}, func(at float64) error {
		t.add(at, math.Sqrt(1+2*q)-1)
		return nil
	})
}

// pulledTo returns a strip that was stretched in an instant to the force per width pull, and its Green strain.
func pulledTo(ctx context.Context, f cloth.Fabric) (*Tester, float64, error) {
	s, err := StretchTester(ctx, f, true)
	if err != nil {
		return nil, 0, err
	}
	q, err := s.under(constantly(pull), 0, instant)
	if err != nil {
		s.Close()
		return nil, 0, err
	}
	return s, q, nil
}

// Within is To over a time [s]. The force at its end is measured in an instant, without relaxation.
func (t *Tester) Within(q, seconds float64) (force float64, err error) {
	t.step, t.probe = seconds, instant
	defer func() { t.step, t.probe = 1, 0 }()
	return t.To(q)
}

// constantly returns a force per width that is the same at all strains.
func constantly(force float64) func(q float64) float64 { return func(float64) float64 { return force } }

// under moves, over a step [s], to the Green strain at which the force per width is that of a load [N/m], starting from
// a guess. It returns the strain.
func (t *Tester) under(load func(q float64) float64, from, seconds float64) (q float64, err error) {
	start := t.sim.State.Clone()
	off := func(at float64) (miss, force float64, err error) {
		*t.sim.State = *start.Clone()
		t.q = from
		f, err := t.Within(at, seconds)
		force = load(at)
		return f*math.Sqrt(1+2*at) - force, force, err
	}
	a := from
	fa, _, err := off(a)
	if err != nil {
		return 0, err
	}
	b := from + 1e-3
	for range 60 {
		fb, force, err := off(b)
		if err != nil {
			return 0, err
		}
		if math.Abs(fb) < 1e-9*force {
			return b, nil
		}
		if fb == fa {
			break
		}
		next := b - fb*(b-a)/(fb-fa)
		a, fa, b = b, fb, max(b-0.1, min(b+0.1, next))
	}
	return 0, fmt.Errorf("no strain at which the strip carries %.4g N/m", load(b))
}
