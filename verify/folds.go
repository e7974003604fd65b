package verify

import "math"

// Folds is the number of waves around the rim of a shadow: how often its radius falls from a turning point and rises
// again, both by more than half of its standard deviation and twice what the rim's edges [m] stand back behind their
// corners: a fold counts that does not reach the mean, and the mesh does not, whose 75 corners are all that shows of
// paper.
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
	// the farthest point is a turning point for certain: the round begins and ends there
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
