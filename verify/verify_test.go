package verify

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/claim"
	"hysteron/cpu"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// TestQuickSet: the quick set passes on the reference and on the device, and makes a page.
func TestQuickSet(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED with -short: half a minute")
	}
	backends := []step.Backend{cpu.Backend{Workers: 1}}
	g, err := gpu.OpenBackend(opengl.Options{Device: opengl.Auto, Compute: true}, cpu.Backend{})
	switch {
	case err == nil:
		defer g.Close()
		backends = append(backends, g)
	case os.Getenv("HYSTERON_REQUIRE_GPU") == "1":
		t.Fatalf("HYSTERON_REQUIRE_GPU=1, but no device: %v", err)
	default:
		t.Logf("on the reference alone: %v", err)
	}
	r, err := Run(context.Background(), Options{Backends: backends, Problems: Problems()})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range r.Results {
		if q.Error != "" {
			t.Errorf("%s on %s: %s", q.Problem, q.Backend, q.Error)
		}
		for i := range q.Claims {
			if c := &q.Claims[i]; c.Verdict().Failed() {
				cells, _ := c.Cells()
				t.Errorf("%s on %s: %q", q.Problem, q.Backend, cells)
			}
		}
		_, gates := claim.Counts(q.Claims)
		if gates == 0 && q.Error == "" && q.Backend == "cpu" { // some are not for a device
			t.Errorf("%s on %s: nothing is asked", q.Problem, q.Backend)
		}
	}
	dir := t.TempDir()
	if err := r.Save(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	html, err := os.ReadFile(filepath.Join(dir, "verify.html"))
	if err != nil {
		t.Fatal(err)
	}
	if s := string(html); strings.Count(s, "<svg") < 10*len(backends) || strings.Contains(s, "src=\"http") {
		t.Error("expected a page with plots of its own")
	}
	t.Log(r.Summary())
}

// TestNames: problems are told apart by their names, and say where their answers come from.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Problems() {
		if seen[p.Name] || p.Name == "" || p.What == "" || p.Source == "" || p.Topic == "" || p.Run == nil {
			t.Errorf("problem %+v", p)
		}
		seen[p.Name] = true
	}
}
