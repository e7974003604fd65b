package layout

import (
	"fmt"
	"math/rand/v2"
)

// Probes is the number of output vectors of probe.comp per item.
const Probes = 16

// probeNames are the names of the output vectors.
var probeNames = [Probes]string{
	"twoSum", "twoSum's error", "twoSum of floats", "its error", "quickTwoSum", "quickTwoSum's error", "twoProduct",
	"twoProduct's error",
	"addTo", "addTo's low part", "difference", "differenceSplit", "differenceSplit's low part", "meanSplit",
	"meanSplit's low part", "addReduction",
}

// ProbeInputs returns random inputs of probe.comp, four vectors per item: positions of a few metres and offsets within
// a fine mesh.
func ProbeInputs(items int) [][4]float32 {
	rnd := rand.New(rand.NewPCG(1, 2))
	in := make([][4]float32, 4*items)
	for i := range items {
		for k := range 2 {
			for n := range 3 {
				hi := float32(4*rnd.Float64() - 2)
				if k == 1 && i%2 == 0 {
					hi = in[4*i][n] + float32(1e-3*rnd.Float64())
				}
				in[4*i+2*k][n], in[4*i+2*k+1][n] = hi, hi*float32(6e-8*(rnd.Float64()-.5))
			}
		}
	}
	return in
}

// CompareProbes returns the name of the first output of probe.comp that differs from Probed, or "".
func CompareProbes(in, out [][4]float32) string {
	for i := range len(in) / 4 {
		for k, want := range Probed([4][4]float32(in[4*i : 4*i+4])) {
			for n, v := range want {
				if got := out[Probes*i+k][n]; got != v {
					return fmt.Sprintf("%s of %v and %v is %v, expected %v", probeNames[k], in[4*i], in[4*i+2], got, v)
				}
			}
		}
	}
	return ""
}

// Probed returns the expected output of probe.comp for an item. The conversions prevent fused operations.
func Probed(in [4][4]float32) (r [Probes][3]float32) {
	var sums [2]float32
	for n := range 3 {
		ah, al, bh, bl := in[0][n], in[1][n], in[2][n], in[3][n]
		s, e := exactSum(ah, bh)
		r[0][n], r[1][n] = s, e
		r[2][n], r[3][n] = exactSum(ah, bl)
		r[4][n], r[5][n] = exactSum(ah, al)
		p := float32(ah * bh)
		r[6][n], r[7][n] = p, float32(float64(ah)*float64(bh)-float64(p)) // exact in double precision
		r[8][n], r[9][n] = quickSum(s, float32(al+e))
		d, f := exactSum(ah, -bh)
		low := float32(f + float32(al-bl))
		r[10][n] = float32(d + low)
		r[11][n], r[12][n] = quickSum(d, low)
		third := float32(1. / 3)
		m := float32(float32(float32(ah+bh)+bh) * third)
		rest := float32(float32(float32(float32(ah-m)+float32(bh-m))+float32(bh-m)) + float32(float32(al+bl)+al))
		r[13][n], r[14][n] = m, float32(rest*third)
		t, g := exactSum(sums[0], ah)
		sums = [2]float32{t, float32(float32(sums[1]+al) + g)}
	}
	r[15] = [3]float32{sums[0], sums[1], 0}
	return r
}

// exactSum is twoSum of include/split.glsl (Knuth): a sum and its rounding error.
func exactSum(a, b float32) (s, e float32) {
	s = float32(a + b)
	t := float32(s - a)
	return s, float32(float32(a-float32(s-t)) + float32(b-t))
}

// quickSum is quickTwoSum of include/split.glsl.
func quickSum(a, b float32) (s, e float32) {
	s = float32(a + b)
	return s, float32(b - float32(s-a))
}
