package body

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats/gltf"
)

// corner is a vertex of a primitive while a character is put together.
type corner struct {
	x      r3.Vec
	bone   []int32 // increasing
	weight []float64
	moves  []r3.Vec // of the morph targets
	mesh   int      // node whose weights the morph targets have; -1 without targets
}

// sameWeight is how far weights may differ of vertices that are moved alike: exporters round them.
const sameWeight = 1e-3

// alike tells whether two vertices stay together whatever the pose.
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

// assemble joins the primitives of all meshes to one surface.
func (c *Character) assemble(g *gltf.File) error {
	bones := map[bone]int32{}
	boneOf := func(b bone) int32 {
		i, ok := bones[b]
		if !ok {
			i = int32(len(c.bones))
			bones[b] = i
			c.bones = append(c.bones, b)
		}
		return i
	}
	var corners []corner
	at := map[r3.Vec][]int32{} // vertices by their place in the pose of the skin
	var names []string
	wanted := map[string]bool{}
	for _, m := range c.opt.Meshes {
		wanted[m] = false
	}
	bind := c.rig.spread(c.rig.bound())
	for i, n := range g.Nodes {
		if n.Mesh < 0 || len(g.Meshes[n.Mesh].Primitives) == 0 {
			continue
		}
		mesh := &g.Meshes[n.Mesh]
		names = append(names, n.Name)
		if mesh.Name != n.Name {
			names = append(names, mesh.Name)
		}
		_, byNode := wanted[n.Name]
		_, byMesh := wanted[mesh.Name]
		if len(wanted) > 0 && !byNode && !byMesh {
			continue
		}
		if byNode {
			wanted[n.Name] = true
		}
		if byMesh {
			wanted[mesh.Name] = true
		}
		for k := range mesh.Primitives {
			p := &mesh.Primitives[k]
			index := make([]int32, len(p.X))
			for v := range p.X {
				q := corner{x: p.X[v], mesh: -1}
				if n.Skin >= 0 {
					skin := &g.Skins[n.Skin]
					for e := v * p.Influences; e < (v+1)*p.Influences; e++ {
						if w := p.Weight[e]; w > 0 {
							q.add(boneOf(bone{skin.Joints[p.Joint[e]], columns(skin.InverseBind[p.Joint[e]])}), w)
						}
					}
				} else {
					q.add(boneOf(bone{i, unmoved}), 1)
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
				var place r3.Vec
				for e, b := range q.bone {
					m := bind.global[c.bones[b].node].after(&c.bones[b].inverse)
					place = r3.Add(place, r3.Scale(q.weight[e], m.apply(q.x)))
				}
				place = snapped(place)
				index[v] = -1
				for _, o := range at[place] {
					if corners[o].alike(&q) {
						index[v] = o
						break
					}
				}
				if index[v] < 0 {
					index[v] = int32(len(corners))
					at[place] = append(at[place], index[v])
					corners = append(corners, q)
				}
			}
			for _, t := range p.Tri {
				if a, b, d := index[t[0]], index[t[1]], index[t[2]]; a != b && b != d && d != a {
					c.zone(int32(len(c.tris)), n.Name, mesh.Name, p.Material)
					c.tris = append(c.tris, [3]int32{a, b, d})
				}
			}
		}
	}
	for _, name := range c.opt.Meshes {
		if !wanted[name] {
			return fmt.Errorf("no mesh %q: expected some of %s", name, strings.Join(names, ", "))
		}
	}
	if len(c.tris) == 0 {
		return fmt.Errorf("no triangles: expected a mesh")
	}
	c.keep(corners)
	return nil
}

// snapped is a place on a grid that is finer than meshes, and coarser than the rounding of transforms: 0.1 μm.
func snapped(p r3.Vec) r3.Vec {
	const grid = 1e-7
	r := func(f float64) float64 { return math.Round(f/grid)*grid + 0 } // no minus zero
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

// keep stores the vertices that triangles use.
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
