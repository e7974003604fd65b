package linalg

// Small dense symmetric matrices, n×n with n a multiple of 4, zero-padded.

// padded rounds up to a multiple of 4.
func padded(n int) int { return (n + 3) &^ 3 }

// panelRows is the number of rows that are interleaved for symv.
const panelRows = 16

// inPanels copies the symmetric n×n matrix a, n a multiple of 8, to the layout of symv: panels of panelRows rows,
// column-major within a panel. The last panel may have half the rows.
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

// symvGo computes z = A r, with A in panels, and returns rᵀz. It is the portable twin of symvAVX2; the two round
// differently.
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

// rankOneGo adds f wᵀ to the lower triangle of A. Entries above the diagonal become unspecified. It is the portable
// twin of rankOneAVX2.
func rankOneGo(a, f, w []float64) {
	n := len(w)
	for i, s := range f[:n] {
		row := a[i*n : i*n+i+1]
		for j := range row {
			row[j] += s * w[j]
		}
	}
}

// invertDense replaces the leading m×m part of the symmetric positive semidefinite n×n matrix a by a generalised
// inverse. It sweeps the pivots in order (Goodnight, "A tutorial on the SWEEP operator", Am. Stat. 33, 1979), which
// needs no pivoting for such matrices. Rows whose pivot is below share times the largest diagonal entry, or zero to
// round-off (dependent or empty rows), are left out and get zeros in the inverse. invertDense reads the lower triangle
// of a and writes all of it. work has length 2n.
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
