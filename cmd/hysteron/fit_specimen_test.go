package main

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hysteron/scenes"
)

// TestFitSpecimen: density and thickness are those of the tables, and the fabric says so; else that they are the
// base's, which was measured elsewhere.
func TestFitSpecimen(t *testing.T) {
	dir := t.TempDir()
	if status, _, stderr := execute(t, dir, "measure", "shear", "--fabric", "worsted", "-o", "lab"); status != done {
		t.Fatal(stderr)
	}
	bare := readText(t, filepath.Join(dir, "lab", "shear-shear.csv"))
	for strings.HasPrefix(bare, "#") { // with density and thickness of its own
		_, bare, _ = strings.Cut(bare, "\n")
	}
	if err := os.WriteFile(filepath.Join(dir, "heavy.csv"), []byte("# thickness = 0.62 mm\n# density = 21500 g/m2\n"+bare),
		0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := execute(t, dir, "fit", "shear", "heavy.csv", "--starts", "1"); status == done ||
		!strings.Contains(stderr, "heavy.csv:2: density_kg_m2 of 21.5") {
		t.Errorf("status %d: %s: expected the line of the density", status, stderr)
	}
	for name, head := range map[string]string{"bare.csv": "", "said.csv": "# density = 215 g/m2\n# thickness = 0.62 mm\n",
		"light.csv": "# density = 700 g/m2\n", "packed.csv": "# density = 700 g/m2\n# thickness = 0.3 mm\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(head+bare), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if status, _, stderr := execute(t, dir, "fit", "shear", "packed.csv", "--starts", "1"); status == done ||
		!strings.Contains(stderr, "packed.csv:2: density over thickness of 2333 kg/m³") {
		t.Errorf("status %d: %s: expected that no cloth is so dense", status, stderr)
	}
	const strips = "# density = 215 g/m2\noverhang [mm]\n50\n51\n"
	if err := os.WriteFile(filepath.Join(dir, "strips.csv"), []byte(strips), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, q := range []struct {
		args          []string
		density, says string
		source        string
	}{
		{[]string{"shear", "bare.csv"}, "0.143", "so as cotton (--base): density of 0.143 kg/m², thickness of 0.0003 m",
			"assumed: density, thickness and the rest of this table as cotton"},
		{[]string{"shear", filepath.Join("lab", "shear-shear.csv")}, "0.2", "the density is the table's, 0.2 kg/m²",
			"measured: density and thickness, fit shear of lab"},
		{[]string{"shear", "said.csv"}, "0.215", "the density is the table's, 0.215 kg/m², not 0.143 as cotton",
			"measured: density and thickness, fit shear of said.csv of SHA-256"},
		{[]string{"kes", "bare.csv", "--as", "shear"}, "0.143", "thickness of 0.0003 m", "assumed: density, thickness"},
		{[]string{"kes", "said.csv", "--as", "shear"}, "0.215", "the thickness is the table's", "measured: density and " +
			"thickness, fit kes of said.csv"},
		{[]string{"shear", "light.csv"}, "0.7", "warning: density over thickness (thickness of 0.0003 m as cotton, not " +
			"measured) of 2333 kg/m³: no cloth is beyond 2 to 2e+03", "measured: density, fit shear"},
		{[]string{"cantilever", "strips.csv"}, "0.215", "thickness of 0.0003 m", "measured: density, fit cantilever of " +
			"strips.csv"},
	} {
		status, stdout, stderr := execute(t, dir, append([]string{"fit", "-o", "x.toml", "--starts", "1"}, q.args...)...)
		text := readText(t, filepath.Join(dir, "x.toml"))
		if status != done || !strings.Contains(stdout+stderr, q.says) || !strings.Contains(text, "density_kg_m2 = "+
			q.density+"\n") || !strings.Contains(text, q.source) || strings.Contains(text, "density measured: Miguel") {
			t.Errorf("%v: status %d: %s%s%s", q.args, status, stdout, stderr, strings.Join(strings.SplitN(text, "\n", 12)[:11],
				"\n"))
		}
	}
}

// TestSheetThereAndBack: the virtual sheet of a fabric makes a fabric whose sheet is the same.
func TestSheetThereAndBack(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"measure", "sheet", "--fabric", "worsted", "-o", "a"}, {"fit", "kes", filepath.Join("a", "sheet.csv"), "-o",
			"mine.toml"}, {"measure", "sheet", "--fabric", "mine.toml", "-o", "b"},
		{"measure", "sheet", "--fabric", "cotton", "-o", "c"},
		{"measure", "sheet", "--fabric", "mine.toml", "--g", "loading", "-o", "d"},
		{"fit", "kes", filepath.Join("d", "sheet.csv"), "--g", "loading", "-o", "again.toml"},
	} {
		if status, stdout, stderr := execute(t, dir, args...); status != done {
			t.Fatalf("%v: status %d: %s%s", args, status, stdout, stderr)
		}
	}
	rows := func(folder string) map[string][]float64 {
		list := map[string][]float64{}
		for _, line := range strings.Split(readText(t, filepath.Join(dir, folder, "sheet.csv")), "\n") {
			cells := strings.Split(line, ",")
			for _, c := range cells[1:] {
				if v, err := strconv.ParseFloat(strings.TrimSpace(c), 64); err == nil {
					list[cells[0]] = append(list[cells[0]], v)
				}
			}
		}
		return list
	}
	a, b := rows("a"), rows("b")
	if len(a) != 10 {
		t.Errorf("%d rows: %v", len(a), a)
	}
	for name, v := range a {
		for k := range v {
			if len(b[name]) != len(v) || math.Abs(b[name][k]/v[k]-1) > 0.005 {
				t.Errorf("%s: %v, then %v", name, v, b[name])
			}
		}
	}
	f, err := scenes.LoadFabric("worsted")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a["B [gf.cm2/cm]"][0], 3*f.BendWarp.Spring().K1/9.80665e-5; math.Abs(got/want-1) > 0.01 {
		t.Errorf("B = %g gf·cm²/cm, expected %g", got, want)
	}
	var shear [2]float64
	for i, name := range []string{"mine.toml", "again.toml"} {
		f, err := scenes.LoadFabric(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		shear[i] = f.Shear.Spring().K1
	}
	if g := "G [gf/cm.deg]"; !(rows("d")[g][0] > 1.002*b[g][0]) || math.Abs(shear[1]/shear[0]-1) > 0.005 {
		t.Errorf("G of the loading branch %v, of both %v: expected more; k1 of shear %v", rows("d")[g], b[g], shear)
	}
	if c := rows("c"); c["EMT [%]"] != nil || c["B [gf.cm2/cm]"] == nil ||
		!strings.Contains(readText(t, filepath.Join(dir, "c", "sheet.csv")), "no EMT, LT and RT of the warp: turned at "+
			"61.1 %") {
		t.Errorf("cotton does not bear 500 gf/cm within 60 %%: %v", c)
	}
}
