package sim

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/param"
	"hysteron/scenes"
)

// A lock file that is a link, or that is not a run's, is refused and left as it is.
func TestLockOfOthersStays(t *testing.T) {
	for name, plant := range map[string]func(dir, mine string) error{
		"a link":      func(dir, mine string) error { return os.Symlink(mine, filepath.Join(dir, ".lock")) },
		"a hard link": func(dir, mine string) error { return os.Link(mine, filepath.Join(dir, ".lock")) },
		"a file": func(dir, mine string) error {
			return os.WriteFile(filepath.Join(dir, ".lock"), []byte("precious\n"), 0o666)
		},
	} {
		root := t.TempDir()
		dir, mine := filepath.Join(root, "out"), filepath.Join(root, "mine.txt")
		put(t, root, map[string]string{"mine.txt": "precious\n", "out/notes.txt": "mine"})
		if err := plant(dir, mine); err != nil {
			t.Skip("SKIPPED:", err)
		}
		refused(t, name, Options{Dir: dir, NoRender: true, Frames: 2, Backend: "cpu", Overwrite: true},
			".lock is no lock file of a run")
		for _, path := range []string{mine, filepath.Join(dir, ".lock")} {
			if text, err := os.ReadFile(path); err != nil || string(text) != "precious\n" {
				t.Errorf("%s: %s: %q, %v", name, path, text, err)
			}
		}
	}
}

// A run never replaces what its own scene reads, by path, by a link or by a hard link.
func TestRunKeepsItsInput(t *testing.T) {
	const mesh = "fps = 24\nframes = 2\n[[mesh]]\nname = \"sheet\"\nfile = \"FILE\"\nfabric = \"silk\"\n"
	dir := t.TempDir()
	opt := Options{Dir: filepath.Join(dir, "out"), NoRender: true, Frames: 2, Backend: "cpu"}
	mustRun(t, load(t, sheetScene), opt)
	cache := filepath.Join(dir, "out", "cache", "sheet.obj")
	if err := os.Symlink(cache, filepath.Join(dir, "link.obj")); err != nil {
		t.Skip("SKIPPED:", err)
	}
	if err := os.Link(cache, filepath.Join(dir, "hard.obj")); err != nil {
		t.Skip("SKIPPED:", err)
	}
	before := read(t, dir, "out", "cache", "sheet.obj")
	opt.Overwrite = true
	for _, file := range []string{"out/cache/sheet.obj", "link.obj", "hard.obj"} {
		path := filepath.Join(dir, "m.toml")
		put(t, dir, map[string]string{"m.toml": replaceFile(mesh, file)})
		_, err := runScene(path, opt)
		if err == nil || !inputErrorWith(err, "is what is read") {
			t.Errorf("%s: %v, expected a refusal", file, err)
		}
		if string(read(t, dir, "out", "cache", "sheet.obj")) != string(before) {
			t.Fatalf("%s: the run replaced what it reads", file)
		}
	}
}

// A folder that holds something and no run is refused without Overwrite, and nothing is written there.
func TestForeignFolderIsRefused(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"notes.txt": "mine"})
	opt := Options{Dir: dir, NoRender: true, Frames: 2, Backend: "cpu"}
	for _, resume := range []bool{false, true} {
		opt.Resume = resume
		refused(t, "a foreign folder", opt, "not empty", "notes.txt", "--overwrite")
	}
	if there(dir, ".lock") {
		t.Error("a refused run wrote a lock")
	}
	opt.Resume, opt.Overwrite = false, true
	mustRun(t, load(t, sheetScene), opt)
	opt.Resume, opt.Overwrite, opt.Frames = true, false, 3
	mustRun(t, load(t, sheetScene), opt)
}

func replaceFile(text, file string) string { return strings.Replace(text, "FILE", file, 1) }

func inputErrorWith(err error, words string) bool {
	return param.IsInputError(err) && strings.Contains(err.Error(), words)
}

func runScene(path string, opt Options) (*RunInfo, error) {
	s, err := scenes.Load(path, nil)
	if err != nil {
		return nil, err
	}
	setup, err := s.Build()
	if err != nil {
		return nil, err
	}
	return Run(context.Background(), setup, opt)
}
