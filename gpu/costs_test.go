//go:build cgo

package gpu

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hysteron/cpu"
	"hysteron/gpu/opengl"
	"hysteron/gpu/opengl/opengltest"
	"hysteron/step"
)

// asHardware is a context whose device is taken for hardware, and the folder where what is known of it is kept.
func asHardware(t *testing.T) (*opengl.Context, string) {
	t.Helper()
	t.Setenv(opengltest.ShaderCacheVariable, opengltest.ShaderCache())
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv("HOME", dir)
	c, err := opengl.Open(opengl.Options{Device: opengl.Auto, Debug: true, Compute: true, AsHardware: true})
	if err != nil {
		t.Skipf("SKIPPED, no OpenGL context: %v", err)
	}
	t.Cleanup(func() { c.Close() })
	return c, dir
}

// costFiles are those of costs below a folder.
func costFiles(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*", "*-levels-*"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestLevelCosts: the cost of coarse levels is measured once and then read from its file, also by another context. It
// is measured again if the file has no cost.
func TestLevelCosts(t *testing.T) {
	c, dir := asHardware(t)
	got := levelCosts(c, 500)
	if r, ok := got.Rounded(); !ok || r != got || len(c.Doubts()) > 0 {
		t.Fatalf("measured %+v, doubts %q", got, c.Doubts())
	}
	t.Logf("measured %+v", got)
	files := costFiles(t, dir)
	if len(files) != 1 {
		t.Fatalf("kept in %q", files)
	}
	other := step.LevelCosts{Iteration: 3.25, Setup: 55}
	if other == got {
		other.Setup = 50
	}
	for _, q := range []struct {
		name, text string
		from       string // where the costs come from
	}{
		{"what was measured", "", "file"},
		{"something else", "other", "file"},
		{"half of it", "coarse levels: iter", "measurement"},
	} {
		text := q.text
		if text == "other" {
			if err := os.Remove(files[0]); err != nil {
				t.Fatal(err)
			}
			if _, err := storeCosts(files[0], other); err != nil {
				t.Fatal(err)
			}
		} else if text != "" {
			if err := os.WriteFile(files[0], []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		before, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		next, err := opengl.Open(opengl.Options{Device: opengl.Auto, Compute: true, AsHardware: true})
		if err != nil {
			t.Fatal(err)
		}
		again := levelCosts(next, 1500)
		if r, ok := again.Rounded(); !ok || r != again || len(next.Doubts()) > 0 {
			t.Errorf("%s: %+v, doubts %q", q.name, again, next.Doubts())
		}
		next.Close()
		after, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		if q.from == "file" && string(after) != string(before) || q.from != "file" && string(after) == string(before) {
			t.Errorf("%s: the file said %q, and now %q: expected what counts to be of the %s", q.name, before, after,
				q.from)
		}
		if known, ok := storedCosts(files[0]); !ok || known != again {
			t.Errorf("%s: %+v, where the file says %+v, %v", q.name, again, known, ok)
		}
		if text == "" && again != got || text == "other" && again != other {
			t.Errorf("%s: %+v after %+v", q.name, again, got)
		}
	}
	if files := costFiles(t, dir); len(files) != 1 {
		t.Errorf("kept in %q", files)
	}
}

// TestMeasuresAnySolve: solves of two dispatches per iteration are measured as well, and those that have to become
// such.
func TestMeasuresAnySolve(t *testing.T) {
	ctx := open(t, true)
	if c, err := measureCosts(ctx, true, 32); err != nil {
		t.Error(err)
	} else {
		t.Logf("%+v", c)
	}
	if !ctx.Device().Software {
		t.Skip("SKIPPED, what is stuck: groups run side by side on this device")
	}
	m, err := selfTestSheet(48) // of several work groups
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSim(ctx, ctx.Device().Limits, false, m, nil, nil, step.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := ctx.Do(func() error {
		s.bind()
		s.solver.concurrent = 4 // which do not run side by side
		c, err := s.measureCosts()
		t.Logf("%+v", c)
		if err == nil && s.solver.concurrent != 0 {
			t.Error("a solve that is stuck goes on in one dispatch")
		}
		return err
	}); err != nil {
		t.Error(err)
	}
}

// TestCostsBySide: cloth of other sizes is measured by itself, and what cannot be measured is said.
func TestCostsBySide(t *testing.T) {
	verdict := filepath.Join(t.TempDir(), "device-1")
	var measured []int
	for _, side := range []int{32, 128, 32, 128} {
		c, err := costsOn(verdict, side, func(side int) (step.LevelCosts, error) {
			measured = append(measured, side)
			return step.LevelCosts{Iteration: 2, Setup: float64(side) / 32 * 5}, nil
		})
		if want := float64(side) / 32 * 5; err != nil || c.Setup != want {
			t.Errorf("side %d: %+v, %v", side, c, err)
		}
	}
	if len(measured) != 2 {
		t.Errorf("measured with sides %v", measured)
	}
	wrong := errors.New("the clock stands still")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := costsOn(filepath.Join(file, "device-1"), 64, func(int) (step.LevelCosts, error) {
		panic("measured in vain")
	}); err == nil {
		t.Error("kept below a file")
	}
	if c, err := costsOn(verdict, 64, func(int) (step.LevelCosts, error) {
		return step.LevelCosts{}, wrong
	}); !errors.Is(err, wrong) || c != (step.LevelCosts{}) {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestUnkeptCosts: if nothing can be stored, the next start might measure another cost; so the assumed cost is used,
// and the context reports why.
func TestUnkeptCosts(t *testing.T) {
	c, dir := asHardware(t)
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", file)
	for range 2 {
		if got := levelCosts(c, 500); got != (step.LevelCosts{}) {
			t.Errorf("costs %+v where they cannot be kept", got)
		}
	}
	if d := c.Doubts(); len(d) != 1 || !strings.Contains(d[0], "assumed") || !strings.Contains(d[0], file) {
		t.Errorf("doubts %q", d)
	}
	for _, q := range Measured(c.Device()) {
		if q.Measured || q.LevelCosts != step.AssumedCosts {
			t.Errorf("%+v where nothing is kept", q)
		}
	}
}

// TestUnkeptTrust: the verdict cannot be stored then either. The self-test's simulations need costs on hardware.
func TestUnkeptTrust(t *testing.T) {
	c, dir := asHardware(t)
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", file)
	if err := Trust(c, cpu.Backend{}); err != nil {
		t.Fatal(err)
	}
	doubts := words("each time")
	if !c.Device().Software {
		doubts = append(doubts, "assumed")
	}
	d := c.Doubts()
	for _, about := range doubts {
		if !slices.ContainsFunc(d, func(d string) bool {
			return strings.Contains(d, about) && strings.Contains(d,
				file)
		}) {
			t.Errorf("doubts %q: expected one that tells %q and %s", d, about, file)
		}
	}
	if len(d) != len(doubts) {
		t.Errorf("doubts %q: expected %d", d, len(doubts))
	}
}

// TestSoftwareIsNotMeasured: results of software devices are the same bits everywhere, so they go by what is assumed,
// also where they do as hardware does.
func TestSoftwareIsNotMeasured(t *testing.T) {
	c, dir := asHardware(t)
	if !c.Device().Software {
		t.Skip("SKIPPED: the device is hardware")
	}
	s := newGPU(t, c, model(t, hung(10, 10, .1, .1, cotton())), nil, nil, step.DefaultSettings())
	if files := costFiles(t, dir); len(files) > 0 || s.driver.Costs != (step.LevelCosts{}) ||
		s.LevelCosts() != step.AssumedCosts {
		t.Errorf("costs %+v, kept in %q", s.driver.Costs, files)
	}
}

// TestMeasuredBits: a simulation takes the same steps whether its device was just measured, or long ago.
func TestMeasuredBits(t *testing.T) {
	c, _ := asHardware(t)
	m := model(t, hung(12, 12, .1, .1, cotton()))
	run := func() *Sim {
		s := newGPU(t, c, m, nil, nil, step.DefaultSettings())
		s.driver.Costs = levelCosts(c, len(m.X0))
		steps(t, s, 3)
		return s
	}
	a, b := gpuState(t, run()), gpuState(t, run())
	if d := farthest(a.X, b.X); d != 0 {
		t.Errorf("%g m apart", d)
	}
}
