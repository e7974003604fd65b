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

// What follows from the scene and the caches is written again where it is damaged: meshes, and all frames of bodies. A mesh
// that somebody else has put there is in the way.
func TestResumeMendsMeshesAndBodies(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	opt := Options{Dir: whole, NoRender: true, CheckpointEvery: 3, Backend: "cpu"}
	mustRun(t, load(t, sheetScene), opt)
	opt.Dir, opt.Frames = dir, 9
	mustRun(t, load(t, sheetScene), opt)
	damage := func(name string, change func(data []byte) []byte) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.WriteFile(path, change(read(t, path)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	flip := func(at int) func(data []byte) []byte {
		return func(data []byte) []byte { data[at] ^= 1; return data }
	}
	damage("cache/sheet.obj", func(data []byte) []byte { return data[:len(data)/2] })
	damage("body/sphere.obj", flip(100))
	damage("body/sphere.pc2", flip(32+12*3+1))
	opt.Frames, opt.Resume = 0, true
	mustRun(t, load(t, sheetScene), opt)
	sameRun(t, "damaged meshes and bodies", whole, dir)
	for _, name := range []string{"cache/sheet.obj", "body/sphere.obj", "body/sphere.pc2"} {
		if string(read(t, whole, filepath.FromSlash(name))) != string(read(t, dir, filepath.FromSlash(name))) {
			t.Errorf("%s is not as it was", name)
		}
	}
	opt.Frames = 40
	damage("cache/sheet.obj", func(data []byte) []byte { return append([]byte("# painted\n"), data...) })
	refused(t, "a painted mesh", opt, "sheet.obj", "in the way")
}
