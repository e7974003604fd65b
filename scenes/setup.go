package scenes

import (
	"hysteron/body"
	"hysteron/cloth"
	"hysteron/step"
)

// Setup is a scene made ready to simulate: the output of Scene.Build. Every backend starts
// from it.
type Setup struct {
	Scene     *Scene
	Parts     []cloth.Part // as joined into Model, in the same order
	Model     *cloth.Model
	Pieces    []Piece         // what a model does not hold, one per part
	Bodies    []body.Body     // moving surfaces, in the order of the scene's [[body]] tables
	Colliders []step.Collider // bodies first, then the ground
	Settings  step.Settings

	warnings []Problem // found while building
}

// Piece is what is known about a part beyond its mesh and fabric.
type Piece struct {
	Name    string
	Garment bool               // needs dressing: sewn panels that start around the body
	Layer   int                // dressing order, inner first
	Labels  map[string][]int32 // part-local vertices on labelled pattern edges (lower_interface, …)
	Region  []string           // label of the panel of each triangle (body, arm, leg), may be empty
	Hold    []string           // labels whose vertices follow the body once dressed
	Colour  [3]float64         // linear RGB of the right side
}
