package sim

import (
	"context"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu/opengl"
	"hysteron/param"
	"hysteron/render"
	"hysteron/scenes"
)

// RenderOptions say how to draw the frames of a run again.
type RenderOptions struct {
	Mode      string // Shaded (also "") or Strain
	View      View
	Out       string // folder of the pictures; "": DIR/frames for Shaded, DIR/frames-MODE for others, DIR/turntable, DIR
	First     int    // frame numbers; both 0: all
	Last      int
	Turntable int            // this many pictures of frame Last from all around, instead of one per frame
	Sheet     [2]int         // columns and rows: one picture, sheet.png, of so many frames, evenly spaced
	Beside    string         // folder of a run to show to the right of this one, at the same frames and from the same place
	Other     *scenes.Setup  // its scene
	Movie     string         // path of an MP4 file to make of the pictures
	Progress  func(Progress) // may be nil
}

// shot is one picture to take.
type shot struct {
	frame int
	turn  float64 // of the camera [rad]
}

// shots lists them; frames lo to hi are there.
func (opt *RenderOptions) shots(lo, hi int) (list []shot) {
	n := hi - lo + 1
	at := func(k int) shot { return shot{frame: lo + k} }
	switch {
	case opt.Turntable > 0:
		n = opt.Turntable
		at = func(k int) shot { return shot{hi, 2 * math.Pi * float64(k) / float64(n)} }
	case opt.Sheet != [2]int{}:
		n = min(n, opt.Sheet[0]*opt.Sheet[1])
		at = func(k int) shot { return shot{frame: lo + int(math.Round(float64(k*(hi-lo))/float64(max(1, n-1))))} }
	}
	for k := range n {
		list = append(list, at(k))
	}
	return list
}

// source is a run to draw from.
type source struct {
	setup   *scenes.Setup
	caches  *cacheReader
	painter *painter
	x       []r3.Vec
	name    string
}

func openSource(setup *scenes.Setup, dir string) (*source, error) {
	c, err := openCaches(dir, setup)
	if err != nil {
		return nil, param.Wrong(err)
	}
	return &source{setup: setup, caches: c, x: make([]r3.Vec, len(setup.Model.X0)), name: filepath.Base(filepath.Clean(dir))}, nil
}

func (s *source) close() {
	s.painter.close()
	s.caches.close()
}

// reach lists places where the cloth is in the frames from lo to hi.
func (s *source) reach(lo, hi int) (points []r3.Vec, err error) {
	for i := lo; i <= hi; i += max(1, (hi-lo+1)/framedPoses) {
		if err := s.caches.read(i, s.x); err != nil {
			return nil, err
		}
		points = append(points, s.x...)
	}
	return points, nil
}

func (s *source) draw(at shot, mode string) (*image.RGBA, error) {
	if err := s.caches.read(at.frame, s.x); err != nil {
		return nil, err
	}
	return s.painter.drawTurned(at, s.x, mode)
}

// Render draws the frames of the run in dir from its caches and returns how many pictures. Errors: InputError
// for options that cannot be met, ErrInterrupted.
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
			return 0, param.Wrong(fmt.Errorf("%s: ffmpeg is not there, which makes MP4 files: install it, or make one elsewhere from the PNG sequence", opt.Movie))
		}
	}
	sheet := opt.Sheet != [2]int{}
	folder := opt.Out
	switch {
	case folder != "":
	case opt.Turntable > 0:
		folder = filepath.Join(dir, "turntable")
	case sheet:
		folder = dir
	default:
		folder = filepath.Join(dir, pictureFolder([]string{Shaded}, opt.Mode))
	}
	runs := []*source{}
	defer func() {
		for _, s := range runs {
			s.close()
		}
	}()
	first, err := openSource(setup, dir)
	if err != nil {
		return 0, err
	}
	runs = append(runs, first)
	frames := first.caches.frames
	if opt.Beside != "" {
		s, err := openSource(opt.Other, opt.Beside)
		if err != nil {
			return 0, err
		}
		runs = append(runs, s)
		frames = min(frames, s.caches.frames)
	}
	start := setup.Scene.StartFrame
	lo, hi := 0, frames-1
	if opt.First != 0 || opt.Last != 0 {
		lo, hi = opt.First-start, opt.Last-start
	}
	if lo < 0 || hi >= frames || lo > hi {
		return 0, param.Wrong(fmt.Errorf("frames %d to %d: expected some of %d to %d, which the caches hold", lo+start, hi+start, start, start+frames-1))
	}
	shots := opt.shots(lo, hi)
	columns, rows := len(runs), 1
	if sheet {
		columns, rows = columns*opt.Sheet[0], opt.Sheet[1]
	}
	if columns > 1 || rows > 1 || opt.Turntable > 0 {
		opt.View.Fit = true
	}
	width, height := setup.Scene.Render.Width/columns, setup.Scene.Render.Height/rows
	if width < 16 || height < 16 {
		return 0, param.Wrong(fmt.Errorf("%d × %d pictures in %d × %d pixels: expected fewer", columns, rows, setup.Scene.Render.Width, setup.Scene.Render.Height))
	}
	var reach []r3.Vec
	for _, s := range runs {
		s.setup.Scene.Render.Width, s.setup.Scene.Render.Height = width, height
		if !opt.View.Fit { // as run framed them
			if err := s.caches.read(0, s.x); err != nil {
				return 0, err
			}
			reach = append(reach, startPoints(s.setup, s.x)...)
			continue
		}
		points, err := s.reach(shots[0].frame, shots[len(shots)-1].frame)
		if err != nil {
			return 0, err
		}
		reach = append(reach, points...)
	}
	for k, s := range runs {
		var shared *opengl.Context
		if k > 0 {
			shared = runs[0].painter.context
		}
		if s.painter, err = newPainter(s.setup, opt.View, shared); err != nil {
			return 0, err
		}
		s.painter.frame(first.caches.frames, reach)
		if k > 0 {
			s.painter.camera, s.painter.bounds = runs[0].painter.camera, runs[0].painter.bounds
		}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return 0, err
	}
	var cells []*image.RGBA
	var captions, files []string
	for i, at := range shots {
		if ctx.Err() != nil {
			return i, fmt.Errorf("%w before frame %d", ErrInterrupted, start+at.frame)
		}
		began := time.Now()
		number := start + at.frame
		row, names := []*image.RGBA{}, []string{}
		for _, s := range runs {
			img, err := s.draw(at, opt.Mode)
			if err != nil {
				return i, fmt.Errorf("frame %d: %w", number, err)
			}
			row = append(row, img)
			name := s.name
			switch {
			case sheet && len(runs) > 1:
				name = fmt.Sprintf("%s, %d", name, number)
			case sheet:
				name = strconv.Itoa(number)
			}
			names = append(names, name)
		}
		if sheet {
			cells, captions = append(cells, row...), append(captions, names...)
		} else {
			img := row[0]
			if len(row) > 1 {
				img, err = render.Grid(row, len(row), names)
			}
			name := filepath.Base(framePath("", "", setup, at.frame))
			if opt.Turntable > 0 {
				name = fmt.Sprintf("%04d.png", i+1)
			}
			files = append(files, filepath.Join(folder, name))
			if err == nil {
				err = render.WritePNG(files[i], img)
			}
			if err != nil {
				return i, fmt.Errorf("frame %d: %w", number, err)
			}
		}
		if opt.Progress != nil {
			opt.Progress(Progress{
				Stage: "rendering", Done: float64(i+1) / float64(len(shots)), Frame: number, Last: start + hi,
				Output: time.Since(began), Left: time.Since(began) * time.Duration(len(shots)-1-i),
			})
		}
	}
	if sheet {
		img, err := render.Grid(cells, columns, captions)
		if err != nil {
			return 0, err
		}
		return 1, render.WritePNG(filepath.Join(folder, "sheet.png"), img)
	}
	if opt.Movie != "" {
		return len(shots), movie(ctx, ffmpeg, opt.Movie, setup.Scene.FPS, files)
	}
	return len(shots), nil
}

// movie makes an MP4 file (H.264, which plays everywhere) of pictures by ffmpeg.
func movie(ctx context.Context, ffmpeg, path string, fps float64, files []string) error {
	pipe, feed := io.Pipe()
	go func() {
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err == nil {
				_, err = feed.Write(data)
			}
			if err != nil {
				feed.CloseWithError(err)
				return
			}
		}
		feed.Close()
	}()
	part := path + ".part.mp4"
	cmd := exec.CommandContext(ctx, ffmpeg, "-y", "-v", "error", "-f", "image2pipe", "-c:v", "png", "-framerate", strconv.FormatFloat(fps, 'g', -1, 64), "-i", "-",
		"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart", part)
	cmd.Stdin = pipe
	text, err := cmd.CombinedOutput()
	pipe.Close()
	if err != nil {
		os.Remove(part)
		return fmt.Errorf("%s: ffmpeg: %w: %s", path, err, strings.TrimSpace(string(text)))
	}
	return os.Rename(part, path)
}
