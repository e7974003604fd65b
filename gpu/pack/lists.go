package pack

import "gonum.org/v1/gonum/spatial/r3"

// lister collects numbers under keys, in the order of their coming.
type lister struct{ start, item []int32 }

// collect calls each twice: to count, then to fill.
func collect(keys int, each func(add func(key, item int32))) lister {
	l := lister{start: make([]int32, keys+1)}
	each(func(key, _ int32) { l.start[key+1]++ })
	for k := range keys {
		l.start[k+1] += l.start[k]
	}
	l.item = make([]int32, l.start[keys])
	fill := append([]int32(nil), l.start[:keys]...)
	each(func(key, item int32) {
		l.item[fill[key]] = item
		fill[key]++
	})
	return l
}

func iota32(n int) []int32 {
	s := make([]int32, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

// Float4 rounds four numbers.
func Float4(a, b, c, d float64) [4]float32 {
	return [4]float32{float32(a), float32(b), float32(c), float32(d)}
}

// Split splits a vector into two of floats whose sum has some 48 bits of it.
func Split(v r3.Vec) (hi, lo [4]float32) {
	for k, c := range [3]float64{v.X, v.Y, v.Z} {
		hi[k] = float32(c)
		lo[k] = float32(c - float64(hi[k]))
	}
	return hi, lo
}

// Joined is the inverse of Split.
func Joined(hi, lo [4]float32) r3.Vec {
	return r3.Vec{X: float64(hi[0]) + float64(lo[0]), Y: float64(hi[1]) + float64(lo[1]), Z: float64(hi[2]) + float64(lo[2])}
}
