package linalg

// mulAddEightAVX2 is the twin of mulAddEightGo.
//
//go:noescape
func mulAddEightAVX2(out, a *float64, b *float32, size, stride int)

// crossAddEightAVX2 is the twin of crossAddEightGo.
//
//go:noescape
func crossAddEightAVX2(out *float64, p *float32, q *float64, size int)

// gatherEightAVX2 is the twin of gatherEightGo; strides are in bytes.
//
//go:noescape
func gatherEightAVX2(out, p, r *float32, places, of *int32, count, pStride, rStride int)

// spreadEightAVX2 is the twin of spreadEightGo; the stride is in bytes.
//
//go:noescape
func spreadEightAVX2(out, p, z *float32, col *int32, count, pStride int)

// mulAddEight adds A B to out. A is size×size with the given row stride; B and out have size rows of eight.
func mulAddEight(out, a []float64, b []float32, size, stride int) {
	if !useAVX2 {
		mulAddEightGo(out, a, b, size, stride)
		return
	}
	_, _, _ = out[8*size-1], a[(size-1)*stride+size-1], b[8*size-1]
	mulAddEightAVX2(&out[0], &a[0], &b[0], size, stride)
}

// crossAddEight adds PᵀQ to out, which has six rows of eight. P and Q have size rows of eight.
func crossAddEight(out []float64, p []float32, q []float64, size int) {
	if !useAVX2 {
		crossAddEightGo(out, p, q, size)
		return
	}
	_, _, _ = out[47], p[8*size-1], q[8*size-1]
	crossAddEightAVX2(&out[0], &p[0], &q[0], size)
}

// gatherEight adds Σ_k P_kᵀ r_k to out, k from places. P_k has three rows of eight from pStride·k on, r_k starts at
// rStride·of[k].
func gatherEight(out *[8]float32, p, r []float32, places, of []int32, pStride, rStride int) {
	if !useAVX2 || len(places) == 0 {
		gatherEightGo(out, p, r, places, of, pStride, rStride)
		return
	}
	gatherEightAVX2(&out[0], &p[0], &r[0], &places[0], &of[0], len(places), 4*pStride, 4*rStride)
}

// spreadEight computes out = Σ_k P_k z_k over the blocks of a row. P_k has three rows of eight from pStride·k on, z_k
// starts at 8·col[k].
func spreadEight(out *[4]float32, p, z []float32, col []int32, pStride int) {
	if !useAVX2 || len(col) == 0 {
		spreadEightGo(out, p, z, col, pStride)
		return
	}
	_ = p[(len(col)-1)*pStride+23]
	spreadEightAVX2(&out[0], &p[0], &z[0], &col[0], len(col), 4*pStride)
}
