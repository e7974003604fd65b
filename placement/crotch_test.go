package placement_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/pattern"
	"hysteron/placement"
	"hysteron/scenes"
)

// tubes are open tubes of four sides about upright axes at x, from one height to another.
func tubes(of ...[4]float64) (x []r3.Vec, tri [][3]int32) {
	for _, t := range of {
		n := int32(len(x))
		for _, y := range t[1:3] {
			r := t[3]
			x = append(x, r3.Vec{X: t[0] - r, Y: y, Z: -r}, r3.Vec{X: t[0] + r, Y: y, Z: -r}, r3.Vec{X: t[0] + r, Y: y, Z: r},
				r3.Vec{X: t[0] - r, Y: y, Z: r})
		}
		for i := range int32(4) {
			k := (i + 1) % 4
			tri = append(tri, [3]int32{n + i, n + k, n + 4 + k}, [3]int32{n + i, n + 4 + k, n + 4 + i})
		}
	}
	return x, tri
}

// Legs part where two lines become one; what hangs beside a trunk are no legs, and a skirt has none.
func TestCrotch(t *testing.T) {
	for name, c := range map[string]struct {
		of   [][4]float64
		want float64 // 0: none
	}{
		"trousers": {[][4]float64{{-.1, 0, .5, .08}, {.1, 0, .5, .08}, {0, .5, .9, .18}}, .5},
		"jumpsuit": {[][4]float64{{-.1, 0, .5, .08}, {.1, 0, .5, .08}, {0, .5, 1.2, .18}, {-.4, .7, 1.2, .05},
			{.4, .7, 1.2, .05}}, .5},
		"sleeves below top": {[][4]float64{{-.3, 0, .8, .08}, {.3, 0, .8, .08}, {0, .5, .9, .18}}, 0},
		"skirt":             {[][4]float64{{0, 0, .9, .2}}, 0},
		"one leg":           {[][4]float64{{-.1, 0, .5, .08}, {0, .5, .9, .18}}, 0},
		"nothing":           {nil, 0},
	} {
		x, tri := tubes(c.of...)
		h, ok := placement.Crotch(x, tri)
		if ok != (c.want > 0) || math.Abs(h-c.want) > 1e-3 {
			t.Errorf("%s: legs part at %.4f m, %v: expected %g", name, h, ok, c.want)
		}
	}
}

// Legs of the trousers that ship, which are drawn for the mannequin, part 2 cm above its crotch; lifted they are too
// high by so much, lowered not at all.
func TestTrousersTooHigh(t *testing.T) {
	p, err := scenes.ShippedPattern("trousers")
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.MeshContext(context.Background(), pattern.MeshOptions{EdgeLength: 0.05})
	if err != nil {
		t.Fatal(err)
	}
	b, err := body.NewMannequin(body.DefaultMeasurements(), "stand")
	if err != nil {
		t.Fatal(err)
	}
	f, err := placement.New(b)
	if err != nil {
		t.Fatal(err)
	}
	if h, ok := f.Crotch(); !ok || math.Abs(h-body.DefaultMeasurements().Inseam) > 0.015 {
		t.Errorf("the mannequin's legs part at %.3f m, %v: expected %.3f", h, ok, body.DefaultMeasurements().Inseam)
	}
	cloth, _ := placement.Crotch(m.X, m.Tri)
	flesh, _ := f.Crotch()
	for _, lift := range []float64{-0.02, 0, 0.1} {
		x := make([]r3.Vec, len(m.X))
		for i := range x {
			x[i] = r3.Add(m.X[i], r3.Vec{Y: lift})
		}
		want := cloth + lift - flesh
		if lift < 0 {
			want = 0
		}
		if high := f.TooHigh(x, m.Tri); math.Abs(high-want) > 2e-3 {
			t.Errorf("lifted by %g m: too high by %.4f m, expected %.4f", lift, high, want)
		}
	}
}
