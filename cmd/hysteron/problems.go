package main

import (
	"fmt"

	"hysteron/formats"
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
	if n := severe(problems); n > 0 {
		return param.Wrong(fmt.Errorf("%d errors in the scene: it was not run; hysteron check -o DIR shows where in the cloth", n))
	}
	return nil
}

// severe counts the errors among problems.
func severe(problems []scenes.Problem) (n int) {
	for _, p := range problems {
		if p.Severity == formats.Error {
			n++
		}
	}
	return n
}
