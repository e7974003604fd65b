package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// codes has the code of each element kind, in the order of package cloth.
var codes = [cloth.Kinds]code{
	cloth.Triangles:  triangleCode,
	cloth.Hinges:     hingeCode,
	cloth.Curves:     curveCode,
	cloth.Segments:   segmentCode,
	cloth.Tetrahedra: tetrahedronCode,
	cloth.Rods:       rodCode,
	cloth.Bends:      bendCode,
}

func newElements(m *cloth.Model) (e elements) {
	for kind := range cloth.Kinds {
		n := m.Count(kind)
		e.slots[kind] = codes[kind].newSlots(n)
		for k := range kind.Per() {
			e.eps[kind][k] = make([]float64, n)
		}
	}
	e.tri, e.hinge, e.curve = e.slots[cloth.Triangles].([]triSlot), e.slots[cloth.Hinges].([]hingeSlot),
		e.slots[cloth.Curves].([]curveSlot)
	if e.airAt = make([]airAt, len(m.Air)); len(m.Air) > 0 {
		e.swell = make([]r3.Vec, len(m.X0))
	}
	return e
}
