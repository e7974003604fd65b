package linalg

// Coarse is one level of the hierarchy of a [Multilevel] without values, for its device twin.
type Coarse struct {
	Parent []int32 // coarse row of every row of the finer level
	Domain []int32 // domain of every coarse row, ascending: the rows of a domain are consecutive
	Matrix *BSR    // the pattern of PᵀAP; the values are unspecified
}

// Hierarchy returns the levels that [Multilevel.Setup] builds for the pattern of A, finest first. It is empty if A has
// a single row.
func Hierarchy(A *BSR) []Coarse {
	var m Multilevel
	m.build(A)
	var levels []Coarse
	for _, l := range m.levels {
		levels = append(levels, Coarse{Parent: l.parent, Domain: l.domain, Matrix: l.A})
	}
	return levels
}
