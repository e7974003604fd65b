package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/bench"
	"hysteron/gpu/opengl"
	"hysteron/report"
)

// No command replaces a file that is not its own: measurements, notes, scenes, fabrics that were changed by hand,
// caches of runs. What it wrote itself it writes again.
func TestFilesOfOthersStay(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet)
	write(t, dir, "notes.txt", "notes")
	for _, args := range [][]string{
		{"run", "s.toml", "--no-render", "--backend", "cpu", "--frames", "2", "-o", "run"},
		{"measure", "bending", "--fabric", "cotton", "-o", "lab", "--as", "bend_warp"},
	} {
		if status, _, stderr := execute(t, dir, args...); status != done {
			t.Fatal(stderr)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "x/sheet.obj", "# mine\nv 0 0 0\n")
	const table = "lab/bending-bend_warp.csv"
	fit := func(more ...string) []string {
		return append([]string{"fit", "bending", table, "--as", "bend_warp", "--starts", "1"}, more...)
	}
	all := func() map[string]string {
		text := map[string]string{}
		err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() {
				data, rerr := os.ReadFile(path)
				text[path], err = string(data), rerr
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	refused := func(args ...string) {
		t.Helper()
		before := all()
		status, out, stderr := execute(t, dir, args...)
		if status != wrong || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: status %d, %s%s", args, status, out, stderr)
		}
		after := all()
		for path, text := range before {
			if after[path] != text {
				t.Errorf("%v: %s was changed", args, path)
			}
		}
		if len(after) != len(before) {
			t.Errorf("%v: %d files, before %d", args, len(after), len(before))
		}
	}
	good := func(args ...string) {
		t.Helper()
		if status, _, stderr := execute(t, dir, args...); status != done {
			t.Errorf("%v: %s", args, stderr)
		}
	}
	refused(fit("-o", table)...)
	refused(fit("-o", table, "--overwrite")...) // what was measured is never replaced
	refused(fit("-o", "notes.txt")...)
	refused(fit("--page", table)...)
	refused(fit("-o", "a.toml", "--page", "a.toml")...)
	refused("export", "run", "--to", "usda", "-o", "s.toml")
	refused("export", "run", "--to", "gltf", "-o", "s.toml")
	refused("export", "run", "--to", "usda", "-o", "run/cache/sheet.pc2")
	refused("export", "run", "--to", "usda", "-o", "run/cache/sheet.pc2", "--overwrite")
	refused("export", "run", "--to", "pc2", "--first", "2", "--last", "2", "-o", "run/cache")
	refused("export", "run", "--to", "pc2", "-o", "x")
	refused("fabrics", "--markdown", "notes.txt", "cotton")
	refused("new", "-p", "tee", "-o", "s.toml")
	write(t, dir, "index.html", "<p>mine")
	refused("fabrics", "cotton", "-o", ".")

	for range 2 {
		good(fit("-o", "a.toml", "--page", "a.html")...)
		good("measure", "bending", "--fabric", "cotton", "-o", "lab", "--as", "bend_warp")
		for _, to := range []string{"usda", "usdz", "gltf", "mdd", "pc2", "obj", "ply", "vtk"} {
			good("export", "run", "--to", to)
		}
	}
	refused(fit("-o", "a.toml", "--base", "a.toml")...)
	good(fit("-o", "a.toml", "--base", "a.toml", "--overwrite")...)
	write(t, dir, table, strings.Replace(all()[filepath.Join(dir, table)], "0.", "0.1", 1)) // readings of one's own
	refused("measure", "bending", "--fabric", "cotton", "-o", "lab", "--as", "bend_warp")
	good("measure", "bending", "--fabric", "cotton", "-o", "lab", "--as", "bend_warp", "--overwrite")
}

// Reports of bench and reproduce, plans of sweeps and what is gathered of them are written over where this program
// wrote them, not over files of others, unless it is asked to.
func TestReportsOfOthersStay(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet)
	write(t, dir, "w.toml", "scene = \"s.toml\"\nframes = 2\nbackend = \"cpu\"\n[[axis]]\npath = "+
		"\"sheet.0.fabric\"\nvalues = [\"silk\", \"cotton\"]\n")
	bench := []string{"bench", "--backend", "cpu", "--scenes", "hanging-sheet", "--sizes", "50", "--warmup", "1",
		"--steps", "1", "-o", "b"}
	plan, gather := []string{"sweep", "plan", "w.toml", "-o", "w"}, []string{"sweep", "gather", "w", "--figure",
		"max_stretch"}
	reproduce := []string{"reproduce", "hysteresis", "--quick", "-o", "r"}
	begins := func(status int, args []string, more ...string) {
		t.Helper()
		got, out, stderr := execute(t, dir, append(args, more...)...)
		if got != status || status == wrong && strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: status %d, expected %d: %s%s", append(args, more...), got, status, out, stderr)
		}
	}
	same := func(args []string, file string) { // which somebody else wrote
		t.Helper()
		const mine = "mine"
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, dir, file, mine)
		begins(wrong, args)
		if text, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(text) != mine {
			t.Errorf("%v: %s: %v, %.40q", args, file, err, text)
		}
	}
	for _, file := range []string{"b/cpu.txt", "b/cpu/time.png", "b/cpu.json"} {
		same(bench, file)
		if err := os.Remove(filepath.Join(dir, file)); err != nil {
			t.Fatal(err)
		}
	}
	begins(done, bench)
	begins(done, bench)
	same(bench, "b/cpu.txt")
	begins(done, bench, "--overwrite")

	same(plan, "w/scenes/0002.json")
	if err := os.Remove(filepath.Join(dir, "w/scenes/0002.json")); err != nil {
		t.Fatal(err)
	}
	begins(done, plan)
	write(t, dir, "w/scenes/0003.json", "mine")
	begins(done, plan, "--overwrite")
	if text, err := os.ReadFile(filepath.Join(dir, "w/scenes/0003.json")); err != nil || string(text) != "mine" {
		t.Errorf("a file beside the scenes of a plan: %v, %q", err, text)
	}
	for n := range 2 {
		begins(done, []string{"run", "w", "--task", fmt.Sprint(n + 1), "--no-render"})
	}
	same(gather, "w/gathered.csv")
	begins(done, gather, "--overwrite")
	begins(done, gather)
	same(gather, "w/figures/max_stretch.png")
	begins(done, gather, "--overwrite")
	same(gather, "w/gathered.html")

	same(reproduce, "r/hysteresis/results.json")
}

// What is printed and cannot be written ends with status 1 and the reason, whatever prints it.
func TestFullOutput(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet)
	for _, args := range [][]string{{"scenes"}, {"check", "s.toml"}, {"verify", "--list"}, {"fabrics", "cotton"},
		{"version"}, {"reproduce", "list"}, {"--help"}} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skipf("SKIPPED: no /dev/full here: %v", err)
		}
		var text strings.Builder
		c := hysteron(dir, args...)
		c.Stdout, c.Stderr = full, &text
		c.Run()
		full.Close()
		if c.ProcessState.ExitCode() != failed || args[0] != "--help" && !strings.Contains(text.String(), "no space left") {
			t.Errorf("%v: status %d, %s", args, c.ProcessState.ExitCode(), &text)
		}
	}
}

// Options that would change nothing are refused.
func TestOptionsThatChangeNothing(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet)
	for _, c := range []struct {
		args  []string
		words string
	}{
		{[]string{"run", "s.toml", "--residual", "5"}, "--residual 5: expected with --static"},
		{[]string{"run", "s.toml", "--residual=-1"}, "--residual -1"},
		{[]string{"run", "s.toml", "--static", "--residual", "0"}, "--residual 0: expected a number > 0"},
		{[]string{"run", "s.toml", "--no-render", "--mode", "strain"}, "--mode strain: expected without --no-render"},
		{[]string{"run", "s.toml", "-o", ""}, "--output: expected something"},
		{[]string{"fit", "stretch", "x.csv", "-o", ""}, "--out: expected something"},
	} {
		if status, _, stderr := execute(t, dir, c.args...); status != wrong || !strings.Contains(stderr, c.words) {
			t.Errorf("%v: status %d, %s", c.args, status, stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "out")); err == nil {
		t.Error("something was run")
	}
	if status, _, stderr := execute(t, dir, "run", "s.toml", "--no-render", "--backend", "cpu", "--frames", "1", "-o",
		"r"); status != done {
		t.Fatal(stderr)
	}
	if status, _, stderr := execute(t, dir, "render", "r", "--turntable", "0"); status != wrong ||
		!strings.Contains(stderr, "--turntable 0") {
		t.Errorf("status %d, %s", status, stderr)
	}
	if devices, err := opengl.Devices(); err == nil && len(devices) > 0 {
		for out, args := range map[string][]string{"r/frames": nil, "r/frames-strain": {"--mode", "strain"},
			"other": {"-o", "other"}, "r/sheet.png": {"--sheet", "1x1"}} {
			if status, stdout, stderr := execute(t, dir, append([]string{"render", "r", "--width=40", "--height=30"},
				args...)...); status != done || stdout != out+": 1 picture\n" {
				t.Errorf("status %d, %q, %s: expected where the picture is", status, stdout, stderr)
			}
		}
	}
	for _, size := range []string{"--width=0", "--height=0", "--height=-3", "--width=20000"} {
		if status, _, stderr := execute(t, dir, "render", "r", size); status != wrong ||
			!strings.Contains(stderr, strings.Replace(size, "=", " ", 1)+": expected 1 to 16384 pixels") {
			t.Errorf("%s: status %d, %s", size, status, stderr)
		}
	}
}

// A sequence of another run leaves no frames of the one before behind; parts of a run leave its other frames, and files
// that are not known to be of a run are told and stay.
func TestSequencesDoNotMix(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.toml", sheet)
	write(t, dir, "b.toml", strings.Replace(sheet, "silk", "cotton", 1))
	good := func(args ...string) (says string) {
		t.Helper()
		status, _, stderr := execute(t, dir, args...)
		if status != done {
			t.Fatalf("%v: %s", args, stderr)
		}
		var notes []string
		for line := range strings.Lines(stderr) {
			if strings.Contains(line, "sequence") {
				notes = append(notes, line)
			}
		}
		return strings.Join(notes, "")
	}
	names := func(folder string) string {
		t.Helper()
		entries, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, e := range entries {
			if e.Name() != ".frames" {
				list = append(list, strings.TrimSuffix(strings.TrimPrefix(e.Name(), "sheet."), filepath.Ext(e.Name())))
			}
		}
		return strings.Join(list, " ")
	}
	expect := func(folder, files, says, words string) {
		t.Helper()
		if got := names(folder); got != files {
			t.Errorf("%s has %s, expected %s", folder, got, files)
		}
		if (says == "") != (words == "") || !strings.Contains(says, words) {
			t.Errorf("%q, expected %q", says, words)
		}
	}
	for run, frames := range map[string]string{"a": "6", "b": "2"} {
		good("run", run+".toml", "--no-render", "--backend", "cpu", "--frames", frames, "-o", run)
	}
	paths := map[string]func(run, folder string, more ...string) string{}
	for _, to := range []string{"obj", "ply", "vtk"} {
		paths[to] = func(run, folder string, more ...string) string {
			return good(append([]string{"export", run, "--to", to, "-o", folder}, more...)...)
		}
	}
	if devices, err := opengl.Devices(); err == nil && len(devices) > 0 {
		paths["pictures"] = func(run, folder string, more ...string) string {
			return good(append([]string{"render", run, "-o", folder, "--width=40", "--height=30"}, more...)...)
		}
	}
	for name, way := range paths {
		ext := map[string]string{"pictures": "png", "vtk": "vtu"}[name]
		prefix := "sheet."
		if ext == "" {
			ext = name
		}
		if ext == "png" {
			prefix = ""
		}
		index := map[string]string{"vtk": "run "}[name] // the .pvd file, which is no frame
		expect(name, index+"0001 0002 0003 0004 0005 0006", way("a", name), "")
		expect(name, index+"0001 0002 0003 0004 0005 0006", way("a", name, "--first", "2", "--last", "3"), "")
		file := func(number string) string { return filepath.Join(name, prefix+number+"."+ext) }
		write(t, dir, file("0005"), "mine")
		expect(name, index+"0001 0002 0005", way("b", name), "3 files of an earlier sequence removed: "+prefix+"0003."+
			ext+" to "+prefix+"0006."+ext)
		expect(name, index+"0001 0002 0005", way("b", name, "--last", "1"), "")
		if err := os.Remove(filepath.Join(dir, file("0005"))); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(dir, name, ".frames")); err != nil { // of an earlier version
			t.Fatal(err)
		}
		way("a", name)
		if err := os.Remove(filepath.Join(dir, name, ".frames")); err != nil {
			t.Fatal(err)
		}
		left := "also has 4 files that nothing shows to be of this sequence: " + prefix + "0003." + ext + " to " +
			prefix + "0006." + ext
		expect(name, index+"0001 0002 0003 0004 0005 0006", way("b", name), left)
		write(t, dir, filepath.Join(name, ".frames"), "mine")
		expect(name, index+"0001 0002 0003 0004 0005 0006", way("b", name), left)
		if text, err := os.ReadFile(filepath.Join(dir, name, ".frames")); err != nil || string(text) != "mine" {
			t.Errorf("a file of the record's name: %v, %q", err, text)
		}
	}
	if _, ok := paths["pictures"]; ok {
		draw := paths["pictures"]
		expect("b/frames", "0001 0002 0003 0004 0005 0006", draw("a", "b/frames"), "")
		expect("b/frames", "0001", good("render", "b", "--width=40", "--height=30", "--last", "1"), "b/frames: 5 files of "+
			"an earlier sequence removed: 0002.png to 0006.png")
		if err := os.Remove(filepath.Join(dir, "b/frames/.frames")); err != nil {
			t.Fatal(err)
		}
		expect("b/frames", "0001 0002", draw("b", "b/frames", "--first", "2"), "") // as a run draws them, without a record
		if _, err := os.Stat(filepath.Join(dir, "b/frames/.frames")); err == nil {
			t.Error("a record in a run's own folder")
		}
		turn := func(n string, more ...string) string {
			return good(append([]string{"render", "a", "--width=40", "--height=30", "--turntable", n}, more...)...)
		}
		expect("a/turntable", "0001 0002 0003 0004", turn("4"), "")
		expect("a/turntable", "0001 0002 0003", turn("3"), "a/turntable: 1 file of an earlier sequence removed: 0004.png")
		paths["pictures"]("a", "turned")
		expect("turned", "0001 0002 0003 0004 0005 0006", turn("3", "-o", "turned"), "turned also has 3 files that nothing "+
			"shows to be of this sequence: 0004.png to 0006.png")
	}
	paths["obj"]("a", "read")
	write(t, dir, "c.toml", "fps = 24\nframes = 2\nstep_s = 0.0139\n[[mesh]]\nname = \"sheet\"\nfile = "+
		"\"read/sheet.0003.obj\"\nfabric = \"silk\"\n")
	good("run", "c.toml", "--no-render", "--backend", "cpu", "--frames", "2", "-o", "c")
	// the run needs the third
	expect("read", "0001 0002 0003", paths["obj"]("c", "read"), "3 files of an earlier sequence removed: sheet.0004.obj "+
		"to sheet.0006.obj")
	good("run", "a.toml", "--resume", "--no-render", "--backend", "cpu", "--frames", "8", "-o", "a") // the same run
	paths["obj"]("a", "more", "--last", "4")
	expect("more", "0001 0002 0003 0004 0007 0008", paths["obj"]("a", "more", "--first", "7"), "")
}

// New never replaces the sewing file that it reads, by its own name or by a link, nor writes through a link to nothing.
func TestNewKeepsTheSewingFile(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"skirt.svg", "skirt.sewing.toml"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "scenes", "patterns", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, strings.Replace(name, "skirt", "p", 1), string(data))
	}
	for link, to := range map[string]string{"link.toml": "p.sewing.toml", "gone.toml": "nothing"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip("SKIPPED:", err)
		}
	}
	before, err := os.ReadFile(filepath.Join(dir, "p.sewing.toml"))
	if err != nil {
		t.Fatal(err)
	}
	for out, words := range map[string]string{
		"p.sewing.toml": "is what is read", "link.toml": "is what is read", "gone.toml": "which is not there",
	} {
		status, _, stderr := execute(t, dir, "new", "-p", "p.svg", "-b", "stand", "-o", out, "--overwrite")
		if status != wrong || !strings.Contains(stderr, words) {
			t.Errorf("-o %s: status %d, %s", out, status, stderr)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "p.sewing.toml")); err != nil || string(text) != string(before) {
			t.Fatalf("-o %s: the sewing file was replaced", out)
		}
	}
}

// No command writes over a file that it reads, through a link, or over a foreign file: each output path of each command
// is set to each of its inputs, to a link to each, to a link that leads nowhere and to a foreign file.
func TestNoOutputReplacesAnInput(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet)
	write(t, dir, "w.toml", "scene = \"s.toml\"\nframes = 2\nbackend = \"cpu\"\n[[axis]]\npath = "+
		"\"sheet.0.fabric\"\nvalues = [\"silk\", \"cotton\"]\n")
	cotton, err := os.ReadFile(filepath.Join("..", "..", "scenes", "fabrics", "cotton.toml"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "mine.toml", string(cotton))
	write(t, dir, "pair.toml", "friction = 0.4\n")
	for _, args := range [][]string{
		{"run", "s.toml", "--no-render", "--backend", "cpu", "--frames", "2", "-o", "run"},
		{"measure", "bending", "--fabric", "cotton", "-o", "lab", "--as", "bend_warp"},
		{"sweep", "plan", "w.toml", "-o", "w"},
		{"run", "w", "--task", "1"}, {"run", "w", "--task", "2"},
		{"sweep", "plan", "w.toml", "-o", "q"},
	} {
		if status, _, stderr := execute(t, dir, args...); status != done {
			t.Fatal(args, stderr)
		}
	}
	write(t, dir, "mine.txt", "mine")
	const table = "lab/bending-bend_warp.csv"
	fit := func(flag string) []string {
		return []string{"fit", "bending", table, "--as", "bend_warp", "--starts", "1", flag, "OUT"}
	}
	fixed := func(args ...string) []string { return args } // the output stands in a folder, at a place of its own
	measure := func(kind string, more ...string) []string {
		return append([]string{"measure", kind, "--fabric", "mine.toml", "-o", "measured"}, more...)
	}
	draw := func(more ...string) []string {
		return append([]string{"render", "run", "--width=40", "--height=30"}, more...)
	}
	runs := []string{"s.toml", "run/input.json", "run/run.json", "run/cache/sheet.pc2", "run/cache/sheet.pc2.sums"}
	solve := fixed("verify", "--backend", "cpu", "--only", "stvk-forces", "-o", "solved")
	time := fixed("bench", "--backend", "cpu", "--scenes", "hanging-sheet", "--sizes", "200", "--steps", "1", "-o",
		"timed")
	again := fixed("reproduce", "hysteresis", "--quick", "-o", "again")
	html, err := (&report.Page{Title: "earlier"}).HTML()
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{".html": string(html), ".txt": bench.Head + "\n"}
	type row struct {
		args   []string
		inputs []string
		place  string // where the command writes; empty: at OUT
		page   string // one that the program wrote, and that speaks for what else stands in its folder
	}
	rows := []row{
		{fit("-o"), []string{table}, "", ""},
		{fit("--page"), []string{table}, "", ""},
		{fixed("export", "run", "--to", "usda", "-o", "out.usda"), runs, "out.usda", ""},
		{fixed("export", "run", "--to", "gltf", "-o", "out.glb"), []string{"s.toml", "run/cache/sheet.obj"}, "out.glb", ""},
		{[]string{"fabrics", "cotton", "--markdown", "OUT"}, nil, "", ""},
		{[]string{"new", "-p", "tee", "-o", "OUT"}, nil, "", ""},
		{[]string{"run", "s.toml", "--no-render", "--backend", "cpu", "--frames", "2", "-o", "OUT"}, []string{"s.toml"},
			"", ""},
		{fixed("sweep", "plan", "w.toml", "-o", "p"), []string{"w.toml", "s.toml"}, "p/manifest.json", ""},
		{fixed("sweep", "plan", "w.toml", "-o", "p"), []string{"w.toml", "s.toml"}, "p/scenes/0001.json", ""},
		{fixed("sweep", "gather", "w", "--figure", "max_stretch"), []string{"w/manifest.json", "w/scenes/0001.json"},
			"w/gathered.csv", ""},
		{fixed("sweep", "gather", "w", "--figure", "max_stretch"), []string{"w/manifest.json", "w/scenes/0001.json"},
			"w/gathered.html", ""},
		{fixed("sweep", "submit", "q", "--engine", "openjd"), []string{"q/manifest.json", "q/scenes/0001.json"},
			"q/openjd.json", ""},
		{measure("bending", "--as", "bend_warp"), []string{"mine.toml"}, "measured/bending-bend_warp.csv", ""},
		{measure("sled", "--pair", "pair.toml"), []string{"mine.toml", "pair.toml"}, "measured/sled-warp.csv", ""},
		{measure("sheet"), []string{"mine.toml"}, "measured/sheet.csv", ""},
		{measure("drape", "--hangings=1", "--meshes=1"), []string{"mine.toml"}, "measured/drape.csv", ""},
		{draw("-o", "drawn"), runs, "drawn/0001.png", ""},
		{draw("-o", "drawn", "--movie", "drawn.gif"), runs, "drawn.gif", ""},
		{solve, nil, "solved/verify.html", ""},
		{solve, nil, "solved/verify.json", ""},
		{solve, nil, "solved/verify.json", "solved/verify.html"},
		{time, nil, "timed/cpu.txt", ""},
		{time, nil, "timed/cpu.json", ""},
		{time, nil, "timed/cpu.json", "timed/cpu.txt"},
		{time, nil, "timed/cpu/time.png", "timed/cpu.txt"},
		{again, nil, "again/hysteresis/hysteresis.html", ""},
		{again, nil, "again/hysteresis/results.json", ""},
		{again, nil, "again/hysteresis/results.json", "again/hysteresis/hysteresis.html"},
	}
	for _, c := range rows {
		inputs := append([]string{"mine.txt"}, c.inputs...)
		for _, in := range inputs {
			for _, over := range []bool{false, true} {
				for _, how := range []string{"itself", "link", "hard link", "dead link"} {
					out := c.place
					if out == "" {
						out = "out"
					}
					at := filepath.Join(dir, filepath.FromSlash(out))
					if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
						t.Fatal(err)
					}
					os.Remove(at)
					if c.page != "" {
						if how == "hard link" { // the name alone is replaced
							continue
						}
						write(t, dir, c.page, pages[filepath.Ext(c.page)])
					}
					var err error
					target := filepath.Join(dir, filepath.FromSlash(in))
					switch how {
					case "itself":
						if c.place != "" {
							continue
						}
						out = in
					case "link":
						err = os.Symlink(target, at)
					case "hard link":
						err = os.Link(target, at)
					case "dead link":
						err = os.Symlink(filepath.Join(dir, "nowhere"), at)
					}
					if err != nil {
						t.Fatal(err)
					}
					args := []string{"-q"}
					for _, a := range c.args {
						args = append(args, strings.ReplaceAll(a, "OUT", out))
					}
					foreign := in == "mine.txt" || how == "dead link"
					if over {
						if foreign { // which is asked for
							os.Remove(at)
							continue
						}
						args = append(args, "--overwrite")
					}
					before, err := os.ReadFile(target)
					if err != nil {
						t.Fatal(err)
					}
					status, stdout, stderr := execute(t, dir, args...)
					after, err := os.ReadFile(target)
					if err != nil || string(after) != string(before) {
						t.Errorf("%v, %s: %s was changed (%v)", args, how, in, err)
					}
					if _, err := os.Lstat(filepath.Join(dir, "nowhere")); err == nil {
						t.Errorf("%v: wrote through a link that led nowhere", args)
						os.Remove(filepath.Join(dir, "nowhere"))
					}
					if status != wrong || strings.Count(stderr, "\n") != 1 {
						t.Errorf("%v, %s to %s: status %d, %s%s: expected one line of wrong input", args, how, in, status, stdout, stderr)
					}
					os.Remove(at)
				}
			}
		}
		if c.page != "" {
			os.Remove(filepath.Join(dir, filepath.FromSlash(c.page)))
		}
	}
}
