package sparse

// Small dense symmetric matrices, n×n with n a multiple of 4, padded with zero
// rows and columns.

// padded rounds up to a multiple of 4.
func padded(n int) int { return (n + 3) &^ 3 }

// symvGo computes z = A r and returns rᵀz, all in float64 but for what A is stored in. It is the portable twin of
// symvAVX2.
func symvGo(z []float64, a []float32, r []float64) float64 {
	n := len(r)
	clear(z[:n])
	for j, s := range r {
		col := a[j*n : (j+1)*n]
		for i, v := range col {
			z[i] += float64(v) * s
		}
	}
	dot := 0.0
	for i, s := range r {
		dot += s * z[i]
	}
	return dot
}

// rankOneGo adds f wᵀ to the lower triangle of A; what becomes of the entries
// above the diagonal is unspecified. It is the portable twin of rankOneAVX2.
func rankOneGo(a, f, w []float64) {
	n := len(w)
	for i, s := range f[:n] {
		row := a[i*n : i*n+i+1]
		for j := range row {
			row[j] += s * w[j]
		}
	}
}

// invertDense replaces the leading m×m part of the symmetric positive
// semidefinite n×n matrix a by a generalised inverse. It sweeps every pivot in
// turn (Goodnight, "A tutorial on the SWEEP operator", Am. Stat. 33, 1979),
// which needs no exchange of rows for such matrices. Rows whose pivot is less than the share of the largest diagonal entry, or zero to
// round-off, because others determine them or because they are empty, are left
// out, with zeros in the inverse. Of a, the lower triangle is read and the whole
// is written. work has room for 2n numbers.
func invertDense(a []float64, n, m int, share float64, work []float64) {
	f, w := work[:n], work[n:2*n]
	clear(work)
	least := 0.0
	for k := range m {
		least = max(least, a[k*n+k])
	}
	least *= max(share, 64*epsilon*float64(m))
	for k := range m {
		copy(w, a[k*n:k*n+k+1])
		for i := k + 1; i < m; i++ {
			w[i] = a[i*n+k]
		}
		d := 0.0
		if w[k] > least {
			d = 1 / w[k]
			for i, v := range w {
				f[i] = -v * d
			}
			rankOne(a, f, w)
		}
		for j := range k {
			a[k*n+j] = w[j] * d
		}
		for i := k + 1; i < m; i++ {
			a[i*n+k] = w[i] * d
		}
		a[k*n+k] = -d
	}
	for i := range m {
		for j := range i + 1 {
			v := -a[i*n+j]
			a[i*n+j], a[j*n+i] = v, v
		}
	}
}
