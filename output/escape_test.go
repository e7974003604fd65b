package output

import (
	"bytes"
	"testing"
)

// A rune may come in pieces, and JSON stays what it is.
func TestEscaper(t *testing.T) {
	var whole bytes.Buffer
	text := "a é \u009b \u202e \x7f \xff €\n\t😀"
	(&Escaper{W: &whole}).Write([]byte(text))
	if want := "a é \\u009b \\u202e \\u007f \\ufffd €\n\t😀"; whole.String() != want {
		t.Errorf("%q, expected %q", whole.String(), want)
	}
	var pieces bytes.Buffer
	e := &Escaper{W: &pieces}
	for i := range len(text) {
		if n, err := e.Write([]byte{text[i]}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if pieces.String() != whole.String() {
		t.Errorf("in pieces %q, expected %q", pieces.String(), whole.String())
	}
}
