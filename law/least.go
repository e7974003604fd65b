package law

// Leaster is an elastic law that can have less stiffness than at zero strain.
type Leaster interface {
	Law
	// Least returns approximately the smallest slope of the stress, at least 0.
	Least() float64
}

// Least returns the stiffness that limits the coupling of two strains: with a stronger coupling their energy would have
// no minimum.
func Least(l Law) float64 {
	if l, ok := l.(Leaster); ok {
		return l.Least()
	}
	return Stiffness(l)
}

// Least implements Leaster: zero on the plateau.
func (l Plastic) Least() float64 { return 0 }

// Least implements Leaster: the slope at the start of the priming zone.
func (l Traction) Least() float64 {
	if l.Eps1P > 0 {
		return max(0, 2*l.F1/l.Eps1P-l.K)
	}
	return 0
}
