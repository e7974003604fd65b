// Tables with a fabric in each row, as a sheet of properties for each.

package fit

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// FabricRow is a fabric of such a table.
type FabricRow struct {
	Name  string
	Line  int    // in the table
	Sheet []byte // rows of property and value, in the table's order
}

// mostFabrics is the largest number of rows.
const mostFabrics = 1000

// FabricRows returns the fabrics of a table whose header has at least two properties of a kind of sheet after its first
// column, which has the names of the fabrics: "fabric, W [g/m2], EMT warp [%], EMT weft [%], B". It returns none for a
// sheet of one fabric.
func FabricRows(kind, file string, data []byte) (rows []FabricRow, err error) {
	of := map[string]map[string]known{"kes": sheetUnits, "fast": fastUnits, "clo": cloUnits}[kind]
	c, _, err := separated(file, data)
	if err != nil {
		return nil, err
	}
	c.FieldsPerRecord = -1
	var head []string
	seen := map[string]int{}
	for {
		row, err := c.Read()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil { // the reader of single sheets reports it
			return nil, nil
		}
		line := lineOf(c, 0)
		if head == nil {
			if !acrossHead(row, of) {
				return nil, nil
			}
			head = row
			continue
		}
		name := strings.TrimSpace(row[0])
		switch {
		case len(row) > len(head):
			return nil, &TableError{file, line, fmt.Sprintf("%d values: expected %d, as the header has columns", len(row),
				len(head))}
		case name == "":
			return nil, &TableError{file, line, "no name of the fabric in the first column"}
		case seen[name] > 0:
			return nil, &TableError{file, line, fmt.Sprintf("%q stands in line %d as well: expected a name of its own for each "+
				"fabric", name, seen[name])}
		case len(rows) == mostFabrics:
			return nil, &TableError{file, line, fmt.Sprintf("more than %d fabrics", mostFabrics)}
		}
		seen[name] = line
		var text bytes.Buffer
		w := csv.NewWriter(&text)
		w.Comma = c.Comma
		for k, title := range head[1:] {
			if k+1 < len(row) && strings.TrimSpace(title) != "" {
				w.Write([]string{strings.TrimSpace(title), row[k+1]}) // errors are reported by Flush
			}
		}
		w.Flush()
		if err := w.Error(); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		rows = append(rows, FabricRow{Name: name, Line: line, Sheet: text.Bytes()})
	}
}

// acrossHead reports whether a row has at least two properties after its first cell, and none in it.
func acrossHead(row []string, of map[string]known) bool {
	is := func(cell string) bool {
		title, _ := TitleGroups(cell)
		if _, ok := named(title, of); ok {
			return true
		}
		alone, way := directed(title)
		_, ok := named(alone, of)
		return way != "" && ok
	}
	properties := 0
	for _, cell := range row[1:] {
		if is(strings.TrimSpace(cell)) {
			properties++
		}
	}
	return properties > 1 && !is(row[0])
}

// At returns an error of a row's sheet with the line of the table.
func (r *FabricRow) At(file string, err error) error {
	if t := (*TableError)(nil); errors.As(err, &t) {
		return &TableError{file, r.Line, fmt.Sprintf("%s: %s", r.Name, t.Text)}
	}
	return fmt.Errorf("%s:%d: %s: %w", file, r.Line, r.Name, err)
}
