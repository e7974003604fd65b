package pairs

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestAroundPortable: Go and AVX2 give the same boxes and balls, bit by bit.
func TestAroundPortable(t *testing.T) {
	if !proximityUseAVX2 {
		t.Skip("no AVX2")
	}
	defer func() { proximityUseAVX2 = true }()
	rnd := rand.New(rand.NewPCG(8, 9))
	for range 500 {
		from, to, v := make([]r3.Vec, 60), make([]r3.Vec, 60), make([]int32, 1+rnd.IntN(30))
		for i := range from {
			from[i] = r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}
			to[i] = r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}
		}
		for i := range v {
			v[i] = int32(rnd.IntN(len(from)))
		}
		var got [2]string
		for k := range got {
			proximityUseAVX2 = k == 0
			box, ball := Around(from, to, v, .1)
			got[k] = fmt.Sprint(box, ball) // as many digits as tell all numbers apart
		}
		if got[0] != got[1] {
			t.Fatalf("%d vertices:\n%s with AVX2,\n%s without", len(v), got[0], got[1])
		}
	}
	proximityUseAVX2 = false
	t.Run("around", TestAround)
	t.Run("ends", TestAroundEnds)
	t.Run("nothing", TestAroundNothing)
}
