package cpu

import (
	"hysteron/cloth"
	"hysteron/law"
)

// NewTerms returns all physical terms in the order of step.Terms.
func NewTerms() []Term {
	all := []cloth.Kind{cloth.Triangles, cloth.Hinges, cloth.Curves, cloth.Segments}
	return []Term{
		&Inertia{},
		&Gravity{},
		&Grabbed{},
		&StrainTerm{name: "membrane", role: law.Elasticity, on: []cloth.Kind{cloth.Triangles}},
		&StrainTerm{name: "springs", role: law.Elasticity, on: []cloth.Kind{cloth.Segments}},
		&StrainTerm{name: "bending", role: law.Elasticity, on: []cloth.Kind{cloth.Hinges, cloth.Curves}},
		&StrainTerm{name: "dahl", role: law.Yarns, on: all},
		&StrainTerm{name: "damping", role: law.Viscosity, on: all},
		&StrainTerm{name: "relaxation", role: law.Relaxation, on: all},
		&Aero{},
		&Contact{},
		&Friction{},
		&SelfContact{},
		&SelfFriction{},
	}
}
