package capture

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"hysteron/law"
)

// TestKeeps: with the least that points keep of those before them no moment falls as hinges bend on, and with a
// twentieth less one does.
func TestKeeps(t *testing.T) {
	least := func(points ...float64) (slope float64) {
		p := Part{Name: "bend_warp", Even: true, High: 100, Points: points}
		slope = math.Inf(1)
		for i := range 1001 {
			var r law.Response
			p.Law(StVK).Respond(&law.Strain{Eps: p.High * float64(i) / 1000, H: 1}, &r)
			slope = min(slope, r.Slope)
		}
		return slope
	}
	two, three := keeps[1], keeps[2]
	if s := least(1, .95*two); !(s < 0) {
		t.Errorf("two points, a twentieth less: slope %g: expected it below zero", s)
	}
	if s := least(1, 1, .95*three); !(s < 0) {
		t.Errorf("three points, a twentieth less: slope %g: expected it below zero", s)
	}
	if s := least(1, two); !(s >= 0) {
		t.Errorf("two points: slope %g", s)
	}
	for a := two; a < 3; a *= 1.1 {
		for b := three; b < 3; b *= 1.1 {
			if s := least(1, a, a*b); !(s >= -1e-12) {
				t.Errorf("points 1, %.3g, %.3g: slope %g", a, a*b, s)
			}
		}
	}
}

// TestRaises: points that keep enough come back from what raises them, and derivatives by points go with them there and
// back.
func TestRaises(t *testing.T) {
	parts := []*Part{{Name: "shear", Points: []float64{4, 1}}, {Name: "bend_warp", Points: []float64{2, 1.5, 1.2}},
		{Name: "bend_weft", Points: []float64{3, 9}}}
	value := func() (v float64) { // any function of the points
		for i, p := range parts {
			for k, q := range p.Points {
				v += float64(i+2*k+1) * q * q
			}
		}
		return v
	}
	j := mat.NewDense(1, 7, nil)
	at := 0
	var by, want []float64
	for i, p := range parts {
		for k, q := range p.Points {
			want = append(want, 2*float64(i+2*k+1)*q)
			j.Set(0, at, want[at])
			at++
		}
		by = append(by, p.raises()...)
	}
	byRaises(parts, j)
	const d = 1e-6
	for k := range by {
		var ends [2]float64
		for side := range ends {
			to := slices.Clone(by)
			to[k] += d * float64(1-2*side)
			put(parts, to)
			ends[side] = value()
		}
		if slope := (ends[0] - ends[1]) / (2 * d); !(math.Abs(slope-j.At(0, k)) < 1e-6) {
			t.Errorf("by what raises point %d: slope %g, differences give %g", k, j.At(0, k), slope)
		}
	}
	put(parts, by)
	byPoints(parts, j)
	for k, p := range []float64{4, 1, 2, 1.5, 1.2, 3, 9} {
		got := append(append(slices.Clone(parts[0].Points), parts[1].Points...), parts[2].Points...)[k]
		if math.Abs(got-p) > 1e-12 || math.Abs(j.At(0, k)-want[k]) > 1e-12 {
			t.Errorf("point %d: %g, by slope %g: expected %g and %g", k, got, j.At(0, k), p, want[k])
		}
	}
}
