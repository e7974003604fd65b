package page

import (
	"fmt"

	"hysteron/fit/instruments"
)

// Ways returns remarks about the assumed direction of strips, and about errors of strips in both directions that no
// scatter shows. path reports whether the friction of a base was simulated in both directions.
func Ways(w instruments.OverhangWays, path bool, base string) (notes []string) {
	if w.Says != "" {
		notes = append(notes, w.Says)
	}
	switch {
	case path:
		notes = append(notes, fmt.Sprintf(followed, base))
	case w.Down && w.Up:
		notes = append(notes, bothWays)
	}
	return notes
}

const bothWays = "friction cancels to a fifth, for strips let up until they just hung at rest; others look softer, " +
	"which the interval does not include. Fit rolled strips of the same cloth (hysteron fit bend), then this table " +
	"with the result as --base: it follows friction both ways"

const followed = "friction and growing stiffness of %s are followed both ways, in their ratio to k1: let down from " +
	"level, and let up slowly under ten times the weight; the interval includes friction that cancels, which rolled " +
	"strips determine poorly"

// TakenFriction is the friction that is subtracted from a stiffness of strips in one direction.
type TakenFriction int

// The base's friction, constant or proportional to the stiffness.
const (
	NoFriction TakenFriction = iota
	FrictionAs
	FrictionInRatio
)

// OneWay returns a remark about strips in one direction that appear as stiff as k1 [N·m], with the friction a [N] of a
// base that is subtracted. alone: a single reading, without an interval.
func OneWay(w instruments.OverhangWays, how TakenFriction, alone bool, base string, a, k1 float64) string {
	way, other := "down", "up from below"
	if w.Up {
		way, other = "up", "down from level"
	}
	says := "strips that were only let " + way + " show stiffness and friction together"
	both := "read each strip let " + other + " as well, then friction cancels"
	if how == NoFriction {
		return says + ", and " + base + " has no friction of bending: " + both
	}
	if w.Alike && !alone {
		both += "; the interval covers strips that were let up, too"
	}
	unknown := "the interval does not know how that of this cloth differs"
	if alone {
		unknown = "nothing knows how that of this cloth differs"
	}
	of, end := "the friction of "+base, ""
	if how == FrictionInRatio {
		of, end = of+", in its ratio to the stiffness there", ","
	}
	return fmt.Sprintf("%s: %s (a = %.3g N)%s is taken off, and %s; with it k1 would be %.4g N·m; %s", says, of, a, end,
		unknown, k1, both)
}
