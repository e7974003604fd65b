package page

import (
	"fmt"

	"hysteron/fit/instruments"
)

// Ways is what was assumed of how strips were read, and what no scatter shows of those that were let down and let up.
func Ways(w instruments.OverhangWays) (notes []string) {
	if w.Says != "" {
		notes = append(notes, w.Says)
	}
	if w.Down && w.Up {
		notes = append(notes, bothWays)
	}
	return notes
}

const bothWays = "friction cancels where strips were let up until they just hung at rest: those that were helped " +
	"further up, or whose overhang moved between the two readings, look softer, and the interval does not know of it"

// OneWay is what to know of a stiffness k1 [N·m] of strips that were let down alone, or up alone: whether the friction
// of a base that was named, a [N] and b [N·m], is taken off, or would hold them alone.
// alone tells that there was but one reading, which has no interval.
func OneWay(w instruments.OverhangWays, named, held, alone bool, base string, a, b, k1 float64) string {
	way, other, off := "down", "up from below", "large"
	if w.Up {
		way, other, off = "up", "down from level", "small"
	}
	says := "strips that were only let " + way + " show stiffness and friction together"
	both := "read each strip let " + other + " as well, then friction cancels"
	switch {
	case !named:
		return says + ", so that k1 may be up to several times too " + off + ": " + both + ", or name a fabric by --base " +
			"whose friction is taken off"
	case a == 0 && b == 0:
		return says + ", and " + base + " has no friction of bending: " + both
	case held:
		return fmt.Sprintf("%s, and the friction of %s (a = %.3g N) would hold them alone, so none is taken off: %s", says,
			base, a, both)
	case w.Alike && !alone:
		both += "; the interval covers strips that were let up, too"
	}
	unknown := "the interval does not know how that of this cloth differs"
	if alone {
		unknown = "nothing knows how that of this cloth differs"
	}
	return fmt.Sprintf("%s: the friction of %s (a = %.3g N) is taken off, and %s; with it k1 would be %.4g N·m; %s", says,
		base, a, unknown, k1, both)
}
