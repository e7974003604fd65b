package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"hysteron/bench"
)

func TestBench(t *testing.T) {
	dir := t.TempDir()
	status, out, errs := execute(t, dir, "bench", "--backend", "cpu", "--scenes", "hanging-sheet", "--sizes", "100,200",
		"--warmup", "1", "--steps", "2", "--json", "--plots", "plots", "-o", "results", "--note", "of a test")
	if status != done {
		t.Fatalf("status %d: %s", status, errs)
	}
	var r bench.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != 2 || r.Rows[0].CPU == nil || r.Note != "of a test" || !strings.HasPrefix(r.Host.Command,
		"hysteron bench --backend cpu") {
		t.Errorf("%+v", r)
	}
	for _, f := range []string{"plots/time.png", "plots/stages-hanging-sheet.png", "results/cpu.txt", "results/cpu.json",
		"results/cpu/time.png"} {
		if _, err := os.Stat(dir + "/" + f); err != nil {
			t.Error(err)
		}
	}
}

// Plots that a report does not have go with the report before; what is not the program's stays.
func TestBenchPlotsAgain(t *testing.T) {
	dir := t.TempDir()
	bench := func(scene string) {
		if status, _, errs := execute(t, dir, "bench", "--backend", "cpu", "--scenes", scene, "--sizes", "100", "--warmup",
			"1", "--steps", "2", "-o", "."); status != done {
			t.Fatalf("status %d: %s", status, errs)
		}
	}
	bench("hanging-sheet")
	write(t, dir, "cpu/stages-mine.png", "mine")
	bench("friction-cycle")
	for name, want := range map[string]bool{"stages-hanging-sheet.png": false, "stages-friction-cycle.png": true,
		"stages-mine.png": true} {
		if _, err := os.Stat(dir + "/cpu/" + name); err == nil != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBenchWrongInput(t *testing.T) {
	for _, q := range []struct {
		args []string
		say  string
	}{
		{[]string{"--scenes", "hanging"}, "hanging-sheet"},
		{[]string{"--sizes", "1e9"}, "expected 2 to"},
		{[]string{"--sizes", "100.5"}, "whole numbers"},
		{[]string{"--sizes", "-5"}, "expected 2 to"},
		{[]string{"--sizes", "ten"}, "\"ten\""},
		{[]string{"--sizes", "200,100"}, "ascending"},
		{[]string{"--sizes", "1e300"}, "whole numbers"},
		{[]string{"--backend", "tpu"}, "cpu, gpu or both"},
		{[]string{"--box-s", "0"}, "--box-s"},
		{[]string{"--steps", "0"}, "--steps 0: expected 1 or more"},
		{[]string{"--warmup", "0"}, "--warmup 0: expected 1 or more"},
		{[]string{"--lead=-1"}, "-1 steps of the reference"},
		{[]string{"--device", "1000"}, "hysteron devices"},
		{[]string{"--backend", "cpu", "-o", "file"}, "file is a file: expected a folder"},
		{[]string{"--backend", "cpu", "-o", "/proc/nothing"}, "/proc/nothing"},
		{[]string{"--backend", "cpu", "--plots", "file/plots"}, "file is a file: expected a folder"},
	} {
		dir := t.TempDir()
		write(t, dir, "file", "mine")
		status, _, errs := execute(t, dir, append([]string{"bench"}, q.args...)...)
		if status != wrong || !strings.Contains(errs, q.say) || strings.Count(errs, "\n") > 2 {
			t.Errorf("%v: status %d, expected %d and %q: %s", q.args, status, wrong, q.say, errs)
		}
	}
}
