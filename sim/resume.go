package sim

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
	"hysteron/report"
)

// resume finds the checkpoint to resume from: the last one whose frames are in the caches. says is messages about it.
// It changes nothing.
func (r *runner) resume() (says []string, err error) {
	frames, why := wholeFrames(r.opt.Dir, r.setup)
	scene := r.setup.Scene
	c, skipped := lastCheckpoint(r.opt.Dir, func(path string, c *checkpoint) error {
		since, differs := c.sameInput(r.print)
		switch {
		case since < 0, c.Frame < 0: // reported below; needs no cache
			return nil
		case scene.FrameTime(c.Frame) >= since: // steps near that time depend on the change
			return fmt.Errorf("%s: of frame %d, at %.4g s; from %.4g s on %w", path, c.First+c.Frame, scene.FrameTime(c.Frame),
				since, differs)
		case c.Frame >= frames:
			return fmt.Errorf("%s: made after %d frames, of which the caches hold %d", path, c.Frame+1, frames)
		}
		return undamaged(r.opt.Dir, r.setup, c.Frame+1, c.Sums)
	})
	refuse := func(format string, args ...any) ([]string, error) {
		return nil, param.Wrong(fmt.Errorf("cannot resume in %s: %w", r.opt.Dir, fmt.Errorf(format, args...)))
	}
	if c == nil && skipped == nil {
		if n := finished(r.opt.Dir); n > 0 {
			return refuse("%d frames are finished, but there is no checkpoint: expected some in %s; --overwrite starts again", n,
				checkpointDir(r.opt.Dir))
		}
		what := "no run in"
		if list, _ := r.folder.files(); slices.ContainsFunc(list, func(o outputFile) bool { return o.own }) {
			what = unstarted + " is in"
		}
		return []string{what + " " + r.opt.Dir + ": starting at the first frame"}, nil
	}
	switch {
	case c == nil:
		return refuse("%w: expected a checkpoint that can be gone on from; --overwrite starts again",
			errors.Join(skipped, why))
	case c.First != r.setup.Scene.StartFrame:
		return refuse("its frames are numbered from %d, not from %d: expected the same start_frame", c.First,
			r.setup.Scene.StartFrame)
	}
	since, differs := c.sameInput(r.print)
	if since < 0 {
		return refuse("%w", differs)
	}
	r.release(c)
	if err := c.fits(r.setup); err != nil {
		return nil, fmt.Errorf("cannot resume in %s: %w", r.opt.Dir, err)
	}
	fieldsHeld, err := holdsFields(r.opt.Dir, r.setup, c.Frame+1)
	switch {
	case err != nil && r.opt.Fields:
		return refuse("%w; without --fields it goes on", err)
	case err != nil:
		says = append(says, fmt.Sprintf("%v: internal friction is not kept any more", err))
	}
	switch {
	case r.opt.CheckpointEvery > 0 && r.opt.CheckpointEvery != c.Every:
		return refuse("it has a checkpoint every %d frames: expected the same", c.Every)
	case r.opt.Fields && !fieldsHeld:
		return refuse("it was run without --fields, so that the friction of its first %d frames is not kept: expected to "+
			"go on without it", c.Frame+1)
	case r.opt.Frames <= c.Frame:
		return refuse("%d frames were asked for, the checkpoint is of frame %d: expected more frames", r.opt.Frames,
			c.Frame+1)
	case r.opt.SameProgram && c.Commit != report.Commit():
		return []string{fmt.Sprintf("the run in %s is by another version of the program (%s): starting at the first frame",
			r.opt.Dir, c.Commit)}, nil
	}
	if differs != nil {
		says = append(says, fmt.Sprintf("the same input until %.4g s", since))
	}
	if skipped != nil {
		says = append(says, fmt.Sprintf("%v; going on from a checkpoint before", errors.Join(skipped, why)))
	}
	last := r.setup.Scene.StartFrame + c.Frame
	if c.Commit != report.Commit() && c.Frame >= 0 {
		says = append(says, fmt.Sprintf("frames up to %d are by another version of the program (%s)", last, c.Commit))
	}
	r.last = c
	r.opt.Fields = fieldsHeld && (r.opt.Fields || c.Frame >= 0) // a run with stored fields continues to store them
	return append(says, "going on "+again(c.First, last, c.First+frames-1)), nil
}

// release releases the pins of a checkpoint at the times of the scene, which may have changed since.
func (r *runner) release(c *checkpoint) {
	for i := range r.setup.Model.Pins {
		if i < len(c.Pins) && c.Pins[i].Vertex == r.setup.Model.Pins[i].Vertex {
			c.Pins[i].Release = r.setup.Model.Pins[i].Release
		}
	}
}

// writes reports whether the run will write a file.
func (r *runner) writes(o *outputFile) bool {
	sub, name := filepath.Base(filepath.Dir(o.path)), filepath.Base(o.path)
	// A resumed run writes damaged meshes and checksums again, from the caches.
	again := r.last == nil || r.last.Frame < 0
	fresh := again
	if filepath.Ext(name) == formats.SumsExt {
		name, again = strings.TrimSuffix(name, formats.SumsExt), true
	}
	again = again || filepath.Ext(name) == ".obj"
	if base, number, ok := strings.Cut(strings.TrimSuffix(name, ".obj"), "."); ok && sub == "cache" &&
		r.setup.Model.Tears() && slices.Contains(fileNames(r.setup), base) && number != "" {
		return true
	}
	switch {
	case o.picture:
		i := o.frame - r.setup.Scene.StartFrame
		return !r.opt.NoRender && i >= 0 && i < r.opt.Frames && slices.ContainsFunc(r.opt.Modes, func(m string) bool {
			return pictureFolder(r.opt.Modes, m) == sub
		})
	case slices.Contains(output.Summaries, name) && filepath.Dir(o.path) == filepath.Clean(r.opt.Dir):
		return true
	case sub == "cache":
		return again && slices.Contains(fileNames(r.setup), strings.TrimSuffix(name, filepath.Ext(name)))
	case sub == "body":
		return again && slices.Contains(bodyNames(r.setup), strings.TrimSuffix(name, filepath.Ext(name)))
	case sub == "fields":
		return again && r.opt.Fields && slices.Contains(fileNames(r.setup), strings.TrimSuffix(name, filepath.Ext(name)))
	}
	return fresh
}

// folders prepares the folder: files of earlier runs that are not resumed are removed.
func (r *runner) folders() error {
	var err error
	if r.last == nil {
		err = r.folder.clear(false, 0)
	} else {
		err = errors.Join(r.folder.clear(true, r.setup.Scene.StartFrame+r.last.Frame+1), dropCheckpoints(r.opt.Dir,
			r.last.Frame+1))
	}
	if err != nil {
		return err
	}
	folders := []string{"cache", "checkpoints"}
	if len(r.setup.Bodies) > 0 {
		folders = append(folders, "body")
	}
	if r.painter != nil {
		for _, m := range r.opt.Modes {
			folders = append(folders, pictureFolder(r.opt.Modes, m))
		}
	}
	for _, f := range folders {
		if err := os.MkdirAll(filepath.Join(r.opt.Dir, f), 0o777); err != nil {
			return err
		}
	}
	return r.writeInput()
}

// checkpoint returns the checkpoint after a frame.
func (r *runner) checkpoint(frame int, state *cloth.State) *checkpoint {
	var tri [][3]int32
	if w := r.torn.whole; w != nil && len(r.setup.Model.X0) > len(w.Model.X0) {
		tri = r.setup.Model.Tri
	}
	return &checkpoint{
		Tri: tri, Print: r.print, Backend: r.backend.On.Name(), Commit: report.Commit(), Every: r.every, Frame: frame,
		First: r.setup.Scene.StartFrame,
		State: *state.Clone(), Pins: slices.Clone(r.setup.Model.Pins), Steps: r.steps, Wall: r.wall(),
	}
}

// finished returns the number of frames in the longest cache.
func finished(dir string) (frames int) {
	entries, _ := os.ReadDir(cacheDir(dir))
	for _, e := range entries {
		if n, _, err := formats.WholePC2(filepath.Join(cacheDir(dir), e.Name())); err == nil {
			frames = max(frames, n)
		}
	}
	return frames
}
