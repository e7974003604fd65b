package verify

import (
	"slices"

	"hysteron/verify/explicit"
	"hysteron/verify/grain"
	"hysteron/verify/known"
)

// Problems lists all problems, topic by topic.
func Problems() []known.Problem {
	return slices.Concat(
		membraneProblems(),
		bendingProblems(),
		bucklingProblems(),
		frictionProblems(),
		yarnProblems(),
		motionProblems(),
		multistepProblems(),
		explicit.Problems(),
		windProblems(),
		flightProblems(),
		stringProblems(),
		balanceProblems(),
		contactProblems(),
		impactProblems(),
		rubbingProblems(),
		restingProblems(),
		grain.Problems(),
		fabricProblems(),
	)
}
