package placement_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/placement"
)

// doubts is what all tests of a garment on a body find.
func doubts(g *placement.Garment, b body.Body) (list []string) {
	for _, find := range []func(*placement.Garment, body.Body) string{placement.OpeningsAmiss, placement.AmongArms,
		placement.LegsAmiss, placement.Misfit} {
		if why := find(g, b); why != "" {
			list = append(list, why)
		}
	}
	return list
}

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
		got := strings.Join(doubts(worn(t, c.name), m), "; ")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s on %+v: %q, expected %q", c.name, c.body, got, c.want)
		}
	}
}

// A skirt of two panels, each 130 degrees of an annulus that starts flat, is no larger than its waist, and with the
// waist of a giant it is too large.
func TestDoubtsOfWideSkirt(t *testing.T) {
	m, err := body.NewMannequin(body.DefaultMeasurements(), "stand")
	if err != nil {
		t.Fatal(err)
	}
	for inner, want := range map[float64]string{0.165: "", 0.35: "too large: expected a smaller pattern",
		0.42: "or a larger body; or its drawing in the unit that it has been read in: see unit_m"} {
		const around, rings, half = 48, 12, 65 * math.Pi / 180
		var g placement.Garment
		var flat []r2.Vec
		for j := range rings + 1 {
			r := inner + 0.8*float64(j)/rings
			for i := range around {
				front, turn := 1., half*(4*float64(i)/around-1)
				if turn > half {
					front, turn = -1, 2*half-turn
				}
				sin, cos := math.Sincos(turn)
				g.X = append(g.X, r3.Vec{X: r * sin, Y: 1.3 - r*cos, Z: front * 0.3 * math.Cos(turn/half*math.Pi/2)})
				flat = append(flat, r2.Vec{X: r * sin, Y: r * cos})
			}
		}
		for j := range int32(rings) {
			for i := range int32(around) {
				a, b := j*around+i, j*around+(i+1)%around
				for _, t := range [][3]int32{{a, b, b + around}, {a, b + around, a + around}} {
					g.Tri = append(g.Tri, t)
					g.UV = append(g.UV, [3]r2.Vec{flat[t[0]], flat[t[1]], flat[t[2]]})
				}
			}
		}
		got := strings.Join(doubts(&g, m), "; ")
		if want == "" && strings.Contains(got, "too") || !strings.Contains(got, want) {
			t.Errorf("a waist of %.2f m: %q, expected %q", 4*half*inner, got, want)
		}
	}
}
