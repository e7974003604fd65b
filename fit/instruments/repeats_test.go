//go:build !slow

package instruments

// repeats of tests of intervals, and how many intervals must hold the truth: of 20 that hold it with 95 % each,
// fewer than 15 do once in 3,000. -tags slow does a hundred and asks for 90.
const repeats, holding = 20, 15
