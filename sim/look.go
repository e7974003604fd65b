package sim

import (
	"context"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/param"
	"hysteron/scenes"
)

// What the viewer takes from a run.

// Start gives the state at time 0, as Run has it: the model's own, dressed if a piece needs it, untangled, with what the
// scene fastens fastened by pins that are added to the model. look, which may be nil, sees where the cloth is meanwhile, during
// the call.
func Start(ctx context.Context, setup *scenes.Setup, report func(Progress), look func(x []r3.Vec)) (*cloth.State, error) {
	show := func(x []r3.Vec, _ float64) {
		if look != nil {
			look(x)
		}
	}
	return start(ctx, setup, report, show)
}

// GreenStrains is the largest principal Green strain ½(λ² − 1) of each triangle [%].
func GreenStrains(m *cloth.Model, x []r3.Vec) []float64 { return greenStrains(m, x) }

// FrictionStresses is the magnitude of the internal friction stress of each triangle's membrane strains [N/m].
func FrictionStresses(m *cloth.Model, s *cloth.State) []float64 { return frictionStresses(m, s) }

// SaturatedFriction is the largest magnitude that FrictionStresses has at small strain [N/m].
func SaturatedFriction(m *cloth.Model) float64 { return saturatedFriction(m) }

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
