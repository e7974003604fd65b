//go:build !amd64

package sparse

// symv computes z = A r.
func symv(z, a, r []float64) { symvGo(z, a, r) }

// rankOne adds f wᵀ to A.
func rankOne(a, f, w []float64) { rankOneGo(a, f, w) }
