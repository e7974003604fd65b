package scenes

import (
	"fmt"

	"hysteron/formats"
	"hysteron/formats/mend"
)

// Mended is a repair of a mesh from a file.
const Mended formats.ProblemKind = "mended"

// mending collects the repairs of a mesh from a file.
type mending struct {
	part, name string // of the cloth; of the file
	file       *formats.OBJ
	notes      []Problem
}

// found adds notes about vertices and faces.
func (m *mending) found(mended *mend.Mesh) {
	used := make([]bool, len(m.file.X))
	for _, t := range m.file.Tri {
		used[t[0]], used[t[1]], used[t[2]] = true, true, true
	}
	var unused []int32
	for v, u := range used {
		if !u {
			unused = append(unused, int32(v))
		}
	}
	if n := len(unused); n > 0 {
		m.note(m.file.Source.VertexAt(m.name, unused[0]), n, "vertex", "vertices", "without a face: left out")
	}
	for _, k := range []struct {
		fault mend.Fault
		what  string
	}{
		{mend.Collapsed, "without area: left out, and the faces beside it joined"},
		{mend.Doubled, "with the vertices of another one: left out"},
		{mend.TwoSided, "that is the inner side of another one: left out"},
	} {
		var list []int32
		for t, fault := range mended.Faults {
			if fault == k.fault {
				list = append(list, int32(t))
			}
		}
		m.faces(list, k.what)
	}
	m.faces(mended.Turned, "against its neighbours: its right side is now theirs")
	m.edges(mended.Forked, "of three faces or more: a seam of layers, which bends freely")
	m.edges(mended.Twisted, "at which right sides meet wrong ones on any way around: a seam, which bends freely")
}

// note adds a note with the number of occurrences and the place of the first.
func (m *mending) note(where string, n int, thing, things, what string) {
	count := "1 " + thing
	if n > 1 {
		count = fmt.Sprintf("here and further on %d %s", n, things)
	}
	m.notes = append(m.notes, note(m.part, Mended, "%s: %s %s", where, count, what))
}

// faces adds a note about faces of the file, given by their triangles.
func (m *mending) faces(tris []int32, what string) {
	if len(tris) == 0 {
		return
	}
	n, last := 0, int32(-1)
	for _, t := range tris {
		face := t
		if of := m.file.Source.Face; len(of) > 0 {
			face = of[t]
		}
		if face != last {
			n, last = n+1, face
		}
	}
	m.note(m.file.Source.FaceAt(m.name, tris[0]), n, "face", "faces", what)
}

// edges adds a note about edges of the file, each given by a triangle.
func (m *mending) edges(tris []int32, what string) {
	if len(tris) > 0 {
		m.note(m.file.Source.FaceAt(m.name, tris[0]), len(tris), "edge", "edges", what)
	}
}

// sewingEdges is the edges of a file without a face, by vertices of the mended mesh.
type sewingEdges struct {
	edges [][2]int32 // between different vertices
	of    []int      // index of the edge in the file
	bare  []int32    // line numbers of edges with an end that is not part of a face
}

func (m *mending) sewing(number []int32) (s sewingEdges) {
	for i, e := range m.file.Edges {
		a, b := number[e[0]], number[e[1]]
		switch {
		case a < 0 || b < 0:
			s.bare = append(s.bare, m.file.EdgeLine[i])
		case a != b: // else already sewn
			s.edges, s.of = append(s.edges, [2]int32{a, b}), append(s.of, i)
		}
	}
	return s
}

// sewn adds notes about edges without a face, sewn or not, and reports whether any were sewn.
func (m *mending) sewn(s sewingEdges, sewn []bool) bool {
	var seam, along []int32
	for k, yes := range sewn {
		if line := m.file.EdgeLine[s.of[k]]; yes {
			seam = append(seam, line)
		} else {
			along = append(along, line)
		}
	}
	for _, k := range []struct {
		lines []int32
		what  string
	}{
		{seam, "without a face (l): sewn, from end to end"},
		{s.bare, "without a face (l), with an end that no face has: left out"},
		{along, "without a face (l), which sewn would take the area from a face: left out"},
	} {
		if len(k.lines) > 0 {
			m.note(fmt.Sprintf("%s:%d", m.name, k.lines[0]), len(k.lines), "edge", "edges", k.what)
		}
	}
	return len(seam) > 0
}
