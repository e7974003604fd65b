package law

// Limiter is friction that saturates.
type Limiter interface {
	Law
	// Limit is the stress of saturated friction at small strains.
	Limit() float64
}

// Limit is that of a friction law, and zero for none.
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

// Limit implements Limiter: that of aligned fibres.
func (l Fibres) Limit() float64 { return l.FC }
