//go:build !amd64

package linalg

func mulAddEight(out, a []float64, b []float32, size, stride int) {
	mulAddEightGo(out, a, b, size, stride)
}

func crossAddEight(out []float64, p []float32, q []float64, size int) {
	crossAddEightGo(out, p, q, size)
}

func gatherEight(out *[8]float32, p, r []float32, places, of []int32, pStride, rStride int) {
	gatherEightGo(out, p, r, places, of, pStride, rStride)
}

func spreadEight(out *[4]float32, p, z []float32, col []int32, pStride int) {
	spreadEightGo(out, p, z, col, pStride)
}
