package view

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Picker finds the first triangle of a moving mesh along a ray: a tree of boxes, split at medians of the positions when
// it was made. The boxes follow the mesh.
type Picker struct {
	tri   [][3]int32
	x     []r3.Vec
	order []int32 // triangles in the order of leaves
	nodes []pickNode
}

// pickNode is a box around triangles order[from:to]. The children of an inner node are the next node and right.
type pickNode struct {
	lo, hi   r3.Vec
	from, to int32
	right    int32 // 0: a leaf
}

const pickLeaf = 4

// NewPicker returns a picker for triangles with vertices at x.
func NewPicker(tri [][3]int32, x []r3.Vec) *Picker {
	p := &Picker{tri: tri, x: x}
	middle := make([]r3.Vec, len(tri))
	for t, v := range tri {
		p.order = append(p.order, int32(t))
		middle[t] = r3.Add(x[v[0]], r3.Add(x[v[1]], x[v[2]]))
	}
	if len(tri) > 0 {
		p.split(middle, 0, len(tri))
	}
	p.Follow(x)
	return p
}

func (p *Picker) split(middle []r3.Vec, from, to int) int32 {
	at := int32(len(p.nodes))
	p.nodes = append(p.nodes, pickNode{from: int32(from), to: int32(to)})
	if to-from <= pickLeaf {
		return at
	}
	lo, hi := r3.Vec{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)}, r3.Vec{X: math.Inf(-1), Y: math.Inf(-1),
		Z: math.Inf(-1)}
	for _, t := range p.order[from:to] {
		lo, hi = least(lo, middle[t]), most(hi, middle[t])
	}
	size := r3.Sub(hi, lo)
	along := func(v r3.Vec) float64 {
		switch {
		case size.X >= size.Y && size.X >= size.Z:
			return v.X
		case size.Y >= size.Z:
			return v.Y
		}
		return v.Z
	}
	slices.SortFunc(p.order[from:to], func(a, b int32) int {
		switch da, db := along(middle[a]), along(middle[b]); {
		case da < db:
			return -1
		case da > db:
			return 1
		}
		return int(a - b)
	})
	half := (from + to) / 2
	p.split(middle, from, half)
	right := p.split(middle, half, to)
	p.nodes[at].right = right
	return at
}

// Follow refits the boxes to vertices at x, which is kept.
func (p *Picker) Follow(x []r3.Vec) {
	p.x = x
	for i := len(p.nodes) - 1; i >= 0; i-- { // children come after their parents
		n := &p.nodes[i]
		if n.right != 0 {
			a, b := &p.nodes[i+1], &p.nodes[n.right]
			n.lo, n.hi = least(a.lo, b.lo), most(a.hi, b.hi)
			continue
		}
		first := p.x[p.tri[p.order[n.from]][0]]
		n.lo, n.hi = first, first
		for _, t := range p.order[n.from:n.to] {
			for _, v := range p.tri[t] {
				n.lo, n.hi = least(n.lo, x[v]), most(n.hi, x[v])
			}
		}
	}
}

// Hit is the intersection of a ray with a mesh.
type Hit struct {
	Tri   int32
	Bary  [3]float64 // barycentric coordinates
	Depth float64    // from the eye [m]
	At    r3.Vec     // [m]
}

// Nearest returns the corner with the largest weight.
func (h *Hit) Nearest(tri [][3]int32) int32 {
	return tri[h.Tri][h.Corner()]
}

// Corner returns the nearest vertex.
func (h *Hit) Corner() (k int) {
	for c := range 3 {
		if h.Bary[c] > h.Bary[k] {
			k = c
		}
	}
	return k
}

// Pick returns the first triangle, of either side, along a ray from eye in the direction of the unit vector dir; the
// one with the lower index of two at the same depth.
func (p *Picker) Pick(eye, dir r3.Vec) (hit Hit, ok bool) {
	hit.Depth = math.Inf(1)
	if len(p.nodes) == 0 {
		return hit, false
	}
	inv := r3.Vec{X: 1 / dir.X, Y: 1 / dir.Y, Z: 1 / dir.Z}
	stack := make([]int32, 1, 64)
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &p.nodes[i]
		if !n.mayHit(eye, inv, hit.Depth) {
			continue
		}
		if n.right != 0 {
			stack = append(stack, n.right, i+1)
			continue
		}
		for _, t := range p.order[n.from:n.to] {
			v := p.tri[t]
			if b, d, in := intersect(eye, dir, p.x[v[0]], p.x[v[1]], p.x[v[2]]); in && (d < hit.Depth || d == hit.Depth &&
				t < hit.Tri) {
				hit, ok = Hit{Tri: t, Bary: b, Depth: d}, true
			}
		}
	}
	hit.At = r3.Add(eye, r3.Scale(hit.Depth, dir))
	return hit, ok
}

// mayHit reports whether a ray may enter the box before a depth. For a ray along a face 0·∞ is NaN, which counts as
// inside.
func (n *pickNode) mayHit(eye, inv r3.Vec, depth float64) bool {
	const slack = 1e-9
	near, far := 0.0, depth
	for _, a := range [3][4]float64{{n.lo.X, n.hi.X, eye.X, inv.X}, {n.lo.Y, n.hi.Y, eye.Y, inv.Y},
		{n.lo.Z, n.hi.Z, eye.Z, inv.Z}} {
		t0, t1 := (a[0]-slack-a[2])*a[3], (a[1]+slack-a[2])*a[3]
		if t0 > t1 {
			t0, t1 = t1, t0
		}
		if t0 > near {
			near = t0
		}
		if t1 < far {
			far = t1
		}
	}
	return near <= far*(1+1e-12)
}

// intersect returns barycentric coordinates and depth of an intersection (Möller and Trumbore 1997).
func intersect(eye, dir, a, b, c r3.Vec) (bary [3]float64, depth float64, ok bool) {
	e1, e2 := r3.Sub(b, a), r3.Sub(c, a)
	p := r3.Cross(dir, e2)
	det := r3.Dot(e1, p)
	if det == 0 {
		return bary, 0, false
	}
	s := r3.Sub(eye, a)
	u := r3.Dot(s, p) / det
	q := r3.Cross(s, e1)
	v := r3.Dot(dir, q) / det
	depth = r3.Dot(e2, q) / det
	if !(u >= 0 && v >= 0 && u+v <= 1 && depth > 0) {
		return bary, 0, false
	}
	return [3]float64{1 - u - v, u, v}, depth, true
}

func least(a, b r3.Vec) r3.Vec {
	return r3.Vec{X: math.Min(a.X, b.X), Y: math.Min(a.Y, b.Y), Z: math.Min(a.Z, b.Z)}
}

func most(a, b r3.Vec) r3.Vec {
	return r3.Vec{X: math.Max(a.X, b.X), Y: math.Max(a.Y, b.Y), Z: math.Max(a.Z, b.Z)}
}
