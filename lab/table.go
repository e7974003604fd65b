package lab

import (
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"strings"

	"hysteron/cloth"
)

// Table is the output of an instrument, in the format that package fit reads: readings in the order of measurement, and
// quantities of the whole table.
type Table struct {
	Says    []string // remarks for the reader
	Notes   []Note
	Columns []Column
}

// Note is a quantity that holds for the whole table.
type Note struct {
	Name  string
	Value float64 // SI
	Unit  string
	Per   float64 // SI of one unit
}

// Column is a quantity that was read or set.
type Column struct {
	Name, Unit string
	Per        float64 // SI of one unit
	V          []float64
	Words      []string // names of its values 0, 1, …; nil: the values are numbers
	Read       Read     // zero: set by the machine, without error
}

// Read is the error of reading of a column.
type Read struct {
	Error float64 // standard deviation of the instrument [SI]
	Share bool    // Error is relative to the column's largest value
}

// add appends a row.
func (t *Table) add(row ...float64) {
	for k, v := range row {
		t.Columns[k].V = append(t.Columns[k].V, v)
	}
}

// Stream returns the random stream of the errors of a table, from its experiment and part. Tables of different
// experiments or parts have different streams, whatever the seed.
func Stream(kind, part string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, kind+"/"+part)
	return h.Sum64()
}

// Disturb adds normally distributed errors to the readings: those of the instruments if share is zero, otherwise that
// share of each column's largest value. The same seed and stream give the same errors.
func (t *Table) Disturb(share float64, seed, stream uint64) {
	r := rand.New(rand.NewPCG(seed, stream))
	elongation := 0.
	for k := range t.Columns {
		c := &t.Columns[k]
		if c.Read.Error == 0 {
			continue
		}
		most, least := 0.0, math.Inf(1)
		for _, v := range c.V {
			most, least = max(most, math.Abs(v)), min(least, math.Abs(v))
		}
		sd := c.Read.Error
		switch {
		case share > 0 && c.Name == "length":
			elongation = most - least
			sd = share * elongation
		case share > 0 && c.Name == "radius":
			sd = share * (most - least)
		case share > 0 && c.Name == "width": // by the ruler for lengths
			sd = share * elongation
		case share > 0:
			sd = share * most
		case c.Read.Share:
			sd *= most
		}
		for i := range c.V {
			c.V[i] += sd * r.NormFloat64()
		}
	}
}

// Write writes comma-separated values with their units.
func (t *Table) Write(w io.Writer) error {
	var b strings.Builder
	for _, s := range t.Says {
		fmt.Fprintf(&b, "# %s\n", s)
	}
	for _, n := range t.Notes {
		fmt.Fprintf(&b, "# %s = %.7g %s\n", n.Name, n.Value/n.Per, n.Unit)
	}
	for k, c := range t.Columns {
		if k > 0 {
			b.WriteString(", ")
		}
		b.WriteString(c.Name)
		if c.Unit != "" {
			fmt.Fprintf(&b, " [%s]", c.Unit)
		}
	}
	b.WriteString("\n")
	for i := range t.Columns[0].V {
		for k, c := range t.Columns {
			if k > 0 {
				b.WriteString(", ")
			}
			if c.Words != nil {
				b.WriteString(c.Words[int(c.V[i])])
				continue
			}
			fmt.Fprintf(&b, "%.8g", c.V[i]/c.Per)
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// OfSpecimen returns the notes about a specimen that fits need beside its readings.
func OfSpecimen(f *cloth.Fabric) []Note {
	return []Note{{"density", f.Density, "g/m2", 1e-3}, {"thickness", f.Thickness, "mm", 1e-3}}
}

// Outline returns the shadow of a draped specimen: its radius [m] over the whole angle, in equal steps.
func Outline(f *cloth.Fabric, radius []float64) *Table {
	t := &Table{Notes: OfSpecimen(f), Columns: []Column{{Name: "angle", Unit: "deg", Per: 1}, {Name: "radius", Unit: "mm",
		Per: 1e-3, Read: Read{Error: outlineError}}}}
	for i, r := range radius {
		t.add(360*float64(i)/float64(len(radius)), r)
	}
	return t
}

// OutlineArea returns the area of the polygon of an outline [m²].
func (t *Table) OutlineArea() (area float64) {
	r := t.Columns[1].V
	for i := range r {
		area += r[i] * r[(i+1)%len(r)] * math.Sin(2*math.Pi/float64(len(r))) / 2
	}
	return area
}
