package scenes

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/pattern"
	"hysteron/tetra"
)

// Glue is a [[glue]]: cloth and a solid share the vertices at which they meet at the start.
type Glue struct {
	Cloth    string   `key:"cloth" check:"required" doc:"name of a [[sheet]], [[tube]] or [[mesh]]"`
	Solid    string   `key:"solid" check:"required" doc:"name of a [[solid]]"`
	At       []string `key:"at" doc:"labels of the cloth, such as those of its edges or the groups of its file; without them all of it"`
	Distance float64  `key:"distance_m" unit:"m" default:"0.001" check:"min=0 max=0.1" doc:"vertices of both that start as near to each other become one, the nearest first; the solid's are moved to those of the cloth, and rest there"`
}

// glueWith is a [[glue]] and the path of its keys. A cover is glued everywhere.
type glueWith struct {
	path string
	Glue
}

// glueList returns what is glued, with the covers.
func (s *Scene) glueList() (list []glueWith) {
	for i := range s.Glues {
		list = append(list, glueWith{at("glue", i), s.Glues[i]})
	}
	for i := range s.Meshes {
		if m := &s.Meshes[i]; m.Solid != "" {
			list = append(list, glueWith{at("mesh", i), Glue{Cloth: m.Name, Solid: m.Solid}})
		}
	}
	return list
}

// gluedSolids returns the indices of the solids that share vertices with cloth.
func (s *Scene) gluedSolids() (list []int) {
	named := s.glueList()
	for i := range s.Solids {
		if slices.ContainsFunc(named, func(g glueWith) bool { return g.Solid == s.Solids[i].Name }) {
			list = append(list, i)
		}
	}
	return list
}

// checkGlue finds names of nothing, cloth that moves before the start, and keys of files beside a solid.
func (s *Scene) checkGlue(fail func(path, format string, args ...any)) {
	var cloths, solids []string
	dressed := map[string]bool{}
	for i := range s.Garments {
		dressed[s.Garments[i].Name] = true
	}
	for i := range s.Sheets {
		for _, c := range s.Sheets[i].stack() {
			cloths = append(cloths, c.Name)
		}
	}
	for i := range s.Tubes {
		cloths = append(cloths, s.Tubes[i].Name)
	}
	for i := range s.Meshes {
		m, path := &s.Meshes[i], at("mesh", i)
		cloths = append(cloths, m.Name)
		dressed[m.Name] = m.Dress || m.Fit
		switch {
		case (m.File == "") == (m.Solid == ""):
			fail(path, "expected either file or solid")
		case m.Solid == "":
		case m.Rest != "shape":
			fail(path+".rest", "%q: expected \"shape\" beside solid, as a cover has no texture coordinates", m.Rest)
		case m.Dress || m.Fit || m.Piece != nil || m.Edge > 0 || m.Scale != 1 || m.Limbs != 1 || m.Offset != (r3.Vec{}):
			fail(path+".solid", "the cover of a solid has its shape: expected no dress, fit, piece, edge_length_m, scale, "+
				"limbs or offset_m beside it")
		}
	}
	for i := range s.Solids {
		solids = append(solids, s.Solids[i].Name)
	}
	for _, g := range s.glueList() {
		switch {
		case dressed[g.Cloth]:
			fail(g.path+".cloth", "%q is put on a body before it starts: expected a sheet, a tube, or a mesh without dress "+
				"and fit", g.Cloth)
		case !slices.Contains(cloths, g.Cloth):
			fail(g.path+".cloth", "%q: expected the name of a sheet, a tube or a mesh, %s", g.Cloth, oneOf(cloths))
		case !slices.Contains(solids, g.Solid):
			fail(g.path+".solid", "%q: expected the name of a solid, %s", g.Solid, oneOf(solids))
		}
	}
}

// cover makes the surface of a solid the surface of a mesh.
func (f *fileMesh) cover() error {
	i := slices.IndexFunc(f.Solids, func(d Solid) bool { return d.Name == f.Mesh.Solid })
	solid, err := f.placedSolid(at("solid", i), &f.Solids[i])
	if err != nil {
		return err
	}
	o := &formats.OBJ{}
	of := map[int32]int32{}
	for _, t := range solid.Surface() {
		for a, v := range t {
			k, ok := of[v]
			if !ok {
				k = int32(len(o.X))
				of[v], o.X, f.number = k, append(o.X, solid.X[v]), append(f.number, k)
			}
			t[a] = k
		}
		o.Tri = append(o.Tri, t)
	}
	f.file, f.look = o, &Look{}
	f.mending = mending{part: f.Mesh.Name, name: f.Mesh.Solid, file: o}
	f.surface = pattern.Surface{X: o.X, Tri: slices.Clone(o.Tri)}
	return f.fits(f.path+".solid", float64(len(o.X)))
}

// near is a vertex of cloth and one of a solid, and how far they are apart.
type near struct {
	distance float64
	v, at    int32
}

// glue returns which vertex of the model each vertex of a solid shares, nil for none, and the triangles of its surface
// that are not those of the cloth. It moves the vertices that are shared to those of the cloth.
func (b *builder) glue(name string, mesh *tetra.Mesh) (shared []int32, surface [][3]int32, err error) {
	surface = mesh.Surface()
	var on []int32
	for _, t := range surface {
		on = append(on, t[:]...)
	}
	slices.Sort(on)
	on = slices.Compact(on)
	skin := map[[3]int32]bool{} // triangles of glued cloth, as vertices of the solid
	for _, g := range b.glueList() {
		if g.Solid != name {
			continue
		}
		if shared == nil {
			shared = slices.Repeat([]int32{-1}, len(mesh.X))
		}
		k := slices.IndexFunc(b.setup.Parts, func(p cloth.Part) bool { return p.Name == g.Cloth })
		part := &b.setup.Parts[k]
		from := everywhere(len(part.X))
		if len(g.At) > 0 {
			from = nil
			for i, label := range g.At {
				of := b.setup.Pieces[k].Labels[label]
				if len(of) == 0 {
					return nil, nil, b.doc.ErrorAt(g.path+".at", "entry %d, %q, is no label of %s: expected %s", i, label, g.Cloth,
						labelList(b.setup.Pieces[k].Labels))
				}
				from = append(from, of...)
			}
			slices.Sort(from)
			from = slices.Compact(from)
		}
		pairs, least := nearest(part.X, from, mesh.X, on, g.Distance)
		to := map[int32]int32{} // vertex of the solid, of each glued one of the cloth
		for _, p := range pairs {
			if _, taken := to[p.v]; taken || shared[p.at] >= 0 {
				continue
			}
			to[p.v], shared[p.at] = p.at, b.first[k]+p.v
			mesh.X[p.at] = part.X[p.v]
		}
		if len(to) == 0 {
			return nil, nil, b.doc.ErrorAt(g.path+".distance_m", "no vertex of %s is within %g m of one of %s: expected at "+
				"least %.3g, where the nearest are, or both beside each other", g.Cloth, g.Distance, g.Solid, least)
		}
		if err := b.conforms(&g, part.Tri, surface, to, skin); err != nil {
			return nil, nil, err
		}
	}
	if shared == nil {
		return nil, surface, nil
	}
	if err := mesh.Check(); err != nil {
		g := b.glueList()
		i := slices.IndexFunc(g, func(g glueWith) bool { return g.Solid == name })
		return nil, nil, b.doc.ErrorAt(g[i].path, "%s with its vertices moved to those of the cloth: %v: expected a smaller "+
			"distance_m", name, err)
	}
	surface = slices.DeleteFunc(surface, func(t [3]int32) bool { return skin[sorted3(t)] })
	return shared, surface, nil
}

// nearest returns the pairs within a distance, the nearest first, and the least distance of any.
func nearest(x []r3.Vec, from []int32, y []r3.Vec, on []int32, distance float64) (pairs []near, least float64) {
	type cell [3]int
	size := max(distance, 1e-6) // of a grid, so that what is within the distance is in neighbouring cells
	home := func(p r3.Vec) cell {
		return cell{int(math.Floor(p.X / size)), int(math.Floor(p.Y / size)), int(math.Floor(p.Z / size))}
	}
	grid := map[cell][]int32{}
	for _, v := range on {
		c := home(y[v])
		grid[c] = append(grid[c], v)
	}
	for _, v := range from {
		c := home(x[v])
		for k := range 27 {
			for _, at := range grid[cell{c[0] + k%3 - 1, c[1] + k/3%3 - 1, c[2] + k/9 - 1}] {
				if d := r3.Norm(r3.Sub(x[v], y[at])); d <= distance {
					pairs = append(pairs, near{distance: d, v: v, at: at})
				}
			}
		}
	}
	if len(pairs) == 0 {
		least = math.Inf(1)
		for _, v := range from {
			for _, at := range on {
				least = min(least, r3.Norm(r3.Sub(x[v], y[at])))
			}
		}
	}
	slices.SortFunc(pairs, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.v, b.v), cmp.Compare(a.at, b.at))
	})
	return pairs, least
}

// conforms adds the triangles of the cloth that are those of the surface to the skin. An edge of the cloth between two
// glued vertices that is none of the solid's surface would lie across the surface: an error.
func (b *builder) conforms(g *glueWith, tri, surface [][3]int32, to map[int32]int32, skin map[[3]int32]bool) error {
	edges, faces := map[[2]int32]bool{}, map[[3]int32]bool{}
	for _, t := range surface {
		faces[sorted3(t)] = true
		for a := range t {
			u, v := t[a], t[(a+1)%3]
			edges[[2]int32{min(u, v), max(u, v)}] = true
		}
	}
	for _, t := range tri {
		var on [3]int32
		glued := 0
		for a, v := range t {
			if at, ok := to[v]; ok {
				on[a], glued = at, glued+1
			} else {
				on[a] = -1
			}
		}
		for a := range t {
			u, v := on[a], on[(a+1)%3]
			if u >= 0 && v >= 0 && !edges[[2]int32{min(u, v), max(u, v)}] {
				return b.doc.ErrorAt(g.path, "the edge from vertex %d to %d of %s is glued at both ends, and no edge of the "+
					"surface of %s: expected meshes that agree where they are glued; glue it along fewer labels (at), or let the "+
					"cloth be a [[mesh]] with solid = %q", t[a], t[(a+1)%3], g.Cloth, g.Solid, g.Solid)
			}
		}
		if glued == 3 {
			if !faces[sorted3(on)] {
				return b.doc.ErrorAt(g.path, "the triangle of vertices %d, %d and %d of %s is glued at all corners, and "+
					"none of the surface of %s: expected meshes that agree where they are glued", t[0], t[1], t[2], g.Cloth, g.Solid)
			}
			skin[sorted3(on)] = true
		}
	}
	return nil
}

func sorted3(t [3]int32) [3]int32 {
	slices.Sort(t[:])
	return t
}
