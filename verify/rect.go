// Meshes of the verification problems: regular ones, whose bending stiffness depends on the direction, and
// near-equilateral ones as of garments.

package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// MeshKind is a kind of mesh.
type MeshKind string

// Kinds of meshes. All but Right and Alternating have rows of vertices at constant u.
const (
	Right        MeshKind = "right"        // squares with one diagonal, all in the same direction
	Alternating  MeshKind = "alternating"  // squares whose diagonals alternate as on a chessboard
	Equilateral  MeshKind = "equilateral"  // every second row shifted by half an edge
	Unstructured MeshKind = "unstructured" // Delaunay triangles of a disturbed and smoothed lattice
)

// Sheet is a flat mesh in material coordinates [m], triangles counter-clockwise.
type Sheet struct {
	Kind MeshKind
	Edge float64 // length of the edges across, along v [m]
	UV   []r2.Vec
	Tri  [][3]int32
}

// SheetBox is a rectangle [m].
type SheetBox struct{ U0, V0, U1, V1 float64 }

// RectSheet meshes a rectangle with nu rows of cells along u and nv along v. Rows of vertices have a constant u, from
// U0 to U1 in equal steps; in the unstructured mesh, those given in lines have too.
func RectSheet(kind MeshKind, b SheetBox, nu, nv int, lines ...float64) *Sheet {
	s := &Sheet{Kind: kind, Edge: (b.V1 - b.V0) / float64(nv)}
	switch kind {
	case Equilateral:
		s.equilateral(b, nu, nv)
	case Unstructured:
		s.unstructured(b, nu, nv, lines)
	default:
		s.grid(b, nu, nv)
	}
	return s
}

// RowsFor returns the number of rows of cells of a kind for which edges have about the same length along u as across.
func RowsFor(kind MeshKind, length, edge float64) int {
	if kind == Equilateral || kind == Unstructured {
		edge *= math.Sqrt(3) / 2
	}
	return max(1, int(math.Round(length/edge)))
}

func (s *Sheet) grid(b SheetBox, nu, nv int) {
	for i := range nu + 1 {
		for j := range nv + 1 {
			s.UV = append(s.UV, r2.Vec{X: lerp(b.U0, b.U1, i, nu), Y: lerp(b.V0, b.V1, j, nv)})
		}
	}
	for i := range nu {
		for j := range nv {
			a := int32(i*(nv+1) + j)
			d, q, c := a+1, a+int32(nv)+1, a+int32(nv)+2
			if s.Kind == Alternating && (i+j)%2 == 1 {
				s.Tri = append(s.Tri, [3]int32{a, q, d}, [3]int32{q, c, d})
			} else {
				s.Tri = append(s.Tri, [3]int32{a, q, c}, [3]int32{a, c, d})
			}
		}
	}
}

// equilateral makes the triangles. Odd rows are shifted by half an edge and closed by half triangles at both ends.
func (s *Sheet) equilateral(b SheetBox, nu, nv int) {
	first := make([]int32, nu+2)
	for i := range nu + 1 {
		u := lerp(b.U0, b.U1, i, nu)
		if i%2 == 1 {
			s.UV = append(s.UV, r2.Vec{X: u, Y: b.V0})
		}
		for j := range nv + 1 {
			v := lerp(b.V0, b.V1, j, nv)
			if i%2 == 1 {
				v = math.Min(v+s.Edge/2, b.V1)
			}
			s.UV = append(s.UV, r2.Vec{X: u, Y: v})
		}
		first[i+1] = int32(len(s.UV))
	}
	for i := range nu {
		a, c := first[i], first[i+1] // the row at smaller u and the next
		n := int32(nv)
		if i%2 == 0 { // the next row is the shifted one
			for j := range n + 1 {
				s.Tri = append(s.Tri, [3]int32{a + j, c + j, c + j + 1})
				if j < n {
					s.Tri = append(s.Tri, [3]int32{a + j, c + j + 1, a + j + 1})
				}
			}
		} else {
			for j := range n + 1 {
				s.Tri = append(s.Tri, [3]int32{a + j, c + j, a + j + 1})
				if j < n {
					s.Tri = append(s.Tri, [3]int32{a + j + 1, c + j, c + j + 1})
				}
			}
		}
	}
}

func lerp(a, b float64, i, n int) float64 {
	if i == n {
		return b
	}
	return a + (b-a)*float64(i)/float64(n)
}

// Name returns the kind and size of the mesh, for tables.
func (s *Sheet) Name() string { return fmt.Sprintf("%s, %d triangles", s.Kind, len(s.Tri)) }

// Part returns the sheet as a part, with positions by place.
func (s *Sheet) Part(f cloth.Fabric, place func(r2.Vec) r3.Vec) cloth.Part {
	p := cloth.Part{Name: "sheet", Fabric: f, Tri: s.Tri}
	for _, q := range s.UV {
		p.X = append(p.X, place(q))
	}
	for _, t := range s.Tri {
		p.UV = append(p.UV, [3]r2.Vec{s.UV[t[0]], s.UV[t[1]], s.UV[t[2]]})
	}
	return p
}

// Where returns the vertices for which in is true.
func (s *Sheet) Where(in func(r2.Vec) bool) (v []int32) {
	for i, q := range s.UV {
		if in(q) {
			v = append(v, int32(i))
		}
	}
	return v
}

// HoldVertices pins vertices of the part at their positions.
func HoldVertices(p *cloth.Part, vertices []int32) {
	for _, v := range vertices {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: v, Point: p.X[v]})
	}
}

// LevelPlace maps material coordinates into the plane y = 0, warp along x.
func LevelPlace(q r2.Vec) r3.Vec { return r3.Vec{X: q.X, Z: -q.Y} }

// ClampedSheet returns a strip 0 ≤ u ≤ length with one more row of cells to be clamped. clamp has the vertices of that
// row, tip those at u = length.
func ClampedSheet(kind MeshKind, length, width float64, nv int) (s *Sheet, clamp, tip []int32) {
	n := RowsFor(kind, length, width/float64(nv))
	back := length / float64(n)
	s = RectSheet(kind, SheetBox{U0: -back, U1: length, V1: width}, n+1, nv, 0)
	clamp = s.Where(func(q r2.Vec) bool { return q.X < 1e-9*length })
	tip = s.Where(func(q r2.Vec) bool { return q.X > length*(1-1e-9) })
	return s, clamp, tip
}
