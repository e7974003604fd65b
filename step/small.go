package step

import "gonum.org/v1/gonum/spatial/r3"

// A small body is sharp too, if all its parts fit between the contact points of cloth, as a ball or a pebble does whose
// radius is less than Unguarded times the edges. Only the part of it that enters a triangle presses on cloth, so the
// guard of that triangle has to hold it alone. Tips of fingers are as narrow, but belong to a hand that is not.

// fits reports whether the surface is closed and each connected part of it within r of its middle, the mean of its
// vertices [m].
func (s *sections) fits(r float64) bool {
	part := make([]int32, len(s.tri)) // its number plus one; 0: not visited
	seen := make([]int32, len(s.x))   // the last part that has counted a vertex
	var todo, vertices []int32
	for first := range s.tri {
		if part[first] > 0 {
			continue
		}
		name := int32(first + 1)
		part[first], todo, vertices = name, append(todo[:0], int32(first)), vertices[:0]
		var sum r3.Vec
		for len(todo) > 0 {
			t := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for c, v := range s.tri[t] {
				if seen[v] != name {
					seen[v], vertices, sum = name, append(vertices, v), r3.Add(sum, s.x[v])
				}
				switch o := s.next[t][c]; {
				case o < 0:
					return false
				case part[o] == 0:
					part[o], todo = name, append(todo, o)
				}
			}
		}
		middle := r3.Scale(1/float64(len(vertices)), sum)
		for _, v := range vertices {
			if !(r3.Norm(r3.Sub(s.x[v], middle)) <= r) {
				return false
			}
		}
	}
	return true
}
