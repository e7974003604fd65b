package sweep

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/output"
	"hysteron/param"
	"hysteron/sim"
)

// grid is an OBJ file of more bytes than input.json holds, with a library of materials.
func grid(t *testing.T, dir string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("mtllib cloth.mtl\nusemtl red\n")
	const n = 12
	for k := range n * n {
		x, y := float64(k%n)/n, float64(k/n)/n
		fmt.Fprintf(&b, "v %g 1 %g\nvt %g %g\n", .4*x, .4*y, .4*x, .4*y)
	}
	for k := range n * (n - 1) {
		if i := k + 1; k%n < n-1 {
			fmt.Fprintf(&b, "f %d/%d %d/%d %d/%d %d/%d\n", i, i, i+n, i+n, i+n+1, i+n+1, i+1, i+1)
		}
	}
	for b.Len() < 300<<10 {
		b.WriteString("# and more, so that it is too long to be embedded\n")
	}
	for name, text := range map[string]string{"cloth.obj": b.String(), "cloth.mtl": "newmtl red\nKd 1 0 0\n",
		"mesh.toml": "fps = 24\nframes = 3\nstep_s = 0.0002\n[[mesh]]\nname = \"cloth\"\nfile = \"cloth.obj\"\nfabric = " +
			"\"silk\"\n",
		"m.toml": "scene = \"mesh.toml\"\nbackend = \"cpu\"\n[[axis]]\npath = \"mesh.0.fabric\"\nvalues = [\"silk\", " +
			"\"cotton\"]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A folder that moves has all that its tasks need: large files come along, with what says how meshes look, and what is
// finished or begun stays so.
func TestFolderMoves(t *testing.T) {
	from, dir := t.TempDir(), filepath.Join(t.TempDir(), "there")
	grid(t, from)
	f, err := Load(filepath.Join(from, "m.toml"))
	if err != nil {
		t.Fatal(err)
	}
	first := filepath.Join(t.TempDir(), "sweep")
	m, err := f.Plan(t.Context(), PlanOptions{Dir: first})
	if err != nil {
		t.Fatal(err)
	}
	if carried, err := filepath.Glob(filepath.Join(first, "files", "*", "*")); err != nil || len(carried) != 2 {
		t.Errorf("%v, %v: expected the mesh and its library, once", carried, err)
	}
	if _, ran, err := m.Run(t.Context(), &m.Tasks[0], sim.Options{}, nil); err != nil || !ran {
		t.Fatalf("ran %v: %v", ran, err)
	}
	if err := errors.Join(os.RemoveAll(from), os.Rename(first, dir)); err != nil {
		t.Fatal(err)
	}
	if m, err = Open(dir); err != nil {
		t.Fatal(err)
	}
	for k, want := range []bool{false, true} {
		if _, ran, err := m.Run(t.Context(), &m.Tasks[k], sim.Options{}, nil); err != nil || ran != want {
			t.Errorf("task %d after the move: ran %v, expected %v: %v", k+1, ran, want, err)
		}
	}
	if text, err := os.ReadFile(m.ScenePath(&m.Tasks[0])); err != nil || !strings.Contains(string(text), `"../files/`) {
		t.Errorf("%v: expected the mesh to be named from the folder", err)
	}
	// A file that has changed there is refused.
	carried, _ := filepath.Glob(filepath.Join(dir, "files", "*", "cloth.obj"))
	if err := os.WriteFile(carried[0], []byte("v 0 0 0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := m.Run(t.Context(), &m.Tasks[1], sim.Options{Overwrite: true}, nil); !param.IsInputError(err) ||
		!strings.Contains(err.Error(), "has changed") {
		t.Errorf("%v: expected the change to be told", err)
	}
}

// What tasks take is scaled from those that are finished, by vertices and steps.
func TestEstimate(t *testing.T) {
	m, err := folder(t, "scene = \"drop.toml\"\nbackend = \"cpu\"\n[[axis]]\npath = \"sheet.0.edge_length_m\"\nvalues = "+
		"[0.1, 0.02]\n[[axis]]\npath = \"frames\"\nvalues = [2, 3]\n").Plan(t.Context(), PlanOptions{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	before, err := m.Estimate(t.Context())
	if err != nil || before.From != 0 || len(before.Tasks) != 4 {
		t.Fatalf("%+v, %v", before, err)
	}
	few, many := before.Tasks[0], before.Tasks[2]
	if few.Steps != 209 || before.Tasks[1].Steps != 2*few.Steps { // 1/24 s in steps of at most 0.0002 s
		t.Errorf("%d and %d steps, expected 209 and 418", few.Steps, before.Tasks[1].Steps)
	}
	if ratio := float64(many.Vertices) / float64(few.Vertices); ratio < 10 || many.Most/few.Most != ratio ||
		few.Least >= few.Most || many.Memory <= few.Memory || few.Memory < programBytes {
		t.Errorf("%+v and %+v", few, many)
	}
	info, _, err := m.Run(t.Context(), &m.Tasks[0], sim.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	after, err := m.Estimate(t.Context())
	if err != nil || after.From != 1 {
		t.Fatalf("%+v, %v: expected it from one task", after, err)
	}
	if info.Steps != few.Steps || info.Vertices != few.Vertices {
		t.Errorf("%d steps of %d vertices were run: %+v was said", info.Steps, info.Vertices, few)
	}
	if e := after.Tasks[1]; e.Least != e.Most || e.Most < 1.99*info.Wall || e.Most > 2.01*info.Wall {
		t.Errorf("%+v: expected twice %g s", e, info.Wall)
	}
	tasks, memory, longest, least, _ := after.Left()
	if tasks != 3 || memory != many.Memory || longest <= 0 || least < longest {
		t.Errorf("left: %d tasks, %g bytes, %g s, %g s in all", tasks, memory, longest, least)
	}
	m.Tasks[1].Vertices = 0
	if _, err := m.Estimate(t.Context()); !param.IsInputError(err) {
		t.Errorf("a plan of an earlier version: %v", err)
	}
}

// The template has a task for each that is not finished, and is what the schema asks for, as the reference
// implementation says where it is installed.
func TestOpenJD(t *testing.T) {
	f := folder(t, "scene = \"drop.toml\"\nbackend = \"cpu\"\nname = \"a-sweep\"\n[[axis]]\npath = "+
		"\"sheet.0.edge_length_m\"\nvalues = [0.1, 0.2, 0.3]\n")
	m, err := f.Plan(t.Context(), PlanOptions{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := m.Run(t.Context(), &m.Tasks[1], sim.Options{}, nil); err != nil {
		t.Fatal(err)
	}
	path, err := m.OpenJD(t.Context(), "/opt/{{hysteron", &output.Rule{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var j jobTemplate
	if err := json.Unmarshal(text, &j); err != nil {
		t.Fatal(err)
	}
	if j.Version != "jobtemplate-2023-09" || j.Name != "a-sweep" || len(j.Steps) != 2 || j.Steps[0].Space == nil ||
		j.Steps[0].Space.Tasks[0].Range != "1,3" || j.Steps[0].Host.Amounts[0].Min < 40 ||
		j.Steps[1].Dependencies[0].DependsOn != j.Steps[0].Name || j.Steps[1].Space != nil {
		t.Errorf("%s", text)
	}
	if args := strings.Join(j.Steps[0].Script.Actions.Run.Args, " "); args != "run {{Param.Sweep}} --task "+
		"{{Task.Param.Task}}" || j.Parameters[0].Name != "Sweep" || j.Parameters[1].Default != "/opt/{{hysteron" {
		t.Errorf("%s", text)
	}
	// Its own is written over, another one is not.
	if _, err := m.OpenJD(t.Context(), "hysteron", &output.Rule{}); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(path, []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := m.OpenJD(t.Context(), "hysteron", &output.Rule{}); !param.IsInputError(err) {
		t.Errorf("%v: expected a foreign file to stay", err)
	}
	for name, want := range map[string]string{"": "sweep", "a{{b}}\n": "a__b___",
		strings.Repeat("é", 200): strings.Repeat("é", 128)} {
		if got := jobName(name); got != want {
			t.Errorf("%q became %q", name, got)
		}
	}
	for k := range m.Tasks {
		if _, _, err := m.Run(t.Context(), &m.Tasks[k], sim.Options{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if path, err := m.OpenJD(t.Context(), "hysteron", &output.Rule{}); path != "" || err != nil {
		t.Errorf("%s, %v: expected none, as all are finished", path, err)
	}
	const model = "import sys, json, pathlib\nfrom openjd.model import *\n" +
		"t = decode_job_template(template=json.load(sys.stdin))\nd = pathlib.Path('/tmp')\n" +
		"p = preprocess_job_parameters(job_template=t, job_parameter_values={}, job_template_dir=d, " +
		"current_working_dir=d)\nprint(len(StepParameterSpaceIterator(space=create_job(job_template=t, " +
		"job_parameter_values=p).steps[0].parameterSpace)))\n"
	python := os.Getenv("HYSTERON_OPENJD_PYTHON")
	if python == "" {
		t.Skip("SKIPPED, the reference implementation: HYSTERON_OPENJD_PYTHON names no Python that has openjd-model")
	}
	c := exec.Command(python, "-c", model)
	c.Stdin = strings.NewReader(string(text))
	if out, err := c.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "2" {
		t.Errorf("%v: %s", err, out)
	}
}
