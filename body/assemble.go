package body

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats/gltf"
)

// corner is a vertex of a primitive during the assembly of a character.
type corner struct {
	x      r3.Vec
	bone   []int32 // increasing
	weight []float64
	moves  []r3.Vec // of the morph targets
	mesh   int      // node with the weights of the morph targets; −1 without targets
}

// sameWeight is the tolerance of equal skinning weights, which exporters round.
const sameWeight = 1e-3

// alike reports whether two vertices have the same motion in all poses.
func (a *corner) alike(b *corner) bool {
	if a.mesh != b.mesh || !slices.Equal(a.bone, b.bone) {
		return false
	}
	for k := range a.weight {
		if math.Abs(a.weight[k]-b.weight[k]) > sameWeight {
			return false
		}
	}
	return slices.Equal(a.moves, b.moves)
}

// assembly is the surface of a character while the primitives of its meshes are joined.
type assembly struct {
	*Character
	bind    *stance // the pose of the skin
	number  map[bone]int32
	corners []corner
	at      map[r3.Vec][]int32 // corners by position in that pose
}

// assemble joins the primitives of all meshes into one surface.
func (c *Character) assemble(g *gltf.File) error {
	nodes, err := c.meshes(g)
	if err != nil {
		return err
	}
	c.paint = &Paint{}
	a := assembly{Character: c, bind: c.rig.spread(c.rig.bound()), number: map[bone]int32{}, at: map[r3.Vec][]int32{}}
	for _, i := range nodes {
		n := &g.Nodes[i]
		mesh := &g.Meshes[n.Mesh]
		for k := range mesh.Primitives {
			p := &mesh.Primitives[k]
			index := make([]int32, len(p.X))
			for v := range p.X {
				index[v] = a.join(a.corner(g, i, p, v))
			}
			for _, t := range p.Tri {
				if a, b, d := index[t[0]], index[t[1]], index[t[2]]; a != b && b != d && d != a {
					c.zone(int32(len(c.tris)), n.Name, mesh.Name, p.Material)
					c.tris = append(c.tris, [3]int32{a, b, d})
					c.paint.add(p.Base)
				}
			}
		}
	}
	if len(c.tris) == 0 {
		return fmt.Errorf("no triangles: expected a mesh")
	}
	c.keep(a.corners)
	return nil
}

// meshes returns the nodes of the selected meshes, by names of meshes or nodes; all without a selection.
func (c *Character) meshes(g *gltf.File) (nodes []int, err error) {
	var names []string
	for i, n := range g.Nodes {
		if n.Mesh < 0 || len(g.Meshes[n.Mesh].Primitives) == 0 {
			continue
		}
		mesh := g.Meshes[n.Mesh].Name
		names = append(names, n.Name)
		if mesh != n.Name {
			names = append(names, mesh)
		}
		if wanted := c.opt.Meshes; len(wanted) == 0 || slices.Contains(wanted, n.Name) || slices.Contains(wanted, mesh) {
			nodes = append(nodes, i)
		}
	}
	for _, name := range c.opt.Meshes {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("no mesh %q: expected some of %s", name, strings.Join(names, ", "))
		}
	}
	return nodes, nil
}

// corner returns vertex v of a primitive of node i, with its weights and morph targets.
func (a *assembly) corner(g *gltf.File, i int, p *gltf.Primitive, v int) corner {
	q := corner{x: p.X[v], mesh: -1}
	if n := &g.Nodes[i]; n.Skin >= 0 {
		skin := &g.Skins[n.Skin]
		for e := v * p.Influences; e < (v+1)*p.Influences; e++ {
			if w := p.Weight[e]; w > 0 {
				q.add(a.bone(bone{skin.Joints[p.Joint[e]], columns(skin.InverseBind[p.Joint[e]])}), w)
			}
		}
	} else {
		q.add(a.bone(bone{i, unmoved}), 1)
	}
	q.finish()
	for _, t := range p.Targets {
		q.mesh = i
		var d r3.Vec
		if t != nil {
			d = t[v]
		}
		q.moves = append(q.moves, d)
	}
	return q
}

// bone returns the number of a bone, which is added if it is new.
func (a *assembly) bone(b bone) int32 {
	i, ok := a.number[b]
	if !ok {
		i = int32(len(a.bones))
		a.number[b] = i
		a.bones = append(a.bones, b)
	}
	return i
}

// join returns the vertex of the surface for a corner: an existing one with the same position and motion, or a new one.
func (a *assembly) join(q corner) int32 {
	var place r3.Vec
	for e, b := range q.bone {
		of := &a.bones[b]
		m := a.bind.global[of.node].after(&of.inverse)
		place = r3.Add(place, r3.Scale(q.weight[e], m.apply(q.x)))
	}
	place = snapped(place)
	for _, o := range a.at[place] {
		if a.corners[o].alike(&q) {
			return o
		}
	}
	i := int32(len(a.corners))
	a.at[place] = append(a.at[place], i)
	a.corners = append(a.corners, q)
	return i
}

// snapped rounds a position to a grid of 0.1 μm, finer than meshes and coarser than the rounding of transforms.
func snapped(p r3.Vec) r3.Vec {
	const grid = 1e-7
	r := func(f float64) float64 { return math.Round(f/grid)*grid + 0 } // avoids −0
	return r3.Vec{X: r(p.X), Y: r(p.Y), Z: r(p.Z)}
}

func (q *corner) add(bone int32, weight float64) {
	i, found := slices.BinarySearch(q.bone, bone)
	if found {
		q.weight[i] += weight
		return
	}
	q.bone, q.weight = slices.Insert(q.bone, i, bone), slices.Insert(q.weight, i, weight)
}

func (q *corner) finish() {
	sum := 0.0
	for _, w := range q.weight {
		sum += w
	}
	for k := range q.weight {
		q.weight[k] /= sum
	}
}

// keep stores the vertices that occur in triangles.
func (c *Character) keep(corners []corner) {
	used := make([]int32, len(corners))
	for _, t := range c.tris {
		for _, v := range t {
			used[v] = 1
		}
	}
	c.skin.first = []int32{0}
	morphs := map[[2]int]int{} // by node and target
	for v := range corners {
		if used[v] == 0 {
			continue
		}
		q := &corners[v]
		used[v] = int32(len(c.rest))
		c.rest = append(c.rest, q.x)
		c.skin.bone, c.skin.weight = append(c.skin.bone, q.bone...), append(c.skin.weight, q.weight...)
		c.skin.first = append(c.skin.first, int32(len(c.skin.bone)))
		for target, d := range q.moves {
			if d == (r3.Vec{}) {
				continue
			}
			k, ok := morphs[[2]int{q.mesh, target}]
			if !ok {
				k = len(c.morph)
				morphs[[2]int{q.mesh, target}] = k
				c.morph = append(c.morph, morph{node: q.mesh, target: target})
			}
			c.morph[k].vertex, c.morph[k].by = append(c.morph[k].vertex, used[v]), append(c.morph[k].by, d)
		}
	}
	for i := range c.tris {
		t := &c.tris[i]
		share := map[int32]float64{}
		for k, v := range t {
			q := &corners[v]
			for e, b := range q.bone {
				share[int32(c.bones[b].node)] += q.weight[e]
			}
			t[k] = used[v]
		}
		best, most := int32(-1), 0.0
		for n, w := range share {
			if w > most+1e-12 || w > most-1e-12 && n < best {
				best, most = n, w
			}
		}
		c.zone(int32(i), c.rig.nodes[best].Name)
	}
}

// zone adds a triangle to named zones.
func (c *Character) zone(tri int32, names ...string) {
	if c.zones == nil {
		c.zones = map[string][]int32{}
	}
	for _, name := range names {
		list := c.zones[name]
		if n := len(list); name != "" && (n == 0 || list[n-1] != tri) {
			c.zones[name] = append(list, tri)
		}
	}
}
