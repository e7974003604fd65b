//go:build slow

package fit

const repeats = 100
