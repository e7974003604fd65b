package scenes

import (
	"hysteron/cloth"
	"hysteron/contact/bvh"
	"hysteron/formats"
)

// within finds connected pieces of a part that start wholly inside a solid or a rigid body, whose inside is solid:
// contact keeps each on its side of the surface, so that they would never come out. What crosses the surface is found
// by intersections.
func (c *inspection) within(int) (problems []Problem) {
	for outer := range c.Parts {
		o := &c.Parts[outer]
		hull := c.Pieces[outer].Hull
		if hull == nil {
			hull = o.Tri
		}
		if !c.Pieces[outer].Solid || len(hull) == 0 {
			continue
		}
		shared := map[int32]bool{} // vertices of the model that are glued to it
		for _, v := range o.Glued {
			shared[v] = true
		}
		tree, err := bvh.New(hull, o.X)
		if err != nil { // found by the check of the mesh
			continue
		}
		for inner := range c.Parts {
			p := &c.Parts[inner]
			if inner == outer {
				continue
			}
			for _, piece := range connected(p) {
				v := 0
				glued := func(v int32) bool { return shared[c.Model.Parts[inner].Vertex(int(v))] }
				for v < len(piece) && !glued(piece[v]) && tree.Closest(p.X[piece[v]], -1).Dist < 0 {
					v++
				}
				if v < len(piece) {
					continue
				}
				at := p.X[piece[0]]
				q := warn(p.Name, InsideBody, "%d connected vertices start wholly inside %q, near (%.3f, %.3f, %.3f) m, and "+
					"would never come out, as its inside is solid: expected them outside", len(piece), o.Name, at.X, at.Y, at.Z)
				q.Severity, q.Vertices = formats.Error, piece[:min(len(piece), maxListed)]
				problems = append(problems, q)
			}
		}
	}
	return problems
}

// connected returns the vertices of each connected piece of a part: of its triangles; all vertices of a part without
// any, a rope.
func connected(p *cloth.Part) (pieces [][]int32) {
	if len(p.Tri) == 0 {
		all := make([]int32, len(p.X))
		for v := range all {
			all[v] = int32(v)
		}
		return [][]int32{all}
	}
	root := make([]int32, len(p.X))
	for v := range root {
		root[v] = int32(v)
	}
	find := func(v int32) int32 {
		for root[v] != v {
			root[v] = root[root[v]]
			v = root[v]
		}
		return v
	}
	used := make([]bool, len(p.X))
	for _, t := range p.Tri {
		for _, v := range t {
			used[v] = true
			a, b := find(t[0]), find(v)
			root[max(a, b)] = min(a, b)
		}
	}
	at := map[int32]int{}
	for v := range int32(len(p.X)) {
		if !used[v] {
			continue
		}
		k, ok := at[find(v)]
		if !ok {
			k = len(pieces)
			at[find(v)] = k
			pieces = append(pieces, nil)
		}
		pieces[k] = append(pieces[k], v)
	}
	return pieces
}

// unguarded finds rigid bodies in a scene without contact of cloth with cloth, which is what they touch others by.
func (c *inspection) unguarded(int) (problems []Problem) {
	for i := range c.Parts {
		if p := &c.Parts[i]; p.RigidMass > 0 && !c.Settings.SelfContact {
			problems = append(problems, warn(p.Name, NothingGuards, "contact.self = false: it passes through cloth, solids, "+
				"ropes and rigid bodies; expected true, or a [[body]]"))
		}
	}
	return problems
}

// unreached finds rests after the last frame.
func (c *inspection) unreached(int) (problems []Problem) {
	last := c.Scene.StartFrame + c.Scene.Frames - 1
	for i := range c.Scene.Rests {
		if r := &c.Scene.Rests[i]; r.Frame > last {
			problems = append(problems, warn(at("rest", i), NeverReached, "frame = %d: the last frame is %d, so this time "+
				"never passes; expected a frame of the scene, or more frames", r.Frame, last))
		}
	}
	return problems
}

// heldElsewhere reports whether a part other than i has pins or is fastened.
func (c *inspection) heldElsewhere(i int) bool {
	for k := range c.Parts {
		if k != i && c.held(k) {
			return true
		}
	}
	return false
}

func (c *inspection) held(i int) bool { return len(c.Parts[i].Pins) > 0 || len(c.Pieces[i].Holds) > 0 }
