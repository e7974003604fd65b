package main

import (
	"fmt"
	"slices"

	"hysteron/formats"
	"hysteron/param"
	"hysteron/scenes"
)

// unfit tells what of a scene is wrong, and refuses to run cloth that cannot be simulated as it is.
func unfit(c *console, setup *scenes.Setup, problems []scenes.Problem) error {
	for _, line := range scenes.Lines(problems) {
		c.warn(line)
	}
	n := 0
	for _, p := range problems {
		if p.Severity == formats.Error && slices.ContainsFunc(setup.Pieces, func(q scenes.Piece) bool { return q.Name == p.Part }) {
			n++
		}
	}
	if n > 0 {
		return param.Wrong(fmt.Errorf("%d errors in the cloth of the scene: it was not run; hysteron check -o DIR shows where", n))
	}
	return nil
}
