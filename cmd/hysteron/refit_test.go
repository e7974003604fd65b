package main

import (
	"math/rand/v2"
	"testing"
)

// TestPutTraction: rounded numbers of traction that stand on an end of what its law allows are within it.
func TestPutTraction(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		k, eps, primed := 1e4*rng.Float64(), 0.05*rng.Float64(), 0.05+0.05*rng.Float64()
		for _, f := range []float64{k * eps, k * primed / 2} {
			set := map[string]any{}
			put(set, "warp", []fitted{{Key: "k_t_n_m", Value: k}, {Key: "f_1_n_m", Value: f}, {Key: "eps_1", Value: eps},
				{Key: "eps_1_primed", Value: primed}})
			k, f, eps, primed := set["warp.k_t_n_m"].(float64), set["warp.f_1_n_m"].(float64), set["warp.eps_1"].(float64),
				set["warp.eps_1_primed"].(float64)
			if k*eps >= k*primed/2 && (f > k*eps || f < k*primed/2) {
				t.Fatalf("f_1 = %.17g: expected %.17g to %.17g", f, k*primed/2, k*eps)
			}
		}
	}
}
