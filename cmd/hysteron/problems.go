package main

import (
	"fmt"

	"hysteron/param"
	"hysteron/scenes"
)

// unfit tells what of a scene is wrong, and refuses to run what check refuses.
func (c *console) unfit(setup *scenes.Setup) error {
	var problems []scenes.Problem
	if err := c.await(func() error { problems = setup.Problems(); return nil }); err != nil {
		return err
	}
	doubts := scenes.Doubts(problems)
	for _, line := range scenes.Lines(doubts) {
		c.warn(line)
	}
	if n := len(problems) - len(doubts); n > 0 {
		c.warn(fmt.Sprintf("notes: %d, of what needs no action: hysteron check lists them", n))
	}
	if n := scenes.Severe(problems); n > 0 {
		return param.Wrong(fmt.Errorf("%s in the scene: it was not run; hysteron check -o DIR shows where in the cloth",
			scenes.Several(n, "error")))
	}
	return nil
}
