package fit

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hysteron/fit/findings"
)

// properties is a sheet of characteristic values: rows of property, value along the warp, value along the weft, or one
// value of both at the end of a row. A header "property, …" names other columns: warp, weft, mean (of both, if a row
// has nothing else). An empty cell is not measured. The unit is in brackets after the property, in a column "unit", or
// the usual one. All values are in SI here.
type properties struct {
	file    string
	lines   map[string]int
	v       map[string][2]float64
	notes   []string           // rows of the sheet that are not used
	doubts  findings.List      // warnings about the numbers
	columns []string           // titles of the columns after the property
	named   bool               // by a header
	zero    []string           // values of zero: property and direction
	absent  map[string][2]bool // directions without a value in a row
	commas  bool               // between values, so there are no decimal commas
	across  string             // properties side by side, and where
	halves  map[string][2]int  // lines of properties with a row per direction
	above   heading            // last row of words
	unused  []unusedRow
}

// heading is a row of words.
type heading struct {
	line  int
	cells []string
}

// unusedRow is a row of an unknown property.
type unusedRow struct {
	title, unit string
	line        int
}

// known is the units of a property.
type known struct {
	quantities []string
	usual      string // default unit; "-": a unit is required
}

// aliases are other names in laboratory sheets, with the properties of KES, FAST and CLO that they may stand for.
var aliases = map[string][]string{
	"em": {"emt"}, "to": {"t0"}, "tm": {"t"}, "linearity": {"lt"}, "resilience": {"rt"}, "tensile resilience": {"rt"},
	"tensile energy": {"wt"}, "extensibility": {"emt"}, "elongation": {"emt"},
	"bending length": {"c"}, "bending rigidity": {"b"}, "bending stiffness": {"b"},
	"shear rigidity": {"g"}, "shear stiffness": {"g"}, "thickness": {"t"}, "fabric thickness": {"t", "t2"},
	"weight": {"w", "density"}, "fabric weight": {"w", "density"}, "mass per unit area": {"w", "density"},
	"areal density": {"w", "density"}, "friction coefficient": {"friction"}, "thickness-rendering": {"thickness"},
	"stretch warp": {"stretch-warp"}, "stretch weft": {"stretch-weft"}, "bending warp": {"bending-warp"},
	"bending weft": {"bending-weft"},
}

// others are rows of KES and FAST sheets and CLO lists that are not used.
var others = []string{"lc", "wc", "rc", "miu", "mmd", "smd", "t100", "st", "str", "f", "rs", "he", "mr", "buckling",
	"internal", "bending-bias", "shrinkage", "formability", "surface"}

// undirected are properties without warp and weft; for those of shear one value stands for both directions.
var (
	undirected = []string{"w", "t", "t0", "t2", "density", "thickness", "friction", "stretch-warp", "stretch-weft",
		"bending-warp", "bending-weft"}
	biased  = []string{"eb5", "shear"}
	sheared = []string{"g", "2hg", "2hg5"}
)

func readProperties(file string, r io.Reader, of map[string]known) (*properties, error) {
	p := &properties{file: file, lines: map[string]int{}, v: map[string][2]float64{}, absent: map[string][2]bool{},
		columns: []string{"warp", "weft"}, halves: map[string][2]int{}}
	var skipped []string
	data, err := io.ReadAll(io.LimitReader(r, MostTable+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(data) > MostTable {
		return nil, p.fail("", "more than %d bytes: expected a sheet of characteristic values", MostTable)
	}
	c, number, err := separated(file, data)
	if err != nil {
		return nil, err
	}
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
	p.join()
	if skipped != nil {
		p.note("not used: %s", strings.Replace(strings.Join(skipped, ", "), "MIU", "MIU (friction on the instrument's "+
			"sensor, so body_friction stays the base's)", 1))
	}
	if err := p.required(of); err != nil && len(p.lines) > 0 {
		return nil, err
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

// misquoted returns the error about misplaced quotes; "" for other mistakes.
func misquoted(e *csv.ParseError) (line int, text string) {
	if errors.Is(e.Err, csv.ErrQuote) || errors.Is(e.Err, csv.ErrBareQuote) {
		text = `a quote (") that is not closed, or stands within a value: expected one at both ends of a value, or none`
	}
	return e.StartLine, text
}

// curveHead matches the header of a Kawabata curve.
var curveHead = regexp.MustCompile(`(?mi)^(strain|angle|curvature|phi|φ|[ekε])\s*[\[(][^\])]*[\])]\s*[,;\t]`)

// take reads a row. It returns the property if it is not used.
func (p *properties) take(row []string, line int, of map[string]known, number func(string) (float64,
	error)) (unused string, err error) {
	title, groups := TitleGroups(row[0])
	name, ok := named(title, of)
	way := ""
	if !ok {
		var alone string
		if alone, way = directed(title); way != "" {
			name, ok = named(alone, of)
		}
	}
	if of["2"+name].quantities != nil {
		return "", &TableError{p.file, line, fmt.Sprintf("%s: expected 2%s, the whole height of the loop; some write %s "+
			"for it, some for half of it", title, title, title)}
	}
	if !ok {
		p.beside(row[1:], line, of)
		if unused, err = p.other(title, row[1:], line); unused != "" {
			unit := ""
			if k := slices.Index(p.columns, "unit"); k >= 0 && k < len(row)-1 {
				unit = Undash(row[1+k])
			}
			p.unused = append(p.unused, unusedRow{title, cmp.Or(strings.Join(groups, " "), unit), line})
		}
		return unused, err
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
	half, side := p.halves[name], map[string]int{"warp": 0, "weft": 1}[way]
	if at := p.lines[name]; at > 0 && (way == "" || half == [2]int{} || half[side] > 0) {
		return fail("stands in line %d as well", at)
	}
	if err := p.heads(cells, name); err != nil {
		return "", err
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
		if p.named && k < len(p.columns) && !slices.Contains([]string{"warp", "weft", "mean"}, p.columns[k]) {
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
	if way != "" {
		if len(given) != 1 || alone {
			return fail("%d values in a row of the %s: expected one", len(given), way)
		}
		pair := p.v[name]
		for _, x := range v {
			pair[side] = x
		}
		half[side] = line
		p.v[name], p.halves[name] = pair, half
		return "", nil
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

// named returns the property of a title, or its own name.
func named(title string, of map[string]known) (name string, ok bool) {
	name = strings.ToLower(title)
	for _, other := range aliases[name] {
		if of[name].quantities == nil && of[other].quantities != nil {
			name = other
		}
	}
	if k := strings.LastIndexByte(name, ' '); of[name].quantities == nil && k > 0 { // such as "Bending rigidity B"
		if last := name[k+1:]; of[last].quantities != nil && title[k+1:] == strings.ToUpper(title[k+1:]) {
			name = last
		}
	}
	return name, of[name].quantities != nil
}

// heads refuses values of two directions below a row of words without directions.
func (p *properties) heads(cells []string, name string) error {
	if p.named || p.above.line == 0 || slices.Contains(undirected, name) {
		return nil
	}
	values, unknown := 0, []string(nil)
	for k, c := range cells {
		if NoReading(c) {
			continue
		}
		if values++; k < len(p.above.cells) {
			if _, ok := direction(p.above.cells[k]); !ok {
				unknown = append(unknown, fmt.Sprintf("%q", p.above.cells[k]))
			}
		}
	}
	if values < 2 || len(unknown) < values {
		return nil
	}
	return p.directions(p.above.line, unknown)
}

// directions returns the error about unknown words for directions.
func (p *properties) directions(line int, unknown []string) error {
	return &TableError{p.file, line, fmt.Sprintf("columns %s: expected words for warp and weft, such as warp, weft; "+
		"Kette, Schuss; chaîne, trame; ordito, trama; urdimbre, trama; urdume, trama; wale, course; MD, CD, or a # before a "+
		"row that names no columns", strings.Join(unknown, ", "))}
}

// join combines properties with a row per direction.
func (p *properties) join() {
	for _, name := range slices.Sorted(maps.Keys(p.halves)) {
		half := p.halves[name]
		for d, way := range ways {
			if half[d] > 0 {
				continue
			}
			if slices.Contains(sheared, name) {
				pair := p.v[name]
				p.v[name] = [2]float64{pair[1-d], pair[1-d]}
				continue
			}
			p.note("%s (line %d): nothing of the %s", strings.ToUpper(name), half[1-d], way)
			p.absent[name] = [2]bool{half[0] == 0, half[1] == 0}
		}
	}
}

// rowWords are words of rows in all languages of directionWords, by the property that they may stand for.
var rowWords = []struct {
	word  *regexp.Regexp
	names []string
}{
	{regexp.MustCompile(`thick|dick|starke|epais|spess|gros|espes`), []string{"t", "t0", "t2", "thickness"}},
	{regexp.MustCompile(`weight|gewicht|mass|masse|poids|peso|gramm|gsm|densi`), []string{"w", "density"}},
	{regexp.MustCompile(`bend|bieg|flex`), []string{"b", "c", "bending", "bending-warp", "bending-weft"}},
	{regexp.MustCompile(`shear|scher|schub|cisail|taglio|cizall|cisalh`), []string{"g", "eb5", "shear"}},
}

// required refuses an unused row that seems to be a missing property, by its unit or its name. Otherwise the fabric
// would have the base's number instead.
func (p *properties) required(of map[string]known) error {
	for _, row := range p.unused {
		plain := accents.Replace(strings.ToLower(row.title))
		if slices.ContainsFunc(others, func(o string) bool {
			rest, ok := strings.CutPrefix(plain, o)
			return ok && (rest == "" || strings.IndexByte("- 0123456789", rest[0]) >= 0 || len(o) > 3)
		}) {
			continue
		}
		for _, q := range rowWords {
			names := slices.DeleteFunc(slices.Clone(q.names), func(n string) bool { return of[n].quantities == nil })
			there := slices.ContainsFunc(names, func(n string) bool { return p.lines[n] > 0 })
			if there || len(names) == 0 {
				continue
			}
			by := q.word.MatchString(plain)
			for _, n := range names {
				u, err := ParseUnit(row.unit, of[n].quantities...)
				by = by || row.unit != "" && err == nil && u.Quantity != "number"
			}
			if by {
				for k := range names {
					names[k] = strings.ToUpper(names[k])
				}
				return &TableError{p.file, row.line, fmt.Sprintf("row %q has no use, and the sheet has no %s: expected that name, "+
					"or a # before the row if it is something else", row.title, strings.Join(names, " or "))}
			}
		}
	}
	return nil
}

// beside detects properties in a row of another name: a transposed sheet.
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

// several returns the error about several values of a property that has one. Equal values are accepted, unless commas
// between them may be decimal commas.
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

// both returns the values of a row along warp and weft, except those that the row marks as missing.
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

// other classifies a row that is not a property of the list: a header, or a property of another instrument.
func (p *properties) other(title string, cells []string, line int) (unused string, err error) {
	columns := make([]string, len(cells))
	header := false
	var unknown []string
	for k, c := range cells {
		name, ok := direction(c)
		if columns[k] = cmp.Or(name, strings.ToLower(strings.TrimSpace(c))); !ok {
			unknown = append(unknown, fmt.Sprintf("%q", strings.TrimSpace(c)))
		}
		if slices.Contains([]string{"warp", "weft", "mean"}, name) {
			if header = true; slices.Contains(columns[:k], name) {
				return "", &TableError{p.file, line, fmt.Sprintf("two columns %q: expected warp, weft, mean", name)}
			}
		}
	}
	one := slices.Contains(columns, "warp") != slices.Contains(columns, "weft") && !slices.Contains(columns, "mean")
	switch {
	case header && len(p.lines) > 0:
		return "", &TableError{p.file, line, "columns are named below values: expected their names at the top"}
	case header && one && unknown != nil:
		return "", p.directions(line, unknown)
	case header:
		p.columns, p.named = columns, true
	case slices.ContainsFunc(cells, func(c string) bool { return strings.ContainsAny(c, "0123456789") }):
		return title, nil
	case len(p.lines) == 0 && !p.named && strings.TrimSpace(strings.Join(cells, "")) != "":
		p.above = heading{line, cells}
	}
	return "", nil
}

// note adds a remark.
func (p *properties) note(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

func (p *properties) fail(property, format string, args ...any) error {
	return &TableError{p.file, p.lines[property], fmt.Sprintf(format, args...)}
}

// separated returns a reader of values separated by commas, semicolons or tabs, whichever the first line that is not a
// comment has. With the latter two, decimal commas are read, too. A file has either commas or points: "1.500" beside
// "1,5" may be a thousand times as much. Errors are *TableError.
func separated(file string, data []byte) (c *csv.Reader, number func(string) (float64, error), err error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	comma := ','
	for line := range bytes.Lines(data) {
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
	if comma != ',' {
		err = mixedDecimals(file, data, string(comma))
	}
	c = csv.NewReader(bytes.NewReader(data))
	c.Comma, c.Comment, c.TrimLeadingSpace = comma, '#', comma != '\t'
	return c, func(s string) (float64, error) {
		s = strings.TrimSpace(s)
		if comma != ',' && !strings.Contains(s, ".") {
			s = strings.Replace(s, ",", ".", 1)
		}
		return strconv.ParseFloat(s, 64)
	}, err
}

// decimalNumber is a number with a decimal mark.
var decimalNumber = regexp.MustCompile(`^[-+]?\d*([.,])\d+(?:[eE][-+]?\d+)?$`)

// mixedDecimals finds the first number whose decimal mark is not that of those before it, notes included.
func mixedDecimals(file string, data []byte, between string) error {
	type place struct {
		text, mark string
		line       int
	}
	var first place
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		cells := strings.Split(text, between)
		if note, ok := strings.CutPrefix(text, "#"); ok {
			_, value, _ := strings.Cut(note, "=")
			cells = strings.Fields(value)[:min(1, len(strings.Fields(value)))]
		}
		for _, cell := range cells {
			m := decimalNumber.FindStringSubmatch(strings.Trim(strings.TrimSpace(cell), `"`))
			switch {
			case m == nil:
			case first.line == 0:
				first = place{m[0], m[1], line}
			case m[1] != first.mark:
				return &TableError{file, line, fmt.Sprintf("%s beside %s in line %d: expected the same decimal mark in the whole "+
					"file", m[0], first.text, first.line)}
			}
		}
	}
	return nil
}
