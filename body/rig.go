package body

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats/gltf"
)

// rig is a tree of nodes with a clip.
type rig struct {
	nodes   []gltf.Node
	weights [][]float64 // of morph targets at rest, per node
	clip    []gltf.Channel
	place   affine   // from the file's axes to the world
	bind    []affine // local transforms of the nodes in the bind pose
}

// stance is a pose of a rig.
type stance struct {
	local   []affine
	global  []affine    // in the world
	weights [][]float64 // of morph targets, per node; nil: none
}

// at returns the local transforms and weights of the clip at its own time t.
func (r *rig) at(t float64) *stance {
	s := &stance{local: make([]affine, len(r.nodes)), weights: append([][]float64(nil), r.weights...)}
	moved := make([]gltf.Node, 0, len(r.nodes))
	moved = append(moved, r.nodes...)
	var buf [4]float64
	for i := range r.clip {
		c := &r.clip[i]
		n := &moved[c.Node]
		switch c.Path {
		case gltf.Weights:
			s.weights[c.Node] = make([]float64, c.Width)
			sample(c, t, s.weights[c.Node])
		case gltf.Rotation:
			sample(c, t, buf[:4])
			n.R = quaternion(buf[:4])
		case gltf.Translation:
			sample(c, t, buf[:3])
			n.T = vector(buf[:3])
		case gltf.Scale:
			sample(c, t, buf[:3])
			n.S = vector(buf[:3])
		}
	}
	for i := range moved {
		if n := &moved[i]; n.HasTRS {
			s.local[i] = trs(n.T, n.R, n.S)
		} else {
			s.local[i] = columns(n.Local)
		}
	}
	return s
}

// spread computes the global transforms.
func (r *rig) spread(s *stance) *stance {
	s.global = make([]affine, len(s.local))
	for i := range s.local {
		above := &r.place
		if p := r.nodes[i].Parent; p >= 0 {
			above = &s.global[p]
		}
		s.global[i] = above.after(&s.local[i])
	}
	return s
}

// bound returns the bind pose.
func (r *rig) bound() *stance {
	return &stance{local: r.bind, weights: r.weights}
}

// towards interpolates from s (u = 0) to o (u = 1), node by node.
func (s *stance) towards(o *stance, u float64) *stance {
	out := &stance{local: make([]affine, len(s.local)), weights: make([][]float64, len(s.weights))}
	for i := range out.local {
		out.local[i] = blend(&s.local[i], &o.local[i], u)
	}
	for i, a := range s.weights {
		out.weights[i] = make([]float64, len(a))
		for k := range a {
			out.weights[i][k] = (1-u)*a[k] + u*o.weights[i][k]
		}
	}
	return out
}

// bindPose computes the local transforms in which every joint agrees with its skin's inverse bind matrix. These do not
// determine the transform of the skinned mesh as a whole. It is that of the joint nearest to the root at rest or, if
// the rest pose differs from the bind pose, that of the node above it, if their sizes agree.
func (r *rig) bindPose(skins []gltf.Skin) {
	rest := r.spread(&stance{local: r.restLocals()})
	world := make([]*affine, len(r.nodes)) // of joints in the bind pose
	for k := range skins {
		s := &skins[k]
		root := -1
		for _, j := range s.Joints {
			if j >= 0 && (root < 0 || j < root) { // parents precede children
				root = j
			}
		}
		if root < 0 {
			continue
		}
		var whole affine
		same := true
		for i, j := range s.Joints {
			if j == root {
				ibm := columns(s.InverseBind[i])
				whole = rest.global[j].after(&ibm)
			}
		}
		for i, j := range s.Joints {
			if j >= 0 {
				ibm := columns(s.InverseBind[i])
				m := rest.global[j].after(&ibm)
				same = same && near(&m, &whole)
			}
		}
		above := r.place
		if p := r.nodes[root].Parent; p >= 0 {
			above = rest.global[p]
		}
		if ratio := above.det() / whole.det(); !same && ratio > 0.9 && ratio < 1.1 {
			whole = above
		}
		for i, j := range s.Joints {
			ibm := columns(s.InverseBind[i])
			if j < 0 || world[j] != nil || ibm.singular() {
				continue
			}
			inv := ibm.inverse()
			g := whole.after(&inv)
			world[j] = &g
		}
	}
	r.bind = append([]affine(nil), rest.local...)
	global := make([]affine, len(r.nodes))
	for i := range r.nodes {
		above := &r.place
		if p := r.nodes[i].Parent; p >= 0 {
			above = &global[p]
		}
		if world[i] != nil && !above.singular() {
			up := above.inverse()
			r.bind[i] = up.after(world[i])
		}
		global[i] = above.after(&r.bind[i])
	}
}

func (r *rig) restLocals() []affine {
	still := rig{nodes: r.nodes}
	return still.at(0).local
}

// near reports whether two transforms are equal up to rounding in a file.
func near(a, b *affine) bool {
	size := r3.Norm(a.x) + r3.Norm(a.y) + r3.Norm(a.z)
	d := r3.Norm(r3.Sub(a.x, b.x)) + r3.Norm(r3.Sub(a.y, b.y)) + r3.Norm(r3.Sub(a.z, b.z))
	return d < 1e-3*size && r3.Norm(r3.Sub(a.t, b.t)) < 1e-3*size
}
