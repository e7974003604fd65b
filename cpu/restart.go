package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// ResetHistory wipes the history, see Restart.
func (s *Sim) ResetHistory() { Restart(s.Model, s.State) }

// Restart wipes the history of a state: nothing kept but the strains, at the strains of its positions, and no
// slip of contacts.
func Restart(m *cloth.Model, s *cloth.State) {
	past := &s.Past
	s.Touches, s.Rubs = nil, nil
	eps, place := make([]float64, len(m.Hinges)), make([]int32, len(m.Hinges))
	for i := range m.Hinges {
		h := &m.Hinges[i]
		theta, _ := DihedralAngle(points(s.X, &h.V))
		eps[i], place[i] = 3*(theta-h.Theta)/h.H, int32(i)
		past[cloth.Hinges].Restart(i, 0, eps[i])
	}
	for i := range m.Curves {
		for k, e := range bendStrains(&m.Curves[i], eps, place) {
			past[cloth.Curves].Restart(i, k, e)
		}
	}
	for i := range m.Segments {
		g := &m.Segments[i]
		past[cloth.Segments].Restart(i, 0, r3.Norm(r3.Sub(s.X[g.V[1]], s.X[g.V[0]]))/g.Length-1)
	}
	for t, v := range m.Tri {
		wu, wv := deformation(&m.Rest[t], s.X[v[0]], s.X[v[1]], s.X[v[2]])
		for k, e := range greenStrain(wu, wv) {
			past[cloth.Triangles].Restart(t, k, e)
		}
	}
}
