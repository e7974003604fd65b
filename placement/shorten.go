package placement

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/pattern"
)

// Shorten gives sleeves and legs a part of their length, as from their joints on, and leaves what they begin at.
func Shorten(s *pattern.Surface, part float64) {
	pieces := piecesOf(s)
	for i := range pieces {
		for k := range pieces[i].limbs {
			l := &pieces[i].limbs[k]
			c := l.centres(s.X)
			axis := r3.Unit(r3.Sub(c[len(c)-1], l.joint))
			for v, w := range l.weight {
				if along := r3.Dot(axis, r3.Sub(s.X[v], l.joint)); w > 0 && along > 0 {
					s.X[v] = r3.Sub(s.X[v], r3.Scale((1-part)*w*along, axis))
				}
			}
		}
	}
}

// Least is the part of their length that sleeves and legs are shortened to at most.
const Least = 0.6

// LimbLength is the part of their length that the sleeves and legs of a garment have to have so that it goes around the
// figure with them: trousers that reach to the toes of shorter legs would have to go around feet. It is 1 where no
// shorter ones let more than a hundredth of the cloth go around that would be let out by more than Widest; each tenth
// is worth a 500th of the cloth.
func (f *Figure) LimbLength(s *pattern.Surface, clear float64) float64 {
	const worth = 0.02
	best, least := 1.0, math.Inf(1)
	for k := range int(math.Round((1-Least)/0.05)) + 1 {
		part := 1 - 0.05*float64(k)
		t := pattern.Surface{X: slices.Clone(s.X), Tri: s.Tri}
		if k > 0 {
			Shorten(&t, part)
		}
		rest := t.ShapeUV()
		t.X = f.Wear(&t).X
		torn := f.Ease(&t, rest, clear).TooTight
		if k == 0 {
			torn -= worth / 2
			if torn < 0 {
				return 1
			}
		}
		if bad := torn + worth*(1-part); bad < least {
			best, least = math.Round(100*part)/100, bad
		}
	}
	return best
}
