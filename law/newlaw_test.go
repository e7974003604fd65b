package law

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What a new law and a new term may take at most: new files, and lines of existing ones.
const (
	newFiles = 2
	newLines = 4
)

// block is a piece of docs/new-law.md: a new file, a line for an existing one, or a test.
var block = regexp.MustCompile("(?s)```\\w+ (new|edit|test)=(\\S+)(?: after=(\\S+))?\n(.*?)```")

// examples are the files that the examples of the page make of those of the project, by their paths in it.
func examples(t *testing.T, page string) map[string]string {
	texts := map[string]string{}
	files, lines := 0, 0
	for _, b := range block.FindAllStringSubmatch(page, -1) {
		kind, path, after, text := b[1], b[2], strings.ReplaceAll(b[3], "·", " "), b[4]
		switch kind {
		case "new":
			files++
			fallthrough
		case "test":
			texts[path] = text
		case "edit":
			lines++
			if texts[path] == "" {
				data, err := os.ReadFile(filepath.Join("..", path))
				if err != nil {
					t.Fatal(err)
				}
				texts[path] = string(data)
			}
			before, line, ok := strings.Cut(texts[path], after)
			rest, end, _ := strings.Cut(line, "\n")
			if !ok || strings.Count(text, "\n") != 1 {
				t.Fatalf("%s: one line behind %q", path, after)
			}
			texts[path] = before + after + rest + "\n" + text + end
		}
	}
	if files != 2*newFiles || lines > 2*newLines {
		t.Errorf("%d new files and %d lines for a law and a term: expected %d and at most %d", files, lines, 2*newFiles, 2*newLines)
	}
	return texts
}

// TestNewLawCompiles: what docs/new-law.md adds on the CPU fits the project as it is. TestNewLaw runs it, which takes longer.
func TestNewLawCompiles(t *testing.T) {
	data, err := os.ReadFile("../docs/new-law.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir, replace := t.TempDir(), map[string]string{}
	for path, text := range examples(t, page) {
		if data, err := os.ReadFile(filepath.Join(root, path)); err == nil && strings.Contains(page, "new="+path+"\n"+string(data)) {
			return // somebody tries the page: they are here, and compiled
		}
		file := filepath.Join(dir, strings.ReplaceAll(path, "/", "-"))
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, path)] = file
	}
	overlay := filepath.Join(dir, "overlay.json")
	data, err = json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-overlay", overlay, "../cpu").CombinedOutput(); err != nil {
		t.Errorf("the examples of docs/new-law.md: %v\n%s", err, out)
	}
}
