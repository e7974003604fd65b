package law_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hysteron/law"
	"hysteron/law/lawtest"
)

// bounded calls f with every law at the bounds of its parameters.
func bounded(t *testing.T, f func(t *testing.T, k *law.Kind, l law.Law, s law.Strain)) {
	for i := range law.Kinds {
		k := &law.Kinds[i]
		for m, name := range map[law.Measure]string{law.Membrane: "membrane", law.Bending: "bending"} {
			if m == law.Bending && !k.On(law.Bends) {
				continue
			}
			t.Run(k.Name+"/"+name, func(t *testing.T) {
				lawtest.Bounded(k, m, func(l law.Law, s law.Strain) { f(t, k, l, s) })
			})
		}
	}
}

func finite(v ...float64) bool {
	return !slices.ContainsFunc(v, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

// said is a law with its parameters.
func said(l law.Law) string { return fmt.Sprintf("%+v", l) }

// TestBoundsAreFinite: with parameters at their declared bounds, at the largest strains that there may be, potential,
// stress and slope are finite numbers, and so is what a law keeps.
func TestBoundsAreFinite(t *testing.T) {
	asked := 0
	check := func(t *testing.T, k *law.Kind, l law.Law, s law.Strain) {
		asked++
		r := at(l, s, s.Eps)
		if !finite(r.Psi, r.Sigma, r.Slope) {
			t.Fatalf("%s at ε %g, ε_n %g, kept %v: %+v", said(l), s.Eps, s.EpsN, s.History, r)
		}
		if l, ok := l.(law.Keeper); ok {
			s.History = slices.Clone(s.History)
			if l.Commit(&s); !finite(s.History...) {
				t.Fatalf("%s at ε %g, ε_n %g: keeps %v", said(l), s.Eps, s.EpsN, s.History)
			}
		}
	}
	bounded(t, func(t *testing.T, k *law.Kind, l law.Law, s law.Strain) {
		check(t, k, l, s)
		if s.EpsN != 0 || s.Crossed {
			return
		}
		for _, s.Eps = range lawtest.Edges(l) {
			check(t, k, l, s)
		}
	})
	t.Logf("%d answers", asked)
}

// TestBoundsAreConsistent: there too the stress is the derivative of the potential, and the slope that of the stress,
// by the best of differences over many sizes, since parameters set scales from a millionth of a strain on. What
// round-off leaves of a difference is no error.
func TestBoundsAreConsistent(t *testing.T) {
	asked, odd := 0, 0
	bounded(t, func(t *testing.T, k *law.Kind, l law.Law, s law.Strain) {
		r := at(l, s, s.Eps)
		way := max(math.Abs(s.Eps), math.Abs(s.Eps-s.EpsN))
		size := math.Abs(r.Sigma) + math.Abs(r.Slope*way)
		// The slope of strains that cross their start steers the iteration; denormal numbers have no digits.
		if s.Crossed || s.Eps == s.EpsN || s.Eps == 0 || size < 1e-280 {
			return
		}
		const digits = 1e-15
		largest := math.Abs(r.Sigma) // of the stresses that make this one
		values := law.Values(l)
		for i, p := range law.Params(l) {
			if p.Dim.Stress == 1 && p.Dim.Strain == 0 {
				largest = max(largest, values[i])
			}
		}
		for _, v := range s.History {
			largest = max(largest, math.Abs(v))
		}
		off := [2]float64{math.Inf(1), math.Inf(1)}
		for d := .01 * way; d > min(1e-10*way, 1e-5*math.Abs(s.Eps)); d /= 4 {
			potential := fourth(func(e float64) float64 { return at(l, s, s.Eps+e).Psi }, d)
			stress := fourth(func(e float64) float64 { return at(l, s, s.Eps+e).Sigma }, d)
			off[0] = min(off[0], (math.Abs(potential-r.Sigma)-digits*max(math.Abs(r.Psi), largest*way)/d)/size)
			off[1] = min(off[1], (math.Abs(stress-r.Slope)-digits*largest/d)/(size/way))
		}
		asked++
		if !(max(off[0], off[1]) < 1e-5) {
			if odd++; odd < 10 {
				t.Errorf("%s at ε %g, ε_n %g, kept %v: %+v is off by %.2g and %.2g",
					said(l), s.Eps, s.EpsN, s.History, r, off[0], off[1])
			}
		}
	})
	t.Logf("%d of %d answers are off", odd, asked)
}

// TestBoundsInOneCall: laws that answer for many strains in one call give the same bits there as for each.
func TestBoundsInOneCall(t *testing.T) {
	asked := 0
	bounded(t, func(t *testing.T, k *law.Kind, l law.Law, s law.Strain) {
		if _, ok := l.(law.Wide); !ok {
			return
		}
		const n = 5 // four at once, and one left over
		all := law.Strains{H: s.H, Stride: len(k.History)}
		var r law.Responses
		for range n {
			all.Eps, all.EpsN, all.History = append(all.Eps, s.Eps), append(all.EpsN, s.EpsN), append(all.History, s.History...)
			if s.Crossed {
				all.Side = append(all.Side, law.Crossed)
			}
			r.Psi, r.Sigma, r.Slope = append(r.Psi, 0), append(r.Sigma, 0), append(r.Slope, 0)
		}
		law.RespondAll(l, &all, &r)
		one := at(l, s, s.Eps)
		for i := range n {
			asked++
			if q := (law.Response{r.Psi[i], r.Sigma[i], r.Slope[i]}); q != one {
				t.Fatalf("%s at ε %g, ε_n %g, kept %v, crossed %v: number %d of %d is %+v, alone %+v",
					said(l), s.Eps, s.EpsN, s.History, s.Crossed, i, n, q, one)
			}
		}
	})
	t.Logf("%d answers", asked)
}

// TestBoundsAreMonotone: the stress of laws that promise a convex energy grows with the strain there, too, and their
// slope is not negative; of yarns that align, the force over the elongation.
func TestBoundsAreMonotone(t *testing.T) {
	promised := []string{"elastic", "traction", "radial", "plastic", "jamming", "dahl", "damping"}
	var before struct {
		law.Strain
		law   law.Law
		force float64
	}
	asked := 0
	bounded(t, func(t *testing.T, k *law.Kind, l law.Law, s law.Strain) {
		if d, ok := l.(law.Dahl); ok && d.B > 0 || !slices.Contains(promised, k.Name) || s.Crossed {
			return
		}
		r := at(l, s, s.Eps)
		force := r.Sigma
		if _, ok := l.(law.Traction); ok {
			force *= math.Sqrt(max(.25, 1+2*s.Eps)) // σ = F·∂ε/∂E, straight below a stretch of ½
		} else if r.Slope < 0 {
			t.Fatalf("%s at ε %g, ε_n %g, kept %v: %+v", said(l), s.Eps, s.EpsN, s.History, r)
		}
		same := before.law == l && before.EpsN == s.EpsN && before.H == s.H && slices.Equal(before.History, s.History)
		if same && before.Eps < s.Eps {
			if asked++; force < before.force-1e-12*math.Abs(force) {
				t.Fatalf("%s, ε_n %g, kept %v: %g at ε %g, then %g at %g",
					said(l), s.EpsN, s.History, before.force, before.Eps, force, s.Eps)
			}
		}
		before.Strain, before.law, before.force = s, l, force
	})
	t.Logf("%d answers", asked)
}

// fourth is the fourth-order central difference of f at zero.
func fourth(f func(float64) float64, h float64) float64 {
	return (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
}

// at is the response at a strain.
func at(l law.Law, s law.Strain, eps float64) (r law.Response) {
	s.Eps = eps
	l.Respond(&s, &r)
	return r
}
