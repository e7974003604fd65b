package report

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Table is rows of texts below a header.
type Table struct {
	Caption string
	Head    []string
	Rows    [][]string
	Mood    []Mood // of the rows; nil: all Plain
}

// Mood is the emphasis of a text.
type Mood string

// Moods.
const (
	Plain Mood = ""
	Good  Mood = "good"
	Bad   Mood = "bad"
	Faint Mood = "faint"
)

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// numbers returns for each column whether it holds numbers, which are right-aligned.
func (t *Table) numbers() []bool {
	right := make([]bool, len(t.Head))
	for k := range right {
		some := false
		for _, row := range t.Rows {
			s := strings.TrimLeft(row[k], "+-−≥≤<∞ ")
			switch {
			case s == "" || s == "–":
			case s[0] >= '0' && s[0] <= '9', strings.HasPrefix(s, "NaN"), strings.HasPrefix(s, "Inf"):
				some = true
			default:
				s = "no number"
			}
			if right[k] = some; s == "no number" {
				right[k] = false
				break
			}
		}
	}
	return right
}

// WriteText writes the table with aligned columns.
func (t *Table) WriteText(w io.Writer) error {
	all := append([][]string{t.Head}, t.Rows...)
	wide := make([]int, len(t.Head))
	for _, row := range all {
		for k, s := range row {
			wide[k] = max(wide[k], utf8.RuneCountInString(s))
		}
	}
	right := t.numbers()
	var b strings.Builder
	for _, row := range all {
		var line strings.Builder
		for k, s := range row {
			pad := strings.Repeat(" ", wide[k]-utf8.RuneCountInString(s))
			if right[k] {
				s, pad = pad+s, ""
			}
			line.WriteString(s + pad + "  ")
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Markdown returns the table for a page of documentation.
func (t *Table) Markdown() string {
	rows := append([][]string{t.Head, slices.Repeat([]string{"---"}, len(t.Head))}, t.Rows...)
	text := ""
	for _, row := range rows {
		text += "| " + strings.Join(row, " | ") + " |\n"
	}
	return text
}
