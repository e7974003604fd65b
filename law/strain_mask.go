package law

// StrainMask is a set of strains of cloth, as bits.
type StrainMask uint16

// The strains: along warp or weft, of shear, of bending, of area, along diagonals, of springs, of several strains, of
// ropes. A law of yarn stretch is meaningless for shear, whose sign is that of the axes.
const (
	Threads StrainMask = 1 << iota
	Shears
	Bends
	Areas      // the sum of both, for small strains the change of the area
	Diagonals  // along both diagonals between them
	Segments   // the elongation of springs between vertices
	Principals // both principal strains
	Radii      // the distance from a place among the strains
	Ropes      // the elongation of ropes
	RopeBends  // their curvature
)

// Measure of the strains.
func (p StrainMask) Measure() Measure {
	switch p {
	case Bends:
		return Bending
	case Ropes:
		return RopeStretch
	case RopeBends:
		return RopeBending
	}
	return Membrane
}

// Additive is the set of energies of several strains.
const Additive = Areas | Diagonals | Principals | Radii

// On reports whether the law applies to one of these strains. For several strains only elasticity without internal
// variables applies.
func (k *Kind) On(p StrainMask) bool {
	if p&Additive != 0 && (k.Role != Elasticity || len(k.History) > 0) {
		return false
	}
	return k.Only == 0 || k.Only&p != 0
}

// NamesOn returns the laws of a role for some strains; the first is the default.
func NamesOn(role Role, p StrainMask) (names []string) {
	for i := range Kinds {
		if k := &Kinds[i]; k.Role == role && k.On(p) {
			names = append(names, k.Name)
		}
	}
	return names
}
