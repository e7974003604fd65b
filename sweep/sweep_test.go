package sweep

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hysteron/output"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/sim"
)

const drop = `
fps = 24
frames = 3
step_s = 0.0002
[ground]
height_m = 0
[[sheet]]
name = "sheet"
size_m = [0.4, 0.4]
edge_length_m = 0.1
fabric = "silk"
centre_m = [0, 0.02, 0]
`

// folder has drop.toml and a sweep file.
func folder(t testing.TB, text string) *File {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"drop.toml": drop, "s.toml": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := Load(filepath.Join(dir, "s.toml"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Cases vary slowest, the last axis fastest, and what is set follows: all tasks', the case's, the axes'.
func TestTasks(t *testing.T) {
	m := folder(t, `
scene = "drop.toml"
set = ["ground.friction=0.1"]
[[case]]
name = "soft"
set = ["sheet.0.fabric=silk", "friction.internal=false"]
[[case]]
name = "stiff"
[[axis]]
path = "sheet.0.edge_length_m"
values = [0.1, 0.2]
[[axis]]
name = "g"
path = "gravity_m_s2"
values = [[0, -9.81, 0], [0, -1, 0]]
[[axis]]
path = "wind.seed"
from = 1
to = 100
count = 3
scale = "log"
whole = true
`).Manifest()
	if n := len(m.Tasks); n != 24 {
		t.Fatalf("%d tasks: expected 2 · 2 · 2 · 3", n)
	}
	var names []string
	for _, k := range []int{0, 1, 3, 6, 23} {
		names = append(names, m.Tasks[k].Name)
	}
	want := []string{
		"case=soft, edge_length_m=0.1, g=[0, -9.81, 0], seed=1", "case=soft, edge_length_m=0.1, g=[0, -9.81, 0], seed=10",
		"case=soft, edge_length_m=0.1, g=[0, -1, 0], seed=1", "case=soft, edge_length_m=0.2, g=[0, -9.81, 0], seed=1",
		"case=stiff, edge_length_m=0.2, g=[0, -1, 0], seed=100",
	}
	if d := cmp.Diff(want, names); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"ground.friction=0.1", "sheet.0.fabric=silk", "friction.internal=false",
		"sheet.0.edge_length_m=0.1", "gravity_m_s2=[0, -9.81, 0]", "wind.seed=10"}, m.Tasks[1].Set); d != "" {
		t.Error(d)
	}
}

// TestOneKeyOnce: a task is what its name says, so that no two axes, cases or random values set one key, however they
// call it, nor one a table around what another has set; frames of the sweep hold for all. Line and place are named.
func TestOneKeyOnce(t *testing.T) {
	axis := func(path, name, values string) string {
		return "[[axis]]\npath = \"" + path + "\"\nname = \"" + name + "\"\nvalues = " + values + "\n"
	}
	edge := axis("sheet.sheet.edge_length_m", "e", "[0.1, 0.2]")
	for _, c := range []struct{ name, text, want string }{
		{"frames", "frames = 2\n" + axis("frames", "f", "[3, 4]"), "s.toml:4:1: axis.0.path: frames of the sweep, 2,"},
		{"frames of a case", "frames = 2\n[[case]]\nname = \"long\"\nset = [\"frames=9\"]\n", "s.toml:5:1: case.0.set.0: " +
			"frames of the sweep"},
		{"the same twice", edge + axis("sheet.sheet.edge_length_m", "e2", "[0.1]"), "s.toml:7:1: axis.1.path: " +
			"sheet.sheet.edge_length_m is set by axis.0 already"},
		{"two names", edge + axis("sheet.0.edge_length_m", "e2", "[0.1]"), "s.toml:7:1: axis.1.path: sheet.0.edge_length_m " +
			"is set by axis.0 already, there sheet.sheet.edge_length_m"},
		{"a table around it", axis("sheet.0.fabric.drag", "d", "[0.1]") + axis("sheet.0.fabric", "cloth", "[\"silk\"]"),
			"axis.1.path: sheet.0.fabric is set by axis.0 already"},
		{"a case", "[[case]]\nname = \"fine\"\nset = [\"sheet.0.edge_length_m=0.05\"]\n" + edge,
			"axis.0.path: sheet.sheet.edge_length_m is set by case.0.set.0 already"},
		{"random", edge + "[[random]]\npath = \"sheet.0.edge_length_m\"\nname = \"r\"\nfrom = 0.1\nto = 0.2\n",
			"random.0.path: sheet.0.edge_length_m is set by axis.0 already"},
		{"more exactly", axis("sheet.0.fabric", "cloth", "[\"silk\"]") + axis("sheet.0.fabric.drag", "d", "[0.1]"), ""},
		{"instead of what holds for all", "set = [\"sheet.0.edge_length_m=0.3\"]\n" + edge, ""},
		{"twice in a case", "[[case]]\nname = \"fine\"\nset = [\"sheet.0.fabric.drag=1\", \"sheet.0.fabric=silk\"]\n", ""},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"drop.toml": drop, "s.toml": "scene = \"drop.toml\"\n" + c.text} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		f, err := Load(filepath.Join(dir, "s.toml"))
		if err == nil {
			_, err = f.Plan(t.Context(), PlanOptions{Dir: filepath.Join(dir, "out")})
		}
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !param.IsInputError(err)):
			t.Errorf("%s: %v: expected %q", c.name, err, c.want)
		}
	}
}

// What a value is written as is read as that value by an override.
func TestOverrideText(t *testing.T) {
	for _, title := range []string{"a", `"b"`, "3", "true", `back\slash`, "a=b, [c]", "<é> \x7f\t", ""} {
		text, _ := overrideText(title, 0)
		s, err := scenes.Parse("s.toml", []byte(drop), []string{"title=" + text})
		if err != nil || s.Title != title {
			t.Errorf("%q came back as %q (%v)", title, s.Title, err)
		}
	}
	for _, x := range []float64{1, 0.1, 1e-7, 1e21, 2.5} {
		text, _ := overrideText([]any{x, x, int64(2)}, 0)
		s, err := scenes.Parse("s.toml", []byte(drop), []string{"gravity_m_s2=" + text})
		if err != nil && x < 1000 || err == nil && (s.Gravity.X != x || s.Gravity.Z != 2) {
			t.Errorf("%g came back as %v (%v)", x, s.Gravity, err)
		}
	}
}

// A sample keeps its values when there are more samples and more keys, and values stay in their range.
func TestRandomStays(t *testing.T) {
	values := func(samples int, more string) (list []Value) {
		text := fmt.Sprintf("scene = \"drop.toml\"\nsamples = %d\nseed = 7\n[[random]]\npath = \"ground.friction\"\nfrom = "+
			"0.001\nto = 10\nscale = \"log\"\n%s", samples, more)
		for _, task := range folder(t, text).Manifest().Tasks {
			list = append(list, task.Values[0])
		}
		return list
	}
	few, many := values(3, ""), values(1000, "[[random]]\npath = \"wind.seed\"\nfrom = 1\nto = 9\nwhole = true\n")
	if !slices.Equal(few, many[:3]) {
		t.Errorf("%v became %v", few, many[:3])
	}
	below := 0
	for _, v := range many {
		x, _ := v.Number()
		if x < 0.001 || x > 10 {
			t.Fatalf("%g is outside", x)
		}
		if x < 0.1 {
			below++
		}
	}
	if below < 440 || below > 560 { // half, ± 4 standard deviations
		t.Errorf("%d of 1000 are below the geometric mean", below)
	}
}

// What is wrong in a sweep file is said with its place.
func TestWrongSweeps(t *testing.T) {
	for _, c := range [][2]string{
		{"", "scene"},
		{"scene = \"a\"\nspeed = 1\n", "s.toml:2:1: speed: unknown key"},
		{"scene = \"a\"\n[[axis]]\npath = \"p\"\n", "expected either values, or from, to and count"},
		{"scene = \"a\"\n[[axis]]\npath = \"p\"\nvalues = [1]\ncount = 3\n", "expected either"},
		{"scene = \"a\"\n[[axis]]\npath = \"p\"\nfrom = 1.0\ncount = 3\n", "together"},
		{"scene = \"a\"\n[[axis]]\npath = \"p\"\nfrom = 0.0\nto = 1.0\ncount = 3\nscale = \"log\"\n", "> 0"},
		{"scene = \"a\"\n[[axis]]\npath = \"p\"\nvalues = [{a = 1}]\n", "s.toml:4:1: axis.0.values.0"},
		{"scene = \"a\"\n[[axis]]\npath = \"p\"\nvalues = [nan]\n", "axis.0.values.0"},
		{"scene = \"a\"\n[[axis]]\npath = \"a.p\"\nvalues = [1]\n[[axis]]\npath = \"b\"\nname = \"p\"\nvalues = [1]\n", `"p" is the name of axis.0 already`},
		{"scene = \"a\"\n[[case]]\nname = \"x\"\n[[case]]\nname = \"x\"\n", "twice"},
		{"scene = \"a\"\n[[random]]\npath = \"p\"\nfrom = 1.0\nto = 1.0\n", "from < to"},
		{"scene = \"a\"\nsamples = 3\n", "random"},
		{"scene = \"a\"\nsamples = 100000\n[[random]]\npath = \"p\"\nfrom = 1.0\nto = 2.0\n[[axis]]\npath = \"q\"\nvalues " +
			"= [1, 2]\n", "2e+05 tasks"},
	} {
		f, err := Parse("s.toml", []byte(c[0]))
		if f != nil || !param.IsInputError(err) || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%q: %v: expected %q", c[0], err, c[1])
		}
	}
}

// TestPlanRefusesDevice: what the GPU backend refuses is refused as the sweep is planned for it, by task, and not for
// other backends; nothing is written.
func TestPlanRefusesDevice(t *testing.T) {
	const cushion = "frames = 2\n[dress]\nverify = false\n[[garment]]\nname = \"cover\"\npattern = \"cushion\"\n" +
		"fabric = \"cotton\"\nedge_length_m = 0.1\n[[air_layer]]\ngarment = \"cover\"\n"
	for backend, refused := range map[string]bool{"gpu": true, "cpu": false, "auto": false} {
		f := folder(t, "scene = \"air.toml\"\nbackend = \""+backend+"\"\n[[axis]]\npath = \"frames\"\nvalues = [2, 3]\n")
		if err := os.WriteFile(filepath.Join(filepath.Dir(f.Path), "air.toml"), []byte(cushion), 0o666); err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "plan")
		_, err := f.Plan(context.Background(), PlanOptions{Dir: dir})
		if !refused {
			if err != nil {
				t.Errorf("%s: %v", backend, err)
			}
			continue
		}
		if err == nil || !param.IsInputError(err) || !strings.Contains(err.Error(), "task 1 ") ||
			!strings.Contains(err.Error(), "cover holds air") {
			t.Errorf("%s: %v, expected wrong input that names task and cover", backend, err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "scenes", "*")); left != nil {
			t.Errorf("%s: left %v", backend, left)
		}
	}
}

// A task whose scene is wrong is named when the sweep is planned, and nothing is left that could be taken for a plan.
func TestPlanNamesTheTask(t *testing.T) {
	f := folder(t, "scene = \"drop.toml\"\n[[axis]]\npath = \"sheet.0.edge_length_m\"\nvalues = [0.1, -1]\n")
	dir := t.TempDir()
	_, err := f.Plan(t.Context(), PlanOptions{Dir: dir})
	if !param.IsInputError(err) || !strings.Contains(err.Error(), "task 2 (edge_length_m=-1)") ||
		!strings.Contains(err.Error(), "sheet.0.edge_length_m") {
		t.Error(err)
	}
	if Is(dir) {
		t.Error("there is a manifest")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Plan(ctx, PlanOptions{Dir: dir}); !errors.Is(err, sim.ErrInterrupted) {
		t.Errorf("cancelled: %v", err)
	}
}

// Tasks are run, skipped when they are finished, gone on with when they are not, and gathered.
func TestSweep(t *testing.T) {
	f := folder(t, "scene = \"drop.toml\"\nbackend = \"cpu\"\nframes = 2\n[[axis]]\npath = "+
		"\"sheet.0.edge_length_m\"\nvalues = [0.1, 0.2]\n[[axis]]\npath = \"sheet.0.fabric\"\nvalues = [\"silk\", "+
		"\"cotton\"]\n")
	dir := filepath.Join(t.TempDir(), "sweep")
	planned, err := f.Plan(t.Context(), PlanOptions{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	m, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(planned, m); d != "" {
		t.Error(d)
	}
	if _, err := f.Plan(t.Context(), PlanOptions{Dir: dir}); !param.IsInputError(err) ||
		!strings.Contains(err.Error(), "--overwrite") {
		t.Errorf("planned twice: %v", err)
	}
	run := func(n int, ran bool) {
		t.Helper()
		task, err := m.Task(n)
		if err != nil {
			t.Fatal(err)
		}
		info, did, err := m.Run(t.Context(), task, sim.Options{}, nil)
		if err != nil || did != ran || info.Frames != 2 || info.Backend != "cpu" {
			t.Errorf("task %d: ran %v: %v, %v", n, did, info, err)
		}
	}
	run(1, true)
	run(1, false)
	run(4, true)
	// Task 2 was interrupted after the first frame.
	stopped, cancel := context.WithCancel(t.Context())
	_, ran, err := m.Run(stopped, &m.Tasks[1], sim.Options{Progress: func(p sim.Progress) {
		if p.Frame == 1 && p.Last > 0 {
			cancel()
		}
	}}, nil)
	if state, info, serr := m.State(&m.Tasks[1]); !errors.Is(err, sim.ErrInterrupted) || !ran || state != Partial ||
		serr != nil || info.Frames != 1 {
		t.Fatalf("interrupted: ran %v, %v: %s, %v, %v", ran, err, state, info, serr)
	}
	gather := func(want ...int) [][]string {
		t.Helper()
		g, err := m.Gather(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, g.Missing()); d != "" {
			t.Error(d)
		}
		if _, err := g.Write(nil, &output.Rule{}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, "gathered.csv"))
		if err != nil {
			t.Fatal(err)
		}
		table, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	table := gather(2, 3)
	if d := cmp.Diff([][]string{{"task", "state", "edge_length_m", "fabric"}, {"1", "finished", "0.1", "silk"},
		{"2", "partial", "0.1", "cotton"}, {"3", "waiting", "0.2", "silk"}, {"4", "finished", "0.2", "cotton"}},
		[][]string{table[0][:4], table[1][:4], table[2][:4], table[3][:4], table[4][:4]}); d != "" {
		t.Error(d)
	}
	run(2, true)
	run(3, true)
	table = gather()
	stretch := slices.Index(table[0], "max_stretch")
	for i, row := range table[1:] {
		info, err := sim.ReadRunInfo(m.RunDir(&m.Tasks[i]))
		if err != nil || row[stretch] != strings.Trim(fmt.Sprint(Value{info.MaxStretch}.full()), "\n") {
			t.Errorf("task %d: max_stretch %s: run.json has %v (%v)", i+1, row[stretch], info.MaxStretch, err)
		}
	}
	if plots, err := filepath.Glob(filepath.Join(dir, "figures", "*-over-edge_length_m.png")); err != nil ||
		len(plots) < 3 {
		t.Errorf("plots: %v, %v", plots, err)
	}
	if _, err := (&Gathered{Manifest: m}).plots([]string{"no_such"}); !param.IsInputError(err) {
		t.Errorf("no such figure: %v", err)
	}

	// Planned anew with other values, what was run is not taken for finished.
	f.Axes[0].Values[0] = Value{0.08}
	if m, err = f.Plan(t.Context(), PlanOptions{Dir: dir, Overwrite: true}); err != nil {
		t.Fatal(err)
	}
	gather(1, 2)
	if _, _, err := m.Run(t.Context(), &m.Tasks[0], sim.Options{}, nil); !param.IsInputError(err) ||
		!strings.Contains(err.Error(), "another input") {
		t.Errorf("the run of another plan: %v", err)
	}
	if _, _, err := m.Run(t.Context(), &m.Tasks[0], sim.Options{Overwrite: true}, nil); err != nil {
		t.Error(err)
	}
	gather(2)
}

// The number of a task is the one asked for, or that of the batch system's array, counted as that counts.
func TestNumber(t *testing.T) {
	three := 3
	for _, c := range []struct {
		asked *int
		set   map[string]string
		want  int // 0: an error
	}{
		{&three, map[string]string{"SLURM_ARRAY_TASK_ID": "5"}, 3},
		{nil, nil, 0},
		{nil, map[string]string{"SLURM_ARRAY_TASK_ID": "5"}, 5},
		{nil, map[string]string{"SLURM_ARRAY_TASK_ID": "x"}, 0},
		{nil, map[string]string{"PBS_ARRAY_INDEX": "5"}, 5},
		{nil, map[string]string{"PBS_ARRAYID": "5"}, 5},
		{nil, map[string]string{"LSB_JOBINDEX": "5"}, 5},
		{nil, map[string]string{"LSB_JOBINDEX": "0"}, 0}, // of a job that is no array
		{nil, map[string]string{"SGE_TASK_ID": "5"}, 5},
		{nil, map[string]string{"SGE_TASK_ID": "undefined"}, 0}, // likewise
		{nil, map[string]string{"AWS_BATCH_JOB_ARRAY_INDEX": "0"}, 1},
		{nil, map[string]string{"AWS_BATCH_JOB_ARRAY_INDEX": "4"}, 5},
		{nil, map[string]string{"JOB_COMPLETION_INDEX": "0"}, 1},
		{nil, map[string]string{"JOB_COMPLETION_INDEX": "4", "LSB_JOBINDEX": "0", "SGE_TASK_ID": "undefined"}, 5},
		{nil, map[string]string{"JOB_COMPLETION_INDEX": "4", "SLURM_ARRAY_TASK_ID": "5"}, 5},
		{nil, map[string]string{"JOB_COMPLETION_INDEX": "5", "SLURM_ARRAY_TASK_ID": "5"}, 0},
	} {
		n, err := Number(c.asked, func(name string) (string, bool) { text, ok := c.set[name]; return text, ok })
		if n != c.want || (err != nil) != (c.want == 0) {
			t.Errorf("%v: %d, expected %d: %v", c.set, n, c.want, err)
		}
	}
}

func TestRanges(t *testing.T) {
	for _, c := range []struct {
		numbers []int
		want    string
	}{{nil, ""}, {[]int{4}, "4"}, {[]int{1, 2, 3}, "1-3"}, {[]int{1, 3, 4, 9}, "1,3-4,9"}} {
		if got := Ranges(c.numbers); got != c.want {
			t.Errorf("%v: %s", c.numbers, got)
		}
	}
}

// The tables of keys in docs/sweep.md are what the declarations say.
func TestKeysInDocs(t *testing.T) {
	page, err := os.ReadFile("../docs/sweep.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := Keys(); !strings.Contains(string(page), want) {
		t.Errorf("docs/sweep.md lacks:\n%s", want)
	}
}
