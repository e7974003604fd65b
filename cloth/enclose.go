package cloth

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"
)

// PermeabilityAt is the pressure difference at which permeability is measured [Pa] (ISO 9237).
const PermeabilityAt = 200.

// Enclose makes a part enclose air, and sets triangles, sign and leak of the cell. The part must be one closed,
// consistently oriented component. gap is the distance of its walls in contact [m].
func (m *Model) Enclose(part int, c AirCell, gap float64) error {
	info := &m.Parts[part]
	edges := map[[2]int32]int{}
	joined := NewForest(len(m.X0))
	area := 0.
	for t := info.Tris.Lo; t < info.Tris.Hi; t++ {
		v := m.Tri[t]
		for k := range v {
			edges[[2]int32{v[k], v[(k+1)%3]}]++
			joined.Join(v[0], v[k])
		}
		c.Tri = append(c.Tri, int32(t))
		area += m.Rest[t].Area
	}
	if len(c.Tri) == 0 {
		return fmt.Errorf("%s has no triangles: expected a closed surface of cloth", info.Name)
	}
	open, first := 0, [2]int32{}
	for t := info.Tris.Lo; t < info.Tris.Hi; t++ {
		for k, v := range m.Tri[t] {
			e := [2]int32{v, m.Tri[t][(k+1)%3]}
			if edges[e] == 1 && edges[[2]int32{e[1], e[0]}] == 1 {
				continue
			}
			if open++; open == 1 {
				first = e
			}
		}
	}
	if open > 0 {
		x := r3.Scale(.5, r3.Add(m.X0[first[0]], m.X0[first[1]]))
		return fmt.Errorf("%s is not closed: %d edges do not have one triangle on each side with the same side outwards, "+
			"one of them near (%.3g, %.3g, %.3g) m: expected a surface without holes, such as a cushion sewn all around",
			info.Name, open, x.X, x.Y, x.Z)
	}
	for t := info.Tris.Lo; t < info.Tris.Hi; t++ {
		if joined.Find(m.Tri[t][0]) != joined.Find(m.Tri[info.Tris.Lo][0]) {
			return fmt.Errorf("%s is of several pieces: expected one closed surface; give each a name of its own", info.Name)
		}
	}
	c.Sign = 1
	c.Least = gap * area / 2
	// Collapsed walls enclose nothing, up to rounding.
	if v := m.Enclosed(&c, m.X0); v < -c.Least {
		c.Sign = -1
	}
	c.Leak = info.Fabric.Permeability * area / PermeabilityAt
	m.Air = append(m.Air, c)
	return nil
}

// Enclosed returns the volume enclosed by a cell with vertices at x [m³]. It is computed relative to one of its
// vertices, for accuracy far from the origin.
func (m *Model) Enclosed(c *AirCell, x []r3.Vec) (v float64) {
	o := x[m.Tri[c.Tri[0]][0]]
	for _, t := range c.Tri {
		a := m.Tri[t]
		v += r3.Dot(r3.Sub(x[a[0]], o), r3.Cross(r3.Sub(x[a[1]], o), r3.Sub(x[a[2]], o)))
	}
	return c.Sign / 6 * v
}
