package linalg

// lane is a scaled vector of three, padded with a zero to the width of a register: a whole-register store forwards to
// the load in the next row.
type lane [4]float64

// forwardGo sweeps len(out) rows from first on: s = p + c·t + w − L·in and out = scale·s. It returns pᵀ(t + out). in
// may alias out with the rows before it; w may be nil. It is the portable twin of forwardAVX2.
func (h *half) forwardGo(first int, in, p, t, w, out []lane, c, scale float64) (dot float64) {
	for i := range out {
		var v lane
		for e := range 3 {
			v[e] = p[i][e] + c*t[i][e]
			if w != nil {
				v[e] += w[i][e]
			}
		}
		s := h.minus(first+i, in, v)
		for e := range 3 {
			u := scale * s[e]
			dot += p[i][e] * (t[i][e] + u)
			out[i][e] = u
		}
	}
	return dot
}

// backwardGo sweeps the rows of a domain from the last to the first: p = r + βp and t = ω(p − U·t). t must be zero in
// the domain's own rows. U consists of outer, in which the last row of the domain is row, and of the transposed
// couplings of h from inner on, whose products are subtracted from the rows they couple to as soon as t of a row is
// known. The domain starts at row first of r, p and t. It is the portable twin of backwardAVX2.
func (h *half) backwardGo(outer *half, row, first int, inner []int32, r, p, t []lane, beta, omega float64) {
	for i := first + len(inner) - 1; i >= first; i-- {
		v := t[i]
		for e := range 3 {
			p[i][e] = r[i][e] + beta*p[i][e]
			v[e] += p[i][e]
		}
		v = outer.minus(row, t, v)
		t[i] = lane{omega * v[0], omega * v[1], omega * v[2]}
		for k := inner[i-first]; k < h.ptr[i+1]; k++ {
			a, x, v := (*[9]float32)(h.val[9*int(k):]), &t[h.col[k]], &t[i]
			for e := range 3 {
				x[e] -= float64(a[e])*v[0] + float64(a[3+e])*v[1] + float64(a[6+e])*v[2]
			}
		}
		row++
	}
}

// minus returns v minus the product of a row with in.
func (h *half) minus(row int, in []lane, v lane) lane {
	var s lane
	for k := h.ptr[row]; k < h.ptr[row+1]; k++ {
		a, x := (*[9]float32)(h.val[9*int(k):]), &in[h.col[k]]
		for e := range 3 {
			s[e] += float64(a[3*e])*x[0] + float64(a[3*e+1])*x[1] + float64(a[3*e+2])*x[2]
		}
	}
	return lane{v[0] - s[0], v[1] - s[1], v[2] - s[2]}
}

// advanceGo computes x += αt, r −= α(t + u) and t = 0, and returns rᵀr. It is the portable twin of advanceAVX2.
func advanceGo(x, r, t, u []lane, alpha float64) (dot float64) {
	for i := range x {
		for e := range 3 {
			x[i][e] += alpha * t[i][e]
			v := r[i][e] - alpha*(t[i][e]+u[i][e])
			r[i][e] = v
			dot += v * v
		}
		t[i] = lane{}
	}
	return dot
}
