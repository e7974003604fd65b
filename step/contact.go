package step

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/cloth"
)

// PairReach times the thickness is the largest distance of a pair of the cloth's features whose contact plane is kept.
const PairReach = 1.5 // measured: docs/step-constants.md

// MostPairs returns the largest number of near pairs of features in a step of cloth with so many vertices: four
// million, and two thousand for each vertex. Measured in a sheet of 100,000 vertices with edges of 3 mm that is folded
// to and fro: 96 for each vertex with layers at the thickness from each other, 183 at half of that, 463 where layers
// slide along each other by 2 cm in the step (of 22,500: 70, 133, 486; 903 where they do so at half of the thickness).
// Without a bound there would be up to half of the square of the number of edges, in cloth that is crushed to a point
// or moves that far, and too little memory.
func MostPairs(vertices int) int { return 1<<22 + vertices<<11 }

// TooManyPairs returns the error of a step with more than most pairs.
func TooManyPairs(most int) error {
	return fmt.Errorf("more than %d pairs of cloth come near each other: it moves too far in a step, or is crushed", most)
}

// StiffnessIncrease is the factor on the penalty stiffness of a pair whose paths cross, for the rest of the step.
const StiffnessIncrease = 8 // measured: docs/step-constants.md

// PairSqueeze times the thickness is the distance at the start of a step below which a pair of the cloth's features is
// squeezed.
const PairSqueeze = 0.125 // guess

// MostSqueezed is the largest ratio of that distance to the distance of the pair that counts: pairs meet at a few
// micrometres.
const MostSqueezed = 64 // derived: a 512th of 3 mm is 6 µm

// Squeezed returns the factor on the stiffness of a pair of thickness δ that starts a step at the distance d, both in
// m. The force of a layer is at most five times kδ. A larger force, such as that of a pin driven into cloth, would
// reduce the distance with each step until none is left. So the last eighth is stiffer by the inverse square of the
// remaining distance: the work from there to d grows as 1/d, and any impact is stopped at some distance.
func Squeezed(d, delta float64) float64 {
	s := min(max(1, PairSqueeze*delta/d), MostSqueezed)
	return s * s
}

// Reach times the thickness is the largest distance of a point from an obstacle whose contact plane is kept.
const Reach = 3 // measured: docs/step-constants.md

// PairLayer returns the thickness [m] and the stiffness [N/m] of the layer of a pair of thickness δ and stiffness k
// that starts a step at the distance d [m]. increases counts the stiffness increases in the step. raised: paths of the
// pair touch, so that it counts with more than its share.
//
// An increase within a step must add no potential at the start of the step: the difference would become energy of the
// cloth. So the stiffer layer begins at the distance d, however deep that is in the original layer. With the stiffness
// k(δ/d)² the work from its rim to the surface is that of the original layer, times 8 with each increase.
func PairLayer(d, delta, k float64, increases int, raised bool) (thickness, stiffness float64) {
	if increases == 0 && !raised {
		return delta, k * Squeezed(d, delta)
	}
	thickness = min(d, delta)
	r := delta / thickness
	return thickness, k * math.Pow(StiffnessIncrease, float64(increases)) * r * r
}

// Crease is the cosine of the angle between two closest-point directions beyond which they are two walls of a crease.
// On a limb of 5 cm radius the direction turns by that much over 2 cm. No vertex slides that far within a step.
const Crease = 0.9 // derived: acos 0.9 is 26°, or 2.3 cm on that limb

// NearlySame times the thickness is the motion of a point within a step after which its plane is detected again. On a
// limb of 5 cm radius and with 4 mm of thickness the distance is wrong by 0.4 μm then; over an edge between facets that
// meet at 10° by 35 μm.
const NearlySame = 0.05 // derived: (0.2 mm)²/(2·50 mm) is 0.4 µm

// Layer is the depth scale ℓ of the stiffening of contact with obstacles, relative to the thickness.
const Layer = 0.25 // guess

// FeatureSizes returns two lengths [m] for contact of cloth with cloth on either backend. half: per vertex, half of the
// smallest rest altitude of its triangles and of the shortest of its lines. It bounds the thickness δ, so that
// neighbours in flat cloth are not in contact; at tears Model.Room bounds it likewise. slack: the motion of trials up
// to which pairs are not collected anew, a tenth of the mean edge. With more, the list fills with neighbours of flat
// cloth; with less, it is collected too often.
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
	for i, room := range m.Room {
		half[i] = min(half[i], room)
	}
	return half, 0.1 * edges / float64(max(1, 3*len(m.Tri)+len(m.Lines)))
}

// Stoutness returns how much thicker the layers of a pair are for a feature with lines of that radius at its vertices
// [m]: by the part of the radius beyond half of the layer, so that two lines are in contact where their surfaces touch.
// See cloth.Model.Radius.
func (s *Settings) Stoutness(radius float64) float64 { return max(0, radius-s.SelfThickness/2) }

// Hard times the thickness is the distance from an obstacle below which its layer hardens, and Hardened·kδ the
// additional force at the surface. The layer's own force there is 5kδ, 80 kPa at default, and 1.5kδ in a guarded
// triangle: the pressure of a sheet that is drawn over a rim of 6 mm by 500 N/m is as large. With both it is 1 MPa.
const (
	Hard     = 0.25 // measured: docs/step-constants.md
	Hardened = 64   // derived: 5kδ and 64kδ are 1.1 MPa
)
