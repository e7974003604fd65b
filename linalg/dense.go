package linalg

// Small dense symmetric matrices, n×n with n a multiple of 4, padded with zero
// rows and columns.

// padded rounds up to a multiple of 4.
func padded(n int) int { return (n + 3) &^ 3 }

// panelRows is how many rows of a matrix lie beside each other for symv.
const panelRows = 16

// inPanels writes the symmetric n×n matrix a, n a multiple of 8, as symv reads it: panelRows of it after the other (the
// last panel may be half as high), by columns.
func inPanels(to []float32, a []float64, n int) {
	for first := 0; first < n; first += panelRows {
		rows := min(panelRows, n-first)
		for j := range n {
			for i, v := range a[j*n+first : j*n+first+rows] {
				to[i] = float32(v)
			}
			to = to[rows:]
		}
	}
}

// symvGo computes z = A r, for A in panels, and returns rᵀz. It is the portable twin of symvAVX2, which differs by
// rounding.
func symvGo(z, a, r []float32) float64 {
	n := len(r)
	dot := 0.0
	for first := 0; first < n; first += panelRows {
		rows := min(panelRows, n-first)
		to := z[first : first+rows]
		clear(to)
		for _, s := range r {
			for i, v := range a[:rows] {
				to[i] += v * s
			}
			a = a[rows:]
		}
		for i, v := range to {
			dot += float64(r[first+i]) * float64(v)
		}
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
// which needs no exchange of rows for such matrices. Rows whose pivot is less than the share of the largest diagonal
// entry, or zero to round-off, because others determine them or because they are empty, are left out, with zeros in the
// inverse. Of a, the lower triangle is read and the whole is written. work has room for 2n numbers.
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
