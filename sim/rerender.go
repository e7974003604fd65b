package sim

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/render"
	"hysteron/scenes"
)

// RenderOptions say how to draw the frames of a run again.
type RenderOptions struct {
	Mode     string // Shaded (also "") or Strain
	View     View
	Out      string // folder of the pictures; "": DIR/frames for Shaded, DIR/frames-MODE for others
	First    int    // frame numbers; both 0: all
	Last     int
	Progress func(Progress) // may be nil
}

// Render draws the frames of the run in dir from its caches and returns how many. Errors: InputError
// for options that cannot be met, ErrInterrupted.
func Render(ctx context.Context, setup *scenes.Setup, dir string, opt RenderOptions) (int, error) {
	switch {
	case opt.Mode == "":
		opt.Mode = Shaded
	case opt.Mode == Friction:
		return 0, errFriction
	case !slices.Contains(Modes(), opt.Mode):
		return 0, InputError{fmt.Errorf("unknown mode %q of pictures: expected one of %v", opt.Mode, Modes())}
	}
	folder := opt.Out
	if folder == "" {
		folder = filepath.Join(dir, pictureFolder([]string{Shaded}, opt.Mode))
	}
	c, err := openCaches(dir, setup)
	if err != nil {
		return 0, InputError{err}
	}
	defer c.close()
	start := setup.Scene.StartFrame
	lo, hi := 0, c.frames-1
	if opt.First != 0 || opt.Last != 0 {
		lo, hi = opt.First-start, opt.Last-start
	}
	if lo < 0 || hi >= c.frames || lo > hi {
		return 0, InputError{fmt.Errorf("frames %d to %d: expected some of %d to %d, which the caches hold", lo+start, hi+start, start, start+c.frames-1)}
	}
	p, err := newPainter(setup, opt.View, nil)
	if err != nil {
		return 0, err
	}
	defer p.close()
	x := make([]r3.Vec, len(setup.Model.X0))
	if err := c.read(0, x); err != nil {
		return 0, err
	}
	p.frame(c.frames, startBox(setup, x))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return 0, err
	}
	for i := lo; i <= hi; i++ {
		if ctx.Err() != nil {
			return i - lo, fmt.Errorf("%w before frame %d", ErrInterrupted, start+i)
		}
		began := time.Now()
		if err := c.read(i, x); err != nil {
			return i - lo, err
		}
		img, err := p.draw(i, x, nil, opt.Mode, nil)
		if err == nil {
			err = render.WritePNG(filepath.Join(folder, filepath.Base(framePath("", "", setup, i))), img)
		}
		if err != nil {
			return i - lo, fmt.Errorf("frame %d: %w", start+i, err)
		}
		if opt.Progress != nil {
			opt.Progress(Progress{
				Stage: "rendering", Done: float64(i-lo+1) / float64(hi-lo+1), Frame: start + i, Last: start + hi,
				Output: time.Since(began), Left: time.Since(began) * time.Duration(hi-i),
			})
		}
	}
	return hi - lo + 1, nil
}
