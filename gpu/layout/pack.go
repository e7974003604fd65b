// Conversion of a model to the arrays that kernels read: order, elements, matrix and hierarchies. It does not use
// OpenGL.

package layout

import (
	"fmt"

	"hysteron/cloth"
	"hysteron/step"
)

// maxElements is the largest number of elements of a kind, by the range of references in gather kernels.
const maxElements = 1 << 26

// maxVertices is the largest number of vertices: a matrix stores column indices as floats.
const maxVertices = 1 << 24

// Model is a model in the layout of the kernels and the order of the device.
type Model struct {
	order
	Curves       curvesPack
	Corners      [][4]int32   // vertices, part
	TriangleRest [][4]float32 // B[1], B[2]; area, row of the laws, gap, longest edge
	Hinges       [][4]int32
	HingeRest    [][4]float32 // see include/hinge.glsl
	Listed       [cloth.Kinds]listed
	kinds        []cloth.Kind // see present
	VertexRest   [][4]float32
	Weights      []float32    // of vertices, step.Weights
	Component    []int32      // of each vertex, see step.Components
	Components   [][4]int32   // per component: ranges of its vertices and triangles
	Fabrics      [][4]float32 // see include/fabric.glsl
	Laws         [][4]float32 // rows of all kinds of elements, see lawRow

	RowStart, RowElement     []int32 // see gather_gradient.comp
	PlaneStart               []int32 // per slice of the matrix: its first plane; and the end
	PlaneSlice               []int32 // per plane
	column                   []int32 // by slice, entry and lane
	BlockPlace               []int32 // two per block on or above the diagonal: its place and that of its mirror image
	BlockStart, BlockElement []int32 // see gather_matrix.comp
}

// NewModel packs a model. The error names what exceeds the index ranges of the kernels.
func NewModel(m *cloth.Model) (*Model, error) {
	if n := max(len(m.Tri), len(m.Hinges)); n > maxElements {
		return nil, fmt.Errorf("%d triangles and %d hinges: expected at most %d of each", len(m.Tri), len(m.Hinges),
			maxElements)
	}
	if len(m.Air) > 0 {
		return nil, fmt.Errorf("%d air cells: expected none on a device, which has no kernels for them", len(m.Air))
	}
	for _, kind := range Listed {
		if n := m.Count(kind); n > maxElements {
			return nil, fmt.Errorf("%d %ss: expected at most %d", n, kind, maxElements)
		}
	}
	if n := len(m.X0); n > maxVertices {
		return nil, fmt.Errorf("%d vertices: expected at most %d", n, maxVertices)
	}
	p := &Model{order: newOrder(m)}
	p.newComponents(m)
	place, solid, err := p.packLaws(m)
	if err != nil {
		return nil, err
	}
	p.Curves = newCurvesPack(m, &p.order, place[cloth.Curves])
	for _, t := range p.Tri {
		v, r := m.Tri[t], &m.Rest[t]
		p.Corners = append(p.Corners, [4]int32{p.Place[v[0]], p.Place[v[1]], p.Place[v[2]], r.Part})
		p.TriangleRest = append(p.TriangleRest, Float4(r.B[1][0], r.B[1][1], r.B[2][0], r.B[2][1]),
			Float4(r.Area, float64(place[cloth.Triangles](t)), m.Parts[r.Part].Gap, step.LongestEdge(m, int(t))))
	}
	for _, i := range p.hinge {
		h := &m.Hinges[i]
		p.Hinges = append(p.Hinges, [4]int32{p.Place[h.V[0]], p.Place[h.V[1]], p.Place[h.V[2]], p.Place[h.V[3]]})
		p.HingeRest = append(p.HingeRest, Float4(3/h.H, h.Theta, h.Area(), float64(place[cloth.Hinges](i))))
	}
	for _, kind := range Listed {
		p.Listed[kind] = newListed(m, &p.order, kind, place[kind], solid[kind])
	}
	weights := step.Weights(m)
	for _, i := range p.Vertex {
		p.Weights = append(p.Weights, float32(weights[i]))
		part := &m.Parts[m.Part[i]]
		p.VertexRest = append(p.VertexRest, Float4(m.Mass[i], m.BodyArea(int(i)), part.Gap, part.Fabric.Friction))
	}
	for i := range m.Parts {
		f := &m.Parts[i].Fabric
		p.Fabrics = append(p.Fabrics, Float4(m.Parts[i].Gap, f.Friction, f.Drag, f.DragSkin))
	}
	p.kinds = present(m)
	p.rows(len(m.X0))
	p.matrix(len(m.X0))
	return p, nil
}

// rows lists the triangles, hinges and elements of each other kind of each vertex.
func (p *Model) rows(n int) {
	kinds := 2 + int32(len(p.kinds))
	l := collect(int(kinds)*n, func(add func(key, item int32)) {
		for t := range p.Corners {
			for c := range int32(3) {
				add(kinds*p.Corners[t][c], int32(t)<<2|c)
			}
		}
		for h := range p.Hinges {
			for c, v := range p.Hinges[h] {
				add(kinds*v+1, int32(h)<<2|int32(c))
			}
		}
		for row, kind := range p.kinds {
			for i, of := range p.Listed[kind].Vertices {
				for c, v := range of[:kind.Row().Corners] {
					add(kinds*v+2+int32(row), int32(i)<<2|int32(c))
				}
			}
		}
	})
	p.RowStart, p.RowElement = l.Start, l.Item
}

// newComponents computes the ranges of connected components, which are consecutive in the order.
func (p *Model) newComponents(m *cloth.Model) {
	of, count := step.Components(m)
	p.Component, p.Components = make([]int32, len(of)), make([][4]int32, count)
	for k, i := range p.Vertex {
		c := of[i]
		p.Component[k] = c
		extend(&p.Components[c], 0, k)
	}
	for k, t := range p.Tri {
		extend(&p.Components[of[m.Tri[t][0]]], 2, k)
	}
}

// extend adds index k to a range.
func extend(ranges *[4]int32, at, k int) {
	if ranges[at+1] == 0 {
		ranges[at] = int32(k)
	}
	ranges[at+1] = int32(k) + 1
}
