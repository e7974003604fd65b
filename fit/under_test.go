package fit

import (
	"strings"
	"testing"
)

// What a property is measured at may stand in brackets behind its name, before its unit or after it: the unit is read
// all the same, 2HG at 5° is 2HG5, and what is measured elsewhere than on Kawabata's instruments is refused.
func TestLabelsSayWhatTheyAreMeasuredAt(t *testing.T) {
	read := func(label string) (*Sheet, error) {
		return ReadSheet("s.csv", strings.NewReader("property, warp, weft\nG, 1, 1\n"+label+", 2, 2\n"))
	}
	for label, want := range map[string][2]float64{ // 2HG and 2HG5 in N/m: 2 gf/cm is 1.96133
		"2HG":                     {1.96133, 0},
		"2HG (0.5°) [gf/cm]":      {1.96133, 0},
		"2HG [N/m] (0.5 deg)":     {2, 0},
		"2HG (0.5º)":              {1.96133, 0},
		"2HG (φ = 0.5°) (N/m)":    {2, 0},
		"2HG (5°) [N/m]":          {0, 2},
		"2HG5 (at 5 degrees) [-]": {0, 1.96133},
		"2HG5 [cN/cm]":            {0, 2},
		"2HG (0.0087 rad) [N/m]":  {2, 0},
		"2HG (N/m) (0.087 rad)":   {0, 2},
		"2HG (5°) (0.087 rad)":    {0, 1.96133}, // the same twice
	} {
		if s, err := read(label); err != nil || !close(s.HG[0], want[0]) || !close(s.HG5[1], want[1]) {
			t.Errorf("%s: %v, %+v, expected %v", label, err, s, want)
		}
	}
	for label, want := range map[string]string{
		"2HG (3°) [gf/cm]":         "s.csv:3: 2HG: measured at 3°: expected 0.5° or 5° (2HG5)",
		"2HG (3°)":                 "s.csv:3: 2HG: measured at 3°: expected 0.5° or 5° (2HG5)",
		"2HG5 (0.5°) [gf/cm]":      "s.csv:3: 2HG5: measured at 0.5°: expected 5° (2HG5)",
		"2HG [gf/cm] (N/m)":        "s.csv:3: 2HG: two units, \"gf/cm\" and \"N/m\": expected one",
		"2HG (warp) [gf/cm]":       "s.csv:3: 2HG: \"warp\" in brackets: expected the unit alone, one of N/cm",
		"2HG [furlong]":            "s.csv:3: 2HG: unit \"furlong\": expected one of N/cm",
		"2HB (2 1/cm) [gf.cm/cm]":  "s.csv:3: 2HB: measured at 2 1/cm: expected 1 1/cm",
		"EMT (50 gf/cm) [%]":       "s.csv:3: EMT: measured at 50 gf/cm: expected 500 gf/cm",
		"EMT (480 N/m) [%]":        "s.csv:3: EMT: measured at 480 N/m: expected 500 gf/cm",
		"2HG (0.5°) (5°)":          "s.csv:3: 2HG: measured at 0.5° and at 5°: expected one of them in each row",
		"2HG (5°) [N/m] (0.5 deg)": "s.csv:3: 2HG: measured at 5° and at 0.5 deg: expected one of them",
		"2HG (5\xb0) [gf/cm]": "s.csv:3: 2HG: unit \"5\\xb0\": the file is not UTF-8 (what Excel saves as CSV is " +
			"Windows-1252): save it as \"CSV UTF-8\"",
		"2HG [gf/cm] (0.5\xb0)": "s.csv:3: 2HG: unit \"0.5\\xb0\": the file is not UTF-8 (what Excel saves as CSV is " +
			"Windows-1252): save it as \"CSV UTF-8\"",
	} {
		if _, err := read(label); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", label, err, want)
		}
	}
	for _, row := range []string{"EMT (500 gf/cm) [%], 5, 5", "EMT (490 N/m), 5, 5", "EMT (4.9 N/cm) [%], 5, 5",
		"EMT (4.903 N/cm) (500 gf/cm), 5, 5", "2HB (K = 1 cm-1) [gf.cm/cm], .05, .05", "B (0.5–1.5 1/cm) [gf·cm²/cm], .1, .1",
		"LT (-), .7, .7", "W [mg/cm²], 20"} {
		if _, err := ReadSheet("s.csv", strings.NewReader(row+"\n")); err != nil {
			t.Errorf("%s: %v", row, err)
		}
	}
	if s, err := ReadSheet("s.csv", strings.NewReader("G (0.5-2.5°) [gf/(cm·deg)], 1, 1\n")); err != nil ||
		!close(s.G[0], 56.1880) {
		t.Errorf("%v, %+v", err, s)
	}
}

func close(a, b float64) bool { return a-b < 1e-4 && b-a < 1e-4 }

// A thickness has the pressure that it is read under in brackets, as Kawabata's and FAST's instruments do: T at 0.5
// gf/cm² is T0, which Tm at 50 gf/cm² is not.
func TestThicknessSaysItsPressure(t *testing.T) {
	for label, want := range map[string]float64{ // of 0.62 mm and of 0.62 cm [m]
		"T (0.5 gf/cm2)":            0.62e-3,
		"T0 [0.5 gf/cm^2]":          0.62e-3,
		"To (0.5 gf/cm²) [cm]":      0.62e-2,
		"T0 [mm] (P = 0.5 g/cm²)":   0.62e-3,
		"T (49 Pa)":                 0.62e-3,
		"T0 (at 0.049 kPa) [mm]":    0.62e-3,
		"T0 (0.49 cN/cm2)":          0.62e-3,
		"Tm (50 gf/cm2) [cm]":       0.62e-2,
		"T (50 gf/cm²)":             0.62e-3,
		"T0 (0.5 gf/cm2) (49 N/m2)": 0.62e-3,
	} {
		if s, err := ReadSheet("s.csv", strings.NewReader("property, warp, weft\n"+label+", 0.62\n")); err != nil ||
			!close(1e3*s.Thickness, 1e3*want) {
			t.Errorf("%s: %v, %+v, expected %g m", label, err, s, want)
		}
	}
	for label, want := range map[string]string{
		"T (5 gf/cm2)":             "s.csv:2: T: measured at 5 gf/cm2: expected 0.5 gf/cm² (T0) or 50 gf/cm² (Tm)",
		"T0 (50 gf/cm2) [mm]":      "s.csv:2: T0: measured at 50 gf/cm2: expected 0.5 gf/cm² (T0)",
		"T0 (0.5 gf/cm)":           "s.csv:2: T0: measured at 0.5 gf/cm: expected 0.5 gf/cm² (T0)",
		"T (0.5 gf/cm2) (50 kPa)":  "s.csv:2: T: measured at 50 kPa: expected",
		"T (0.5 gf/cm2) (4900 Pa)": "s.csv:2: T: measured at 0.5 gf/cm2 and at 4900 Pa: expected one of them",
		"T0, 0.62\nT (0.5 gf/cm2)": "s.csv:3: T0: stands in line 2 as well",
	} {
		if _, err := ReadSheet("s.csv", strings.NewReader("property, warp, weft\n"+label+", 0.62\n")); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", label, err, want)
		}
	}
	if f, err := ReadFast("f.csv", strings.NewReader("W, 200\nT2 (2 gf/cm²) [mm], 0.62\n")); err != nil ||
		!close(1e3*f.Thickness, 0.62) {
		t.Errorf("FAST: %v, %+v", err, f)
	}
}
