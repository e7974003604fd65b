package placement_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/placement"
)

// placed is a mannequin, moved, as a figure.
func placed(t *testing.T, m body.Measurements, by r3.Vec) *placement.Figure {
	t.Helper()
	b, err := body.NewMannequin(m.Fill(), "stand")
	if err != nil {
		t.Fatal(err)
	}
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, -body.LeadOf(b))
	for v := range x {
		x[v] = r3.Add(x[v], by)
	}
	moved, err := body.NewClip(b.Triangles(), x, body.Frames{}, body.TrackOptions{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := placement.New(moved)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The first place to try has neck openings at necks, legs where legs part and waists below arms, on the ground and over
// the middle of the body, and says so; garments that are where they belong stay. Others are on both sides of the first.
func TestPlaces(t *testing.T) {
	small, usual := body.Measurements{Height: 1.45}, body.Measurements{}
	lowered := 1.069 * (1 - 1.45/1.72) // of a skirt's waist, 1.069 m up
	for _, c := range []struct {
		name      string
		body      body.Measurements
		moved, by r3.Vec  // the body, and the garment [m]
		want      r3.Vec  // the first place [m]
		off       float64 // [m]
		why       string
	}{
		{"tee", usual, r3.Vec{}, r3.Vec{}, r3.Vec{}, 0, ""},
		{"tee", usual, r3.Vec{}, r3.Vec{Y: .3}, r3.Vec{Y: -.3}, .06, "its neck opening is at the neck, 0."},
		{"tee", usual, r3.Vec{}, r3.Vec{Y: -.25}, r3.Vec{Y: .25}, .06, "m higher than it is drawn"},
		{"tee", usual, r3.Vec{X: 1.5, Y: .5}, r3.Vec{}, r3.Vec{X: 1.5, Y: .51}, .01, "over the body's middle"},
		{"tee", usual, r3.Vec{}, r3.Vec{Y: -.676 * 1.72}, r3.Vec{Y: .676 * 1.72}, .06, ""},
		{"trousers", usual, r3.Vec{}, r3.Vec{}, r3.Vec{Y: -.02}, 1e-9, "its legs part where the body's do, 0.02"},
		{"trousers", usual, r3.Vec{}, r3.Vec{Y: .5}, r3.Vec{Y: -.52}, .02, "its legs part where the body's do, 0.52"},
		{"skirt", small, r3.Vec{}, r3.Vec{}, r3.Vec{Y: -lowered}, .01, "below the arms, 0.17 m lower"},
	} {
		f, g := placed(t, c.body, c.moved), worn(t, c.name)
		for v := range g.X {
			g.X[v] = r3.Add(g.X[v], c.by)
		}
		list := f.Places(g)
		if got := list[0]; r3.Norm(r3.Sub(got.By, c.want)) > c.off || !strings.Contains(got.Why, c.why) {
			t.Errorf("%s, drawn %v m off, of a body %v m off: %v m, %q; expected %v m, %q", c.name, c.by, c.moved, got.By,
				got.Why, c.want, c.why)
		}
		above, below := 0, 0
		for _, p := range list {
			if p.By.Y > list[0].By.Y {
				above++
			} else {
				below++
			}
		}
		if above < 3 || below < 4 {
			t.Errorf("%s: %d above and %d below of %v", c.name, above, below, list)
		}
	}
}

// An opening that is amiss costs more than stretch, of equals the nearest is best, and stretch counts until cloth is
// torn.
func TestCost(t *testing.T) {
	none := r3.Vec{}
	order := []float64{placement.Cost(0, 1, 0, none), placement.Cost(0, 1, 0, r3.Vec{Y: -.1}),
		placement.Cost(0, 1, .05, none), placement.Cost(0, 1.5, 0, none), placement.Cost(1, 1, 0, none),
		placement.Cost(1, 1, .05, none)}
	for k := range order[1:] {
		if order[k] >= order[k+1] {
			t.Errorf("%g before %g", order[k], order[k+1])
		}
	}
	if a, b := placement.Cost(0, 4, 0, none), placement.Cost(0, math.Inf(1), 0, none); a != b {
		t.Errorf("%g of torn cloth, %g of cloth torn further", a, b)
	}
}
