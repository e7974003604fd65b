package dress

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/bvh"
	"hysteron/scenes"
)

// fasten pins the edges that pieces hold in their present state: to a place, to a motion, or to the nearest points of a
// body.
func fasten(setup *scenes.Setup, s *cloth.State) error {
	trees := map[int]*bvh.Tree{}
	motions, tracks := 0, 0 // of earlier parts
	for i, piece := range setup.Pieces {
		part := &setup.Model.Parts[i]
		x := cloth.Of(part, s.X)
		for _, h := range piece.Holds {
			if h.Body >= 0 && trees[h.Body] == nil {
				b := setup.Bodies[h.Body]
				at := make([]r3.Vec, b.NumVertices())
				b.Positions(at, s.Time)
				tree, err := bvh.New(b.Triangles(), at)
				if err != nil {
					return err
				}
				trees[h.Body] = tree
			}
			chosen := h.Chosen(x)
			if len(chosen) == 0 && h.Missed != nil {
				return h.Missed
			}
			var pins []cloth.Pin
			for _, k := range chosen {
				pin := cloth.Pin{Vertex: part.Vertex(int(k)), Point: x[k]}
				if h.Soft != nil && !piece.Garment { // it may have moved during dressing
					pin.Point = setup.Model.X0[pin.Vertex]
				}
				switch {
				case h.Body >= 0:
					hit := trees[h.Body].ClosestAmong(x[k], h.On)
					a, b, c := trees[h.Body].Corners(hit.Tri)
					pin = cloth.PinTo(pin.Vertex, int32(h.Body), hit.Tri, hit.Bary, a, b, c, x[k])
				default:
					h.Follow(&pin, k, motions, tracks)
				}
				pin.Release = h.Release
				pins = append(pins, pin)
			}
			if h.Soft != nil {
				if pins = h.Soft.Pins(pins, setup.Model, part); len(pins) == 0 {
					return h.Idle
				}
			}
			setup.Model.Pins = cloth.LatestPins(append(setup.Model.Pins, pins...))
		}
		motions, tracks = motions+len(setup.Parts[i].Motions), tracks+len(setup.Parts[i].Tracks)
	}
	_, err := setup.ErrAir(s.X)
	return err
}
