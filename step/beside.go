package step

// Beside returns, for each edge (a, b), a < b, the corners of its two triangles opposite the edge. A boundary edge has
// one corner and −1; an edge of three triangles or more, in a seam of several layers, has −1 twice.
func Beside(tri [][3]int32) map[[2]int32][2]int32 {
	beside := make(map[[2]int32][2]int32, 3*len(tri)/2)
	count := make(map[[2]int32]int, 3*len(tri)/2)
	for _, v := range tri {
		for k := range 3 {
			a, b, c := v[k], v[(k+1)%3], v[(k+2)%3]
			e := [2]int32{min(a, b), max(a, b)}
			switch count[e]++; count[e] {
			case 1:
				beside[e] = [2]int32{c, -1}
			case 2:
				beside[e] = [2]int32{beside[e][0], c}
			default:
				beside[e] = [2]int32{-1, -1}
			}
		}
	}
	return beside
}
