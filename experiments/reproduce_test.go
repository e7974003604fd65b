package experiments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hysteron/claim"
	"hysteron/lab"
	"hysteron/param"
	"hysteron/report"

	"hysteron/scenes"
)

// One loop in the stretch tester, with guided sides: its area and its turn are those of the law.
func TestStretchTester(t *testing.T) {
	f, err := scenes.LoadFabric("spandex") // the largest b
	if err != nil {
		t.Fatal(err)
	}
	tester, err := lab.StretchTester(t.Context(), f, true)
	if err != nil {
		t.Fatal(err)
	}
	defer tester.Close()
	const lo, hi = 0.3, 0.5
	c := lab.NewTrace()
	for _, q := range []float64{lo, hi, lo, hi, lo, hi, lo} {
		if err := tester.Trace(c, q, halfLoop); err != nil {
			t.Fatal(err)
		}
	}
	one := c.Loop(2 * halfLoop)
	if got, want := one.Area(), loopArea(f.Warp.Dahl(), lo, hi); math.Abs(got/want-1) > 2e-3 {
		t.Errorf("area %g J/m², closed form %g", got, want)
	}
	if got, want := turnOf(one, f.Warp), wantedTurn(f.Warp.Dahl(), lo, hi); math.Abs(got/want-1) > 0.02 {
		t.Errorf("turn after %g, law %g", got, want)
	}
}

// The moment of pure bending without friction is 3kκ per width, with k = k1 + k2·3κ.
func TestBendTester(t *testing.T) {
	f, err := scenes.LoadFabric("paper")
	if err != nil {
		t.Fatal(err)
	}
	tester, err := lab.BendTester(t.Context(), withoutFriction(f))
	if err != nil {
		t.Fatal(err)
	}
	defer tester.Close()
	c := lab.NewTrace()
	if err := tester.Trace(c, lab.BendTop, 20); err != nil {
		t.Fatal(err)
	}
	if got, want := c.F[20], elastic(f.BendWarp, 3*lab.BendTop); math.Abs(got/want-1) > 1e-4 {
		t.Errorf("moment %g N, law %g", got, want)
	}
}

// A page contains its numbers and pictures, and results.json has the same numbers; an experiment that fails writes
// both, with the reason.
func TestRunWritesPage(t *testing.T) {
	boom := errors.New("boom")
	e := Experiment{Name: "tiny", Title: "Tiny", Claim: "a < b", Exact: []claim.Claim{
		{Key: "small", What: "small", Measure: claim.AtMost, Expected: 1},
		{Key: "undefined", What: "undefined", Measure: claim.AtMost, Expected: 1},
	}, run: func(r *journal) error {
		r.page.Figures("two points",
			r.plot("line", report.Plot{Lines: []report.Line{{Name: "c", X: []float64{0, 1}, Y: []float64{1, 2}}}}))
		r.show("small", 0.5)
		r.show("undefined", math.NaN())
		return boom
	}}
	dir := t.TempDir()
	res, err := Run(context.Background(), e, Options{Dir: dir})
	if !errors.Is(err, boom) {
		t.Fatalf("error %v, expected %v", err, boom)
	}
	if holds, all := claim.Counts(res.Claims); holds != 1 || all != 2 {
		t.Errorf("%d of %d hold, expected 1 of 2", holds, all)
	}
	page, err := os.ReadFile(filepath.Join(dir, "tiny", "tiny.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a &lt; b", "<svg", "1 of 2 claims hold", "boom", string(claim.Fails)} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "tiny", "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	var back Results
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if len(back.Findings) != 2 || back.Findings[0].Value != 0.5 || back.Findings[1].Verdict != claim.Fails ||
		len(back.Files) != 3 {
		t.Errorf("results.json has %+v", back)
	}
}

func TestFind(t *testing.T) {
	if _, err := Find("nonsense"); !param.IsInputError(err) || !strings.Contains(err.Error(), "hysteresis") {
		t.Errorf("error %v: expected an InputError that lists the names", err)
	}
	for _, e := range List() {
		if f, err := Find(e.Name); err != nil || f.Title != e.Title || e.Claim == "" || e.Paper == "" || e.Protocol == "" {
			t.Errorf("%s: %v, %+v", e.Name, err, f)
		}
		seen := map[string]bool{}
		for _, c := range e.Claims() {
			if seen[c.Key] || c.Key == "" || c.What == "" {
				t.Errorf("%s: claim %+v: expected a key of its own, and what it is about", e.Name, c)
			}
			seen[c.Key] = true
		}
	}
}

// A file that cannot be written ends the experiment with an error about it.
func TestRunWithoutFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tiny"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	e := Experiment{Name: "tiny", run: func(r *journal) error {
		r.csv("data", []string{"x"}, []float64{1})
		return r.ctx.Err()
	}}
	if _, err := Run(context.Background(), e, Options{Dir: dir}); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected that of the folder", err)
	}
}

// The page lists runs and claims before anything runs. Claims whose spread includes their limit, and claims without a
// measurement, are not shown; quick versions claim nothing.
func TestClaims(t *testing.T) {
	dir := t.TempDir()
	var before string
	e := Experiment{Name: "tiny", Protocol: "Five times.", Shows: []claim.Claim{
		{Key: "far", What: "far", Measure: claim.Above, Expected: 1},
		{Key: "near", What: "near", Measure: claim.Above, Expected: 1},
		{Key: "never", What: "never", Measure: claim.Below, Expected: 1},
	}, run: func(r *journal) error {
		page, err := os.ReadFile(filepath.Join(dir, "tiny", "tiny.html"))
		before = string(page)
		r.show("far", 2, 2.1, 1.9, 2, 2)
		r.show("near", 2, 3, .2, 2, .1)
		return err
	}}
	res, err := Run(context.Background(), e, Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Five times.", "&gt; 1", "near", "never", "not measured", "Under way"} {
		if !strings.Contains(before, want) {
			t.Errorf("the page before the runs lacks %q", want)
		}
	}
	if res.Findings[0].Verdict != claim.Holds || res.Findings[1].Verdict != claim.NotShown ||
		len(res.Findings[1].Runs) != 5 {
		t.Errorf("findings %+v: expected one that holds and one that does not show", res.Findings)
	}
	data, err := os.ReadFile(filepath.Join(dir, "tiny", "results.json"))
	for _, key := range []string{"experiment", "title", "paper", "claim", "protocol", "program", "command", "quick",
		"backend", "wall_s", "findings", "files", "what", "measured", "value", "verdict", "spread", "runs"} {
		if !strings.Contains(string(data), `"`+key+`":`) {
			t.Errorf("%v: results.json has no key %q", err, key)
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, "tiny", "tiny.html"))
	if err != nil || !strings.Contains(string(page), "1 of 2 claims hold") ||
		!strings.Contains(string(page), string(claim.NotShown)) || !strings.Contains(string(page), "not measured") {
		t.Errorf("%v: the page lacks verdicts", err)
	}
	e.run = func(r *journal) error { r.show("near", 0.5); return nil }
	if res, err = Run(context.Background(), e, Options{Dir: dir, Quick: true}); err != nil ||
		res.Findings[0].Verdict != claim.None {
		t.Errorf("%v, %+v: expected no verdict from a quick version", err, res.Findings)
	}
	e.run = func(r *journal) error { r.show("far", 2, 2, 2, 2); return nil }
	if res, err = Run(context.Background(), e, Options{Dir: dir}); err != nil || res.Findings[0].Verdict != claim.None {
		t.Errorf("%v, %+v: expected no verdict of four runs", err, res.Findings)
	}
	e.run = func(r *journal) error { r.show("unwritten", 0.5); return nil }
	if _, err = Run(context.Background(), e, Options{Dir: dir}); err == nil ||
		!strings.Contains(err.Error(), "unwritten") {
		t.Errorf("error %v: expected one of a claim that was not written down", err)
	}
}

// A run that was made is not made again, and none is begun once the time is over.
func TestPaused(t *testing.T) {
	dir, made := t.TempDir(), 0
	setup, err := setupOf(sleeveScene, []string{"tube.sleeve.edge_length_m=0.03"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e := Experiment{Name: "tiny", run: func(r *journal) error {
		for _, name := range []string{"a", "b"} {
			v, err := once(r, name, setup, func() (string, error) {
				made++
				r.began = r.began.Add(-time.Hour)
				return "of " + name, nil
			})
			if err != nil {
				return err
			}
			if v != "of "+name {
				t.Errorf("%s left %q", name, v)
			}
		}
		return nil
	}}
	opt := Options{Dir: dir, For: time.Minute}
	if _, err := Run(context.Background(), e, opt); !errors.Is(err, ErrPaused) || made != 1 {
		t.Errorf("error %v after %d runs: expected %v after one", err, made, ErrPaused)
	}
	for range 2 {
		if _, err := Run(context.Background(), e, opt); err != nil || made != 2 {
			t.Errorf("error %v after %d runs: expected none after two", err, made)
		}
	}
}

// Testers that were read are not read again: once the time is over, all that hysteresis shows of a fabric comes from
// what was kept, the same to the bit.
func TestHysteresisGoesOn(t *testing.T) {
	dir := t.TempDir()
	shown := func(limit time.Duration) ([]Finding, error) {
		e := Experiment{Name: "tiny", Exact: hysteresis.Exact, run: func(r *journal) error {
			names := []string{"felt"}
			return errors.Join(r.stretchLoops(names), r.kes(names), r.remains(names))
		}}
		results, err := Run(context.Background(), e, Options{Dir: dir, For: limit})
		return results.Findings, err
	}
	if _, err := shown(time.Nanosecond); !errors.Is(err, ErrPaused) {
		t.Errorf("error %v before anything was kept: expected %v", err, ErrPaused)
	}
	first, err := shown(0)
	if err != nil {
		t.Fatal(err)
	}
	again, err := shown(time.Nanosecond)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := fmt.Sprintf("%+v", first), fmt.Sprintf("%+v", again); a != b || len(first) == 0 {
		t.Errorf("what was kept shows something else:\n%s\n%s", a, b)
	}
}
