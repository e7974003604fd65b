package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/experiments"
)

// TestPages: the pages are those that the command writes: each claim and each problem of the code is in them, with the
// verdict of the rule.
func TestPages(t *testing.T) {
	for _, p := range pages {
		want, err := p.fill("../..")
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("../../docs", p.name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("docs/%s is not what the results are: go run ./tools/results writes it", p.name)
		}
	}
	page, err := os.ReadFile("../../docs/reproduce.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range experiments.List() {
		for _, c := range e.Claims() {
			if !strings.Contains(string(page), "| "+c.What+" | "+c.ExpectedText()+" |") {
				t.Errorf("docs/reproduce.md lacks the claim of %s: %s", e.Name, c.What)
			}
		}
	}
}

// copied returns a root with the pages and results of the repository, one file of which is edited.
func copied(t *testing.T, name, old, text string) string {
	root := t.TempDir()
	files := []string{"docs/reproduce.md", "docs/verify.md", "verify/results.json"}
	for _, e := range experiments.List() {
		files = append(files, "experiments/results/"+e.Name+".json")
	}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join("../..", f))
		if err != nil {
			t.Fatal(err)
		}
		if f == name {
			if !strings.Contains(string(data), old) {
				t.Fatalf("%s has no %s", f, old)
			}
			data = []byte(strings.Replace(string(data), old, text, 1))
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, f)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, f), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestPageFollowsResults: a result that is off is on the page with its verdict, whatever the file has as one; a claim
// that was not measured is there as such; results that nothing claims, and rows of no problem, are errors.
func TestPageFollowsResults(t *testing.T) {
	const squats = "experiments/results/squats.json"
	for _, q := range []struct{ name, old, text, page, want string }{
		{squats, `"value": 0.33`, `"value": 1.5`, "reproduce.md", "| 1.5 ± 0.094, 5 runs | does not show |"},
		{squats, `"value": 0.33`, `"value": null`, "reproduce.md", "| NaN ± 0.094, 5 runs | does not show |"},
		{squats, `"n": 5`, `"n": 4`, "reproduce.md", "| 0.33 ± 0.094, 4 runs |  |"},
		{squats, `"n": 5`, `"n": 0`, "reproduce.md", "| not measured |  |"},
		{squats, `"energy"`, `"enemy"`, "reproduce.md", "enemy"},
		{"docs/verify.md", "| `capstan` |", "| `captain` |", "verify.md", "captain"},
		{"docs/verify.md", "| `capstan` |", "| none |", "verify.md", "no row of capstan"},
		{"verify/results.json", `"problem": "capstan"`, `"problem": "captain"`, "verify.md", "capstan"},
	} {
		root := copied(t, q.name, q.old, q.text)
		for _, p := range pages {
			if p.name != q.page {
				continue
			}
			got, err := p.fill(root)
			if err != nil {
				got = err.Error()
			}
			if !strings.Contains(got, q.want) {
				t.Errorf("%s, %s as %s: the page has no %q, error %v", q.name, q.old, q.text, q.want, err)
			}
		}
	}
}
