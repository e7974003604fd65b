package tetra

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Region is a region to be filled with tetrahedra. Depth is continuous, positive inside, zero on the surface, negative
// outside. Lo and Hi are the corners of a box around it.
type Region struct {
	Depth  func(x r3.Vec) float64
	Lo, Hi r3.Vec
}

// Limits of the distance of a cut from a point of the lattice, over the length of a long or a short edge, below which
// the point is moved to the cut (Labelle and Shewchuk 2007, table 1, for lattices of one size). The dihedral angles are
// then from 10.7° to 164.8°, if the surface is smooth enough for the lattice. The diagonals of cut faces differ from
// theirs, see pyramid.
const (
	nearLong  = .24999
	nearShort = .41189
)

// Stuff fills a region with tetrahedra from a body-centred cubic lattice with edges of lengths edge and √3/2·edge:
// points near the surface move onto it, and tetrahedra that it crosses are cut (isosurface stuffing).
func Stuff(r Region, edge float64) (*Mesh, error) {
	s, err := newStuffing(r, edge)
	if err != nil {
		return nil, err
	}
	s.findCuts()
	s.snap()
	for _, v := range s.tets {
		s.fill(v)
	}
	if len(s.mesh.Tets) == 0 {
		return nil, fmt.Errorf("edges of %g m find nothing inside: expected shorter ones, or a thicker solid", edge)
	}
	s.mesh.turn()
	s.mesh.compact()
	return s.mesh, s.mesh.pinched()
}

// stuffing is a lattice that is being cut.
type stuffing struct {
	Region
	mesh  *Mesh
	depth []float64  // at each point of the lattice
	tets  [][4]int32 // those with a point inside; corners 0–1 and 2–3 are long edges
	cuts  map[[2]int32]r3.Vec
	edges [][2]int32         // those with cuts, in the order of detection
	place map[[2]int32]int32 // vertices of cuts
}

// mostPoints limits the points of the lattice.
const mostPoints = 20_000_000

func newStuffing(r Region, edge float64) (*stuffing, error) {
	// One more cell than the box on all sides: the outermost points are outside.
	size := r3.Sub(r.Hi, r.Lo)
	n, points := [3]int{}, 2.
	for k, d := range [3]float64{size.X, size.Y, size.Z} {
		cells := math.Ceil(d/edge) + 2
		if points *= cells + 1; !(points <= mostPoints) {
			return nil, fmt.Errorf("a lattice with edges of %g m over %g × %g × %g m: expected at most %d points", edge, size.X,
				size.Y, size.Z, mostPoints)
		}
		n[k] = int(cells)
	}
	cells := r3.Vec{X: float64(n[0]), Y: float64(n[1]), Z: float64(n[2])}
	from := r3.Sub(r3.Scale(.5, r3.Add(r.Lo, r.Hi)), r3.Scale(edge/2, cells))
	s := &stuffing{Region: r, mesh: &Mesh{}, cuts: map[[2]int32]r3.Vec{}, place: map[[2]int32]int32{}}
	corner := func(i, j, k int) int32 { return int32((k*(n[1]+1)+j)*(n[0]+1) + i) }
	corners := (n[0] + 1) * (n[1] + 1) * (n[2] + 1)
	middle := func(i, j, k int) int32 { return int32(corners + (k*n[1]+j)*n[0] + i) }
	add := func(i, j, k int, half float64) {
		x := r3.Add(from, r3.Scale(edge, r3.Vec{X: float64(i) + half, Y: float64(j) + half, Z: float64(k) + half}))
		s.mesh.X, s.depth = append(s.mesh.X, x), append(s.depth, r.Depth(x))
	}
	for half, more := range [2]int{1, 0} {
		for k := range n[2] + more {
			for j := range n[1] + more {
				for i := range n[0] + more {
					add(i, j, k, float64(half)/2)
				}
			}
		}
	}
	// Four tetrahedra around each long edge between the middles of two cells: each with one of the four edges of the
	// face between them.
	for k := range n[2] {
		for j := range n[1] {
			for i := range n[0] {
				for axis := range 3 {
					d := [3]int{}
					if d[axis] = 1; i+d[0] >= n[0] || j+d[1] >= n[1] || k+d[2] >= n[2] {
						continue
					}
					a, b := middle(i, j, k), middle(i+d[0], j+d[1], k+d[2])
					var ring [4]int32
					for q, c := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
						p := [3]int{}
						p[axis], p[(axis+1)%3], p[(axis+2)%3] = 1, c[0], c[1]
						ring[q] = corner(i+p[0], j+p[1], k+p[2])
					}
					for q := range ring {
						if v := [4]int32{a, b, ring[q], ring[(q+1)%4]}; s.deepest(v) > 0 {
							s.tets = append(s.tets, v)
						}
					}
				}
			}
		}
	}
	return s, nil
}

func (s *stuffing) deepest(v [4]int32) float64 {
	return max(s.depth[v[0]], s.depth[v[1]], s.depth[v[2]], s.depth[v[3]])
}

// edgesOf has pairs of corners; the first two are long edges of the lattice.
var edgesOf = [6][2]int{{0, 1}, {2, 3}, {0, 2}, {0, 3}, {1, 2}, {1, 3}}

// findCuts finds the cuts of edges by the surface.
func (s *stuffing) findCuts() {
	for _, v := range s.tets {
		for _, e := range edgesOf {
			a, b := v[e[0]], v[e[1]]
			if key := [2]int32{min(a, b), max(a, b)}; s.depth[a]*s.depth[b] < 0 {
				if _, known := s.cuts[key]; !known {
					s.cuts[key] = s.cut(key)
					s.edges = append(s.edges, key)
				}
			}
		}
	}
}

// cut returns the position of a cut, by regula falsi (the Illinois form).
func (s *stuffing) cut(e [2]int32) r3.Vec {
	a, b, da, db := s.mesh.X[e[0]], s.mesh.X[e[1]], s.depth[e[0]], s.depth[e[1]]
	length := r3.Norm(r3.Sub(b, a))
	side := 0
	for range 60 {
		x := r3.Add(a, r3.Scale(da/(da-db), r3.Sub(b, a)))
		d := s.Depth(x)
		if d == 0 || r3.Norm(r3.Sub(b, a)) < 1e-12*length {
			return x
		}
		if (d < 0) == (da < 0) {
			if a, da = x, d; side == 1 {
				db /= 2
			}
			side = 1
		} else {
			if b, db = x, d; side == 2 {
				da /= 2
			}
			side = 2
		}
	}
	return r3.Add(a, r3.Scale(da/(da-db), r3.Sub(b, a)))
}

// snap moves points onto the nearest of the cuts that are too near to them, in the order of the lattice. The other cuts
// at such a point are removed.
func (s *stuffing) snap() {
	of := make(map[int32][][2]int32)
	for _, e := range s.edges {
		of[e[0]], of[e[1]] = append(of[e[0]], e), append(of[e[1]], e)
	}
	long := 0. // a long edge joins two corners of the lattice, or two middles
	if len(s.edges) > 0 {
		for _, e := range s.edges {
			long = max(long, r3.Norm(r3.Sub(s.mesh.X[e[0]], s.mesh.X[e[1]])))
		}
	}
	lattice := append([]r3.Vec(nil), s.mesh.X...)
	for p := range int32(len(lattice)) {
		least := math.Inf(1)
		var at r3.Vec
		for _, e := range of[p] {
			x, is := s.cuts[e]
			if !is {
				continue
			}
			length := r3.Norm(r3.Sub(lattice[e[0]], lattice[e[1]]))
			near := nearShort
			if length > .95*long {
				near = nearLong
			}
			if d := r3.Norm(r3.Sub(x, lattice[p])); d < near*length && d < least {
				least, at = d, x
			}
		}
		if least < math.Inf(1) {
			s.mesh.X[p], s.depth[p] = at, 0
			for _, e := range of[p] {
				delete(s.cuts, e)
			}
		}
	}
}

// vertex returns the vertex of a cut.
func (s *stuffing) vertex(a, b int32) int32 {
	key := [2]int32{min(a, b), max(a, b)}
	v, known := s.place[key]
	if !known {
		v = int32(len(s.mesh.X))
		s.mesh.X = append(s.mesh.X, s.cuts[key])
		s.place[key] = v
	}
	return v
}

// fill adds the inner part of a tetrahedron of the lattice.
func (s *stuffing) fill(v [4]int32) {
	var in, on, out []int32
	for _, p := range v {
		switch d := s.depth[p]; {
		case d > 0:
			in = append(in, p)
		case d == 0:
			on = append(on, p)
		default:
			out = append(out, p)
		}
	}
	switch {
	case len(in) == 0:
	case len(out) == 0:
		s.mesh.Tets = append(s.mesh.Tets, v)
	case len(in) == 1:
		t := append([]int32{in[0]}, on...)
		for _, o := range out {
			t = append(t, s.vertex(in[0], o))
		}
		s.mesh.Tets = append(s.mesh.Tets, [4]int32(t))
	case len(in) == 2 && len(out) == 1: // a pyramid over the cut face, to the point on the surface
		s.pyramid([4]int32{in[0], in[1], s.vertex(in[1], out[0]), s.vertex(in[0], out[0])}, on[0])
	case len(in) == 2:
		a, b := in[0], in[1]
		s.prism([3]int32{a, s.vertex(a, out[0]), s.vertex(a, out[1])}, [3]int32{b, s.vertex(b, out[0]), s.vertex(b, out[1])})
	default:
		a, b, c, o := in[0], in[1], in[2], out[0]
		s.prism([3]int32{a, b, c}, [3]int32{s.vertex(a, o), s.vertex(b, o), s.vertex(c, o)})
	}
}

// pyramid adds two tetrahedra over a quadrilateral. The diagonal of each quadrilateral goes through the vertex with the
// lowest number, a point of the lattice, so both sides of a face of the lattice agree on it.
func (s *stuffing) pyramid(base [4]int32, top int32) {
	if min(base[0], base[2]) > min(base[1], base[3]) {
		base = [4]int32{base[1], base[2], base[3], base[0]}
	}
	s.mesh.Tets = append(s.mesh.Tets, [4]int32{base[0], base[1], base[2], top}, [4]int32{base[0], base[2], base[3], top})
}

// prism adds three tetrahedra between two triangles. The vertex with the lowest number has two diagonals; pyramid
// places the third, opposite (Dompierre et al. 1999).
func (s *stuffing) prism(a, b [3]int32) {
	if min(b[0], b[1], b[2]) < min(a[0], a[1], a[2]) {
		a, b = b, a
	}
	for a[0] > min(a[1], a[2]) {
		a, b = [3]int32{a[1], a[2], a[0]}, [3]int32{b[1], b[2], b[0]}
	}
	s.mesh.Tets = append(s.mesh.Tets, [4]int32{a[0], b[0], b[1], b[2]})
	s.pyramid([4]int32{a[1], a[2], b[2], b[1]}, a[0])
}
