package render

import "slices"

// fans returns the corners 3t+k grouped by vertex: those of vertex i are fan[start[i]:start[i+1]].
func fans(tri [][3]int32, n int) (start, fan []int32) {
	start = make([]int32, n+1)
	for _, t := range tri {
		for _, v := range t {
			start[v+1]++
		}
	}
	for i := 0; i < n; i++ {
		start[i+1] += start[i]
	}
	next := slices.Clone(start[:n])
	fan = make([]int32, 3*len(tri))
	for t, c := range tri {
		for k, v := range c {
			fan[next[v]] = int32(3*t + k)
			next[v]++
		}
	}
	return start, fan
}
