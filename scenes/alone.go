package scenes

import "slices"

// Alone returns the scene with one garment and no other piece, with its bodies or without. Without bodies nothing is
// held by one.
func (s *Scene) Alone(garment int, bodies bool) *Scene {
	a, g := *s, s.Garments[garment]
	a.Garments = []Garment{g}
	a.Sheets, a.Tubes, a.Meshes, a.Solids, a.Glues, a.Rigids, a.Ropes = nil, nil, nil, nil, nil, nil, nil
	a.Air = slices.DeleteFunc(slices.Clone(s.Air), func(l AirLayer) bool { return l.Cloth != g.Name })
	a.Bodies = slices.Clone(s.Bodies)
	if !bodies {
		a.Bodies, a.FrictionPairs, a.Garments[0].Hold, a.Garments[0].Pin = nil, nil, nil, nil
	}
	return &a
}
