package cpu

import "hysteron/cloth"

// elements is what an evaluation of triangles, hinges and curves leaves.
type elements struct {
	eps   [cloth.Kinds][]float64 // strains of each kind, those of an element beside each other
	tri   []triSlot
	hinge []hingeSlot
	curve []curveSlot
}

func newElements(m *cloth.Model) elements {
	e := elements{tri: make([]triSlot, len(m.Tri)), hinge: make([]hingeSlot, len(m.Hinges)), curve: make([]curveSlot, len(m.Curves))}
	for kind := range cloth.Kinds {
		e.eps[kind] = make([]float64, kind.Per()*len(m.Strains[kind].Of))
	}
	return e
}
