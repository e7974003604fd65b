package cloth

// numbering maps vertices, parts and elements of the whole model to the submesh; −1: not in it.
type numbering struct {
	vertex, part []int32
	element      [Kinds][]int32
}

func copyTriangle(to, whole *Model, t int32, n *numbering) {
	v, rest := whole.Tri[t], whole.Rest[t]
	renumber(v[:], n.vertex)
	rest.Part = n.part[rest.Part]
	to.Tri, to.UV, to.Rest = append(to.Tri, v), append(to.UV, whole.UV[t]), append(to.Rest, rest)
}

func copyHinge(to, whole *Model, i int32, n *numbering) {
	h := whole.Hinges[i]
	renumber(h.V[:], n.vertex)
	renumber(h.Tri[:], n.element[Triangles])
	to.Hinges = append(to.Hinges, h)
}

func copyCurve(to, whole *Model, i int32, n *numbering) {
	c := whole.Curves[i]
	c.Tri = n.element[Triangles][c.Tri]
	renumber(c.Hinge[:], n.element[Hinges])
	to.Curves = append(to.Curves, c)
}

func copySegment(to, whole *Model, i int32, n *numbering) {
	g := whole.Segments[i]
	renumber(g.V[:], n.vertex)
	g.Part = n.part[g.Part]
	to.Segments = append(to.Segments, g)
}

func renumber(list, to []int32) {
	for k := range list {
		list[k] = to[list[k]]
	}
}
