package check

import "math"

// expansion is an exact sum of floating point numbers that do not overlap, smallest first.
// The empty expansion is zero. The arithmetic below is exact unless a product underflows,
// which needs coordinates below 1e-100.
type expansion []float64

// twoSum returns a + b exactly: hi is the rounded sum, lo its rounding error (Knuth).
func twoSum(a, b float64) (hi, lo float64) {
	hi = a + b
	bb := hi - a
	return hi, (a - (hi - bb)) + (b - bb)
}

// twoProduct returns a·b exactly, as a rounded product and its error.
func twoProduct(a, b float64) (hi, lo float64) {
	hi = a * b
	return hi, math.FMA(a, b, -hi)
}

// difference returns a − b.
func difference(a, b float64) expansion {
	hi, lo := twoSum(a, -b)
	return expansion(nil).grow(lo).grow(hi)
}

// grow returns e + b (Shewchuk 1997, Grow-Expansion, without zeros).
func (e expansion) grow(b float64) expansion {
	out := make(expansion, 0, len(e)+1)
	q := b
	for _, v := range e {
		var lo float64
		if q, lo = twoSum(q, v); lo != 0 {
			out = append(out, lo)
		}
	}
	if q != 0 {
		out = append(out, q)
	}
	return out
}

// plus returns e + f.
func (e expansion) plus(f expansion) expansion {
	for _, v := range f {
		e = e.grow(v)
	}
	return e
}

// times returns e·f.
func (e expansion) times(f expansion) expansion {
	var sum expansion
	for _, a := range e {
		for _, b := range f {
			hi, lo := twoProduct(a, b)
			sum = sum.grow(lo).grow(hi)
		}
	}
	return sum
}

// negated returns −e.
func (e expansion) negated() expansion {
	out := make(expansion, len(e))
	for i, v := range e {
		out[i] = -v
	}
	return out
}

// sign returns the sign of e, which is that of the largest part.
func (e expansion) sign() int {
	if len(e) == 0 {
		return 0
	}
	return signOf(e[len(e)-1])
}

func signOf(v float64) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}
