package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hysteron/gpu/opengl"
	"hysteron/param"
)

// agreementLimit bounds the RMS distance of the two sides after a few steps without contact, relative to
// the size of the cloth, from 0.14 to 2 m: each step is solved to some 4e-5 of it.
const agreementLimit = 2e-4

// options are for tests: small in all ways.
func options(t testing.TB, backend string) Options {
	t.Helper()
	if backend != "cpu" {
		c, err := opengl.Open(opengl.Options{Device: opengl.Auto, Compute: true, Timed: true})
		if err != nil {
			if os.Getenv("HYSTERON_REQUIRE_GPU") == "1" {
				t.Fatal(err)
			}
			t.Skipf("SKIPPED, no OpenGL context: %v", err)
		}
		c.Close()
	}
	return Options{
		Scenes: []string{"hanging-sheet", "friction-cycle"}, Sizes: []int{100, 200}, Backend: backend,
		Warmup: 2, Steps: 4, BoxS: 600, Command: "a test", copyBytes: 8 << 20,
	}
}

func TestBothSides(t *testing.T) {
	opt := options(t, "both")
	each := 0
	opt.Each = func(r *Report) error { each++; return nil }
	r, err := Run(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != 4 || each != 4 {
		t.Fatalf("%d rows, told of %d: expected 4", len(r.Rows), each)
	}
	for _, row := range r.Rows {
		t.Run(fmt.Sprintf("%s-%d", row.Scene, row.Triangles), func(t *testing.T) { checkRow(t, &row) })
	}
	if r.Host.CopyGBs <= 0 || r.Device.CopyGBs <= 0 || r.Device.CopyBy == "" || r.Device.Name == "" {
		t.Errorf("bandwidths: %v, %v", r.Host, r.Device)
	}

	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(*r, back); d != "" {
		t.Errorf("JSON loses something:\n%s", d)
	}

	checkFiles(t, r)
}

func checkRow(t *testing.T, row *Row) {
	if row.CPU == nil || row.GPU == nil || row.Ratio == nil || row.Agreement == nil || row.Failed || len(row.Notes) > 0 {
		t.Fatalf("incomplete: %+v", row)
	}
	if row.Steps != 4 || row.Warmup != 2 {
		t.Errorf("%d warm-up and %d timed steps, expected 2 and 4", row.Warmup, row.Steps)
	}
	if !(row.Tolerance > 0) || row.Tolerance > 5e-5 {
		t.Errorf("tolerance %g", row.Tolerance)
	}
	if math.Abs(float64(row.Triangles)/float64(row.Asked)-1) > .3 || row.Vertices <= row.Triangles/2 ||
		row.Hinges <= row.Triangles {
		t.Errorf("%d triangles where %d were asked for, %d vertices, %d hinges", row.Triangles, row.Asked, row.Vertices,
			row.Hinges)
	}
	for name, s := range map[string]*Side{"cpu": row.CPU, "gpu": row.GPU} {
		for what, v := range map[string]float64{
			"median": s.StepMS.Median, "p95": s.StepMS.P95 - s.StepMS.Median + 1e-9, "Newton": s.Newton, "PCG": s.PCG,
			"ms/PCG":   s.PCGms,
			"elements": s.Stage.Elements, "gather": s.Stage.Gather, "solve": s.Stage.Solve, "bytes": float64(s.PCGBytes),
			"GB/s": s.PCGGBs, "% of copy": s.OfCopy, "memory": float64(s.Memory), "set-up": s.SetupS,
		} {
			if !(v > 0) || math.IsInf(v, 0) {
				t.Errorf("%s: %s is %g, expected a finite number > 0", name, what, v)
			}
		}
		if s.Newton < 1 || s.Stage.Contact < 0 || s.Stage.Other < 0 {
			t.Errorf("%s: %+v", name, s)
		}
		// Small problems live in the caches, which are faster than a copy, but not by orders.
		if s.OfCopy > 5000 {
			t.Errorf("%s: an iteration reaches %g %% of the copy bandwidth: the bytes are not counted right", name, s.OfCopy)
		}
		// What must be moved cannot exceed what there is by much: each array is used at most a few times.
		if s.PCGBytes > 4*s.Memory {
			t.Errorf("%s: %d bytes per iteration of %d bytes of memory", name, s.PCGBytes, s.Memory)
		}
		if s.Unconverged > 0 {
			t.Errorf("%s: %d steps did not converge", name, s.Unconverged)
		}
	}
	if !(row.Agreement.RMS < agreementLimit) || row.Agreement.Max < row.Agreement.RMS {
		t.Errorf("the sides differ by %g (RMS) and %g, limit %g", row.Agreement.RMS, row.Agreement.Max, agreementLimit)
	}
	if row.Agreement.RMS == 0 {
		t.Error("float32 and float64 agree to the last bit: one side was compared with itself")
	}
}

// checkFiles writes everything there is to write of a report and looks into it.
func checkFiles(t *testing.T, r *Report) {
	dir := t.TempDir()
	if err := r.Save(dir); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(dir + "/" + r.Name() + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"a test", r.Host.Processor, r.Device.Renderer, "hanging-sheet", "friction-cycle",
		"RMS distance"} {
		if !bytes.Contains(text, []byte(s)) {
			t.Errorf("the text does not say %q:\n%s", s, text)
		}
	}
	data, err := os.ReadFile(dir + "/" + r.Name() + ".json")
	if err != nil || !json.Valid(data) {
		t.Errorf("JSON file: %v", err)
	}
	files, err := r.WritePlots(dir + "/plots")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 4 {
		t.Errorf("plots %v: expected one of times, one of contact and two of stages", files)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		colours := map[[3]uint32]bool{}
		b := img.Bounds()
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				r, g, b, _ := img.At(x, y).RGBA()
				colours[[3]uint32{r >> 8, g >> 8, b >> 8}] = true
			}
		}
		if b.Dx() < 300 || b.Dy() < 300 || len(colours) < 5 {
			t.Errorf("%s: %v with %d colours", f, b, len(colours))
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 3 {
		t.Errorf("%v: expected text, JSON and plots, and nothing else", left)
	}
}

// The character is dressed and divided, and both sides get through a step with contact.
func TestCharacter(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED with -short: dressing takes some seconds")
	}
	opt := options(t, "both")
	opt.Scenes, opt.Sizes, opt.Warmup, opt.Steps = []string{"dressed-character"}, []int{1000, 2000}, 1, 2
	r, err := Run(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != 1 {
		t.Fatalf("%d rows: expected one, since both sizes give the same garments", len(r.Rows))
	}
	row := r.Rows[0]
	if row.CPU == nil || row.GPU == nil || !(row.Agreement.RMS < agreementLimit) {
		t.Fatalf("%+v", row)
	}
	if row.CPU.Stage.Contact <= 0 || row.GPU.Stage.Contact <= 0 {
		t.Errorf("no time spent on contact: %+v, %+v", row.CPU.Stage, row.GPU.Stage)
	}
}

func TestCPUAlone(t *testing.T) {
	opt := options(t, "cpu")
	opt.Scenes, opt.Sizes = []string{"hanging-sheet"}, []int{100}
	r, err := Run(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != 1 || r.Rows[0].CPU == nil || r.Rows[0].GPU != nil || r.Rows[0].Ratio != nil ||
		r.Rows[0].Agreement != nil || r.Device != nil {
		t.Errorf("%+v", r)
	}
	if r.Name() != "cpu" {
		t.Errorf("named %q", r.Name())
	}
}

// In no time at all nothing is measured, and the report says so.
func TestTimeBox(t *testing.T) {
	opt := options(t, "cpu")
	opt.BoxS = 1e-9
	r, err := Run(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range r.Rows {
		if row.CPU != nil || row.Failed || len(row.Notes) != 1 || !strings.Contains(row.Notes[0], "left out") {
			t.Errorf("%+v", row)
		}
	}
	if len(r.Rows) != 4 {
		t.Errorf("%d rows, expected 4", len(r.Rows))
	}
	var b bytes.Buffer
	if err := r.WriteText(&b); err != nil || !strings.Contains(b.String(), "left out") {
		t.Errorf("%v: %s", err, b.String())
	}
	if files, err := r.WritePlots(t.TempDir()); err != nil || len(files) != 0 {
		t.Errorf("plots of nothing: %v, %v", files, err)
	}
}

// A box that the steps fill ends the row early, after the least number of steps.
func TestTimeBoxEndsRow(t *testing.T) {
	opt := options(t, "cpu")
	opt.Scenes, opt.Sizes, opt.Steps, opt.BoxS = []string{"hanging-sheet"}, []int{2000}, 1_000_000, 2
	r, err := Run(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	row := r.Rows[0]
	if len(row.Notes) > 0 || row.Steps < leastSteps || row.Steps > 100_000 {
		t.Errorf("%d steps in 2 s, notes %v", row.Steps, row.Notes)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	opt := options(t, "cpu")
	opt.Each = func(*Report) error { cancel(); return nil }
	r, err := Run(ctx, opt)
	if !errors.Is(err, ErrInterrupted) || r == nil || len(r.Rows) != 1 {
		t.Fatalf("%v, %+v: expected ErrInterrupted and the one row that was complete", err, r)
	}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil || !r.Interrupted ||
		!strings.Contains(text.String(), "ended      interrupted") {
		t.Errorf("%v; the report does not tell that rows are missing:\n%s", err, text.String())
	}
}

func TestWrongInput(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"unknown scene":              func(o *Options) { o.Scenes = []string{"hanging-sheets"} },
		"each once":                  func(o *Options) { o.Scenes = []string{"friction-cycle", "friction-cycle"} },
		"unknown backend":            func(o *Options) { o.Backend = "vulkan" },
		"size of 1 triangles":        func(o *Options) { o.Sizes = []int{1} },
		"size of 10000001 triangles": func(o *Options) { o.Sizes = []int{100, 10_000_001} },
		"expected ascending":         func(o *Options) { o.Sizes = []int{200, 100} },
		"-1 timed steps":             func(o *Options) { o.Steps = -1 },
		"-1 warm-up steps":           func(o *Options) { o.Warmup = -1 },
		"a box of -1 s":              func(o *Options) { o.BoxS = -1 },
		"a box of NaN s":             func(o *Options) { o.BoxS = math.NaN() },
		"a box of +Inf s":            func(o *Options) { o.BoxS = math.Inf(1) },
	} {
		opt := options(t, "cpu")
		change(&opt)
		_, err := Run(context.Background(), opt)
		if !param.IsInputError(err) || !strings.Contains(err.Error(), name) {
			t.Errorf("%v: expected an InputError with %q", err, name)
		}
	}
}
