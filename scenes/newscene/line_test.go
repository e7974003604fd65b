package newscene_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/output"
	"hysteron/param"
	"hysteron/scenes/newscene"
)

// TestLinesAreThoseWritten: what is wrong with a scene is told by the line that it has in the file, below the one that
// seals it.
func TestLinesAreThoseWritten(t *testing.T) {
	dir := t.TempDir()
	twice := filepath.Join(dir, "twice.obj")
	if err := os.WriteFile(twice, []byte("v 0 1 0\nv .5 1 0\nv .5 1.5 0\nv 0 1.5 0\nf 1 1 2\n"),
		0o666); err != nil {
		t.Fatal(err)
	}
	text, err := newscene.New(newscene.Options{Patterns: []string{twice}, Body: "stand", Fabric: "cotton", Dir: dir,
		File: "m.toml"})
	var at *param.InputError
	if text == nil || !errors.As(err, &at) || at.Line == 0 {
		t.Fatalf("%v: expected what is wrong with a line of the scene", err)
	}
	if line := strings.Split(string(output.Seal(text)), "\n")[at.Line-1]; !strings.HasPrefix(line, `file = "twice.obj"`) {
		t.Errorf("%v: line %d is %q", err, at.Line, line)
	}
}
