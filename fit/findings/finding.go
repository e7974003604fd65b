// Package findings detects faults of measured tables.
//
// There are three detectors: a number out of its range (Range), the leave-one-out studentised residual of a reading
// (Regression, Deleted), and serial correlation of residuals, where a law misses the shape of a curve
// (Autocorrelation). A change of unit within a table is found by a likelihood ratio (WrongLoop), and by pairs of
// readings that contradict each other (Apart); an impossible order of rows by OrderOfWeights. Each returns a Finding,
// whose text is in texts.
package findings

import (
	"fmt"
	"slices"
	"strings"
)

// Severity is the effect of a finding on a fit.
type Severity int

const (
	Note    Severity = iota // the intervals do not include it
	Warning                 // the numbers may be wrong
	Refusal                 // there is no fit
)

// Finding is one fault of a table.
type Finding struct {
	Of       string // part or table, if there are several
	Line     int    // of the file; 0: the whole table
	Kind     Kind
	Severity Severity
	Values   []any // arguments of the text of its kind
}

// NewNote returns a note about a whole table.
func NewNote(kind Kind, values ...any) *Finding {
	return &Finding{Kind: kind, Values: values}
}

// NewWarning returns a warning about a line.
func NewWarning(line int, kind Kind, values ...any) *Finding {
	return &Finding{Line: line, Kind: kind, Severity: Warning, Values: values}
}

// NewRefusal returns a refusal.
func NewRefusal(line int, kind Kind, values ...any) *Finding {
	return &Finding{Line: line, Kind: kind, Severity: Refusal, Values: values}
}

// Mild returns the finding as a warning, whatever its kind.
func (f *Finding) Mild() *Finding {
	if f != nil {
		f.Severity = Warning
	}
	return f
}

// String returns the text: the fault, what was expected, the likely cause. It is empty for nil.
func (f *Finding) String() string {
	if f == nil {
		return ""
	}
	return fmt.Sprintf(texts[f.Kind], f.Values...)
}

// Located returns the text with the part and the line.
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

// MarshalText returns the located text.
func (f *Finding) MarshalText() ([]byte, error) { return []byte(f.Located()), nil }

// List is the findings of a table.
type List []*Finding

// Add appends findings, except nil.
func (l *List) Add(more ...*Finding) {
	for _, f := range more {
		if f != nil {
			*l = append(*l, f)
		}
	}
}

// Refusal returns the first refusal, or nil.
func (l List) Refusal() *Finding {
	if i := slices.IndexFunc(l, func(f *Finding) bool { return f.Severity == Refusal }); i >= 0 {
		return l[i]
	}
	return nil
}

// About returns the findings of a part or a table.
func (l List) About(of string) (named List) {
	for _, f := range l {
		g := *f
		g.Of = of
		named = append(named, &g)
	}
	return named
}

// Lines returns the located texts.
func (l List) Lines() (says []string) {
	for _, f := range l {
		says = append(says, f.Located())
	}
	return says
}

// String returns the list in one line.
func (l List) String() string { return strings.Join(l.Lines(), "; ") }
