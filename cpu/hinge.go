package cpu

import "gonum.org/v1/gonum/spatial/r3"

// hingeSlot has what the gather pass needs of a hinge, after the laws.
type hingeSlot struct {
	G     [4]r3.Vec // ∇ε at the four vertices [1/m²]
	Sigma float64   // total stress times area [N·m²]
	K     float64   // tangent times area [N·m³]
}
