package cpu

import "hysteron/law"

// NewTerms returns all physical terms in the order of step.Terms.
func NewTerms() []Term {
	return []Term{
		&Inertia{},
		&Gravity{},
		&Grabbed{},
		&StrainTerm{name: "membrane", role: law.Elasticity},
		&StrainTerm{name: "springs", role: law.Elasticity},
		&StrainTerm{name: "bending", role: law.Elasticity},
		&StrainTerm{name: "dahl", role: law.Yarns},
		&StrainTerm{name: "damping", role: law.Viscosity},
		&StrainTerm{name: "relaxation", role: law.Relaxation},
		&StrainTerm{name: "limits", role: law.Limits},
		&Aero{},
		&Contact{},
		&Friction{},
		&SelfContact{},
		&SelfFriction{},
	}
}
