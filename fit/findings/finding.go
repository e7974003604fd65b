// Package findings holds what can speak against a measured table.
//
// Three detectors find it: a number out of its range (Range), the studentised residual of a reading by a fit of all
// others (Regression, Deleted), and serial correlation of residuals where a law misses the shape (Autocorrelation).
// Units that change on the way are found by a likelihood ratio (WrongLoop) and by pairs of readings that one cloth
// cannot have (Apart), an order of rows that nobody measures in by OrderOfWeights. Each returns a Finding; texts has
// its words.
package findings

import (
	"fmt"
	"slices"
	"strings"
)

// Severity is what a finding does to a fit.
type Severity int

const (
	Note    Severity = iota // the intervals do not know of it
	Warning                 // the numbers may be wrong
	Refusal                 // there are none
)

// Finding is one thing that speaks against a table.
type Finding struct {
	Of       string // part or table, where there are several
	Line     int    // of the file; 0: of the whole table
	Kind     Kind
	Severity Severity
	Values   []any // what the text of its kind quotes, in order
}

// Tell makes a note about a whole table.
func Tell(kind Kind, values ...any) *Finding {
	return &Finding{Kind: kind, Values: values}
}

// Warn makes a warning about a line.
func Warn(line int, kind Kind, values ...any) *Finding {
	return &Finding{Line: line, Kind: kind, Severity: Warning, Values: values}
}

// Refuse makes a refusal.
func Refuse(line int, kind Kind, values ...any) *Finding {
	return &Finding{Line: line, Kind: kind, Severity: Refusal, Values: values}
}

// Mild is a finding as a warning, whatever it is by its kind.
func (f *Finding) Mild() *Finding {
	if f != nil {
		f.Severity = Warning
	}
	return f
}

// String is the text: what is wrong, what was expected, the likely cause. nil has none.
func (f *Finding) String() string {
	if f == nil {
		return ""
	}
	return fmt.Sprintf(texts[f.Kind], f.Values...)
}

// Located is the text behind what it is of and its line.
func (f *Finding) Located() string {
	if f == nil {
		return ""
	}
	says := f.String()
	if f.Line > 0 {
		says = fmt.Sprintf("line %d: %s", f.Line, says)
	}
	if f.Of != "" {
		says = f.Of + ": " + says
	}
	return says
}

// MarshalText writes a finding as its located text.
func (f *Finding) MarshalText() ([]byte, error) { return []byte(f.Located()), nil }

// List is all that speaks against a table.
type List []*Finding

// Add appends findings but for nil.
func (l *List) Add(more ...*Finding) {
	for _, f := range more {
		if f != nil {
			*l = append(*l, f)
		}
	}
}

// Refusal is the first refusal; nil: none.
func (l List) Refusal() *Finding {
	if i := slices.IndexFunc(l, func(f *Finding) bool { return f.Severity == Refusal }); i >= 0 {
		return l[i]
	}
	return nil
}

// About are findings of a part or a table.
func (l List) About(of string) (named List) {
	for _, f := range l {
		g := *f
		g.Of = of
		named = append(named, &g)
	}
	return named
}

// Lines are the located texts.
func (l List) Lines() (says []string) {
	for _, f := range l {
		says = append(says, f.Located())
	}
	return says
}

// String is the list in one line.
func (l List) String() string { return strings.Join(l.Lines(), "; ") }
