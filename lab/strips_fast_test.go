//go:build !slow

package lab

// stripRepeats of tests of intervals, and how many must hold the truth: of 5 that hold it with 95 %, fewer than 3 do
// once in 800. -tags slow does a hundred and asks for 90.
const stripRepeats, stripHolding = 5, 3

// stripFabrics are those that hang; -tags slow hangs all.
var stripFabrics = []string{"cotton", "doublecloth", stiff}
