package experiments

import (
	"os"
	"path/filepath"
	"testing"

	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
)

// Results go to a folder that is not there or empty, or has the page of an earlier run, and no page or picture of
// others.
func TestMayWrite(t *testing.T) {
	e := Experiment{Name: "e"}
	page := "<html>" + formats.Generator
	for what, c := range map[string]struct {
		files map[string]string
		may   bool
	}{
		"not there":          {nil, true},
		"empty":              {map[string]string{}, true},
		"an earlier run":     {map[string]string{"e.html": page, "results.json": "{}", "fold.csv": "a"}, true},
		"no page":            {map[string]string{"results.json": "{}"}, false},
		"a page of others":   {map[string]string{"e.html": "<html>"}, false},
		"a plot of others":   {map[string]string{"e.html": page, "plot.png": "mine"}, false},
		"a second page":      {map[string]string{"e.html": page, "notes.html": "mine"}, false},
		"notes beside a run": {map[string]string{"e.html": page, "notes.txt": "mine"}, true},
	} {
		dir := t.TempDir()
		if c.files != nil {
			if err := os.Mkdir(filepath.Join(dir, "e"), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		for name, text := range c.files {
			if err := os.WriteFile(filepath.Join(dir, "e", name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := MayWrite(&output.Rule{}, dir, e); (err == nil) != c.may || err != nil && !param.IsInputError(err) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
