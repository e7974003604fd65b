package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// escaper writes text to a terminal without the control characters that may stand in names, keys and paths: they
// could move the cursor, hide text or change colours. It writes them as \u001b, which JSON reads as the same.
type escaper struct {
	w    io.Writer
	rest []byte // the beginning of a rune
	err  error  // the first of w
}

func (e *escaper) Write(b []byte) (int, error) {
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
	if _, err := io.WriteString(e.w, escaped(string(text[:end]))); err != nil {
		e.err = cmp.Or(e.err, err)
		return 0, err
	}
	return len(b), nil
}

// escaped is a text with visible names for its control characters, line breaks and tabs aside.
func escaped(text string) string {
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
