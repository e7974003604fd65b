package bench

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/contact/bvh"
	"hysteron/scenes"
	"hysteron/sim"
)

// dressEdge is the edge length [m] of the garments that are dressed, which have dressTriangles: the coarsest that can
// be dressed well, in some seconds. Finer garments are made by dividing these triangles.
const (
	dressEdge      = 0.045
	dressTriangles = 2116
)

// Strongly divided garments are so far from rest that they do not reach it within an hour, see settle. So garments of
// more than divideMost triangles are dressed with edges of their own length, up to dressMost, which takes minutes.
// Finer ones come to rest within the measured steps.
const (
	divideMost = 50_000
	dressMost  = 150_000
)

// dressed is the dressed character: the start of all divided sizes.
type dressed struct {
	setup *scenes.Setup
	state *cloth.State
}

// newCharacter returns the maker of the dressed character, which is dressed at the first size. A size is the dressed
// garments with every triangle divided into r² equal ones, r = 1, 2, 3, …, whichever comes nearest. From divideMost to
// dressMost triangles it is garments that were dressed at that size.
func newCharacter(o origin) maker {
	var d *dressed
	return func(triangles int) (*problem, error) {
		if triangles > divideMost && triangles <= dressMost {
			own, err := o.dress(dressEdge * math.Sqrt(dressTriangles/float64(triangles)))
			if err != nil {
				return nil, err
			}
			return &problem{model: own.setup.Model, state: own.state, settled: true, colliders: own.setup.Colliders,
				settings: own.setup.Settings}, nil
		}
		if d == nil {
			var err error
			if d, err = o.dress(dressEdge); err != nil {
				return nil, err
			}
		}
		ratio := float64(triangles) / float64(len(d.setup.Model.Tri))
		return d.divide(o.ctx, max(1, int(math.Round(math.Sqrt(ratio)))))
	}
}

// dress returns the character with garments of an edge length [m].
func (o origin) dress(edge float64) (*dressed, error) {
	length := fmt.Sprintf("edge_length_m=%.4g", edge)
	s, err := scenes.Load("tee-trousers-knee-lift", []string{"garment.trousers." + length, "garment.tee." + length})
	if err != nil {
		return nil, err
	}
	setup, err := s.BuildContext(o.ctx, nil)
	if err != nil {
		return nil, err
	}
	state, err := sim.Dressed(o.ctx, setup, o.dressCache, func(p sim.Progress) {
		if o.note != nil && p.Stage == "note" {
			o.note("note: " + p.Note)
		}
	})
	if err != nil {
		return nil, err
	}
	return &dressed{setup, state}, nil
}

// divide returns the problem with every triangle divided into r² ones. The garments keep the distance from the body
// that their coarse triangles needed, so that the flat pieces do not cut into it. Divided garments of up to divideMost
// triangles are brought to rest, see settle.
func (d *dressed) divide(ctx context.Context, r int) (*problem, error) {
	coarse := d.setup.Model
	held := map[int32]bool{}
	for _, pin := range coarse.Pins {
		held[pin.Vertex] = true
	}
	var parts []cloth.Part
	var v []r3.Vec
	for i, q := range d.setup.Parts {
		at := coarse.Parts[i].Vertices
		q.X = d.state.X[at.Lo:at.Hi]
		fine := divide(&q, r)
		part := cloth.Part{Name: q.Name, Fabric: q.Fabric, Gap: q.Gap, X: fine.round(&q), Tri: fine.tri, UV: fine.uv}
		pinned := fine.along(func(v int32) bool { return held[v+int32(at.Lo)] })
		pins, err := d.attach(part.X, pinned)
		if err != nil {
			return nil, err
		}
		part.Pins = pins
		parts = append(parts, part)
		v = append(v, fine.mix(d.state.V[at.Lo:at.Hi])...)
	}
	m, err := cloth.NewModel(parts)
	if err != nil {
		return nil, err
	}
	state := cloth.NewState(m)
	copy(state.V, v)
	p := &problem{model: m, state: state, colliders: d.setup.Colliders, settings: d.setup.Settings}
	if r > 1 && len(m.Tri) <= divideMost {
		p.settled = true
		p.state, err = p.settle(ctx)
	}
	return p, err
}

// attach returns pins that let vertices follow the points of the first body that are nearest at time 0.
func (d *dressed) attach(x []r3.Vec, vertices []int32) ([]cloth.Pin, error) {
	var b body.Body = d.setup.Bodies[0]
	y := make([]r3.Vec, b.NumVertices())
	b.Positions(y, 0)
	tree, err := bvh.New(b.Triangles(), y)
	if err != nil {
		return nil, err
	}
	var pins []cloth.Pin
	for _, v := range vertices {
		hit := tree.Closest(x[v], -1)
		t := b.Triangles()[hit.Tri]
		pins = append(pins, cloth.PinTo(v, 0, hit.Tri, hit.Bary, y[t[0]], y[t[1]], y[t[2]], x[v]))
	}
	return pins, nil
}
