package output

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escaper is a writer for terminals that escapes control characters in names, keys and paths as \u001b. Unescaped they
// could move the cursor, hide text or change colours. In JSON the escaped text has the same value.
type Escaper struct {
	W    io.Writer
	Err  error  // first error of W
	rest []byte // incomplete rune at the end of the last call
}

func (e *Escaper) Write(b []byte) (int, error) {
	text := append(e.rest, b...)
	end := len(text)
	for k := 1; k < utf8.UTFMax && k <= len(text); k++ { // the last rune may be incomplete
		if c := text[len(text)-k:]; utf8.RuneStart(c[0]) {
			if !utf8.FullRune(c) {
				end -= k
			}
			break
		}
	}
	e.rest = append([]byte(nil), text[end:]...)
	if _, err := io.WriteString(e.W, Escaped(string(text[:end]))); err != nil {
		e.Err = cmp.Or(e.Err, err)
		return 0, err
	}
	return len(b), nil
}

// Escaped returns the text with control characters escaped, except line breaks and tabs.
func Escaped(text string) string {
	if !strings.ContainsFunc(text, hidden) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if hidden(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// hidden reports whether r is a control character, one that changes the direction of text, or not valid UTF-8.
func hidden(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == utf8.RuneError)
}
