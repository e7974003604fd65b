package param

import (
	"fmt"
	"regexp"
	"strings"
)

// unclosed returns an error at the bracket or quotes that are opened and not closed before the position of a syntax
// error: decoders report only that position, lines later. It is nil for other mistakes.
func (d *Document) unclosed(line, column int) *InputError {
	if line < 1 || line > len(d.starts) {
		return nil
	}
	start := d.starts[line-1]
	end := start + len(d.line(line))
	at, before := min(start+max(column, 1)-1, end), ""
	switch {
	case at >= len(d.text)-1 || strings.TrimSpace(d.text[at:]) == "": // the last byte: decoders report it for the end
		at, before = len(d.text), "the file ends"
	case strings.TrimSpace(d.text[at:end]) == "":
		before = "its line ends"
	case keyed.MatchString(d.line(line)):
		at, before = start, fmt.Sprintf("line %d, which has another key", line)
	}
	from, closing := d.open(at)
	if before == "" || closing == "" || before == "its line ends" && closing == "]" { // the mistake is within the list
		return nil
	}
	what := map[string]string{"]": "list", "}": "table"}[closing]
	if what == "" {
		what = "text"
	}
	e := &InputError{File: d.File, Text: fmt.Sprintf("the %s that begins here is not closed before %s: expected %s", what,
		before, closing)}
	e.Line = 1 + strings.Count(d.text[:from], "\n")
	e.Column, e.Width = from-d.starts[e.Line-1]+1, 1
	e.Source = d.line(e.Line)
	return e
}

// keyed matches a line that sets a key, or begins a table.
var keyed = regexp.MustCompile(`^\s*([A-Za-z0-9_."-]+\s*=|\[\[?[A-Za-z][A-Za-z0-9_.-]*\]\]?\s*(#.*)?$)`)

// noValue reports whether a value is expected at a position, after a key.
func (d *Document) noValue(line, column int) bool {
	before := d.line(line)
	return strings.HasSuffix(strings.TrimSpace(before[:min(max(column-1, 0), len(before))]), "=")
}

// open returns the bracket or the quotes around a position, and what closes it; empty if there is none.
func (d *Document) open(at int) (from int, closing string) {
	type bracket struct {
		from    int
		closing string
	}
	var stack []bracket
	fresh := true // the line is empty so far
	for i := 0; i < at; {
		rest := d.text[i:at]
		length := 1
		switch c := rest[0]; c {
		case '\n':
			fresh, i = true, i+1
			continue
		case ' ', '\t', '\r':
			i++
			continue
		case '#':
			length = lineOf(rest)
		case '"', '\'':
			quotes := strings.Repeat(string(c), 3)
			if !strings.HasPrefix(rest, quotes) {
				length = quoted(rest, rest[:1])
			} else if length = quoted(rest, quotes); length < 0 {
				return i, quotes
			}
			if length < 0 {
				return i, rest[:1] // decoders stop at the end of the line
			}
		case '[':
			if fresh && len(stack) == 0 { // the header of a table
				length = lineOf(rest)
				break
			}
			stack = append(stack, bracket{i, "]"})
		case '{':
			stack = append(stack, bracket{i, "}"})
		case ']', '}':
			stack = stack[:max(0, len(stack)-1)]
		}
		fresh = false
		i += length
	}
	if n := len(stack); n > 0 {
		return stack[n-1].from, stack[n-1].closing
	}
	return 0, ""
}

// lineOf returns the length of the rest of a line.
func lineOf(text string) int {
	if k := strings.IndexByte(text, '\n'); k >= 0 {
		return k
	}
	return len(text)
}

// quoted returns the length of a text that begins with these quotes; −1 if they are not closed, a single quote on its
// line.
func quoted(text, quotes string) int {
	for i := len(quotes); i < len(text); i++ {
		switch {
		case text[i] == '\\' && quotes[0] == '"':
			i++
		case text[i] == '\n' && len(quotes) == 1:
			return -1
		case strings.HasPrefix(text[i:], quotes):
			return i + len(quotes)
		}
	}
	return -1
}
