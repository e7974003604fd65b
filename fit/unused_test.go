package fit

import (
	"strings"
	"testing"
)

// TestUnused: a column with a name that is none is said, with its line and what there is; one without a name, as of a
// separator at the end of each row, is not.
func TestUnused(t *testing.T) {
	for _, c := range []struct{ head, says string }{
		{"weight [N], length [mm]", ""}, {"weight [N], length [mm], ", ""},
		{"weight [N], length [mm], Farbe [mm]", "line 2: not used: Farbe [mm]: expected names of columns with their " +
			"units, of these: length [mm], sample, weight [N], width [mm]"},
	} {
		more := strings.Repeat(", 1", strings.Count(c.head, ",")-1)
		table, err := ReadTable("x.csv", strings.NewReader("# width = 100 mm\n"+c.head+"\n0, 100"+more+"\n"),
			map[string][]string{
				"weight": {"force", "mass"}, "length": {"length"}, "width": {"length"}, "sample": {"number"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Unused().String(); got != c.says {
			t.Errorf("%s: %q, expected %q", c.head, got, c.says)
		}
	}
}

// TestNeverUnloaded: that no reading is without a weight is always said, and not of a table that has some.
func TestNeverUnloaded(t *testing.T) {
	f := published["cotton"]
	whole := hung(f.p, f.density, 0, 1)
	loaded := whole.thinned(func(i int) bool { return whole.Weight[i] > 0 })
	for _, s := range []*Stretch{whole, loaded} {
		e := &Estimate{Result: &Result{P: f.p}}
		said := strings.Contains(strings.Join(s.Notes(e, "cotton"), "\n"), "no reading is without a weight")
		if said != (s == loaded) {
			t.Errorf("loaded all the time %v: said %v", s == loaded, said)
		}
	}
}
