package exact

// Traction is the first loading of yarns (Ngo Ngoc and Boivin 2004, eq. 3): nominal force over elongation.
type Traction struct{ K, F1, Eps1, Eps1Primed float64 }

// Force returns eq. 3 with its bracket over the bracket's value at ε₁, then straight lines: to 2ε₁′, where fibres have
// settled, and with slope k beyond.
func (t Traction) Force(eps float64) float64 {
	bracket := func(e float64) float64 { return (1-t.F1/(t.K*t.Eps1))*e + 2*t.F1/t.K - t.Eps1 }
	end := 2 * t.Eps1Primed
	top := t.F1 + t.K*(end-t.Eps1Primed)
	switch {
	case eps <= t.Eps1:
		return bracket(eps) / bracket(t.Eps1) * t.F1 * eps / t.Eps1
	case eps <= end:
		return t.F1 + (top-t.F1)*(eps-t.Eps1)/(end-t.Eps1)
	}
	return top + t.K*(eps-end)
}

// StiffnessCurve is k(ε) through equidistant points from Low to High, by Hermite's basis with the tangents of Fritsch
// and Butland 1984.
type StiffnessCurve struct {
	Low, High float64
	K         []float64
}

// At returns the stiffness.
func (c StiffnessCurve) At(eps float64) float64 {
	n := len(c.K) - 1
	if n == 0 || eps <= c.Low {
		return c.K[0]
	}
	if eps >= c.High {
		return c.K[n]
	}
	x := (eps - c.Low) / (c.High - c.Low) * float64(n)
	i := min(int(x), n-1)
	tangent := func(i int) float64 {
		if i == 0 || i == n {
			return 0
		}
		a, b := c.K[i]-c.K[i-1], c.K[i+1]-c.K[i]
		if a*b <= 0 {
			return 0
		}
		return 2 / (1/a + 1/b)
	}
	t := x - float64(i)
	u := 1 - t
	return (1+2*t)*u*u*c.K[i] + t*u*u*tangent(i) + t*t*(1+2*u)*c.K[i+1] - t*t*u*tangent(i+1)
}

// Stretch returns the stretch at which a force that grows with it has a value.
func Stretch(force func(l float64) float64, want float64) float64 {
	return Root(func(l float64) float64 { return force(l) - want }, 1, 10)
}
