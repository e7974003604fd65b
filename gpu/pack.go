package gpu

import (
	"fmt"

	"hysteron/cloth"
	"hysteron/step"
)

// maxElements is how many triangles or hinges the references of the gather kernels can number.
const maxElements = 1 << 26

// maxVertices is how many vertices a column of the matrix can name, which is kept as a float.
const maxVertices = 1 << 24

// pack is a model as the kernels read it, in the order of the device; layouts as in the shaders.
type pack struct {
	order
	curves       curvesPack
	corners      [][4]int32   // vertices, part
	triangleRest [][4]float32 // B[1], B[2]; area, place of the laws, gap
	hinges       [][4]int32
	hingeRest    [][4]float32 // see include/hinge.glsl
	vertexRest   [][4]float32
	piece        []int32      // of each vertex, see step.Pieces
	pieces       [][4]int32   // of each piece its vertices and triangles, from and to
	fabrics      [][4]float32 // see include/fabric.glsl
	laws         [][4]float32 // rows of all kinds of elements, see lawRow

	rowStart, rowElement     []int32 // see gather_gradient.comp
	planeStart               []int32 // per slice of the matrix: its first plane, and the end
	planeSlice               []int32 // per plane
	column                   []int32 // per slice, entry and lane
	blockPlace               []int32 // two per block on or above the diagonal: its place and its mirror's
	blockStart, blockElement []int32 // see gather_matrix.comp
}

func newPack(m *cloth.Model) (*pack, error) {
	if n := max(len(m.Tri), len(m.Hinges)); n > maxElements {
		return nil, fmt.Errorf("%d triangles and %d hinges: expected at most %d of each", len(m.Tri), len(m.Hinges), maxElements)
	}
	if n := len(m.X0); n > maxVertices {
		return nil, fmt.Errorf("%d vertices: expected at most %d", n, maxVertices)
	}
	p := &pack{order: newOrder(m)}
	p.newPieces(m)
	place, err := p.packLaws(m)
	if err != nil {
		return nil, err
	}
	p.curves = newCurvesPack(m, &p.order, place[cloth.Curves])
	for _, t := range p.tri {
		v, r := m.Tri[t], &m.Rest[t]
		p.corners = append(p.corners, [4]int32{p.place[v[0]], p.place[v[1]], p.place[v[2]], r.Part})
		p.triangleRest = append(p.triangleRest, float4(r.B[1][0], r.B[1][1], r.B[2][0], r.B[2][1]), float4(r.Area, float64(place[cloth.Triangles](t)), m.Parts[r.Part].Gap, 0))
	}
	for _, i := range p.hinge {
		h := &m.Hinges[i]
		p.hinges = append(p.hinges, [4]int32{p.place[h.V[0]], p.place[h.V[1]], p.place[h.V[2]], p.place[h.V[3]]})
		p.hingeRest = append(p.hingeRest, float4(3/h.H, h.Theta, h.Area(), float64(place[cloth.Hinges](i))))
	}
	for _, i := range p.vertex {
		part := &m.Parts[m.Part[i]]
		// Vertices and centroids each stand for half of the cloth's area in contact.
		p.vertexRest = append(p.vertexRest, float4(m.Mass[i], m.Area[i]/2, part.Gap, part.Fabric.Friction))
	}
	for i := range m.Parts {
		f := &m.Parts[i].Fabric
		p.fabrics = append(p.fabrics, float4(m.Parts[i].Gap, f.Friction, f.Drag, f.DragSkin))
	}
	p.rows(len(m.X0))
	p.matrix(len(m.X0))
	return p, nil
}

// rows lists the triangles and the hinges of each vertex.
func (p *pack) rows(n int) {
	l := collect(2*n, func(add func(key, item int32)) {
		for t := range p.corners {
			for c := range int32(3) {
				add(2*p.corners[t][c], int32(t)<<2|c)
			}
		}
		for h := range p.hinges {
			for c, v := range p.hinges[h] {
				add(2*v+1, int32(h)<<2|int32(c))
			}
		}
	})
	p.rowStart, p.rowElement = l.start, l.item
}

// newPieces finds the ranges of the pieces of the cloth: the order goes through one after the other.
func (p *pack) newPieces(m *cloth.Model) {
	of, count := step.Pieces(m)
	p.piece, p.pieces = make([]int32, len(of)), make([][4]int32, count)
	for k, i := range p.vertex {
		c := of[i]
		p.piece[k] = c
		extend(&p.pieces[c], 0, k)
	}
	for k, t := range p.tri {
		extend(&p.pieces[of[m.Tri[t][0]]], 2, k)
	}
}

// extend adds k to the range at a place.
func extend(ranges *[4]int32, at, k int) {
	if ranges[at+1] == 0 {
		ranges[at] = int32(k)
	}
	ranges[at+1] = int32(k) + 1
}
