package page

import (
	"fmt"

	"hysteron/fit/instruments"
)

// Ways is what was assumed of how strips were read, and what no scatter shows of those that were let down and let up.
// path reports whether the friction of a base was followed on both ways.
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

const bothWays = "friction cancels where strips were let up until they just hung at rest: those that were helped " +
	"further up, or whose overhang moved between the two readings, look softer, and the interval does not know of it; " +
	"it cancels to a fifth: with rolled strips of the same cloth, hysteron fit bend, this table fitted once more with " +
	"what that wrote as --base follows friction on both ways"

const followed = "friction and growing stiffness of %s, in their ratio to k1, are followed on both ways: let down " +
	"from level, and let up slowly from where the strip hung under ten times its weight"

// TakenFriction is what friction is taken off a stiffness of strips that were read one way.
type TakenFriction int

// What a base has, as it is, or in its ratio to the stiffness.
const (
	NoFriction TakenFriction = iota
	FrictionAs
	FrictionInRatio
)

// OneWay is what to know of strips that were let down alone, or up alone, and that look as stiff as k1 [N·m]: what
// friction of a base, a [N], is taken off. alone: there was one reading, which has no interval.
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
