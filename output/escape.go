package output

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escaper writes text to a terminal without the control characters that may stand in names, keys and paths: they
// could move the cursor, hide text or change colours. It writes them as \u001b, which JSON reads as the same.
type Escaper struct {
	W    io.Writer
	Err  error  // the first of W
	rest []byte // the beginning of a rune
}

func (e *Escaper) Write(b []byte) (int, error) {
	text := append(e.rest, b...)
	end := len(text)
	for k := 1; k < utf8.UTFMax && k <= len(text); k++ { // a rune may go on in the next call
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

// Escaped is a text with visible names for its control characters, line breaks and tabs aside.
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

// hidden tells control characters, those that change the direction of text, and bytes that are no text.
func hidden(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == utf8.RuneError)
}
