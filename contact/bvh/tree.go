// Closest points on a moving closed triangle surface, with a reliable sign: negative inside, by angle-weighted
// pseudonormals (Bærentzen & Aanæs 2005).

package bvh

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"
)

// Tree is a bounding volume hierarchy over a triangle surface of constant topology. Build it once with New, then Refit
// it to new positions. Queries are safe for concurrent use between refits.
type Tree struct {
	tri    [][3]int32
	next   [][3]int32 // triangle across the edge from corner a to corner a+1
	quads  []quad     // the first is the root
	leaves []int32    // indices of the quads over triangles

	x    []r3.Vec
	face []r3.Vec // unit face normals
	ring []int32  // triangles around each vertex, see ringPtr
	ptr  []int32

	whole  bool // connected
	convex convexity
}

type box struct{ lo, hi r3.Vec }

// Hit is the result of a query.
type Hit struct {
	Tri    int32      // closest triangle
	Bary   [3]float64 // barycentric coordinates of the closest point
	Point  r3.Vec     // closest point [m]
	Normal r3.Vec     // unit vector outwards, along the line to the query point
	Dist   float64    // signed distance, negative inside [m]
}

// New builds the hierarchy for positions x [m]. The surface must be closed and consistently oriented, otherwise inside
// is undefined; the error names an edge that violates this.
func New(tri [][3]int32, x []r3.Vec) (*Tree, error) {
	t := &Tree{tri: tri}
	if len(tri) == 0 {
		return nil, fmt.Errorf("empty surface: expected triangles")
	}
	if err := t.connect(len(x)); err != nil {
		return nil, err
	}
	order, centre := make([]int32, len(tri)), make([]r3.Vec, len(tri))
	for i, a := range tri {
		order[i] = int32(i)
		centre[i] = r3.Scale(1./3, r3.Add(x[a[0]], r3.Add(x[a[1]], x[a[2]])))
	}
	t.grow(order, centre, make([]Placed, len(tri)))
	t.whole = t.connected()
	t.face = make([]r3.Vec, len(tri))
	t.Refit(nil, x)
	return t, nil
}

// connect computes the triangles around each vertex and the neighbours of each triangle.
func (t *Tree) connect(n int) error {
	count := make([]int32, n+1)
	for i, a := range t.tri {
		for c := range 3 {
			if a[c] < 0 || int(a[c]) >= n {
				return fmt.Errorf("triangle %d: vertex %d: expected 0..%d", i, a[c], n-1)
			}
			count[a[c]+1]++
		}
	}
	for i := range n {
		count[i+1] += count[i]
	}
	t.ptr = count
	t.ring = make([]int32, 3*len(t.tri))
	fill := append([]int32(nil), count[:n]...)
	for i, a := range t.tri {
		for c := range 3 {
			t.ring[fill[a[c]]] = int32(3*i + c)
			fill[a[c]]++
		}
	}
	for i, a := range t.tri {
		for c := range 3 {
			if a[c] == a[(c+1)%3] {
				return fmt.Errorf("triangle %d has vertex %d twice: expected three", i, a[c])
			}
			if o := t.along(a[c], a[(c+1)%3]); o != int32(i) {
				return fmt.Errorf("edge (%d, %d) is used in the same direction by triangles %d and %d: expected an "+
					"oriented 2-manifold", a[c], a[(c+1)%3], o, i)
			}
		}
	}
	t.next = make([][3]int32, len(t.tri))
	for i, a := range t.tri {
		for c := range 3 {
			o := t.along(a[(c+1)%3], a[c])
			if o < 0 {
				return fmt.Errorf("edge (%d, %d) of triangle %d has no neighbour: expected a closed surface", a[c],
					a[(c+1)%3], i)
			}
			t.next[i][c] = o
		}
	}
	return nil
}

// along returns the first triangle with an edge in this direction, or −1.
func (t *Tree) along(from, to int32) int32 {
	for _, q := range t.ring[t.ptr[from]:t.ptr[from+1]] {
		if i := q / 3; t.tri[i][(q+1)%3] == to {
			return i
		}
	}
	return -1
}

// Refit moves the tree to new positions, and keeps a reference to them. With a nil pool it runs on the caller.
func (t *Tree) Refit(p *linalg.Pool, x []r3.Vec) {
	t.x = x
	t.each(p, len(t.tri), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			a := t.tri[i]
			n := r3.Cross(r3.Sub(x[a[1]], x[a[0]]), r3.Sub(x[a[2]], x[a[0]]))
			if l := r3.Norm(n); l > 0 {
				n = r3.Scale(1/l, n)
			}
			t.face[i] = n
		}
	})
	t.each(p, len(t.leaves), func(lo, hi int) {
		for _, n := range t.leaves[lo:hi] {
			q := &t.quads[n]
			for k, c := range q.child {
				if c < 0 {
					a := t.tri[^c]
					u, v, w := x[a[0]], x[a[1]], x[a[2]]
					q.setBox(k, &box{minVec(u, minVec(v, w)), maxVec(u, maxVec(v, w))})
				}
			}
		}
	})
	// Children come after their parent, so a backward sweep visits them first.
	for n := len(t.quads) - 1; n >= 0; n-- {
		q := &t.quads[n]
		for k, c := range q.child {
			if c > 0 {
				b := t.quads[c].around()
				q.setBox(k, &b)
			}
		}
	}
	t.convex = t.findConvex()
}

func (t *Tree) each(p *linalg.Pool, n int, f func(lo, hi int)) {
	if p == nil {
		f(0, n)
		return
	}
	p.For(n, 512, f)
}

// empty is the empty box.
var empty = box{
	r3.Vec{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)},
	r3.Vec{X: math.Inf(-1), Y: math.Inf(-1), Z: math.Inf(-1)},
}

func minVec(a, b r3.Vec) r3.Vec {
	return r3.Vec{X: min(a.X, b.X), Y: min(a.Y, b.Y), Z: min(a.Z, b.Z)}
}

func maxVec(a, b r3.Vec) r3.Vec {
	return r3.Vec{X: max(a.X, b.X), Y: max(a.Y, b.Y), Z: max(a.Z, b.Z)}
}
