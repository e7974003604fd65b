package linalg

import (
	"math"
	"slices"
	"testing"
)

// Blocks of eight by AVX2 are those in Go, to rounding, and nothing is written beside them.
func TestEightPortable(t *testing.T) {
	if !useAVX2 {
		t.Skip("SKIPPED: this machine has no AVX2 and FMA: all tests run the portable kernels")
	}
	rng := newRand(11)
	wide := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		return v
	}
	low := func(n int) []float32 { // rows of eight, the last two zero
		v := make([]float32, n)
		for i := range v {
			if i%8 < 6 {
				v[i] = float32(rng.NormFloat64())
			}
		}
		return v
	}
	same := func(name string, tolerance float64, f func(out []float64)) {
		t.Helper()
		was := useAVX2
		defer func() { useAVX2 = was }()
		var outs [2][]float64
		for k := range outs {
			useAVX2 = k == 0
			outs[k] = make([]float64, 64)
			f(outs[k])
		}
		for i := range outs[0] {
			if d := math.Abs(outs[0][i] - outs[1][i]); !(d <= tolerance) {
				t.Errorf("%s: number %d differs by %g", name, i, d)
			}
		}
	}
	for _, size := range []int{3, 6} {
		stride := map[int]int{3: 3, 6: 8}[size]
		a, b, q := wide(size*stride), low(8*size), wide(8*size)
		for i := range q {
			if i%8 > 5 {
				q[i] = 0
			}
		}
		same("product", 1e-13, func(out []float64) { mulAddEight(out, a, b, size, stride) })
		same("crossed", 1e-13, func(out []float64) { crossAddEight(out, b, q, size) })
		p, r, z := low(8*size*7), low(8*5), low(8*5)
		places, of, col := []int32{6, 0, 3}, []int32{4, 1, 0, 2, 0, 0, 3}, []int32{0, 4, 2}
		rStride := map[int]int{3: 4, 6: 8}[size]
		for _, n := range []int{0, 1, 3} {
			same("gathered", 1e-5, func(out []float64) {
				var s [8]float32
				gatherEight(&s, p, r, places[:n], of, 8*size, rStride)
				for i, v := range s {
					out[i] = float64(v)
				}
			})
			same("spread", 1e-5, func(out []float64) {
				var s [4]float32
				spreadEight(&s, p, z, col[:n], 8*size)
				for i, v := range s {
					out[i] = float64(v)
				}
			})
		}
	}
}

// Blocks are added with the same bits, and nothing beside them.
func TestAddBlocksPortable(t *testing.T) {
	if !useAVX2 {
		t.Skip("SKIPPED: this machine has no AVX2 and FMA: all tests run the portable kernels")
	}
	rng := newRand(12)
	to, val := make([]float64, 9*6), make([]float64, 9*7)
	for i := range to {
		to[i] = rng.NormFloat64()
	}
	for i := range val {
		val[i] = rng.NormFloat64()
	}
	want := slices.Clone(to)
	target := []int32{4, 0, 0, 2, 4, 1, 0}
	addBlocks(to, target, val)
	addBlocksGo(want, target, val)
	if !slices.Equal(to, want) {
		t.Errorf("%v, portable %v", to, want)
	}
}
