package capture

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/law"
)

// Notes returns remarks about a fit of tests with the friction of a base, which lender names: the range of the tests,
// the numbers of the base, and that internal friction adds to the measured forces, which a model without friction takes
// for elasticity.
func (f *Fitted) Notes(base cloth.Fabric, lender string, tests []*Test) (notes []string) {
	if f.Parts != nil {
		notes = []string{f.reached()}
	}
	notes = append(notes, lent(&base, lender))
	var there, back []string
	for _, t := range tests {
		if !bends(t) && t.back() {
			back = append(back, t.Kind)
		} else {
			there = append(there, t.Kind)
		}
	}
	if there != nil {
		notes = append(notes, "friction of the yarns counts as stiffness in tests read in loading alone: "+
			strings.Join(there, ", ")+"; the base's friction is added to it, and intervals are of the stiffness with friction")
	}
	if back != nil {
		notes = append(notes, "of tests with frames on the way back the stiffness is the mean of both ways, where friction "+
			"cancels: "+strings.Join(back, ", "))
	}
	if twice := f.twice(base, tests); twice != "" {
		notes = append(notes, twice)
	}
	return notes
}

// twice returns a text about the share of the elasticity that the friction of a base counts twice, if tests have no way
// back: during loading from rest friction is s(ε)/ε of the stiffness σ/ε, with its stress s, at half of each range and
// at its end. It is empty if there is none.
func (f *Fitted) twice(base cloth.Fabric, tests []*Test) string {
	var list []string
	for _, p := range f.Parts {
		if p.presses() || f.Model == Springs && p.Name == "shear" || !p.thereAlone(f.Model, tests) {
			continue // springs along diagonals are not the base's shear
		}
		of := component(&base, p.Name)
		var bears, found [2]float64
		for i := range found {
			eps, r := p.High*float64(i+1)/2, law.Response{}
			p.Law(f.Model).Respond(&law.Strain{Eps: eps, H: 1}, &r)
			found[i], bears[i] = r.Sigma/eps, fit.Drawn(law.Beside(of.Friction, of.Elastic), eps)/eps
		}
		if bears[0] > 0 {
			unit := map[law.Measure]string{law.Bending: "N·m", law.Membrane: "N/m"}[measure(p.Name)]
			list = append(list, fmt.Sprintf("%s %.2g to %.3g and %.2g to %.3g %s", p.Name, bears[0], found[0], bears[1],
				found[1], unit))
		}
	}
	if list == nil {
		return ""
	}
	return "the base's friction, on the way from rest, adds to the stiffness that was found once more, at half of the " +
		"largest strain and at it: " + strings.Join(list, "; ")
}

// thereAlone reports whether no test that a part is first fitted to has a way back.
func (p *Part) thereAlone(model string, tests []*Test) bool {
	first, _ := stages(model)
	for _, g := range first {
		for _, t := range tests {
			if g.parts[0] == p.Name && slices.Contains(g.tests, t.Kind) && !bends(t) && t.back() {
				return false
			}
		}
	}
	return true
}

// Most returns the largest force on a clip of any test [N].
func Most(tests []*Test) (most float64) {
	for _, t := range tests {
		for _, f := range t.Frames {
			for _, force := range f.Force {
				most = max(most, r3.Norm(force))
			}
		}
	}
	return most
}

// turned is the smallest reversal of the motion of clips that counts as a way back, more than rigs misread.
const turned = 0.1

// back reports whether clips reverse, by the distance of each from its first position. Free points are no evidence:
// those that sag are pulled flat on the way there.
func (t *Test) back() bool {
	first, last := t.Frames[0].clips(), 0.
	for i := range t.Frames {
		way := 0.
		for c, x := range t.Frames[i].clips() {
			if c < len(first) {
				way += r3.Norm(r3.Sub(x, first[c]))
			}
		}
		if way < (1-turned)*last {
			return true
		}
		last = max(last, way)
	}
	return false
}

// clips returns the position of each clip, the mean of its points.
func (f *Frame) clips() []r3.Vec {
	at, points := make([]r3.Vec, len(f.Force)), make([]float64, len(f.Force))
	for i, c := range f.Clip {
		if c > 0 {
			at[c-1], points[c-1] = r3.Add(at[c-1], f.X[i]), points[c-1]+1
		}
	}
	for c, n := range points {
		at[c] = r3.Scale(1/n, at[c])
	}
	return at
}
