// Deepest points of triangles of cloth in surfaces, between their contact points (corners and centroid).

package bodies

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/bvh"
	"hysteron/contact/pairs"
	"hysteron/step"
)

// Face is a triangle of cloth with edges long enough for a sharp surface to enter between its contact points.
type Face struct {
	Corner [3]r3.Vec // [m]
	Edge   float64   // longest rest edge [m]
}

// Deepen searches for a point of a triangle that is nearer to the surface than its corners and its centroid at, whose
// closest point is h. Where the surface is sharp, its edges and vertices enter between contact points. The result
// replaces h. spare is the difference in distance of that point from the centroid's position: its force acts on all of
// the triangle, a third at each corner, as for centroids. The result begins in the inner half of the layer
// (step.Guarded): contacts farther off are not necessary, and contact planes that appear and disappear there prevent
// convergence.
//
// The distance from a convex surface is convex and lies above its tangent planes, so a triangle whose corners are
// outside by the tangent plane at the centroid needs no search. Otherwise the search goes towards the corner that is
// deepest by that plane. If the distance grows towards it, the tangent planes at both ends intersect at the minimum
// along the line, exactly so for a wedge (Kelley 1960). Along an edge of the surface, alternating projections between
// triangle and surface converge to the closest points of the two convex sets.
func (f *Face) Deepen(o *bvh.Tree, h *bvh.Hit, at r3.Vec, delta float64) (spare float64) {
	spare = (1 - step.Guarded) * delta
	p, now, known := at, *h, h.Dist // known: deepest contact point
	look := func(q r3.Vec) bool {
		hit := o.Closest(q, now.Tri)
		if hit.Dist >= now.Dist {
			return false
		}
		p, now = q, hit
		return true
	}
	for range step.DeepenIterations {
		last, slope := -1, 0.
		for c, x := range f.Corner {
			if s := r3.Dot(now.Normal, r3.Sub(x, p)); s < slope {
				last, slope = c, s
			}
		}
		if last < 0 || now.Dist+slope > delta-spare {
			break
		}
		way := r3.Sub(f.Corner[last], p)
		end := o.Closest(f.Corner[last], now.Tri)
		known = min(known, end.Dist)
		better := false
		if rise := r3.Dot(end.Normal, way); rise > 0 {
			if t := (end.Dist - rise - now.Dist) / (slope - rise); t > 0 && t < 1 {
				better = look(r3.Add(p, r3.Scale(t, way)))
			}
		} else if end.Dist < now.Dist {
			p, now, better = f.Corner[last], end, true
		}
		for range step.DeepenProjections {
			y := [4]r3.Vec{now.Point, f.Corner[0], f.Corner[1], f.Corner[2]}
			w := pairs.Closest(pairs.VertexTriangle, &y)
			q := r3.Scale(-1, r3.Add(r3.Scale(w[1], f.Corner[0]), r3.Add(r3.Scale(w[2], f.Corner[1]),
				r3.Scale(w[3], f.Corner[2]))))
			if now.Dist > 0 && look(q) {
				better = true
			}
		}
		if !better {
			break
		}
	}
	if now.Dist < known-step.Deeper*delta && now.Dist+spare < h.Dist {
		*h = now
		h.Dist += spare
		return spare
	}
	return 0
}

// Sight returns the distance of a centroid within which its contact plane is computed: over a sharp surface any point
// of the triangle may be in the layer.
func (f *Face) Sight(at r3.Vec, delta float64) float64 {
	far := step.Reach * delta
	if f != nil {
		far2 := 0.
		for _, x := range f.Corner {
			far2 = max(far2, r3.Norm2(r3.Sub(x, at)))
		}
		far = max(far, delta+math.Sqrt(far2))
	}
	return far
}
