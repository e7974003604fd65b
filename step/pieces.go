package step

import (
	"hysteron/cloth"
)

// Pieces tells the piece of each vertex: vertices that triangles connect belong to one. Pieces are numbered by their
// first vertices.
func Pieces(m *cloth.Model) (of []int32, count int) {
	f := cloth.NewForest(len(m.X0))
	f.JoinTriangles(m.Tri)
	return f.Number()
}
