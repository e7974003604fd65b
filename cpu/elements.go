package cpu

import "hysteron/cloth"

// answers is what an evaluation of points leaves: of vertices, and of triangles for their centroids.
type answers struct{ vert, face []PointResponse }

func newAnswers(m *cloth.Model) answers {
	return answers{make([]PointResponse, len(m.X0)), make([]PointResponse, len(m.Tri))}
}

// elements is what an evaluation of triangles, hinges, curves and segments leaves.
type elements struct {
	eps     [cloth.Kinds][most][]float64 // each strain of each kind, in the places of the elements
	tri     []triSlot
	hinge   []hingeSlot
	curve   []curveSlot
	segment []segmentSlot
}

func newElements(m *cloth.Model) elements {
	e := elements{tri: make([]triSlot, len(m.Tri)), hinge: make([]hingeSlot, len(m.Hinges)),
		curve: make([]curveSlot, len(m.Curves)), segment: make([]segmentSlot, len(m.Segments))}
	for kind := range cloth.Kinds {
		for k := range kind.Per() {
			e.eps[kind][k] = make([]float64, len(m.Strains[kind].Of))
		}
	}
	return e
}
