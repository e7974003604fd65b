package cloth

import "fmt"

// Line is a cylindrical edge in contact, of an Element, see KindRow.Touched.
type Line struct {
	V              [2]int32
	Length, Radius float64 // at rest [m]
}

// area returns the largest section of the cylinder, its area seen from one side [m²].
func (l *Line) area() float64 { return 2 * l.Radius * l.Length }

// maxRelativeRadius is the largest radius of a line over its length. Pairs of features count within step.PairReach =
// 1.5 times the sum of their radii, and second neighbours are one length apart.
const maxRelativeRadius = 1. / 3

// lengthRounding is a generous bound of the rounding error of lengths from differences of positions.
const lengthRounding = 1e-9

// addLine appends the line of an element in the model's numbering.
func (m *Model) addLine(e *Element) error {
	of := e.Kind.Row().Touched
	if of == nil {
		return nil
	}
	l := Line{V: [2]int32(e.V[:2])}
	if l.Length, l.Radius = of(&e.Rest); l.Radius == 0 {
		return nil
	}
	if !(l.Radius > 0 && l.Radius <= maxRelativeRadius*l.Length*(1+lengthRounding)) {
		return fmt.Errorf("radius %g m at a length of %g m: expected one above 0, of a third of the length at most",
			l.Radius,
			l.Length)
	}
	m.Lines = append(m.Lines, l)
	return nil
}

// addRadii adds the lines from the given one on to the areas and radii of their vertices.
func (m *Model) addRadii(from int) {
	faced := map[int32]bool{}
	for i := range m.Lines[from:] {
		for _, v := range m.Lines[from+i].V {
			faced[v] = m.Area[v] > 0 // so far of triangles
		}
	}
	for i := range m.Lines[from:] {
		l := &m.Lines[from+i]
		for _, v := range l.V {
			m.Area[v] += l.area() / 2
			if !faced[v] && (m.Radius[v] == 0 || l.Radius < m.Radius[v]) {
				m.Radius[v] = l.Radius
			}
		}
	}
}

// BodyArea returns the area of vertex i in contact with bodies [m²]: vertices and centroids of triangles each have half
// of the cloth's area; lines only have vertices.
func (m *Model) BodyArea(i int) float64 {
	if m.Radius[i] > 0 {
		return m.Area[i]
	}
	return m.Area[i] / 2
}

// EdgeArea returns the area of each edge at vertex i in contact of cloth with cloth [m²]: a vertex of triangles has
// three edges of its own, one of lines has one.
func (m *Model) EdgeArea(i int32) float64 {
	if m.Radius[i] > 0 {
		return m.Area[i]
	}
	return m.Area[i] / 3
}

// Edges returns the edges of triangles and then of lines in contact, each once, lower vertex first, in the order of
// occurrence. stop, if not nil, is polled; if it returns true the list is incomplete.
func Edges(tri [][3]int32, lines [][2]int32, stop func() bool) (edges [][2]int32) {
	seen := make(map[[2]int32]bool, 3*len(tri)/2+len(lines))
	add := func(a, b int32) {
		if e := [2]int32{min(a, b), max(a, b)}; !seen[e] {
			seen[e] = true
			edges = append(edges, e)
		}
	}
	for t, v := range tri {
		if stop != nil && t%(1<<13) == 0 && stop() {
			return edges
		}
		add(v[0], v[1])
		add(v[1], v[2])
		add(v[2], v[0])
	}
	for _, l := range lines {
		add(l[0], l[1])
	}
	return edges
}

// LineEnds returns the vertices of all lines.
func (m *Model) LineEnds() [][2]int32 {
	ends := make([][2]int32, len(m.Lines))
	for i := range ends {
		ends[i] = m.Lines[i].V
	}
	return ends
}
