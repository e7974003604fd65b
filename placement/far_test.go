package placement

import (
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestBetweenFar: a vertex a thousand kilometres off takes no longer than any, and what hangs around a body still does.
func TestBetweenFar(t *testing.T) {
	x := []r3.Vec{{X: -.3, Z: .2}, {X: .3, Z: .2}, {X: .3, Y: 1, Z: .2}, {X: -.3, Y: 1, Z: .2}, {X: 1e6, Y: .5, Z: .2},
		{X: .3, Y: .5, Z: 1e6}}
	done := make(chan bool)
	go func() {
		done <- Between(x, [][3]int32{{0, 1, 2}, {0, 2, 3}, {1, 2, 4}, {1, 2, 5}})(r3.Vec{X: .1, Y: .5, Z: .25})
	}()
	select {
	case in := <-done:
		if !in {
			t.Error("a point behind the cloth is not within it")
		}
	case <-time.After(5 * time.Minute):
		t.Fatal("it takes too long")
	}
}
