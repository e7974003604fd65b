//go:build !amd64

package linalg

// symv computes z = A r, with A in panels, and returns rᵀz.
func symv(z, a, r []float32) float64 { return symvGo(z, a, r) }

// rankOne adds f wᵀ to the lower triangle of A.
func rankOne(a, f, w []float64) { rankOneGo(a, f, w) }
