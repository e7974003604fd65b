package placement_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/placement"
)

// A skirt whose waist starts among the arms of somebody small belongs below them, where it is on somebody of the size
// that it is drawn for; there it is well. So is one on its own size, and what has sleeves or hangs from the shoulders
// stays where it is.
func TestAmongArms(t *testing.T) {
	for _, c := range []struct {
		name             string
		tall, up         float64
		down, afterwards float64 // [m]
	}{
		{"skirt", 1.72, 0, 0, 0},
		{"skirt", 1.45, 0, 1.069 * (1 - 1.45/1.72), 0},
		{"skirt", 1.72, 0.3, 0, 0}, // a cape
		{"tee", 1.45, 0, 0, 0},
		{"trousers", 1.45, 0, 0, 0},
	} {
		m, err := body.NewMannequin(body.Measurements{Height: c.tall}.Fill(), "stand")
		if err != nil {
			t.Fatal(err)
		}
		f, err := placement.New(m)
		if err != nil {
			t.Fatal(err)
		}
		if pits := f.Armpits() / c.tall; math.Abs(pits-0.72) > 0.03 {
			t.Errorf("arms join the trunk of somebody of %.2f m at %.3f of that: expected about 0.72", c.tall, pits)
		}
		g := worn(t, c.name)
		for v := range g.X {
			g.X[v].Y += c.up
		}
		down, why := f.AmongArms(g)
		if math.Abs(down-c.down) > 0.01 || (why == "") != (c.down == 0) {
			t.Errorf("%s on %.2f m: %.3f m lower, %q; expected %.3f m", c.name, c.tall, down, why, c.down)
		}
		if c.down == 0 {
			continue
		}
		if list := strings.Join(doubts(g, m), "; "); !strings.Contains(list, why) {
			t.Errorf("%q does not say %q", list, why)
		}
		for v := range g.X {
			g.X[v].Y -= down
		}
		if again, why := f.AmongArms(g); again != c.afterwards {
			t.Errorf("%s, lowered: %.3f m, %s", c.name, again, why)
		}
	}
}

// The seams of trousers are beside the legs of whom they are drawn for, and inside them where these stand closer.
func TestLegsAmiss(t *testing.T) {
	m, err := body.NewMannequin(body.DefaultMeasurements(), "stand")
	if err != nil {
		t.Fatal(err)
	}
	f, err := placement.New(m)
	if err != nil {
		t.Fatal(err)
	}
	for by, want := range map[float64]string{0: "", 0.07: "vertices of their seams start up to 0.0"} {
		g := worn(t, "trousers")
		for v, x := range g.X {
			g.X[v] = r3.Add(x, r3.Vec{X: by})
		}
		if got := f.LegsAmiss(g); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%g m beside: %q, expected %q", by, got, want)
		}
	}
	if got := f.LegsAmiss(worn(t, "skirt")); got != "" {
		t.Errorf("a skirt: %s", got)
	}
}
