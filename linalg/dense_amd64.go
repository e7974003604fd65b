package linalg

// symvAVX2 is the twin of symvGo, n a multiple of 8.
//
//go:noescape
func symvAVX2(z, a, r *float32, n int) (dot float64)

// rankOneAVX2 is the twin of rankOneGo: A += f wᵀ in the lower triangle, n a
// multiple of 4.
//
//go:noescape
func rankOneAVX2(a, f, w *float64, n int)

// symv computes z = A r, with A in panels, and returns rᵀz.
func symv(z, a, r []float32) float64 {
	n := len(r)
	if !useAVX2 || n == 0 || n%8 != 0 {
		return symvGo(z, a, r)
	}
	_, _ = z[n-1], a[n*n-1]
	return symvAVX2(&z[0], &a[0], &r[0], n)
}

// rankOne adds f wᵀ to the lower triangle of A. Entries above the diagonal become unspecified.
func rankOne(a, f, w []float64) {
	n := len(w)
	if !useAVX2 || n == 0 || n%4 != 0 {
		rankOneGo(a, f, w)
		return
	}
	_, _ = f[n-1], a[n*n-1]
	rankOneAVX2(&a[0], &f[0], &w[0], n)
}
