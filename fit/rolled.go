package fit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hysteron/fit/findings"
)

// Left is what a law [k1, k2, a, b, τ] leaves of the samples that a fit uses, and with what standard deviation each was
// read [1/m]: its curvature, and what errors of radius, thickness and lever make of it.
func (s *Spirals) Left(law []float64) (l findings.Left) {
	l.Numbers = len(BendKeys) - 2
	for _, i := range s.used() {
		c, _ := s.rest(law, i)
		sum := s.Error * s.Error
		for _, change := range []func(o *Spirals){
			func(o *Spirals) { o.Radius[i] += findings.Snug },
			func(o *Spirals) { o.Thickness += cmp.Or(findings.Pressed*s.Thickness, findings.Unknown) },
			func(o *Spirals) { o.Lever[i] += findings.LeverRead },
		} {
			o := *s
			o.Radius, o.Lever = slices.Clone(s.Radius), slices.Clone(s.Lever)
			if change(&o); s.Length[i] == 0 {
				o.Lever[i] = 0
			}
			if moved, ok := o.rest(law, i); ok {
				sum += (moved.Eps - c.Eps) * (moved.Eps - c.Eps) / 9
			}
		}
		l.Off, l.Error = append(l.Off, c.Eps/3-s.Curvature[i]), append(l.Error, math.Sqrt(sum))
	}
	return l
}

// missed says where the law of an estimate leaves more of the samples than errors of reading explain: of one alone if
// the law that fits all others is off there, else of all; and where what is left goes together from cylinder to
// cylinder, as errors do not.
func (s *Spirals) missed(k1, k2 float64, e *Estimate) []string {
	l := s.Left(append([]float64{k1, k2}, e.P[:len(BendKeys)-2]...))
	use := s.used()
	if ratio, _ := l.Ratio(); l.Beyond() {
		if i, off := s.single(k1, k2, use, l); i >= 0 {
			return []string{fmt.Sprintf("line %d: %.4g 1/m on %.4g mm, where the law that fits all other strips leaves %.4g; "+
				"errors of reading explain %.2g 1/m: is a digit wrong?", s.lines[i], s.Curvature[i], 1e3*s.Radius[i],
				s.Curvature[i]+off, l.Usual())}
		}
		return []string{fmt.Sprintf("%.3g 1/m are left of the readings, %.2g times what errors of reading explain, %.2g "+
			"1/m: what was found does not describe them, or they were read less well; a line \"# error = %.2g 1/m\" would say "+
			"so",
			math.Sqrt(e.RSS/float64(len(e.R))), ratio, l.Usual(), ratio*l.Usual())}
	}
	at := make([]int, len(use))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(s.anchor(use[i]), s.anchor(use[j])) })
	if off := findings.ShapeMissed(findings.PickRows(l.Off, at),
		math.Sqrt(e.RSS/float64(len(use)))); off > findings.Legible*slices.Max(s.Curvature) {
		return []string{fmt.Sprintf("the law misses the readings by %.2g 1/m, not as errors do but alike from cylinder to "+
			"cylinder: this cloth follows another one, and the intervals do not know it", off)}
	}
	return nil
}

// single finds the sample that the law which fits all others is off by more than errors of reading explain, where these
// explain what it leaves of the others; −1: none.
func (s *Spirals) single(k1, k2 float64, use []int, l findings.Left) (at int, off float64) {
	at = -1
	for row, i := range use {
		o := *s
		rest := slices.DeleteFunc(slices.Clone(use), func(k int) bool { return k == i })
		o.Radius, o.Turn, o.Curvature, o.Length, o.Lever = findings.PickRows(s.Radius, rest), findings.PickRows(s.Turn, rest),
			findings.PickRows(s.Curvature, rest), findings.PickRows(s.Length, rest), findings.PickRows(s.Lever, rest)
		e, err := FitBend(&o, k1, k2, Options{Starts: 4, Seed: 1})
		if err != nil {
			continue
		}
		law := append([]float64{k1, k2}, e.P...)
		c, ok := s.rest(law, i)
		d := findings.Deleted{Off: c.Eps/3 - s.Curvature[i], Scatter: l.Error[row], Free: math.Inf(1), N: len(use)}
		if ok && d.Outlies() && !o.Left(law).Beyond() && math.Abs(d.Off) > math.Abs(off) {
			at, off = i, d.Off
		}
	}
	return at, off
}

// Doubts says what speaks against samples of rolled strips, which of them a fit leaves out, and what speaks against an
// estimate beside k1 [N·m] and k2 [N·m²], where there is one.
func (s *Spirals) Doubts(k1, k2 float64, e *Estimate) (doubts []string) {
	doubts = append(doubts, s.unused...)
	for i := range s.Radius {
		if s.Curvature[i] < 0 {
			doubts = append(doubts, fmt.Sprintf("line %d: curvature of %.4g 1/m, against the way it was rolled: expected what "+
				"is left of %.4g 1/m; is the sign turned?", s.lines[i], s.Curvature[i], s.anchor(i)/3))
		}
		if 3*s.Curvature[i] > s.anchor(i) {
			doubts = append(doubts, fmt.Sprintf("line %d is left out: a curvature of %.4g 1/m is more than that of the "+
				"cylinder, %.4g 1/m; %s", s.lines[i], s.Curvature[i], s.anchor(i)/3,
				map[bool]string{true: "is a digit of it wrong?", false: "are the units right?"}[2*s.Used() > len(s.Radius)]))
		} else if s.Lever[i] < 0 {
			doubts = append(doubts, fmt.Sprintf("line %d is left out: its weight helps to roll it up", s.lines[i]))
		}
	}
	if i, j := s.uneven(); i != j {
		doubts = append(doubts, fmt.Sprintf("line %d: on %.4g mm %.4g 1/m are left, and on %.4g mm in line %d %.4g 1/m: "+
			"expected what is left to change with the cylinder as no more than its third power; do units change on the way?",
			s.lines[i], 1e3*s.Radius[i], s.Curvature[i], 1e3*s.Radius[j], s.lines[j], s.Curvature[j]))
	}
	if e != nil {
		doubts = append(doubts, s.missed(k1, k2, e)...)
	}
	return doubts
}

// uneven finds, of strips that no weight bends, one that keeps far less than another for the radius that it was rolled
// on. What is left grows with the curvature as its third power at most: where friction is far from its limit, which
// grows.
func (s *Spirals) uneven() (i, j int) {
	const clear, far = 0.3, 6. // of the largest, so that errors are nothing beside it; times
	most := slices.Max(s.Curvature)
	for i := range s.Radius {
		for j := range s.Radius {
			k := max(1, s.anchor(j)/s.anchor(i))
			if s.Lever[i] == 0 && s.Lever[j] == 0 && s.Curvature[i] >= 0 && s.Curvature[j] > clear*most &&
				s.Curvature[j] > far*k*k*k*s.Curvature[i] {
				return i, j
			}
		}
	}
	return 0, 0
}
