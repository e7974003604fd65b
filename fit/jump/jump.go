// Package jump finds where a curve of forces over deformations jumps as it does when a unit changes on the way.
package jump

import (
	"math"
	"slices"
	"sort"
)

// Apart finds two readings on the way out, to either side, of deformations that are alike and forces that are not; of small deformations, where friction has not turned around, only what
// neither friction nor errors do, thirty times. The earlier one is right, if it is the unit that changes.
func Apart(q, f []float64) (i, j int) {
	const alike, apart, small, apartSmall, seen, most = 0.1, 6, 0.5, 30, 0.08, 5000
	if len(q) > most {
		return 0, 0
	}
	reach, force := slices.Max(q)-slices.Min(q), slices.Max(f)-slices.Min(f)
	top := 0.
	for _, v := range q {
		top = max(top, math.Abs(v))
	}
	out := func(i int) bool { return i > 0 && math.Abs(q[i]) > math.Abs(q[i-1]) && math.Abs(q[i]) > 0.08*reach }
	for j := range q {
		for i := range j {
			a, b := math.Abs(q[i]), math.Abs(q[j])
			if !out(i) || !out(j) || math.Abs(a-b) > alike*max(a, b) {
				continue
			}
			less, more := math.Abs(f[i]), math.Abs(f[j])
			less, more = min(less, more), max(less, more)
			if much := more / less; much > apartSmall && more > seen*force || much > apart && min(a, b) > small*top {
				return i, j
			}
		}
	}
	return 0, 0
}

// Forces is where forces first jump as they do when a unit is another from there on: by nine times or more on one side of zero, and by more than five
// times the median step; along a branch by more than three times the steps beside it as well, and where it turns, where friction may fall as fast, with all that follows
// as much smaller, or larger, than all before; on the way out from the start where the deformation does not double, of forces that are not lost in errors; of a single row beside both of its neighbours. −1 where they do not.
func Forces(q, f []float64) int {
	step := func(i int) float64 { return math.Abs(f[i] - f[i-1]) }
	most := func(v []float64) (m float64) {
		for _, f := range v {
			m = max(m, math.Abs(f))
		}
		return m
	}
	least := func(v []float64) (m float64) {
		m = math.Inf(1)
		for _, f := range v {
			m = min(m, math.Abs(f))
		}
		return m
	}
	steps := make([]float64, 0, len(f))
	for i := 1; i < len(f); i++ {
		steps = append(steps, step(i))
	}
	sort.Float64s(steps)
	median := steps[len(steps)/2]
	force := slices.Max(f) - slices.Min(f)
	virgin := true
	for i := 2; i < len(f)-2; i++ {
		a, b := math.Abs(f[i-1]), math.Abs(f[i])
		virgin = virgin && math.Abs(q[i]) > math.Abs(q[i-1])
		if before, after := f[i-2:i], f[i:i+2]; virgin && i > 2 && math.Abs(q[i]) < 2*math.Abs(q[i-1]) && (least(after) > max(9*most(before), 0.1*force) || least(before) > max(9*most(after), 0.1*force)) {
			return i
		}
		if f[i]*f[i-1] <= 0 || max(a, b) < 9*min(a, b) || step(i) <= 5*median {
			continue
		}
		if (q[i]-q[i-1])*(q[i-1]-q[i-2]) > 0 {
			next := math.Abs(f[i+1])
			single := max(b, min(a, next)) > 0.15*force && f[i]*f[i+1] > 0 && max(a, next) < 3*min(a, next) && (b >= 9*max(a, next) || 9*b <= min(a, next))
			if single || step(i) > 3*max(step(i-1), step(i+1)) {
				return i
			}
		} else if before, after := most(f[:i]), most(f[i:]); max(before, after) >= 9*min(before, after) {
			return i
		}
	}
	return -1
}

// Deformations is where deformations first jump as they do when a unit is another from there on: by nine times or more and by more than five times the
// median step, on one side of zero; −1 where they do not.
func Deformations(v []float64) int {
	steps := make([]float64, 0, len(v))
	for i := 1; i < len(v); i++ {
		steps = append(steps, math.Abs(v[i]-v[i-1]))
	}
	sort.Float64s(steps)
	median := steps[len(steps)/2]
	for i := 1; i < len(v); i++ {
		a, b := math.Abs(v[i-1]), math.Abs(v[i])
		if d := math.Abs(v[i] - v[i-1]); median > 0 && d > 5*median && v[i]*v[i-1] > 0 && max(a, b) >= 9*min(a, b) {
			return i
		}
	}
	return -1
}
