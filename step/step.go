package step

import (
	"fmt"

	"hysteron/cloth"
)

// Step advances the backend's state from time t by h, both in s. A sub-step that fails is halved, up to
// Settings.MaxHalvings times, and beyond where prescribed vertices force cloth through itself; after a success the
// sub-step grows again. On error, a *StepError, the state is valid and finite, at the end of the last good sub-step.
// The backend measures the times of stages.
func (d *Driver) Step(t, h float64) (rep Report, err error) {
	if !(h > 0) || !cloth.Finite(h) {
		return rep, fmt.Errorf("step of %g s: expected a finite number > 0", h)
	}
	d.rep, d.user.stopped, d.defects = &rep, nil, defects{}
	if d.Settings.Explicit() {
		return rep, d.explicit(t, h, &rep)
	}
	d.speculation.begin(d.Operations, d.Settings)
	for g := d.growth.begin(d.Settings); !g.ends(); {
		s := substep{from: t + g.part(h, g.done), size: g.part(h, g.size), step: h}
		s.smallest, s.last = g.size <= 1<<forcedHalvings, g.size == 1
		out := d.attempt(s)
		if out > Unconverged {
			if err = d.halve(out); err != nil {
				return rep, err
			}
			continue
		}
		rep.Outcome = max(rep.Outcome, out)
		rep.Substeps++
		if rep.Smallest == 0 || s.size < rep.Smallest {
			rep.Smallest = s.size
		}
		g.next()
	}
	return rep, nil
}

// halve halves the sub-step after a failure with an outcome. It returns an error if a smaller one cannot succeed.
func (d *Driver) halve(out Outcome) error {
	if out == Interrupted {
		return fmt.Errorf("step at t = %.6g s: %w", d.sub.from, d.user.stopped)
	}
	why, smaller := d.Err()
	crowded := why != nil
	switch out {
	case NoRoom:
		why = &d.defects.cramped
	case Torn:
		why = &d.defects.stretched
	}
	forced := out == ContactFailed || out == BodiesCross
	if smaller && (forced || !d.sub.smallest) && d.growth.halve() {
		d.rep.Halvings++
		return nil
	}
	if crowded {
		out = Crowded
	}
	d.rep.Outcome = out
	err := error(&StepError{Time: d.sub.from, H: d.sub.size, Outcome: out})
	if why != nil {
		err = fmt.Errorf("%w: %w", err, why)
	}
	return err
}
