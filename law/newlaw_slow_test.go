//go:build slow

package law

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mostEdits is how many lines of existing files a new law, or a new term, may take.
const mostEdits = 4

// block is a piece of docs/new-law.md: a new file, or a line for an existing one.
var block = regexp.MustCompile("(?s)```\\w+ (new|edit)=(\\S+)(?: after=(\\S+))?\n(.*?)```")

// TestNewLaw adds the examples of docs/new-law.md to a copy of the project: the battery of both backends passes, and
// fails with what is wrong where a tried value is zero.
func TestNewLaw(t *testing.T) {
	page, err := os.ReadFile("../docs/new-law.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		rel := strings.TrimPrefix(strings.TrimPrefix(path, ".."), "/")
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || rel == "shared" || rel == "bin"):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(dir, rel), 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, rel), data, 0o644)
	}); err != nil {
		t.Fatal(err)
	}
	files, edits := 0, 0
	for _, b := range block.FindAllStringSubmatch(string(page), -1) {
		path, text := filepath.Join(dir, b[2]), b[4]
		if b[1] == "edit" {
			old, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			behind := strings.ReplaceAll(b[3], "·", " ")
			before, line, ok := strings.Cut(string(old), behind)
			rest, end, _ := strings.Cut(line, "\n")
			if !ok || strings.Count(text, "\n") != 1 {
				t.Fatalf("%s: one line behind %q", b[2], behind)
			}
			edits++
			text = before + behind + rest + "\n" + text + end
		} else {
			files++
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if files != 4 || edits > 2*mostEdits {
		t.Errorf("%d new files and %d lines for a law and a term: expected 4 and at most %d", files, edits, 2*mostEdits)
	}
	battery := func() string {
		out := ""
		for _, run := range [][]string{
			{"./law", "."},
			{"./cpu", "(ForceIsGradient|JacobianIsHessian|MatrixIsSemiDefinite|ZeroAtRest|WorldInvariance|Relabelling)/.*(cubic|drag)"},
			{"./gpu", "TermsAgree/(drag|membrane/cubic|bending/cubic)"},
		} {
			cmd := exec.Command("go", "test", "-tags", "egl", run[0], "-run", run[1])
			cmd.Dir = dir
			text, err := cmd.CombinedOutput()
			if err != nil {
				out += string(text)
			}
		}
		return out
	}
	if out := battery(); out != "" {
		t.Fatalf("the battery with the examples:\n%s", out)
	}
	zero := func(path, tried, law string) {
		old, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil || !strings.Contains(string(old), tried) {
			t.Fatal(path, err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), []byte(strings.Replace(string(old), tried, `try:"0"`, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	zero("step/settings.go", `try:"3"`, "drag")
	zero("law/cubic.go", `try:"900"`, "cubic")
	out := battery()
	for _, want := range []string{"drag does nothing on a crumpled patch", "drag does nothing on a crumpled fabric", "parameter C of law cubic does nothing"} {
		if !strings.Contains(out, want) {
			t.Errorf("without anything to do: expected %q in\n%s", want, out)
		}
	}
}
