// Finds where a curve of forces over deformations jumps as it does when a unit changes on the way.

package findings

import (
	"math"
	"slices"
	"sort"
)

// Apart finds two readings on the way out, to either side, of deformations that are alike and forces that are not; of small deformations, where friction has not turned around, only what
// neither friction nor errors do, thirty times, of a force that is no error of a fiftieth of the range. The earlier one is right, if it is the unit that changes.
func JumpApart(q, f []float64) (i, j int) {
	const alike, apart, small, apartSmall, seen, most = 0.1, 6, 0.5, 30, 0.12, 5000
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
func JumpOfForces(q, f []float64) int {
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
func JumpOfDeformations(v []float64) int {
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

// moves are deformations without those that stand twice, and their rows.
func moves(q []float64) (v []float64, rows []int) {
	for i, x := range q {
		if len(v) == 0 || x != v[len(v)-1] {
			v, rows = append(v, x), append(rows, i)
		}
	}
	return v, rows
}

// Away is one deformation that goes far against its way and back at once, by more than twice the steps beside it both times and to about where it came from; −1 where there is none.
func JumpAway(q []float64) int {
	v, rows := moves(q)
	reach := slices.Max(q) - slices.Min(q)
	for i := 2; i < len(v)-2; i++ {
		in, out, before, after := v[i]-v[i-1], v[i+1]-v[i], v[i-1]-v[i-2], v[i+2]-v[i+1]
		far := max(0.03*reach, 2.5*max(math.Abs(before), math.Abs(after), math.Abs(v[i+1]-v[i-1])/2))
		if in*out < 0 && min(math.Abs(in), math.Abs(out)) > far && (in*before < 0 || out*after < 0) {
			return rows[i]
		}
	}
	return -1
}

// Paces is where steps of the deformation become five times as large or as small at a gap, which is larger than them: there its unit changes. −1 where they do not.
func JumpOfPaces(q []float64) int {
	const apart, gap = 5, 2.5
	v, rows := moves(q)
	for i := 3; i < len(v)-3; i++ {
		before, after, most := 0., 0., 0.
		for k := 1; k <= 2; k++ {
			a, b := math.Abs(v[i-k]-v[i-k-1]), math.Abs(v[i+k]-v[i+k-1])
			before, after, most = before+a, after+b, max(most, a, b)
		}
		if math.Abs(v[i]-v[i-1]) > gap*most && max(before, after) > apart*min(before, after) {
			return rows[i]
		}
	}
	return -1
}

// Reaches finds two ends of a curve's branches of which one is five times as soft as the other, deformation over force, and steps as much
// longer: then the unit of deformations changed between, in
// row at, 0 where it did not. Cycles that grow do less, as what friction bears at small ones it bears at large ones, and so do the two sides of a cloth.
func JumpOfReaches(q, f []float64) (i, j, at int) {
	const apart = 5
	var ends []int
	for k := 1; k < len(q); k++ {
		if q[k] == q[k-1] {
			continue
		}
		if next := slices.IndexFunc(q[k+1:], func(v float64) bool { return v != q[k] }); next < 0 || (q[k+1+next]-q[k])*(q[k]-q[k-1]) < 0 {
			ends = append(ends, k)
		}
	}
	force := max(math.Abs(slices.Max(f)), math.Abs(slices.Min(f)))
	i = -1
	for _, j = range ends {
		if share := math.Abs(f[j]) / force; share < 0.2 || share < 0.5 && j == ends[len(ends)-1] || q[j]*f[j] <= 0 {
			continue // the last may be where friction is left
		}
		if i >= 0 {
			a, b := math.Abs(q[i]/f[i]), math.Abs(q[j]/f[j])
			if k := pace(q, j) / pace(q, i); max(a, b) > apart*min(a, b) && max(k, 1/k) > apart && (k > 1) == (b > a) {
				return i, j, change(q, i, j)
			}
		}
		i = j
	}
	return 0, 0, 0
}

// pace is the mean of the last steps before row i.
func pace(q []float64, i int) float64 {
	from := max(0, i-3)
	for from < i-1 && (q[from+1]-q[from])*(q[i]-q[i-1]) < 0 {
		from++
	}
	return math.Abs(q[i]-q[from]) / float64(i-from)
}

// change is the row after i, up to j, before and after which steps differ most.
func change(q []float64, i, j int) (at int) {
	most := 0.
	mean := func(from, to int) float64 { return math.Abs(q[to]-q[from]) / float64(to-from) }
	for k := i + 2; k < j; k++ {
		a, b := mean(max(i, k-4), k-1), mean(k, min(j, k+3))
		if r := max(a, b) / min(a, b); r > most {
			most, at = r, k
		}
	}
	if at == 0 {
		at = j
	}
	return at
}
