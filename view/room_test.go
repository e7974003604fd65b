package view

import (
	"math/rand/v2"
	"testing"
)

// TestRoom: what is free meets nothing that is taken, cannot be made larger, and has each free point.
func TestRoom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	const w, h = 60, 40
	for range 200 {
		var taken []Rect
		for range rnd.IntN(5) {
			taken = append(taken, Rect{float64(rnd.IntN(70) - 10), float64(rnd.IntN(50) - 10), float64(1 + rnd.IntN(30)),
				float64(1 + rnd.IntN(30))})
		}
		free := Room(w, h, taken)
		window := Rect{W: w, H: h}
		hidden := func(r Rect) bool {
			for _, q := range taken {
				if q.overlaps(r) {
					return true
				}
			}
			return !window.contains(r)
		}
		for _, r := range free {
			if hidden(r) {
				t.Fatalf("%v is said to be free beside %v", r, taken)
			}
			for _, more := range []Rect{{r.X - 1, r.Y, r.W + 1, r.H}, {r.X, r.Y - 1, r.W, r.H + 1}, {r.X, r.Y, r.W + 1, r.H},
				{r.X, r.Y, r.W, r.H + 1}} {
				if !hidden(more) {
					t.Fatalf("%v is free too, not only %v", more, r)
				}
			}
		}
		for x := range w {
			for y := range h {
				pixel := Rect{float64(x), float64(y), 1, 1}
				found := false
				for _, r := range free {
					found = found || r.contains(pixel)
				}
				if found == hidden(pixel) {
					t.Fatalf("pixel %d, %d beside %v: found %v in what is free", x, y, taken, found)
				}
			}
		}
	}
}
