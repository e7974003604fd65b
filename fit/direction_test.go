package fit

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestDirections: headers in six languages name warp and weft, in either order, as laboratories write them.
func TestDirections(t *testing.T) {
	for _, c := range [][2]string{
		{"warp", "weft"}, {"Warp direction", "Weft direction"}, {"warpwise", "filling"}, {"Kette", "Schuss"},
		{"Kettrichtung", "Schußrichtung"}, {"Längs", "Quer"}, {"chaîne", "trame"}, {"Sens chaîne", "Sens trame"},
		{"sens de la chaîne", "sens de la trame"}, {"ordito", "trama"}, {"urdimbre", "trama"}, {"urdume", "trama"},
		{"teia", "trama"}, {"wale", "course"}, {"Wales", "Courses"}, {"MD", "CD"}, {"length", "width"},
		{"dirección urdimbre", "dirección trama"},
	} {
		for _, turned := range []bool{false, true} {
			head := "Größe;" + c[0] + ";" + c[1]
			if turned {
				head = "Größe;" + c[1] + ";" + c[0]
			}
			s, err := ReadSheet("s.csv", strings.NewReader(head+"\nEMT [%];8,2;4,5\nLT;0,60;0,62\nRT;52;58\nB;0,094;0,118\n"))
			if err != nil {
				t.Errorf("%s: %v", head, err)
				continue
			}
			if want := map[bool]float64{false: .082, true: .045}[turned]; math.Abs(s.EMT[0]-want) > 1e-12 ||
				(s.B[0] < s.B[1]) == turned {
				t.Errorf("%s: EMT of the warp %g, expected %g", head, s.EMT[0], want)
			}
		}
	}
}

// TestDirectionsUnknown: words that are no directions are refused where two directions stand below them, and beside one
// that is known; what laboratories put beside values is not, nor are lines about a sheet.
func TestDirectionsUnknown(t *testing.T) {
	for text, want := range map[string]string{
		"Größe;links;rechts\nB;0,1;0,2\n":                    `s.csv:1: columns "links", "rechts": expected words for warp`,
		"property, A, B\nW, 21\nB, 0.1, 0.2\n":               `s.csv:1: columns "A", "B"`,
		"property;Kette;links\nB;0,1;0,2\n":                  `s.csv:1: columns "links"`,
		"property, warp, utok\nB, 0.1, 0.2\n":                `columns "utok"`,
		"property, value\nW, 21\nB, 0.1\n":                   "",
		"property, warp, weft, laboratory\nB, 0.1, 0.2, x\n": "",
		"property, unit, warp, CV\nB, gf.cm2/cm, 0.1, 3\n":   "",
		"Kunde; Meier\nB;0,1;0,2\n":                          "",
		"B;0,1;0,2\n":                                        "",
	} {
		_, err := ReadSheet("s.csv", strings.NewReader(text))
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}

// TestLabels: rows as Siro-FAST's reports and CLO's lists have them, one for each direction, and names in words.
func TestLabels(t *testing.T) {
	f, err := ReadFast("f.csv", strings.NewReader("Property;Value\nE5-1 [%];0,4\nE5-2 [%];0,7\nE20-1;1,2\nE20-2;2\n"+
		"E100-1;3,1\nE100-2;5,2\nBending length C-1 [mm];15\nC-2 [mm];14,5\nEB5 [%];3\nWeight [g/m2];168\nT2 [mm];0,4\n"+
		"T100 [mm];0,3\nST [mm];0,1\nF-1 [mm2];0,4\nRS-1 [%];1\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%.4g %.4g %.4g", f.E, f.C, f.Density); got != "[[0.004 0.007] [0.012 0.02] [0.031 0.052]] "+
		"[0.015 0.0145] 0.168" {
		t.Errorf("%+v", f)
	}
	s, err := ReadSheet("k.csv", strings.NewReader("property, value\nB warp [gf cm2/cm], 0.118\n"+
		"B weft [gf cm2/cm], 0.094\nShear stiffness [gf/cm/degree], 0.8\nThickness [mm], 0.6\n"))
	if err != nil || s.B[0] < s.B[1] || s.G[0] == 0 || s.Thickness != .6e-3 {
		t.Errorf("%+v, %v", s, err)
	}
	one, err := ReadSheet("k.csv", strings.NewReader("B-1 [mN.mm], 9.5\nG-2, 0.8\n"))
	if err != nil || math.Abs(one.B[0]-9.5e-6) > 1e-15 || one.B[1] != 0 || one.G[0] != one.G[1] ||
		!strings.Contains(strings.Join(one.Notes, "; "), "B (line 1): nothing of the weft") {
		t.Errorf("%+v, %v", one, err)
	}
	c, err := ReadClo("c.csv", strings.NewReader("Stretch Warp [g/s2], 2\nStretch Weft [g/s2], 1\n"+
		"Friction Coefficient, .3\n"))
	if err != nil || c.p.v["stretch-warp"][0] != .002 || c.p.v["friction"][0] != .3 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestRequired: a row that is not known, and by its unit or its name is one that the sheet lacks, is an error; where
// the sheet has that, and of other rows, it is none.
func TestRequired(t *testing.T) {
	const rest = "B, 0.1, 0.1\nG, 0.7, 0.7\n"
	for text, want := range map[string]string{
		rest + "Dicke [mm], 0.6\n":                       `s.csv:3: row "Dicke" has no use, and the sheet has no T or T0`,
		rest + "Flächengewicht, 210\n":                   "has no W",
		rest + "Masse surfacique [g/m2], 210\n":          "has no W",
		"W, 21\nFlexural rigidity [gf.cm2/cm], .1, .1\n": "has no B",
		rest + "W, 21\nFlächengewicht, 210\n":            "",
		rest + "WC [gf.cm/cm2], 0.2\nSMD, 5, 5\n":        "",
		rest + "pilling, 4\n":                            "",
	} {
		_, err := ReadSheet("s.csv", strings.NewReader(text))
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}

// TestUnitsAsWritten: units with spaces, two slashes and words are those of the list.
func TestUnitsAsWritten(t *testing.T) {
	for text, want := range map[string]Unit{
		"gf/cm/degree": {"shear stiffness", Gf / 1e-2 / Deg}, "gf cm2/cm": {"bending stiffness", 1e-4 * Gf / 1e-2},
		"gf·cm² / cm": {"bending stiffness", 1e-4 * Gf / 1e-2}, "mN·mm": {"bending stiffness", 1e-6},
		"gf/(cm deg)": {"shear stiffness", Gf / 1e-2 / Deg}, "mN mm²/mm": {"bending stiffness", 1e-6},
		"gf cm/cm": {"moment per width", Gf}, "1 / cm": {"curvature", 100}, "cm⁻¹": {"curvature", 100},
		"gf.cm/cm²": {"energy per area", Gf * 1e-2 / 1e-4}, "g / m2": {"areal density", 1e-3},
		"N/m/rad": {"shear stiffness", 1}, "mN.cm": {"bending stiffness", 1e-5},
	} {
		if u, err := ParseUnit(text, want.Quantity); err != nil || u.Quantity != want.Quantity || u.SI/want.SI > 1+1e-12 ||
			u.SI/want.SI < 1-1e-12 {
			t.Errorf("%s: %+v, %v, expected %+v", text, u, err, want)
		}
	}
	for _, text := range []string{"gf mm", "gf//cm", "N cm m"} {
		if u, err := ParseUnit(text, "bending stiffness", "force per width"); err == nil {
			t.Errorf("%s: %+v", text, u)
		}
	}
}
