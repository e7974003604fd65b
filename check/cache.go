package check

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Cache keeps data between checks of the same meshes, one after the other: the order of the triangles, which is sorted
// only once, since near triangles stay near while cloth and bodies move; the trees of bodies that do not move; and the
// spokes of the vertices. It changes the time of a check, and no result except which pairs are listed where there are
// more than Checker.Most.
type Cache struct {
	meshes []*cachedMesh // the cloth, and the bodies
	stars  *stars        // of the cloth
}

type cachedMesh struct {
	order []int32
	tree  tree
	x     []r3.Vec // positions for which tree was built
}

// tree returns the tree of the mesh of a number.
func (kept *Cache) tree(number int, m Mesh, workers int, end *stop) *tree {
	if kept == nil {
		return newTree(m.X, m.Tri, 0, workers, end)
	}
	for len(kept.meshes) <= number {
		kept.meshes = append(kept.meshes, new(cachedMesh))
	}
	k := kept.meshes[number]
	t := &k.tree
	if len(k.order) != len(m.Tri) || !slices.Equal(t.tri, m.Tri) {
		*k = cachedMesh{order: sorted(m.X, m.Tri, end), tree: tree{tri: slices.Clone(m.Tri)}}
	}
	t.workers, t.end = workers, end
	if len(t.order) == 0 || !slices.Equal(k.x, m.X) {
		t.grow(m.X, t.tri, k.order, 0)
		k.x = append(k.x[:0], m.X...)
	}
	return t
}

// starsOf returns the stars of the cloth at its positions.
func (kept *Cache) starsOf(cloth Mesh, workers int, end *stop) *stars {
	if kept == nil {
		kept = new(Cache)
	}
	if s := kept.stars; s == nil || len(s.clear) != len(cloth.X) || !slices.Equal(s.tri, cloth.Tri) {
		kept.stars = newStars(len(cloth.X), slices.Clone(cloth.Tri))
	}
	kept.stars.look(cloth.X, workers, end)
	return kept.stars
}
