package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"hysteron/scenes"
)

// sample is a record with all of its lines.
func sample() record {
	return record{
		Scene: "flag", Kernels: avx2, Set: "sheet.0.edge_length_m=0.03", Processor: "amd64 v1",
		Steps: []int{0, 4, 4}, Newton: []int{0, 12, 9}, CG: []int{0, 130, 90},
		Caches: []string{"00", "01", "02"}, Checkpoints: []string{"0a", "0b"},
	}
}

// TestDifferences: every line of a record counts, and the first frame that differs is named.
func TestDifferences(t *testing.T) {
	was := sample()
	for what, c := range map[string]struct {
		change func(*record)
		says   string
	}{
		"nothing":    {func(*record) {}, ""},
		"steps":      {func(r *record) { r.Steps[1] = 5 }, "frame 1 differs first; steps 8 → 9, Newton 21, CG 220"},
		"newton":     {func(r *record) { r.Newton[2] = 10 }, "frame 2 differs first; steps 8, Newton 21 → 22, CG 220"},
		"cg":         {func(r *record) { r.CG[1] = 13 }, "frame 1 differs first; steps 8, Newton 21, CG 220 → 103"},
		"cache":      {func(r *record) { r.Caches[0] = "03" }, "frame 0 differs first; steps 8, Newton 21, CG 220"},
		"fewer":      {func(r *record) { r.Caches = r.Caches[:2] }, "frame 2 differs first; steps 8, Newton 21, CG 220"},
		"checkpoint": {func(r *record) { r.Checkpoints[1] = "0c" }, "only checkpoints differ; steps 8, Newton 21, CG 220"},
		"set":        {func(r *record) { r.Set = "" }, `recorded with "sheet.0.edge_length_m=0.03", run with ""`},
	} {
		is := sample()
		c.change(&is)
		if says := differences(&was, &is); says != c.says {
			t.Errorf("%s: %q, expected %q", what, says, c.says)
		}
	}
}

// TestFile: bits.txt is read and written without a change, and has a record of each scene with all kernels that run it,
// and no other.
func TestFile(t *testing.T) {
	data, err := os.ReadFile("bits.txt")
	if err != nil {
		t.Fatal(err)
	}
	list, err := parse(string(data))
	if err != nil {
		t.Fatal(err)
	}
	if format(list) != string(data) {
		t.Error("bits.txt is not what comes out as its records are written again")
	}
	var want, have []string
	for _, c := range planned(func(string, plan) bool { return true }, false) {
		want = append(want, c.Scene+" "+c.Kernels+" "+c.settings())
	}
	for _, r := range list {
		have = append(have, r.Scene+" "+r.Kernels+" "+r.Set)
	}
	slices.Sort(want)
	slices.Sort(have)
	if want = slices.Compact(want); !slices.Equal(want, have) {
		t.Errorf("bits.txt has\n%s\nexpected\n%s", strings.Join(have, "\n"), strings.Join(want, "\n"))
	}
	for name := range plans {
		if !slices.Contains(scenes.Names(), name) {
			t.Errorf("%s is no shipped scene", name)
		}
	}
}

// TestMerge: records of scenes that did not run stay, unless all ran.
func TestMerge(t *testing.T) {
	old, other := sample(), sample()
	other.Scene = "bounce"
	now := sample()
	now.CG = nil
	for everything, want := range map[bool][]record{false: {other, now}, true: {now}} {
		if got := merge([]record{old, other}, []record{now}, everything); format(got) != format(want) {
			t.Errorf("all ran: %v: got\n%s", everything, format(got))
		}
	}
}

// TestQuick: six scenes.
func TestQuick(t *testing.T) {
	list, err := configs("", true)
	if err != nil || len(list) != 6 {
		t.Errorf("%d runs: %v", len(list), err)
	}
	if _, err := configs("no-such-scene", false); err == nil {
		t.Error("a scene that does not exist is accepted")
	}
}

// TestAltered: the value of a constant is replaced where it is declared, also in a list.
func TestAltered(t *testing.T) {
	t.Chdir("../..")
	for constant, want := range map[string]string{
		"tools/samebits.frames=7": "const frames = 7\n",
		"step.leastStep=2e-3":     "leastStep    = 2e-3 //",
	} {
		name, value, _ := strings.Cut(constant, "=")
		path, text, err := altered(name, value)
		if err != nil || !strings.HasPrefix(path, constant[:4]) || !strings.Contains(text, want) {
			t.Errorf("%s: %s, %v: no %q", constant, path, err, want)
		}
	}
	for _, wrong := range []string{"step.leastStep", "leastStep=1", "step.noSuchThing=1"} {
		name, value, _ := strings.Cut(wrong, "=")
		if _, _, err := altered(name, value); err == nil {
			t.Errorf("%q is accepted", wrong)
		}
	}
}
