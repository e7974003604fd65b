// Order of readings of a sample under weights.

package findings

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// OrderOfWeights detects rows of weights and lengths that were sorted by length, reversed or shuffled, and returns the
// row where it shows; 0 if the order is possible. Consecutive rows are of one sample unless fresh is true.
//
// Weights are added and removed step by step, or all at once; shuffled rows are neither. An order with jumps is
// accepted if the lengths confirm it: friction makes a sample longer under a weight after unloading than after loading.
func OrderOfWeights(weight, length []float64, fresh func(row int) bool) (kind Kind, row int) {
	const most = 5000 // largest number of rows to compare
	if row = growing(weight, length, fresh); row > 0 {
		return RowsSorted, row
	} else if len(weight) > most {
		return 0, 0
	}
	likely := significance(loops(weight, length, fresh))
	switch row = jump(weight, fresh); {
	case likely < 1e-5:
		return RowsUpsideDown, turn(weight, fresh)
	case likely < 0.99 && row > 0:
		return RowsShuffled, row
	}
	return 0, 0
}

// Elsewhere is the advice for tables that hardly unload.
const Elsewhere = "expected loading and unloading in the order of measurement, friction shows nowhere else"

// LittleData returns a text if there are too few readings of unloading, otherwise "". During loading, b adds to k1 and
// the two cannot be separated. Unloading shows b after some τ; a single row does not separate these two.
func LittleData(n int) string {
	const least = 2
	switch {
	case n == 0:
		return "never unloads, up to here: " + Elsewhere
	case n < least:
		return fmt.Sprintf("unloads in one row alone, up to here: %s, %d rows of unloading at least", Elsewhere, least)
	}
	return ""
}

// Unloaded returns the number of readings under less weight than the one before of the same sample.
func Unloaded(weight []float64, fresh func(row int) bool) (n int) {
	for i := 1; i < len(weight); i++ {
		if !fresh(i) && weight[i] < weight[i-1] {
			n++
		}
	}
	return n
}

// WeightsAgain reports whether weights fall to one weight above none and grow again from there, as in loadings whose
// unloading was not read.
func WeightsAgain(weight []float64, fresh func(row int) bool) bool {
	to := 0.
	for i := 1; i < len(weight); i++ {
		if fresh(i) || weight[i] >= weight[i-1] {
			continue
		}
		if weight[i] == 0 || to > 0 && weight[i] != to {
			return false
		}
		to = weight[i]
	}
	return to > 0
}

// growing returns the first row where the sample gets longer as weights are removed, if it never gets shorter.
func growing(weight, length []float64, fresh func(row int) bool) int {
	const few = 6 // readings; so many come in that order by chance once in 720
	first := 0
	for i := 1; i < len(weight); i++ {
		if fresh(i) {
			continue
		}
		if length[i] < length[i-1] {
			return 0
		}
		if weight[i] < weight[i-1] && length[i] > length[i-1] && first == 0 {
			first = i
		}
	}
	if len(weight) < few {
		return 0
	}
	return first
}

// loops returns how much longer the sample is under a weight after unloading than under the same weight after loading,
// next before or after.
func loops(weight, length []float64, fresh func(row int) bool) (longer []float64) {
	alike := 1e-3 * slices.Max(weight)
	way, last := 0., -1 // direction of the last change; start of the sample
	paths := make([]float64, len(weight))
	for i := range weight {
		if i == 0 || fresh(i) {
			way, last = 0, i
		} else if d := weight[i] - weight[i-1]; math.Abs(d) > alike {
			way = math.Copysign(1, d)
		}
		paths[i] = way
		for j := i - 1; j >= last; j-- {
			if math.Abs(weight[i]-weight[j]) <= alike {
				if paths[i]*paths[j] < 0 {
					longer = append(longer, paths[j]*(length[i]-length[j]))
				}
				break
			}
		}
	}
	return longer
}

// significance returns the probability that differences with mean zero have a lower mean; ½ if there are too few.
func significance(d []float64) float64 {
	const few = 3
	if len(d) < few {
		return 0.5
	}
	mean, off := stat.MeanStdDev(d, nil)
	n := float64(len(d))
	if !(off > 0) {
		off = 1e-9 * math.Abs(mean)
	}
	if mean == 0 {
		return 0.5
	}
	return distuv.StudentsT{Sigma: 1, Nu: n - 1}.CDF(mean / off * math.Sqrt(n))
}

// turn returns the first row where weights are removed.
func turn(weight []float64, fresh func(row int) bool) int {
	for i := 1; i < len(weight); i++ {
		if !fresh(i) && weight[i] < weight[i-1] {
			return i
		}
	}
	return 0
}

// jump returns the first row where weights skip others that are in use, if they do so all over the table in both
// directions; otherwise 0. The smallest weights do not count.
func jump(weight []float64, fresh func(row int) bool) int {
	const (
		few    = 8    // smallest number of changes
		steady = 0.75 // of changes up or down: then these are steps, and the others are their ends
	)
	levels := slices.Clone(weight)
	slices.Sort(levels)
	alike := 1e-3 * levels[len(levels)-1]
	levels = slices.CompactFunc(levels, func(a, b float64) bool { return math.Abs(b-a) <= alike })
	at := func(w float64) int {
		i, _ := slices.BinarySearch(levels, w-alike)
		return i
	}
	first, turns, way := 0, 0, 0
	var all, ends [2]int // down, up
	var sizes [2][]int
	for i := 1; i < len(weight); i++ {
		from, to := at(weight[i-1]), at(weight[i])
		if fresh(i) {
			way = 0
		}
		if fresh(i) || from == to {
			continue
		}
		side, now := 0, -1
		if to > from {
			side, now = 1, 1
		}
		if now == -way {
			turns++
		}
		way = now
		all[side]++
		size := max(from, to) - min(from, to)
		sizes[side] = append(sizes[side], size)
		if min(from, to) == 0 && size > 1 {
			ends[side]++
		} else if size > 1 && first == 0 {
			first = i
		}
	}
	n := all[0] + all[1]
	if n < few || first == 0 || float64(turns) < 0.4*float64(n) {
		return 0
	}
	small := 0 // changes of at most two levels
	for side := range 2 {
		steps, alike := 0, 0 // of one level; of the most common size
		for _, size := range sizes[side] {
			if size == 1 {
				steps++
			}
			if size <= 2 && len(levels) > 4 {
				small++
			}
			same := 0
			for _, other := range sizes[side] {
				if other == size {
					same++
				}
			}
			alike = max(alike, same)
		}
		if least := steady * float64(all[side]); float64(alike) >= least || float64(ends[side]) >= least ||
			float64(steps+ends[side]) >= 0.9*float64(all[side]) {
			return 0
		}
	}
	if float64(small) > 0.95*float64(n) {
		return 0
	}
	return first
}

// SampleTogether returns the rows sorted by sample, with the order within each sample kept.
func SampleTogether(sample []int) []int {
	at := make([]int, len(sample))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(sample[i], sample[j]) })
	return at
}

// PickRows returns rows of a column, in the order of at; nil stays nil.
func PickRows[T any](v []T, at []int) []T {
	if v == nil {
		return nil
	}
	to := make([]T, len(at))
	for i, j := range at {
		to[i] = v[j]
	}
	return to
}
