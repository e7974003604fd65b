package fit

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hysteron/fit/findings"
)

// properties is a sheet of characteristic values: rows of property, value along the warp, value along the weft, or one
// value of both, behind which the row ends. A header "property, …" names other columns: warp, weft, mean (of both,
// where a row has nothing else); a cell that is empty below it is not measured. The unit stands in brackets behind the
// property or in a column "unit", else it is the usual one. All values are in SI here.
type properties struct {
	file    string
	lines   map[string]int
	v       map[string][2]float64
	notes   []string           // what of the sheet is not used
	columns []string           // what stands behind the property
	named   bool               // by a header
	zero    []string           // values of zero: property and direction
	absent  map[string][2]bool // directions that a row has no value of
	commas  bool               // between values, so that there are no decimal ones
	across  string             // properties that stand beside each other, and where
}

// known is what a property may be measured in.
type known struct {
	quantities []string
	usual      string // its unit where the sheet names none; "-": it must
}

// aliases are other names that laboratories print.
var aliases = map[string]string{"em": "emt", "to": "t0", "tm": "t"}

// undirected have no warp and weft; of shear these are alike, and one value is of both.
var (
	undirected = []string{"w", "t", "t0", "t2", "density", "thickness", "friction", "stretch-warp", "stretch-weft",
		"bending-warp", "bending-weft"}
	biased  = []string{"eb5", "shear"}
	sheared = []string{"g", "2hg", "2hg5"}
)

func readProperties(file string, r io.Reader, of map[string]known) (*properties, error) {
	p := &properties{file: file, lines: map[string]int{}, v: map[string][2]float64{}, absent: map[string][2]bool{},
		columns: []string{"warp", "weft"}}
	var skipped []string
	data, err := io.ReadAll(io.LimitReader(r, MostTable+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(data) > MostTable {
		return nil, p.fail("", "more than %d bytes: expected a sheet of characteristic values", MostTable)
	}
	c, number := separated(data)
	c.FieldsPerRecord, p.commas = -1, c.Comma == ','
	for {
		row, err := c.Read()
		if err == io.EOF {
			break
		}
		var pe *csv.ParseError
		if errors.As(err, &pe) {
			line, text := misquoted(pe)
			return nil, &TableError{file, line, cmp.Or(text, pe.Err.Error())}
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		unused, err := p.take(row, lineOf(c, 0), of, number)
		if err != nil {
			return nil, err
		}
		if unused != "" {
			skipped = append(skipped, unused)
		}
	}
	asked := func(row string) bool { return of[row].quantities != nil }
	if is, name := findings.OtherKind(skipped, asked, func(row string) bool { return p.lines[row] > 0 }); is != "" {
		return nil, p.fail("", "row %q: expected another kind of sheet, this looks like %s", name, is)
	}
	if skipped != nil {
		p.note("not used: %s", strings.Replace(strings.Join(skipped, ", "), "MIU", "MIU (friction on the instrument's "+
			"sensor, so body_friction stays the base's)", 1))
	}
	if len(p.lines) == 0 {
		hint := ""
		if curveHead.Match(data) {
			hint = "; of a curve --as says which part of the fabric it is of (warp, weft, shear, bend_warp or bend_weft)"
		}
		if p.across != "" {
			hint = "; " + p.across + " beside each other: expected a row for each property, and columns for warp and weft"
		}
		return nil, p.fail("", "no known property: expected rows such as %q%s", "W [g/m2], 143", hint)
	}
	return p, nil
}

// misquoted says of a line that quotes do not stand where they must; nothing of other mistakes.
func misquoted(e *csv.ParseError) (line int, text string) {
	if errors.Is(e.Err, csv.ErrQuote) || errors.Is(e.Err, csv.ErrBareQuote) {
		text = `a quote (") that is not closed, or stands within a value: expected one at both ends of a value, or none`
	}
	return e.StartLine, text
}

// curveHead is the header of a Kawabata curve.
var curveHead = regexp.MustCompile(`(?mi)^(strain|angle|curvature|phi|φ|[ekε])\s*[\[(][^\])]*[\])]\s*[,;\t]`)

// take reads a row, and tells which property it is if there is no use for it.
func (p *properties) take(row []string, line int, of map[string]known, number func(string) (float64,
	error)) (unused string, err error) {
	title, groups := TitleGroups(row[0])
	name, ok := named(title, of)
	if of["2"+name].quantities != nil {
		return "", &TableError{p.file, line, fmt.Sprintf("%s: expected 2%s, the whole height of the loop; some write %s "+
			"for it, some for half of it", title, title, title)}
	}
	if !ok {
		p.beside(row[1:], line, of)
		return p.other(title, row[1:], line)
	}
	name, text, why := under(name, groups, of)
	if why != "" {
		return "", &TableError{p.file, line, title + ": " + why}
	}
	is, cells := of[name], slices.Clone(row[1:])
	if k := slices.Index(p.columns, "unit"); k >= 0 && k < len(cells) {
		text, cells[k] = cmp.Or(text, Undash(cells[k])), ""
	}
	fail := func(format string, args ...any) (string, error) {
		return "", &TableError{p.file, line, strings.ToUpper(name) + ": " + fmt.Sprintf(format, args...)}
	}
	if p.lines[name] > 0 {
		return fail("stands in line %d as well", p.lines[name])
	}
	if len(cells) > 0 && !slices.ContainsFunc(cells, func(c string) bool { return !NoReading(c) }) {
		p.note("%s (line %d): no value, so it is taken as not measured", strings.ToUpper(name), line)
		return "", nil
	}
	p.lines[name] = line
	if text = cmp.Or(text, is.usual); text == "-" {
		return fail("no unit: expected one of %s; places of a slider say nothing by themselves",
			strings.TrimPrefix(NamesOf(is.quantities), "one of "))
	}
	if is.quantities[0] == "shear stiffness" && strings.EqualFold(text, "N/m") {
		text = "N/m.rad"
	}
	u, err := ParseUnit(text, is.quantities...)
	if err != nil {
		return fail("%v", err)
	}
	v, none := map[string]float64{}, map[string]bool{}
	alone, given := slices.Contains(undirected, name), []string(nil)
	for k, cell := range cells {
		if cell = strings.TrimSpace(cell); NoReading(cell) {
			if k < len(p.columns) {
				none[p.columns[k]] = cell != "" || p.named
			}
			continue
		}
		x, err := number(cell)
		if err != nil || !(x >= 0) || math.IsInf(x, 0) {
			column := fmt.Sprint(k + 2)
			if k < len(p.columns) {
				column += " (" + p.columns[k] + ")"
			}
			return fail("%q: expected a number ≥ 0 in column %s, or a dash where nothing was measured", cell, column)
		}
		if k >= len(p.columns) && !alone {
			return fail("%d values: expected one of the warp and one of the weft; others need a header that names them, "+
				"\"property, warp, weft, mean\", and decimal commas go with semicolons between values", len(row)-1)
		}
		if k >= len(p.columns) || slices.Contains([]string{"warp", "weft", "mean"}, p.columns[k]) {
			given = append(given, cell)
		}
		if k >= len(p.columns) {
			continue
		}
		v[p.columns[k]] = x * u.SI
		if x == 0 {
			p.zero = append(p.zero, name+" "+p.columns[k])
		}
	}
	if alone {
		if says := p.several(given); says != "" {
			return fail("%s", says)
		}
	}
	if p.v[name], err = p.both(name, v, none); err != nil {
		return fail("%v", err)
	}
	return "", nil
}

// named finds the property that a title is of; else its own name.
func named(title string, of map[string]known) (name string, ok bool) {
	name = strings.ToLower(title)
	if other := aliases[name]; of[name].quantities == nil && of[other].quantities != nil {
		name = other
	}
	return name, of[name].quantities != nil
}

// beside looks for properties in a row of another name: a sheet that lies on its side.
func (p *properties) beside(cells []string, line int, of map[string]known) {
	var names []string
	for _, c := range cells {
		title, _ := TitleUnit(c)
		if _, ok := named(title, of); ok {
			names = append(names, title)
		}
	}
	if len(names) > 1 && p.across == "" {
		p.across = fmt.Sprintf("in line %d %s stand", line, strings.Join(names, ", "))
	}
}

// several says what is wrong with values of a property that has one; values that are alike are none too many, unless
// commas between them may be decimal ones.
func (p *properties) several(given []string) string {
	if len(given) < 2 {
		return ""
	}
	decimal := p.commas && !strings.Contains(strings.Join(given, ""), ".")
	if len(slices.Compact(slices.Clone(given))) == 1 && !decimal {
		return ""
	}
	says := fmt.Sprintf("%d values, %s: expected one, as it has no warp and weft", len(given),
		strings.Join(given, " and "))
	if decimal {
		says += fmt.Sprintf("; is it %s with a decimal comma, which goes with semicolons between values, or is one too many?",
			strings.Join(given[:2], ","))
	}
	return says
}

// both are the values of a row along warp and weft, of which none has those that it says are not there.
func (p *properties) both(name string, v map[string]float64, none map[string]bool) (pair [2]float64, err error) {
	warp, hasWarp := v["warp"]
	weft, hasWeft := v["weft"]
	mean, hasMean := v["mean"]
	if !hasWarp && !hasWeft && !hasMean {
		return pair, errors.New("0 values: expected one of the warp and one of the weft")
	}
	if hasMean && hasWarp && hasWeft && math.Abs(mean-(warp+weft)/2) > 0.02*mean {
		return pair, fmt.Errorf("a mean of %.4g, but warp and weft have %.4g (SI)", mean, (warp+weft)/2)
	}
	if hasWarp != hasWeft {
		way, value := "weft", warp
		if hasWeft {
			way, value = "warp", weft
		}
		switch {
		case slices.Contains(undirected, name) || slices.Contains(biased, name):
		case none[way] || p.named && !slices.Contains(p.columns, way):
			p.note("%s (line %d): nothing of the %s", strings.ToUpper(name), p.lines[name], way)
			p.absent[name] = [2]bool{!hasWarp, !hasWeft}
			return [2]float64{warp, weft}, nil
		case p.named && !slices.Contains(sheared, name):
			p.note("%s (line %d): one value, taken for warp and weft", strings.ToUpper(name), p.lines[name])
		}
		return [2]float64{value, value}, nil
	}
	if !hasWarp {
		return [2]float64{mean, mean}, nil
	}
	return [2]float64{warp, weft}, nil
}

// other looks at a row that is no property of the list: a header, or what another instrument measures.
func (p *properties) other(title string, cells []string, line int) (unused string, err error) {
	columns := make([]string, len(cells))
	header := false
	for k, c := range cells {
		c = strings.ToLower(strings.TrimSpace(c))
		if columns[k] = strings.TrimSuffix(c, "s"); slices.Contains([]string{"warp", "weft", "mean"}, c) {
			if header = true; slices.Contains(columns[:k], c) {
				return "", &TableError{p.file, line, fmt.Sprintf("two columns %q: expected warp, weft, mean", c)}
			}
		}
	}
	switch {
	case header && len(p.lines) > 0:
		return "", &TableError{p.file, line, "columns are named below values: expected their names at the top"}
	case header:
		p.columns, p.named = columns, true
	case slices.ContainsFunc(cells, func(c string) bool { return strings.ContainsAny(c, "0123456789") }):
		return title, nil
	}
	return "", nil
}

// note adds a remark.
func (p *properties) note(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

// say notes what speaks against a number, if something does.
func (p *properties) say(doubt string) {
	if doubt != "" {
		p.note("warning: %s", doubt)
	}
}

func (p *properties) fail(property, format string, args ...any) error {
	return &TableError{p.file, p.lines[property], fmt.Sprintf(format, args...)}
}

// separated reads what laboratories write: values between commas, semicolons or tabs, whichever the first line that is
// no note has; with the latter two decimal commas, too.
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
