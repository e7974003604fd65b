//go:build slow

package main

import (
	"testing"

	"hysteron/scenes"
)

// Scenes that ship, coarse, for a second: both counts agree in every frame, and no cloth meets cloth.
func TestShippedScenes(t *testing.T) {
	for name, set := range map[string][]string{
		"sheet-on-sphere": {"sheet.0.edge_length_m=0.06", "body.0.subdivisions=2"},
		"cloth-stack":     {"sheet.0.edge_length_m=0.12"},
		"twist-cylinder":  {"tube.0.edge_length_m=0.05"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := scenes.Load(name, set)
			if err != nil {
				t.Fatal(err)
			}
			self, hits := compare(t, s, 25)
			if t.Logf("%d penetrations", hits); self > 0 { // long edges cut into bodies
				t.Errorf("%d intersections", self)
			}
		})
	}
}
