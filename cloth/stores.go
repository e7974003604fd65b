package cloth

import (
	"fmt"
	"iter"

	"hysteron/law"
)

// store is the storage of an element kind in a Model.
type store struct {
	count   func(m *Model) int
	corners func(m *Model, i int) []int32
	first   func(m *Model, i int) int32   // a vertex of it or on which it depends; nil: its first corner
	size    func(m *Model, i int) float64 // see Model.Size
	bind    func(m *Model) Strains
	// copy appends element i of the whole model to a submesh
	copy func(to, whole *Model, i int32, n *numbering)
}

// stores are those of the kinds with their own structs; others are Elements.
var stores = newStores()

func newStores() [Kinds]store {
	stores := [Kinds]store{
		Triangles: {
			count:   func(m *Model) int { return len(m.Tri) },
			corners: func(m *Model, i int) []int32 { return m.Tri[i][:] },
			size:    func(m *Model, i int) float64 { return m.Rest[i].Area },
			bind:    bindTriangles, copy: copyTriangle,
		},
		Hinges: {
			count:   func(m *Model) int { return len(m.Hinges) },
			corners: func(m *Model, i int) []int32 { return m.Hinges[i].V[:] },
			size:    func(m *Model, i int) float64 { return m.Hinges[i].Area() },
			bind:    bindHinges, copy: copyHinge,
		},
		Curves: {
			count: func(m *Model) int { return len(m.Curves) },
			first: func(m *Model, i int) int32 { return m.Tri[m.Curves[i].Tri][0] },
			size:  func(m *Model, i int) float64 { return m.Rest[m.Curves[i].Tri].Area / 3 },
			bind:  bindCurves, copy: copyCurve,
		},
		Segments: {
			count:   func(m *Model) int { return len(m.Segments) },
			corners: func(m *Model, i int) []int32 { return m.Segments[i].V[:] },
			size:    func(m *Model, i int) float64 { return m.Segments[i].Area },
			bind:    bindSegments, copy: copySegment,
		},
	}
	for k := range stores {
		if kind := Kind(k); kind.Row().Rest != nil {
			stores[k] = elementStore(kind)
		}
	}
	return stores
}

// addElements appends the Elements of a part whose vertices start at v0. Corners get equal shares of the mass.
func (m *Model) addElements(p *Part, info *PartInfo) error {
	lines := len(m.Lines)
	for i := range p.Elements {
		e := p.Elements[i]
		if err := e.check(len(p.X)); err != nil {
			return fmt.Errorf("element %d: %w", i, err)
		}
		row := e.Kind.Row()
		for a := range row.Corners {
			e.V[a] = info.Vertex(int(e.V[a]))
			m.Mass[e.V[a]] += e.Density * row.Size(&e.Rest) / float64(row.Corners)
		}
		m.Elements[e.Kind] = append(m.Elements[e.Kind], e)
		if err := m.addLine(&e); err != nil {
			return fmt.Errorf("element %d: %w", i, err)
		}
	}
	m.addRadii(lines)
	return nil
}

// elementStore returns the storage of a kind of Elements.
func elementStore(k Kind) store {
	row := k.Row()
	return store{
		count:   func(m *Model) int { return len(m.Elements[k]) },
		corners: func(m *Model, i int) []int32 { return m.Elements[k][i].V[:row.Corners] },
		size:    func(m *Model, i int) float64 { return row.Size(&m.Elements[k][i].Rest) },
		bind: func(m *Model) Strains {
			of := m.Elements[k]
			type laws struct {
				strains [MostStrains]Component
				solid   law.Solid
			}
			return bind(len(of), func(i int) any { return laws{of[i].Laws, of[i].Solid} }, func(i int) elementLaws {
				return elementLaws{each: of[i].Laws[:k.Per()], friction: 1, solid: of[i].Solid}
			})
		},
		copy: func(to, whole *Model, i int32, n *numbering) {
			e := whole.Elements[k][i]
			renumber(e.V[:row.Corners], n.vertex)
			to.Elements[k] = append(to.Elements[k], e)
		},
	}
}

// Count returns the number of elements of a kind.
func (m *Model) Count(k Kind) int { return stores[k].count(m) }

// Corners returns the vertices of element i of a kind; none for a kind without.
func (m *Model) Corners(k Kind, i int) []int32 {
	if k.Row().Corners == 0 {
		return nil
	}
	return stores[k].corners(m, i)
}

// Size returns the measure of element i of a kind to which the energies of its laws refer [m², m or m³].
func (m *Model) Size(k Kind, i int) float64 { return stores[k].size(m, i) }

// vertexOf returns a vertex of element i of a kind, or one on which it depends.
func (m *Model) vertexOf(k Kind, i int) int32 {
	if first := stores[k].first; first != nil {
		return first(m, i)
	}
	return m.Corners(k, i)[0]
}

// Stencils returns the vertices of each element that couples them, kind by kind.
func (m *Model) Stencils() iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		for k := range Kinds {
			if k.Row().Corners == 0 {
				continue
			}
			for i := range m.Count(k) {
				if !yield(m.Corners(k, i)) {
					return
				}
			}
		}
	}
}

// Joined returns the vertices of each element that determines connected components: hinges, curvature elements and
// segments are within triangles.
func (m *Model) Joined() iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		for t := range m.Tri {
			if !yield(m.Tri[t][:]) {
				return
			}
		}
		for k := range Kinds {
			for i := range m.Elements[k] {
				if !yield(m.Corners(k, i)) {
					return
				}
			}
		}
		for _, r := range m.Rigid {
			all := make([]int32, r.Vertices.Hi-r.Vertices.Lo)
			for i := range all {
				all[i] = int32(r.Vertices.Lo + i)
			}
			if !yield(all) {
				return
			}
		}
	}
}

// bindLaws sets the laws of all elements.
func (m *Model) bindLaws() {
	for k := range Kinds {
		m.Strains[k] = stores[k].bind(m)
	}
}
