package fitting_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/scenes/fitting"
)

// Patterns are doubted on bodies of other sizes, with the lengths of both, and not on those that they are made for.
func TestDoubts(t *testing.T) {
	for _, c := range []struct {
		name string
		body body.Measurements
		want string
	}{
		{"tee", body.Measurements{}, ""},
		{"skirt", body.Measurements{}, ""},
		{"trousers", body.Measurements{}, ""},
		{"tee", body.Measurements{Height: 1.95}, ""},
		{"tee", body.Measurements{Height: 1.45}, "as it starts, the neck opening is around the top of the head"},
		{"trousers", body.Measurements{Height: 1.2}, "m, too large: expected a smaller pattern"},
		{"skirt", body.Measurements{Waist: 1.1, Hips: 1.2}, "m, too small: expected a larger pattern"},
	} {
		m, err := body.NewMannequin(c.body.Fill(), "stand")
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(fitting.Doubts(worn(t, c.name), m), "; ")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s on %+v: %q, expected %q", c.name, c.body, got, c.want)
		}
	}
}

// A tee that is drawn for somebody taller comes down to where its neck opening and sleeves are around a neck and arms; one that is where it belongs stays, and so
// does what has no neck.
func TestRaise(t *testing.T) {
	m, err := body.NewMannequin(body.DefaultMeasurements(), "stand")
	if err != nil {
		t.Fatal(err)
	}
	f, err := fitting.New(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		up        float64
		want, off float64
	}{
		{"tee", 0, 0, 0},
		{"tee", 0.3, -0.3, 0.06},
		{"tee", -0.25, 0.25, 0.06},
		{"trousers", 0.5, 0, 0},
	} {
		g := worn(t, c.name)
		for v := range g.X {
			g.X[v] = r3.Add(g.X[v], r3.Vec{Y: c.up})
		}
		if got := f.Raise(g); math.Abs(got-c.want) > c.off {
			t.Errorf("%s, %.2f m up: %.3f m, expected %.2f m", c.name, c.up, got, c.want)
		}
	}
}
