package lab

import (
	"math"
	"strings"
	"testing"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/fit/instruments"
	"hysteron/law"
)

// remembering is linen whose warp relaxes, too.
func remembering(t *testing.T) cloth.Fabric {
	f := fabric(t, "linen")
	f.Warp.Relaxing = law.Relaxing{Share1: .2, Time1: 5, Share2: .3, Time2: 400, Time3: 1}
	f.Weft = f.Warp
	return f
}

// TestMemoryComesBack: what the instruments read of a mesh is what the fit's one strain goes through, and the fabric's
// shares and times come back from readings without errors.
func TestMemoryComesBack(t *testing.T) {
	f := remembering(t)
	for _, q := range []struct {
		kind, part string
		opt        Options
		of         cloth.Component
		share      float64
	}{
		{"crease", "bend_warp", Options{Held: []float64{10, 300, 28800}, After: []float64{1, 10, 60, 300, 3600, 28800}},
			f.BendWarp, .02},
		{"bagging", "warp", Options{Held: []float64{2, 30, 3600}, After: []float64{.3, 1, 3, 10, 100, 1000}}, f.Warp, .02},
		{"relax", "warp", Options{After: []float64{.3, 1, 3, 10, 30, 100, 300, 1000, 3000}}, f.Warp, .01},
		{"creep", "warp", Options{After: []float64{.3, 1, 3, 10, 30, 100, 300, 1000, 3000}}, f.Warp, .02},
	} {
		n, err := InstrumentFor(q.kind)
		if err != nil {
			t.Fatal(err)
		}
		table, err := n.Measure(t.Context(), f, q.part, q.opt)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := table.Write(&text); err != nil {
			t.Fatal(err)
		}
		m, err := instruments.ReadMemory(q.kind, q.kind+".csv", strings.NewReader(text.String()), q.of, f.Thickness)
		if err != nil {
			t.Fatal(err)
		}
		base := q.of
		base.Relaxing = law.Relaxing{}
		found, err := instruments.FitMemory(m, base, fit.Options{Starts: 2, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s\n%+v left %.3g %s\n%+v", text.String(), found.Law(), found.Left, found.Unit, found.Akaike)
		got, want := found.Law(), q.of.Relaxing.(law.Relaxing)
		for k, v := range [3][4]float64{{got.Share1, want.Share1, got.Time1, want.Time1}, {got.Share2, want.Share2, got.Time2,
			want.Time2}, {got.Share3, want.Share3, got.Time3, want.Time3}} {
			if v[1] == 0 && v[0] == 0 {
				continue
			}
			if math.Abs(v[0]/v[1]-1) > q.share || math.Abs(v[2]/v[3]-1) > 2*q.share {
				t.Errorf("%s: branch %d has a share of %.4g and %.4g s, the cloth %.4g and %.4g s", q.kind, k+1, v[0], v[2], v[1],
					v[3])
			}
		}
	}
}
