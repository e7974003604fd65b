package scenes

import "strings"

// SourceWanted is the error text about an invalid source of numbers.
const SourceWanted = `%q: expected text that starts with "measured: " or "assumed: "`

// Sourced reports whether a text names the source of numbers: where they were measured, or why they are assumed.
func Sourced(text string) bool {
	return strings.HasPrefix(text, "measured: ") || strings.HasPrefix(text, "assumed: ")
}
