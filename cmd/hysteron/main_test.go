package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"hysteron/formats"
	"hysteron/gpu/opengl/opengltest"
	"hysteron/sim"
)

// asCommand makes the test binary act as the command.
const asCommand = "HYSTERON_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
		return
	}
	status, err := opengltest.RunWithOwnCache(m)
	if err != nil {
		panic(err)
	}
	os.Exit(status)
}

// hysteron prepares a command that runs in dir.
func hysteron(dir string, args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Dir, c.Env = dir, append(os.Environ(), asCommand+"=1")
	return c
}

// execute runs a command in dir and returns its exit status and output.
func execute(t *testing.T, dir string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	c := hysteron(dir, args...)
	c.Stdout, c.Stderr = &out, &err
	if e := c.Run(); e != nil {
		var exit *exec.ExitError
		if !errors.As(e, &exit) {
			t.Fatal(e)
		}
	}
	return c.ProcessState.ExitCode(), out.String(), err.String()
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

const sheet = `
fps = 24
frames = 4
step_s = 0.0139
[[sheet]]
name = "sheet"
size_m = [0.4, 0.4]
vertices = [12, 12]
fabric = "silk"
centre_m = [0, 1, 0]
pins = ["corner-00", "corner-10"]
`

const fabricTail = `
thickness_m = 0.0005
body_friction = 0.3
drag = 1.28
drag_skin = 0.01
coupling = 0.3
[warp]
source = "assumed"
k1_n_m = 100.0
k2_n_m = 0.0
damping_s = 0.001
[weft]
source = "assumed"
k1_n_m = 100.0
k2_n_m = 0.0
damping_s = 0.001
[shear]
source = "assumed"
k1_n_m = 20.0
k2_n_m = 0.0
damping_s = 0.001
[bend_warp]
source = "assumed"
k1_nm = 1e-6
k2_nm2 = 0.0
damping_s = 0.001
[bend_weft]
source = "assumed"
k1_nm = 1e-6
k2_nm2 = 0.0
damping_s = 0.001
`

func mesh(faces string) string {
	return "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 1 0 1\nv 0 1 0\nv 2 0 0\nvt 0 0\nvt 1 0\nvt 0 1\nvt 1 1\nvt 2 0\n" + faces
}

const meshScene = `
[[mesh]]
name = "mesh"
file = "mesh.obj"
fabric = "silk"
pins = [0]
`

const manifest = `{"hysteron":"sweep-1","name":"s","backend":"cpu","pictures":false,"axes":[],"tasks":[{"task":1,"name":"","frames":2,"values":[],"set":[]}],"text":""}`

// Each bad input must end with status 2 and a message that names the place, and never panic.
func TestBadInputExitsWith2(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		args  []string
		want  []string // parts of the message
	}{
		{"no such command", nil, []string{"simulate"}, []string{"simulate"}},
		{"no scene", nil, []string{"run"}, []string{"scene"}},
		{"unknown flag", nil, []string{"run", "flag", "--fast"}, []string{"--fast"}},
		{"unknown backend", nil, []string{"run", "flag", "--backend", "abacus"}, []string{"abacus", "cpu"}},
		{"frames not a number", nil, []string{"run", "flag", "--frames", "x"}, []string{"--frames"}},
		{"no such device", nil, []string{"run", "flag", "--device", "1000"}, []string{"--device 1000", "hysteron devices"}},
		{"no frames", nil, []string{"run", "flag", "--frames", "0"}, []string{"--frames 0", "at least 1"}},
		{"too many frames", map[string]string{"s.toml": sheet}, []string{"run", "s.toml", "--frames", "1000000000",
			"--no-render"}, []string{"1000000000", "1000000"}},
		{"a layer thinner than the 2 µm that cloth is kept apart by",
			map[string]string{"s.toml": sheet + "[contact]\nself_thickness_m = 1e-6\n"}, []string{"run", "s.toml"},
			[]string{"self_thickness_m", "1e-06", "≥ 1e-5"}},
		{"resume and overwrite", nil, []string{"run", "flag", "--resume", "--overwrite"},
			[]string{"--resume", "--overwrite"}},
		{"a task of a scene", nil, []string{"run", "flag", "--task", "1"}, []string{"--task", "hysteron sweep plan"}},
		{"a sweep that is not there", nil, []string{"sweep", "gather", "none"}, []string{"none", "hysteron sweep plan"}},
		{"a sweep without task", map[string]string{"manifest.json": manifest}, []string{"run", "."},
			[]string{"--task N", "SLURM_ARRAY_TASK_ID"}},
		{"a task beyond", map[string]string{"manifest.json": manifest}, []string{"run", "manifest.json", "--task", "2"},
			[]string{"task 2", "tasks 1 to 1"}},
		{"a task with other frames", map[string]string{"manifest.json": manifest}, []string{"run", ".", "--task", "1",
			"--frames", "3"}, []string{"--frames"}},
		{"a manifest that is none", map[string]string{"manifest.json": "{}"}, []string{"sweep", "gather", "."},
			[]string{"manifest.json", "sweep-1"}},
		{"no such figure", map[string]string{"manifest.json": manifest}, []string{"sweep", "gather", ".", "--figure",
			"beauty"}, []string{"beauty"}},
		{"negative frames", nil, []string{"run", "flag", "--frames=-1"}, []string{"--frames"}},
		{"no such light", nil, []string{"run", "flag", "--light", "back"}, []string{"--light", "back", "studio or side"}},
		{"azimuth too far", nil, []string{"run", "flag", "--azimuth", "1e308"}, []string{"1e+308", "1e6"}},
		{"camera too far", nil, []string{"run", "flag", "--eye", "1e300,0,0", "--target", "0,0,0"},
			[]string{"1e+300", "1e6"}},
		{"no view", nil, []string{"run", "flag", "--eye", "1,0,0", "--target", "0,0,0", "--fov", "1e-300"},
			[]string{"--fov 1e-300", "0.01"}},
		{"camera without target", nil, []string{"run", "flag", "--eye", "1,2,3"}, []string{"--target"}},
		{"unknown mode", nil, []string{"run", "flag", "--mode", "xray", "--no-render"}, []string{"xray", "strain"}},
		{"unknown scene", nil, []string{"run", "no-such-scene"}, []string{"no-such-scene", "flag"}},
		{"missing file", nil, []string{"run", "missing.toml"}, []string{"missing.toml"}},
		{"scene is a folder", nil, []string{"run", "./."}, []string{"./."}},
		{"not TOML", map[string]string{"s.toml": "fps = = 3"}, []string{"run", "s.toml"}, []string{"s.toml:1:"}},
		{"unknown key", map[string]string{"s.toml": "sped = 3\n" + sheet}, []string{"run", "s.toml"},
			[]string{"s.toml:1:1", "sped", "~~~~"}},
		{"unknown key, check", map[string]string{"s.toml": "sped = 3\n" + sheet}, []string{"check", "s.toml"},
			[]string{"s.toml:1:1"}},
		{"wrong type", map[string]string{"s.toml": strings.Replace(sheet, "fps = 24", `fps = "fast"`, 1)}, []string{"run", "s.toml"}, []string{"s.toml:2", "fps"}},
		{"bad override", map[string]string{"s.toml": sheet}, []string{"run", "s.toml", "--set", "sheet.7.fabric=silk"},
			[]string{"--set sheet.7.fabric=silk"}},
		{"override of an unknown key", map[string]string{"s.toml": sheet}, []string{"run", "s.toml", "--set", "fsp=3"},
			[]string{"fsp"}},
		{"NaN in a fabric", map[string]string{"s.toml": strings.Replace(sheet, `"silk"`, `"f.toml"`, 1),
			"f.toml": "title = \"f\"\nsource = \"s\"\ndensity_kg_m2 = nan" + fabricTail}, []string{"run", "s.toml"},
			[]string{"f.toml:3", "density_kg_m2"}},
		{"negative density", map[string]string{"s.toml": strings.Replace(sheet, `"silk"`, `"f.toml"`, 1),
			"f.toml": "title = \"f\"\nsource = \"s\"\ndensity_kg_m2 = -0.1" + fabricTail}, []string{"run", "s.toml"},
			[]string{"f.toml:3", "density_kg_m2"}},
		{"missing fabric", map[string]string{"s.toml": strings.Replace(sheet, `"silk"`, `"chainmail"`, 1)}, []string{"run", "s.toml"}, []string{"s.toml:9", "chainmail"}},
		{"OBJ with a bad index", map[string]string{"s.toml": meshScene, "mesh.obj": mesh("f 1/1 2/2 9/3\n")},
			[]string{"run", "s.toml"}, []string{"mesh.obj:12", "9"}},
		{"OBJ without triangles", map[string]string{"s.toml": meshScene + "rest = \"shape\"\n", "mesh.obj": "v 0 0 0\n"},
			[]string{"run", "s.toml"}, []string{"s.toml:4", "mesh.obj: no triangles"}},
		{"missing OBJ", map[string]string{"s.toml": meshScene}, []string{"run", "s.toml"}, []string{"mesh.obj", "s.toml:4"}},
		{"pin out of range", map[string]string{"s.toml": strings.Replace(meshScene, "[0]", "[99]", 1),
			"mesh.obj": mesh("f 1/1 3/3 2/2\nf 2/2 3/3 4/4\n")}, []string{"run", "s.toml"}, []string{"99"}},
		{"stitch naming a missing edge", map[string]string{
			"s.toml": "[[garment]]\nname = \"g\"\npattern = \"p.json\"\nedge_length_m = 0.1\nfabric = \"silk\"\n",
			"p.json": `{"pattern": {"panels": {"front": {"translation": [0,0,0], "rotation": [0,0,0],
				"vertices": [[0,0],[100,0],[100,100],[0,100]],
				"edges": [{"endpoints":[0,1]},{"endpoints":[1,2]},{"endpoints":[2,3]},{"endpoints":[3,0]}]}},
				"stitches": [[{"panel":"front","edge":1},{"panel":"front","edge":9}]]},
				"properties": {"units_in_meter": 100, "curvature_coords": "relative", "normalize_panel_translation": false}}`,
		}, []string{"run", "s.toml"}, []string{"p.json", "stitches", "9"}},
		{"render: no run", nil, []string{"render", "."}, []string{"input.json"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range c.files {
				write(t, dir, name, text)
			}
			status, _, stderr := execute(t, dir, c.args...)
			if status != 2 {
				t.Errorf("exit status %d, expected 2; message: %s", status, stderr)
			}
			for _, w := range c.want {
				if !strings.Contains(stderr, w) {
					t.Errorf("message does not name %q: %s", w, stderr)
				}
			}
			if !strings.HasPrefix(stderr, "hysteron: ") || strings.Contains(stderr, "goroutine") ||
				len(strings.TrimSpace(stderr)) < 20 {
				t.Errorf("expected one clear message, got: %s", stderr)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "out", "*", "frames", "*")); left != nil {
				t.Errorf("wrong input left %v", left)
			}
		})
	}
}

func TestRunAndItsJSON(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "drop.toml", sheet)
	status, stdout, stderr := execute(t, dir, "run", "drop.toml", "--no-render", "--json", "--frames", "3", "--set",
		"friction.internal=false")
	if status != 0 {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	var printed, onDisk sim.RunInfo
	if err := json.Unmarshal([]byte(stdout), &printed); err != nil {
		t.Fatalf("%v in %s", err, stdout)
	}
	data, err := os.ReadFile(filepath.Join(dir, "out", "drop", "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &onDisk); err != nil {
		t.Fatal(err)
	}
	if printed.Frames != 3 || onDisk.Frames != 3 || printed.Steps != 6 || printed.Scene != "drop.toml" {
		t.Errorf("printed %+v, on disk %+v: expected 3 frames, 6 steps of drop.toml", printed, onDisk)
	}
	if n := strings.Count(stderr, "\n"); n != 3 || strings.Contains(stderr, "\r") {
		t.Errorf("expected a plain line per frame, got %q", stderr)
	}
}

// begin starts a run with a cache in dir/d and waits until it has a number of frames.
func begin(t *testing.T, dir string, stderr *bytes.Buffer, frames int) *exec.Cmd {
	t.Helper()
	write(t, dir, "s.toml", strings.Replace(sheet, "frames = 4", "frames = 2000", 1))
	c := hysteron(dir, "run", "s.toml", "-o", "d", "--no-render", "--backend", "cpu")
	c.Stderr = stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	waitFrames(t, dir, frames)
	return c
}

// waitFrames waits until the cache has a number of frames.
func waitFrames(t *testing.T, dir string, frames int) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if n, _, err := formats.WholePC2(filepath.Join(dir, "d", "cache", "sheet.pc2")); err == nil && n >= frames {
			return
		}
		if time.Since(began) > 5*time.Minute {
			t.Fatalf("no %d frames within five minutes", frames)
		}
	}
}

// A second run into the same folder is refused while the first one is alive, and not after it was killed.
func TestSecondRunIntoAFolder(t *testing.T) {
	dir := t.TempDir()
	var stderr bytes.Buffer
	c := begin(t, dir, &stderr, 1)
	for _, how := range []string{"--resume", "--overwrite"} {
		status, _, message := execute(t, dir, "run", "s.toml", "-o", "d", "--no-render", "--backend", "cpu", how)
		if status != wrong || !strings.Contains(message, "another run is writing there (process "+
			strconv.Itoa(c.Process.Pid)) {
			t.Errorf("%s: exit status %d, %s: expected a word about the process", how, status, message)
		}
	}
	c.Process.Kill()
	c.Wait()
	again := []string{"run", "s.toml", "-o", "d", "--no-render", "--backend", "cpu", "--frames", "2"}
	if status, _, message := execute(t, dir, again...); status != wrong || !strings.Contains(message, "--overwrite") {
		t.Errorf("exit status %d, %s: expected to be told about the run that is there", status, message)
	}
	if status, _, message := execute(t, dir, append(again, "--overwrite")...); status != done {
		t.Errorf("--overwrite: exit status %d, %s", status, message)
	}
}

// A terminal that is closed ends a run as Ctrl-C does, unless the run was started to outlive it.
func TestHangUp(t *testing.T) {
	for _, nohup := range []bool{false, true} {
		dir := t.TempDir()
		if nohup {
			signal.Ignore(syscall.SIGHUP) // children inherit it
		} else { // nor do they inherit that the tests themselves may have been started by nohup
			signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
		}
		var stderr bytes.Buffer
		c := begin(t, dir, &stderr, 2)
		signal.Reset(syscall.SIGHUP)
		c.Process.Signal(syscall.SIGHUP)
		if nohup {
			frames, _, _ := formats.WholePC2(filepath.Join(dir, "d", "cache", "sheet.pc2"))
			waitFrames(t, dir, frames+20)
			c.Process.Signal(syscall.SIGTERM)
		}
		c.Wait()
		info, err := sim.ReadRunInfo(filepath.Join(dir, "d"))
		if c.ProcessState.ExitCode() != failed || err != nil || info.Frames < 2 {
			t.Errorf("nohup %v: exit status %d, run.json %+v, %v: expected %d and the frames", nohup, c.ProcessState.ExitCode(),
				info, err, failed)
		}
	}
}

// The real signal to the real process: status 1, one clear line, valid files, and resuming.
func TestInterruptAndResume(t *testing.T) {
	dir := t.TempDir()
	var stderr bytes.Buffer
	c := begin(t, dir, &stderr, 12)
	cache := filepath.Join(dir, "d", "cache", "sheet.pc2")
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	c.Wait()
	if got := c.ProcessState.ExitCode(); got != 1 {
		t.Errorf("exit status %d after SIGINT, expected 1", got)
	}
	lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "hysteron: interrupted in frame") ||
		!strings.Contains(last, "--resume") {
		t.Errorf("last line %q: expected one about the interruption", last)
	}
	r, err := formats.OpenPC2(cache)
	if err != nil {
		t.Fatal(err)
	}
	frames := r.Frames()
	r.Close()
	info, err := sim.ReadRunInfo(filepath.Join(dir, "d"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Frames != frames {
		t.Errorf("%d frames in run.json, %d in the cache: expected the same", info.Frames, frames)
	}
	status, _, message := execute(t, dir, "run", "s.toml", "-o", "d", "--no-render", "--resume", "--frames",
		strconv.Itoa(frames+5))
	if status != 0 || !strings.Contains(message, "going on after frame") {
		t.Errorf("resume: exit status %d, %s", status, message)
	}
}

func TestListsAndCheck(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet)
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"scenes"}, []string{"tee-trousers-knee-lift", "cotton-jersey", "trousers"}},
		{[]string{"devices"}, []string{"cpu:"}},
		{[]string{"version"}, []string{"hysteron "}},
		{[]string{"--help"}, []string{"run", "check"}},
		{[]string{"run", "--help"}, []string{"--resume", "--set"}},
		{nil, []string{"Usage"}},
		{[]string{"check", "s.toml"}, []string{"150 vertices", "0 errors"}},
	} {
		status, stdout, stderr := execute(t, dir, c.args...)
		if status != 0 {
			t.Errorf("%v: exit status %d: %s", c.args, status, stderr)
		}
		for _, w := range c.want {
			if !strings.Contains(stdout, w) {
				t.Errorf("%v: %q is missing in %s", c.args, w, stdout)
			}
		}
	}
	for _, args := range [][]string{{"scenes", "--json"}, {"devices", "--json"}, {"check", "s.toml", "--json"}} {
		status, stdout, stderr := execute(t, dir, args...)
		if !json.Valid([]byte(stdout)) || status != 0 {
			t.Errorf("%v: exit status %d, %s%s: expected JSON", args, status, stdout, stderr)
		}
	}
}

// A disk that fails is not wrong input; a file where a folder is to be is.
func TestUnwritableFolderExitsWith1(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet)
	write(t, dir, "file", "in the way")
	for output, want := range map[string]struct {
		status int
		words  string
	}{
		"/proc/none": {1, "output folder: mkdir /proc/none: "},
		"/proc":      {2, "/proc is not empty and holds no run"},
		"file":       {2, "file is a file: expected a folder"},
	} {
		if status, _, stderr := execute(t, dir, "run", "s.toml", "--no-render", "-o", output); status != want.status ||
			!strings.Contains(stderr, want.words) {
			t.Errorf("%s: exit status %d, %s: expected %d and %s", output, status, stderr, want.status, want.words)
		}
	}
}

func TestReproduceList(t *testing.T) {
	status, out, _ := execute(t, t.TempDir(), "reproduce", "list")
	if status != done || !strings.Contains(out, "hysteresis") {
		t.Errorf("list: status %d, %q", status, out)
	}
	status, _, text := execute(t, t.TempDir(), "reproduce", "nonsense")
	if status != wrong || !strings.Contains(text, "expected one of") {
		t.Errorf("unknown experiment: status %d, %q: expected %d", status, text, wrong)
	}
}
