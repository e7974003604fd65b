package verify

import "math"

// Folds returns the number of waves around the rim of a shadow. A wave is a fall of the radius from a turning point and
// a rise, both by more than half of the standard deviation and by more than twice the distance between the rim's edges
// [m] and the circle through its corners. So folds that do not reach the mean count, and the polygon of the mesh does
// not: its 75 corners are all that the shadow of paper shows.
func Folds(radius []float64, edge float64) (count int) {
	var mean, square float64
	top := 0
	for i, r := range radius {
		mean += r / float64(len(radius))
		if r > radius[top] {
			top = i
		}
	}
	for _, r := range radius {
		square += (r - mean) * (r - mean) / float64(len(radius))
	}
	least := max(math.Sqrt(square)/2, 2*edge*edge/8/mean)
	// The farthest point is certainly a turning point: the round begins and ends there.
	turn, falling := radius[top], true
	for i := range radius {
		r := radius[(top+1+i)%len(radius)]
		switch {
		case falling && r > turn+least:
			turn, falling = r, false
			count++
		case !falling && r < turn-least:
			turn, falling = r, true
		case falling:
			turn = math.Min(turn, r)
		default:
			turn = math.Max(turn, r)
		}
	}
	return count
}
