package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"hysteron/cloth"
)

// Angles of four are those of math.Atan2 to the bit: of slopes of both signs and all sizes, of none, at the end of the
// series, and where all four are left to it.
func TestAnglesPortable(t *testing.T) {
	if !useAVX2 {
		t.Skip("SKIPPED: this machine has no AVX2: all tests run the portable kernels")
	}
	r := rand.New(rand.NewPCG(11, 12))
	ends := []float64{0, math.Copysign(0, -1), .66, -.66, math.Nextafter(.66, 1), 1e-310, -5e-324, 1e300, math.Inf(1),
		math.Inf(-1), math.NaN(), 1, -1}
	taken := 0
	for i := range 20000 {
		var sin, cos, got [4]float64
		for k := range sin {
			sin[k], cos[k] = r.NormFloat64()*math.Pow(2, -12*r.Float64()), math.Abs(r.NormFloat64())+.3
			if i%8 == 0 && k == i/8%4 {
				sin[k], cos[k] = ends[r.IntN(len(ends))], ends[r.IntN(len(ends))]
				if i%16 == 0 {
					cos[k] = 1
				}
			}
		}
		if !anglesAVX2(&sin, &cos, &got) {
			if got != ([4]float64{}) {
				t.Fatalf("%v left to math.Atan2, but written as %v", sin, got)
			}
			continue
		}
		taken++
		for k := range got {
			if want := math.Atan2(sin[k], cos[k]); math.Float64bits(got[k]) != math.Float64bits(want) {
				t.Fatalf("angle of %v and %v: %v, by math.Atan2 %v", sin[k], cos[k], got[k], want)
			}
		}
	}
	if taken < 3000 || taken > 19000 {
		t.Errorf("%d of 20000 fours were taken at once, expected a part", taken)
	}
}

// Strains of four hinges are those of each: flat ones, and some that have turned by more than half a turn, or are no
// number; in places beside each other and elsewhere.
func TestUnfoldPortable(t *testing.T) {
	if !useAVX2 {
		t.Skip("SKIPPED: this machine has no AVX2: all tests run the portable kernels")
	}
	r := rand.New(rand.NewPCG(13, 14))
	wide := 0
	for i := range 5000 {
		hinges := make([]cloth.Hinge, 4)
		theta, epsN, place := [4]float64{}, make([]float64, 9), []int32{2, 3, 4, 5}
		if i%5 == 0 {
			place[1+i%3] = int32(7 + i%2)
		}
		for k := range hinges {
			hinges[k].H, hinges[k].Theta = .001+.01*r.Float64(), float64(r.IntN(3)-1)*r.Float64()
			theta[k] = r.NormFloat64()
			epsN[place[k]] = 3 * r.NormFloat64() / hinges[k].H
			switch r.IntN(12) {
			case 0:
				theta[k], epsN[place[k]], hinges[k].Theta = math.Copysign(0, r.NormFloat64()), math.Copysign(0, r.NormFloat64()),
					math.Copysign(0, r.NormFloat64())
			case 1:
				epsN[place[k]] *= 3
			case 2:
				if i%7 == 0 {
					theta[k] = math.NaN()
				}
			}
		}
		got, want := make([]float64, 9), make([]float64, 9)
		unfold(hinges, place, &theta, epsN, got)
		unfoldGo(hinges, place, &theta, epsN, want)
		for p := range want {
			if math.Float64bits(got[p]) != math.Float64bits(want[p]) && !math.IsNaN(want[p]) {
				t.Fatalf("four %d, place %d: strain %v, portable %v", i, p, got[p], want[p])
			}
		}
		if i%5 != 0 && unfoldAVX2(&hinges[0], &theta, &epsN[2], &got[2]) {
			wide++
		}
	}
	if wide < 500 || wide > 3500 {
		t.Errorf("%d of 4000 fours were taken at once, expected a part", wide)
	}
}
