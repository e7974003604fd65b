package linalg

// Coarse is one level of the hierarchy of a [Multilevel] without its numbers,
// for twins of the preconditioner on other devices.
type Coarse struct {
	Parent []int32 // per row of the level below: its row here
	Domain []int32 // per row here: its domain; ascending, so that a domain's rows follow each other
	Matrix *BSR    // the pattern of PᵀAP, with unspecified values
}

// Hierarchy returns the levels that [Multilevel.Setup] makes for A's pattern,
// the finest first; none where A has a single row.
func Hierarchy(A *BSR) []Coarse {
	var m Multilevel
	m.build(A)
	var levels []Coarse
	for _, l := range m.levels {
		levels = append(levels, Coarse{Parent: l.parent, Domain: l.domain, Matrix: l.A})
	}
	return levels
}
