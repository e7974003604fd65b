//go:build cgo

package view

import (
	"os"
	"path/filepath"
	"testing"

	"hysteron/param"
)

// TestNoOutputReplacesAnInput: recordings, pictures, states and reports replace no file that the stage reads, by a link
// of either kind, no foreign one, and are not written through a link that leads nowhere.
func TestNoOutputReplacesAnInput(t *testing.T) {
	c := device(t)
	scene, dir := written(t, small), t.TempDir()
	mine, nowhere, out := filepath.Join(dir, "mine.txt"), filepath.Join(dir, "nowhere"), filepath.Join(dir, "out")
	if err := os.WriteFile(mine, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	p := puppet(t, c, StageOptions{Targets: []string{scene}, Out: dir, Paused: true, Reads: []string{scene}})
	record := func() error {
		st, err := NewStage(c, StageOptions{Targets: []string{scene}, Out: dir, Backend: "cpu", Offscreen: true, Paused: true,
			Record: out}, 90, 50, 1)
		if err != nil {
			return err
		}
		defer st.Close()
		return (&Puppet{Stage: st, Dir: dir}).Open()
	}
	if err := record(); err != nil {
		t.Fatal("a free name: ", err)
	}
	for what, write := range map[string]func() error{
		"record": record,
		"shot":   func() error { return p.Shot("out") },
		"state":  func() error { return p.Tell("out") },
		"report": func() error { return p.MayWrite(OwnReport, out) },
	} {
		for how, stand := range map[string]func() error{
			"a link to the scene":      func() error { return os.Symlink(scene, out) },
			"a hard link to the scene": func() error { return os.Link(scene, out) },
			"a link to a foreign file": func() error { return os.Symlink(mine, out) },
			"a foreign file":           func() error { return os.Link(mine, out) },
			"a link to nothing":        func() error { return os.Symlink(nowhere, out) },
		} {
			os.Remove(out)
			if err := stand(); err != nil {
				t.Fatal(err)
			}
			if err := write(); !param.IsInputError(err) {
				t.Errorf("%s over %s: %v, expected wrong input", what, how, err)
			}
			for path, want := range map[string]string{scene: small, mine: "mine"} {
				if text, err := os.ReadFile(path); err != nil || string(text) != want {
					t.Fatalf("%s over %s: %s is %q now, %v", what, how, path, text, err)
				}
			}
			if _, err := os.Lstat(nowhere); err == nil {
				t.Fatalf("%s over %s wrote through it", what, how)
			}
		}
	}
}

// TestFreeNames: a link to nothing takes the name of a picture, which goes to the next.
func TestFreeNames(t *testing.T) {
	dir := t.TempDir()
	st := &Stage{opt: StageOptions{Out: dir}}
	if err := os.Symlink(filepath.Join(dir, "nowhere"), filepath.Join(dir, "view-0001.png")); err != nil {
		t.Skip("SKIPPED:", err)
	}
	if path, err := st.path("view-%04d.png"); err != nil || filepath.Base(path) != "view-0002.png" {
		t.Errorf("%s, %v: expected the second name", path, err)
	}
}
