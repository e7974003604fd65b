package dress

import (
	"errors"
	"fmt"
	"slices"

	"hysteron/check"
	"hysteron/step"
)

// seamWork is the number of Newton iterations within which closing seams has to advance by seamLong; a tenth of it is
// usual.
var seamWork = 2000 // smaller in tests

const seamLong = 1e-3 // [s]

// seamShort is the number of steps below the first size without progress that are allowed. Derived: from seamStep to
// seamLeast there are 25 halvings, so four such sequences.
const seamShort = 100

// errStalled ends a step without progress.
var errStalled = errors.New("no progress")

// effort counts the work of closing seams.
type effort struct {
	watch  step.Watch
	before int     // Newton iterations of earlier steps, since the last advance by seamLong
	within int     // of this step
	time   float64 // advance with them [s]
	least  float64 // the largest stretch at its last decrease by a hundredth; 0: none yet
	first  float64 // duration of the first step [s]
	short  int     // shorter steps since then, or since a body last grew
	all    int     // of all steps
	most   int     // limit of all; 0: none
}

// look counts iterations within a step, and ends the step at the limit.
func (e *effort) look(m step.Moment) error {
	if e.watch != nil {
		if err := e.watch(m); err != nil {
			return err
		}
	}
	if e.within = m.Newton; e.before+e.within > seamWork ||
		e.short > seamShort || e.most > 0 && e.all+e.within > e.most {
		return errStalled
	}
	return nil
}

// done is called after each step with its duration, 0 if it was rejected [s], the largest stretch after it, and whether
// bodies grew.
func (e *effort) done(h, stretch float64, out bool) {
	e.before, e.all, e.within = e.before+e.within, e.all+e.within, 0
	switch {
	case out && h > 0, e.least == 0, stretch < 0.99*e.least:
		e.least, e.short = stretch, 0
	case h < e.first:
		e.short++
	default:
		e.short = 0
	}
	if e.time += h; e.time >= seamLong {
		e.before, e.time = 0, 0
	}
}

// stalled returns the trouble of cloth without progress: where it is stretched most, or what passes through itself, and
// the likely cause. took describes the lost work.
func (d *dresser) stalled(inset float64, took string) *Trouble {
	m, x := d.setup.Model, d.sim.State.X
	worst, most, marked := taut(m, x)
	text := fmt.Sprintf("%s: %s: no progress: %s brought it no farther; the cloth is stretched %.2f times there, most of "+
		"all", m.Parts[m.Rest[worst].Part].Name, placeOf(d.setup, x, worst), took, most)
	if inset > 0 {
		text += fmt.Sprintf(", while bodies still have to come out by %.0f mm", 1e3*inset)
	}
	if pairs := check.Check(check.Mesh{X: x, Tri: m.Tri}, nil, nil).Self; len(pairs) > 0 {
		text += ", and " + tangled(m, pairs) + " hold it"
		if len(marked) == 0 {
			for _, p := range pairs {
				marked = append(marked, p[0], p[1])
			}
		}
	}
	if len(marked) == 0 {
		marked = []int32{worst}
	}
	why := d.advice(x, d.sim.State.Time, worst)
	if g, ok := girthsAt(d.setup, x, d.sim.State.Time, worst); ok && inset > 0 && g.cloth >= g.flesh &&
		d.setup.Pieces[m.Rest[worst].Part].Sewn {
		why = fmt.Sprintf("the garment is %.3f m round there, body %q %.3f m, so that it would fit, but its edges "+
			"are too long, or it is tangled: expected a shorter edge_length_m, or a larger scale", g.cloth,
			d.setup.Scene.Bodies[g.body].Name, g.flesh)
	}
	return &Trouble{Err: fmt.Errorf("%s; %s", text, why), X: slices.Clone(x), Time: d.sim.State.Time,
		Bodies: d.setup.Bodies, Marked: marked, seams: true}
}
