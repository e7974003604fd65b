//go:build slow

package main

import (
	"testing"

	"hysteron/scenes"
)

// Scenes that ship, coarse, for a second: nothing meets in any frame, by this count too.
func TestShippedScenes(t *testing.T) {
	for name, set := range map[string][]string{
		"sheet-on-sphere": {"sheet.0.edge_length_m=0.06"},
		"cloth-stack":     {"sheet.0.edge_length_m=0.12"},
		"twist-cylinder":  {"tube.0.edge_length_m=0.05"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := scenes.Load(name, set)
			if err != nil {
				t.Fatal(err)
			}
			if self, hits := compare(t, s, 25); self+hits > 0 {
				t.Errorf("%d intersections, %d penetrations", self, hits)
			}
		})
	}
}
