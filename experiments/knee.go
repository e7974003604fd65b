package experiments

import (
	"errors"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/claim"
	"hysteron/render"

	"hysteron/check"
)

// Frames: the knee is highest at kneeUp. From kneeDown on it is down, and the character stands still.
const kneeStart, kneeUp, kneeDown, kneeLast = 1, 25, 49, 61

var kneeLift = Experiment{
	Name:  "knee-lift",
	Title: "Trousers of a character that lifts its knee",
	Paper: "Miguel et al. 2013, figure 14, §6",
	Claim: "When the knee is lifted, the fabric around it is stretched strongly; with internal friction it stays " +
		"deformed after the knee is lowered, and its surface is more irregular than without, particularly between knee and " +
		"ankle.",
	Protocol: clothedText + "The left knee is up after 1 s and down after 2 s; measured half a second later. Five pairs " +
		"of runs, with friction and without, from perturbed starts: trousers of 2,800 triangles (the paper's have 20,000), " +
		"steps of 1/240 s. One pair with the paper's steps of 1 ms beside them, without a verdict; with --paper another " +
		"with its 20,000 triangles, too. Over the left leg from above the knee to the ankle, root mean square: change of " +
		"the Green strain of triangles, which is the stretch that stays, and of the angles over edges, which are the folds.",
	Shows: []claim.Claim{
		{Key: "stays", What: "change of strain left on the leg after the knee is down, with friction over without",
			Measure: claim.Above, Expected: 1, Aside: "stretch stays"},
		{Key: "folds", What: "change of the folds left on the leg, with friction over without",
			Measure: claim.Above, Expected: 1, Aside: "the surface is more irregular"},
		{Key: "shin", What: "change of the folds left between knee and ankle, with friction over without",
			Measure: claim.Above, Expected: 1, Aside: "there in particular"},
		{Key: "stands", What: "change of the folds while the character stands, with friction over without",
			Measure: claim.Below, Expected: 1, Aside: "folds stay where they are"},
	},
	run: runKneeLift,
}

var (
	legBox  = &check.WrinkleBox{Min: r3.Vec{Y: 0.08, Z: -0.3}, Max: r3.Vec{X: 0.5, Y: 0.75, Z: 0.4}}
	shinBox = &check.WrinkleBox{Min: r3.Vec{Y: 0.08, Z: -0.3}, Max: r3.Vec{X: 0.5, Y: 0.45, Z: 0.4}}
)

func runKneeLift(r *journal) error {
	frames := []int{kneeStart, kneeUp, kneeDown, kneeLast}
	list, err := r.pairs(r.stage("trousers", "knee", 1./240, 0.03, 0, frames...), r.seeds())
	if err != nil {
		return errors.Join(err, r.kneeReport(list, nil))
	}
	paper, err := r.paperPairs(
		r.stage("trousers", "knee-1ms", 1e-3, 0.03, 0, frames...),
		r.stage("trousers", "knee-paper", 1e-3, 0.0112, 0, frames...))
	return errors.Join(err, r.kneeReport(list, paper))
}

// kneeReport measures five pairs, and any with the paper's steps.
func (r *journal) kneeReport(list, paper []pair) error {
	if len(list) == 0 {
		return nil
	}
	lifted := func(p *pair) ([2]float64, error) { return p.stretched("trousers", legBox, kneeStart, kneeUp), nil }
	stays := func(p *pair) ([2]float64, error) { return p.stretched("trousers", legBox, kneeStart, kneeLast), nil }
	folds := func(p *pair) ([2]float64, error) { return p.folded("trousers", legBox, kneeStart, kneeLast) }
	shin := func(p *pair) ([2]float64, error) { return p.folded("trousers", shinBox, kneeStart, kneeLast) }
	stands := func(p *pair) ([2]float64, error) { return p.folded("trousers", legBox, kneeDown, kneeLast) }
	rough := func(p *pair) ([2]float64, error) { return p.rough("trousers", shinBox, kneeLast), nil }
	if err := r.compare(list, paper, []figure{
		{"", "change of strain while the knee is up", " %", lifted},
		{"stays", "change of strain left", " %", stays},
		{"folds", "change of the folds left", "°", folds},
		{"shin", "the same between knee and ankle", "°", shin},
		{"", "how irregular the surface is between knee and ankle: angles over edges", "°", rough},
		{"stands", "change of the folds while the character stands", "°", stands},
	}); err != nil {
		return err
	}
	both := view{azimuth: 25, elevation: 5, bounds: render.Box{Min: r3.Vec{X: -0.1, Y: 0.1, Z: -0.15},
		Max: r3.Vec{X: 0.35, Y: 1, Z: 0.5}}}
	shinView := view{azimuth: 25, elevation: 5, bounds: render.Box{Min: r3.Vec{X: -0.1, Y: 0.05, Z: -0.15},
		Max: r3.Vec{X: 0.3, Y: 0.75, Z: 0.2}}}
	strains := shinView
	strains.legend = render.Legend{Title: "Change of strain", Unit: "%", Max: 6}
	for _, one := range [][]pair{list[:1], paper} {
		for i := range one {
			p := &one[i]
			r.page.Figures("The knee at its highest. "+p.stage.Title(), r.shoot(p, kneeUp, both)...)
			r.page.Figures("Half a second after it is down. "+p.stage.Title(), r.shoot(p, kneeLast, shinView)...)
			r.page.Figures("The stretch that stays: change of the Green strain since the first frame. "+p.stage.Title(),
				r.shoot(p, kneeLast, strains, kneeStart)...)
		}
	}
	r.quality(list, paper)
	return nil
}
