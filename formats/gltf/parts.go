package gltf

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// nodes lists the nodes of the scene, parents first.
func (p *gltfReader) nodes(g *File) error {
	all := p.json.Nodes
	p.index = make([]int, len(all))
	child := make([]bool, len(all))
	for i, n := range all {
		p.index[i] = -1
		for _, c := range n.Children {
			if c < 0 || c >= len(all) || child[c] {
				return fmt.Errorf("nodes[%d]: child %d: expected a node that has no other parent", i, c)
			}
			child[c] = true
		}
	}
	var queue [][2]int // node, parent in g.Nodes
	if len(p.json.Scenes) > 0 {
		k := 0
		if p.json.Scene != nil {
			k = *p.json.Scene
		}
		if k < 0 || k >= len(p.json.Scenes) {
			return fmt.Errorf("scene %d, the file has %d", k, len(p.json.Scenes))
		}
		for _, n := range p.json.Scenes[k].Nodes {
			if n < 0 || n >= len(all) || child[n] {
				return fmt.Errorf("scenes[%d]: node %d: expected a root", k, n)
			}
			child[n] = true // each root once
			queue = append(queue, [2]int{n, -1})
		}
	} else {
		for i := range all {
			if !child[i] {
				queue = append(queue, [2]int{i, -1})
			}
		}
	}
	for at := 0; at < len(queue); at++ {
		i, parent := queue[at][0], queue[at][1]
		n, err := p.node(&all[i])
		if err != nil {
			return fmt.Errorf("nodes[%d]: %w", i, err)
		}
		n.Parent = parent
		if n.Name == "" {
			n.Name = "node-" + strconv.Itoa(i)
		}
		p.index[i] = at
		g.Nodes = append(g.Nodes, n)
		for _, c := range all[i].Children {
			queue = append(queue, [2]int{c, at})
		}
	}
	return nil
}

func (p *gltfReader) node(n *gltfJSONNode) (Node, error) {
	out := Node{Name: n.Name, Mesh: -1, Skin: -1, Weights: n.Weights, HasTRS: true, R: quat.Number{Real: 1},
		S: r3.Vec{X: 1, Y: 1, Z: 1}}
	ref := func(what string, i *int, count int, to *int) error {
		if i == nil {
			return nil
		}
		if *i < 0 || *i >= count {
			return fmt.Errorf("%s %d, the file has %d", what, *i, count)
		}
		*to = *i
		return nil
	}
	if err := errors.Join(ref("mesh", n.Mesh, len(p.json.Meshes), &out.Mesh), ref("skin", n.Skin, len(p.json.Skins),
		&out.Skin)); err != nil {
		return out, err
	}
	for _, f := range []struct {
		name  string
		v     []float64
		width int
	}{{"matrix", n.Matrix, 16}, {"translation", n.Translation, 3}, {"rotation", n.Rotation, 4}, {"scale", n.Scale, 3}} {
		if f.v != nil && len(f.v) != f.width {
			return out, fmt.Errorf("%s has %d numbers: expected %d", f.name, len(f.v), f.width)
		}
	}
	if n.Matrix != nil {
		if n.Translation != nil || n.Rotation != nil || n.Scale != nil {
			return out, errors.New("both a matrix and a translation, rotation or scale: expected one of them")
		}
		out.HasTRS = false
		copy(out.Local[:], n.Matrix)
		return out, affine(out.Local)
	}
	vec := func(v []float64, to *r3.Vec) {
		if v != nil {
			*to = r3.Vec{X: v[0], Y: v[1], Z: v[2]}
		}
	}
	vec(n.Translation, &out.T)
	vec(n.Scale, &out.S)
	if n.Rotation != nil {
		var err error
		if out.R, err = unitQuat(n.Rotation); err != nil {
			return out, err
		}
	}
	out.Local = gltfMatrix(out.T, out.R, out.S)
	return out, affine(out.Local)
}

// affine checks that the last row of a matrix is 0, 0, 0, 1, and that its size is bounded.
func affine(m [16]float64) error {
	for _, f := range m {
		if !(math.Abs(f) < 1e12) {
			return fmt.Errorf("matrix with the number %g: expected less than 1e12", f)
		}
	}
	if math.Abs(m[3])+math.Abs(m[7])+math.Abs(m[11])+math.Abs(m[15]-1) > 1e-4 {
		return fmt.Errorf("matrix with the last row %g, %g, %g, %g: expected 0, 0, 0, 1", m[3], m[7], m[11], m[15])
	}
	return nil
}

func (p *gltfReader) meshes(g *File) error {
	g.Meshes = make([]Mesh, len(p.json.Meshes))
	used := make([]bool, len(g.Meshes))
	for _, n := range g.Nodes {
		if n.Mesh >= 0 {
			used[n.Mesh] = true
		}
	}
	for i, m := range p.json.Meshes {
		out := &g.Meshes[i]
		if out.Name = m.Name; out.Name == "" {
			out.Name = "mesh-" + strconv.Itoa(i)
		}
		if !used[i] {
			continue
		}
		targets := 0
		for k := range m.Primitives {
			if k == 0 {
				targets = len(m.Primitives[k].Targets)
			}
			if n := len(m.Primitives[k].Targets); n != targets {
				return fmt.Errorf("meshes[%d].primitives[%d] has %d morph targets, the first one %d: expected the same", i, k, n,
					targets)
			}
			prim, err := p.primitive(i, k)
			if err != nil {
				return fmt.Errorf("meshes[%d].primitives[%d]: %w", i, k, err)
			}
			if prim != nil {
				out.Primitives = append(out.Primitives, *prim)
			}
		}
		out.Weights = make([]float64, targets)
		copy(out.Weights, m.Weights)
		if n := len(m.Weights); n != 0 && n != targets {
			return fmt.Errorf("meshes[%d] has %d weights for %d morph targets", i, n, targets)
		}
	}
	for _, n := range g.Nodes {
		if n.Mesh >= 0 && n.Weights != nil && len(n.Weights) != len(g.Meshes[n.Mesh].Weights) {
			return fmt.Errorf("node %q has %d weights for %d morph targets", n.Name, len(n.Weights),
				len(g.Meshes[n.Mesh].Weights))
		}
	}
	return nil
}

// primitive reads triangles with their vertices; nil for points and lines.
func (p *gltfReader) primitive(mesh, k int) (*Primitive, error) {
	in := &p.json.Meshes[mesh].Primitives[k]
	mode := 4
	if in.Mode != nil {
		mode = *in.Mode
	}
	if mode >= 0 && mode < 4 {
		return nil, nil
	}
	if mode < 0 || mode > 6 {
		return nil, fmt.Errorf("mode is %d: expected 0..6", mode)
	}
	out := &Primitive{Paint: -1}
	if m := in.Material; m != nil && *m >= 0 && *m < len(p.json.Materials) {
		out.Paint = *m
		if out.Material = p.json.Materials[*m].Name; out.Material == "" {
			out.Material = "material-" + strconv.Itoa(*m)
		}
		if pbr := &p.json.Materials[*m].PBR; pbr.Texture == nil && len(pbr.Colour) == 4 {
			base := pbr.base()
			out.Base = &base
		}
	}
	at, ok := in.Attributes["POSITION"]
	if !ok {
		return nil, errors.New("no POSITION")
	}
	var err error
	if out.X, err = p.vectors(at, "POSITION"); err != nil {
		return nil, err
	}
	if len(out.X) > formats.MaxVertices {
		return nil, fmt.Errorf("%d vertices: expected at most %d", len(out.X), formats.MaxVertices)
	}
	if at, ok := in.Attributes["TEXCOORD_0"]; ok {
		v, _, err := p.accessor(at, "TEXCOORD_0", "VEC2")
		if err == nil && len(v) != 2*len(out.X) {
			err = fmt.Errorf("TEXCOORD_0: %d elements for %d vertices", len(v)/2, len(out.X))
		}
		if err != nil {
			return nil, err
		}
		for i := range out.X {
			out.UV = append(out.UV, r2.Vec{X: v[2*i], Y: v[2*i+1]})
		}
	}
	if err := p.influences(in.Attributes, out); err != nil {
		return nil, err
	}
	for t, target := range in.Targets {
		var d []r3.Vec
		if at, ok := target["POSITION"]; ok {
			kind := fmt.Sprintf("morph target %d: POSITION", t)
			if d, err = p.vectors(at, kind); err == nil && len(d) != len(out.X) {
				err = fmt.Errorf("%s: %d elements for %d vertices", kind, len(d), len(out.X))
			}
			if err != nil {
				return nil, err
			}
		}
		out.Targets = append(out.Targets, d)
	}
	return out, p.triangles(in.Indices, mode, out)
}

func (p *gltfReader) vectors(accessor int, kind string) ([]r3.Vec, error) {
	v, _, err := p.accessor(accessor, kind, "VEC3")
	if err == nil {
		err = p.spend(int64(len(v)))
	}
	if err != nil {
		return nil, err
	}
	out := make([]r3.Vec, len(v)/3)
	for i := range out {
		out[i] = r3.Vec{X: v[3*i], Y: v[3*i+1], Z: v[3*i+2]}
	}
	return out, nil
}

// influences reads JOINTS_0, WEIGHTS_0, JOINTS_1, … . Unused joints have weight 0 and index 0.
func (p *gltfReader) influences(attributes map[string]int, out *Primitive) error {
	var joints, weights [][]float64
	for set := 0; ; set++ {
		j, okJ := attributes["JOINTS_"+strconv.Itoa(set)]
		w, okW := attributes["WEIGHTS_"+strconv.Itoa(set)]
		if !okJ && !okW {
			break
		}
		if okJ != okW {
			return fmt.Errorf("set %d has only one of JOINTS and WEIGHTS: expected both", set)
		}
		jv, a, err := p.accessor(j, fmt.Sprintf("JOINTS_%d", set), "VEC4")
		if err == nil && (a.Normalized || a.Component == gltfFloat32) {
			err = fmt.Errorf("JOINTS_%d: expected whole numbers", set)
		}
		if err != nil {
			return err
		}
		wv, _, err := p.accessor(w, fmt.Sprintf("WEIGHTS_%d", set), "VEC4")
		if err != nil {
			return err
		}
		if len(jv) != 4*len(out.X) || len(wv) != 4*len(out.X) {
			return fmt.Errorf("set %d: %d joints and %d weights for %d vertices", set, len(jv)/4, len(wv)/4, len(out.X))
		}
		joints, weights = append(joints, jv), append(weights, wv)
	}
	out.Influences = 4 * len(joints)
	if err := p.spend(int64(2 * out.Influences * len(out.X))); err != nil {
		return err
	}
	for i := range out.X {
		sum := 0.0
		for set := range joints {
			for c := 4 * i; c < 4*i+4; c++ {
				j, w := joints[set][c], weights[set][c]
				if w < 0 {
					return fmt.Errorf("vertex %d has weight %g: expected 0 or more", i, w)
				}
				if w == 0 {
					j = 0
				}
				sum += w
				out.Joint, out.Weight = append(out.Joint, int32(min(max(j, -1), math.MaxInt32))), append(out.Weight, w)
			}
		}
		if len(joints) > 0 && !(sum > 0) {
			return fmt.Errorf("vertex %d has weights of sum 0: expected 1", i)
		}
	}
	return nil
}

// triangles reads the indices; without them vertices are in order. Triangles that repeat a vertex are removed; strips
// contain them on purpose.
func (p *gltfReader) triangles(indices *int, mode int, out *Primitive) error {
	n := len(out.X)
	at := func(k int) int32 { return int32(k) }
	if indices != nil {
		v, a, err := p.accessor(*indices, "indices", "SCALAR")
		if err != nil {
			return err
		}
		if c := a.Component; c != gltfUint8 && c != gltfUint16 && c != gltfUint32 {
			return fmt.Errorf("indices of component type %d: expected 5121, 5123 or 5125", c)
		}
		for k, i := range v {
			if i >= float64(len(out.X)) {
				return fmt.Errorf("index %d is %g: expected 0..%d", k, i, len(out.X)-1)
			}
		}
		n = len(v)
		at = func(k int) int32 { return int32(v[k]) }
	}
	if err := p.spend(int64(3 * n)); err != nil {
		return err
	}
	add := func(a, b, c int32) {
		if a != b && b != c && c != a {
			out.Tri = append(out.Tri, [3]int32{a, b, c})
		}
	}
	switch mode {
	case 4:
		if n%3 != 0 {
			return fmt.Errorf("%d corners of triangles: expected a multiple of 3", n)
		}
		for k := 0; k < n; k += 3 {
			add(at(k), at(k+1), at(k+2))
		}
	case 5:
		for k := 0; k+2 < n; k++ {
			add(at(k), at(k+1+k%2), at(k+2-k%2))
		}
	case 6:
		for k := 1; k+1 < n; k++ {
			add(at(k), at(k+1), at(0))
		}
	}
	return nil
}

func (p *gltfReader) skins(g *File) error {
	for i, s := range p.json.Skins {
		out := Skin{Name: s.Name}
		if len(s.Joints) == 0 {
			return fmt.Errorf("skins[%d] has no joints", i)
		}
		for _, j := range s.Joints {
			if j < 0 || j >= len(p.index) {
				return fmt.Errorf("skins[%d]: joint %d, the file has %d nodes", i, j, len(p.index))
			}
			out.Joints = append(out.Joints, p.index[j])
		}
		out.InverseBind = make([][16]float64, len(s.Joints))
		for j := range out.InverseBind {
			out.InverseBind[j] = gltfMatrix(r3.Vec{}, quat.Number{Real: 1}, r3.Vec{X: 1, Y: 1, Z: 1})
		}
		if s.InverseBind != nil {
			v, _, err := p.accessor(*s.InverseBind, "inverse bind matrices", "MAT4")
			if err == nil && len(v) < 16*len(s.Joints) {
				err = fmt.Errorf("%d inverse bind matrices for %d joints", len(v)/16, len(s.Joints))
			}
			for j := 0; err == nil && j < len(s.Joints); j++ {
				copy(out.InverseBind[j][:], v[16*j:])
				err = affine(out.InverseBind[j])
			}
			if err != nil {
				return fmt.Errorf("skins[%d]: %w", i, err)
			}
		}
		g.Skins = append(g.Skins, out)
	}
	return nil
}

// fitting checks the joints of vertices against the skins of their nodes.
func (p *gltfReader) fitting(g *File) error {
	for _, n := range g.Nodes {
		if n.Mesh < 0 || n.Skin < 0 {
			continue
		}
		skin := &g.Skins[n.Skin]
		for k, q := range g.Meshes[n.Mesh].Primitives {
			if q.Influences == 0 {
				return fmt.Errorf("node %q has a skin, but mesh %q, primitive %d, no joints and weights", n.Name,
					g.Meshes[n.Mesh].Name, k)
			}
			for i, j := range q.Joint {
				if j < 0 || int(j) >= len(skin.Joints) {
					return fmt.Errorf("node %q: vertex %d has joint %d, the skin has %d", n.Name, i/q.Influences, j, len(skin.Joints))
				}
				if q.Weight[i] > 0 && skin.Joints[j] < 0 {
					return fmt.Errorf("node %q: joint %d is not in the scene", n.Name, j)
				}
			}
		}
	}
	return nil
}
