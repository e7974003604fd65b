package fit

import (
	"maps"
	"strings"
	"testing"

	"hysteron/fit/findings"
)

// suiting is a sheet as laboratories print it.
func suiting() KESRows {
	return KESRows{
		"EMT": {1, [2]float64{4.5, 8.2}}, "LT": {2, [2]float64{.62, .60}}, "WT": {3, [2]float64{6.98, 12.3}},
		"RT": {4, [2]float64{58, 52}}, "G": {5, [2]float64{.82, .78}},
		"2HG": {6, [2]float64{1.5, 1.3}}, "2HG5": {7, [2]float64{3.3, 3.1}}, "B": {8, [2]float64{.118, .094}},
		"2HB": {9, [2]float64{.06, .05}},
	}
}

// poplin and flannel are sheets of a shirting that rubs much and of one that hardly does.
func poplin() KESRows {
	return KESRows{
		"EMT": {1, [2]float64{4.55, 10.4}}, "LT": {2, [2]float64{.72, .66}}, "WT": {3, [2]float64{8.2, 17.2}},
		"RT": {4, [2]float64{48, 42}}, "G": {5, [2]float64{.92, .86}},
		"2HG": {6, [2]float64{2.35, 2.15}}, "2HG5": {7, [2]float64{4.6, 4.3}}, "B": {8, [2]float64{.082, .048}},
		"2HB": {9, [2]float64{.071, .038}},
	}
}

func flannel() KESRows {
	return KESRows{
		"EMT": {1, [2]float64{11.3, 17.2}}, "LT": {2, [2]float64{.63, .60}}, "WT": {3, [2]float64{17.8, 25.8}},
		"RT": {4, [2]float64{61, 56}}, "G": {5, [2]float64{.58, .54}},
		"2HG": {6, [2]float64{1.05, .98}}, "2HG5": {7, [2]float64{1.95, 1.8}}, "B": {8, [2]float64{.14, .105}},
		"2HB": {9, [2]float64{.068, .051}},
	}
}

// TestSheetOfOneCloth: every number that is ten times as large or as small, in one direction or both, is an error, or
// rare where cloth may be so; what laboratories print is neither.
func TestSheetOfOneCloth(t *testing.T) {
	for _, sheet := range []KESRows{suiting(), poplin(), flannel()} {
		if list := CheckKESSheet(sheet); list != nil {
			t.Fatalf("%v", list)
		}
	}
	for _, c := range []struct {
		row        string
		by         [2]float64
		want, line string
	}{
		{"G", [2]float64{10, 1}, "error", "line 5: G of 8.2 along the warp over 0.78 along the weft, a ratio " +
			"of 10.51: no cloth is beyond"},
		{"G", [2]float64{.1, 1}, "error", "lines 5 and 6"},
		{"G", [2]float64{.1, .1}, "error", "lines 6 and 5"},
		{"G", [2]float64{.0178, .0178}, "error", "lines 6 and 5"}, // N/m per radian for gf/(cm·deg)
		{"G", [2]float64{57.3, 57.3}, "error", "lines 6 and 5"}, {"2HG", [2]float64{10, 10}, "error", "lines 6 and 5"},
		{"2HG", [2]float64{1, 10}, "error", "2HG"},
		{"2HG5", [2]float64{10, 10}, "error", "2HG5"}, {"2HG5", [2]float64{.1, .1}, "error", "2HG5"},
		{"B", [2]float64{10, 1}, "error", "lines 8 and 9"}, {"B", [2]float64{1, .1}, "error", "lines 9 and 8"},
		{"2HB", [2]float64{10, 10}, "error", "lines 9 and 8"}, {"2HB", [2]float64{.1, 1}, "error", "lines 8 and 9"},
		{"B", [2]float64{10, 10}, "rare", ""},
		{"RT", [2]float64{99.9 / 58, 1}, "rare", "line 4: RT (warp) of 99.9 %: cloth for clothes has 25 to 95 %, " +
			"and only what nothing rubs in"},
		{"RT", [2]float64{101. / 58, 1}, "error", "RT (warp) of 101 %"},
		{"RT", [2]float64{.1, 1}, "error", "RT of 5.8 along the warp over 52"},
		{"LT", [2]float64{.1, 1}, "error", "LT"}, {"LT", [2]float64{1.2, 1}, "error", "lines 3 and 1"},
		{"WT", [2]float64{1, 10}, "error", "WT"}, {"EMT", [2]float64{10, 1}, "error", "lines 3 and 1"},
	} {
		rows := maps.Clone(suiting())
		r := rows[c.row]
		r.V[0], r.V[1] = r.V[0]*c.by[0], r.V[1]*c.by[1]
		rows[c.row] = r
		is, said := "", ""
		for _, f := range CheckKESSheet(rows) {
			if f.Severity == findings.Refusal {
				is, said = "error", f.Located()
				break
			}
			is, said = "rare", said+f.Located()+"; "
		}
		same := strings.Contains(said, c.line)
		if rest, two := strings.CutPrefix(c.line, "lines "); two {
			a, b, _ := strings.Cut(rest, " and ")
			same = strings.Contains(said, "in line "+a) && strings.Contains(said, "in line "+b)
		}
		if is != c.want || !same {
			t.Errorf("%s × %v: %q, %s: expected %s with %q", c.row, c.by, is, said, c.want, c.line)
		}
	}
}

// TestNoneSilent: whatever number of a suiting, a poplin or a flannel is ten times as large or as small, in both
// directions, something is said; of EMT beside LT alone and of WT beside LT alone as well. So it is of all that the
// shear tester prints ten times as large, which asks for more force than clothes do.
func TestNoneSilent(t *testing.T) {
	silent := func(sheet KESRows, by float64, names ...string) bool {
		for _, name := range names {
			sheet[name] = KESRow{sheet[name].Line, [2]float64{by * sheet[name].V[0], by * sheet[name].V[1]}}
		}
		return CheckKESSheet(sheet) == nil
	}
	for k, sheet := range []func() KESRows{suiting, poplin, flannel} {
		for _, without := range []string{"", "WT", "EMT", "LT"} {
			for name := range sheet() {
				if without == "LT" && name == "EMT" || without != "" && name == "LT" || name == without || k > 0 && without != "" {
					continue // of which LT tells
				}
				for _, by := range []float64{10, .1} {
					rows := maps.Clone(sheet())
					delete(rows, without)
					if silent(rows, by, name) {
						t.Errorf("sheet %d: %s × %g, without %q: nothing is said", k, name, by, without)
					}
				}
			}
		}
		if silent(sheet(), 10, "G", "2HG", "2HG5") {
			t.Errorf("sheet %d: shear that is ten times as stiff: nothing is said", k)
		}
	}
	rows := suiting()
	rows["B"], rows["2HB"] = KESRow{8, [2]float64{1.4, 1.1}}, KESRow{9, [2]float64{.8, .7}}
	if list := CheckKESSheet(rows); len(list) != 1 || list[0].Severity != findings.Warning ||
		!strings.Contains(list[0].String(), "B of 1.4 (warp) asks for a moment of 3.9 gf·cm/cm: cloth for clothes "+
			"takes 3.3 at most when it bends to 2.5 1/cm") {
		t.Errorf("%v: expected a word on the instrument's largest moment", list)
	}
}

// TestBeyond: what Kawabata's instruments do not reach is said, with the number; what they reach is not.
func TestBeyond(t *testing.T) {
	for _, c := range []struct {
		mode        string
		most, force float64
		says        string
	}{
		{"tensile", .1, 495, ""}, {"tensile", .1, 4810, "force of 4905 gf/cm"},
		{"tensile", .1, 50, ""}, {"tensile", .1, 4.9, "force of 4.997 gf/cm at most: Kawabata's tensile tester turns at 500"},
		{"shear", .14, 9, ""},
		{"shear", .3, 9, "angle of 17.19°"}, {"bending", 250, .003, ""}, {"bending", 2500, .003, "curvature of 25 1/cm"},
		{"shear", .014, .9, "angle of 0.8021° at most"}, {"shear", .035, 2, ""},
		{"bending", 25, .0003, "curvature of 0.25 1/cm at most"}, {"bending", 60, .0008, ""},
		{"shear", .14, 22 * gfPerCm, ""}, {"shear", .14, 77.18, "force of 78.7 gf/cm: cloth for clothes takes 40"},
		{"bending", 250, .0307, ""}, {"bending", 250, .0327, "moment of 3.334 gf·cm/cm: cloth for clothes takes 3.3"},
	} {
		if got := KESBeyond(c.mode, c.most, c.force).String(); (got == "") != (c.says == "") ||
			!strings.HasPrefix(got, c.says) {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestBeside: curves of warp and weft that are farther apart than rows of a sheet may be are told, with both numbers;
// those of a twill are not.
func TestBeside(t *testing.T) {
	for _, c := range []struct {
		mode       string
		warp, weft float64
		says       string
	}{
		{"bending", 10e-6, 6.5e-6, ""}, {"bending", 6.5e-6, 65e-6, "slopes of whole curves: B [gf·cm²/cm] of 0.06628 along " +
			"the warp over 0.6628 along the weft, a ratio of 0.1: cloth for clothes has"},
		{"tensile", 12800, 8000, ""}, {"tensile", 1e3, 1e4, "slopes of whole curves: a force over elongation [gf/cm] of " +
			"1020 along the warp"}, {"shear", 1, 100, ""},
	} {
		if got := KESBeside(c.mode, c.warp, c.weft).String(); (got == "") != (c.says == "") ||
			!strings.HasPrefix(got, c.says) {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
