package sparse

// Small dense symmetric matrices, n×n with n a multiple of 4, padded with zero
// rows and columns.

// padded rounds up to a multiple of 4.
func padded(n int) int { return (n + 3) &^ 3 }

// symvGo computes z = A r. It is the portable twin of symvAVX2.
func symvGo(z, a, r []float64) {
	n := len(r)
	clear(z[:n])
	for j, s := range r {
		col := a[j*n : (j+1)*n]
		for i, v := range col {
			z[i] += v * s
		}
	}
}

// rankOneGo adds f wᵀ to A. It is the portable twin of rankOneAVX2.
func rankOneGo(a, f, w []float64) {
	n := len(w)
	for i, s := range f[:n] {
		row := a[i*n : (i+1)*n]
		for j, v := range w {
			row[j] += s * v
		}
	}
}

// invertDense replaces the leading m×m part of the symmetric positive
// semidefinite n×n matrix a by a generalised inverse, by Gauss–Jordan
// elimination, which needs no pivoting for such matrices: rows whose pivot is
// zero to round-off, because others fix them or because they are empty, are
// left out, with zeros in the inverse. The result is symmetric and positive
// semidefinite up to round-off. work has room for 2n numbers.
func invertDense(a []float64, n, m int, work []float64) {
	f, w := work[:n], work[n:2*n]
	for k := range m {
		f[k] = a[k*n+k]
	}
	least := 0.0
	for k := range m {
		least = max(least, f[k])
	}
	least *= 64 * epsilon * float64(m)
	for k := range m {
		copy(w, a[k*n:(k+1)*n])
		if !(w[k] > least) {
			for i := range m {
				a[i*n+k], a[k*n+i] = 0, 0
			}
			continue
		}
		d := 1 / w[k]
		for i := range n {
			f[i] = -a[i*n+k] * d
		}
		f[k] = 0
		rankOne(a, f, w)
		for i := range m {
			a[i*n+k] = f[i]
			a[k*n+i] = w[i] * d
		}
		a[k*n+k] = d
	}
	for i := range m {
		for j := range i {
			mean := (a[i*n+j] + a[j*n+i]) / 2
			a[i*n+j], a[j*n+i] = mean, mean
		}
	}
}
