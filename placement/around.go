package placement

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Around returns how far cloth encloses a body: the largest winding number of the cloth's right side around some
// hundreds of points on the body's surface in the box around the cloth. It is 1 in a closed bag, about 0.5 under a
// large sheet, 0 beside the cloth, and negative if its wrong side is outside. ok is false without such points.
func Around(cloth []r3.Vec, tri [][3]int32, surface []r3.Vec, faces [][3]int32) (most float64, ok bool) {
	lo, hi := Extent(cloth)
	var points []r3.Vec
	for _, p := range surface {
		if InBox(p, lo, hi) {
			points = append(points, p)
		}
	}
	if len(points) == 0 { // large triangles may pass through it
		for _, f := range faces {
			for _, p := range grid(surface[f[0]], surface[f[1]], surface[f[2]], r3.Norm(r3.Sub(hi, lo))/20) {
				if InBox(p, lo, hi) {
					points = append(points, p)
				}
			}
		}
	}
	most = math.Inf(-1)
	for i := 0; i < len(points); i += max(1, len(points)/sample) {
		most = max(most, Winding(points[i], cloth, tri))
	}
	return most, len(points) > 0
}

// InBox reports whether a point is in a box.
func InBox(p, lo, hi r3.Vec) bool {
	return lo.X <= p.X && p.X <= hi.X && lo.Y <= p.Y && p.Y <= hi.Y && lo.Z <= p.Z && p.Z <= hi.Z
}

// grid returns points of a triangle about h apart [m], at most some thousands.
func grid(a, b, c r3.Vec, h float64) (points []r3.Vec) {
	longest := max(r3.Norm(r3.Sub(b, a)), r3.Norm(r3.Sub(c, b)), r3.Norm(r3.Sub(a, c)))
	n := int(min(64, math.Ceil(longest/max(h, math.SmallestNonzeroFloat64))))
	for i := range n + 1 {
		for j := range n + 1 - i {
			u, v := float64(i)/float64(max(1, n)), float64(j)/float64(max(1, n))
			points = append(points, r3.Add(a, r3.Add(r3.Scale(u, r3.Sub(b, a)), r3.Scale(v, r3.Sub(c, a)))))
		}
	}
	return points
}

// Winding returns the generalised winding number of triangles around p: their solid angle, positive from inside, over
// 4π (van Oosterom and Strackee 1983).
func Winding(p r3.Vec, x []r3.Vec, tri [][3]int32) float64 {
	sum := 0.0
	for _, t := range tri {
		a, b, c := r3.Sub(x[t[0]], p), r3.Sub(x[t[1]], p), r3.Sub(x[t[2]], p)
		la, lb, lc := r3.Norm(a), r3.Norm(b), r3.Norm(c)
		sum += 2 * math.Atan2(r3.Dot(a, r3.Cross(b, c)), la*lb*lc+r3.Dot(a, b)*lc+r3.Dot(b, c)*la+r3.Dot(c, a)*lb)
	}
	return sum / (4 * math.Pi)
}

// Near returns the share of points within a distance of the figure's surface [m], or inside it.
func (f *Figure) Near(x []r3.Vec, within float64) float64 {
	n, near := 0, 0
	for i := 0; i < len(x); i += max(1, len(x)/(4*sample)) {
		n++
		if f.tree.Closest(x[i], -1).Dist < within {
			near++
		}
	}
	return float64(near) / float64(max(1, n))
}
