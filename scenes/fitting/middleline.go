package fitting

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
)

// MiddleLine goes along a limb of a body at x, from its ring to its tip [m].
func MiddleLine(x []r3.Vec, l body.Limb) []r3.Vec {
	const apart = 0.03 // [m]
	var root r3.Vec
	for _, v := range l.Ring {
		root = r3.Add(root, r3.Scale(1/float64(len(l.Ring)), x[v]))
	}
	var sum []r3.Vec
	var count []float64
	tip, far := root, 0.0
	for _, v := range l.Vertices {
		d := r3.Norm(r3.Sub(x[v], root))
		if d > far {
			tip, far = x[v], d
		}
		for k := int(d / apart); len(sum) <= k; {
			sum, count = append(sum, r3.Vec{}), append(count, 0)
		}
		sum[int(d/apart)] = r3.Add(sum[int(d/apart)], x[v])
		count[int(d/apart)]++
	}
	line := []r3.Vec{root}
	for k, n := range count {
		if n > 0 {
			line = append(line, r3.Scale(1/n, sum[k]))
		}
	}
	return append(line, tip)
}

// Crosses tells whether a line meets the triangle abc.
func Crosses(line []r3.Vec, a, b, c r3.Vec) bool {
	n := r3.Cross(r3.Sub(b, a), r3.Sub(c, a))
	for i := 1; i < len(line); i++ {
		p, q := line[i-1], line[i]
		dp, dq := r3.Dot(n, r3.Sub(p, a)), r3.Dot(n, r3.Sub(q, a))
		if dp == dq || dp*dq > 0 {
			continue
		}
		at := r3.Add(p, r3.Scale(dp/(dp-dq), r3.Sub(q, p)))
		inside := true
		for _, e := range [3][2]r3.Vec{{a, b}, {b, c}, {c, a}} {
			inside = inside && r3.Dot(n, r3.Cross(r3.Sub(e[1], e[0]), r3.Sub(at, e[0]))) >= 0
		}
		if inside {
			return true
		}
	}
	return false
}
