package sim

import (
	"context"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/param"
	"hysteron/scenes"
)

// Functions for the viewer.

// Start returns the state at time 0 as in Run: the model's own, dressed if a piece needs it, and untangled. Fastenings
// of the scene are added to the model as pins. look, which may be nil, is called with the positions during dressing.
func Start(ctx context.Context, setup *scenes.Setup, report func(Progress), look func(x []r3.Vec)) (*cloth.State,
	error) {
	show := func(x []r3.Vec, _ float64) {
		if look != nil {
			look(x)
		}
	}
	return start(ctx, setup, report, show, nil)
}

// StartPoints estimates from the start positions where the cloth will move.
func StartPoints(setup *scenes.Setup, x []r3.Vec) []r3.Vec { return startPoints(setup, x) }

// FrameReader reads the cached frames of a run.
type FrameReader struct{ c *cacheReader }

// OpenFrames opens the caches of the run in a folder, of a scene from LoadRun.
func OpenFrames(dir string, setup *scenes.Setup) (*FrameReader, error) {
	c, err := openCaches(dir, setup)
	if err != nil {
		return nil, param.Wrong(err)
	}
	return &FrameReader{c}, nil
}

// Frames returns the number of cached frames.
func (r *FrameReader) Frames() int { return max(0, r.c.frames) }

// Read reads a frame into x, the positions of all vertices [m].
func (r *FrameReader) Read(frame int, x []r3.Vec) error { return r.c.read(frame, x) }

// Close closes the files.
func (r *FrameReader) Close() { r.c.close() }
