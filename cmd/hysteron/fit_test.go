package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hysteron/fit"
	"hysteron/fit/page"
	"hysteron/law"
	"hysteron/scenes"
	"hysteron/verify/exact"
)

// hangingWeights is a table of a sample of 10 × 10 cm of polyester by the closed form of Dahl's law: lengths under
// 0 … n … 0 N, n from 1 to 6, to a hundredth of a millimetre.
func hangingWeights() string {
	law := exact.Dahl{A: 2.10, B: 5.41, Tau: 0.031}
	const k1, k2, side, mass = 26.62, 3.64, 0.1, 1.21e-3
	var out strings.Builder
	fmt.Fprintf(&out, "# width = 10 cm\n# length = 100 mm\n# mass = %g g\nweight [N], length [mm]\n", 1e3*mass)
	eps, sigma := 0.0, 0.0
	for n := 1; n <= 6; n++ {
		for k := 0; k <= 2*n; k++ {
			w := float64(min(k, 2*n-k))
			f := (w + mass/2*9.81) / side
			e := exact.Root(func(e float64) float64 {
				return ((k1+k2*math.Abs(e))*e+law.To(eps, sigma, e))*math.Sqrt(1+2*e) - f
			}, -0.4, 5)
			eps, sigma = e, law.To(eps, sigma, e)
			fmt.Fprintf(&out, "%g, %.2f\n", w, 1e3*side*math.Sqrt(1+2*eps))
		}
	}
	return out.String()
}

// TestFitWarns: of numbers that no cloth has, and of a sample that gets shorter.
func TestFitWarns(t *testing.T) {
	dir := t.TempDir()
	const head = "# width = 100 mm\n# length = 100 mm\n# mass = 1.43 g\nweight [N], length [mm]\n"
	write(t, dir, "shorter.csv", head+"0, 100.2\n1, 93\n2, 90\n5, 80\n2, 106\n1, 104.5\n0, 100.5\n")
	write(t, dir, "stiff.csv", head+"0, 100\n1000, 100.033\n2000, 100.066\n3000, 100.099\n2000, 100.066\n1000, "+
		"100.033\n0, 100.0001\n")
	for file, want := range map[string]string{"shorter.csv": "the sample gets shorter under load",
		"stiff.csv": "no cloth is beyond 0.05 to 2e+06 N/m"} {
		status, stdout, stderr := execute(t, dir, "fit", "stretch", file, "--as", "warp", "--starts", "1", "-o", "no.toml")
		if status != wrong || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d: %s%s: expected %q", file, status, stdout, stderr, want)
		}
	}
	if status, _, stderr := execute(t, dir, "fit", "stretch", "shorter.csv", "-o", filepath.Join("no", "such",
		"dir.toml")); status != wrong || !strings.Contains(stderr, "there is no folder "+filepath.Join("no", "such")) {
		t.Errorf("a folder that is not there: status %d, %q: expected it to be said before all else", status, stderr)
	}
	const fast = "property, warp, weft\nEB5 [%], 4.2\nC [mm], 20.5, 18.1\nW [g/m2], 232\nT2 [mm], 0.71\n"
	for _, c := range []struct {
		kind, text, from, to, want string
		status                     int
	}{
		{"fast", fast, "", "", "", done},
		{"fast", fast, "C [mm]", "C [cm]", "C) of 0.006536 N·m: no cloth is beyond", wrong},
		{"fast", fast, "18.1", "1.81", "bend_weft.k1_nm (from W, C) of 4.499e-09", wrong},
		{"fast", fast, "232", "23.2", "warning: line 5: density over thickness of 32.68 kg/m³: cloth for " +
			"clothes has 60", done},
		{"clo", "Shear [g/s2], 25000\n", "", "", "", done},
		{"clo", "Shear [g/s2], 25\n", "", "", "shear.k1_n_m (from shear) of 0.025 N/m: no cloth is beyond 0.1", wrong},
		{"kes", "B [gf.cm2/cm], 12, 11\n", "", "", "warning: line 1: bend_warp.k1_nm (from B) of 0.0003923 N·m: cloth for " +
			"clothes has", done},
		{"kes", "B [gf.cm2/cm], 1200, 1100\n", "", "", "no cloth is beyond", wrong},
	} {
		write(t, dir, "s.csv", strings.Replace(c.text, c.from, c.to, 1))
		status, stdout, stderr := execute(t, dir, "fit", c.kind, "s.csv", "-o", "no.toml", "--overwrite")
		if status != c.status || !strings.Contains(stderr, c.want) || c.want == "" &&
			strings.Contains(stderr, "cloth for clothes has") {
			t.Errorf("%s %s→%s: status %d: %s%s: expected %q", c.kind, c.from, c.to, status, stdout, stderr, c.want)
		}
		if _, err := os.Stat(filepath.Join(dir, "no.toml")); (err == nil) != (c.status == done) {
			t.Errorf("%s %s→%s: a fabric of what is refused, or none of what is not: %v", c.kind, c.from, c.to, err)
		}
		os.Remove(filepath.Join(dir, "no.toml"))
	}
}

// TestFitStretch: the published polyester comes back as a fabric file, within 1 % of what the table was made with.
func TestFitStretch(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "weights.csv"), []byte(hangingWeights()), 0o666); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := execute(t, dir, "fit", "stretch", "weights.csv", "-o", "mine.toml", "--base", "gauze",
		"--as", "warp", "--starts", "2", "--page", filepath.Join("pages", "fit.html"))
	if status != done || !strings.Contains(stdout, "48 readings") || !strings.Contains(stdout, "friction.tau") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	got, err := scenes.LoadFabric(filepath.Join(dir, "mine.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if html := readText(t, filepath.Join(dir, "pages", "fit.html")); strings.Count(html, "<svg") != 2 ||
		!strings.Contains(html, "friction.tau") || !strings.Contains(html, "gf/cm") || !strings.Contains(html, page.Today()) {
		t.Error("the page lacks a plot, a number, its conversion or the date")
	}
	if text := readText(t, filepath.Join(dir, "mine.toml")); !strings.Contains(text, "SHA-256") ||
		!strings.Contains(text, page.Today()+"; law elastic, dahl; readings: 48, residual") {
		t.Errorf("%s: expected hash, date, law and residual", text)
	}
	base, err := scenes.LoadFabric("gauze") // whose sides do not contract
	if err != nil {
		t.Fatal(err)
	}
	if got.Weft != base.Weft || got.BendWarp != base.BendWarp {
		t.Error("what was not measured has changed")
	}
	for _, c := range []struct {
		key       string
		got, want float64
	}{{"k1", got.Warp.Spring().K1, 26.62}, {"a", got.Warp.Dahl().A, 2.10}, {"b", got.Warp.Dahl().B, 5.41},
		{"tau", got.Warp.Dahl().Tau, 0.031}} {
		if math.Abs(c.got/c.want-1) > 0.01 {
			t.Errorf("%s = %g, the table was made with %g", c.key, c.got, c.want)
		}
	}
	for _, c := range [][]string{
		{"fit", "stretch", "nothing.csv"}, {"fit", "stretch", "weights.csv", "--as", "shear"}, {"fit", "bend", "weights.csv"},
		{"fit", "stretch", "weights.csv", "--base", "tin"}, {"fit", "cantilever", "weights.csv", "--law", "paper"},
		{"fit", "stretch", "weights.csv", "--starts=-1"}, {"fit", "stretch", "weights.csv", "--starts=1001"},
	} {
		if status, _, stderr := execute(t, dir, c...); status != wrong || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: status %d, %q: expected one line and status 2", c, status, stderr)
		}
	}
}

// TestFitSheet: a KES sheet becomes a fabric that is read again, and whose shear measures as the sheet says.
func TestFitSheet(t *testing.T) {
	dir := t.TempDir()
	sheet := "property, warp, weft\nEMT, 4.5, 8.2\nLT, 0.62, 0.60\nRT, 58, 52\nG, 0.82, 0.78\n2HG, 1.5, 1.3\n2HG5, 3.3, " +
		"3.1\nB, 0.118, 0.094\n2HB, 0.060, 0.050\nW, 21.5\nT, 0.62\n"
	if err := os.WriteFile(filepath.Join(dir, "twill.csv"), []byte(sheet), 0o666); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := execute(t, dir, "fit", "kes", "twill.csv", "-o", "twill.toml")
	if status != done || !strings.Contains(stdout, "2HG, 2HG5") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	f, err := scenes.LoadFabric(filepath.Join(dir, "twill.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(f.Density-0.215) > 1e-9 || math.Abs(f.Shear.Spring().K1-0.8*0.980665*180/math.Pi) > 1e-6 {
		t.Errorf("density %g, shear stiffness %g", f.Density, f.Shear.Spring().K1)
	}
	if status, _, stderr := execute(t, dir, "measure", "tensile", "--fabric", "twill.toml", "-o", "lab", "--as",
		"weft"); status != done {
		t.Fatal(stderr)
	}
	table := strings.Split(readText(t, filepath.Join(dir, "lab", "tensile-weft.csv")), "\n")
	most := 0.0
	for _, line := range table[1:] {
		var e, force float64
		if n, _ := fmt.Sscanf(line, "%g, %g", &e, &force); n == 2 && e <= 8.2 {
			most = max(most, force)
		}
	}
	if most < 400 || most > 491 {
		t.Errorf("%g N/m below 8.2 %%: expected to come near 490.3", most)
	}
	for _, args := range [][]string{{"fit", "kes", "twill.csv", "--as", "warp"}, {"fit", "kes", "twill.toml"}} {
		if status, _, stderr := execute(t, dir, args...); status != wrong {
			t.Errorf("%v: status %d: %s", args, status, stderr)
		}
	}
}

// TestFitSheetLent: what a sheet does not give is named by its rows, said to be the base's in the fabric, and no word
// of what was measured; what the base measured of its own cloth stays.
func TestFitSheetLent(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"part.csv": "property, warp, weft\nEMT, 4.5, 8.2\nLT, 0.62, -\nB, 0.118, -\n2HB, 0.06, 0.05\n",
		"rest.csv": "property, warp, weft\nG, 0.82\n2HG, 1.5\nW, 21.5\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	sources := func(name string) map[string]string {
		t.Helper()
		_, tables, err := scenes.FabricTables(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		of := map[string]string{}
		for _, table := range tables {
			of[table.Name] = table.Source
		}
		return of
	}
	status, stdout, stderr := execute(t, dir, "fit", "kes", "part.csv", "-o", "part.toml")
	if status != done || !strings.Contains(stdout, "10 cm of the warp get 4.5 mm") ||
		strings.Contains(stdout, "of the weft") {
		t.Errorf("status %d: %s", status, stdout)
	}
	for _, says := range []string{"there is no RT of the warp: its stretch gets no friction\n", "(--base): the density " +
		"(W); the thickness (T); stretch of the weft (LT or WT, RT); shear (G, 2HG); bending of the weft (B)\n"} {
		if !strings.Contains(stderr, says) {
			t.Errorf("%s: expected %q", stderr, says)
		}
	}
	part := sources("part.toml")
	for name, begins := range map[string]string{
		"": "assumed: density, thickness and the rest of this table as cotton", "warp": "measured: fit kes of part.csv",
		"bend_warp": "measured: fit kes of part.csv",
		"weft":      "assumed: as cotton, as part.csv does not give it; there: assumed: as the warp",
		"shear":     "assumed: as cotton, as part.csv does not give it; there: assumed: a common",
		"bend_weft": "assumed: as cotton, as part.csv does not give it; there: assumed: as along the warp",
	} {
		if !strings.HasPrefix(part[name], begins) {
			t.Errorf("source of %q: %q, expected %q", name, part[name], begins)
		}
	}
	if !strings.HasSuffix(part["warp"], "; a KES-FB sheet; without friction, as there is no RT; damping as cotton)") ||
		!strings.Contains(part["bend_warp"], "turns around is assumed") {
		t.Errorf("%q, %q", part["warp"], part["bend_warp"])
	}
	if status, _, stderr := execute(t, dir, "fit", "kes", "rest.csv", "--base", "part.toml", "-o",
		"whole.toml"); status != done {
		t.Fatal(stderr)
	}
	whole := sources("whole.toml")
	for _, name := range []string{"warp", "weft", "bend_warp", "bend_weft"} {
		if whole[name] != part[name] {
			t.Errorf("source of %q: %q, expected %q", name, whole[name], part[name])
		}
	}
	if !strings.HasPrefix(whole["shear"], "measured: fit kes of rest.csv") {
		t.Error(whole["shear"])
	}
}

// TestFitFriction: a sled dragged over a pair's friction gives the pair back, as a file that scenes read.
func TestFitFriction(t *testing.T) {
	dir := t.TempDir()
	if status, _, stderr := execute(t, dir, "measure", "sled", "--fabric", "cotton", "--pair", "jet-set-on-sponge", "-o",
		"lab", "--noise", "instrument"); status != done {
		t.Fatal(stderr)
	}
	warp, weft := filepath.Join("lab", "sled-warp.csv"), filepath.Join("lab", "sled-weft.csv")
	status, stdout, stderr := execute(t, dir, "fit", "friction", warp, weft, "-o", "pair.toml", "--against",
		"sponge \"A\"")
	if status != done || strings.Count(stdout, "; coefficient") != 6 {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	got, err := scenes.LoadFriction(filepath.Join(dir, "pair.toml"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := scenes.LoadFriction("jet-set-on-sponge")
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range want.Warp.Pressure {
		if math.Abs(got.Warp.At(p)/want.Warp.At(p)-1) > 0.01 || math.Abs(got.Weft.At(p)/want.Weft.At(p)-1) > 0.01 {
			t.Errorf("load %d: %g and %g Pa, the cloth has %g and %g", i, got.Warp.At(p), got.Weft.At(p), want.Warp.At(p),
				want.Weft.At(p))
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "units.csv"), []byte(strings.Replace(readText(t, filepath.Join(dir, warp)),
		"load [N]", "load [gf]", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, text, stderr := execute(t, dir, "fit", "friction", "units.csv"); status != wrong ||
		strings.Contains(stdout, "units right") || !strings.Contains(stderr, "no cloth is beyond 0.01 to 20; are the units "+
		"right?") {
		t.Errorf("status %d, %s%s: expected coefficients of 80 and more to be refused, and none of .9 doubted", status, text,
			stderr)
	}
	if strings.Contains(stdout+stderr, "[weft]") || strings.Contains(stderr, "given for") {
		t.Errorf("of two tables: %s%s", stdout, stderr)
	}
	if status, text, stderr := execute(t, dir, "fit", "friction", warp, "-o", "one.toml"); status != done ||
		!strings.Contains(text, "no table is of the weft: the pair file has no [weft]") ||
		!strings.Contains(readText(t, filepath.Join(dir, "one.toml")), "along the weft nothing was dragged") {
		t.Errorf("of one table: status %d, %s%s", status, text, stderr)
	}
	if status, _, stderr := execute(t, dir, "fit", "friction", warp, warp); status != done ||
		!strings.Contains(stderr, "sled-warp.csv was given for the warp and for the weft") {
		t.Errorf("one table twice: status %d, %s", status, stderr)
	}
	other := filepath.Join(dir, "other.csv")
	if err := os.WriteFile(other, []byte(strings.Replace(readText(t, filepath.Join(dir, weft)), "100 cm2", "50 cm2", 1)),
		0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][]string{{"fit", "friction", warp, "other.csv"}, {"fit", "friction", warp, weft, weft},
		{"fit", "friction", warp, "--as", "warp"}, {"fit", "stretch", warp, weft}} {
		if status, _, stderr := execute(t, dir, c...); status != wrong || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: status %d, %q: expected one line and status 2", c, status, stderr)
		}
	}
}

// TestFitDrape: a coefficient becomes a fabric whose bending is multiplied as a whole; what is no coefficient is
// refused.
func TestFitDrape(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"paper.csv": "# coefficient = 97 %\n", "none.csv": "angle [deg], radius " +
		"[mm]\n0, 120\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text+"angle [deg], radius [mm]\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	status, stdout, stderr := execute(t, dir, "fit", "drape", "paper.csv", "--base", "cotton", "-o", "mine.toml", "--edge",
		"0.025")
	if status != done || !strings.Contains(stdout, "bend_weft.k1_nm") ||
		!strings.Contains(stdout+stderr, "edges of 25 mm are coarser than the 12.5 mm") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	got, err := scenes.LoadFabric(filepath.Join(dir, "mine.toml"))
	if err != nil {
		t.Fatal(err)
	}
	base, err := scenes.LoadFabric("cotton")
	if err != nil {
		t.Fatal(err)
	}
	by := got.BendWarp.Spring().K1 / base.BendWarp.Spring().K1
	if !(by > 1.5) || math.Abs(got.BendWeft.Dahl().A/base.BendWeft.Dahl().A/by-1) > 1e-9 ||
		got.BendWarp.Dahl().Tau != base.BendWarp.Dahl().Tau || got.Warp != base.Warp {
		t.Errorf("bending × %g: expected stiffer bending, its friction alike, and nothing else changed", by)
	}
	// Stresses of bending hold up what the cloth weighs, which a table says.
	if err := os.WriteFile(filepath.Join(dir, "light.csv"), []byte("# coefficient = 97 %\n# density = 71.5 g/m2\n# "+
		"thickness = 0.1 mm\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr = execute(t, dir, "fit", "drape", "light.csv", "--base", "cotton", "-o", "light.toml", "--edge",
		"0.025")
	if status != done || !strings.Contains(stdout+stderr,
		"the density is the table's, 0.0715 kg/m², not 0.143 as cotton") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	light, err := scenes.LoadFabric(filepath.Join(dir, "light.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if by := light.BendWarp.Spring().K1 / got.BendWarp.Spring().K1; math.Abs(by-.5) > .01 || light.Density != .0715 ||
		light.Thickness != 1e-4 {
		t.Errorf("cloth of half the weight, %g kg/m², %g m: bending × %g, expected half", light.Density, light.Thickness, by)
	}
	for _, c := range [][]string{{"fit", "drape", "none.csv"}, {"fit", "drape", "paper.csv", "--pixel", "1"},
		{"fit", "drape", "paper.csv", "--as", "bend_warp"}, {"fit", "drape", "paper.csv", "--edge", "1"}} {
		if status, _, stderr := execute(t, dir, c...); status != wrong || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: status %d, %q: expected one line and status 2", c, status, stderr)
		}
	}
}

// TestFitCurves: Kawabata curves of a fabric with traction, measured on the virtual instruments, give its laws back, in
// one file.
func TestFitCurves(t *testing.T) {
	dir := t.TempDir()
	args := []string{"fit", "kes"}
	var parts []string
	for _, q := range [][2]string{{"tensile", "warp"}, {"bending", "bend_weft"}} {
		if status, _, stderr := execute(t, dir, "measure", q[0], "--fabric", "acrylic-twill", "-o", "lab", "--as",
			q[1]); status != done {
			t.Fatal(stderr)
		}
		args, parts = append(args, filepath.Join("lab", q[0]+"-"+q[1]+".csv")), append(parts, q[1])
	}
	status, stdout, stderr := execute(t, dir, append(args, "--as", strings.Join(parts, ","), "--base", "felt", "-o",
		"mine.toml", "--starts", "3")...)
	if status != done || !strings.Contains(stdout, "warp: traction") ||
		!strings.Contains(stdout, "bend_weft: first order") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	got, err := scenes.LoadFabric(filepath.Join(dir, "mine.toml"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := scenes.LoadFabric("acrylic-twill")
	if err != nil {
		t.Fatal(err)
	}
	a, b := got.Warp.Elastic.(law.Traction), want.Warp.Elastic.(law.Traction)
	f, g := got.Warp.Friction.(law.Fibres), want.Warp.Friction.(law.Fibres)
	for _, q := range []struct {
		key       string
		got, want float64
	}{
		{"k_t", a.K, b.K}, {"f_1", a.F1, b.F1}, {"eps_1", a.Eps1, b.Eps1}, {"eps_1_primed", a.Eps1P, b.Eps1P},
		{"f_c", f.FC, g.FC}, {"eps_fr", f.EpsFr, g.EpsFr},
		{"bending k1", got.BendWeft.Spring().K1, want.BendWeft.Spring().K1}, {"bending a", got.BendWeft.Dahl().A,
			want.BendWeft.Dahl().A}, {"bending tau", got.BendWeft.Dahl().Tau, want.BendWeft.Dahl().Tau},
	} {
		if math.Abs(q.got/q.want-1) > 0.02 {
			t.Errorf("%s = %g, the cloth has %g", q.key, q.got, q.want)
		}
	}
	for _, as := range []string{"warp", "warp,warp", "warp,skew"} {
		if status, _, stderr := execute(t, dir, append(args, "--as", as)...); status != wrong ||
			strings.Count(stderr, "\n") != 1 {
			t.Errorf("--as %s: status %d, %q: expected one line and status 2", as, status, stderr)
		}
	}
}

// TestFitOtherSheets: a FAST sheet and a list of CLO's kind become fabrics with the base's friction.
func TestFitOtherSheets(t *testing.T) {
	dir := t.TempDir()
	for kind, text := range map[string]string{
		"fast": "property, warp, weft\nE5 [%], 0.6, 0.9\nE20, 1.6, 2.2\nE100, 4.1, 5.6\nEB5, 2.9\nC [mm], 19.2, 17.1\nW, " +
			"215\n",
		"clo": "Stretch [g/s2]; 135600\nShear [g/s2]; 42414\nBending [g.mm2/s2/rad]; 14928; 10546\nDensity [g/m2]; 215\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, kind+".csv"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		status, stdout, stderr := execute(t, dir, "fit", kind, kind+".csv", "--base", "acrylic-twill", "-o", kind+".toml",
			"--page", kind+".html")
		if status != done || !strings.Contains(stdout, "bend_weft.k1_nm") {
			t.Fatalf("status %d: %s%s", status, stdout, stderr)
		}
		f, err := scenes.LoadFabric(filepath.Join(dir, kind+".toml"))
		if err != nil {
			t.Fatal(err)
		}
		base, err := scenes.LoadFabric("acrylic-twill")
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(f.Density-0.215) > 1e-9 || math.Abs(f.Shear.Spring().K1/42.41-1) > 0.001 ||
			kind == "clo" && math.Abs(3*f.BendWarp.Spring().K1/14.93e-6-1) > 0.01 || !(f.Warp.Spring().K1 > 0) ||
			f.Warp.Friction != base.Warp.Friction {
			t.Errorf("%s: %+v", kind, f)
		}
		d := f.BendWarp.Dahl() // strips of 2C, let down
		angle := fit.Chord(.215*9.80665, 2*.0192, 3*f.BendWarp.Spring().K1, d.A, d.B, d.Tau, false) / fit.Deg
		if kind == "fast" &&
			math.Abs(angle-41.5) > 0.3 {
			t.Errorf("a strip of 38.4 mm hangs at %g°", angle)
		}
		if status, _, stderr := execute(t, dir, "fit", kind, kind+".csv", "--as", "warp"); status != wrong ||
			strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %q: expected one line and status 2", kind, status, stderr)
		}
	}
}

// TestFitOnOtherLaws: what was measured replaces the base's laws, whichever they are; the density of a table is the
// fabric's.
func TestFitOnOtherLaws(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"weights.csv": hangingWeights(), "strip.csv": "# density = 192 " +
		"g/m2\noverhang [mm]\n38\n39\n", "sheet.csv": "property, weft, warp\nB, 0.1, 0.2\nMIU, 0.2, 0.2\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, base := range []string{"worsted", "stretch-denim"} { // of traction and fibres
		status, _, stderr := execute(t, dir, "fit", "stretch", "weights.csv", "-o", "mine.toml", "--base", base, "--as",
			"warp", "--starts", "1")
		if status != done {
			t.Fatalf("%s: status %d: %s", base, status, stderr)
		}
		if f, err := scenes.LoadFabric(filepath.Join(dir, "mine.toml")); err != nil ||
			math.Abs(f.Warp.Spring().K1/26.62-1) > 0.01 || f.Warp.Dahl().A == 0 {
			t.Errorf("%s: %v: warp %+v", base, err, f.Warp)
		}
	}
	status, stdout, stderr := execute(t, dir, "fit", "cantilever", "strip.csv", "-o", "strip.toml")
	if status != done || strings.Count(stdout, "note: ") != 3 {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	if f, err := scenes.LoadFabric(filepath.Join(dir, "strip.toml")); err != nil || math.Abs(f.Density-0.192) > 1e-9 {
		t.Errorf("%v: density %g", err, f.Density)
	}
	status, stdout, stderr = execute(t, dir, "fit", "kes", "sheet.csv", "-o", "sheet.toml")
	if status != done || !strings.Contains(stderr, "not used: MIU") ||
		!strings.Contains(stderr, "as cotton (--base): the density (W); the thickness (T); stretch of the warp") {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	if f, err := scenes.LoadFabric(filepath.Join(dir, "sheet.toml")); err != nil ||
		math.Abs(f.BendWarp.Spring().K1/(0.2*9.80665e-5/3)-1) > 1e-6 {
		t.Errorf("%v: the warp bends by %g N·m", err, f.BendWarp.Spring().K1)
	}
}

// TestFitEnergy: a knit on the biaxial tester becomes a fabric whose energies of warp, weft and area add up, and which
// pulls as the knit does.
func TestFitEnergy(t *testing.T) {
	dir := t.TempDir()
	if status, _, stderr := execute(t, dir, "measure", "energy", "--fabric", "balanced-knit", "-o",
		"lab"); status != done {
		t.Fatal(stderr)
	}
	table := filepath.Join("lab", "energy-biaxial.csv")
	status, stdout, stderr := execute(t, dir, "fit", "energy", table, "--base", "cotton", "-o", "mine.toml", "--starts",
		"0")
	if status != done || !strings.Contains(stdout, "area.k_1_n_m") || !strings.Contains(stdout, "Convex: ") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	got, err := scenes.LoadFabric(filepath.Join(dir, "mine.toml"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := scenes.LoadFabric("balanced-knit")
	if err != nil {
		t.Fatal(err)
	}
	pull := func(c law.Law, eps float64) float64 {
		var r law.Response
		c.Respond(&law.Strain{Eps: eps}, &r)
		return r.Sigma
	}
	for _, eps := range []float64{0.1, 0.2, 0.3} { // both directions at once; friction is left over
		a, b := pull(got.Warp.Elastic, eps)+pull(got.Area, 2*eps), pull(want.Warp.Elastic, eps)+pull(want.Area, 2*eps)
		if math.Abs(a/b-1) > 0.1 {
			t.Errorf("strain %g of both: %g N/m, the cloth has %g", eps, a, b)
		}
	}
	// Rows that stand twice are said.
	data, err := os.ReadFile(filepath.Join(dir, table))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	head := slices.IndexFunc(lines, func(l string) bool { return !strings.HasPrefix(l, "#") })
	twice := strings.Join(append(slices.Clip(lines), lines[head+1:]...), "\n")
	if err := os.WriteFile(filepath.Join(dir, "twice.csv"), []byte(twice), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, stdout, stderr := execute(t, dir, "fit", "energy", "twice.csv", "--base", "cotton", "--starts",
		"0"); status != done || !strings.Contains(stdout, ": the rows from here on are those from line") {
		t.Errorf("rows twice: status %d, %s%s", status, stdout, stderr)
	}
	if status, _, stderr := execute(t, dir, "fit", "energy", table, "--as", "warp"); status != wrong ||
		strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, %q: expected one line and status 2", status, stderr)
	}
}
