package instruments

import (
	"fmt"
	"strings"

	"hysteron/fit"
	"hysteron/fit/findings"
)

// DrawSledLoads draws friction over load.
func DrawSledLoads(list []Rubbing) fit.Drawing {
	d := fit.Drawing{Title: "Friction", X: "load [N]", Y: "friction while it slides [N]", ModelX: []float64{0},
		ModelY: []float64{0}}
	for _, k := range list {
		d.AtX, d.AtY = append(d.AtX, k.Load), append(d.AtY, k.Friction.Value)
	}
	d.ModelX, d.ModelY = append(d.ModelX, d.AtX...), append(d.ModelY, d.AtY...)
	return d
}

// Draw draws each run of a sled, once fitted.
func (s *Sled) Draw() (list []fit.Drawing) {
	for i := range s.Runs {
		r := &s.Runs[i]
		d := fit.Drawing{Title: fmt.Sprintf("sled under %.4g N", r.Load), X: "time [s]", Y: "force [N]",
			LeftName: "force [N]", AtX: r.Time, AtY: r.Force}
		g := make([]float64, len(r.found))
		for k, t := range r.Time {
			d.Left = append(d.Left, r.Force[k]-sledForce(r.found, t, g))
		}
		const n = 400
		for k := range n + 1 {
			t := r.Time[0] + (last(r.Time)-r.Time[0])*float64(k)/n
			d.ModelX, d.ModelY = append(d.ModelX, t), append(d.ModelY, sledForce(r.found, t, g))
		}
		list = append(list, d)
	}
	return list
}

// SledLoads returns the loads of a list [N].
func SledLoads(list []Rubbing) (loads []float64) {
	for _, k := range list {
		loads = append(loads, k.Load)
	}
	return loads
}

// SledDoubts returns findings about friction along warp and weft: an impossible coefficient, or one far from that of
// the other direction, although both are of one surface.
func SledDoubts(found ...[]Rubbing) (doubts findings.List) {
	const far = 2 // ratio
	paths := [2]string{"warp", "weft"}
	mean := make([]float64, len(found))
	for i, list := range found {
		for _, k := range list {
			c := k.Friction.Value / k.Load
			mean[i] += c / float64(len(list))
			doubts.Add(findings.Rubbing.Find(0, fmt.Sprintf("%s under %.4g N: coefficient of friction", paths[i],
				k.Load), c))
		}
	}
	if len(mean) == 2 && max(mean[0], mean[1]) > far*min(mean[0], mean[1]) {
		doubts.Add(findings.NewWarning(0, findings.FrictionApart, mean[0], mean[1], far))
	}
	return doubts
}

// SledNotes returns remarks about friction under some loads.
func SledNotes(list []Rubbing) (notes []string) {
	if len(list) == 1 {
		notes = append(notes,
			"one load: nothing says how friction grows along with it, so the coefficient is that of this "+
				"load everywhere")
	}
	single := 0
	var peaks []string
	for _, k := range list {
		if k.Runs == 1 {
			single++
		}
		if k.Peak {
			peaks = append(peaks, fmt.Sprintf("%.3f under %.4g N", k.Static/k.Load, k.Load))
		}
	}
	if peaks != nil {
		notes = append(notes, "it sticks at first, with a coefficient of "+strings.Join(peaks,
			", ")+", which the pair "+
			"file has no place for")
	}
	if single > 0 {
		notes = append(notes,
			fmt.Sprintf("%d of %d loads have one run: the intervals of these are of its readings alone, "+
				"not of what repeats would differ by", single, len(list)))
	}
	return notes
}
