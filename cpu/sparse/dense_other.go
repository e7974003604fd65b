//go:build !amd64

package sparse

// symv computes z = A r and returns rᵀz.
func symv(z []float64, a []float32, r []float64) float64 { return symvGo(z, a, r) }

// rankOne adds f wᵀ to the lower triangle of A.
func rankOne(a, f, w []float64) { rankOneGo(a, f, w) }
