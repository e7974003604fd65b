package step

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/cloth"
)

// PairReach times the thickness is how near a pair of the cloth's features must be for its contact plane to count.
const PairReach = 1.5 // measured: docs/step-constants.md

// MostPairs is how many pairs of features may come near each other in a step of cloth with so many vertices: four
// million, and two thousand for each vertex. Measured in a sheet of 100,000 vertices with edges of 3 mm that is folded
// to and fro: 96 for each with layers at the thickness from each other, 183 at half of that, 463 where layers slide
// along each other by 2 cm in the step (of 22,500: 70, 133, 486; 903 where they do so at half of the thickness).
// Without a bound there would be as many as half of the square of the number of edges, in cloth that is crushed to a
// point or moves that far, and no memory for them.
func MostPairs(vertices int) int { return 1<<22 + vertices<<11 }

// TooManyPairs is the error of a step with more than that.
func TooManyPairs(most int) error {
	return fmt.Errorf("more than %d pairs of cloth come near each other: it moves too far in a step, or is crushed", most)
}

// StiffnessIncrease is the factor by which a breakthrough stiffens a pair for the rest of the step.
const StiffnessIncrease = 8 // measured: docs/step-constants.md

// PairSqueeze times the thickness is how near a pair of the cloth's features must be at the start of a step to be
// squeezed.
const PairSqueeze = 0.125 // guess

// MostSqueezed bounds how many times nearer than that counts: to the few micrometres at which a pair meets.
const MostSqueezed = 64 // derived: a 512th of 3 mm is 6 µm

// Squeezed is the factor by which a pair of thickness δ is stiffer that starts a step at the distance d, both in m. The
// force of a layer ends at five times kδ. What pushes harder, as a pin that is driven into cloth, would come nearer
// with each step until nothing is left. So what lies in the last eighth is held with the inverse square of what is
// left: the work that it takes to get from there to d grows as 1/d, and any impact is caught at some distance.
func Squeezed(d, delta float64) float64 {
	s := min(max(1, PairSqueeze*delta/d), MostSqueezed)
	return s * s
}

// Reach times the thickness is how near a point must be to an obstacle for its contact plane to count.
const Reach = 3 // measured: docs/step-constants.md

// PairLayer returns the thickness [m] and the stiffness [N/m] of the layer of a pair of thickness δ and stiffness k
// that starts a step at the distance d [m]. increases counts the breakthroughs in the step; raised: its path hits, so
// that it counts with more than its share.
//
// What makes a pair stiffer within a step must add no potential where the step starts: the cloth would get the
// difference as energy. So such a layer begins at the distance d, however deep that lies in the layer of before. With
// the stiffness k(δ/d)² the work from its rim to the surface is that of the layer of before, times 8 with each
// increase.
func PairLayer(d, delta, k float64, increases int, raised bool) (thickness, stiffness float64) {
	if increases == 0 && !raised {
		return delta, k * Squeezed(d, delta)
	}
	thickness = min(d, delta)
	r := delta / thickness
	return thickness, k * math.Pow(StiffnessIncrease, float64(increases)) * r * r
}

// Crease is the cosine of the angle between two closest-point directions from which on they
// count as two walls of a crease. On a limb of 5 cm radius the direction turns by that much
// over 2 cm, which no vertex slides within a step.
const Crease = 0.9 // derived: acos 0.9 is 26°, or 2.3 cm on that limb

// NearlySame times the thickness is how far a point may move from where its plane was looked up
// within a step before it is looked up again. On a limb of 5 cm radius and with 4 mm of thickness
// the distance is wrong by 0.4 μm then; over an edge between facets that meet at 10° by 35 μm.
const NearlySame = 0.05 // derived: (0.2 mm)²/(2·50 mm) is 0.4 µm

// Layer is the depth scale ℓ of the stiffening of contact with obstacles, relative to the thickness.
const Layer = 0.25 // guess

// FeatureSizes gives what contact of cloth with cloth goes by on either backend: per vertex half of
// the smallest rest altitude of its triangles and of the shortest of its lines, which bounds the thickness δ so that
// neighbours in flat cloth are not in contact; and the slack by which trials may go off before pairs are
// collected anew, a tenth of the mean edge (with more, neighbours of flat cloth crowd the list; with
// less, it is collected too often). All in m.
func FeatureSizes(m *cloth.Model) (half []float64, slack float64) {
	half = make([]float64, len(m.X0))
	for i := range half {
		half[i] = math.Inf(1)
	}
	var edges float64
	for t, v := range m.Tri {
		uv := &m.UV[t]
		for a := range 3 {
			l := r2.Norm(r2.Sub(uv[(a+1)%3], uv[a]))
			edges += l
			for _, u := range v {
				half[u] = min(half[u], m.Rest[t].Area/l)
			}
		}
	}
	for i := range m.Lines {
		l := &m.Lines[i]
		edges += l.Length
		for _, u := range l.V {
			half[u] = min(half[u], l.Length/2)
		}
	}
	return half, 0.1 * edges / float64(max(1, 3*len(m.Tri)+len(m.Lines)))
}

// Stoutness is by how much the layers of a pair are thicker for a feature with lines of that radius at its vertices: by
// what reaches beyond its half of the layer, so that two lines count from where they touch [m]. See
// cloth.Model.Radius.
func (s *Settings) Stoutness(radius float64) float64 { return max(0, radius-s.SelfThickness/2) }

// Hard times the thickness is the distance from an obstacle below which its layer hardens, and Hardened·kδ what that
// adds at the surface. The layer's own force ends at 5kδ there, 80 kPa at default, and at 1.5kδ where a triangle is
// guarded: a sheet that is drawn over a rim of 6 mm by 500 N/m presses with as much. With both it is 1 MPa.
const (
	Hard     = 0.25 // measured: docs/step-constants.md
	Hardened = 64   // derived: 5kδ and 64kδ are 1.1 MPa
)
