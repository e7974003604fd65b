package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"hysteron/verify"
)

func TestVerify(t *testing.T) {
	dir := t.TempDir()
	status, out, errs := execute(t, dir, "verify", "--backend", "cpu", "--only", "free-fall,stvk-forces", "--json", "-o",
		"page")
	if status != done {
		t.Fatalf("status %d: %s", status, errs)
	}
	var r verify.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Results) != 2 || r.Failed != 0 || r.Gates < 10 || r.Results[0].Backend != "cpu" {
		t.Errorf("%s", out)
	}
	for _, f := range []string{"page/verify.html", "page/verify.json"} {
		if _, err := os.Stat(dir + "/" + f); err != nil {
			t.Error(err)
		}
	}
	status, out, errs = execute(t, dir, "verify", "--backend", "cpu", "--only", "terminal-velocity")
	if lines := strings.Split(strings.TrimSpace(out), "\n"); status != done || !strings.Contains(lines[len(lines)-1],
		"all pass") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}

// TestVerifyFails: an expectation that is wrong by a part in a thousand ends the command with status 1.
func TestVerifyFails(t *testing.T) {
	defer func() { verifyProblems = verify.Problems }()
	for _, off := range []float64{1, 1.001} {
		verifyProblems = func() []verify.Problem {
			return []verify.Problem{{Name: "p", Run: func(e *verify.Env) error {
				e.Check("", "of a test", "m", 3*off, 3, 1e-6)
				return nil
			}}}
		}
		var out, errs bytes.Buffer
		status := run(context.Background(), []string{"verify", "--backend", "cpu"}, &out, &errs)
		if want := map[float64]int{1: done, 1.001: failed}[off]; status != want {
			t.Errorf("expected value off by a factor %g: status %d, expected %d: %s%s", off, status, want, &out, &errs)
		}
	}
}

// TestVerifyInterrupted: what was not solved for an interruption is missing, and not out of tolerance.
func TestVerifyInterrupted(t *testing.T) {
	defer func() { verifyProblems = verify.Problems }()
	ctx, cancel := context.WithCancel(context.Background())
	verifyProblems = func() []verify.Problem {
		return []verify.Problem{{Name: "p", Run: func(e *verify.Env) error {
			cancel()
			return ctx.Err()
		}}}
	}
	var out, errs bytes.Buffer
	status := run(ctx, []string{"verify", "--backend", "cpu"}, &out, &errs)
	if all := out.String() + errs.String(); status != failed || !strings.Contains(all, "hysteron: interrupted") ||
		strings.Contains(all, "FAILED") || strings.Contains(all, "tolerances") {
		t.Errorf("status %d, %s: expected %d and a word about the interruption alone", status, all, failed)
	}
}

func TestVerifyWrongInput(t *testing.T) {
	for _, q := range []struct {
		args []string
		say  string
	}{
		{[]string{"--backend", "tpu"}, "cpu, gpu or both"},
		{[]string{"--only", "everything"}, "free-fall"},
		{[]string{"--only="}, "names of problems"},
		{[]string{"--quick", "--full"}, "one of them"},
		{[]string{"--backend", "gpu", "--device", "1000"}, "hysteron devices"},
	} {
		status, _, errs := execute(t, t.TempDir(), append([]string{"verify"}, q.args...)...)
		if status != wrong || !strings.Contains(errs, q.say) {
			t.Errorf("%v: status %d, expected %d and %q: %s", q.args, status, wrong, q.say, errs)
		}
	}
}
