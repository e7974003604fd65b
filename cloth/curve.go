package cloth

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/law"
)

// CurveHinges is the largest number of hinges that the curvature of a triangle depends on: those of its own edges and
// of its neighbours' other edges.
const CurveHinges = 9

// Curve is a curvature element: the curvature of a triangle in its material coordinates, from the bending strains of
// the hinges around it:
//
//	ε_k = 3·(κ_uu, κ_vv, 2κ_uv)_k = Σ_h C[h][k]·ε_h,  ε_h = 3(θ_h − θ̄_h)/h̄_h
//
// It is the curvature of Morley's plate element (Morley 1968; Grinspun et al. 2006 for shells): the normal of the
// surface rotates by φ from the triangle to the middle of its edge, and
//
//	κ = Σ_edges l/A·φ·n⊗n
//
// with n the normal of the edge in the plane. The angles on both sides of an edge sum to that of the hinge, φ_0 + φ_1 =
// θ, which leaves one unknown. In Morley's element it is a degree of freedom; here it is recovered from the angles of
// the five hinges of both triangles (with the smallest weights), exactly where the surface is quadratic:
//
//	φ_0 = w_0·θ + δ,  φ_1 = w_1·θ − δ,  w_i = h_i/(h_0 + h_1),  δ = Σ_5 r_h·θ_h
//
// with h_i the heights of the triangles over the edge. Constant curvature is exact on any mesh. Constant moment exerts
// no force on inner vertices, because the weights of an edge's angle sum to one. And no bent shape has zero energy,
// because the angles φ of a triangle vanish with its curvature and sum to those of the hinges. Together these imply
// convergence. At a free edge φ is such that the edge has no moment; at the edge of a clamped triangle (all corners
// pinned permanently) the normal stays that of the triangle.
type Curve struct {
	Tri   int32
	Hinge [CurveHinges]int32      // unused entries repeat the first, with zeros in C
	C     [CurveHinges][3]float64 // dimensionless
}

// addCurves builds the curvature elements of a part's triangles and hinges.
func (m *Model) addCurves(f *Fabric, tris, hinges Range, clamped []bool) {
	t0, h0, n := tris.Lo, hinges.Lo, tris.Hi-tris.Lo
	b := &curveBuilder{m: m, stiffness: curveStiffness(f), t0: t0, h0: h0, of: make([][3]int32, n),
		near: make([]hingeList, n), sides: make([][2]side, hinges.Hi-h0)}
	for t := range b.of {
		b.of[t] = [3]int32{-1, -1, -1}
	}
	for i := h0; i < hinges.Hi; i++ {
		h := &m.Hinges[i]
		for k := range h.Tri {
			c := b.corner(h, k)
			b.of[int(h.Tri[k])-t0][c] = int32(i)
			b.sides[i-h0][k] = newSide(m.UV[h.Tri[k]], c, k)
		}
	}
	for t, own := range b.of {
		for _, g := range own {
			if g >= 0 {
				for _, n := range m.Hinges[g].Tri {
					for _, x := range b.of[int(n)-t0] {
						if x >= 0 {
							b.near[t].add(x)
						}
					}
				}
			}
		}
	}
	split := make([]edgeSplit, hinges.Hi-h0)
	for i := range split {
		h := &m.Hinges[h0+i]
		if a, c := clamped[int(h.Tri[0])-t0], clamped[int(h.Tri[1])-t0]; a != c {
			split[i].w[0] = 1
			if a {
				split[i].w = [2]float64{0, 1}
			}
			continue
		}
		b.split(&split[i], int32(h0+i))
	}
	m.Curves = slices.Grow(m.Curves, n)
	for t := t0; t < tris.Hi; t++ {
		if c, ok := b.curve(int32(t), split, h0); ok {
			m.Curves = append(m.Curves, c)
		}
	}
}

// curveStiffness returns the elastic stiffness by which the moment at a free edge vanishes. Directions without
// stiffness get a small one, so that the solution is unique.
func curveStiffness(f *Fabric) bendForm {
	u, v, w, c := law.Stiffness(f.BendWarp.Elastic), law.Stiffness(f.BendWeft.Elastic),
		law.Stiffness(f.BendTwist().Elastic), f.D12()
	most := max(u, v)
	if most == 0 {
		most = 1
	}
	trace := 1e-6 * most
	return bendForm{u + trace, v + trace, w + trace/2, c}
}

// bendForm is a quadratic form on (κ_uu, κ_vv, 2κ_uv): its diagonal, and the coupling of the first two.
type bendForm [4]float64

func (d *bendForm) dot(a, b [3]float64) float64 {
	return d[0]*a[0]*b[0] + d[1]*a[1]*b[1] + d[2]*a[2]*b[2] + d[3]*(a[0]*b[1]+a[1]*b[0])
}

// edgeSplit is the division of a hinge's angle between its sides: φ_k = w_k·θ ± Σ r·θ_list.
type edgeSplit struct {
	w    [2]float64
	n    int
	list [CurveHinges]int32
	r    [CurveHinges]float64

	q     [CurveHinges][3]float64 // the angles as functions of the curvature, times scale [1]
	scale [CurveHinges]float64    // [1/m]
}

// curveBuilder builds the curvature elements of one part.
type curveBuilder struct {
	m         *Model
	t0, h0    int
	of        [][3]int32  // per triangle, the hinge over the edge from each corner, or −1
	near      []hingeList // per triangle, the hinges that it depends on
	sides     [][2]side   // per hinge
	stiffness bendForm
}

// hingeList is a list of distinct hinges.
type hingeList struct {
	n    int
	list [CurveHinges]int32
}

func (l *hingeList) has(x int32) bool { return slices.Contains(l.list[:l.n], x) }

// add adds hinge x; there must be room.
func (l *hingeList) add(x int32) {
	if !l.has(x) {
		l.list[l.n] = x
		l.n++
	}
}

// corner returns the corner at which the edge of the hinge starts in its triangle k.
func (b *curveBuilder) corner(h *Hinge, k int) int {
	v := b.m.Tri[h.Tri[k]]
	for c := range 3 {
		if v[c] == h.V[k] {
			return c
		}
	}
	panic("cloth: hinge without its triangle")
}

// side is an edge in the material coordinates of one of its triangles.
type side struct {
	t, n    r2.Vec  // along the edge, from V[0] to V[1]; normal to it, inwards
	l, h, s float64 // length; height of the opposite corner; its coordinate along the edge from the middle
}

// newSide returns the edge from corner c of a triangle as side k of its hinge.
func newSide(uv [3]r2.Vec, c, k int) side {
	p, q, apex := uv[c], uv[(c+1)%3], uv[(c+2)%3]
	if k == 1 { // its direction is reversed
		p, q = q, p
	}
	e := r2.Sub(q, p)
	o := side{l: r2.Norm(e)}
	o.t = r2.Scale(1/o.l, e)
	a := r2.Sub(apex, r2.Scale(.5, r2.Add(p, q)))
	o.s = r2.Dot(a, o.t)
	a = r2.Sub(a, r2.Scale(o.s, o.t))
	o.h = r2.Norm(a)
	o.n = r2.Scale(1/o.h, a)
	return o
}

// side returns hinge g in the coordinates of its triangle k.
func (b *curveBuilder) side(g int32, k int) *side { return &b.sides[int(g)-b.h0][k] }

// turn returns φ of this side as a function of the curvature (κ_tt, κ_nn, 2κ_tn) of a quadratic surface: the slope
// across the edge of the plane through the corners, less that of the surface in the middle of the edge.
func (o *side) turn() [3]float64 {
	return [3]float64{(o.s*o.s - o.l*o.l/4) / (2 * o.h), o.h / 2, o.s / 2}
}

// axes are the directions along and across an edge in the material coordinates of a triangle.
type axes struct{ t, n r2.Vec }

// angle returns θ of hinge g as a function of the curvature (κ_tt, κ_nn, 2κ_tn) in the axes a of the triangle on its
// side j, times scale, the inverse of its height.
func (b *curveBuilder) angle(g int32, j int, a axes) (q [3]float64, scale float64) {
	near, far := b.side(g, j), b.side(g, 1-j)
	f, k := near.turn(), far.turn()
	f[0], f[1], f[2] = f[0]+k[0], f[1]+k[1], f[2]-k[2] // the far side's n is opposite
	et := r2.Vec{X: r2.Dot(near.t, a.t), Y: r2.Dot(near.t, a.n)}
	en := r2.Vec{X: r2.Dot(near.n, a.t), Y: r2.Dot(near.n, a.n)}
	q[0] = f[0]*et.X*et.X + f[1]*en.X*en.X + 2*f[2]*et.X*en.X
	q[1] = f[0]*et.Y*et.Y + f[1]*en.Y*en.Y + 2*f[2]*et.Y*en.Y
	q[2] = f[0]*et.X*et.Y + f[1]*en.X*en.Y + f[2]*(et.X*en.Y+et.Y*en.X)
	scale = 1 / (near.h + far.h)
	for i := range q {
		q[i] *= scale
	}
	return q, scale
}

// unfold transforms axes over hinge g from its side j to the other.
func (b *curveBuilder) unfold(g int32, j int, a axes) axes {
	near, far := b.side(g, j), b.side(g, 1-j)
	over := func(v r2.Vec) r2.Vec {
		return r2.Sub(r2.Scale(r2.Dot(v, near.t), far.t), r2.Scale(r2.Dot(v, near.n), far.n))
	}
	return axes{over(a.t), over(a.n)}
}

// split recovers the division of the angle of an inner edge. If the hinges of both triangles do not determine the
// curvature (at the rim, where some are missing and the corners may lie on a conic), it adds the next hinges, as long
// as the triangles have room for them.
func (b *curveBuilder) split(out *edgeSplit, self int32) {
	h, s := &b.m.Hinges[self], &b.sides[int(self)-b.h0]
	height := s[0].h + s[1].h
	out.w = [2]float64{s[0].h / height, s[1].h / height}
	f0, f1 := s[0].turn(), s[1].turn()
	f1[2] = -f1[2]
	var d [3]float64
	for k := range d {
		d[k] = out.w[1]*f0[k] - out.w[0]*f1[k]
	}
	at := [2]axes{{s[0].t, s[0].n}, {s[1].t, r2.Scale(-1, s[1].n)}}
	b.addTriangleHinges(out, h.Tri[0], at[0])
	b.addTriangleHinges(out, h.Tri[1], at[1])
	if b.solve(out, d) {
		return
	}
	for k, t := range h.Tri {
		for _, g := range b.of[int(t)-b.t0] {
			if g < 0 || g == self {
				continue
			}
			j := b.sideOf(g, t)
			next := &b.m.Hinges[g]
			for _, x := range b.of[int(next.Tri[1-j])-b.t0] {
				if x >= 0 && b.canDepend(h.Tri, x, out) {
					b.addHinge(out, x, next.Tri[1-j], b.unfold(g, j, at[k]))
				}
			}
			if b.solve(out, d) {
				for _, x := range out.list[:out.n] {
					b.addDependence(h.Tri, x)
				}
				return
			}
		}
	}
	out.n = 0 // divide by height only
}

// addTriangleHinges adds the hinges of a triangle, in which the axes of the edge are a.
func (b *curveBuilder) addTriangleHinges(out *edgeSplit, t int32, a axes) {
	for _, x := range b.of[int(t)-b.t0] {
		if x >= 0 {
			b.addHinge(out, x, t, a)
		}
	}
}

func (b *curveBuilder) addHinge(out *edgeSplit, x, t int32, a axes) {
	if out.n == len(out.list) || slices.Contains(out.list[:out.n], x) {
		return
	}
	out.q[out.n], out.scale[out.n] = b.angle(x, b.sideOf(x, t), a)
	out.list[out.n] = x
	out.n++
}

// sideOf returns which side of hinge g triangle t is.
func (b *curveBuilder) sideOf(g, t int32) int {
	if b.m.Hinges[g].Tri[1] == t {
		return 1
	}
	return 0
}

// canDepend reports whether both triangles can depend on hinge x in addition to the present ones.
func (b *curveBuilder) canDepend(tri [2]int32, x int32, out *edgeSplit) bool {
	for _, t := range tri {
		l := &b.near[int(t)-b.t0]
		n := l.n
		for _, y := range append(out.list[:out.n:out.n], x) {
			if !l.has(y) {
				n++
			}
		}
		if n > CurveHinges {
			return false
		}
	}
	return true
}

// addDependence makes both triangles depend on hinge x.
func (b *curveBuilder) addDependence(tri [2]int32, x int32) {
	for _, t := range tri {
		b.near[int(t)-b.t0].add(x)
	}
}

// solve computes the smallest weights with Σ r·θ(κ) = d(κ) for all κ; false if there are none below mostWeight.
func (b *curveBuilder) solve(out *edgeSplit, d [3]float64) bool {
	var a [3][3]float64
	for _, q := range out.q[:out.n] {
		for j := range 3 {
			for k := range 3 {
				a[j][k] += q[j] * q[k]
			}
		}
	}
	y, ok := solve3(a, d)
	for i, q := range out.q[:out.n] {
		out.r[i] = out.scale[i] * (q[0]*y[0] + q[1]*y[1] + q[2]*y[2])
		ok = ok && math.Abs(out.r[i]) <= mostWeight
	}
	return ok
}

// mostWeight bounds the weights of the recovery.
const mostWeight = 1

// solve3 solves a symmetric positive definite system; false if it is singular.
func solve3(a [3][3]float64, b [3]float64) (x [3]float64, ok bool) {
	least := 1e-6 * (a[0][0] + a[1][1] + a[2][2])
	for i := range 3 {
		if !(a[i][i] > least) {
			return x, false
		}
		for j := i + 1; j < 3; j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < 3; k++ {
				a[j][k] -= f * a[i][k]
			}
			b[j] -= f * b[i]
		}
	}
	for i := 2; i >= 0; i-- {
		x[i] = b[i]
		for k := i + 1; k < 3; k++ {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x, true
}

// curve assembles the curvature of a triangle from the angles at its edges; false if it has no hinge.
func (b *curveBuilder) curve(t int32, split []edgeSplit, h0 int) (Curve, bool) {
	c := Curve{Tri: t}
	n := 0
	add := func(h int32, k float64, dyad [3]float64) {
		at := 0
		for at < n && c.Hinge[at] != h {
			at++
		}
		if at == n {
			c.Hinge[at] = h
			n++
		}
		k *= b.m.Hinges[h].H // strains instead of angles
		for i := range 3 {
			c.C[at][i] += k * dyad[i]
		}
	}
	var free [][3]float64
	uv := b.m.UV[t]
	for e, h := range b.of[int(t)-b.t0] {
		edge := r2.Sub(uv[(e+1)%3], uv[e])
		l := r2.Norm(edge)
		dyad := [3]float64{edge.Y * edge.Y, edge.X * edge.X, -2 * edge.X * edge.Y} // l²·n⊗n
		for i := range dyad {
			dyad[i] /= l * b.m.Rest[t].Area
		}
		if h < 0 {
			free = append(free, dyad)
			continue
		}
		g, q := &b.m.Hinges[h], &split[int(h)-h0]
		k, sign := 0, 1.
		if g.Tri[1] == t {
			k, sign = 1, -1
		}
		add(h, q.w[k], dyad)
		for i := range q.n {
			add(q.list[i], sign*q.r[i], dyad)
		}
	}
	if n == 0 {
		return c, false
	}
	for i := range n {
		c.C[i] = b.relaxFreeEdges(c.C[i], free)
	}
	for i := n; i < CurveHinges; i++ {
		c.Hinge[i] = c.Hinge[0]
	}
	return c, true
}

// relaxFreeEdges adds the rotation of the normals at free edges that makes their moments zero.
func (b *curveBuilder) relaxFreeEdges(c [3]float64, free [][3]float64) [3]float64 {
	d := &b.stiffness
	var f [2]float64
	switch len(free) {
	case 1:
		f[0] = d.dot(free[0], c) / d.dot(free[0], free[0])
	case 2:
		aa, ab, bb := d.dot(free[0], free[0]), d.dot(free[0], free[1]), d.dot(free[1], free[1])
		ac, bc := d.dot(free[0], c), d.dot(free[1], c)
		det := aa*bb - ab*ab
		f = [2]float64{(bb*ac - ab*bc) / det, (aa*bc - ab*ac) / det}
	}
	for i := range free {
		for k := range c {
			c[k] -= f[i] * free[i][k]
		}
	}
	return c
}
