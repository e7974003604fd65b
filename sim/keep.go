package sim

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/scenes"
	"hysteron/step"
)

// Keep writes frames that were simulated elsewhere, from the start of a scene, in the form of a run: caches,
// input.json, and a checkpoint of the last state, from which Run can resume. The folder must not hold a run.
func Keep(dir string, setup *scenes.Setup, on step.Backend, frames [][]r3.Vec, state *cloth.State) (err error) {
	r := &runner{setup: setup, opt: Options{Dir: dir, NoRender: true, Frames: max(len(frames), setup.Scene.Frames)},
		every: checkpointEvery, modes: []string{Shaded}, began: time.Now()}
	r.backend = &Engine{On: on}
	if r.print, err = setup.Print(); err != nil {
		return err
	}
	if r.folder, err = openFolder(dir, setup.Scene.Reads(), false, func(string, ...any) {}); err != nil {
		return err
	}
	defer r.folder.close()
	if err := r.folder.ready(false, r.writes); err != nil {
		return err
	}
	folders := []string{"cache", "checkpoints"}
	if len(setup.Bodies) > 0 {
		folders = append(folders, "body")
	}
	for _, f := range folders {
		if err := os.MkdirAll(filepath.Join(dir, f), 0o777); err != nil {
			return err
		}
	}
	if err := r.writeInput(); err != nil {
		return err
	}
	c, err := newCaches(dir, setup, 0, nil)
	if err != nil {
		return err
	}
	for _, x := range frames {
		if err = c.write(setup, x); err != nil {
			break
		}
	}
	if err = errors.Join(err, c.close()); err != nil {
		return err
	}
	last := r.checkpoint(len(frames)-1, state)
	last.State.Time = setup.Scene.FrameTime(len(frames) - 1) // without the rounding errors of many steps
	last.Frames, last.Sums = newFrameFigures(), c.sums
	return last.save(dir)
}
