package param

import (
	"errors"
	"fmt"
	"strings"
)

// InputError is an error in the user's input, as opposed to a failing run: a scene or fabric file, an override, an
// option, or a file named by these. Commands exit with status 2 on it.
type InputError struct {
	File     string // as given by the user; built-in files are named "built-in …"
	Line     int    // 1-based, 0 if the error has no position in the file
	Column   int    // 1-based, in bytes
	Key      string // such as garment.0.edge_length_m, may be empty
	Override string // the override that set the key, instead of Line and Column
	Text     string // what is wrong and what was expected
	Source   string // the line of the file
	Width    int    // bytes to underline from Column
	Err      error  // the cause, if another package reported it
}

// Error returns "file:line:column: key: text", followed by the line with the position underlined.
func (e *InputError) Error() string {
	var b strings.Builder
	if place := e.Place(); place != "" {
		b.WriteString(place + ": ")
	}
	b.WriteString(cut(e.Text, maxText))
	if e.Line > 0 && e.Source != "" {
		number, line, at := fmt.Sprint(e.Line), e.Source, e.Column-1
		if before := at - maxSource/2; before > 0 {
			line, at = "…"+strings.ToValidUTF8(line[min(before, len(line)):], ""), at-before+len("…")
		}
		indent := []byte(strings.Repeat(" ", at))
		for i := range indent {
			if i < len(line) && line[i] == '\t' {
				indent[i] = '\t'
			}
		}
		width := max(1, min(e.Width, maxSource-at))
		fmt.Fprintf(&b, "\n%s| %s\n%s| %s%s", number, cut(line, maxSource), strings.Repeat(" ", len(number)), indent,
			strings.Repeat("~", width))
	}
	return b.String()
}

// Bytes shown of a text, and of the line around a position.
const (
	maxText   = 2000
	maxSource = 160
)

// cut shortens text to about n bytes.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + "…"
}

// Place returns the source of the error: file or override, and key.
func (e *InputError) Place() string {
	var parts []string
	switch {
	case e.Override != "":
		parts = append(parts, "--set "+cut(e.Override, maxSource))
	case e.Line > 0:
		parts = append(parts, fmt.Sprintf("%s:%d:%d", e.File, e.Line, e.Column))
	case e.File != "":
		parts = append(parts, e.File)
	}
	if e.Key != "" {
		parts = append(parts, cut(e.Key, maxSource))
	}
	return strings.Join(parts, ": ")
}

// Unwrap returns the cause.
func (e *InputError) Unwrap() error { return e.Err }

// IsInputError reports whether err is caused by the user's input.
func IsInputError(err error) bool {
	var e *InputError
	return errors.As(err, &e)
}

// Wrong returns an input error with the text of err.
func Wrong(err error) error {
	if IsInputError(err) {
		return err
	}
	return &InputError{Text: err.Error(), Err: err}
}
