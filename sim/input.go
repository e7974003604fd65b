package sim

import (
	"errors"
	"fmt"
	"path/filepath"

	"hysteron/scenes"
)

// input is DIR/input.json: what a run was asked for, so that its pictures can be made again.
type input struct {
	Scene      string   `json:"scene"` // built-in name or absolute path
	Set        []string `json:"set"`
	Frames     int      `json:"frames"`
	StartFrame int      `json:"start_frame"`
	FPS        float64  `json:"fps"`
	UpAxis     string   `json:"up_axis"` // of the caches
}

func sceneName(s *scenes.Scene) string {
	if s.Path == "" {
		return s.Name
	}
	return s.Path
}

func newInput(setup *scenes.Setup, opt Options) *input {
	s := setup.Scene
	in := &input{Scene: s.Name, Set: append([]string{}, opt.Set...), Frames: opt.Frames, StartFrame: s.StartFrame, FPS: s.FPS, UpAxis: "y"}
	if s.Path != "" {
		in.Scene = s.Path
		if abs, err := filepath.Abs(s.Path); err == nil {
			in.Scene = abs
		}
	}
	return in
}

func (in *input) write(dir string) error { return writeJSON(filepath.Join(dir, "input.json"), in) }

// LoadRun loads and builds the scene that the run in dir was made from.
func LoadRun(dir string) (*scenes.Setup, error) {
	in := &input{}
	if err := readJSON(filepath.Join(dir, "input.json"), in); err != nil {
		return nil, InputError{fmt.Errorf("%w: expected the folder of a run", err)}
	}
	s, err := scenes.Load(in.Scene, in.Set)
	if err != nil {
		return nil, fmt.Errorf("the scene of the run in %s: %w", dir, err)
	}
	setup, err := s.Build()
	if err != nil {
		return nil, fmt.Errorf("the scene of the run in %s: %w", dir, err)
	}
	return setup, nil
}

// errFriction says why pictures of friction need a run.
var errFriction = InputError{errors.New("mode friction needs the friction history, which caches do not hold: use hysteron run with --mode friction")}
