//go:build cgo

package render

import (
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// coat is a range of triangles, in drawing order, of one colour of a mesh's Paints; -1: the material's.
type coat struct {
	colour       int32
	first, count int
}

// coats sorts triangles by their paint, so that those of one colour are drawn in one call. Each triangle of paint
// consists of 1 << shift of them.
func coats(elements []uint32, paint []int32, shift int) (sorted []uint32, list []coat) {
	order := make([]int32, len(elements)/3)
	for t := range order {
		order[t] = int32(t)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return int(paint[a>>shift]) - int(paint[b>>shift]) })
	for i, t := range order {
		k := paint[t>>shift]
		if len(list) == 0 || list[len(list)-1].colour != k {
			list = append(list, coat{colour: k, first: i})
		}
		list[len(list)-1].count++
		sorted = append(sorted, elements[3*t:3*t+3]...)
	}
	return sorted, list
}

// valued reports whether a scene shows values. Then paints are ignored.
func (s *Scene) valued() bool {
	return slices.ContainsFunc(s.Meshes, func(m Mesh) bool { return m.Scalar != nil })
}

// drawPainted draws all triangles of mesh i with p, which must be in use, each in its colour.
func (g *glMesh) drawPainted(p *program, s *Scene, i int) {
	m := &s.Meshes[i]
	if len(g.coats) == 0 || s.valued() {
		g.draw(p)
		return
	}
	g.bindTo(p)
	for _, c := range g.coats {
		base, back := m.Material.Base, m.Material.Back
		if c.colour >= 0 {
			base, back = m.Paints[c.colour], m.Paints[c.colour]
		}
		p.rgb("baseColour", base)
		p.rgb("backColour", back)
		gl.DrawElementsWithOffset(gl.TRIANGLES, int32(3*c.count), gl.UNSIGNED_INT,
			3*uintptr(c.first)*unsafe.Sizeof(uint32(0)))
	}
}
