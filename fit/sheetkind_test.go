package fit

import (
	"strings"
	"testing"
)

// TestOtherKindOfSheet: a sheet of another instrument is refused by what it is, also where a row or two have the same
// name; and one of the kind that has more rows is not.
func TestOtherKindOfSheet(t *testing.T) {
	const fast = "property, warp, weft\nE5, 0.4, 0.7\nE100, 3.1, 5.2\nEB5, 4.2\nC, 20, 18\nW, 232\n"
	const kes = "property, warp, weft\nEMT, 4, 5\nB, 0.1, 0.1\n2HB, 0.04, 0.04\nG, 0.7, 0.7\n2HG5, 2, 2\nMIU, 0.2, " +
		"0.2\nW, 23\n"
	read := map[string]func(text string) ([]string, error){
		"kes": func(text string) ([]string, error) {
			s, err := ReadSheet("s.csv", strings.NewReader(text))
			if err != nil {
				return nil, err
			}
			return s.Notes, nil
		},
		"fast": func(text string) ([]string, error) {
			f, err := ReadFast("s.csv", strings.NewReader(text))
			if err != nil {
				return nil, err
			}
			return f.Notes(), nil
		},
	}
	for _, c := range []struct{ kind, text, want string }{
		{"kes", fast, "looks like a FAST sheet"}, {"fast", kes, "looks like a KES sheet"}, {"kes", kes, ""},
		{"fast", fast, ""}, {"fast", fast + "RT, 60, 60\n", ""},
		{"kes", "W, 23\nStretch-Warp, 3\n", "looks like a list of CLO's kind"}, {"kes", "W, 23\nB, .1, .1\n2HB, .04, .04\n",
			""},
	} {
		notes, err := read[c.kind](c.text)
		if (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s of %q: %v, expected %q", c.kind, c.text, err, c.want)
		}
		if all := strings.Join(notes, "; "); strings.Contains(all, "EB5: nothing") || c.kind == "kes" && c.text == kes &&
			(!strings.Contains(all, "MIU (friction on the instrument's sensor") || !strings.Contains(all, "there is no 2HG: "+
				"friction of shear is that of 2HG5")) {
			t.Errorf("%s of %q: notes %q", c.kind, c.text, notes)
		}
	}
}

// TestSheetAsSaved: a sheet that lies on its side, and one that is not UTF-8, are told as what they are.
func TestSheetAsSaved(t *testing.T) {
	for text, want := range map[string]string{
		"property, EM [%], LT, B [gf.cm2/cm], W\nwarp, 6, 0.65, .11, 21\nweft, 9, 0.65, .08\n": "no known property: " +
			"expected rows such as \"W [g/m2], 143\"; in line 1 EM, LT, B, W stand beside each other: expected a row for each " +
			"property",
		"property;unit;warp;weft\nB;gf\xb7cm\xb2/cm;0,11;0,08\n": "s.csv:2: B: unit \"gf\\xb7cm\\xb2/cm\": the file is not " +
			"UTF-8 (what Excel saves as CSV is Windows-1252): save it as \"CSV UTF-8\"",
		"property, warp, weft\nLC, 0.3, 0.4\nfluff, T\n": "no known property: expected rows such as \"W [g/m2], 143\"",
		"property, warp, weft\nB [gf.mm], .1, .1\n":      "s.csv:2: B: unit \"gf.mm\": expected one of",
	} {
		_, err := ReadSheet("s.csv", strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "beside each other") != strings.Contains(want, "beside each other") {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}

// TestWithoutHysteresis: numbers say which row they are from, and what is missing is named and not taken for zero.
func TestWithoutHysteresis(t *testing.T) {
	const rest = "LT, 0.64, 0.6\nWT, 6.85, 11.9\nRT, 66, 63\nG, 0.7, 0.7\nB, 0.1, 0.1\n"
	for _, c := range []struct {
		more        string
		a, b        float64 // of shear [gf/cm]
		from, noted string
	}{
		{"2HG, 1, 1\n2HB, 0, 0\n", 0.5, 0, "2HG", ""},
		{"2HG5, 2, 2\n2HB, 0, 0\n", 1, 0, "2HG5, of 5°", "there is no 2HG:"},
		{"2HB, 0, 0\n", 0, 0, "assumed: no 2HG", "shear gets no friction"},
		{"2HG, 1, 1\n", 0.5, 0, "2HG", "bending gets no friction"},
	} {
		s, err := ReadSheet("s.csv", strings.NewReader(rest+c.more))
		if err != nil {
			t.Fatal(err)
		}
		list, err := s.Convert()
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range list {
			want, is := map[string]float64{"friction.a_n_m": c.a, "friction.b_n_m": c.b}[n.Key]
			if v := n.Value / (gf / 1e-2); n.Part == "shear" && is && (v < want-1e-9 || v > want+1e-9 ||
				n.Key == "friction.a_n_m" && n.From != c.from) {
				t.Errorf("%q: %s of %g gf/cm from %s, expected %g from %s", c.more, n.Key, v, n.From, want, c.from)
			}
			if n.Part == "warp" && strings.Contains(n.From, "EMT") {
				t.Errorf("%s from %s, of a sheet without EMT", n.Key, n.From)
			}
		}
		if notes := strings.Join(s.Notes, "; "); c.noted == "" && strings.Contains(notes, "there is no") ||
			!strings.Contains(notes, c.noted) {
			t.Errorf("%q: notes %q", c.more, notes)
		}
	}
}
