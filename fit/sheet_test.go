package fit

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hysteron/law"
)

const twill = `KES-FB, a twill
property, warp, weft
EMT [%], 4.5, 8.2
LT, 0.62, 0.60
WT, 6.98, 12.3
RT, 58, 52
G [gf/cm.deg], 0.82, 0.78
2HG, 1.5, 1.3
2HG5, 3.3, 3.1
B, 0.118, 0.094
2HB, 0.060, 0.050
MIU, 0.2, 0.2
W, 21.5
T, 0.62
`

// TestSheet: a stretch with the numbers of the sheet is converted has the sheet's EMT, WT, RT by a summation of its
// own, and shear and bending its slopes and heights.
func TestSheet(t *testing.T) {
	s, err := ReadSheet("twill.csv", strings.NewReader(twill))
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Convert()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, c := range list {
		got[c.Part+"."+c.Key] = c.Value
	}
	near := func(what string, got, want, share float64) {
		t.Helper()
		if !(math.Abs(got/want-1) <= share) {
			t.Errorf("%s: %g, expected %g", what, got, want)
		}
	}
	near("density", got[".density_kg_m2"], 0.215, 1e-12)
	near("thickness", got[".thickness_m"], 0.62e-3, 1e-12)
	near("k1 of bending", got["bend_warp.k1_nm"], 0.118*9.80665e-3*1e-2/3, 1e-12)
	near("a of bending", got["bend_weft.friction.a_n"], 0.025*9.80665e-3, 1e-12)
	near("k1 of shear", got["shear.k1_n_m"], 0.80*0.980665*180/math.Pi, 1e-12)
	a, b := got["shear.friction.a_n_m"], got["shear.friction.b_n_m"]
	near("2HG", 2*(a+b*math.Sin(0.5*math.Pi/180)), 1.4*0.980665, 1e-9)
	near("2HG5", 2*(a+b*math.Sin(5*math.Pi/180)), 3.2*0.980665, 1e-9)
	for d, part := range []string{"warp", "weft"} {
		fb, tau := got[part+".friction.b_n_m"], got[part+".friction.tau"]
		elastic := elasticOf(got, part)
		// Dahl's law by small steps: dσ/dε = (S − sσ)/τ.
		const n = 400000
		top := []float64{0.045, 0.082}[d]
		var sigma, work, back, most float64
		e := 0.0
		for i := range n {
			eps, next := e+e*e/2, 0.0
			e = top * float64(i+1) / n
			next = e + e*e/2
			mid := (eps + next) / 2
			sigma += (fb*mid - sigma) / tau * (next - eps)
			most = (elastic(next) + sigma) * (1 + e)
			work += most * top / n
		}
		for i := n - 1; i >= 0; i-- {
			eps := e + e*e/2
			e = top * float64(i) / n
			next := e + e*e/2
			mid := (eps + next) / 2
			sigma += (fb*mid + sigma) / tau * (next - eps)
			f := (elastic(next) + sigma) * (1 + e)
			if f < 0 {
				break
			}
			back += f * top / n
		}
		near(part+": force at EMT", most, 490.33, 2e-3)
		near(part+": WT", work, []float64{6.98, 12.3}[d]*0.980665, 3e-3)
		near(part+": RT", back/work, []float64{.58, .52}[d], 3e-3)
	}
}

// elasticOf is the elastic stress of a converted part: k1 and k2, or a curve through five points.
func elasticOf(got map[string]float64, part string) func(float64) float64 {
	if k1, ok := got[part+".k1_n_m"]; ok {
		k2 := got[part+".k2_n_m"]
		return func(e float64) float64 { return (k1 + k2*e) * e }
	}
	var l law.Curve
	l.High = got[part+".high"]
	l.K1, l.K2, l.K3, l.K4, l.K5 = got[part+".k_1_n_m"], got[part+".k_2_n_m"], got[part+".k_3_n_m"], got[part+".k_4_n_m"],
		got[part+".k_5_n_m"]
	return func(e float64) float64 {
		var r law.Response
		l.Respond(&law.Strain{Eps: e}, &r)
		return r.Sigma
	}
}

// TestSheetQuadratic: a sheet that the project's own law can meet is met by it.
func TestSheetQuadratic(t *testing.T) {
	s, err := ReadSheet("s.csv", strings.NewReader("EMT, 6\nLT, 0.85\nRT, 60\n"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Convert()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if c.Key == "k_1_n_m" {
			t.Error("a curve")
		}
	}
}

// TestSheetRefuses: one clear line each.
func TestSheetRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "no known property"},
		{"B [N/m], 1", `s.csv:1: B: unit "N/m": expected one of`},
		{"B, x", `s.csv:1: B: "x": expected a number`},
		{"B, -1", `s.csv:1: B: "-1": expected a number ≥ 0 in column 2 (warp)`},
		{"W, 14.3\nB, 0.1, Inf", `s.csv:2: B: "Inf": expected a number ≥ 0 in column 3 (weft)`},
		{"property, weft, warp\nB, 0.1, soft", `s.csv:2: B: "soft": expected a number ≥ 0 in column 3 (warp), or a dash`},
		{"B, 1\nB, 2", "s.csv:2: B: stands in line 1 as well"},
		{"B, 1, 2, 3", "3 values"},
		{"EMT, 4.5\nWT, 7\nLT, 0.3\nRT, 60", "s.csv:3: WT over LT·500 gf/cm·EMT/2 (warp, by LT of 0.3 in line " +
			"3, WT of 7 in line 2, EMT of 4.5 in line 1) of 2.074: no cloth is beyond 0.95 to 1.05"},
		{"EMT [1], 4.5\nWT, 7\nRT, 60", "s.csv:1: EMT (warp) of 450 %: no cloth is beyond 0 to 200"},
		{"EMT, 4.5\nWT, 7\nRT [1], 60", "RT (warp) of 6000 %"},
		{"EMT, 4.5\nLT, 0.07\nRT, 60", "LT (warp) of 0.07: no cloth is beyond 0.3 to 1.2"},
		{"EMT, 4.5\nLT, 1.19\nRT, 30",
			"do not go together"},
		{"T, 0.3\nEMT, 3", ""},
		{"G, 0\nB, 0", "nothing follows"},
		{"\"", `a quote (") that is not closed`},
	} {
		s, err := ReadSheet("s.csv", strings.NewReader(c.text))
		if err == nil {
			_, err = s.Convert()
		}
		var te *TableError
		if c.want == "" != (err == nil) || err != nil && (!errors.As(err, &te) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, expected %q", c.text, err, c.want)
		}
	}
}

// FuzzSheet: whatever the bytes are, there is a sheet or an error.
func FuzzSheet(f *testing.F) {
	f.Add(twill)
	f.Add("B [gf.cm2/cm], 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := ReadSheet("s.csv", strings.NewReader(text)); err == nil && s == nil {
			t.Error("neither")
		}
	})
}

// TestSheetColumns: values go by the names of their columns, whatever separates them; what a column lacks is not taken
// from the other.
func TestSheetColumns(t *testing.T) {
	for _, c := range []struct {
		text       string
		warp, weft float64 // B [gf·cm²/cm]
		notes      int
	}{
		{"property, warp, weft\nB, 0.1, 0.2", 0.1, 0.2, 0},
		{"property, weft, warp\nB, 0.1, 0.2", 0.2, 0.1, 0},
		{"Property;Weft;Warp\r\nB;0,1;0,2\r\nMIU;0,2;0,2\r\n", 0.2, 0.1, 1},
		{"property\twarp\tweft\nB\t0.1\t0.2", 0.1, 0.2, 0},
		{"property, warp\nB, 0.1", 0.1, 0, 1},
		{"property, warp, weft\nB, 0.1", 0.1, 0.1, 1}, // that it is of both
		{"property, weft, warp, unit\nB, 0.1", 0.1, 0.1, 1},
		{"property, unit, warp, weft\nB, gf.cm2/cm, 0.1", 0.1, 0.1, 1},
		{"property, warp, weft\nB, 0.1, ", 0.1, 0, 1},
		{"property, warp, weft\nB, 0.1, 0.2\nG, 0.8\n2HG, 1\n2HG5, 2", 0.1, 0.2, 0},
		{"property, mean\nB, 0.1", 0.1, 0.1, 0},
		{"property, warp, weft, mean\nB, 0.1, 0.2, 0.15", 0.1, 0.2, 0},
		{"B, 0.1", 0.1, 0.1, 0},
		{"B, 10.5, 9", 10.5, 9, 4}, // of the fabric's numbers, and of the instrument's
		{"B, 0.105, 0.1\n2HB, .25, 0.07", 0.105, 0.1, 1},
		{"B, 0.1, 0.2\nW, 170", 0.1, 0.2, 1},
		{"B, 0.1, 0.2\nLC, 0.3\nfluff, 12", 0.1, 0.2, 1},
	} {
		s, err := ReadSheet("s.csv", strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		for d, want := range []float64{c.warp, c.weft} {
			if got := s.B[d] / 9.80665e-5; math.Abs(got-want) > 1e-12 {
				t.Errorf("%q: B of direction %d is %g, expected %g", c.text, d, got, want)
			}
		}
		list, err := s.Convert()
		if err != nil {
			t.Fatal(err)
		}
		doubts, err := JudgeSheet("s.csv", list)
		if !strings.Contains(c.text, "2HB") {
			c.notes++ // that there is none
		}
		if err != nil || len(s.Notes)+len(s.Doubts)+len(doubts) != c.notes {
			t.Errorf("%q: notes %q, %v, %v, %v, expected %d", c.text, s.Notes, s.Doubts, doubts, err, c.notes)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"property, warp, weft, mean\nB, 0.1, 0.2, 0.19", "a mean of"},
		{"property, warp, warp\nB, 1, 2", "two columns"},
		{"B, 1, 2\nproperty, weft, warp\n", "below values"},
		{"B; 1,5x; 2", "expected a number"},
	} {
		if _, err := ReadSheet("s.csv", strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, expected %q", c.text, err, c.want)
		}
	}
}

// TestSheetShare: LT in per cent is told by its own line.
func TestSheetShare(t *testing.T) {
	_, err := ReadSheet("k.csv", strings.NewReader("property, warp, weft\nEMT [%], 4.5, 8.2\nLT, 62, 60\nRT, 58, 52\n"))
	if err == nil || !strings.Contains(err.Error(), "k.csv:3: LT (warp) of 62: no cloth is beyond 0.3 to 1.2") {
		t.Error(err)
	}
}

// TestSheetAsPrinted: units stand in brackets, in parentheses or in a column of their own, a dash is none, and EM and
// To are other names of EMT and T0.
func TestSheetAsPrinted(t *testing.T) {
	want, err := ReadSheet("k.csv", strings.NewReader("property, warp, weft\nEMT [%], 4.5, 8.2\nLT, 0.62, 0.60\nRT, 58, "+
		"52\nB [cN.cm2/cm], 0.118, 0.094\n2HB, 0.06, 0.05\nG, 0.82, 0.78\nW [g/m2], 215\nT0, 0.62\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"Property,Unit,Warp,Weft\nEM,%,4.5,8.2\nLT,-,0.62,0.60\nRT,(%),58,52\nB,cN·cm²/cm,0.118,0.094\n" +
			"2HB,gf.cm/cm,0.06,0.05\nG,gf/(cm·deg),0.82,0.78\nW,g/m²,215,\nTo,mm,0.62,\n",
		"property, warp, weft\nEM (%), 4.5, 8.2\nLT (–), 0.62, 0.60\nRT, 58, 52\nB (cN·cm²/cm), 0.118, 0.094\n2HB " +
			"(gf·cm/cm), 0.06, 0.05\nG (gf/(cm·deg)), 0.82, 0.78\nW (g/m²), 215\nT0 (mm), 0.62\n",
		"Property;Warp;Weft;Units\nEMT;4,5;8,2;%\nLT;0,62;0,60;\nRT;58;52;%\nB;0,118;0,094;cN.cm2/cm\n" +
			"2HB;0,06;0,05;\nG;0,82;0,78;\nW;215;;g/m2\nT0;0,62;;\n",
	} {
		got, err := ReadSheet("k.csv", strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got.lines, got.Notes = want.lines, want.Notes
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, expected %+v", text, got, want)
		}
	}
	for text, says := range map[string]string{
		"property, unit, warp, weft\nB, mm, 1, 2\n":        "B: unit \"mm\"",
		"property, warp, weft\nB (mm), 1, 2\n":             "B: unit \"mm\"",
		"property, unit, warp, weft\nB, gf.cm2/cm, x, 2\n": "\"x\": expected a number",
	} {
		if _, err := ReadSheet("k.csv", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, expected %q", text, err, says)
		}
	}
	if c, err := ReadTable("t.csv", strings.NewReader("weight (N), length (mm)\n1, 2\n"),
		map[string][]string{"weight": {"force"}, "length": {"length"}}); err != nil || c.Column("length")[0] != 0.002 {
		t.Errorf("%v: %+v", err, c)
	}
}

// TestSheetWithout: a value that a laboratory has not, however it writes that, is not measured: what the rest
// determines is found, and what is therefore not is said; no value is zero, or the other direction's.
func TestSheetWithout(t *testing.T) {
	const rows = "EMT [%], 4.5, 8.2\nLT, 0.62, 0.60\nRT, 58, 52\nG, 0.82, 0.78\n2HG, 1.5, 1.3\n2HG5, 3.3, 3.1\nB, " +
		"0.118, 0.094\n2HB, 0.060, 0.050\nW, 21.5\nT, 0.62\n"
	whole := convertedOf(t, "property, warp, weft\n"+rows)
	for _, none := range []string{"–", "N/A", ""} {
		for _, head := range []string{"property, warp, weft\n", ""} {
			if head == "" && none == "" { // one value stands for both there
				continue
			}
			for _, c := range []struct {
				from, to string
				lacks    []string // parts
				says     []string
			}{
				{"B, 0.118, 0.094", "B, 0.118, " + none, []string{"bend_weft"}, []string{"B (line N): nothing of the weft",
					"2HB of the weft is not used", "bending of the weft (B)"}},
				{"B, 0.118, 0.094", "B, " + none + ", " + none, []string{"bend_warp", "bend_weft"},
					[]string{"B (line N): no value, so it is taken as not measured", "bending of the warp (B); bending of the weft " +
						"(B)"}},
				{"2HB, 0.060, 0.050", "2HB, " + none + ", 0.050", []string{"bend_warp.friction.a_n"},
					[]string{"2HB (line N): nothing of the warp", "there is no 2HB of the warp: its bending gets no friction"}},
				{"RT, 58, 52", "RT, " + none + ", 52", []string{"warp.friction.b_n_m"}, []string{"RT (line N): nothing of the warp",
					"there is no RT of the warp: its stretch gets no friction"}},
				{"LT, 0.62, 0.60", "LT, " + none + ", " + none, []string{"warp", "weft"}, []string{"LT (line N): no value",
					"stretch of the warp (LT or WT); stretch of the weft (LT or WT)"}},
				{"G, 0.82, 0.78", "G, " + none + ", " + none, []string{"shear"}, []string{"G (line N): no value", "shear (G)"}},
				{"T, 0.62", "T, " + none, []string{".thickness_m"}, []string{"T (line N): no value", "the thickness (T)"}},
			} {
				text := head + strings.Replace(rows, "\n"+c.from, "\n"+c.to, 1)
				row, _, _ := strings.Cut(c.to, ",")
				line := 1 + strings.Count(text[:strings.Index("\n"+text, "\n"+row+",")], "\n")
				s, err := ReadSheet("k.csv", strings.NewReader(text))
				if err != nil {
					t.Errorf("%q: %v", c.to, err)
					continue
				}
				list, err := s.Convert()
				if err != nil {
					t.Errorf("%q: %v", c.to, err)
					continue
				}
				notes := strings.Join(append(s.Notes, Missing("kes", list, s.Has)...), "; ")
				for _, want := range c.says {
					if want = strings.Replace(want, "line N", fmt.Sprintf("line %d", line), 1); !strings.Contains(notes, want) {
						t.Errorf("%q: %q, expected %q", c.to, notes, want)
					}
				}
				got := map[string]float64{}
				for _, n := range list {
					got[n.Part+"."+n.Key] = n.Value
					if n.Value == 0 && n.Part == "bend_warp" && !strings.HasPrefix(n.From, "assumed") {
						t.Errorf("%q: %s of 0 from %s", c.to, n.Key, n.From)
					}
				}
				for path, want := range whole {
					lacks := slices.ContainsFunc(c.lacks, func(p string) bool { return path == p || strings.HasPrefix(path, p+".") })
					v, ok := got[path]
					switch alone := len(c.lacks) == 1 && strings.HasPrefix(path, "w"); {
					case lacks && ok && v != 0:
						t.Errorf("%q: %s = %g of what is not there", c.to, path, v)
					case !lacks && !alone && (!ok || math.Abs(v-want) > 1e-12*math.Abs(want)):
						t.Errorf("%q: %s = %g, %v, expected %g", c.to, path, v, ok, want)
					}
				}
			}
		}
	}
	for text, want := range map[string]string{"W, -\nB, -, -\n": "no known property",
		"B, 0.1, 0.2\nB\n": "stands in line 1 as well", "B\n": "0 values"} {
		if _, err := ReadSheet("k.csv", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}

// convertedOf are the numbers that follow from a sheet, by their paths.
func convertedOf(t *testing.T, text string) map[string]float64 {
	t.Helper()
	s, err := ReadSheet("k.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Convert()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]float64{}
	for _, n := range list {
		all[n.Part+"."+n.Key] = n.Value
	}
	return all
}

// TestSheetWithoutRT: without the share of the work that comes back stretch has the force at EMT and WT, and no
// friction, whichever rows they are from.
func TestSheetWithoutRT(t *testing.T) {
	const work, top = 0.65 * 490.3325 * 0.06 / 2, 0.06 // [J/m²], elongation
	for _, text := range []string{"EMT, 6\nLT, 0.65", "EMT [1], 0.06\nWT [J/m2], 9.5615", "LT, 0.65\nWT [J/m2], 9.5615",
		"EMT, 6, 6\nLT, 0.65, 0.65\nRT, -, -", "EMT, 6\nLT, 0.65\nRT, 0"} {
		s, err := ReadSheet("k.csv", strings.NewReader(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		list, err := s.Convert()
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if notes := strings.Join(s.Notes, "; "); strings.Count(notes, "there is no RT: stretch gets no friction") != 1 {
			t.Errorf("%q: %q", text, notes)
		}
		for _, missing := range Missing("kes", list, s.Has) {
			if strings.Contains(missing, "stretch") {
				t.Errorf("%q: %s is missing", text, missing)
			}
		}
		got := map[string]float64{}
		for _, n := range list {
			if got[n.Part+"."+n.Key] = n.Value; strings.Contains(n.From, "RT") && n.From != "assumed: no RT" {
				t.Errorf("%q: %s from %s", text, n.Key, n.From)
			}
		}
		for _, part := range []string{"warp", "weft"} {
			elastic, sum := elasticOf(got, part), 0.
			const n = 2000
			for i := range n {
				e := top * (float64(i) + 0.5) / n
				sum += elastic(e+e*e/2) * (1 + e) * top / n
			}
			most := elastic(top+top*top/2) * (1 + top)
			if math.Abs(most/490.3325-1) > 2e-3 || math.Abs(sum/work-1) > 2e-3 || got[part+".friction.a_n_m"] != 0 ||
				got[part+".friction.b_n_m"] != 0 || got[part+".friction.tau"] == 0 {
				t.Errorf("%q: %s: force %g at EMT, work %g, expected 490.3 and %g; %v", text, part, most, sum, work, got)
			}
		}
	}
	s, err := ReadSheet("k.csv", strings.NewReader("EMT, 4.5\nLT, 1.19"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Convert(); err == nil || !strings.Contains(err.Error(), "EMT 4.5 %, LT 1.19 do not go together") {
		t.Error(err)
	}
}

// TestSheetSeveral: of what has no warp and weft a second value is a decimal comma or one too many, in each kind of
// sheet; the same once more is neither, where it cannot be a comma's.
func TestSheetSeveral(t *testing.T) {
	type reader func(text string) (notes []string, err error)
	kes := func(text string) ([]string, error) {
		s, err := ReadSheet("s.csv", strings.NewReader(text))
		if err != nil {
			return nil, err
		}
		return s.Notes, nil
	}
	fast := func(text string) ([]string, error) {
		_, err := ReadFast("s.csv", strings.NewReader(text))
		return nil, err
	}
	clo := func(text string) ([]string, error) {
		_, err := ReadClo("s.csv", strings.NewReader(text))
		return nil, err
	}
	for _, c := range []struct {
		read       reader
		text, want string
	}{
		{kes, "property, warp, weft\nB, .1, .1\nW, 21,9\n", "s.csv:3: W: 2 values, 21 and 9: expected one, as it has no " +
			"warp and weft; is it 21,9 with a decimal comma, which goes with semicolons between values, or is one too many?"},
		{kes, "T [mm], 0,6\n", "s.csv:1: T: 2 values, 0 and 6"}, {kes, "property, unit, warp, weft\nTo, mm, 0,6\n",
			"s.csv:2: T0: 2 values"}, {kes, "T, 1,1\n", "is it 1,1 with a decimal comma"},
		{kes, "W, 21,9,22,1\n", "s.csv:1: W: 4 values, 21 and 9 and 22 and 1"},
		{kes, "W;mg/cm2;21;30\n", "s.csv:1: W: "}, {kes, "property;unit;warp;weft\nW;mg/cm2;21;30\n",
			"s.csv:2: W: 2 values, 21 and 30: expected one, as it has no warp and weft"},
		{kes, "W, 21.5, 21.7\n", "s.csv:1: W: 2 values, 21.5 and 21.7: expected one, as it has no warp and weft"},
		{kes, "property, warp, weft, mean\nW, 21.5, 21.5, 21.5\nT, , , 0.6\n", ""},
		{kes, "property;warp;weft\nW;21,5;21,5\nT;0,6;\n", ""}, {kes, "property, warp, weft\nW, 21.5\nT, 0.6,\n", ""},
		{kes, "property, warp, weft, cv\nW, 21, , 9\n", ""}, {kes, "property, warp\nW, 21,9\n", "s.csv:2: W: 2 values"},
		{fast, "W [g/m2], 215,5\n", "s.csv:1: W: 2 values, 215 and 5"}, {fast, "W, 215\nT2 [mm], 0,6\n",
			"s.csv:2: T2: 2 values"}, {fast, "W, 215\nEB5, 3, 4\n", ""},
		{clo, "Density [g/m2], 215,5\n", "s.csv:1: DENSITY: 2 values"}, {clo, "Thickness [mm], 1,6\n",
			"s.csv:1: THICKNESS: 2 values"}, {clo, "Friction, 0,4\n", "s.csv:1: FRICTION: 2 values"},
		{clo, "Stretch-Warp [g/s2], 120000,5\n", "s.csv:1: STRETCH-WARP: 2 values"},
		{clo, "Stretch [g/s2], 120000, 130000\nDensity [g/m2], 215\n", ""},
	} {
		notes, err := c.read(c.text)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) ||
			strings.Contains(strings.Join(notes, "; "), "one value") {
			t.Errorf("%q: %v, %q, expected %q", c.text, err, notes, c.want)
		}
		if err != nil && strings.Contains(c.text, ";") == strings.Contains(err.Error(), "decimal comma") &&
			!strings.Contains(c.text, ".") {
			t.Errorf("%q: %v: decimal commas are asked about where commas are between values", c.text, err)
		}
	}
}
