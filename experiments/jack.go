package experiments

import (
	"errors"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/claim"
	"hysteron/render"

	"hysteron/check"
)

var jumpingJack = Experiment{
	Name:  "jumping-jack",
	Title: "The shirt of a character doing jumping jacks",
	Paper: "Miguel et al. 2013, figure 15, §6",
	Claim: "With internal friction folds are more stable: those on the left of the chest stay through the motion, " +
		"without friction they disappear half-way.",
	Protocol: clothedText + "The shirt is not attached. Folds on the left of the chest are compared between frames of " +
		"the same pose, a jack apart, each to a frame or less: arms up at frames 22 and 51, and half-way between them, " +
		"feet together at 39: root mean square change of the angles over edges, and, half-way, of these angles themselves: " +
		"how irregular the chest is. Run until the arms are up a second time (2.1 s). Five pairs of runs from perturbed " +
		"starts: 2,800 triangles of trousers and 1,900 of the shirt (the paper has 17,000 and 12,000), steps of 1/240 s. " +
		"One pair with the paper's steps of 0.5 ms beside them, without a verdict; with --paper another with its meshes, " +
		"too.",
	Shows: []claim.Claim{
		{Key: "jacks", What: "change of the folds on the chest from one jack to the next, arms up, with friction over " +
			"without", Measure: claim.Below, Expected: 1, Aside: "folds stay"},
		{Key: "half-way", What: "change of the folds on the chest half-way through a jack, from arms up to feet together, " +
			"with friction over without", Measure: claim.Below, Expected: 1, Aside: "without friction they disappear half-way"},
		{Key: "remain", What: "how irregular the chest is half-way, with friction over without",
			Measure: claim.Above, Expected: 1, Aside: "folds remain under friction; added after a first look"},
	},
	run: runJumpingJack,
}

// Frames: arms are up at jackUp and, a jack later, at jackAgain; half-way the feet are together.
const jackStart, jackUp, jackHalf, jackAgain = 1, 22, 39, 51

var chestBox = &check.WrinkleBox{Min: r3.Vec{Y: 1.1, Z: 0}, Max: r3.Vec{X: 0.2, Y: 1.42, Z: 0.4}}

func runJumpingJack(r *journal) error {
	frames := []int{jackStart, jackUp, jackHalf, jackAgain}
	list, err := r.pairs(r.stage("trousers-shirt", "jack", 1./240, 0.03, 0.03, frames...), r.seeds())
	if err != nil {
		return errors.Join(err, r.jackReport(list, nil))
	}
	paper, err := r.paperPairs(
		r.stage("trousers-shirt", "jack-halfms", 0.5e-3, 0.03, 0.03, frames...),
		r.stage("trousers-shirt", "jack-paper", 0.5e-3, 0.01216, 0.012, frames...))
	return errors.Join(err, r.jackReport(list, paper))
}

// jackReport measures five pairs, and any with the paper's steps.
func (r *journal) jackReport(list, paper []pair) error {
	if len(list) == 0 {
		return nil
	}
	since := func(from, to int) func(*pair) ([2]float64, error) {
		return func(p *pair) ([2]float64, error) { return p.folded("tee", chestBox, from, to) }
	}
	rough := func(frame int) func(*pair) ([2]float64, error) {
		return func(p *pair) ([2]float64, error) { return p.rough("tee", chestBox, frame), nil }
	}
	if err := r.compare(list, paper, []figure{
		{"jacks", "change of the folds from arms up to arms up", "°", since(jackUp, jackAgain)},
		{"half-way", "change of the folds from arms up to feet together", "°", since(jackUp, jackHalf)},
		{"", "from feet together to arms up", "°", since(jackHalf, jackAgain)},
		{"", "how irregular the chest is with arms up: angles over edges", "°", rough(jackUp)},
		{"remain", "the same with feet together", "°", rough(jackHalf)},
	}); err != nil {
		return err
	}
	v := view{azimuth: 20, elevation: 5, bounds: render.Box{Min: r3.Vec{X: -0.25, Y: 0.95, Z: -0.15},
		Max: r3.Vec{X: 0.25, Y: 1.5, Z: 0.2}}}
	for _, some := range [][]pair{list[:1], paper} {
		for i := range some {
			for _, frame := range []int{jackUp, jackHalf, jackAgain} {
				r.page.Figures(some[i].stage.Title(), r.shoot(&some[i], frame, v)...)
			}
		}
	}
	r.quality(list, paper)
	return nil
}
