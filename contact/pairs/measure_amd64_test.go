package pairs

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth/clothtest"
)

// The vector kernels give the bits of the portable ones.
func TestPortable(t *testing.T) {
	if !useAVX2 {
		t.Skip("SKIPPED: this machine has no AVX2: all tests run the portable kernels")
	}
	if s := unsafe.Sizeof(gradients{}); s != 128 {
		t.Fatalf("gradients of %d bytes, the assembly knows 128", s)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	m, p, _ := patchesOf(t, clothtest.Grid(12, 9, .11, .08, clothtest.Cotton(), true))
	some := func() []r3.Vec {
		return flatMoved(m.X0, func(x r3.Vec) r3.Vec {
			return r3.Add(x, r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()})
		})
	}
	from, to := some(), some()
	p.deform(from, to, 3, len(m.Tri))
	got := append([]gradients(nil), p.grads...)
	p.deformGo(from, to, 3, len(m.Tri))
	for i := range got {
		if got[i] != p.grads[i] {
			t.Fatalf("triangle %d: %v, portable %v", i, got[i], p.grads[i])
		}
	}
	basis := [3][2]float64{{.3, .5}, {-.2, .7}, {.9, -.1}}
	for n := range 20 {
		met := make([]int32, n)
		for i := range met {
			met[i] = int32(rnd.IntN(len(m.Tri)))
		}
		if got, want := p.sum(met), p.sumGo(met); got != want {
			t.Fatalf("normals of %d triangles: %v, portable %v", n, got, want)
		}
		lo, hi := p.ranges(met, &basis)
		if l, h := p.rangesGo(met, &basis); lo != l || hi != h {
			t.Fatalf("ranges of %d triangles: %v to %v, portable %v to %v", n, lo, hi, l, h)
		}
	}
}
