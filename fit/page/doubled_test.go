package page

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDoubled: rows that stand twice are told with their line; those of which one differs are not.
func TestDoubled(t *testing.T) {
	head, rows := "# width = 100 mm\nweight [N], length [mm]\n", []string{"0, 100", "1, 103", "2, 105", "1, 104.2",
		"0, 101", "2, 105.1"}
	whole := strings.Join(rows, "\n") + "\n"
	each := ""
	for _, r := range rows {
		each += r + "\n" + r + "\n"
	}
	for text, want := range map[string]string{
		head + whole: "", head + whole + whole: "line 9: the rows from here on are those from line 3 on",
		head + each: "line 3: each row is there twice from here on",
		head + whole + strings.Replace(whole, "103", "103.1", 1): "",
	} {
		if got := Doubled([]byte(text)).String(); (got == "") != (want == "") || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

// TestOneRowTwice: one row that stands twice is told with its line, where what was set stands so nowhere else; readings
// that were repeated, of which rounding makes some alike, are not.
func TestOneRowTwice(t *testing.T) {
	weights := "# mass = 1 g\nlength [mm], weight [N], width [mm]\n100.0, 0, 99.9\n103.1, 1, 99.8\n%s101.7, 0, " +
		"99.9\n101.7, 0, 99.9\n103.2, 1, 99.7\n105.0, 2, 99.5\n%s104.1, 1, 99.6\n101.8, 0, 99.8\n101.9, 0, 99.8\n103.2, 1, " +
		"99.7\n"
	strips := "radius [mm], curvature [1/m]\n3, 51.64\n4, 53.8\n%s5, 51.55\n6, 54.7\n7, 52.0\n10, 55.1\n"
	for _, c := range []struct {
		text, want string
	}{
		{fmt.Sprintf(weights, "", ""), ""},
		{fmt.Sprintf(weights, "", "105.0, 2, 99.5\n"), "line 9: this is line 8 once more, word for word"},
		{strings.ReplaceAll(fmt.Sprintf(weights, "", "105.0, 2, 99.5\n"), ", ", ";"), "line 9: this is line 8"},
		{fmt.Sprintf(weights, "", "105.1, 2, 99.5\n"), ""}, // read again
		{fmt.Sprintf(strips, ""), ""}, {fmt.Sprintf(strips, "4, 53.8\n"), "line 4: this is line 3"},
		// specimens whose lengths are equal
		{"overhang [mm]\n40\n41\n41\n43\n44\n45\n", ""},
		{"overhang [mm], way\n40, up\n41, up\n41, up\n43, up\n40, down\n45, down\n", ""},
		// two strips on each
		{"radius [mm], curvature [1/m]\n3, 51\n3, 52\n4, 53\n4, 53\n5, 51\n5, 51.5\n6, 54\n6, 55\n", ""},
		{"overhang [mm], angle [deg], way\n32, 4, down\n32, 45, up\n36, 8, down\n36, 8, down\n36, 51, up\n40, 14, " +
			"down\n40, 56, up\n", "line 5: this is line 4"},
		{"time [s], load [N], force [N]\n0, 1, 0\n1, 1, 0.2\n2, 1, 0.3\n3, 1, 0.3\n4, 1, 0.3\n4, 1, 0.3\n5, 1, 0.3\n",
			"line 7: this is line 6"},
		{"strain [%], force [gf/cm]\n0, 0\n1, 10\n2, 25\n3, 50\n3, 50\n2, 20\n1, 6\n", "line 6: this is line 5"},
	} {
		if got := Doubled([]byte(c.text)).String(); (got == "") != (c.want == "") ||
			!strings.HasPrefix(got, c.want) {
			t.Errorf("%q: %q, expected %q", c.text, got, c.want)
		}
	}
}

// TestAlike: one table for two directions is told, by its name or by its readings; those of a virtual tester that are
// alike are not, but by their name.
func TestAlike(t *testing.T) {
	a, b, sealed := []byte("# of the warp\nW [N], l [mm]\n0, 1\n1, 2\n"), []byte("W [N], l [mm]\n0, 1\n\n1, 2\n"),
		[]byte("# Written by Hysteron. x\nW [N], l [mm]\n0, 1\n1, 2\n")
	for _, c := range []struct {
		files []string
		data  [][]byte
		want  string
	}{
		{[]string{"a", "./a"}, [][]byte{a, a}, "./a was given for warp and for weft"}, {[]string{"a", "b"}, [][]byte{a, b},
			"b, for weft, has the readings of a, for warp, word for word"},
		{[]string{"a", "b"}, [][]byte{sealed, sealed}, ""}, {[]string{"a", "a"}, [][]byte{sealed, sealed}, "a was given"},
		{[]string{"a", "b"}, [][]byte{a, []byte("W [N], l [mm]\n0, 1\n1, 2.1\n")}, ""}, {[]string{"a"}, [][]byte{a}, ""},
	} {
		if got := Alike(c.files, []string{"warp", "weft"}, c.data).String(); (got == "") != (c.want == "") ||
			!strings.HasPrefix(got, c.want) {
			t.Errorf("%q: %q, expected %q", c.files, got, c.want)
		}
	}
}

// TestOther: files that are no tables are told as what they are.
func TestOther(t *testing.T) {
	for text, want := range map[string]string{
		"PK\x03\x04x": "save it as CSV", "\xff\xfeW\x00": "text in UTF-16", "\x89PNG\x00": "a picture",
		"title = \"x\"\n": "TOML, as fabrics", "# a\n[warp]\nk = 1\n": "TOML, as fabrics", "a\x00b": "no text",
		"# mass = 3 g\nweight [N], length [mm]\n0, 1\n": "", "property, warp\nW, 14\n": "", "[W], 3\n": "",
	} {
		file := filepath.Join(t.TempDir(), "x.csv")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read("kes", file); (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
	file := filepath.Join(t.TempDir(), "x.png")
	if err := os.WriteFile(file, []byte("\x89PNG\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read("drape", file); err != nil {
		t.Error(err)
	}
}
