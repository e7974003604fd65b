package placement

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/pattern"
)

// Shorten shortens sleeves and legs to a share of their length, from their joints on.
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

// Least is the smallest share of their length that sleeves and legs are shortened to.
const Least = 0.6

// LimbLength returns the share of their length at which the sleeves and legs of a garment go around the figure:
// trousers that reach to the toes of shorter legs would have to go around feet. It is 1 unless a shorter length saves
// more than a hundredth of the cloth from being widened by more than Widest; each tenth of the length has to save a
// 500th of the cloth.
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
