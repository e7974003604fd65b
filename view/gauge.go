package view

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/contact/bvh"
	"hysteron/scenes"
	"hysteron/sim"
)

// Spot is a place on the cloth: a corner of a triangle.
type Spot struct {
	Tri    int32 // −1: none
	Corner int
}

// Probe is the measured state of the cloth at a place.
type Probe struct {
	Tri      int32 // −1: nothing is probed
	Vertex   int32 // of the nearest corner
	At, V    r3.Vec
	Strain   [3]float64 // Green strain: warp, weft, shear 2ε_uv [1]
	Friction [3]float64 // internal friction stress [N/m]
	Distance float64    // from bodies and ground, in the mode of distances also from other cloth [m]; +Inf: none
	Part     string
	Fabric   string
}

// Gauge measures values on the cloth of a scene.
type Gauge struct {
	setup *scenes.Setup
	trees []*bvh.Tree // of bodies; nil for open surfaces
	x     [][]r3.Vec  // vertices of the bodies
	hints [][]int32   // per body and vertex of the cloth
	apart *apart      // made when it is first needed
}

// NewGauge returns a gauge for a scene.
func NewGauge(setup *scenes.Setup) *Gauge { return &Gauge{setup: setup} }

// measure sets the values and the probe of a picture.
func (g *Gauge) measure(s *Session, p *SimPicture, kind Values, at Spot) error {
	var state *cloth.State
	if kind == FrictionStress || at.Tri >= 0 {
		var err error
		if state, err = s.engine.State(); err != nil {
			return err
		}
	}
	if kind == FrictionStress {
		p.Values = sim.FrictionStresses(p.Model, state)
	}
	g.Frame(p, kind, at)
	if q := &p.Probe; q.Tri >= 0 {
		q.V = state.V[q.Vertex]
		for k := range q.Friction {
			q.Friction[k] = state.FrictionStress(p.Model, cloth.Triangles, int(q.Tri), k)
		}
	}
	return nil
}

// Frame sets the values and the probe that follow from positions, for frames of a cache.
func (g *Gauge) Frame(p *SimPicture, kind Values, at Spot) {
	p.Kind, p.Probe.Tri = kind, -1
	switch kind {
	case Strains:
		p.Values = sim.GreenStrains(p.Model, p.X)
	case Distances:
		g.follow(p.Time, p.Bodies)
		p.Values = g.distances(p.X)
		if g.apart == nil {
			g.apart = newApart(p.Model)
		}
		for i, d := range g.apart.distances(p.X) {
			p.Values[i] = min(p.Values[i], d)
		}
	}
	m, tri := p.Model, at.Tri
	if tri < 0 || int(tri) >= len(m.Tri) {
		return
	}
	v, part := m.Tri[tri][at.Corner], &m.Parts[m.Rest[tri].Part]
	p.Probe = Probe{Tri: tri, Vertex: v, At: p.X[v], Strain: Green(m, int(tri), p.X), Part: part.Name,
		Fabric: part.Fabric.Name}
	if kind == Distances {
		p.Probe.Distance = p.Values[v]
	} else {
		g.follow(p.Time, p.Bodies)
		p.Probe.Distance = g.distance(int(v), p.X[v], len(p.X))
	}
}

// Green returns the Green strain of a triangle: warp, weft and shear 2ε_uv.
func Green(m *cloth.Model, t int, x []r3.Vec) [3]float64 {
	var u, v r3.Vec
	for a, i := range m.Tri[t] {
		u = r3.Add(u, r3.Scale(m.Rest[t].B[a][0], x[i]))
		v = r3.Add(v, r3.Scale(m.Rest[t].B[a][1], x[i]))
	}
	return [3]float64{(r3.Norm2(u) - 1) / 2, (r3.Norm2(v) - 1) / 2, r3.Dot(u, v)}
}

// follow moves the trees of the bodies to a time.
func (g *Gauge) follow(t float64, offsets []r3.Vec) {
	for i, b := range g.setup.Bodies {
		if i >= len(g.x) {
			g.x = append(g.x, make([]r3.Vec, b.NumVertices()))
		}
		b.Positions(g.x[i], t)
		if i < len(offsets) && offsets[i] != (r3.Vec{}) {
			for k := range g.x[i] {
				g.x[i][k] = r3.Add(g.x[i][k], offsets[i])
			}
		}
		if i >= len(g.trees) {
			tree, err := bvh.New(body.Shown(b), g.x[i])
			if err != nil { // an open surface
				tree = nil
			}
			g.trees, g.hints = append(g.trees, tree), append(g.hints, nil)
		} else if g.trees[i] != nil {
			g.trees[i].Refit(nil, g.x[i])
		}
	}
}

// distances returns the distances of vertices from bodies and ground.
func (g *Gauge) distances(x []r3.Vec) []float64 {
	d := make([]float64, len(x))
	for i, p := range x {
		d[i] = g.distance(i, p, len(x))
	}
	return d
}

// distance returns the distance of vertex i of n.
func (g *Gauge) distance(i int, x r3.Vec, n int) float64 {
	least := math.Inf(1)
	if ground := g.setup.Scene.Ground; ground != nil {
		least = x.Y - ground.Height
	}
	for k, tree := range g.trees {
		if tree == nil {
			continue
		}
		if len(g.hints[k]) != n {
			g.hints[k] = make([]int32, n)
		}
		hit := tree.Closest(x, g.hints[k][i])
		g.hints[k][i] = max(0, hit.Tri)
		if hit.Dist < least {
			least = hit.Dist
		}
	}
	return least
}
