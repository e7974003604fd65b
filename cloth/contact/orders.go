package contact

// Orders are the orders of the triangles in checks of the same meshes one after the other, which sort them but once: what is near stays near while cloth and bodies move. They change
// how long a check takes, and nothing of what it finds, but which pairs are listed where there are more than Checker.Most.
type Orders struct{ of [][]int32 }

// tree is that of the mesh of a number.
func (o *Orders) tree(number int, m Mesh, workers int, end *stop) *tree {
	if o == nil {
		return newTree(m.X, m.Tri, 0, workers, end)
	}
	for len(o.of) <= number {
		o.of = append(o.of, nil)
	}
	if len(o.of[number]) != len(m.Tri) {
		o.of[number] = sorted(m.X, m.Tri, end)
	}
	return grown(m.X, m.Tri, o.of[number], 0, workers, end)
}
