package closest

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Closest returns the closest point to p. hint is a triangle that is likely to be near (such
// as the last answer for the same vertex) or −1; it only makes the search faster.
func (t *Tree) Closest(p r3.Vec, hint int32) Hit {
	best := Hit{Tri: -1}
	d2 := math.Inf(1)
	if hint >= 0 && int(hint) < len(t.tri) {
		d2 = t.improve(p, hint, d2, &best)
	}
	var stack [64]int32
	top := 1 // the root is on the stack
	for top > 0 {
		top--
		n := &t.nodes[stack[top]]
		if boxDist2(n, p) >= d2 {
			continue
		}
		if n.count > 0 {
			for _, q := range t.order[n.first : n.first+n.count] {
				d2 = t.improve(p, q, d2, &best)
			}
			continue
		}
		// Look into the nearer child first.
		a, b := n.first, n.first+1
		if boxDist2(&t.nodes[a], p) < boxDist2(&t.nodes[b], p) {
			a, b = b, a
		}
		stack[top], stack[top+1] = a, b
		top += 2
	}
	t.sign(p, math.Sqrt(d2), &best)
	return best
}

// boxDist2 is the squared distance of p to the node's box.
func boxDist2(n *node, p r3.Vec) float64 {
	x := max(n.lo.X-p.X, 0, p.X-n.hi.X)
	y := max(n.lo.Y-p.Y, 0, p.Y-n.hi.Y)
	z := max(n.lo.Z-p.Z, 0, p.Z-n.hi.Z)
	return x*x + y*y + z*z
}

// improve replaces best by the closest point on triangle q if that is nearer than √d2.
func (t *Tree) improve(p r3.Vec, q int32, d2 float64, best *Hit) float64 {
	a := t.tri[q]
	bary := closestBary(p, t.x[a[0]], t.x[a[1]], t.x[a[2]])
	c := r3.Add(r3.Scale(bary[0], t.x[a[0]]), r3.Add(r3.Scale(bary[1], t.x[a[1]]), r3.Scale(bary[2], t.x[a[2]])))
	d := r3.Norm2(r3.Sub(p, c))
	if d < d2 {
		best.Tri, best.Bary, best.Point = q, bary, c
		return d
	}
	return d2
}

// closestBary returns the barycentric coordinates of the point of triangle abc closest to p
// (Ericson, Real-Time Collision Detection, §5.1.5); coordinates of features not touched are
// exactly zero.
func closestBary(p, a, b, c r3.Vec) [3]float64 {
	ab, ac, ap := r3.Sub(b, a), r3.Sub(c, a), r3.Sub(p, a)
	d1, d2 := r3.Dot(ab, ap), r3.Dot(ac, ap)
	if d1 <= 0 && d2 <= 0 {
		return [3]float64{1, 0, 0}
	}
	bp := r3.Sub(p, b)
	d3, d4 := r3.Dot(ab, bp), r3.Dot(ac, bp)
	if d3 >= 0 && d4 <= d3 {
		return [3]float64{0, 1, 0}
	}
	if vc := d1*d4 - d3*d2; vc <= 0 && d1 >= 0 && d3 <= 0 {
		v := d1 / (d1 - d3)
		return [3]float64{1 - v, v, 0}
	}
	cp := r3.Sub(p, c)
	d5, d6 := r3.Dot(ab, cp), r3.Dot(ac, cp)
	if d6 >= 0 && d5 <= d6 {
		return [3]float64{0, 0, 1}
	}
	if vb := d5*d2 - d1*d6; vb <= 0 && d2 >= 0 && d6 <= 0 {
		w := d2 / (d2 - d6)
		return [3]float64{1 - w, 0, w}
	}
	va := d3*d6 - d5*d4
	if va <= 0 && d4 >= d3 && d5 >= d6 {
		w := (d4 - d3) / ((d4 - d3) + (d5 - d6))
		return [3]float64{0, 1 - w, w}
	}
	vb, vc := d5*d2-d1*d6, d1*d4-d3*d2
	sum := va + vb + vc
	return [3]float64{va / sum, vb / sum, vc / sum}
}

// sign decides inside or outside from the pseudonormal of the feature that was hit, and sets
// the distance and the outward normal.
func (t *Tree) sign(p r3.Vec, dist float64, h *Hit) {
	pseudo := t.pseudonormal(h)
	away := r3.Sub(p, h.Point)
	h.Dist = dist
	if r3.Dot(away, pseudo) < 0 {
		h.Dist, away = -dist, r3.Scale(-1, away)
	}
	// On the surface the direction is lost in round-off: the pseudonormal stands in.
	if dist > 1e-12 {
		h.Normal = r3.Scale(1/dist, away)
	} else if l := r3.Norm(pseudo); l > 0 {
		h.Normal = r3.Scale(1/l, pseudo)
	}
}

func (t *Tree) pseudonormal(h *Hit) r3.Vec {
	zero, where := 0, 0
	for c, b := range h.Bary {
		if b == 0 {
			zero++
			where += c
		}
	}
	switch zero {
	case 1: // edge opposite corner `where`: from where+1 to where+2
		return r3.Add(t.face[h.Tri], t.face[t.next[h.Tri][(where+1)%3]])
	case 2: // the two zero corners sum to `where`, the third is the vertex
		return t.vert[t.tri[h.Tri][3-where]]
	}
	return t.face[h.Tri]
}
