package tetra

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Mesh is a mesh of tetrahedra with positive volumes: seen from its last corner the others run clockwise.
type Mesh struct {
	X    []r3.Vec   // [m]
	Tets [][4]int32 // vertex indices
}

// sides are the faces of a tetrahedron, counter-clockwise seen from outside.
var sides = [4][3]int{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}

// Volume returns the volume of tetrahedron i, negative if it is inverted [m³].
func (m *Mesh) Volume(i int) float64 {
	v := m.Tets[i]
	a := m.X[v[0]]
	return r3.Dot(r3.Sub(m.X[v[1]], a), r3.Cross(r3.Sub(m.X[v[2]], a), r3.Sub(m.X[v[3]], a))) / 6
}

// TotalVolume returns the sum of all volumes [m³].
func (m *Mesh) TotalVolume() (sum float64) {
	for i := range m.Tets {
		sum += m.Volume(i)
	}
	return sum
}

// Surface returns the faces that belong to one tetrahedron alone, counter-clockwise seen from outside, in the order of
// the tetrahedra.
func (m *Mesh) Surface() (tri [][3]int32) {
	key := func(f [3]int32) [3]int32 {
		a, b, c := min(f[0], f[1], f[2]), max(f[0], f[1], f[2]), f[0]+f[1]+f[2]
		return [3]int32{a, c - a - b, b}
	}
	count := make(map[[3]int32]int8, 2*len(m.Tets))
	face := func(v *[4]int32, s int) [3]int32 { return [3]int32{v[sides[s][0]], v[sides[s][1]], v[sides[s][2]]} }
	for i := range m.Tets {
		for s := range sides {
			count[key(face(&m.Tets[i], s))]++
		}
	}
	for i := range m.Tets {
		for s := range sides {
			if f := face(&m.Tets[i], s); count[key(f)] == 1 {
				tri = append(tri, f)
			}
		}
	}
	return tri
}

// Check returns the first defect of the mesh: indices, positions that are not finite, volumes, faces of three
// tetrahedra, vertices without a tetrahedron.
func (m *Mesh) Check() error {
	if len(m.Tets) == 0 {
		return fmt.Errorf("no tetrahedra: expected one at least")
	}
	for i, x := range m.X {
		if s := x.X + x.Y + x.Z; math.IsNaN(s) || math.IsInf(s, 0) {
			return fmt.Errorf("vertex %d: position %v: expected finite numbers", i, x)
		}
	}
	used := make([]bool, len(m.X))
	faces := map[[3]int32]bool{} // as seen from outside, lowest vertex first
	for i, v := range m.Tets {
		for _, a := range v {
			if a < 0 || int(a) >= len(m.X) {
				return fmt.Errorf("tetrahedron %d: vertex %d: expected 0 to %d", i, a, len(m.X)-1)
			}
			used[a] = true
		}
		longest := 0.
		for a := range 4 {
			for b := range a {
				longest = max(longest, r3.Norm(r3.Sub(m.X[v[a]], m.X[v[b]])))
			}
		}
		if !(m.Volume(i) > leastVolume*longest*longest*longest) {
			return fmt.Errorf("tetrahedron %d: volume %.3g m³ with a longest edge of %.3g m: expected one that is not flat, "+
				"and whose last corner sees the others clockwise", i, m.Volume(i), longest)
		}
		for _, s := range sides {
			f := [3]int32{v[s[0]], v[s[1]], v[s[2]]}
			for f[0] > f[1] || f[0] > f[2] {
				f = [3]int32{f[1], f[2], f[0]}
			}
			if faces[f] {
				return fmt.Errorf("tetrahedron %d: its face (%d, %d, %d) is one of another on the same side: expected two "+
					"that share a face on either side of it", i, f[0], f[1], f[2])
			}
			faces[f] = true
		}
	}
	for i, is := range used {
		if !is {
			return fmt.Errorf("vertex %d belongs to no tetrahedron: expected none such", i)
		}
	}
	return nil
}

// leastVolume is the least volume over the cube of the longest edge; that of a regular tetrahedron is 0.118.
const leastVolume = 1e-5

// compact removes vertices without a tetrahedron, and puts those of the surface first.
func (m *Mesh) compact() {
	to := make([]int32, len(m.X))
	for i := range to {
		to[i] = -1
	}
	var x []r3.Vec
	take := func(v int32) {
		if to[v] < 0 {
			to[v] = int32(len(x))
			x = append(x, m.X[v])
		}
	}
	for _, f := range m.Surface() {
		for _, v := range f {
			take(v)
		}
	}
	for i := range m.Tets {
		for a, v := range m.Tets[i] {
			take(v)
			m.Tets[i][a] = to[v]
		}
	}
	m.X = x
}

// FromFile returns the mesh of a file: inverted tetrahedra are turned, and vertices without a tetrahedron are removed.
func FromFile(x []r3.Vec, tets [][4]int32) (*Mesh, error) {
	m := &Mesh{X: x, Tets: tets}
	for i, v := range tets {
		for _, a := range v {
			if a < 0 || int(a) >= len(x) {
				return nil, fmt.Errorf("tetrahedron %d: vertex %d: expected 0 to %d", i, a, len(x)-1)
			}
		}
	}
	m.turn()
	m.compact()
	if err := m.Check(); err != nil {
		return nil, err
	}
	return m, m.pinched()
}

// turn gives all tetrahedra a positive volume.
func (m *Mesh) turn() {
	for i := range m.Tets {
		if v := &m.Tets[i]; m.Volume(i) < 0 {
			v[2], v[3] = v[3], v[2]
		}
	}
}

// errPinched is the error of a surface that no solid has.
var errPinched = errors.New("its surface meets itself in an edge or a point")

// pinched returns an error if an edge of the surface has more than two triangles.
func (m *Mesh) pinched() error {
	half := map[[2]int32]int{}
	for _, f := range m.Surface() {
		for k := range 3 {
			half[[2]int32{f[k], f[(k+1)%3]}]++
		}
	}
	for e, n := range half {
		if n != 1 || half[[2]int32{e[1], e[0]}] != 1 {
			return fmt.Errorf("%w: expected shorter edges, or a thicker solid", errPinched)
		}
	}
	return nil
}
