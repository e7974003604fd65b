package islands

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/step"
)

// components are the connected components of a model, numbered by their first vertices: vertices of one element belong
// to one component.
type components struct {
	of    []int32 // per vertex
	count int
}

func newComponents(m *cloth.Model) (c components) {
	f := cloth.NewForest(len(m.X0))
	f.JoinAll(m.Joined())
	c.of, c.count = f.Number()
	return c
}

// reach returns the distance of features of two islands beyond which they have no contact [m]: pairs of features that
// are farther apart have no force, and are not candidates.
func reach(m *cloth.Model, set *step.Settings) float64 {
	radius := 0.
	for i := range m.Lines {
		radius = max(radius, m.Lines[i].Radius)
	}
	return step.PairReach * (set.SelfThickness + 2*set.Stoutness(radius))
}

// features returns the triangles and the lines of a model; a line repeats its second end.
func features(m *cloth.Model) [][3]int32 {
	list := slices.Clone(m.Tri)
	for _, v := range m.LineEnds() {
		list = append(list, [3]int32{v[0], v[1], v[1]})
	}
	return list
}

// partition returns the island of each component, islands numbered by their first components. With self-contact,
// components belong to one island if they are within reach of each other at x. If there are more islands than most, the
// smallest ones become one.
func (c *components) partition(m *cloth.Model, x []r3.Vec, set *step.Settings, most int) (island []int32, count int) {
	f := cloth.NewForest(c.count)
	if set.SelfContact && c.count > 1 {
		tri := make([][][3]int32, c.count)
		for _, t := range features(m) {
			tri[c.of[t[0]]] = append(tri[c.of[t[0]]], t)
		}
		list := make([]boxes, c.count)
		for i := range list {
			list[i] = newBoxes(tri[i], x)
		}
		joinNear(f, list, reach(m, set))
	}
	island, count = f.Number()
	if count <= most {
		return island, count
	}
	size, first := make([]int, count), make([]int32, count)
	for comp := c.count - 1; comp >= 0; comp-- {
		first[island[comp]] = int32(comp)
	}
	for _, comp := range c.of {
		size[island[comp]]++
	}
	slices.SortStableFunc(first, func(a, b int32) int { return cmp.Compare(size[island[b]], size[island[a]]) })
	for _, comp := range first[most:] {
		f.Join(first[most-1], comp)
	}
	return f.Number()
}

// mostTriangles is the largest number of triangles of bodies in all islands. Each island has its own copy of the
// bodies, of up to 490 bytes a triangle (the heap of a cpu.Sim, in a fast step): 1 GB in all.
const mostTriangles = 2 << 20

// mostIslands returns the largest number of islands for these colliders.
func mostIslands(colliders []step.Collider) int {
	n := 1
	for _, c := range colliders {
		if c.Surface != nil {
			n += len(c.Surface.Triangles())
		}
	}
	return max(1, mostTriangles/n)
}

// joinNear joins the sets of lists that are near each other.
func joinNear(f cloth.Forest, list []boxes, reach float64) {
	bounds := make([]r3.Box, len(list))
	for i := range list {
		bounds[i] = list[i].bounds()
	}
	for i := range list {
		for k := range i {
			if f.Find(int32(i)) != f.Find(int32(k)) && close(&bounds[i], &bounds[k], reach) && near(list[i], list[k], reach) {
				f.Join(int32(i), int32(k))
			}
		}
	}
}
