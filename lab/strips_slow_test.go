//go:build slow

package lab

// stripRepeats of tests of intervals, and how many must hold the truth.
const stripRepeats, stripHolding = 100, 90

// stripFabrics are those that hang.
var stripFabrics = []string{"cotton", "spandex", "polyester", "felt", "doublecloth", "paper", "silk", stiff}
