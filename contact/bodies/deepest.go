package bodies

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/bvh"
	"hysteron/step"
)

// cuts are tangent planes of the distance over a triangle, as values at its corners [m].
type cuts [step.DeepestSamples + 1][3]float64

// least returns the minimum over the triangle of the upper envelope of the planes, if it is on plane k, the last one:
// that is so if plane k lies above the others at their minimum (Seidel 1991). It returns barycentric coordinates and
// the value.
func (c *cuts) least(k int) (w [3]float64, value float64, found bool) {
	last, value := c[k], math.Inf(1)
	try := func(x, y, z float64) {
		sum := x + y + z
		if sum == 0 {
			return
		}
		x, y, z = x/sum, y/sum, z/sum
		if !(min(x, y, z) >= 0) {
			return
		}
		v := x*last[0] + y*last[1] + z*last[2]
		if v >= value {
			return
		}
		for _, o := range c[:k] {
			if x*o[0]+y*o[1]+z*o[2] > v+step.DeepestNoise {
				return
			}
		}
		w, value, found = [3]float64{x, y, z}, v, true
	}
	try(1, 0, 0)
	try(0, 1, 0)
	try(0, 0, 1)
	for i := range k {
		a := less(last, c[i])
		try(0, a[2], -a[1])
		try(-a[2], 0, a[0])
		try(a[1], -a[0], 0)
		for j := range i {
			b := less(last, c[j])
			try(a[1]*b[2]-a[2]*b[1], a[2]*b[0]-a[0]*b[2], a[0]*b[1]-a[1]*b[0])
		}
	}
	return w, value, found
}

func less(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// Deepest is Deepen for sharp surfaces, by cutting planes (Kelley 1960): the distance lies above its tangent planes,
// and the minimum of their upper envelope is the next sample, until the distance there equals the envelope. The result
// replaces h; its contact plane is used in addition to that of the centroid.
func (f *Face) Deepest(o *bvh.Tree, h *bvh.Hit, at r3.Vec, delta float64) (spare float64) {
	spare = (1 - step.Guarded) * delta
	best, known := *h, h.Dist
	var list cuts
	cut := func(k int, hit *bvh.Hit, x r3.Vec) {
		for c, y := range f.Corner {
			list[k][c] = hit.Dist + r3.Dot(hit.Normal, r3.Sub(y, x))
		}
	}
	cut(0, h, at)
	for k := range step.DeepestSamples {
		w, low, ok := list.least(k)
		if !ok || low > min(delta, best.Dist-step.Deeper*delta) {
			break
		}
		x := r3.Add(r3.Scale(w[0], f.Corner[0]), r3.Add(r3.Scale(w[1], f.Corner[1]), r3.Scale(w[2], f.Corner[2])))
		hit := o.Closest(x, best.Tri)
		if max(w[0], w[1], w[2]) == 1 {
			known = min(known, hit.Dist)
		}
		if hit.Dist < best.Dist {
			best = hit
		}
		cut(k+1, &hit, x)
	}
	if best.Dist < min(delta, known-step.Deeper*delta) {
		*h = best
		h.Dist += spare
		return spare
	}
	return 0
}
