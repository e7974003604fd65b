package render

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// seamRules are weights of the neighbours of seams that keep a straight seam straight. Loop's, equal for all
// neighbours, pull it to the side with the longer triangles: an eighth of the edge length to and fro.
type seamRules struct {
	vertex map[int32][]float32 // of the neighbours of a vertex, in the given order; their sum is one
	sides  map[[2]int32][2]float32
}

// corner is a triangle at a vertex: its other two corners, counter-clockwise, and in material coordinates the angle
// there and the distances of these.
type corner struct {
	from, to      int32
	angle, nearer float64 // nearer is the distance of from
}

// newSeamRules returns the rules for lines with material coordinates; around has the neighbours of each vertex.
func newSeamRules(tri [][3]int32, uv [][3]r2.Vec, lines []lineEdge, around [][]int32) *seamRules {
	r := &seamRules{map[int32][]float32{}, map[[2]int32][2]float32{}}
	if uv == nil {
		return r
	}
	along, seam := map[int32][]int32{}, map[[2]int32]bool{}
	for _, l := range lines {
		if !l.hem {
			along[l.a], along[l.b] = append(along[l.a], l.b), append(along[l.b], l.a)
			seam[[2]int32{min(l.a, l.b), max(l.a, l.b)}] = true
		}
	}
	fans := map[int32]map[int32]corner{} // by vertex, then by first other corner
	heights := map[[2]int32][]float64{}  // of the opposite corners over an edge, in the order of triangles
	for t, c := range tri {
		for k := range c {
			u, v := r2.Sub(uv[t][(k+1)%3], uv[t][k]), r2.Sub(uv[t][(k+2)%3], uv[t][k])
			area, a, b := math.Abs(r2.Cross(u, v)), c[k], c[(k+1)%3]
			if key := [2]int32{min(a, b), max(a, b)}; seam[key] {
				heights[key] = append(heights[key], area/r2.Norm(u))
			}
			if len(along[a]) >= 2 {
				if fans[a] == nil {
					fans[a] = map[int32]corner{}
				}
				fans[a][b] = corner{b, c[(k+2)%3], math.Atan2(area, r2.Dot(u, v)), r2.Norm(u)}
			}
		}
	}
	for key, h := range heights {
		if len(h) == 2 && positive(h[0], h[1]) {
			r.sides[key] = [2]float32{float32(h[1] / (h[0] + h[1])), float32(h[0] / (h[0] + h[1]))}
		}
	}
	for i, fan := range fans {
		bent := math.Inf(1)
		for k, a := range along[i] { // where another seam ends, the straightest line continues
			for _, b := range along[i][:k] {
				left, angle, ok := side(fan, a, b)
				right, other, okToo := side(fan, b, a)
				if now := math.Abs(angle-math.Pi) + math.Abs(other-math.Pi); ok && okToo && now < bent && len(left)+len(right)+
					2 == len(around[i]) {
					if w := balanced(around[i], left, right); w != nil {
						r.vertex[i], bent = w, now
					}
				}
			}
		}
	}
	return r
}

// side returns the distances of the neighbours between two of a vertex from the line of these, as if it were straight,
// and the angle between them; ok: triangles lead from one to the other.
func side(fan map[int32]corner, from, to int32) (far map[int32]float64, whole float64, ok bool) {
	type at struct {
		vertex        int32
		angle, nearer float64
	}
	var list []at
	for v := from; v != to; {
		c, met := fan[v]
		if !met || len(list) > len(fan) {
			return nil, 0, false
		}
		if v != from {
			list = append(list, at{v, whole, c.nearer})
		}
		whole += c.angle
		v = c.to
	}
	far = map[int32]float64{}
	for _, q := range list {
		far[q.vertex] = q.nearer * math.Sin(math.Pi*q.angle/whole)
	}
	return far, whole, true
}

// balanced returns the weights of the neighbours of a seam's vertex: Loop's for those along the seam, and for the
// others weights for which the vertex stays on a straight seam. nil: a side has no neighbours.
func balanced(around []int32, left, right map[int32]float64) []float32 {
	mean := func(far map[int32]float64) (sum float64) {
		for _, i := range around { // in this order, so that sums are deterministic
			sum += far[i]
		}
		return sum / float64(len(far))
	}
	l, r := mean(left), mean(right)
	if len(left) == 0 || len(right) == 0 || !positive(l, r) {
		return nil
	}
	each := 1 / float64(len(around))
	across := float64(len(left)+len(right)) * each
	weights := make([]float32, len(around))
	for k, i := range around {
		w := each
		if _, in := left[i]; in {
			w = across * r / (l + r) / float64(len(left))
		} else if _, in := right[i]; in {
			w = across * l / (l + r) / float64(len(right))
		}
		weights[k] = float32(w)
	}
	return weights
}

func positive(a, b float64) bool { return a > 0 && b > 0 && !math.IsInf(a, 1) && !math.IsInf(b, 1) }
