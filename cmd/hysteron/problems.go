package main

import (
	"fmt"
	"slices"

	"hysteron/formats"
	"hysteron/param"
	"hysteron/scenes"
)

// printProblems prints the problems of a scene, and returns an error if one of them is an error.
func (c *console) printProblems(setup *scenes.Setup) error {
	var problems []scenes.Problem
	if err := c.await(func() error { problems = setup.Problems(); return nil }); err != nil {
		return err
	}
	told := slices.DeleteFunc(slices.Clone(problems), func(p scenes.Problem) bool {
		// a missing image changes pictures and exports
		return p.Severity == formats.Note && p.Kind != scenes.UnreadColours
	})
	for _, line := range scenes.Lines(told) {
		c.warn(line)
	}
	if n := len(problems) - len(told); n > 0 {
		c.warn(fmt.Sprintf("notes: %d, of what needs no action: hysteron check lists them", n))
	}
	if n := scenes.Severe(problems); n > 0 {
		return param.Wrong(fmt.Errorf("%s in the scene: it was not run; hysteron check -o DIR shows where in the cloth",
			scenes.Several(n, "error")))
	}
	return nil
}
