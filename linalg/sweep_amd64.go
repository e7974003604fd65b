package linalg

// forwardAVX2 is the twin of forwardGo. ptr, p, t, w and out point to the entries of the first row, col and val to its
// first block, in to the start of the vector. w may be nil.
//
//go:noescape
func forwardAVX2(ptr, col *int32, val *float32, in, p, t, w, out *lane, rows int, c, scale float64) (dot float64)

// forward sweeps rows, see forwardGo.
func (h *half) forward(first int, in, p, t, w, out []lane, c, scale float64) float64 {
	n := len(out)
	if !useAVX2 || n == 0 {
		return h.forwardGo(first, in, p, t, w, out, c, scale)
	}
	_, _, _ = p[n-1], t[n-1], h.ptr[first+n]
	var added *lane
	if w != nil {
		_, added = w[n-1], &w[0]
	}
	k := h.ptr[first]
	return forwardAVX2(&h.ptr[first], &h.col[k], &h.val[9*int(k)], &in[0], &p[0], &t[0], added, &out[0], n, c, scale)
}

// backwardAVX2 is the twin of backwardGo. outerPtr, inner, ptr, r, p and t point to the entries of the last row, ptr to
// the end of its couplings, outerCol and outerVal to its first block, col and val to the first block of all, all to the
// start of t.
//
//go:noescape
func backwardAVX2(outerPtr, outerCol *int32, outerVal *float32, inner, ptr, col *int32, val *float32, all, r, p,
	t *lane, rows int, beta, omega float64)

// backward sweeps the rows of a domain, see backwardGo.
func (h *half) backward(outer *half, row, first int, inner []int32, r, p, t []lane, beta, omega float64) {
	n := len(inner)
	if !useAVX2 || n == 0 {
		h.backwardGo(outer, row, first, inner, r, p, t, beta, omega)
		return
	}
	_, last := outer.ptr[row+n], first+n-1
	k := outer.ptr[row]
	backwardAVX2(&outer.ptr[row], &outer.col[k], &outer.val[9*int(k)], &inner[n-1], &h.ptr[last+1], &h.col[0], &h.val[0],
		&t[0], &r[last], &p[last], &t[last], n, beta, omega)
}

// advanceAVX2 is the twin of advanceGo.
//
//go:noescape
func advanceAVX2(x, r, t, u *lane, rows int, alpha float64) (dot float64)

// advance computes x += αt, r −= α(t + u) and t = 0, see advanceGo.
func advance(x, r, t, u []lane, alpha float64) float64 {
	n := len(x)
	if !useAVX2 || n == 0 {
		return advanceGo(x, r, t, u, alpha)
	}
	_, _, _ = r[n-1], t[n-1], u[n-1]
	return advanceAVX2(&x[0], &r[0], &t[0], &u[0], n, alpha)
}

// scaleBlocksAVX2 is the twin of scaleBlocksGo. f points to the start of all F, fi to F of the row.
//
//go:noescape
func scaleBlocksAVX2(to *float32, val *float64, src, col *int32, f, fi *float64, count int)

// scaleBlocks scales blocks of row i, see scaleBlocksGo.
func scaleBlocks(to []float32, val []float64, src, col []int32, f []float64, i int) {
	n := len(src)
	if !useAVX2 || n == 0 {
		scaleBlocksGo(to, val, src, col, f, i)
		return
	}
	_, _ = to[9*n-1], col[n-1]
	scaleBlocksAVX2(&to[0], &val[0], &src[0], &col[0], &f[0], &f[12*i], n)
}
