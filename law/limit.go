package law

// Limiter is a friction law that saturates.
type Limiter interface {
	Law
	// Limit returns the stress of saturated friction at small strains.
	Limit() float64
}

// Limit returns the limit of a friction law, zero without one.
func Limit(l Law) float64 {
	if f, ok := l.(Limiter); ok {
		return f.Limit()
	}
	return 0
}

// Limit implements Limiter.
func (l Dahl) Limit() float64 { return l.A }

// Limit implements Limiter.
func (l Stribeck) Limit() float64 { return l.F1 - l.F2 }

// Limit implements Limiter: the limit for aligned fibres.
func (l Fibres) Limit() float64 { return l.FC }
