package fit

import (
	"cmp"
	"math"
	"slices"

	"hysteron/fit/findings"
)

// Smallest height of a loop, relative to the curve, whose direction can be read. Few readings resolve a curve less
// well, and their errors widen a mean.
const (
	signed     = 0.01
	sparse     = 0.5 // over the square of the readings in a branch
	meanErrors = 5   // standard deviations of a mean
)

// KESGives returns the first row of unloading if a curve returns more work than it took, over all cycles: impossible
// for cloth, but caused by reversed rows or swapped columns. It returns −1 otherwise.
func KESGives(q, f []float64) (row int) {
	ends := ends(q)
	if len(ends) < 3 {
		return -1
	}
	height := slices.Max(f) - slices.Min(f)
	var work, width, variance float64
	few := len(q)
	for k := 1; k+1 < len(ends); k++ {
		out, back := branchOf(q, f, ends[k-1], ends[k]), branchOf(q, f, ends[k], ends[k+1])
		lo, hi := max(out.q[0], back.q[0]), min(out.q[len(out.q)-1], back.q[len(back.q)-1])
		if !(hi > lo) {
			continue
		}
		way := math.Copysign(1, q[ends[k]]-q[ends[k-1]])
		work, width = work+way*(out.area(lo, hi)-back.area(lo, hi)), width+hi-lo
		for _, b := range []branch{out, back} {
			few = min(few, len(b.q))
			variance += math.Pow((hi-lo)*findings.Scatter(b.q, b.f), 2) / float64(len(b.q))
		}
	}
	least := (signed+sparse/float64(few*few))*height*width + meanErrors*math.Sqrt(variance)
	if work < -least {
		return ends[1] + 1
	}
	return -1
}

// ends returns the rows of reversals, with the first and last row. Reversals by less than a tenth of the range are
// errors of reading.
func ends(q []float64) (rows []int) {
	back := 0.1 * (slices.Max(q) - slices.Min(q))
	rows, far, way := []int{0}, 0, 0.
	for i := range q {
		switch d := q[i] - q[far]; {
		case d*way > 0 || way == 0 && math.Abs(d) > back:
			far, way = i, d
		case math.Abs(d) > back:
			rows, far, way = append(rows, far), i, d
		}
	}
	if last := rows[len(rows)-1]; far > last {
		rows = append(rows, far)
	}
	return rows
}

// branch is one direction of a curve, sorted by deformation.
type branch struct{ q, f []float64 }

func branchOf(q, f []float64, from, to int) (b branch) {
	rows := make([]int, 0, to-from+1)
	for i := from; i <= to; i++ {
		rows = append(rows, i)
	}
	slices.SortStableFunc(rows, func(i, k int) int { return cmp.Compare(q[i], q[k]) })
	for _, i := range rows {
		if n := len(b.q); n == 0 || q[i] != b.q[n-1] {
			b.q, b.f = append(b.q, q[i]), append(b.f, f[i])
		}
	}
	return b
}

// area returns the integral of the branch between two deformations.
func (b branch) area(lo, hi float64) (sum float64) {
	for i := 1; i < len(b.q); i++ {
		x, y := max(lo, b.q[i-1]), min(hi, b.q[i])
		if y > x {
			at := func(q float64) float64 {
				return b.f[i-1] + (b.f[i]-b.f[i-1])*(q-b.q[i-1])/(b.q[i]-b.q[i-1])
			}
			sum += (at(x) + at(y)) / 2 * (y - x)
		}
	}
	return sum
}
