package step

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Stretched is the triangle of cloth with the largest stretch.
type Stretched struct {
	Tri     int32
	Part    string
	Of      int32   // its number in the part
	Stretch float64 // the largest principal stretch [1]
	At      r3.Vec  // its middle [m]
}

// MostStretched returns that triangle at positions x; the zero value if there are no triangles.
func MostStretched(m *cloth.Model, x []r3.Vec) (s Stretched) {
	for t := range m.Tri {
		if l := m.Stretch(t, x); l > s.Stretch {
			s.Tri, s.Stretch = int32(t), l
		}
	}
	if len(m.Tri) == 0 {
		return s
	}
	part, v := &m.Parts[m.Rest[s.Tri].Part], m.Tri[s.Tri]
	s.Part, s.Of = part.Name, s.Tri-int32(part.Tris.Lo)
	s.At = r3.Scale(1./3, r3.Add(x[v[0]], r3.Add(x[v[1]], x[v[2]])))
	return s
}

func (s *Stretched) Error() string {
	return fmt.Sprintf("triangle %d of %s, near (%.3f, %.3f, %.3f) m, is stretched %.3g times and cuts through cloth, "+
		"which would have torn; expected up to %g times: what holds it and what pushes it go too far from each other",
		s.Of, s.Part, s.At.X, s.At.Y, s.At.Z, s.Stretch, float64(cloth.TearStretch))
}
