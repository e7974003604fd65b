package pairs

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Kind is the kind of a pair.
type Kind uint8

const (
	VertexTriangle Kind = iota
	EdgeEdge
)

// Closest returns the weights of the closest points of a pair of the given kind.
func Closest(k Kind, x *[4]r3.Vec) [4]float64 {
	if k == VertexTriangle {
		return closestVertexTriangle(x)
	}
	return closestEdgeEdge(x)
}

// Between returns r = Σ wᵢ xᵢ. Positions are taken relative to the first, for accuracy far from the origin.
func Between(w *[4]float64, x *[4]r3.Vec) r3.Vec {
	var r r3.Vec
	for k := 1; k < 4; k++ {
		r = r3.Add(r, r3.Scale(w[k], r3.Sub(x[k], x[0])))
	}
	return r
}

// Distance returns the distance of a pair.
func Distance(k Kind, x *[4]r3.Vec) float64 {
	w := Closest(k, x)
	return math.Sqrt(r3.Norm2(Between(&w, x)))
}

// closestVertexTriangle distinguishes the regions of the triangle's plane (Ericson, Real-Time Collision Detection,
// 5.1.5).
func closestVertexTriangle(x *[4]r3.Vec) [4]float64 {
	ab, ac := r3.Sub(x[2], x[1]), r3.Sub(x[3], x[1])
	ap := r3.Sub(x[0], x[1])
	d1, d2 := r3.Dot(ab, ap), r3.Dot(ac, ap)
	if d1 <= 0 && d2 <= 0 {
		return [4]float64{1, -1, 0, 0}
	}
	bp := r3.Sub(x[0], x[2])
	d3, d4 := r3.Dot(ab, bp), r3.Dot(ac, bp)
	if d3 >= 0 && d4 <= d3 {
		return [4]float64{1, 0, -1, 0}
	}
	vc := d1*d4 - d3*d2
	if vc <= 0 && d1 >= 0 && d3 <= 0 {
		t := ratio(d1, d1-d3)
		return [4]float64{1, t - 1, -t, 0}
	}
	cp := r3.Sub(x[0], x[3])
	d5, d6 := r3.Dot(ab, cp), r3.Dot(ac, cp)
	if d6 >= 0 && d5 <= d6 {
		return [4]float64{1, 0, 0, -1}
	}
	vb := d5*d2 - d1*d6
	if vb <= 0 && d2 >= 0 && d6 <= 0 {
		t := ratio(d2, d2-d6)
		return [4]float64{1, t - 1, 0, -t}
	}
	va := d3*d6 - d5*d4
	if va <= 0 && d4 >= d3 && d5 >= d6 {
		t := ratio(d4-d3, (d4-d3)+(d5-d6))
		return [4]float64{1, 0, t - 1, -t}
	}
	sum := va + vb + vc
	v, w := vb/sum, vc/sum
	return [4]float64{1, v + w - 1, -v, -w}
}

// closestEdgeEdge minimises the distance of two segments by clamping (Ericson 5.1.9). If they are parallel within
// round-off, an end of one of them is a closest point.
func closestEdgeEdge(x *[4]r3.Vec) [4]float64 {
	p, q, r := r3.Sub(x[1], x[0]), r3.Sub(x[3], x[2]), r3.Sub(x[0], x[2])
	a, e := r3.Norm2(p), r3.Norm2(q)
	f := r3.Dot(q, r)
	var s, t float64
	switch {
	case a == 0 && e == 0:
	case a == 0:
		t = clamp01(f / e)
	default:
		c := r3.Dot(p, r)
		if e == 0 {
			s = clamp01(-c / a)
			break
		}
		b := r3.Dot(p, q)
		// |p × q|² without the cancellation of ae − b².
		if den := r3.Norm2(r3.Cross(p, q)); den > 1e-20*a*e {
			s = clamp01((b*f - c*e) / den)
		}
		t = (b*s + f) / e
		if t < 0 {
			t, s = 0, clamp01(-c/a)
		} else if t > 1 {
			t, s = 1, clamp01((b-c)/a)
		}
	}
	return [4]float64{1 - s, s, t - 1, -t}
}

func clamp01(v float64) float64 { return max(0, min(1, v)) }

// ratio returns a/b for 0 ≤ a ≤ b, and 0 for b = 0.
func ratio(a, b float64) float64 {
	if b <= 0 {
		return 0
	}
	return a / b
}
