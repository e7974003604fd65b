package sim

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/param"
)

// A cache of the right size with other bytes in it is noticed: a run goes on from a checkpoint before, or not at all.
func TestResumeFromDamagedCache(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	opt := Options{Dir: whole, NoRender: true, CheckpointEvery: 3, Backend: "cpu"}
	mustRun(t, load(t, sheetScene), opt)
	opt.Dir, opt.Frames = dir, 9 // numbered from 5; checkpoints after 8 and 11
	mustRun(t, load(t, sheetScene), opt)
	path := filepath.Join(dir, "cache", "sheet.pc2")
	setup := load(t, sheetScene)
	frame := 12 * len(setup.Model.X0)
	damage := func(k int) {
		data := read(t, path)
		data[32+k*frame+frame/2] ^= 1
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	damage(5)
	var notes []string
	opt.Frames, opt.Resume = 0, true
	opt.Progress = func(p Progress) { notes = append(notes, p.Note) }
	mustRun(t, load(t, sheetScene), opt)
	sameRun(t, "damaged cache", whole, dir)
	if said := strings.Join(notes, "\n"); !strings.Contains(said, path+": damaged: frame 10") || !strings.Contains(said, "going on after frame 8") {
		t.Errorf("notes %q: expected the file, the frame, and to go on after frame 8", said)
	}

	mustRun(t, load(t, sheetScene), Options{Dir: dir, NoRender: true, CheckpointEvery: 3, Backend: "cpu", Frames: 9, Overwrite: true})
	damage(1)
	before := read(t, path)
	_, err := Run(context.Background(), load(t, sheetScene), opt)
	if !param.IsInputError(err) || !strings.Contains(err.Error(), path+": damaged: frame 6") || !strings.Contains(err.Error(), "--overwrite") {
		t.Errorf("%v: expected wrong input that names the file and the frame", err)
	}
	if strings.Count(err.Error(), "damaged") > 1 {
		t.Errorf("%q: expected to be told once", err)
	}
	if string(before) != string(read(t, path)) {
		t.Error("a refused resume changed the cache")
	}
}
