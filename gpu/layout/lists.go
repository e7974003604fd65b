package layout

import "gonum.org/v1/gonum/spatial/r3"

// lister has lists of numbers by key, in order of insertion, in compressed form.
type lister struct{ Start, Item []int32 }

// collect runs each twice: to count and to fill.
func collect(keys int, each func(add func(key, item int32))) lister {
	l := lister{Start: make([]int32, keys+1)}
	each(func(key, _ int32) { l.Start[key+1]++ })
	for k := range keys {
		l.Start[k+1] += l.Start[k]
	}
	l.Item = make([]int32, l.Start[keys])
	fill := append([]int32(nil), l.Start[:keys]...)
	each(func(key, item int32) {
		l.Item[fill[key]] = item
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

// Float4 rounds four numbers to single precision.
func Float4(a, b, c, d float64) [4]float32 {
	return [4]float32{float32(a), float32(b), float32(c), float32(d)}
}

// Split splits a vector into two of floats, whose sum has some 48 bits.
func Split(v r3.Vec) (hi, lo [4]float32) {
	for k, c := range [3]float64{v.X, v.Y, v.Z} {
		hi[k] = float32(c)
		lo[k] = float32(c - float64(hi[k]))
	}
	return hi, lo
}

// Joined is the inverse of Split.
func Joined(hi, lo [4]float32) r3.Vec {
	return r3.Vec{X: float64(hi[0]) + float64(lo[0]), Y: float64(hi[1]) + float64(lo[1]), Z: float64(hi[2]) +
		float64(lo[2])}
}

// collectPairs is collect for items of two numbers each; starts count items.
func collectPairs(keys int, each func(add func(key, a, b int32))) lister {
	l := lister{Start: make([]int32, keys+1)}
	each(func(key, _, _ int32) { l.Start[key+1]++ })
	for k := range keys {
		l.Start[k+1] += l.Start[k]
	}
	l.Item = make([]int32, 2*l.Start[keys])
	fill := append([]int32(nil), l.Start[:keys]...)
	each(func(key, a, b int32) {
		l.Item[2*fill[key]], l.Item[2*fill[key]+1] = a, b
		fill[key]++
	})
	return l
}

// append appends the keys of another list, of items with each numbers.
func (l *lister) append(each int, more lister) {
	from := int32(len(l.Item) / each)
	for _, s := range more.Start[1:] {
		l.Start = append(l.Start, from+s)
	}
	l.Item = append(l.Item, more.Item...)
}
