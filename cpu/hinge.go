package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// hingeSlot keeps what the gather pass needs of one hinge after all laws have spoken.
type hingeSlot struct {
	G     [4]r3.Vec // ∇ε at the four vertices [1/m²]
	Sigma float64   // total stress times area [N·m²]
	K     float64   // tangent times area [N·m³]
}

// hingePoints gathers the four vertices of a hinge.
func hingePoints(h *cloth.Hinge, x []r3.Vec) [4]r3.Vec {
	return [4]r3.Vec{x[h.V[0]], x[h.V[1]], x[h.V[2]], x[h.V[3]]}
}
