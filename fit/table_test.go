package fit

import (
	"strings"
	"testing"
)

// TestEmptyTable: a table without a header is told which columns its kind has, and no other's.
func TestEmptyTable(t *testing.T) {
	for kind, read := range map[string]struct {
		read func() error
		want string
	}{
		"stretch": {func() error {
			_, err := ReadStretch("x.csv", strings.NewReader("# width = 5 cm\n"))
			return err
		}, "x.csv: no header: expected names of columns with their units, of these: length [mm], sample, weight [N], width " +
			"[mm]"},
	} {
		if err := read.read(); err == nil || err.Error() != read.want {
			t.Errorf("%s: %v, expected %s", kind, err, read.want)
		}
	}
}

// TestMixedDecimals: a file with decimal commas and points is refused with both lines, by each reader, notes included:
// "1.500" beside "1,5" may be a thousand times as much. Either alone is read, and so are names with points in them.
func TestMixedDecimals(t *testing.T) {
	readers := map[string]func(text string) error{
		"table": func(text string) error {
			_, err := ReadTable("a.csv", strings.NewReader("# width = 1 mm\nweight [N]; length [mm]\n"+text),
				map[string][]string{"weight": {"force"}, "length": {"length"}})
			return err
		},
		"sheet": func(text string) error {
			_, err := ReadSheet("a.csv", strings.NewReader("property; warp; weft\n# a note\n"+text))
			return err
		},
		"fabrics": func(text string) error {
			_, err := FabricRows("kes", "a.csv", []byte("fabric; EMT; B\n\n"+text))
			return err
		},
		"drapes": func(text string) error {
			_, err := DrapeRows("a.csv", []byte("fabric; W [mg/cm2]; B; drape [%]\n\n"+text))
			return err
		},
	}
	rows := map[string][2]string{"table": {"0%s5; 100\n", "2; 101%s5\n"}, "sheet": {"EMT; 4%s5; 8\n", "B; 0%s05; 0,04\n"},
		"fabrics": {"no. 1.5; 4%s5; 1\n", "b; 5; 0%s05\n"}, "drapes": {"a; 12%s5; 1; 40\n", "b; 13; 2; 41%s5\n"}}
	for kind, read := range readers {
		first := strings.Replace(rows[kind][0], "%s", ",", 1)
		err := read(first + strings.Replace(rows[kind][1], "%s", ".", 1))
		if err == nil || !strings.Contains(err.Error(), "a.csv:4: ") || !strings.Contains(err.Error(), "in line 3: expected "+
			"the same decimal mark") {
			t.Errorf("%s: %v, expected line 4 beside line 3", kind, err)
		}
		err = read(first + strings.Replace(rows[kind][1], "%s", ",", 1))
		if err != nil && strings.Contains(err.Error(), "decimal") {
			t.Errorf("%s of commas alone: %v", kind, err)
		}
	}
	_, err := ReadTable("a.csv", strings.NewReader("# width = 1.5 mm\nweight [N]; length [mm]\n0,5; 100\n"),
		map[string][]string{"weight": {"force"}, "length": {"length"}})
	if err == nil || !strings.Contains(err.Error(), "a.csv:3: 0,5 beside 1.5 in line 1") {
		t.Errorf("a note with a point: %v", err)
	}
}

// TestLinesOfOtherNames: a line with a number and a unit of a name that the table has not is refused, as a misspelt one
// would be read as missing; remarks, dates and lines of the specimen are not. Names in other languages are those of the
// table.
func TestLinesOfOtherNames(t *testing.T) {
	read := func(text string) (*Table, error) {
		return ReadTable("a.csv", strings.NewReader(text+"\nZeit [s], Kraft [N]\n1, 2\n"),
			map[string][]string{"time": {"time"}, "force": {"force"}}, "load")
	}
	for text, want := range map[string]string{
		"# laod = 100 N": `a.csv:1: no line "laod" here: expected density, length, load, mass, thickness, width; a remark is ` +
			"written without =",
		"# laod = 100": `no line "laod"`, "# laod = 1,5e1 N": `no line "laod"`, "# laod = 20N": `no line "laod"`,
		"# cloth = cotton": "", "# date = 2026-11-30": "", "# begun = 12:30": "", "# read on 30 November = by hand": "",
		"# thickness = 0.3 mm": "", "# load = 20 N": "", "# Last = 20 N": "",
	} {
		if table, err := read(text); want == "" && err != nil || want != "" && (err == nil ||
			!strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, expected %q", text, err, want)
		} else if err == nil && (table.Column("time") == nil || table.Column("force") == nil) {
			t.Errorf("%s: %+v: expected times and forces", text, table)
		}
	}
	table, err := read("# Last = 20 N")
	if err != nil {
		t.Fatal(err)
	}
	if v, ok, err := table.Note("load", "force"); v != 20 || !ok || err != nil {
		t.Errorf("%g %v %v: expected the load of 20 N", v, ok, err)
	}
}

// TestRatiosHaveUnits: a ratio without a unit, in a line or a column, may be per cent, and is refused.
func TestRatiosHaveUnits(t *testing.T) {
	for text, want := range map[string]string{
		"# elongation = 2\nstrain [%]\n1\n":   "a.csv:1: elongation = 2: expected a unit, % (or 1, of a ratio)",
		"# elongation = 2 %\nstrain\n1\n":     `a.csv:2: column "strain": expected a unit, % (or 1, of a ratio)`,
		"# elongation = 2 %\nstrain [%]\n1\n": "", "# elongation = 0.02 1\nstrain [1], n\n1, 2\n": "",
	} {
		table, err := ReadTable("a.csv", strings.NewReader(text), map[string][]string{"strain": {"number"}, "n": {"count"}},
			"elongation")
		var v float64
		if err == nil {
			v, _, err = table.Note("elongation", "number")
		}
		if want == "" && (err != nil || v != .02) || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%q: %g %v, expected %q", text, v, err, want)
		}
	}
}
