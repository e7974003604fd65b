package garment

import "gonum.org/v1/gonum/spatial/r2"

// splitChords removes inner edges that join two outline vertices (chords) if welding would make them coincide with another edge or
// shrink to a point: at a corner sewn on both sides, the outermost triangles of the two panels would otherwise become the
// same triangle. Such a chord is flipped if that gives well-shaped triangles, else it gets a vertex in its middle.
func (w *weld) splitChords(flat []*flatMesh) {
	count := map[[2]int32]int{}
	key := func(i int, a, b int32) [2]int32 {
		ra, rb := w.find(w.base[i]+a), w.find(w.base[i]+b)
		return [2]int32{min(ra, rb), max(ra, rb)}
	}
	onOutline := func(f *flatMesh, a, b int32) bool {
		n := int32(f.boundary)
		d := (b - a + n) % n
		return d == 1 || d == n-1
	}
	type chord struct {
		panel int
		a, b  int32
	}
	var chords []chord
	sides := map[[2]int32]bool{}
	for i, f := range flat {
		n := int32(f.boundary)
		for v := range n {
			k := key(i, v, (v+1)%n)
			if !sides[k] {
				sides[k] = true
				count[k]++
			}
		}
		for _, t := range f.tri {
			for e := range 3 {
				a, b := t[e], t[(e+1)%3]
				if a < b && b < n && !onOutline(f, a, b) { // each inner edge has one triangle with a < b
					chords = append(chords, chord{i, a, b})
					count[key(i, a, b)]++
				}
			}
		}
	}
	for _, c := range chords {
		if k := key(c.panel, c.a, c.b); k[0] == k[1] || count[k] > 1 {
			if flat[c.panel].splitEdge(c.a, c.b) {
				count[k]--
			}
		}
	}
}

// splitEdge removes the inner edge a–b.
func (f *flatMesh) splitEdge(a, b int32) bool {
	var t [2]int
	var apex [2]int32
	found := 0
	for i, v := range f.tri {
		for e := range 3 {
			if p, q := v[e], v[(e+1)%3]; found < 2 && (p == a && q == b || p == b && q == a) {
				if p == a {
					t[0], apex[0] = i, v[(e+2)%3]
				} else {
					t[1], apex[1] = i, v[(e+2)%3]
				}
				found++
			}
		}
	}
	if found != 2 {
		return false
	}
	// a→b→apex[0] and b→a→apex[1] have the panel's winding.
	c, d := apex[0], apex[1]
	const wellShaped = 0.35 // rad, 20°
	inner := int(c) >= f.boundary || int(d) >= f.boundary
	if inner && min(f.minAngle(a, d, c), f.minAngle(b, c, d)) > wellShaped && f.sameSide(a, d, c) && f.sameSide(b, c, d) {
		f.tri[t[0]] = [3]int32{a, d, c}
		f.tri[t[1]] = [3]int32{b, c, d}
		return true
	}
	m := int32(len(f.pts))
	f.pts = append(f.pts, r2.Scale(0.5, r2.Add(f.pts[a], f.pts[b])))
	f.tri[t[0]] = [3]int32{a, m, c}
	f.tri[t[1]] = [3]int32{b, m, d}
	f.tri = append(f.tri, [3]int32{m, b, c}, [3]int32{m, a, d})
	return true
}

// sameSide tells if the triangle has the winding of the outline.
func (f *flatMesh) sameSide(a, b, c int32) bool {
	area := r2.Cross(r2.Sub(f.pts[b], f.pts[a]), r2.Sub(f.pts[c], f.pts[a]))
	return area*polygonArea(f.pts[:f.boundary]) > 0
}

func (f *flatMesh) minAngle(a, b, c int32) float64 {
	return minAngle([3]r2.Vec{f.pts[a], f.pts[b], f.pts[c]})
}
