package verify

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"hysteron/cpu"
	"hysteron/step"
)

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
	for i := range r.Results[0].Claims {
		if c := &r.Results[0].Claims[i]; c.Verdict().Failed() == strings.HasPrefix(c.What, "good") {
			t.Errorf("%+v", c)
		}
	}
	if r.Failed != 7 || r.Rows != 11 || r.Results[1].Error != off.Error() {
		t.Errorf("%d of %d failed, expected 6 rows and a problem: %+v", r.Failed, r.Rows, r.Results[1])
	}
	data, err := json.Marshal(r) // NaN too
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"problem", "topic", "what", "source", "backend", "rows", "seconds", "mesh", "case",
		"unit", "expected", "measured", "measure", "error", "tolerance", "gate", "pass",
		"set", "backends", "gates", "failed"} {
		if !strings.Contains(string(data), `"`+key+`":`) {
			t.Errorf("verify.json has no key %q", key)
		}
	}
}
