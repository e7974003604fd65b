package fit

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"hysteron/fit/findings"
)

// Table is a file of measurements: comma-separated values with a unit in each column's name, and lines "# name = value
// unit" for values of the whole table. Semicolons or tabs are accepted as well, then with decimal commas. All numbers
// are in SI here.
//
//	# width = 100 mm
//	# mass = 1.43 g
//	weight [N], length [mm]
//	0, 100.3
//	1, 104.1
type Table struct {
	File    string
	Columns []Column
	Line    []int               // of each row in the file
	notes   map[string]noteLine // by name
	number  func(string) (float64, error)
	Head    int      // line of the header, with units
	bare    bool     // without a header
	unused  []string // unknown columns
	known   string   // names of columns and notes
}

// Column is a measured quantity.
type Column struct {
	Name, Unit string // as in the file
	V          []float64
}

type noteLine struct {
	text  string
	line  int
	again int // line of a repetition; 0: none
}

// TableError is an error with its place in a file of measurements.
type TableError struct {
	File string
	Line int // 1-based; 0: the whole file
	Text string
}

func (e *TableError) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text)
}

// Refused returns the error of a finding in a file; nil if there is none.
func Refused(file string, f *findings.Finding) error {
	if f == nil {
		return nil
	}
	return &TableError{file, f.Line, f.String()}
}

// Bounds of files of measurements.
const (
	MostTable   = 16 << 20 // bytes
	mostColumns = 64
)

// SpecimenNotes are names of lines "# name = value unit" that any table may have: of the specimen.
var SpecimenNotes = []string{"density", "thickness", "mass", "width", "length"}

// ReadTable reads measurements. Errors name file, and are *TableError. Each column must have one of the quantities of
// its name (see ParseUnit; "count" is a number without unit). Unknown columns are ignored. A line "# name = value unit"
// of another name than notes and SpecimenNotes is an error.
func ReadTable(file string, r io.Reader, want map[string][]string, notes ...string) (*Table, error) {
	t, err := ReadNotes(file, r, want, append(notes, SpecimenNotes...))
	if err == nil && t.bare {
		err = t.Fail(0, "no header: expected %s", ColumnsOf(want))
	}
	return t, err
}

// ReadNotes is ReadTable for files that may have no columns. All names of lines are those of notes; nil: any.
func ReadNotes(file string, r io.Reader, want map[string][]string, notes []string) (*Table, error) {
	t := &Table{File: file, notes: map[string]noteLine{}}
	data, err := io.ReadAll(io.LimitReader(r, MostTable+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(data) > MostTable {
		return nil, t.Fail(0, "more than %d bytes: expected a table of measurements", MostTable)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if err := t.readNotes(data, notes); err != nil {
		return nil, err
	}
	c, number, err := separated(file, data)
	if err != nil {
		return nil, err
	}
	c.ReuseRecord, t.number = true, number
	head, err := c.Read()
	if err == io.EOF {
		t.bare = true
		return t, nil
	} else if pe := (*csv.ParseError)(nil); errors.As(err, &pe) {
		line, text := misquoted(pe)
		return nil, t.Fail(line, "%s", cmp.Or(text, pe.Err.Error()))
	} else if err != nil {
		return nil, t.Fail(0, "no header: expected %s", ColumnsOf(want))
	}
	t.Head, t.known = lineOf(c, 0), ColumnsOf(want)
	var in []Unit
	var from []int
	if len(head) > mostColumns {
		return nil, t.Fail(lineOf(c, 0), "%d columns: expected at most %d", len(head), mostColumns)
	}
	for k, h := range head {
		name, u := TitleUnit(h)
		name = meant(name, func(name string) bool { return want[name] != nil })
		quantities, ok := want[name]
		if !ok {
			if h = strings.TrimSpace(h); h != "" {
				t.unused = append(t.unused, h)
			}
			continue
		}
		if t.Column(name) != nil {
			return nil, t.Fail(lineOf(c, k), "column %q stands twice", name)
		}
		parsed, err := columnUnit(u, quantities)
		if err != nil {
			return nil, t.Fail(lineOf(c, k), "column %q: %v", name, err)
		}
		t.Columns, in, from = append(t.Columns, Column{Name: name, Unit: u}), append(in, parsed), append(from, k)
	}
	for {
		row, err := c.Read()
		if err == io.EOF {
			break
		}
		var pe *csv.ParseError
		if errors.As(err, &pe) {
			if line, text := misquoted(pe); text != "" {
				return nil, t.Fail(line, "%s", text)
			}
			hint := ""
			if n := len(row); n > len(head) && n <= 2*len(head) { // whole numbers have no decimal commas
				hint = "; decimal commas go with semicolons between values"
			}
			return nil, t.Fail(pe.Line, "%v: expected %d values%s", pe.Err, len(head), hint)
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for i, k := range from {
			v, err := number(row[k])
			if way, ok := map[string]float64{"down": 0,
				"up": 1}[strings.ToLower(strings.TrimSpace(row[k]))]; t.Columns[i].Name == "way" {
				if !ok {
					return nil, t.Fail(lineOf(c, k), "way = %q: expected down or up", row[k])
				}
				v, err = way, nil
			}
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, t.Fail(lineOf(c, k), "%s = %q: expected a number", t.Columns[i].Name, row[k])
			}
			t.Columns[i].V = append(t.Columns[i].V, v*in[i].SI)
		}
		t.Line = append(t.Line, lineOf(c, 0))
	}
	return t, nil
}

// Unused returns findings about unknown columns.
func (t *Table) Unused() findings.List {
	if len(t.unused) == 0 {
		return nil
	}
	return findings.List{findings.NewWarning(t.Head, findings.NotUsed, strings.Join(t.unused, ", "), t.known)}
}

// columnUnit is ParseUnit for a column or a line, where a ratio has a unit: "elongation = 2" may be 2 % or 200 %.
func columnUnit(name string, quantities []string) (Unit, error) {
	name = strings.TrimSpace(name)
	switch {
	case slices.Contains(quantities, "count") && (name == "" || name == "1"):
		return Unit{"count", 1}, nil
	case slices.Contains(quantities, "number") && name == "":
		return Unit{}, errors.New("expected a unit, % (or 1, of a ratio)")
	}
	return ParseUnit(name, quantities...)
}

// lineOf returns the line of the last field that was read.
func lineOf(c *csv.Reader, field int) int {
	line, _ := c.FieldPos(field)
	return line
}

// quantity matches a number and a unit, if any; no date and no time of day.
var quantity = regexp.MustCompile(`^[-+]?[\d.,]*\d[\d.,]*(e[-+]?\d+)?\s*([\pL%°][^\s]*)?$`)

// readNotes reads lines "# name = value". Those of other names than known are remarks, and errors if they have a number
// with a unit: a misspelt line would be read as a missing one.
func (t *Table) readNotes(data []byte, known []string) error {
	s := bufio.NewScanner(bytes.NewReader(data))
	s.Buffer(nil, MostTable)
	for line := 1; s.Scan(); line++ {
		text, ok := strings.CutPrefix(s.Text(), "#")
		if !ok {
			continue
		}
		if name, value, ok := strings.Cut(text, "="); ok {
			name, value = meant(strings.TrimSpace(name), func(name string) bool { return slices.Contains(known, name) }),
				strings.TrimSpace(value)
			if known != nil && !slices.Contains(known, name) && quantity.MatchString(strings.ToLower(value)) {
				return t.Fail(line, "no line %q here: expected %s; a remark is written without =", name,
					strings.Join(slices.Compact(slices.Sorted(slices.Values(known))), ", "))
			}
			n, twice := t.notes[name]
			if !twice {
				n = noteLine{text: value, line: line}
			} else if n.again == 0 {
				n.again = line
			}
			t.notes[name] = n
		}
	}
	return s.Err()
}

// Fail returns an error about a line of the file; 0: about all of it.
func (t *Table) Fail(line int, format string, args ...any) error {
	return &TableError{t.File, line, fmt.Sprintf(format, args...)}
}

// Column returns a column in SI units, or nil.
func (t *Table) Column(name string) []float64 {
	for _, c := range t.Columns {
		if c.Name == name {
			if c.V == nil {
				return []float64{}
			}
			return c.V
		}
	}
	return nil
}

// Need returns a column, or an error if it is missing.
func (t *Table) Need(name, example string) ([]float64, error) {
	if v := t.Column(name); v != nil {
		return v, nil
	}
	return nil, t.Fail(t.Head, "no column %q in the header: expected for example %q", name, example)
}

// Note returns the value of a line "# name = value unit". ok is false if there is none.
func (t *Table) Note(name string, quantities ...string) (v float64, ok bool, err error) {
	n, ok := t.notes[name]
	if !ok {
		return 0, false, nil
	}
	if n.again > 0 {
		return 0, false, t.Fail(n.again, "%s stands in line %d as well: expected it once", name, n.line)
	}
	number, u, _ := strings.Cut(n.text, " ")
	v, err = t.number(number)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		hint := ""
		if strings.Contains(number, ",") {
			hint = "; decimal commas go with semicolons between values"
		}
		return 0, false, t.Fail(n.line, "%s = %q: expected a number and a unit%s", name, n.text, hint)
	}
	parsed, err := columnUnit(u, quantities)
	if err != nil {
		return 0, false, t.Fail(n.line, "%s = %s: %v", name, n.text, err)
	}
	return v * parsed.SI, true, nil
}

// Text returns the text of a line "# name = text" and its line number; 0 if there is none.
func (t *Table) Text(name string) (text string, line int) {
	return t.notes[name].text, t.notes[name].line
}

// Positive is Note for a required positive value.
func (t *Table) Positive(name, example string, quantities ...string) (float64, error) {
	v, ok, err := t.Note(name, quantities...)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, t.Fail(0, "nothing says %s: expected a line \"# %s = %s\"", name, name, example)
	}
	if !(v > 0) {
		return 0, t.Fail(t.notes[name].line, "%s = %s: expected more than zero", name, t.notes[name].text)
	}
	return v, nil
}

// readTo returns an error of reading from a line "# name = value unit", or the usual one.
func (t *Table) readTo(name string, usual float64, example, quantity string) (float64, error) {
	if t.notes[name].line == 0 {
		return usual, nil
	}
	return t.Positive(name, example, quantity)
}

// PerMass returns the factor that converts a column to newtons: gravity if the file has masses.
func (t *Table) PerMass(column string) float64 {
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Name == column {
			if u, _ := ParseUnit(c.Unit, "force", "mass"); u.Quantity == "mass" {
				return standardGravity
			}
		}
	}
	return 1
}
