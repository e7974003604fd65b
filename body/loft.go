package body

import (
	"math"

	"gonum.org/v1/gonum/interp"
	"gonum.org/v1/gonum/spatial/r3"
)

// knot is one cross-section of a loft: a superellipse |u/a|ⁿ + |w/h|ⁿ = 1.
type knot struct {
	s         float64 // station along the axis [m]
	perimeter float64 // of the cross-section [m]
	aspect    float64 // a/h
	cu, cw    float64 // centre of the section in the (u, w) plane [m]
	n         float64 // exponent, 2 for an ellipse
}

// loft is a smooth tube: superelliptic sections whose half axes, centres and exponents
// are natural cubic splines along a straight axis, closed by rounded ends.
type loft struct {
	origin     r3.Vec // station 0
	u, axis, w r3.Vec // orthonormal frame

	knots  []knot
	s0, s1 float64 // rounded ends
	round  float64 // blending width of the ends [m]

	ds     float64
	table  []section // sampled splines, every ds from knots[0].s
	lo, hi r3.Vec    // bounding box in (u, axis, w) coordinates
}

// section holds sampled spline values and their derivatives along the axis.
type section struct{ a, h, cu, cw, n, da, dh, dcu, dcw float64 }

const loftStep = 0.002 // m; the splines' curvature radii are centimetres

// superellipsePerimeter returns the perimeter for h = 1, a = aspect, by the trapezoidal rule on the angle-like
// parameter (error below 1e-4 for n in 2…3).
func superellipsePerimeter(aspect, n float64) float64 {
	const steps = 128
	var sum float64
	px, py := aspect, 0.0
	for i := 1; i <= steps; i++ {
		sin, cos := math.Sincos(float64(i) / steps * math.Pi / 2)
		x, y := aspect*math.Pow(max(cos, 0), 2/n), math.Pow(sin, 2/n)
		sum += math.Hypot(x-px, y-py)
		px, py = x, y
	}
	return 4 * sum
}

// build samples the splines; scale multiplies the section size along the axis.
func (l *loft) build(scale func(s float64) float64) {
	n := len(l.knots)
	xs := make([]float64, n)
	var cols [5][]float64
	for i := range cols {
		cols[i] = make([]float64, n)
	}
	for i, k := range l.knots {
		xs[i] = k.s
		h := k.perimeter / superellipsePerimeter(k.aspect, k.n)
		if scale != nil {
			h *= scale(k.s)
		}
		for c, v := range [5]float64{k.aspect * h, h, k.cu, k.cw, k.n} {
			cols[c][i] = v
		}
	}
	var sp [5]interp.NaturalCubic
	for c := range sp {
		if err := sp[c].Fit(xs, cols[c]); err != nil {
			panic(err) // the knots are fixed, increasing stations
		}
	}
	m := int(math.Ceil((xs[n-1]-xs[0])/loftStep)) + 1
	l.ds = (xs[n-1] - xs[0]) / float64(m-1)
	l.table = make([]section, m)
	l.lo = r3.Vec{X: math.Inf(1), Y: max(l.s0, xs[0]), Z: math.Inf(1)}
	l.hi = r3.Vec{X: math.Inf(-1), Y: min(l.s1, xs[n-1]), Z: math.Inf(-1)}
	for i := range l.table {
		s := xs[0] + float64(i)*l.ds
		t := section{
			a: sp[0].Predict(s), h: sp[1].Predict(s), cu: sp[2].Predict(s), cw: sp[3].Predict(s),
			n:  max(2, sp[4].Predict(s)),
			da: sp[0].PredictDerivative(s), dh: sp[1].PredictDerivative(s),
			dcu: sp[2].PredictDerivative(s), dcw: sp[3].PredictDerivative(s),
		}
		l.table[i] = t
		if s >= l.lo.Y && s <= l.hi.Y {
			l.lo.X, l.hi.X = min(l.lo.X, t.cu-t.a), max(l.hi.X, t.cu+t.a)
			l.lo.Z, l.hi.Z = min(l.lo.Z, t.cw-t.h), max(l.hi.Z, t.cw+t.h)
		}
	}
}

// local returns the (u, station, w) coordinates of a world point.
func (l *loft) local(p r3.Vec) r3.Vec {
	d := r3.Sub(p, l.origin)
	return r3.Vec{X: r3.Dot(d, l.u), Y: r3.Dot(d, l.axis), Z: r3.Dot(d, l.w)}
}

// value returns the field: negative inside, and approximately the distance [m] near the surface (the implicit
// superellipse ρ − 1 divided by the norm of its gradient).
func (l *loft) value(p r3.Vec, reach float64) float64 {
	q := l.local(p)
	if d := boxDistance(q, l.lo, l.hi); d > reach {
		return d
	}
	last := len(l.table) - 1
	x := (q.Y - l.knots[0].s) / l.ds
	i := int(min(max(x, 0), float64(last-1)))
	f := min(max(x-float64(i), 0), 1)
	A, B := &l.table[i], &l.table[i+1]
	mix := func(a, b float64) float64 { return a + f*(b-a) }
	a, h, n := mix(A.a, B.a), mix(A.h, B.h), mix(A.n, B.n)
	u, w := q.X-mix(A.cu, B.cu), q.Z-mix(A.cw, B.cw)
	d := superellipseDistance(u, w, a, h, n, mix(A.da, B.da), mix(A.dh, B.dh), mix(A.dcu, B.dcu), mix(A.dcw, B.dcw))
	d = smoothMax(d, q.Y-l.s1, l.round)
	return smoothMax(d, l.s0-q.Y, l.round)
}

// superellipseDistance returns (ρ−1)/|∇ρ| for ρ = (|u/a|ⁿ+|w/h|ⁿ)^(1/n). Half axes and centre change along the axis
// with the given rates.
func superellipseDistance(u, w, a, h, n, da, dh, dcu, dcw float64) float64 {
	au, aw := math.Abs(u)/a, math.Abs(w)/h
	if au+aw < 1e-6 {
		return -min(a, h)
	}
	var rho, gu, gw float64 // ρ, a ∂ρ/∂|u|, h ∂ρ/∂|w|
	if n == 2 {
		rho = math.Sqrt(au*au + aw*aw)
		gu, gw = au/rho, aw/rho
	} else {
		big := max(au, aw)
		r := min(au, aw) / big
		rn := math.Pow(r, n)
		sum := math.Pow(1+rn, 1/n)
		rho = big * sum
		// ∂ρ/∂(component) = (component/ρ)^(n−1)
		gb := (1 + rn) / sum
		gb = 1 / gb // (1+rⁿ)^(1/n−1)
		gs := 0.0
		if r > 0 {
			gs = rn / r * gb
		}
		gu, gw = gb, gs
		if aw > au {
			gu, gw = gs, gb
		}
	}
	su, sw := math.Copysign(gu/a, u), math.Copysign(gw/h, w)
	axial := su*dcu + gu*au*da/a + sw*dcw + gw*aw*dh/h
	return (rho - 1) / math.Sqrt(su*su+sw*sw+axial*axial)
}

// boxDistance returns the distance from q to the box [lo, hi]; zero inside.
func boxDistance(q, lo, hi r3.Vec) float64 {
	dx := max(0, max(lo.X-q.X, q.X-hi.X))
	dy := max(0, max(lo.Y-q.Y, q.Y-hi.Y))
	dz := max(0, max(lo.Z-q.Z, q.Z-hi.Z))
	return math.Sqrt(dx*dx + dy*dy + dz*dz)
}

// smoothMin returns the cubic smooth minimum: C², equal to min where |a−b| ≥ k, and lower than it by k/6 where a = b.
func smoothMin(a, b, k float64) float64 {
	off := math.Abs(a - b)
	if off >= k {
		return min(a, b)
	}
	h := (k - off) / k
	return min(a, b) - h*h*h*k/6
}

func smoothMax(a, b, k float64) float64 { return -smoothMin(-a, -b, k) }
