package fit

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// TestFabricRows: a fabric of a laboratory's table is the sheet of the same numbers in rows of their own, whatever
// separates cells and digits; a sheet of one fabric is not taken for such a table.
func TestFabricRows(t *testing.T) {
	table := "# house of cloth\nArtikel;W [mg/cm2];T [mm];EMT Kette [%];EMT Schuss [%];LT;B;;2HG\n" +
		"Faille 12;10,43;0,226;3,5;5,1;0,62;0,019;left out;0,9\nTwill;21,5;0,62;4,5;8,2;0,6;0,118\n"
	rows, err := FabricRows("kes", "t.csv", []byte(table))
	if err != nil || len(rows) != 2 || rows[0].Name != "Faille 12" || rows[0].Line != 3 || rows[1].Line != 4 {
		t.Fatalf("%+v, %v", rows, err)
	}
	for i, text := range []string{
		"property, warp, weft\nW [mg/cm2], 10.43\nT [mm], 0.226\nEMT [%], 3.5, 5.1\nLT, 0.62\nB, 0.019\n2HG, 0.9\n",
		"property, warp, weft\nW [mg/cm2], 21.5\nT [mm], 0.62\nEMT [%], 4.5, 8.2\nLT, 0.6\nB, 0.118\n",
	} {
		got, err := ReadSheet("t.csv", bytes.NewReader(rows[i].Sheet))
		want, err2 := ReadSheet("t.csv", strings.NewReader(text))
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		for _, s := range []*Sheet{got, want} {
			s.lines, s.Notes, s.Doubts, s.absent = nil, nil, nil, nil
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, expected %+v", rows[i].Name, got, want)
		}
	}
	for _, one := range []string{"property, warp, weft\nB, 1, 2\n", "B [gf.cm2/cm], 0.118, 0.094\nW, 14.3\n", "",
		"strain [%], force [gf/cm]\n0, 0\n", "name, colour\nx, red\n"} {
		if rows, err := FabricRows("kes", "t.csv", []byte(one)); rows != nil || err != nil {
			t.Errorf("%q: %d fabrics, %v", one, len(rows), err)
		}
	}
	for text, want := range map[string]string{
		"fabric, W, T\na, 1, 2\na, 1, 2\n": "t.csv:3: \"a\" stands in line 2 as well",
		"fabric, W, T\n , 1, 2\n":          "t.csv:2: no name", "fabric, W, T\na, 1, 2, 3\n": "t.csv:2: 4 values: expected 3",
	} {
		if _, err := FabricRows("kes", "t.csv", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}

func FuzzFabricRows(f *testing.F) {
	f.Add("fabric;W;B Kette\nx;1,2;3\n")
	f.Fuzz(func(t *testing.T, text string) {
		rows, _ := FabricRows("kes", "x", []byte(text))
		for i := range rows {
			ReadSheet("x", bytes.NewReader(rows[i].Sheet))
		}
	})
}
