//go:build slow

package lab

// stripRepeats of tests of intervals, and how many must hold the truth.
const stripRepeats, stripHolding = 100, 90
