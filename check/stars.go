package check

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// stars finds vertices around which certainly no triangles intersect, so that their pairs need no test.
//
// The star of a vertex v is its triangles. Its spokes are the edges to v, in the order of the triangles between them.
// If along some direction n all triangles appear counter-clockwise, and the spokes go around v only once, each triangle
// is in a sector of its own. In that projection two of them have nothing in common but v, or the spoke between them. So
// they have no more in common in space either, and are not folded flat.
type stars struct {
	tri    [][3]int32 // all triangles
	first  []int32    // start of the spokes of each vertex in spokes
	spokes []int32    // vertices at the ends of spokes; of a closed star, the first one is repeated at the end
	clear  []bool     // of each vertex, at the positions of the last look
}

// mostSpokes limits the spokes of a star; larger stars are never clear.
const mostSpokes = 16

// newStars finds the spokes of all vertices. Vertices whose triangles are not a single fan of one orientation have
// none.
func newStars(vertices int, tri [][3]int32) *stars {
	s := &stars{tri: tri, first: make([]int32, vertices+1), clear: make([]bool, vertices)}
	at := make([]int32, vertices+1) // start of the triangles of each vertex in sides
	for _, v := range tri {
		for _, i := range v {
			at[i+1]++
		}
	}
	for i := range vertices {
		at[i+1] += at[i]
	}
	sides := make([][2]int32, 3*len(tri)) // sides opposite to the vertex
	next := slices.Clone(at)
	for _, v := range tri {
		for k, i := range v {
			sides[next[i]] = [2]int32{v[(k+1)%3], v[(k+2)%3]}
			next[i]++
		}
	}
	for i := range vertices {
		s.spokes = fan(s.spokes, sides[at[i]:at[i+1]])
		s.first[i+1] = int32(len(s.spokes))
	}
	return s
}

// fan appends the ends of the sides of a star in order, if they are a single path or ring.
func fan(spokes []int32, sides [][2]int32) []int32 {
	if len(sides) == 0 || len(sides) >= mostSpokes {
		return spokes
	}
	start := 0 // the side at whose start no other ends, if the star is open
	for k, a := range sides {
		if !slices.ContainsFunc(sides, func(b [2]int32) bool { return b[1] == a[0] }) {
			start = k
		}
	}
	sides[0], sides[start] = sides[start], sides[0]
	for k := 1; k < len(sides); k++ {
		goesOn := slices.IndexFunc(sides[k:], func(b [2]int32) bool { return b[0] == sides[k-1][1] })
		if goesOn < 0 {
			return spokes
		}
		sides[k], sides[k+goesOn] = sides[k+goesOn], sides[k]
	}
	for _, a := range sides {
		spokes = append(spokes, a[0])
	}
	return append(spokes, sides[len(sides)-1][1])
}

// look updates which stars are clear.
func (s *stars) look(x []r3.Vec, workers int, end *stop) {
	const chunk = 1024
	each(workers, (len(x)+chunk-1)/chunk, end, func(k int) {
		for i := k * chunk; i < min(len(x), (k+1)*chunk); i++ {
			s.clear[i] = isClear(x, x[i], s.spokes[s.first[i]:s.first[i+1]])
		}
	})
}

// sure is a generous bound on the square of the rounding error of a triple product, over the squares of its lengths.
// The triple product takes fewer than 16 operations of 2⁻⁵³ each on products whose sum is below twice the lengths. The
// bound does not hold for lengths whose squares underflow.
const sure = 1e-24

// positive reports whether it is certain that a triple product v is positive; l2 is the product of the squared lengths
// of its vectors.
func positive(v, l2 float64) bool { return v > 1e-140 && v*v > sure*l2 }

// isClear reports whether it is certain that the star of v is clear, projected along the sum of the normals of its
// triangles. spokes are the vertices at the ends of its spokes.
func isClear(x []r3.Vec, v r3.Vec, spokes []int32) bool {
	last := len(spokes) - 1
	if last < 1 {
		return false
	}
	var u, normal [mostSpokes]r3.Vec
	var l2 [mostSpokes]float64
	var n r3.Vec
	for k, i := range spokes {
		u[k] = r3.Sub(x[i], v)
		l2[k] = r3.Norm2(u[k])
		if k > 0 {
			normal[k] = r3.Cross(u[k-1], u[k])
			n = r3.Add(n, normal[k])
		}
	}
	n2 := r3.Norm2(n)
	for k := 1; k <= last; k++ {
		if !positive(r3.Dot(n, normal[k]), n2*l2[k-1]*l2[k]) {
			return false
		}
	}
	// Each spoke is less than half a turn ahead of the previous one, so none can skip the half-plane to the left of the
	// first spoke, or that to its right. The spokes go around only once if those to the left are followed only by those
	// to the right. At most one between them may be on neither side for certain.
	if spokes[last] == spokes[0] {
		last--
	}
	left, l02 := r3.Cross(n, u[0]), n2*l2[0]
	k := 1
	for k <= last && positive(r3.Dot(left, u[k]), l02*l2[k]) {
		k++
	}
	if k <= last && !positive(-r3.Dot(left, u[k]), l02*l2[k]) {
		k++
	}
	for k <= last && positive(-r3.Dot(left, u[k]), l02*l2[k]) {
		k++
	}
	return k > last
}
