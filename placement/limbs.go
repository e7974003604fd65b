package placement

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/pattern"
)

// limb is a sleeve or a trouser leg: the part between one of two mirrored openings and the trunk. It turns about the
// joint where it begins.
type limb struct {
	weight []float64 // of each vertex of the garment: 0 at the trunk, 1 along the limb
	joint  r3.Vec    // [m]
	rings  [][]int32 // vertices around it in its middle and at its end
	side   float64   // 1: towards +X, −1: towards −X
	radius float64   // at its end [m]
}

// limbsOf returns the sleeves and legs of a piece with these openings. part marks its vertices.
func limbsOf(s *pattern.Surface, rims []pattern.Rim, part []bool) (limbs []limb) {
	lo, hi := boxOf(s.X, part)
	wide, middle := hi.X-lo.X, (lo.X+hi.X)/2
	centre := make([]r3.Vec, len(rims))
	for k, r := range rims {
		for _, v := range r.Vertices {
			centre[k] = r3.Add(centre[k], r3.Scale(1/float64(len(r.Vertices)), s.X[v]))
		}
	}
	mirrored := func(i, j int) bool {
		a, b := centre[i], centre[j]
		const alike = 0.1 // of the width
		return math.Abs(a.X+b.X-2*middle) < alike*wide && math.Abs(a.Y-b.Y) < alike*wide && a.X-middle > alike*wide &&
			math.Abs(rims[i].Length-rims[j].Length) < 0.25*max(rims[i].Length, rims[j].Length)
	}
	for i := range rims {
		for j := range rims {
			if i != j && mirrored(i, j) {
				limbs = append(limbs, newLimb(s, rims, i, part, 1), newLimb(s, rims, j, part, -1))
			}
		}
	}
	return limbs
}

// newLimb returns the limb that ends at a rim. Along it the harmonic function decreases that is 1 there and 0 at all
// other openings. The limb begins where the function changes over far more cloth than at its end.
func newLimb(s *pattern.Surface, rims []pattern.Rim, end int, part []bool, side float64) limb {
	value, fixed := make([]float64, len(s.X)), make([]bool, len(s.X))
	for v := range fixed {
		fixed[v] = !part[v]
	}
	for k, r := range rims {
		for _, v := range r.Vertices {
			fixed[v] = true
			if k == end {
				value[v] = 1
			}
		}
	}
	harmonic(s, value, fixed)
	begin := beginning(s, value)
	from, to := begin/2, begin+(1-begin)/3 // the weight increases between them
	l := limb{weight: value, side: side, radius: rims[end].Length / (2 * math.Pi),
		rings: [][]int32{nil, rims[end].Vertices}}
	n := 0.0
	for v, w := range value {
		if !part[v] {
			continue
		}
		if from < w && w < to {
			l.joint, n = r3.Add(l.joint, s.X[v]), n+1
		}
		if math.Abs(w-(1+begin)/2) < 0.15*(1-begin) {
			l.rings[0] = append(l.rings[0], int32(v))
		}
		t := min(1, max(0, (w-from)/(to-from)))
		value[v] = t * t * (3 - 2*t)
	}
	if n > 0 {
		l.joint = r3.Scale(1/n, l.joint)
	}
	return l
}

// beginning returns the level at which a limb ends in the trunk: below it there is three times as much cloth per level
// as at its end.
func beginning(s *pattern.Surface, value []float64) float64 {
	const bins, wider = 20, 3
	var area [bins]float64
	for _, t := range s.Tri {
		w := (value[t[0]] + value[t[1]] + value[t[2]]) / 3
		area[min(bins-1, int(w*bins))] += r3.Norm(r3.Cross(r3.Sub(s.X[t[1]], s.X[t[0]]), r3.Sub(s.X[t[2]], s.X[t[0]]))) / 2
	}
	at := 0.0
	const first = bins / 5 // levels of the end
	for k := range first {
		at += area[bins-1-k] / first
	}
	k := bins - first
	for k > 1 && (area[k-1]+area[k-2])/2 < wider*at {
		k--
	}
	return float64(k) / bins
}

// harmonic computes a function that is harmonic where it is not fixed, with linear elements and conjugate gradients.
// Cotangents of obtuse angles are raised to a small positive value, so that it stays between the fixed values.
func harmonic(s *pattern.Surface, value []float64, fixed []bool) {
	const least = 1e-3
	n := len(value)
	cot, diagonal := make([][3]float64, len(s.Tri)), make([]float64, n)
	for i, t := range s.Tri {
		for c := range 3 {
			a, b, o := t[c], t[(c+1)%3], t[(c+2)%3]
			p, q := r3.Sub(s.X[a], s.X[o]), r3.Sub(s.X[b], s.X[o])
			cot[i][c] = least
			if area := r3.Norm(r3.Cross(p, q)); area > 0 {
				cot[i][c] = min(1/least, max(least, r3.Dot(p, q)/area))
			}
			diagonal[a] += cot[i][c]
			diagonal[b] += cot[i][c]
		}
	}
	free := make([]bool, n)
	for v := range free {
		free[v] = !fixed[v] && diagonal[v] > 0
	}
	r, p, q := make([]float64, n), make([]float64, n), make([]float64, n)
	apply := func(x, out []float64) {
		clear(out)
		for i, t := range s.Tri {
			for c := range 3 {
				a, b := t[c], t[(c+1)%3]
				d := cot[i][c] * (x[a] - x[b])
				out[a] += d
				out[b] -= d
			}
		}
	}
	apply(value, q)
	rz := 0.0
	for v := range r {
		if free[v] {
			r[v] = -q[v]
			p[v] = r[v] / diagonal[v]
			rz += r[v] * p[v]
		}
	}
	const enough, most = 1e-10, 5000
	for i, goal := 0, enough*rz; i < most && rz > goal; i++ {
		apply(p, q)
		pq := 0.0
		for v := range p {
			pq += p[v] * q[v]
		}
		alpha, was := rz/pq, rz
		rz = 0
		for v := range r {
			if free[v] {
				value[v] += alpha * p[v]
				r[v] -= alpha * q[v]
				rz += r[v] * r[v] / diagonal[v]
			}
		}
		for v := range p {
			if free[v] {
				p[v] = r[v]/diagonal[v] + rz/was*p[v]
			}
		}
	}
}

// boxOf returns the box around selected vertices.
func boxOf(x []r3.Vec, of []bool) (lo, hi r3.Vec) {
	var list []r3.Vec
	for v, in := range of {
		if in {
			list = append(list, x[v])
		}
	}
	return Extent(list)
}

// centres returns the centres of the limb's rings.
func (l *limb) centres(x []r3.Vec) (list []r3.Vec) {
	for _, ring := range l.rings {
		if len(ring) == 0 {
			continue
		}
		var c r3.Vec
		for _, v := range ring {
			c = r3.Add(c, r3.Scale(1/float64(len(ring)), x[v]))
		}
		list = append(list, c)
	}
	return list
}

// length returns the distance from the joint to the end [m].
func (l *limb) length(x []r3.Vec) float64 {
	c := l.centres(x)
	return r3.Norm(r3.Sub(c[len(c)-1], l.joint))
}
