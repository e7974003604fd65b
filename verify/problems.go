package verify

import "slices"

// Problems lists all problems, topic by topic.
func Problems() []Problem {
	return slices.Concat(
		membraneProblems(),
		bendingProblems(),
		bucklingProblems(),
		frictionProblems(),
		yarnProblems(),
		motionProblems(),
		windProblems(),
		flightProblems(),
		stringProblems(),
		balanceProblems(),
		contactProblems(),
		rubbingProblems(),
		fabricProblems(),
	)
}
