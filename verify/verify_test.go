package verify

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

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
	r, err := Run(context.Background(), Options{Backends: backends})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range r.Results {
		if q.Error != "" {
			t.Errorf("%s on %s: %s", q.Problem, q.Backend, q.Error)
		}
		gates := 0
		for i := range q.Rows {
			cells, _ := q.Rows[i].cells()
			if !q.Rows[i].Pass {
				t.Errorf("%s", strings.Join(cells, ", "))
			}
			if q.Rows[i].Gate {
				gates++
			}
		}
		if gates == 0 && q.Error == "" && q.Backend == "cpu" { // some are not for a device
			t.Errorf("%s on %s: nothing is asked", q.Problem, q.Backend)
		}
	}
	page, err := r.page()
	if err != nil {
		t.Fatal(err)
	}
	html, err := page.HTML()
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

// TestVerdicts: what is off, on any side that counts, fails; so does what is not a number, also where
// no verdict was asked for, and a problem that ends early.
func TestVerdicts(t *testing.T) {
	off := errors.New("no equilibrium")
	r, err := Run(context.Background(), Options{Backends: []step.Backend{cpu.Backend{Workers: 1}}, Problems: []Problem{
		{Name: "a", Run: func(e *Env) error {
			e.Check("", "good", "m", 2, 2.01, .01)
			e.Check("", "bad", "m", 2, 2.03, .01)
			e.Check("", "bad", "m", -2, -1.97, .01)
			e.CheckAbs("", "bad", "m", 0, -.02, .01)
			e.Bound("", "good", "m", 3, 2)
			e.Bound("", "bad", "m", 3, 3.1)
			e.Order("", "good", []float64{4, 2, 1}, []float64{16, 4, 1}, 2, .1, 0)
			e.Order("", "bad", []float64{4, 2, 1}, []float64{16, 8, 4}, 2, .1, 0)
			e.Show("", "good", "m", 5)
			e.Compare("", "good", "m", 1, 5)
			e.Compare("", "bad", "m", 1, math.NaN())
			return nil
		}},
		{Name: "b", Run: func(*Env) error { return off }},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range r.Results[0].Rows {
		if row.Pass != strings.HasPrefix(row.Case, "good") {
			t.Errorf("%+v", row)
		}
	}
	if r.Failed != 7 || r.Rows != 11 || r.Results[1].Error != off.Error() {
		t.Errorf("%d of %d failed, expected 6 rows and a problem: %+v", r.Failed, r.Rows, r.Results[1])
	}
	if _, err := json.Marshal(r); err != nil { // NaN too
		t.Error(err)
	}
}
