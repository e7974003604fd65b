package fit

import (
	"cmp"
	"math"
	"slices"

	"hysteron/fit/findings"
)

// Left returns the residuals of a law [k1, k2, a, b, τ] for the samples of a fit, and the standard deviation of each
// reading [1/m]: of its curvature, and of radius, thickness and lever.
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

// missed returns a finding if the residuals of an estimate exceed the errors of reading: about one sample, if only that
// differs from the fit of all others, otherwise about all; and if residuals are correlated from cylinder to cylinder.
func (s *Spirals) missed(k1, k2 float64, e *Estimate) *findings.Finding {
	l := s.Left(append([]float64{k1, k2}, e.P[:len(BendKeys)-2]...))
	use := s.used()
	if ratio, _ := l.Ratio(); l.Beyond() {
		if i, off := s.single(k1, k2, use, l); i >= 0 {
			return findings.NewWarning(s.lines[i], findings.RolledOffFit, s.Curvature[i], 1e3*s.Radius[i],
				s.Curvature[i]+off,
				l.Usual())
		}
		return findings.NewWarning(0, findings.RolledUnexplained, math.Sqrt(e.RSS/float64(len(e.R))), ratio, l.Usual(),
			ratio*l.Usual())
	}
	at := make([]int, len(use))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(s.anchor(use[i]), s.anchor(use[j])) })
	if off := findings.ShapeMissed(findings.PickRows(l.Off, at),
		math.Sqrt(e.RSS/float64(len(use)))); off > findings.Legible*slices.Max(s.Curvature) {
		return findings.NewWarning(0, findings.RolledShape, off)
	}
	return nil
}

// single returns the sample whose residual from the fit of all others exceeds the errors of reading, if those explain
// the residuals of the others; −1 if there is none.
func (s *Spirals) single(k1, k2 float64, use []int, l findings.Left) (at int, off float64) {
	at = -1
	for row, i := range use {
		o := *s
		rest := slices.DeleteFunc(slices.Clone(use), func(k int) bool { return k == i })
		o.Radius, o.Turn, o.Curvature, o.Length, o.Lever = findings.PickRows(s.Radius, rest), findings.PickRows(s.Turn,
			rest),
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

// Doubts returns findings about samples of rolled strips, samples that a fit omits, and about an estimate with k1 [N·m]
// and k2 [N·m²], which may be nil.
func (s *Spirals) Doubts(k1, k2 float64, e *Estimate) findings.List {
	list := slices.Clip(s.unused)
	for i, c := range s.Curvature {
		on := s.anchor(i) / 3 // curvature of the cylinder
		if c < 0 {
			list.Add(findings.NewWarning(s.lines[i], findings.RolledTurned, c, on))
		}
		switch few := 2*s.Used() <= len(s.Radius); {
		case c > on && few:
			list.Add(findings.NewWarning(s.lines[i], findings.RolledUnits, c, on))
		case c > on:
			list.Add(findings.NewWarning(s.lines[i], findings.RolledDigit, c, on))
		case s.Lever[i] < 0:
			list.Add(findings.NewWarning(s.lines[i], findings.RolledHelped))
		}
	}
	if i, j := s.uneven(); i != j {
		list.Add(findings.NewWarning(s.lines[i], findings.RolledUneven, 1e3*s.Radius[i], s.Curvature[i],
			1e3*s.Radius[j],
			s.lines[j], s.Curvature[j]))
	}
	if e != nil {
		list.Add(s.missed(k1, k2, e))
	}
	return list
}

// uneven returns two strips without weight of which one keeps far less curvature than the other for its cylinder. The
// remaining curvature grows at most with the third power of that of the cylinder, if friction is far from its limit.
func (s *Spirals) uneven() (i, j int) {
	const clear, far = 0.3, 6. // share of the largest, where errors are negligible; ratio
	most := slices.Max(s.Curvature)
	less := func(i, j int) bool {
		k := max(1, s.anchor(j)/s.anchor(i))
		return s.Curvature[i] >= 0 && s.Curvature[j] > clear*most && s.Curvature[j] > far*k*k*k*s.Curvature[i]
	}
	return findings.Apart(len(s.Radius), func(i, j int) bool {
		return s.Lever[i] == 0 && s.Lever[j] == 0 && (less(i, j) || less(j, i))
	})
}
