package verify

import (
	"slices"
)

// Problems lists all problems, topic by topic.
func Problems() []Problem {
	return slices.Concat(
		membraneProblems(),
		bendingProblems(),
		bucklingProblems(),
		frictionProblems(),
		yarnProblems(),
		solidProblems(),
		motionProblems(),
		multistepProblems(),
		explicitProblems(),
		windProblems(),
		flightProblems(),
		stringProblems(),
		balanceProblems(),
		contactProblems(),
		impactProblems(),
		rubbingProblems(),
		restingProblems(),
		grainProblems(),
		fabricProblems(),
	)
}
