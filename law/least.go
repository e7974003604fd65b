package law

// Leaster is an elastic law that somewhere has less stiffness than at zero strain.
type Leaster interface {
	Law
	// Least is the least slope of the stress, about; not below zero.
	Least() float64
}

// Least is the stiffness that a coupling of two strains may lean on: with more than that, their energy together would
// have no minimum.
func Least(l Law) float64 {
	if l, ok := l.(Leaster); ok {
		return l.Least()
	}
	return Stiffness(l)
}

// Least implements Leaster: none on the plateau.
func (l Plastic) Least() float64 { return 0 }

// Least implements Leaster: that at the start of the priming zone.
func (l Traction) Least() float64 {
	if l.Eps1P > 0 {
		return max(0, 2*l.F1/l.Eps1P-l.K)
	}
	return 0
}
