package cpu

import "hysteron/law"

// NewTerms returns all physical terms in the order of step.Terms.
func NewTerms() []Term {
	return []Term{
		&Inertia{},
		&Gravity{},
		&Grabbed{},
		&Membrane{strainTerm{name: "membrane", role: law.Elasticity}},
		&Bending{strainTerm{name: "bending", role: law.Elasticity}},
		&Internal{strainTerm{name: "dahl", role: law.Yarns}},
		&Internal{strainTerm{name: "damping", role: law.Viscosity}},
		&Aero{},
		&Contact{},
		&Friction{},
		&SelfContact{},
		&SelfFriction{},
	}
}
