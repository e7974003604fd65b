package scenes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/scenes/scenestest"
)

// Whatever is wrong in a scene is named with file, line, column and key, and with what was
// expected.
func TestSceneErrors(t *testing.T) {
	swap := func(old, new string) string {
		if !strings.Contains(scenestest.Minimal, old) {
			t.Fatalf("minimal scene lacks %q", old)
		}
		return strings.Replace(scenestest.Minimal, old, new, 1)
	}
	for _, c := range []struct {
		name, text string
		words      []string
	}{
		{"syntax", swap("frames = 2", "frames = = 2"), []string{"s.toml:2:", "no value begins so: expected"}},
		{"not utf-8", "title = \"\xff\"", []string{"s.toml", "UTF-8"}},
		{"duplicate key", scenestest.Minimal + "name = \"again\"\n", []string{"s.toml:9:", "expected TOML"}},
		{"unknown key", swap("frames = 2", "frmes = 2"), []string{"s.toml:2:1: frmes: unknown key", `"frames"?`, "2| frmes = 2\n | ~~~~~"}},
		{"unknown key without its unit", scenestest.Minimal + "[ground]\nheight = 1\n", []string{"s.toml:10:1: ground.height: unknown key", `"height_m"?`}},
		{"unknown key unlike any", scenestest.Minimal + "[air]\nfoobarbaz = 1\n", []string{"air.foobarbaz: unknown key",
			"expected one of density_kg_m3, ", "wind_m_s, gust, gust_hz"}},
		{"unknown table", scenestest.Minimal + "[[sphere]]\nx = 1\n", []string{"s.toml:9:3: sphere: unknown key"}},
		{"key in a second entry", scenestest.Minimal + "[[sheet]]\nnam = \"b\"\n", []string{"s.toml:10:1: sheet.1.nam: unknown key", `sheet.1: key "name" is missing`}},
		{"type", swap("frames = 2", "frames = \"2\""), []string{"s.toml:2:1: frames", `text "2"`, "expected a whole number ≥ 1"}},
		{"fraction", swap("frames = 2", "frames = 2.5"), []string{"frames: 2.5: expected a whole number"}},
		{"date", swap("frames = 2", "frames = 2020-01-01"), []string{"frames: 2020-01-01", "whole number"}},
		{"range", swap("frames = 2", "frames = 0"), []string{"frames: 0: expected", "≥ 1"}},
		{"overflow", swap("frames = 2", "frames = 99999999999999999999"), []string{"s.toml:2:"}},
		{"nan", swap("frames = 2", "fps = nan"), []string{"s.toml:2:1: fps: NaN: expected a finite number > 0"}},
		{"inf", swap("frames = 2", "gravity_m_s2 = [0, -inf, 0]"), []string{"s.toml:2:1: gravity_m_s2.1: -Inf"}},
		{"short vector", swap("frames = 2", "gravity_m_s2 = [0, 1]"), []string{"gravity_m_s2: a list of 2: expected three " +
			"numbers"}},
		{"mixed list", swap("[1, 1]", "[1, \"a\"]"), []string{"s.toml:6:1: sheet.0.size_m.1", `text "a"`}},
		{"layer as thin as paths are kept apart", scenestest.Minimal + "[contact]\nself_thickness_m = 2e-6\n",
			[]string{"contact.self_thickness_m: 2e-06: expected", "≥ 1e-5"}},
		{"negative size", swap("[1, 1]", "[1, -1]"), []string{"size_m.1: -1: expected a finite number > 0"}},
		{"table for a value", swap("frames = 2", "frames = { a = 1 }"), []string{"frames: a table: expected"}},
		{"value for a table", swap("frames = 2", "air = 1"), []string{"air: 1: expected a table"}},
		{"table for tables", swap("[[sheet]]", "[sheet]"), []string{"s.toml:4:2: sheet: a table: expected tables [[…]]"}},
		{"axis", swap("frames = 2", `up_axis = "x"`), []string{`up_axis: "x": expected one of "y", "z"`}},
		{"missing key", swap(`fabric = "cotton"`, ""), []string{`s.toml:4:3: sheet.0: key "fabric" is missing`}},
		{"no cloth", "frames = 2\n", []string{"s.toml: no cloth"}},
		{"empty", "", []string{"no cloth"}},
		{"unsafe name", swap(`"cloth"`, `"../cloth"`), []string{"s.toml:5:1: sheet.0.name", "expected a name"}},
		{"same names", scenestest.Minimal + strings.TrimPrefix(scenestest.Minimal, "title = \"t\"\nframes = 2\n"),
			[]string{"s.toml:11:1: sheet.1.name", "sheet.0 already"}},
		{"colour", scenestest.Minimal + `colour = "red"`, []string{"sheet.0.colour", "#b03a2e"}},
		{"unknown pin", scenestest.Minimal + `pins = ["edge-u0", "edge-u2"]`, []string{"s.toml:9:1: sheet.0.pins.1", `"edge-u2": expected one of "corner-00"`}},
		{"vertices and edge length", scenestest.Minimal + "vertices = [3, 3]", []string{"s.toml:4:3: sheet.0: expected " +
			"either vertices or edge_length_m"}},
		{"huge sheet", swap("[1, 1]", "[1000, 1000]") + "\n[[sheet]]\nname = \"b\"\nfabric = \"silk\"\nsize_m = [1000, " +
			"1000]\nedge_length_m = 0.0001", []string{"sheet.1: 1e+07 × 1.155e+07 vertices", "expected at most 5000000"}},
		{"steps", swap("frames = 2", "fps = 0.0001\nstep_s = 1e-6"), []string{"step_s: 1e+10 steps per frame"}},
		{"unknown clip", scenestest.Minimal + "[[body]]\nkind = \"mannequin\"\nclip = \"fly\"", []string{"s.toml:11:1: body.0.clip", `"fly"`, `"knee-lift"`}},
		{"unknown kind", scenestest.Minimal + "[[body]]\nkind = \"cube\"", []string{"s.toml:10:1: body.0.kind", `expected one of "mannequin"`}},
		{"key of another kind", scenestest.Minimal + "[[body]]\nkind = \"mannequin\"\nradius_m = 1", []string{"s.toml:11:1: body.0.radius_m", `does not belong to kind "mannequin": expected kind "sphere"`}},
		{"sphere without radius", scenestest.Minimal + "[[body]]\nkind = \"sphere\"", []string{"s.toml:9:3: body.0",
			"radius_m"}},
		{"obj without file", scenestest.Minimal + "[[body]]\nkind = \"obj\"", []string{"s.toml:9:3: body.0", `"file"`}},
		{"camera", scenestest.Minimal + "[camera]\neye_m = [0, 1, 2]\ntarget_m = [0, 1, 2]",
			[]string{"s.toml:11:1: camera.target_m", "1 mm apart"}},
		{"friction", scenestest.Minimal + "[[body]]\nkind = \"sphere\"\nradius_m = 1\nfriction = -0.5",
			[]string{"body.0.friction: -0.5: expected a finite number ≥ 0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := Parse("s.toml", []byte(c.text), nil)
			if s != nil {
				t.Error("a scene along with the error")
			}
			scenestest.ExpectInput(t, err, c.words...)
		})
	}
}

// All wrong keys are told at once.
func TestAllErrorsAtOnce(t *testing.T) {
	_, err := Parse("s.toml", []byte(strings.Replace(scenestest.Minimal, "frames = 2", "frames = 0\nfps = -1\nnonsense "+
		"= 3", 1)), nil)
	scenestest.ExpectInput(t, err, "frames: 0", "fps: -1", "nonsense: unknown key")
}

// What only Build can find names the key of the scene and the file that it leads to.
func TestBuildErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("bad.toml", "title = \"x\"\ndensity_kg_m2 = -1\n")
	write("bad.obj", "v 0 0 0\nv 1 0 x\n")
	write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
	write("huge.obj", "v 0 0 0\nv 1e308 0 0\nv 0 1 0\nf 1 2 3\n")
	write("far.obj", "v 0 0 0\nv 1 0 0\nv 0 -1e9 0\nf 1 2 3\n")
	write("bad.json", "{}")
	mannequin := "[[body]]\nkind = \"mannequin\"\n"
	garment := "[[garment]]\nname = \"g\"\nfabric = \"silk\"\n"
	for _, c := range []struct {
		name, text string
		words      []string
	}{
		{"unknown fabric", strings.Replace(scenestest.Minimal, `"cotton"`, `"chiffon"`, 1), []string{"s.toml:8:1: sheet.0.fabric", `no built-in fabric "chiffon": expected one of acrylic-twill,`}},
		{"missing fabric file", strings.Replace(scenestest.Minimal, `"cotton"`, `"none.toml"`, 1), []string{"s.toml:8:1: sheet.0.fabric", "none.toml", "no such file"}},
		{"folder for a fabric", strings.Replace(scenestest.Minimal, `"cotton"`, `"./"`, 1), []string{"sheet.0.fabric", "not a regular file"}},
		{"bad fabric file", strings.Replace(scenestest.Minimal, `"cotton"`, `"bad.toml"`, 1), []string{"bad.toml:2:1: density_kg_m2: -1: expected a finite number ≥ 0.0001", "named by", "s.toml:8:1: sheet.0.fabric"}},
		{"unknown pattern", garment + `pattern = "kilt"`, []string{"s.toml:4:1: garment.0.pattern", `no built-in pattern "kilt": expected one of cushion, shirt, skirt, tee, trousers`}},
		{"missing pattern file", garment + `pattern = "none.json"`, []string{"garment.0.pattern", "none.json"}},
		{"bad pattern file", garment + `pattern = "bad.json"`, []string{"garment.0.pattern", "bad.json", "expected"}},
		{"unknown label", garment + "pattern = \"trousers\"\nedge_length_m = 0.05\nhold = [\"waist\"]", []string{"s.toml:6:1: garment.0.hold", `"waist"`, `"lower_interface"`}},
		{"label of a pattern without", garment + "pattern = \"tee\"\nedge_length_m = 0.05\nhold = [\"waist\"]", []string{"s.toml:6:1: garment.0.hold", `"waist"`, `"rim-0"`}},
		{"coarse garment", garment + "pattern = \"tee\"\nedge_length_m = 1", []string{"garment.0.edge_length_m"}},
		{"measurements", scenestest.Minimal + mannequin + "[body.measurements]\nwaist_m = 3\n",
			[]string{"s.toml:11:7: body.0.measurements", "Waist"}},
		{"missing obj", scenestest.Minimal + "[[body]]\nkind = \"obj\"\nfile = \"none.obj\"",
			[]string{"s.toml:11:1: body.0.file", "none.obj", "no such file"}},
		{"bad obj", scenestest.Minimal + "[[body]]\nkind = \"obj\"\nfile = \"bad.obj\"",
			[]string{"body.0.file", "bad.obj:2"}},
		{"huge obj", "[[mesh]]\nname = \"m\"\nfabric = \"silk\"\nfile = \"huge.obj\"\nrest = \"shape\"", []string{"s.toml:4:1: mesh.0.file", `huge.obj:2: v number 1 is "1e308": expected at most 1e+12`}},
		{"far obj", "[[mesh]]\nname = \"m\"\nfabric = \"silk\"\nfile = \"far.obj\"\nrest = \"shape\"\nscale = 0.01",
			[]string{"s.toml:4:1: mesh.0.file", "far.obj: vertex 2 is at (0, -1e+07, 0) m", "expected at most 1e+06 m"}},
		{"far body", scenestest.Minimal + "[[body]]\nkind = \"obj\"\nfile = \"far.obj\"", []string{"s.toml:11:1: body.0.file",
			"far.obj: vertex 2 is at (0, -1e+09, 0) m"}},
		{"mesh without texture", "[[mesh]]\nname = \"m\"\nfabric = \"silk\"\nfile = \"open.obj\"",
			[]string{"s.toml:4:1: mesh.0.file", "texture coordinates"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := Parse(filepath.Join(dir, "s.toml"), []byte(c.text), nil)
			if err != nil {
				t.Fatal(err)
			}
			_, err = s.Build()
			scenestest.ExpectInput(t, err, c.words...)
		})
	}
}

func TestLoadErrors(t *testing.T) {
	_, err := Load("no-such-scene", nil)
	scenestest.ExpectInput(t, err, `"no-such-scene"`, "hanging-sheet")
	_, err = Load(filepath.Join(t.TempDir(), "none.toml"), nil)
	scenestest.ExpectInput(t, err, "none.toml", "no such file")
	_, err = LoadFabric("no-such-fabric")
	scenestest.ExpectInput(t, err, `"no-such-fabric"`, "cotton-twill")
	_, err = Load(t.TempDir()+"/", nil)
	scenestest.ExpectInput(t, err, "not a regular file")
	if Title("no-such-scene") != "" {
		t.Error("a title for a scene that does not exist")
	}
}

// The caret stays under the key behind tabs.
func TestCaretBehindTabs(t *testing.T) {
	_, err := Parse("s.toml", []byte(scenestest.Minimal+"[air]\n\tgust = -1\n"), nil)
	scenestest.ExpectInput(t, err, "s.toml:10:2: air.gust: -1", "10| \tgust = -1\n  | \t~~~~")
}
