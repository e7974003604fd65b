package fit

import "math"

// Overhung is a strip over the edge of a table, in nodes at equal distances from its tip, each with strain and friction
// of a law [k1, k2, a, b, τ].
type Overhung struct {
	Weight, Length float64 // per area [N/m²]; [m]
	law            []float64
	at             []PathPoint // state of each node; the last is at the edge
}

// overhungNodes is the number of nodes for which chords of strips that were let down are within 0.03°.
const overhungNodes = 40

// NewOverhung returns a strip that was never bent.
func NewOverhung(law []float64, weight, length float64) *Overhung {
	return &Overhung{Weight: weight, Length: length, law: law, at: make([]PathPoint, overhungNodes)}
}

// strain returns the equilibrium strain of node c under a moment per width, by Newton's method between bounds.
func (o *Overhung) strain(c *PathPoint, moment float64) float64 {
	lo, hi := math.Inf(-1), math.Inf(1)
	e, far := c.Eps, max(1e-9, o.law[PathTau])
	for range 100 {
		f, slope := c.stress(o.law, e, nil)
		if f -= moment; f < 0 {
			lo = e
		} else {
			hi = e
		}
		next := e - f/slope
		if !(next > lo && next < hi) {
			switch {
			case math.IsInf(hi, 1):
				next = e + far
				far *= 2
			case math.IsInf(lo, -1):
				next = e - far
				far *= 2
			default:
				next = lo + (hi-lo)/2
			}
		}
		if math.Abs(next-e) <= 1e-10*(1+math.Abs(e)) {
			return next
		}
		e = next
	}
	return e
}

// shoot integrates the strip from a slope at the tip under a multiple of its weight: dM/dt = w·t·cos θ, dθ/dt = −κ(M)
// over the distance t from the tip, with θ halfway between nodes. It returns the slope at the edge and the angle of the
// chord, and writes strains to eps.
func (o *Overhung) shoot(tip, times float64, eps []float64) (root, chord float64) {
	h := o.Length / overhungNodes
	theta, moment, x, y := tip, 0., 0., 0.
	for i := range o.at {
		sin, cos := math.Sincos(theta)
		x, y = x+h*cos, y+h*sin
		moment += h * times * o.Weight * (float64(i) + 0.5) * h * cos
		eps[i] = o.strain(&o.at[i], moment)
		if i == len(o.at)-1 {
			return theta - h/6*eps[i], math.Atan2(y, x)
		}
		theta -= h / 3 * eps[i]
	}
	return theta, 0
}

// Under sets the load to a multiple of the weight quasi-statically. It returns the angle of the chord below the
// horizontal [rad].
func (o *Overhung) Under(times float64) (chord float64) {
	eps := make([]float64, len(o.at))
	root := func(tip float64) (r float64) { r, chord = o.shoot(tip, times, eps); return r }
	// The slope at the edge increases with that at the tip: regula falsi (Illinois).
	lo, hi := 0., math.Pi
	fl, fh := root(lo), root(hi)
	for range 60 {
		tip := (lo*fh - hi*fl) / (fh - fl)
		f := root(tip)
		if math.Abs(f) < 1e-10 || hi-lo < 1e-12 {
			break
		}
		if f < 0 {
			lo, fl, fh = tip, f, fh/2
		} else {
			hi, fh, fl = tip, f, fl/2
		}
	}
	for i, e := range eps {
		sigma, _ := o.at[i].friction(o.law, e, nil)
		o.at[i] = PathPoint{Eps: e, Sigma: sigma}
	}
	return chord
}

// Pulled is the multiple of its weight that a strip is loaded with before it is let up.
const Pulled = 10

// Chords returns the angles of the chord of a strip that is let down from horizontal, and of the same strip after
// loading with Pulled times its weight [rad], quasi-statically. As the weight grows, places near the tip unbend again,
// so it grows in steps.
func (o *Overhung) Chords(both bool) (down, up float64) {
	if down = o.Under(1); !both {
		return down, 0
	}
	const steps = 6 // with 20 the second angle changes by less than 0.05°
	for k := 1; k <= steps; k++ {
		o.Under(math.Pow(Pulled, float64(k)/steps))
	}
	return down, o.Under(1)
}
