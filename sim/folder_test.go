package sim

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/param"
	"hysteron/render"
)

// put writes files into dir; "picture" stands for a picture of this program, "foreign" for one of another.
func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 2, 2))
	for name, text := range files {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		switch text {
		case "picture":
			err = errors.Join(err, render.WritePNG(path, img))
		case "foreign":
			var b bytes.Buffer
			err = errors.Join(err, png.Encode(&b, img), os.WriteFile(path, b.Bytes(), 0o666))
		default:
			err = errors.Join(err, os.WriteFile(path, []byte(text), 0o666))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func there(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// refused runs a scene that must be refused as wrong input with a message that has all of the words.
func refused(t *testing.T, what string, opt Options, words ...string) {
	t.Helper()
	_, err := Run(context.Background(), load(t, sheetScene), opt)
	if !param.IsInputError(err) {
		t.Errorf("%s: error %v, expected an InputError", what, err)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%s: %v: expected a word about %q", what, err, w)
		}
	}
}

// A run refuses a folder that holds another one, and one with something else in its way; nothing is changed. To
// overwrite replaces what runs wrote, and nothing else.
func TestOnlyFilesOfRunsAreReplaced(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Dir: dir, NoRender: true, Frames: 3, Backend: "cpu"}
	put(t, dir, map[string]string{
		"notes.txt": "mine", "frames/0005.png": "foreign", "frames/0900.png": "foreign", "frames/0901.png": "picture",
		"frames/best.png":        "foreign",
		"frames-strain/0006.png": "picture", "frames-old/0006.png": "picture", "cache/hand.obj": "v 0 0 0\n",
		"cache/other.pc2":          "?",
		"cache/.sheet.pc2.tmp-1-0": "half", "frames/.0005.png.tmp-77-3": "half",
	})
	refused(t, "pictures of another run", opt, "--overwrite", "--resume", "0901.png")
	opt.Overwrite = true
	mustRun(t, load(t, sheetScene), opt)
	for name, stays := range map[string]bool{
		"notes.txt": true, "frames/0005.png": true, "frames/0900.png": true, "frames/best.png": true,
		"frames-old/0006.png": true, "cache/hand.obj": true,
		"cache/other.pc2": true, "frames/0901.png": false, "frames-strain/0006.png": false, "cache/.sheet.pc2.tmp-1-0": false,
		"frames/.0005.png.tmp-77-3": false,
	} {
		if there(dir, name) != stays {
			t.Errorf("%s stays: %v, expected %v", name, !stays, stays)
		}
	}
	before := read(t, dir, "cache", "sheet.pc2")
	opt.Overwrite = false
	refused(t, "a run is there", opt, "holds a run already", "--resume")
	opt.Overwrite, opt.NoRender = true, false
	refused(t, "a foreign picture in the way", opt, "0005.png", "in the way")
	opt.NoRender = true
	put(t, dir, map[string]string{"cache/sheet.obj": "# painted\n" + string(read(t, dir, "cache", "sheet.obj"))})
	refused(t, "a painted frame in the way", opt, "sheet.obj", "in the way")
	opt.Resume = true
	refused(t, "both", opt, "one of them")
	if !bytes.Equal(before, read(t, dir, "cache", "sheet.pc2")) {
		t.Error("a refused run changed the cache")
	}
}

// Of two runs into one folder the second is refused while the first is under way, by name and at once.
func TestFolderIsLocked(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Dir: dir, NoRender: true, Frames: 4, Backend: "cpu"}
	tried := false
	opt.Progress = func(p Progress) {
		if p.Stage == "simulating" && !tried {
			tried = true
			for _, other := range []Options{{Dir: dir, Overwrite: true}, {Dir: dir, Resume: true}, {Dir: dir}} {
				refused(t, "the second run", other, "another run is writing there", "process")
			}
		}
	}
	mustRun(t, load(t, sheetScene), opt)
	if !tried {
		t.Fatal("nothing was tried")
	}
	opt.Progress, opt.Overwrite = nil, true
	mustRun(t, load(t, sheetScene), opt) // the lock is gone, its file is not in the way
}

// A folder may be called anything.
func TestResumeInFolderWithPattern(t *testing.T) {
	whole, dir := t.TempDir(), filepath.Join(t.TempDir(), "take [2]*?\\")
	opt := Options{Dir: dir, NoRender: true, CheckpointEvery: 4, Backend: "cpu", Frames: 6}
	mustRun(t, load(t, sheetScene), opt)
	opt.Frames, opt.Resume = 0, true
	var notes []string
	opt.Progress = func(p Progress) { notes = append(notes, p.Note) }
	mustRun(t, load(t, sheetScene), opt)
	if all := strings.Join(notes, "\n"); !strings.Contains(all, "going on after frame 9") {
		t.Errorf("notes %q: expected to go on after frame 9", all)
	}
	mustRun(t, load(t, sheetScene), Options{Dir: whole, NoRender: true, CheckpointEvery: 4, Backend: "cpu"})
	sameRun(t, "resumed", whole, dir)
}

// A run that is resumed to fewer frames than it had leaves no pictures of later ones, nor touches what is not its own.
func TestResumeDropsLaterPictures(t *testing.T) {
	dir := t.TempDir()
	opt := Options{NoRender: true, CheckpointEvery: 4, Dir: dir, Backend: "cpu", Frames: 6}
	mustRun(t, load(t, sheetScene), opt)
	put(t, dir, map[string]string{
		"frames/0005.png": "picture", "frames/0009.png": "picture", "frames/0010.png": "picture",
		"frames/0021.png": "picture", "frames-strain/0030.png": "picture",
		"frames/0022.png": "foreign", "frames/best.png": "picture", "frames-old/0021.png": "picture",
		"checkpoints/.00000006.checkpoint.tmp-9-0": "half",
	})
	opt.Resume = true
	mustRun(t, load(t, sheetScene), opt)
	for name, stays := range map[string]bool{
		// the checkpoint is of frame 9
		"frames/0005.png": true, "frames/0009.png": true, "frames/0022.png": true, "frames/best.png": true,
		"frames-old/0021.png": true,
		"frames/0010.png":     false, "frames/0021.png": false, "frames-strain/0030.png": false,
		"checkpoints/.00000006.checkpoint.tmp-9-0": false,
	} {
		if there(dir, name) != stays {
			t.Errorf("%s stays: %v, expected %v", name, !stays, stays)
		}
	}
}

// pairScene is sheetScene with a second cache.
var pairScene = sheetScene + `
[[sheet]]
name = "other"
size_m = [0.1, 0.1]
vertices = [4, 4]
fabric = "silk"
centre_m = [1, 0.5, 0]
`

// If a cache is too short for the last checkpoint, the run resumes from an earlier one; without one it is refused.
// Nothing is cut before that is decided.
func TestResumeFromShortCache(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	opt := Options{NoRender: true, CheckpointEvery: 3, Backend: "cpu", Dir: whole}
	mustRun(t, load(t, pairScene), opt)
	opt.Dir, opt.Frames = dir, 9 // checkpoints after 4 and 7 frames
	mustRun(t, load(t, pairScene), opt)
	cache := func(name string) string { return filepath.Join(cacheDir(dir), name) }
	short := func(frames float64) {
		t.Helper()
		if err := os.Truncate(cache("other.pc2"), 32+int64(frames*16*12)); err != nil {
			t.Fatal(err)
		}
	}
	other, sheet := read(t, cache("other.pc2")), read(t, cache("sheet.pc2"))
	opt.Resume, opt.Frames = true, 0
	run := func() error {
		_, err := Run(context.Background(), load(t, pairScene), opt)
		return err
	}
	for what, prepare := range map[string]func(){
		"3.5 frames": func() { short(3.5) },
		"no frames":  func() { short(0) },
		"no header":  func() { os.Truncate(cache("other.pc2"), 10) },
		"no file":    func() { os.Remove(cache("other.pc2")) },
	} {
		prepare()
		if err := run(); !param.IsInputError(err) || !strings.Contains(err.Error(), "other.pc2") &&
			!strings.Contains(err.Error(), "caches hold") {
			t.Errorf("%s: error %v, expected an InputError about the cache", what, err)
		}
		if !bytes.Equal(sheet, read(t, cache("sheet.pc2"))) {
			t.Fatalf("%s: the refused run cut the other cache", what)
		}
		if err := os.WriteFile(cache("other.pc2"), other, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	short(6.5)
	if err := os.Remove(cache("sheet.obj")); err != nil {
		t.Fatal(err)
	}
	if err := run(); err != nil {
		t.Fatal(err)
	}
	sameRun(t, "short cache", whole, dir)
	for _, name := range []string{"other.pc2", "other.obj", "sheet.obj"} {
		if !bytes.Equal(read(t, cacheDir(whole), name), read(t, cache(name))) {
			t.Errorf("%s differs from that of a run without a break", name)
		}
	}
}

// Finished frames without a checkpoint are not thrown away without a word.
func TestResumeWithoutCheckpoints(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Dir: dir, NoRender: true, Frames: 4, Backend: "cpu", Resume: true}
	mustRun(t, load(t, sheetScene), opt) // an empty folder: from the start
	if err := os.RemoveAll(checkpointDir(dir)); err != nil {
		t.Fatal(err)
	}
	opt.Frames = 6
	refused(t, "no checkpoints", opt, "4 frames", "--overwrite")
	if n, _, err := formats.WholePC2(filepath.Join(cacheDir(dir), "sheet.pc2")); n != 4 || err != nil {
		t.Errorf("%d frames are left (%v), expected 4", n, err)
	}
}

// A run that was killed between dressing and the first frame resumes from the dressed state.
func TestResumeBeforeTheFirstFrame(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	opt := Options{NoRender: true, Backend: "cpu", Dir: whole}
	mustRun(t, load(t, sheetScene), opt)
	opt.Dir, opt.Frames = dir, 1
	mustRun(t, load(t, sheetScene), opt)
	for _, name := range []string{"cache/sheet.pc2", "cache/sheet.obj", "checkpoints/00000001.checkpoint"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	var notes []string
	opt.Resume, opt.Frames = true, 0
	opt.Progress = func(p Progress) { notes = append(notes, p.Note) }
	mustRun(t, load(t, sheetScene), opt)
	sameRun(t, "before the first frame", whole, dir)
	if all := strings.Join(notes, "\n"); !strings.Contains(all, "before the first frame") {
		t.Errorf("notes %q: expected to go on before the first frame", all)
	}
}

// A checkpoint that is said to be huge is not read.
func TestHugeCheckpoint(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(checkpointDir(dir), "00000001.checkpoint")
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(checkpointMagic), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 64<<30); err != nil {
		t.Fatal(err)
	}
	c, err := lastCheckpoint(dir, func(string, *checkpoint) error { return nil })
	if c != nil || err == nil || !strings.Contains(err.Error(), "expected at most") {
		t.Errorf("%v: expected a bound", err)
	}
}

// Checkpoints keep the step before; those of another format are refused, by its number.
func TestCheckpointFormats(t *testing.T) {
	before := cloth.Before{H: .01, Gain: []r3.Vec{{X: 1}}, Lag: []r3.Vec{{Y: 2}}, Age: []uint8{3}}
	c := checkpoint{Every: 10, State: cloth.State{Before: before}}
	dir := t.TempDir()
	if err := os.MkdirAll(checkpointDir(dir), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := c.save(dir); err != nil {
		t.Fatal(err)
	}
	path := checkpoints(dir)[0]
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := parseCheckpoint(data, path)
	if err != nil || !reflect.DeepEqual(got.State.Before, c.State.Before) {
		t.Errorf("%+v, %v: expected the step before", got, err)
	}
	old := append([]byte(checkpointKind+"6\n"), data[len(checkpointMagic):]...)
	if _, err := parseCheckpoint(old, path); err == nil || !strings.Contains(err.Error(), `format "6"`) {
		t.Errorf("%v: expected one about the format", err)
	}
}

// Pipes, folders and links to devices where a run keeps its files are the user's to move: wrong input, at once.
func TestNotAFileInTheWay(t *testing.T) {
	for _, name := range []string{"run.json", "contact.csv", "checkpoints/00000001.checkpoint"} {
		dir := t.TempDir()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(path, 0o777); err != nil {
			t.Fatal(err)
		}
		f := &folder{dir: dir}
		err := f.ready(true, func(*outputFile) bool { return false })
		if !param.IsInputError(err) || !strings.Contains(err.Error(), path) ||
			!strings.Contains(err.Error(), "expected it to be moved") {
			t.Errorf("%v: expected wrong input with %s", err, path)
		}
	}
}
