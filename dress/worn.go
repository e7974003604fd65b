package dress

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/bvh"
)

// misplaced refuses garments that start away from all bodies.
func (d *dresser) misplaced(t float64) error {
	for i := range d.setup.Pieces {
		if why := d.setup.NotAround(i); why != "" {
			return d.about(i, why, d.setup.Model.X0, t)
		}
	}
	return nil
}

// lost refuses garments that are on no body after dressing.
func (d *dresser) lost() error {
	for i := range d.setup.Pieces {
		if why := d.setup.Worn(i, d.sim.State.X, d.setup.Bodies, d.sim.State.Time); why != "" {
			return d.about(i, why, d.sim.State.X, d.sim.State.Time)
		}
	}
	return nil
}

// about returns a trouble with a whole piece.
func (d *dresser) about(piece int, why string, x []r3.Vec, t float64) *Trouble {
	info := &d.setup.Model.Parts[piece]
	marked := make([]int32, 0, info.Tris.Hi-info.Tris.Lo)
	for k := info.Tris.Lo; k < info.Tris.Hi; k++ {
		marked = append(marked, int32(k))
	}
	return &Trouble{Err: errors.New(info.Name + ": " + why), X: slices.Clone(x), Time: t, Bodies: d.setup.Bodies,
		Marked: marked}
}

// tops returns the heights of the pieces' highest points [m].
func (d *dresser) tops() (list []float64) {
	for _, p := range d.setup.Model.Parts {
		top := math.Inf(-1)
		for _, x := range d.sim.State.X[p.Vertices.Lo:p.Vertices.Hi] {
			top = max(top, x.Y)
		}
		list = append(list, top)
	}
	return list
}

// slid is the descent of a garment's top while it settles that is reported [m].
const slid = 0.15

// told reports garments that slid down from tops, or that still move.
func (d *dresser) told(tops []float64) {
	for i, now := range d.tops() {
		if p := &d.setup.Pieces[i]; p.Garment && tops[i]-now > slid {
			d.opt.Note(fmt.Sprintf("%s slid down %.2f m while it settled: let an edge at its top follow the body (hold), or "+
				"take a smaller size", d.setup.Parts[i].Name, tops[i]-now))
		}
	}
	if d.unconverged > 0 {
		d.opt.Note(fmt.Sprintf("%d of %d steps in which it settled ran out of iterations", d.unconverged, d.steps))
	}
	speed := d.speed()
	if fps := d.setup.Scene.FPS; speed > restless {
		d.opt.Note(fmt.Sprintf("the cloth still moves against the body as frame %d begins, by %.2g mm in a frame, root "+
			"mean square: raise dress.settle_s, %g s now, for a start at rest",
			d.setup.Scene.StartFrame, 1e3*speed/fps, d.setup.Scene.Dress.SettleSeconds))
	}
}

// restless is the speed of garments that viewers notice [m/s].
const restless = 0.05

// speed returns the root mean square speed of garments relative to the nearest points of bodies [m/s].
func (d *dresser) speed() float64 {
	s := d.sim.State
	type moving struct {
		tree *bvh.Tree
		tri  [][3]int32
		v    []r3.Vec
	}
	var bodies []moving
	for _, b := range d.setup.Bodies {
		m := moving{tri: b.Triangles(), v: make([]r3.Vec, b.NumVertices())}
		x := make([]r3.Vec, b.NumVertices())
		b.Positions(x, s.Time)
		b.Velocities(m.v, s.Time)
		tree, err := bvh.New(m.tri, x)
		if err != nil {
			continue // colliders have the same trees
		}
		m.tree = tree
		bodies = append(bodies, m)
	}
	sum, n := 0.0, 0.0
	for i, p := range d.setup.Model.Parts {
		if !d.setup.Pieces[i].Garment {
			continue
		}
		for k := p.Vertices.Lo; k < p.Vertices.Hi; k++ {
			least, carried := math.Inf(1), r3.Vec{}
			for _, m := range bodies {
				if h := m.tree.Closest(s.X[k], -1); h.Dist < least {
					t := m.tri[h.Tri]
					least, carried = h.Dist, r3.Vec{}
					for c, w := range h.Bary {
						carried = r3.Add(carried, r3.Scale(w, m.v[t[c]]))
					}
				}
			}
			sum, n = sum+r3.Norm2(r3.Sub(s.V[k], carried)), n+1
		}
	}
	return math.Sqrt(sum / max(1, n))
}
