package fit

import "math"

// Clamps prevent contraction over some of the length: the contraction g satisfies g″ = (g − g∞)/λ² with g = 0 at clamps
// and g′ = 0 at a free end. If sections stay straight, λ² = W²(G + S)/12K with the shear stiffness G, the lateral
// stiffness S of threads under tension, and the stiffness K against contraction. Sections bend, and λ = 0.15·W without
// tension gives the length of an isotropic sheet by finite elements (0.1 to 0.19 for shear stiffnesses of 0.12 to 0.84
// of the stretch). K is that of the actual contraction, friction included, and shear is reduced alike.
const (
	clampReach  = 0.15
	pathSheared = 0.35 // G over K
)

// PathStrip hangs from a clamp with free sides. It narrows as it lengthens until the stress across is zero, σ(ε₂) +
// C·ε₁ = 0, which reduces the stress along by C·ε₂ (cloth.Fabric.C12; C = c·k₁ of balanced cloth). A share near the
// clamps keeps its width.
type PathStrip struct {
	Slim          float64 // length over width; 0: clamps are ignored
	Ends          int     // number of clamped ends, 1 or 2
	along, across PathPoint
	held          PathPoint
	reach         float64 // length over λ
	dReach        PathGradient
	most          float64 // largest S/K so far
	dMost         PathGradient
}

// Under moves to the equilibrium under a force per width of the unloaded strip [N/m], and reports whether there is one.
// p are the unknowns, with the coupling c.
func (s *PathStrip) Under(p []float64, load float64) bool {
	under := func(e float64) (stress, slope float64) {
		l := math.Sqrt(1 + 2*e)
		return load / l, -load / (l * l * l)
	}
	c := p[PathCoupling] * p[PathK1]
	if s.Slim > 0 && !s.held.Under(p, under) {
		return false
	}
	e1, e2, ok := s.newton(p, c, under)
	if !ok {
		if e1, e2, ok = s.nested(p, c, under); !ok {
			return false
		}
	}
	// Implicitly, 0 = both residuals of newton, whose C depends on c and k₁.
	s1, f1, h1 := s.along.Friction(p, e1)
	s2, f2, h2 := s.across.Friction(p, e2)
	_, d1, g1 := s.along.Stress(p, e1)
	_, d2, g2 := s.across.Stress(p, e2)
	_, slope := under(e1)
	for _, k := range [2]int{PathK1, PathCoupling} {
		dc := p[PathK1+PathCoupling-k]
		g1[k] += e2 * dc
		g2[k] += e1 * dc
	}
	d1 -= slope
	det := d1*d2 - c*c
	s.along, s.across = PathPoint{Eps: e1, Sigma: s1, DSigma: h1}, PathPoint{Eps: e2, Sigma: s2, DSigma: h2}
	s.along.DEps.Add(-d2/det, &g1)
	s.along.DEps.Add(c/det, &g2)
	s.across.DEps.Add(c/det, &g1)
	s.across.DEps.Add(-d1/det, &g2)
	s.along.DSigma.Add(f1, &s.along.DEps)
	s.across.DSigma.Add(f2, &s.across.DEps)
	if s.Slim > 0 {
		s.clamp(p, c, load)
	}
	return true
}

// clamp computes the effect of clamps, L/λ. Friction keeps half of the effect of tension, so it uses the mean of the
// present and the largest tension.
func (s *PathStrip) clamp(p []float64, c, load float64) {
	e1, e2 := s.along.Eps, s.across.Eps
	tension, d := 0., PathGradient{}
	if e1 > 0 && e2 < 0 && c > 0 {
		tension = -load / math.Sqrt(1+2*e1) * e2 / (c * e1) // S/K, as K = −C·ε₁/ε₂
		d.Add(tension/e2, &s.across.DEps)
		d.Add(-tension*(1/e1+1/(1+2*e1)), &s.along.DEps)
		d[PathK1] -= tension / p[PathK1]
		d[PathCoupling] -= tension / p[PathCoupling]
	}
	if tension > s.most {
		s.most, s.dMost = tension, d
	}
	square := pathSheared + (tension+s.most)/2
	s.reach = s.Slim / clampReach * math.Sqrt(pathSheared/square)
	s.dReach = PathGradient{}
	s.dReach.Add(-s.reach/(4*square), &d)
	s.dReach.Add(-s.reach/(4*square), &s.dMost)
}

// newton finds both strains from the present ones, usually in a few iterations.
func (s *PathStrip) newton(p []float64, c float64, under func(e float64) (stress, slope float64)) (e1, e2 float64,
	ok bool) {
	e1, e2 = s.along.Eps, s.across.Eps
	for range 30 {
		t1, d1 := s.along.stress(p, e1, nil)
		t2, d2 := s.across.stress(p, e2, nil)
		stress, slope := under(e1)
		r1, r2 := t1+c*e2-stress, t2+c*e1
		d1 -= slope
		det := d1*d2 - c*c
		x, y := (d2*r1-c*r2)/det, (d1*r2-c*r1)/det
		if !(det > 0) || !(e1-x > -0.4 && e2-y > -0.49) {
			return 0, 0, false
		}
		e1, e2 = e1-x, e2-y
		if math.Abs(x)+math.Abs(y) <= 1e-14*(math.Abs(e1)+math.Abs(e2)) {
			return e1, e2, true
		}
	}
	return 0, 0, false
}

// nested finds both strains by nested bracketing.
func (s *PathStrip) nested(p []float64, c float64, under func(e float64) (stress, slope float64)) (e1, e2 float64,
	ok bool) {
	along, ok := s.along, true
	across := func(e float64) PathPoint {
		q := s.across
		ok = q.Under(p, func(float64) (float64, float64) { return -c * e, 0 }) && ok
		return q
	}
	found := along.Under(p, func(e float64) (float64, float64) {
		q := across(e)
		_, d2 := s.across.stress(p, q.Eps, nil)
		stress, slope := under(e)
		return stress - c*q.Eps, slope + c*c/d2
	})
	return along.Eps, across(along.Eps).Eps, found && ok
}

// Stretch returns the length relative to the unloaded one, and its derivatives.
func (s *PathStrip) Stretch() (l float64, g PathGradient) {
	l = math.Sqrt(1 + 2*s.along.Eps)
	if s.Slim == 0 {
		g.Add(1/l, &s.along.DEps)
		return l, g
	}
	wide := math.Sqrt(1 + 2*s.held.Eps)
	// The clamps' share of the length reduces the mean contraction; two clamps have half of it each.
	x, per := s.reach/float64(s.Ends), 1/float64(s.Ends)
	held := math.Tanh(x) / x
	cosh := math.Cosh(x)
	slope := (1/(cosh*cosh) - held) / x
	g.Add((1-held)/l, &s.along.DEps)
	g.Add(held/wide, &s.held.DEps)
	g.Add((wide-l)*slope*per, &s.dReach)
	return l + held*(wide-l), g
}

// Width returns the width in the middle relative to the unloaded one, and its derivatives.
func (s *PathStrip) Width() (w float64, g PathGradient) {
	w = math.Sqrt(1 + 2*s.across.Eps)
	x := s.reach
	waist, slope := 1-1/math.Cosh(x/2), math.Tanh(x/2)/math.Cosh(x/2)/2 // two clamps
	if s.Ends == 1 {
		far := math.Cosh(x/2) / math.Cosh(x)
		waist, slope = 1-far, far*(math.Tanh(x)-math.Tanh(x/2)/2)
	}
	g.Add(waist/w, &s.across.DEps)
	g.Add((w-1)*slope, &s.dReach)
	return 1 + waist*(w-1), g
}

// Turned is PathPoint.Turned of a strip without contraction.
func (s *PathStrip) Turned(p []float64, way float64) {
	s.along.Turned(p, way)
	s.held = s.along
}
