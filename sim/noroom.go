package sim

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/contact/bvh"
	"hysteron/step"
)

// NoRoom is an overlap of bodies with cloth between them in a frame, see step.GivesWay.
type NoRoom struct {
	Frame    int        `json:"frame"`
	Out      string     `json:"stays_out_of"` // the cloth there
	In       string     `json:"comes_into"`
	At       [3]float64 `json:"at_m"`      // where they overlap most
	Overlap  float64    `json:"overlap_m"` // there
	Vertices int        `json:"vertices"`  // of the cloth, in what gives way
}

// findNoRoom returns the deepest overlap that explains vertices at x inside a body: the point of its surface closest to
// such a vertex is inside another body, or below the ground. names are those of bodies, followed by planes. It returns
// nil if there is none.
func findNoRoom(frame int, x []r3.Vec, inside []int32, names []step.Collider, bodies []check.Mesh,
	planes []check.Plane) *NoRoom {
	var trees []*bvh.Tree
	for k := range bodies {
		tree, err := bvh.New(bodies[k].Tri, bodies[k].X)
		if err != nil { // it has no inside
			tree = nil
		}
		trees = append(trees, tree)
	}
	var worst *NoRoom
	count := 0
	for _, v := range inside {
		found := false
		for in, tree := range trees {
			if tree == nil {
				continue
			}
			h := tree.Closest(x[v], -1)
			if h.Dist >= 0 {
				continue
			}
			at := r3.Sub(x[v], r3.Scale(h.Dist, h.Normal))
			for out := range len(names) {
				if depth := depthIn(trees, planes, out, at); out != in && depth > 0 {
					found = true
					if worst == nil || depth > worst.Overlap {
						worst = &NoRoom{frame, names[out].Name, names[in].Name, [3]float64{at.X, at.Y, at.Z}, depth, 0}
					}
				}
			}
		}
		if found {
			count++
		}
	}
	if worst != nil {
		worst.Vertices = count
	}
	return worst
}

// depthIn is how deep a point is in a body or, numbered on, behind a plane [m].
func depthIn(trees []*bvh.Tree, planes []check.Plane, k int, at r3.Vec) float64 {
	switch {
	case k >= len(trees):
		p := planes[k-len(trees)]
		return r3.Dot(p.Normal, r3.Sub(p.Point, at))
	case trees[k] == nil:
		return 0
	}
	return -trees[k].Closest(at, -1).Dist
}
