//go:build !amd64

package linalg

func (h *half) forward(first int, in, p, t, w, out []lane, c, scale float64) float64 {
	return h.forwardGo(first, in, p, t, w, out, c, scale)
}

func (h *half) backward(outer *half, row, first int, inner []int32, r, p, t []lane, beta, omega float64) {
	h.backwardGo(outer, row, first, inner, r, p, t, beta, omega)
}

func advance(x, r, t, u []lane, alpha float64) float64 { return advanceGo(x, r, t, u, alpha) }

func scaleBlocks(to []float32, val []float64, src, col []int32, f []float64, i int) {
	scaleBlocksGo(to, val, src, col, f, i)
}
