package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFitPages: strips over an edge, sleds and sheets have plots and notes on their pages, as other fits do; what
// rolled strips say knows of the interval of the cantilever that the base's stiffness is from.
func TestFitPages(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"strips.csv": "# density = 208 g/m2\noverhang [mm], angle [deg]\n44.4, 13.3\n44.4, 46\n55.5, 24\n55.5, 57.5\n66.6, " +
			"36.1\n66.6, 66.1\n",
		"down.csv": "# density = 208 g/m2\noverhang [mm], angle [deg]\n45, 13\n45, 15\n55, 24\n55, 25\n65, 36\n65, 35.5\n",
		"one.csv":  "# density = 208 g/m2\noverhang [mm]\n50\n",
		"rolled.csv": "# density = 208 g/m2\n# thickness = 1.5 mm\nradius [mm], curvature [1/m]\n3, 91.4\n5, 88.3\n7, " +
			"87.2\n10, 67.2\n16, 39.5\n23, 27.8\n31.5, 18.3\n50, 8.9\n",
		"sheet.csv": "property, warp, weft\nB, 0.118, 0.094\n2HB, 0.06, 0.05\nG, 0.82\n2HG, 1.4\nbogus, 3\n",
		"curve.csv": "curvature [1/cm], moment [gf.cm/cm]\n0, 0\n1, 0.1\n0, -0.01\n",
		"sled.csv": "# area = 100 cm2\ntime [s], load [N], force [N]\n0, 1, 0\n1, 1, 0.1\n2, 1, 0.2\n3, 1, 0.3\n4, 1, " +
			"0.4\n5, 1, 0.401\n6, 1, 0.399\n7, 1, 0.4\n8, 1, 0.4\n9, 1, 0.4\n10, 1, 0.4\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, q := range []struct {
		args  []string
		plots int
		says  []string // on the page and on the console
	}{
		{[]string{"cantilever", "strips.csv", "-o", "stiff.toml"}, 2, []string{"angles scatter as those of strips that are " +
			"let down and let up do"}},
		{[]string{"cantilever", "down.csv", "--base", "cotton"}, 2, []string{"explain these readings alike", "the friction " +
			"of cotton (a = 0.000608 N) is taken off", "the interval covers strips that were let up, too"}},
		{[]string{"cantilever", "one.csv", "-o", "one.toml"}, 2, []string{"k1_nm is an estimate from one reading, without " +
			"an interval, since"}},
		{[]string{"bend", "rolled.csv", "--base", "stiff.toml", "-o", "rolled.toml"}, 2, []string{"by its cantilever; " +
			"the intervals include this"}},
		// it is passed on
		{[]string{"bend", "rolled.csv", "--base", "rolled.toml"}, 2, []string{"by its cantilever; the intervals " +
			"include this"}},
		{[]string{"bend", "rolled.csv", "--base", "one.toml"}, 2, []string{"an estimate from one reading, without an " +
			"interval, is taken as exact"}},
		{[]string{"friction", "sled.csv"}, 3, []string{"one load: nothing says", "1 of 1 loads have one run"}},
		{[]string{"kes", "sheet.csv"}, 3, []string{"not used: bogus", "stretch of the warp (EMT, LT or WT, RT)"}},
	} {
		status, stdout, stderr := execute(t, dir, append(append([]string{"fit"}, q.args...), "--starts", "1", "--page",
			"p.html", "--overwrite")...)
		if status != done {
			t.Errorf("%v: status %d: %s%s", q.args, status, stdout, stderr)
			continue
		}
		html := readText(t, filepath.Join(dir, "p.html"))
		if n := strings.Count(html, "<svg"); n != q.plots {
			t.Errorf("%v: %d plots on the page, expected %d", q.args, n, q.plots)
		}
		for _, says := range q.says {
			if !strings.Contains(html, says) || !strings.Contains(stdout+stderr, says) {
				t.Errorf("%v: no %q on the page or the console: %s%s", q.args, says, stdout, stderr)
			}
		}
	}
	if text := readText(t, filepath.Join(dir, "stiff.toml")); !strings.Contains(text, "k1_nm 95 %: ") {
		t.Errorf("the fabric says no interval: %s", text)
	}
	if text := readText(t, filepath.Join(dir, "one.toml")); !strings.Contains(text, "readings: 1; k1_nm is an estimate "+
		"from one reading, without an interval") || strings.Contains(text, "not determined") {
		t.Errorf("the fabric does not say that its stiffness is from one reading: %s", text)
	}
	if status, _, stderr := execute(t, dir, "fit", "kes", "curve.csv"); status != wrong ||
		!strings.Contains(stderr, "of a curve --as says which part") {
		t.Errorf("a curve without --as: status %d: %s", status, stderr)
	}
}
