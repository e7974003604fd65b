package experiments

import (
	"errors"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/claim"
	"hysteron/render"
	"hysteron/report"
)

var squats = Experiment{
	Name:  "squats",
	Title: "Clothes that settle after a squat",
	Paper: "Miguel et al. 2013, §6 (the accompanying video)",
	Claim: "When the character performs squats, folds and wrinkles settle faster with friction.",
	Protocol: clothedText + "Down until 1.5 s, up again until 3.1 s, then it stands; run until 3.96 s. Measured once it " +
		"stands: the kinetic energy of all the cloth, mean over the first half second, and the change of the folds of the " +
		"trousers from then on (root mean square of the angles over edges). Five pairs of runs from perturbed starts: " +
		"trousers of 2,800 triangles, without the shirt, steps of 1/240 s. The paper says neither how often nor how fast " +
		"it squats.",
	Shows: []claim.Claim{
		{Key: "energy", What: "kinetic energy of the cloth, mean of half a second after the squat, with friction over " +
			"without", Measure: claim.Below, Expected: 1, Aside: "it settles faster"},
		{Key: "trousers", What: "change of the trousers' folds after the squat, with friction over without",
			Measure: claim.Below, Expected: 1, Aside: "they are at rest sooner"},
	},
	run: runSquats,
}

// The character stands upright again at squatUp [s], frame squatStands; it is lowest at frame squatDown.
const (
	squatUp                            = 3.1
	squatDown, squatStands, squatsLast = 42, 76, 96
)

func runSquats(r *journal) error {
	s := r.stage("trousers", "squat", 1./240, 0.03, 0, 1, squatDown, squatStands, squatsLast)
	s.Set = append(s.Set, "body.0.clip=squat")
	s.Energy = squatUp - 0.2
	list, err := r.pairs(s, r.seeds())
	if len(list) == 0 {
		return err
	}
	return errors.Join(err, r.squatsReport(list))
}

// squatsReport measures the finished pairs.
func (r *journal) squatsReport(list []pair) error {
	energy := func(p *pair) (mean [2]float64, err error) {
		for k, f := range p.takes {
			n := 0.
			for i, t := range f.Time {
				if t >= squatUp && t < squatUp+0.5 {
					mean[k] += 1e6 * f.Energy[i]
					n++
				}
			}
			mean[k] /= n
		}
		return mean, nil
	}
	folds := func(p *pair) ([2]float64, error) { return p.folded("trousers", nil, squatStands, squatsLast) }
	if err := r.compare(list, nil, []figure{
		{"energy", "kinetic energy, mean of half a second", " µJ", energy},
		{"trousers", "change of the trousers' folds", "°", folds},
	}); err != nil {
		return err
	}
	v := view{azimuth: 25, elevation: 5, bounds: render.Box{Min: r3.Vec{X: -0.4, Y: 0, Z: -0.4},
		Max: r3.Vec{X: 0.4, Y: 1.2, Z: 0.4}}}
	for _, frame := range []int{squatDown, squatsLast} {
		r.page.Figures("", r.shoot(&list[0], frame, v)...)
	}
	var lines []report.Line
	for k, f := range list[0].takes {
		t := append([]float64(nil), f.Time...)
		for i := range t {
			t[i] -= squatUp
		}
		lines = append(lines, report.Line{Name: clothedNames[k], X: t, Y: scaled(f.Energy, 1e6), Dashed: k == 1})
		r.csv("kinetic-energy-"+clothedFiles[k], []string{"s_after_the_squat", "joule"}, t, f.Energy)
	}
	r.page.Figures("Kinetic energy, first pair.", r.plot("kinetic", report.Plot{Title: "kinetic energy",
		X: "time after the squat [s]", Y: "kinetic energy [µJ]", LogY: true, Lines: lines}))
	r.quality(list)
	return nil
}
