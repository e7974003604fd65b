package linalg

// Small dense matrices for the levels of a [RigidAMG]. Rows have six numbers, zero-padded to eight: the width of an
// AVX2 register in single precision.

// mulAddEightGo is the portable twin of mulAddEightAVX2.
func mulAddEightGo(out, a []float64, b []float32, size, stride int) {
	for i := range size {
		o := (*[8]float64)(out[8*i:])
		for k, s := range a[stride*i : stride*i+size] {
			v := (*[8]float32)(b[8*k:])
			for e := range 6 {
				o[e] += s * float64(v[e])
			}
		}
	}
}

// crossAddEightGo is the portable twin of crossAddEightAVX2.
func crossAddEightGo(out []float64, p []float32, q []float64, size int) {
	for s := range size {
		w := (*[8]float64)(q[8*s:])
		for e, f := range p[8*s : 8*s+6] {
			o, g := (*[8]float64)(out[8*e:]), float64(f)
			for c := range 6 {
				o[c] += g * w[c]
			}
		}
	}
}

// gatherEightGo is the portable twin of gatherEightAVX2.
func gatherEightGo(out *[8]float32, p, r []float32, places, of []int32, pStride, rStride int) {
	for _, k := range places {
		b, f := (*[24]float32)(p[pStride*int(k):]), (*[3]float32)(r[rStride*int(of[k]):])
		for e := range 6 {
			out[e] += b[e]*f[0] + b[8+e]*f[1] + b[16+e]*f[2]
		}
	}
}

// spreadEightGo is the portable twin of spreadEightAVX2.
func spreadEightGo(out *[4]float32, p, z []float32, col []int32, pStride int) {
	*out = [4]float32{}
	for k, v := range col {
		b, f := (*[24]float32)(p[pStride*k:]), (*[8]float32)(z[8*int(v):])
		for e := range 6 {
			out[0] += b[e] * f[e]
			out[1] += b[8+e] * f[e]
			out[2] += b[16+e] * f[e]
		}
	}
}
