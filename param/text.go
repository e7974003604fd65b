package param

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// UTF16 returns an error text if data begin as UTF-16, else an empty one.
func UTF16(data []byte) (why string) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return "text in UTF-16: save it as UTF-8"
	}
	return ""
}

// NotUTF8 returns the position where text is not UTF-8, and its likely encoding; −1 and empty text if it is UTF-8.
func NotUTF8(data []byte) (at int, why string) {
	if why = UTF16(data); why != "" {
		return 0, why
	}
	for at < len(data) {
		r, n := utf8.DecodeRune(data[at:])
		if r != utf8.RuneError || n > 1 {
			at += n
			continue
		}
		b := data[at]
		if bytes.IndexByte(data, 0) >= 0 || !unicode.IsPrint(rune(b)) {
			return at, fmt.Sprintf("the byte %#x is no UTF-8 text: save the file as UTF-8", b)
		}
		return at, fmt.Sprintf("the byte %#x is no UTF-8 text, and %q in Latin-1 (Windows-1252): save the file as UTF-8", b,
			rune(b))
	}
	return -1, ""
}
