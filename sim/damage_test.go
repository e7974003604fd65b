package sim

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/check"
	"hysteron/formats"
	"hysteron/param"
)

// A cache of the right size with wrong bytes is detected: a run resumes from an earlier checkpoint, or not at all.
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
	if said := strings.Join(notes, "\n"); !strings.Contains(said, path+": damaged: frame 10") ||
		!strings.Contains(said, "going on after frame 8") {
		t.Errorf("notes %q: expected the file, the frame, and to go on after frame 8", said)
	}

	mustRun(t, load(t, sheetScene), Options{Dir: dir, NoRender: true, CheckpointEvery: 3, Backend: "cpu", Frames: 9,
		Overwrite: true})
	damage(1)
	before := read(t, path)
	_, err := Run(context.Background(), load(t, sheetScene), opt)
	if !param.IsInputError(err) || !strings.Contains(err.Error(), path+": damaged: frame 6") ||
		!strings.Contains(err.Error(), "--overwrite") {
		t.Errorf("%v: expected wrong input that names the file and the frame", err)
	}
	if strings.Count(err.Error(), "damaged") > 1 {
		t.Errorf("%q: expected to be told once", err)
	}
	if string(before) != string(read(t, path)) {
		t.Error("a refused resume changed the cache")
	}
}

// What follows from the scene and the caches is written again if damaged: meshes, and all frames of bodies. A foreign
// mesh is an error.
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

// Whatever reads a run refuses a frame that is not what the run wrote, in the last frames too, which no checkpoint has
// seen.
func TestReadersRefuseDamagedFrames(t *testing.T) {
	dir := t.TempDir()
	// frames 5 to 8
	mustRun(t, load(t, sheetScene), Options{Dir: dir, NoRender: true, Backend: "cpu", Frames: 4, Fields: true})
	setup := load(t, sheetScene)
	readers := func(dir string) map[string]error {
		export := func(to string) error {
			_, err := Export(context.Background(), setup, dir, ExportOptions{To: to, Out: filepath.Join(t.TempDir(), "out")})
			return err
		}
		_, rendered := Render(context.Background(), setup, dir, RenderOptions{Out: t.TempDir(), Span: Span{Last: new(7)}})
		_, folded := check.MeasureWrinkles(dir, check.WrinkleOptions{})
		_, checked := check.CheckRun(context.Background(), dir, check.RunOptions{}, func(int, int) {})
		return map[string]error{"usda": export("usda"), "pc2": export("pc2"), "obj": export("obj"), "vtk": export("vtk"),
			"render": rendered, "wrinkles": folded, "verify contact": checked}
	}
	for name, err := range readers(dir) {
		if err != nil {
			t.Fatalf("%s of a sound run: %v", name, err)
		}
	}
	for _, c := range []struct {
		name   string
		cache  string
		change func(cache, sums []byte) ([]byte, []byte)
		only   string // the reader that reads it; empty: all
	}{
		{"a coordinate of 5 km", "cache", func(cache, sums []byte) ([]byte, []byte) {
			binary.LittleEndian.PutUint32(cache[32+12*(2*len(setup.Model.X0)+5):], math.Float32bits(5000))
			return cache, sums
		}, ""},
		{"a checksum", "cache", func(cache, sums []byte) ([]byte, []byte) {
			sums[len(formats.SumsHead)+2*9] ^= 1
			return cache, sums
		}, ""},
		{"checksums that are cut", "cache", func(cache, sums []byte) ([]byte, []byte) {
			return cache, sums[:len(formats.SumsHead)+2*9+4]
		}, ""},
		{"a stress of friction", "fields", func(cache, sums []byte) ([]byte, []byte) {
			cache[32+12*(2*len(setup.Model.Tri)+5)] ^= 1
			return cache, sums
		}, "vtk"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bad := t.TempDir()
			if err := os.CopyFS(bad, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(bad, c.cache, "sheet.pc2")
			cache, sums := c.change(read(t, path), read(t, path+formats.SumsExt))
			if err := errors.Join(os.WriteFile(path, cache, 0o666), os.WriteFile(path+formats.SumsExt, sums,
				0o666)); err != nil {
				t.Fatal(err)
			}
			for name, err := range readers(bad) {
				var damaged *formats.DamagedError
				if found := errors.As(err, &damaged); found != (c.only == "" || c.only == name) || found && (damaged.Path != path ||
					damaged.Frame != 7) {
					t.Errorf("%s: %v: expected frame 7 of %s to be refused", name, err, path)
				}
			}
		})
	}
}

// A run resumes with its stored friction, requested again or not. Without stored friction a request for it is refused
// before a frame is lost.
func TestResumeWithFields(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	opt := Options{Dir: whole, NoRender: true, Backend: "cpu", CheckpointEvery: 3, Fields: true}
	mustRun(t, load(t, sheetScene), opt)
	opt.Dir, opt.Frames = dir, 6
	mustRun(t, load(t, sheetScene), opt)
	opt.Frames, opt.Resume, opt.Fields = 0, true, false
	mustRun(t, load(t, sheetScene), opt)
	for _, name := range []string{"sheet.pc2", "sheet.pc2.sums"} {
		if string(read(t, whole, "fields", name)) != string(read(t, dir, "fields", name)) {
			t.Errorf("%s differs from that of a run without a break", name)
		}
	}

	bare := t.TempDir()
	mustRun(t, load(t, sheetScene), Options{Dir: bare, NoRender: true, Backend: "cpu", CheckpointEvery: 3, Frames: 6})
	before := read(t, bare, "cache", "sheet.pc2")
	opt.Dir, opt.Fields = bare, true
	_, err := Run(context.Background(), load(t, sheetScene), opt)
	if !param.IsInputError(err) || !strings.Contains(err.Error(), "without --fields") {
		t.Errorf("%v: expected wrong input", err)
	}
	if string(before) != string(read(t, bare, "cache", "sheet.pc2")) || there(bare, "fields") {
		t.Error("a refused resume changed the run")
	}

	// Of friction that is damaged none is gone on with.
	path := filepath.Join(dir, "fields", "sheet.pc2")
	data := read(t, path)
	data[40] ^= 1
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	opt.Dir, opt.Frames = dir, 40
	if _, err := Run(context.Background(), load(t, sheetScene), opt); !param.IsInputError(err) ||
		!strings.Contains(err.Error(), path+": damaged: frame 5") {
		t.Errorf("%v: expected wrong input that names the file and the frame", err)
	}
}

// A run resumes before the time of a later change, with the bits of a run with that change from the start. A change
// that acts from the start is refused.
func TestResumeAfterLaterChange(t *testing.T) {
	const scene = `
fps = 24
start_frame = 5
frames = 13
step_s = 0.0208333
[[motion]]
name = "m"
keys = [{ time_s = 0 }, { time_s = 0.3, offset_m = [0.1, 0, 0] }, { time_s = 0.5, offset_m = [0.2, 0, 0] }]
[[body]]
name = "ball"
kind = "sphere"
radius_m = 0.1
subdivisions = 1
centre_m = [0.1, 1.35, -0.1]
motion = "m"
[[sheet]]
name = "sheet"
size_m = [0.5, 0.5]
vertices = [5, 5]
fabric = "silk"
centre_m = [0, 1.5, 0]
[[sheet.pin]]
at = ["corner-01", "corner-11"]
motion = "m"
[[sheet.pin]]
at = ["corner-00"]
motion = "m"
release_s = 0.4
`
	for name, c := range map[string]struct {
		old, new string
		after    string // frame, with a checkpoint every two frames: the last ones are of frames 15 and 17
	}{
		"a motion": {"[0.2, 0, 0]", "[0.3, 0.1, 0]", ""},
		"a key more": {"[0.2, 0, 0] }", "[0.2, 0, 0] }, { time_s = 1, offset_m = [0, 0, 0.5] }",
			"going on after frame 15"},
		"a release":      {"release_s = 0.4", "release_s = 0.8", ""},
		"another fabric": {"silk", "cotton", ""},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.Replace(scene, c.old, c.new, 1)
			whole, dir := t.TempDir(), t.TempDir()
			opt := Options{Dir: whole, NoRender: true, Backend: "cpu", CheckpointEvery: 2}
			mustRun(t, load(t, changed), opt)
			for _, frames := range []int{13, 8} { // checkpoints of frames 15 and 17; of frames 9 and 11, 0.25 s
				opt.Dir, opt.Resume, opt.Overwrite, opt.Frames, opt.Progress = dir, false, true, frames, nil
				mustRun(t, load(t, scene), opt)
				before := read(t, dir, "cache", "sheet.pc2")
				var notes []string
				opt.Overwrite, opt.Resume, opt.Frames = false, true, 0
				opt.Progress = func(p Progress) { notes = append(notes, p.Note) }
				_, err := Run(context.Background(), load(t, changed), opt)
				after := c.after
				if frames == 8 && name != "another fabric" {
					after = "going on after frame 11"
				}
				if after == "" {
					if !param.IsInputError(err) || string(before) != string(read(t, dir, "cache", "sheet.pc2")) {
						t.Errorf("%d frames: %v: expected to be refused, and nothing changed", frames, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if said := strings.Join(notes, "\n"); !strings.Contains(said, after) ||
					!strings.Contains(said, "the same input until 0.") {
					t.Errorf("%d frames: notes %q: expected %q", frames, said, after)
				}
				sameRun(t, name, whole, dir)
			}
		})
	}
}
