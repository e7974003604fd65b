package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
)

// quick runs problems by name on the reference.
func quick(t *testing.T, names ...string) *Report {
	t.Helper()
	var list []Problem
	for _, p := range Problems() {
		for _, n := range names {
			if p.Name == n {
				list = append(list, p)
			}
		}
	}
	if len(list) != len(names) {
		t.Fatalf("%d problems of the names %q", len(list), names)
	}
	r, err := Run(context.Background(), Options{Backends: []Backend{CPU{}}, Problems: list})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestQuickProblems: a few of the problems pass here too; all of them are for the command.
func TestQuickProblems(t *testing.T) {
	r := quick(t, "stvk-forces", "free-fall", "terminal-velocity")
	var text bytes.Buffer
	page, err := r.page()
	if err := errors.Join(err, r.WriteText(&text)); err != nil {
		t.Fatal(err)
	}
	html, err := page.HTML()
	if err != nil {
		t.Fatal(err)
	}
	if r.Failed > 0 || r.Gates == 0 {
		t.Errorf("%d failed of %d:\n%s", r.Failed, r.Gates, text.String())
	}
	if s := string(html); strings.Count(s, "<svg") == 0 || strings.Contains(s, "src=\"http") || strings.Contains(s, "class=\"bad\"") {
		t.Error("expected a page with plots of its own and no failures")
	}
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
	r, err := Run(context.Background(), Options{Backends: []Backend{CPU{}}, Problems: []Problem{
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
