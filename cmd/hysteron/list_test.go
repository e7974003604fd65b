package main

import (
	"testing"

	"hysteron/gpu"
	"hysteron/step"
)

// devices tells what was measured, and what was not.
func TestLevels(t *testing.T) {
	list := []gpu.Costs{{Vertices: 1024, LevelCosts: step.LevelCosts{Iteration: 2.25, Setup: 15}, Measured: true},
		{Vertices: 4096, LevelCosts: step.AssumedCosts}}
	const what = "coarse levels (iteration, set-up, in iterations without): "
	if got, want := levels(list, false), what+"2.25, 15 at 1024 vertices; not measured yet at 4096 vertices"; got != want {
		t.Errorf("hardware: %q, expected %q", got, want)
	}
	if got, want := levels(list, true), what+"2, 20 assumed"; got != want {
		t.Errorf("software: %q, expected %q", got, want)
	}
}
