package findings_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hysteron/fit"
	"hysteron/fit/findings"
)

// cloths are k1, k2, a, b [N/m], τ: cotton, spandex and polyester as published, a stiff weave, and one without
// friction.
var cloths = map[string][]float64{
	"cotton": {135.6, 64.03, 2.22, 3.16, .006}, "spandex": {4.42, 32.19, .40, 4.84, .088}, "polyester": {26.62, 3.64, 2.10,
		5.41, .031}, "stiff": {2500, 64, 2.22, 3.16, .006}, "none": {135.6, 64.03, 0, 0, .006},
}

// hang measures a strip of 10 × 10 cm under weights [N], with errors of a share of the elongation and of marks [m].
func hang(p, weight []float64, share, mark float64, rng *rand.Rand) (length []float64) {
	var c fit.PathPoint
	for _, w := range weight {
		f := (w + 0.007) / 0.1
		if !c.Under(p, func(e float64) (float64, float64) { return f / math.Sqrt(1+2*e), -f * math.Pow(1+2*e, -1.5) }) {
			panic("no strain")
		}
		length = append(length, 0.1*math.Sqrt(1+2*c.Eps))
	}
	most := slices.Max(length) - 0.1
	for i := range length {
		length[i] += (share*most + mark) * rng.NormFloat64()
	}
	return length
}

// cycles are weights put on in so many steps, and taken off.
func cycles(tops []float64, step float64, up, down bool) (w []float64) {
	for _, top := range tops {
		w = append(w, 0)
		for v := step; v < top-1e-9 && up; v += step {
			w = append(w, v)
		}
		w = append(w, top)
		for v := top - step; v > 1e-9 && down; v -= step {
			w = append(w, v)
		}
		w = append(w, 0)
	}
	return w
}

// protocols that people follow.
var protocols = map[string][]float64{
	"as the paper": cycles([]float64{1, 2, 3, 4, 5, 6}, 1, true, true), "once up and down": cycles([]float64{6}, 1, true,
		true), "three times": cycles([]float64{6, 6, 6}, 1, true, true),
	"each at once":              cycles([]float64{1, 2, 3, 4, 5, 6}, 1, false, false),
	"up at once, down in steps": cycles([]float64{2, 4, 6, 4}, 1, false, true),
	"up in steps, off at once":  cycles([]float64{2, 4, 6, 4}, 1, true, false),
	"halves":                    cycles([]float64{3, 6, 2}, 0.5, true, true), "shrinking": cycles([]float64{6, 4, 2, 1}, 1,
		true, true), "inner loops": {0, 2, 4, 6, 4, 2, 4, 6, 4, 6, 4, 2, 0, 2, 0}, "odd weights": {0, 0.98, 2.1, 3.3, 5.2,
		4.1, 2.9, 1.4, 0, 1.1, 2.8, 5.5, 3, 0.4, 0},
	"to two weights": {0, 3, 0, 6, 0, 3, 0, 6, 0, 3, 6, 3, 0, 6, 3, 0}, "doubled": {0, 1, 2, 4, 8, 4, 2, 1, 0, 1, 2, 4, 8,
		4, 2, 1, 0}, "up and back by one": {0, 2, 1, 3, 2, 4, 3, 5, 4, 6, 4, 5, 3, 4, 2, 3, 1, 2, 0},
	"never without": {1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1, 2, 3, 4, 3, 2, 1},
}

func none(int) bool { return false }

// TestOrders: what people measure is never refused, whatever the cloth and the errors, up to those as large as all
// that shows of it; shuffled rows are, and those sorted or upside down, if they show friction.
func TestOrders(t *testing.T) {
	for name, w := range protocols {
		for cloth, p := range cloths {
			for _, noise := range [][2]float64{{0, 0}, {0.02, 0}, {0, 0.075e-3}, {0.3, 0}} {
				for seed := range uint64(20) {
					if f, row := findings.OrderOfWeights(w, hang(p, w, noise[0], noise[1], rand.New(rand.NewPCG(seed, 1))),
						none); row != 0 {
						t.Errorf("%s of %s with errors %v, seed %d: fault %d in row %d", name, cloth, noise, seed, f, row)
						break
					}
				}
			}
		}
	}
}

// TestShuffled: of rows of the longer protocols that were shuffled at most a tenth passes by chance, or because what
// came out is an order.
func TestShuffled(t *testing.T) {
	for name, w := range protocols {
		missed, all := 0, 0
		for _, p := range cloths {
			for seed := range uint64(100) {
				rng := rand.New(rand.NewPCG(seed, 2))
				l := hang(p, w, 0.01, 0, rng)
				v := slices.Clone(w)
				rng.Shuffle(len(v), func(i, j int) { v[i], v[j], l[i], l[j] = v[j], v[i], l[j], l[i] })
				if all++; len(v) < 30 {
					continue
				}
				if _, row := findings.OrderOfWeights(v, l, none); row == 0 {
					missed++
				}
			}
		}
		t.Logf("%s, %d rows: %d of %d missed", name, len(w), missed, all)
		if missed > all/10 {
			t.Errorf("%s: %d of %d missed", name, missed, all)
		}
	}
}

// TestSortedAndTurned: rows sorted by length, and those of a table upside down, where friction shows.
func TestSortedAndTurned(t *testing.T) {
	w := protocols["as the paper"]
	for cloth, p := range cloths {
		l := hang(p, w, 0.01, 0, rand.New(rand.NewPCG(1, 2)))
		at := make([]int, len(w))
		for i := range at {
			at[i] = i
		}
		slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(l[i], l[j]) })
		v, s := slices.Clone(w), slices.Clone(l)
		for i, j := range at {
			v[i], s[i] = w[j], l[j]
		}
		if f, row := findings.OrderOfWeights(v, s, none); !slices.IsSorted(v) && (row == 0 ||
			f != findings.RowsSorted || v[row] >= v[row-1]) {
			t.Errorf("%s sorted: fault %d in row %d", cloth, f, row)
		}
		v, s = slices.Clone(w), slices.Clone(l)
		slices.Reverse(v)
		slices.Reverse(s)
		if f, row := findings.OrderOfWeights(v, s, none); (row == 0 || f != findings.RowsUpsideDown) &&
			cloth != "none" {
			t.Errorf("%s upside down: fault %d in row %d", cloth, f, row)
		}
	}
}

// TestAgain: loads that are put on again and again fall to one weight alone; those that are taken off step by step,
// or to none, do not.
func TestAgain(t *testing.T) {
	for _, c := range []struct {
		weight []float64
		again  bool
		back   int
	}{
		{[]float64{0, 1, 1, 2, 1, 2, 3, 1, 2}, true, 2}, {[]float64{0, 1, 2, 1, 0}, false, 2}, {[]float64{0, 1, 0, 2, 0},
			false, 2}, {[]float64{1, 2, 3, 2, 1}, false, 2}, {[]float64{0, 1, 2}, false, 0},
	} {
		none := func(int) bool { return false }
		if got, n := findings.WeightsAgain(c.weight, none), findings.Unloaded(c.weight, none); got != c.again || n != c.back {
			t.Errorf("%v: again %v, %d readings of unloading", c.weight, got, n)
		}
	}
}
