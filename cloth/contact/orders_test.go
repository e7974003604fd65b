package contact

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// Checks that keep the order of an earlier one find what others find, also of cloth that has moved since and crosses itself and a body, and of another mesh.
func TestOrders(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	ball, orders := sphere(t, 0.25, vec(0, 0.25, 0), 2), new(Orders)
	found := 0
	for _, n := range []int{15, 15, 15, 9} {
		m := grid(n, 0.45)
		for i := range m.X {
			m.X[i] = r3.Add(m.X[i], r3.Scale(.1, vec(rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())))
		}
		want, got := Check(m, []Mesh{ball}, nil), Checker{Orders: orders}.Check(m, []Mesh{ball}, nil)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d × %d vertices: %d and %d pairs, gap %g, others find %d and %d, %g", n, n, len(got.Self), len(got.Body), got.Gap, len(want.Self), len(want.Body), want.Gap)
		}
		found += min(len(want.Self), len(want.Body))
	}
	if found == 0 {
		t.Error("nothing crosses: the test would prove nothing")
	}
}
