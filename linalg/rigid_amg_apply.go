package linalg

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Apply computes z = M⁻¹r and returns rᵀz.
func (m *RigidAMG) Apply(p *Pool, z, r []r3.Vec) float64 {
	return m.jacobi.Apply(p, z, r) + m.correct(p, z, r)
}

// correct adds the coarse levels to z = M⁻¹r and returns their contribution to rᵀz. They use single precision, whose
// relative error is the same for any r.
func (m *RigidAMG) correct(p *Pool, z, r []r3.Vec) float64 {
	if len(m.levels) == 0 {
		return 0
	}
	m.z, m.r, m.rounded = z, r, resize(m.rounded, 4*len(r))
	p.For(len(r), chunkRows, m.round)
	dot := 0.0
	for _, l := range m.levels {
		p.For(l.N, rowGrain, l.collect)
		if l.direct {
			l.solveAll()
		}
		dot += total(l.part)
	}
	for _, l := range slices.Backward(m.levels[1:]) {
		p.For(len(l.Parent), rowGrain, l.more)
	}
	p.For(len(r), chunkRows, m.spread)
	m.z, m.r = nil, nil
	return dot
}

// roundRows copies r in single precision.
func (m *RigidAMG) roundRows(lo, hi int) {
	for i, v := range m.r[lo:hi] {
		*(*[4]float32)(m.rounded[4*(lo+i):]) = [4]float32{float32(v.X), float32(v.Y), float32(v.Z)}
	}
}

// collectRows computes rows of Pᵀr and, unless the level is solved directly, of z = D⁻¹Pᵀr.
func (l *rigidAMGLevel) collectRows(lo, hi int) {
	for v := lo; v < hi; v++ {
		out, blocks := (*[8]float32)(l.r[8*v:]), l.Blocks(v)
		*out = [8]float32{}
		if l.below == nil {
			gatherEight(out, l.p, l.owner.rounded, blocks, l.Of, 24, 4)
		} else {
			gatherEight(out, l.p, l.below.r, blocks, l.Of, 48, 8)
			gatherEight(out, l.p[24:], l.below.r[3:], blocks, l.Of, 48, 8)
		}
		if !l.direct {
			l.solve(v)
		}
	}
}

// solve computes a row of z = D⁻¹r.
func (l *rigidAMGLevel) solve(v int) {
	r, z, inv := (*[8]float32)(l.r[8*v:]), (*[8]float32)(l.z[8*v:]), (*[48]float64)(l.inv[48*v:])
	dot := 0.0
	for e := range 6 {
		s := 0.0
		for c := range 6 {
			s += inv[8*e+c] * float64(r[c])
		}
		z[e] = float32(s)
		dot += s * float64(r[e])
	}
	l.part[v] = dot
}

// solveAll computes z = A⁻¹r.
func (l *rigidAMGLevel) solveAll() {
	n := padded(6 * l.N)
	for v := range l.N {
		dot := 0.0
		for e := range 6 {
			s := 0.0
			for w := range l.N {
				a, r := l.inv[n*(6*v+e)+6*w:][:6], (*[8]float32)(l.r[8*w:])
				for c := range 6 {
					s += a[c] * float64(r[c])
				}
			}
			l.z[8*v+e] = float32(s)
			dot += s * float64(l.r[8*v+e])
		}
		l.part[v] = dot
	}
}

// spreadRows adds rows of P z to the finer level.
func (l *rigidAMGLevel) spreadRows(lo, hi int) {
	var s [4]float32
	for i := lo; i < hi; i++ {
		first, last := l.Ptr[i], l.Ptr[i+1]
		for half := range 2 {
			spreadEight(&s, l.p[48*int(first)+24*half:], l.z, l.Col[first:last], 48)
			for c := range 3 {
				l.below.z[8*i+3*half+c] += s[c]
			}
		}
	}
}

// spreadRows adds rows of the finest coarse level's P z to the matrix rows.
func (m *RigidAMG) spreadRows(lo, hi int) {
	var s [4]float32
	l := m.levels[0]
	for i := lo; i < hi; i++ {
		first, last := l.Ptr[i], l.Ptr[i+1]
		spreadEight(&s, l.p[24*int(first):], l.z, l.Col[first:last], 24)
		m.z[i] = r3.Add(m.z[i], r3.Vec{X: float64(s[0]), Y: float64(s[1]), Z: float64(s[2])})
	}
}
