//go:build slow

package instruments

// repeats of tests of intervals, and how many intervals must hold the truth.
const repeats, holding = 100, 90
