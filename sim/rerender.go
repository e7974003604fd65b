package sim

import (
	"context"
	"fmt"
	"image"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
	"hysteron/render"
	"hysteron/scenes"
)

// RenderOptions are the options of drawing the frames of a run again.
type RenderOptions struct {
	Mode string // Shaded (also "") or Strain
	View View
	// folder of the pictures; "": DIR/frames for Shaded, DIR/frames-MODE for others, DIR/turntable, DIR
	Out       string
	Span      Span   // the zero value: all frames
	Turntable int    // number of pictures all around the last of these frames, instead of one per frame
	Sheet     [2]int // columns and rows of one picture, sheet.png, of evenly spaced frames
	// folder of a second run, drawn to the right with the same frames and camera
	Beside   string
	Other    *scenes.Setup  // scene of the second run
	Movie    string         // path of an MP4 file of the pictures
	Over     bool           // replace files that this program did not write
	Progress func(Progress) // may be nil
	Note     func(string)   // called with pictures of other sequences; may be nil
}

// Turning is the stage of the pictures of a turntable.
const Turning = "turning"

// shot is one picture to draw.
type shot struct {
	frame int
	turn  float64 // of the camera [rad]
}

// shots returns the pictures of frames lo to hi.
func (opt *RenderOptions) shots(lo, hi int) (list []shot) {
	n := hi - lo + 1
	at := func(k int) shot { return shot{frame: lo + k} }
	switch {
	case opt.Turntable > 0:
		n = opt.Turntable
		at = func(k int) shot { return shot{hi, 2 * math.Pi * float64(k) / float64(n)} }
	case opt.sheet():
		n = min(n, opt.Sheet[0]*opt.Sheet[1])
		at = func(k int) shot { return shot{frame: lo + int(math.Round(float64(k*(hi-lo))/float64(max(1, n-1))))} }
	}
	for k := range n {
		list = append(list, at(k))
	}
	return list
}

// sheet reports whether all pictures are parts of one.
func (opt *RenderOptions) sheet() bool { return opt.Sheet != [2]int{} }

// Folder returns the folder of pictures of the run in dir.
func (opt *RenderOptions) Folder(dir string) string {
	switch {
	case opt.Out != "":
		return opt.Out
	case opt.Turntable > 0:
		return filepath.Join(dir, "turntable")
	case opt.sheet():
		return dir
	}
	return filepath.Join(dir, pictureFolder([]string{Shaded}, opt.Mode))
}

// paths returns the paths of the pictures.
func (opt *RenderOptions) paths(folder string, setup *scenes.Setup, shots []shot) (list []string) {
	if opt.sheet() {
		return []string{filepath.Join(folder, "sheet.png")}
	}
	for i, at := range shots {
		path := framePath("", folder, setup, at.frame)
		if opt.Turntable > 0 {
			path = filepath.Join(folder, fmt.Sprintf("%04d.png", i+1))
		}
		list = append(list, path)
	}
	return list
}

// Render draws the frames of the run in dir from its caches. It returns the number of pictures. Errors: InputError for
// options that cannot be met, ErrInterrupted.
func Render(ctx context.Context, setup *scenes.Setup, dir string, opt RenderOptions) (int, error) {
	switch {
	case opt.Mode == "":
		opt.Mode = Shaded
	case opt.Mode == Friction:
		return 0, errFriction
	case !slices.Contains(Modes(), opt.Mode):
		return 0, param.Wrong(fmt.Errorf("unknown mode %q of pictures: expected one of %v", opt.Mode, Modes()))
	}
	ffmpeg := ""
	if opt.Movie != "" {
		var err error
		if ffmpeg, err = exec.LookPath("ffmpeg"); err != nil {
			return 0, param.Wrong(fmt.Errorf("%s: ffmpeg is not there, which makes MP4 files: install it, or make one "+
				"elsewhere from the PNG sequence", opt.Movie))
		}
	}
	f := &film{ctx: ctx, RenderOptions: opt, start: setup.Scene.StartFrame}
	defer f.close()
	if err := f.open(setup, dir); err != nil {
		return 0, err
	}
	if err := f.frame(); err != nil {
		return 0, err
	}
	folder := opt.Folder(dir)
	paths := opt.paths(folder, setup, f.shots)
	rule := output.Rule{Overwrite: opt.Over, Reads: append(setup.Reads(), output.RunFiles(dir)...)}
	if opt.Other != nil {
		rule.Reads = append(rule.Reads, append(opt.Other.Reads(), output.RunFiles(opt.Beside)...)...)
	}
	if err := rule.Check(formats.IsOwnAs(".png"), paths...); err != nil {
		return 0, err
	}
	if opt.Movie != "" {
		if err := rule.Check(output.Never, opt.Movie); err != nil { // films carry no mark of this program
			return 0, err
		}
	}
	if err := output.Folder(folder); err != nil {
		return 0, err
	}
	note := opt.Note
	if note == nil {
		note = func(string) {}
	}
	written := 0
	write := func() (_ []string, err error) {
		written, err = f.write(setup.Scene.FPS, ffmpeg, paths)
		return paths[:written], err
	}
	if opt.sheet() {
		_, err := write()
		return written, err
	}
	sequence := &output.Sequence{Dir: folder, Paths: paths, Own: formats.IsOwnAs(".png"), Home: isHome(dir, folder)}
	if opt.Turntable > 0 {
		sequence.Kind, sequence.Whole = "turntable", true
	}
	err := inSequence(setup, dir, sequence, note, write)
	return written, err
}

// isHome reports whether the run in dir itself draws into the folder.
func isHome(dir, folder string) bool {
	info, err := os.Stat(folder)
	return err == nil && slices.ContainsFunc(pictureFolders(), func(name string) bool {
		home, err := os.Stat(filepath.Join(dir, name))
		return err == nil && os.SameFile(info, home)
	})
}

// write draws the pictures and returns their number.
func (f *film) write(fps float64, ffmpeg string, paths []string) (int, error) {
	ctx, opt := f.ctx, &f.RenderOptions
	var cells []*image.RGBA
	var captions []string
	for i, at := range f.shots {
		number := f.start + at.frame
		if ctx.Err() != nil {
			return i, fmt.Errorf("%w before frame %d", ErrInterrupted, number)
		}
		began := time.Now()
		row, names, err := f.draw(at)
		if err != nil {
			return i, undrawn(ctx, number, err)
		}
		if opt.sheet() {
			cells, captions = append(cells, row...), append(captions, names...)
		} else {
			if err := writeRow(ctx, paths[i], row, names); err != nil {
				return i, undrawn(ctx, number, err)
			}
		}
		if opt.Progress != nil {
			p := Progress{Stage: "rendering", Frame: number, Last: f.start + f.hi, Output: time.Since(began),
				Left: time.Since(began) * time.Duration(len(f.shots)-1-i)}
			if p.Done = float64(i+1) / float64(len(f.shots)); opt.Turntable > 0 { // of one frame
				p.Stage, p.Frame, p.Last = Turning, i+1, len(f.shots)
			}
			opt.Progress(p)
		}
	}
	if opt.sheet() {
		img, err := render.Grid(cells, f.columns, captions)
		if err != nil {
			return 0, err
		}
		if err := render.WritePNGContext(ctx, paths[0], img); err != nil {
			return 0, undrawn(ctx, f.start+f.hi, err)
		}
		return 1, nil
	}
	if opt.Movie != "" {
		return len(f.shots), MakeFilm(ctx, ffmpeg, opt.Movie, fps, paths)
	}
	return len(f.shots), nil
}

// undrawn returns the error about a missing picture.
func undrawn(ctx context.Context, number int, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%w before frame %d was drawn", ErrInterrupted, number)
	}
	return fmt.Errorf("frame %d: %w", number, err)
}

// writeRow writes pictures side by side.
func writeRow(ctx context.Context, path string, row []*image.RGBA, names []string) error {
	img := row[0]
	if len(row) > 1 {
		var err error
		if img, err = render.Grid(row, len(row), names); err != nil {
			return err
		}
	}
	return render.WritePNGContext(ctx, path, img)
}
