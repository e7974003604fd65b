package dress

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/scenes"
)

// placeOf describes where triangle t is: panel, seam and position.
func placeOf(setup *scenes.Setup, x []r3.Vec, t int32) string {
	m := setup.Model
	part := m.Rest[t].Part
	piece, info := &setup.Pieces[part], &m.Parts[part]
	v := m.Tri[t]
	c := r3.Scale(1./3, r3.Add(x[v[0]], r3.Add(x[v[1]], x[v[2]])))
	text := fmt.Sprintf("at (%.3f, %.3f, %.3f) m", c.X, c.Y, c.Z)
	if len(piece.Panel) == 0 {
		return text
	}
	panel := fmt.Sprintf("panel %s, ", piece.Panels[piece.Panel[int(t)-info.Tris.Lo]].Name)
	for _, k := range v {
		if name, ok := piece.Seams[k-int32(info.Vertices.Lo)]; ok {
			return panel + "at the seam of " + name + ", " + text
		}
	}
	return panel + text
}
