// Package findings holds what can speak against a measured table.
//
// Four detectors find it: a number outside of its range (Range), a studentised residual of a fit that was found
// without the reading (Regression), serial correlation of residuals where a law misses the shape (Autocorrelation),
// and rows that are not in the order of measurement (OrderOfWeights). They return a Finding; texts has its words.
package findings

import "fmt"

// Severity says what a finding does to a fit.
type Severity int

const (
	Note    Severity = iota // something to know
	Warning                 // the numbers may be wrong
	Refusal                 // there are none
)

// Finding is one thing that speaks against a table.
type Finding struct {
	Line     int // of the file; 0: of the whole table
	Kind     Kind
	Severity Severity
	Values   []any // what the text of its kind quotes, in order
}

// New makes a finding of a kind.
func New(line int, kind Kind, severity Severity, values ...any) *Finding {
	return &Finding{line, kind, severity, values}
}

// String is the text: what is wrong, what was expected, the likely cause. nil has none.
func (f *Finding) String() string {
	if f == nil {
		return ""
	}
	return fmt.Sprintf(texts[f.Kind], f.Values...)
}

// Located is the text behind its line.
func (f *Finding) Located() string {
	if f == nil || f.Line == 0 {
		return f.String()
	}
	return fmt.Sprintf("line %d: %s", f.Line, f)
}
