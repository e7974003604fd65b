//go:build !slow

package fit

// repeats of tests of intervals; -tags slow does 100.
const repeats = 20
