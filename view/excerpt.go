package view

import (
	"regexp"
	"strings"
)

// quoted matches a line of a file that an error quotes, and the line below that marks a place in it.
var quoted = regexp.MustCompile(`^ *[0-9]*\| ?`)

// Report formats an error for the window. Quoted lines keep their spaces, so that the mark is below its place.
func (u *UI) Report(text string) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		if !quoted.MatchString(lines[i]) {
			for _, l := range u.Font.Wrap(TextPlain, lines[i], u.width()) {
				u.row(TextPlain, l, ink)
			}
			continue
		}
		marks := ""
		if i+1 < len(lines) && quoted.MatchString(lines[i+1]) && strings.Trim(lines[i+1], " 0123456789|~^\t") == "" {
			marks = lines[i+1]
		}
		line, marks := excerpt(lines[i], marks, int(u.width()/u.Font.Width(TextMono, "0")))
		u.row(TextMono, line, faint)
		if marks != "" {
			u.row(TextMono, marks, accent)
			i++
		}
		u.y += u.px(gap / 2)
	}
	u.y += u.px(gap - 2)
}

// row is a line of text that is not wrapped.
func (u *UI) row(s Style, text string, c Colour) {
	u.letters(s, text, u.left(), u.y, c)
	u.y += u.Font.Height(s) + u.px(2)
}

// excerpt cuts a quoted line and its mark to a number of letters around the mark.
func excerpt(line, marks string, most int) (string, string) {
	a, b := []rune(strings.ReplaceAll(line, "\t", " ")), []rune(strings.ReplaceAll(marks, "\t", " "))
	if max(len(a), len(b)) <= most {
		return string(a), string(b)
	}
	pre := len([]rune(quoted.FindString(line)))
	room := max(most-pre, 1)
	from := 0
	if at := strings.IndexAny(string(b), "~^") - pre; at > room*3/4 {
		from = at - room/2
	}
	cut := func(r []rune, gap rune) string {
		head, body := r[:min(pre, len(r))], r[min(pre+from, len(r)):]
		out := append([]rune{}, head...)
		more := len(body) > room
		out = append(out, body[:min(room, len(body))]...)
		if more {
			out[len(out)-1] = gap
		}
		if from > 0 && len(out) > pre {
			out[pre] = gap
		}
		return string(out)
	}
	if b = []rune(cut(b, ' ')); strings.TrimSpace(marks) == "" {
		b = nil
	}
	return cut(a, '…'), strings.TrimRight(string(b), " ")
}
