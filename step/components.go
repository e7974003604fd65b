package step

import (
	"hysteron/cloth"
)

// Components returns the connected component of each vertex, by edges of triangles and by other elements. They are
// numbered by their first vertices.
func Components(m *cloth.Model) (of []int32, count int) {
	f := cloth.NewForest(len(m.X0))
	f.JoinAll(m.Joined())
	return f.Number()
}
