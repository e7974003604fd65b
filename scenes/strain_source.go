package scenes

import "strings"

// SourceWanted is the error about a source that is not sourced.
const SourceWanted = `%q: expected text that starts with "measured: " or "assumed: "`

// Sourced reports whether a text says where numbers are from: measured where, or assumed why.
func Sourced(text string) bool {
	return strings.HasPrefix(text, "measured: ") || strings.HasPrefix(text, "assumed: ")
}
