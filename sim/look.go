package sim

import (
	"context"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/param"
	"hysteron/scenes"
)

// What the viewer takes from a run.

// Start gives the state at time 0, as Run has it: the model's own, dressed if a piece needs it, untangled, with what
// the scene fastens fastened by pins that are added to the model. look, which may be nil, sees where the cloth is
// meanwhile, during the call.
func Start(ctx context.Context, setup *scenes.Setup, report func(Progress), look func(x []r3.Vec)) (*cloth.State,
	error) {
	show := func(x []r3.Vec, _ float64) {
		if look != nil {
			look(x)
		}
	}
	return start(ctx, setup, report, show, nil)
}

// StartPoints guesses, from the start positions, places that the cloth will move in.
func StartPoints(setup *scenes.Setup, x []r3.Vec) []r3.Vec { return startPoints(setup, x) }

// FrameReader reads the cached frames of a run.
type FrameReader struct{ c *cacheReader }

// OpenFrames opens the caches of the run in a folder, of a scene that LoadRun gave.
func OpenFrames(dir string, setup *scenes.Setup) (*FrameReader, error) {
	c, err := openCaches(dir, setup)
	if err != nil {
		return nil, param.Wrong(err)
	}
	return &FrameReader{c}, nil
}

// Frames is how many there are.
func (r *FrameReader) Frames() int { return max(0, r.c.frames) }

// Read reads one into x, which has room for all vertices [m].
func (r *FrameReader) Read(frame int, x []r3.Vec) error { return r.c.read(frame, x) }

// Close closes the files.
func (r *FrameReader) Close() { r.c.close() }
