package cloth

import "fmt"

// Line is an edge in contact that an Element makes, beside those of triangles: a cylinder, see KindRow.Touched.
type Line struct {
	V              [2]int32
	Length, Radius float64 // at rest [m]
}

// area is the largest section of the cylinder: what it turns to one side [m²].
func (l *Line) area() float64 { return 2 * l.Radius * l.Length }

// stoutest is the largest radius of a line, in lengths. Pairs of features count within step.PairReach = 1.5 times the
// sum of their radii, and lines with one between them are one length apart.
const stoutest = 1. / 3

// lengthRounding is what differences of positions leave of a length, with much to spare.
const lengthRounding = 1e-9

// addLine appends what can be touched of an element whose vertices are those of the model.
func (m *Model) addLine(e *Element) error {
	of := e.Kind.Row().Touched
	if of == nil {
		return nil
	}
	l := Line{V: [2]int32(e.V[:2])}
	if l.Length, l.Radius = of(&e.Rest); l.Radius == 0 {
		return nil
	}
	if !(l.Radius > 0 && l.Radius <= stoutest*l.Length*(1+lengthRounding)) {
		return fmt.Errorf("radius %g m at a length of %g m: expected one above 0, of a third of the length at most", l.Radius,
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
			faced[v] = m.Area[v] > 0 // as yet of triangles
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

// BodyArea is the area of vertex i in contact with bodies [m²]: vertices and centroids of triangles each stand for half
// of the cloth, and lines have vertices alone.
func (m *Model) BodyArea(i int) float64 {
	if m.Radius[i] > 0 {
		return m.Area[i]
	}
	return m.Area[i] / 2
}

// EdgeArea is the area of each edge at vertex i in contact of cloth with cloth [m²]: vertices of triangles have three
// edges of their own, those of lines one.
func (m *Model) EdgeArea(i int32) float64 {
	if m.Radius[i] > 0 {
		return m.Area[i]
	}
	return m.Area[i] / 3
}

// Edges are those of triangles and then of lines in contact, each once, lower vertex first, in the order in which they
// occur. stop, unless it is nil, is asked now and then whether to end.
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

// LineEnds are the vertices of all lines.
func (m *Model) LineEnds() [][2]int32 {
	ends := make([][2]int32, len(m.Lines))
	for i := range ends {
		ends[i] = m.Lines[i].V
	}
	return ends
}
