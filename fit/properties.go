package fit

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// properties is a sheet of characteristic values: rows of property, value along the warp, value along the weft, or one value of
// both. The unit stands in brackets behind the property, else it is the usual one. All values are in SI here.
type properties struct {
	file  string
	lines map[string]int
	v     map[string][2]float64
}

// known is what a property may be measured in.
type known struct {
	quantities []string
	usual      string // its unit where the sheet names none; "-": it must
}

func readProperties(file string, r io.Reader, of map[string]known) (*properties, error) {
	p := &properties{file, map[string]int{}, map[string][2]float64{}}
	data, err := io.ReadAll(io.LimitReader(r, MostTable+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(data) > MostTable {
		return nil, p.fail("", "more than %d bytes: expected a sheet of characteristic values", MostTable)
	}
	c, number := separated(data)
	c.FieldsPerRecord = -1
	for {
		row, err := c.Read()
		if err == io.EOF {
			break
		}
		var pe *csv.ParseError
		if errors.As(err, &pe) {
			return nil, &TableError{file, pe.Line, pe.Err.Error()}
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if err := p.take(row, lineOf(c, 0), of, number); err != nil {
			return nil, err
		}
	}
	if len(p.lines) == 0 {
		return nil, p.fail("", "no known property: expected rows such as %q", "W [g/m2], 143")
	}
	return p, nil
}

// take reads a row.
func (p *properties) take(row []string, line int, of map[string]known, number func(string) (float64, error)) error {
	name, text, _ := strings.Cut(strings.TrimSpace(row[0]), "[")
	name = strings.ToLower(strings.TrimSpace(name))
	is, ok := of[name]
	if !ok {
		return nil // a header, or a property that says nothing here
	}
	fail := func(format string, args ...any) error {
		return &TableError{p.file, line, strings.ToUpper(name) + ": " + fmt.Sprintf(format, args...)}
	}
	if p.lines[name] > 0 {
		return fail("stands in line %d as well", p.lines[name])
	}
	p.lines[name] = line
	if text = strings.TrimSuffix(strings.TrimSpace(text), "]"); text == "" {
		text = is.usual
	}
	if text == "-" {
		return fail("no unit: expected one of %s; places of a slider say nothing by themselves", strings.TrimPrefix(namesOf(is.quantities), "one of "))
	}
	u, err := parseUnit(text, is.quantities...)
	if err != nil {
		return fail("%v", err)
	}
	var v []float64
	for _, cell := range row[1:] {
		if cell = strings.TrimSpace(cell); cell == "" {
			continue
		}
		x, err := number(cell)
		if err != nil || !(x >= 0) || math.IsInf(x, 0) {
			return fail("%q: expected a number ≥ 0", cell)
		}
		v = append(v, x*u.si)
	}
	switch len(v) {
	case 1:
		v = append(v, v[0])
	case 2:
	default:
		return fail("%d values: expected one of the warp and one of the weft", len(v))
	}
	p.v[name] = [2]float64(v)
	return nil
}

func (p *properties) fail(property, format string, args ...any) error {
	return &TableError{p.file, p.lines[property], fmt.Sprintf(format, args...)}
}

// separated reads what laboratories write: values between commas, semicolons or tabs, whichever the first line that is no note has;
// with the latter two decimal commas, too.
func separated(data []byte) (c *csv.Reader, number func(string) (float64, error)) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	comma := ','
	for _, line := range bytes.Split(data, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		switch {
		case bytes.ContainsRune(line, ';'):
			comma = ';'
		case bytes.ContainsRune(line, '\t'):
			comma = '\t'
		}
		break
	}
	c = csv.NewReader(bytes.NewReader(data))
	c.Comma, c.Comment, c.TrimLeadingSpace = comma, '#', comma != '\t'
	return c, func(s string) (float64, error) {
		s = strings.TrimSpace(s)
		if comma != ',' && !strings.Contains(s, ".") {
			s = strings.Replace(s, ",", ".", 1)
		}
		return strconv.ParseFloat(s, 64)
	}
}
