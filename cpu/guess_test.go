package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// From its third step on, the first guess of a sheet that falls freely is where it will be; the
// linearised mode starts from flight without acceleration.
func TestGuessOfFreeFall(t *testing.T) {
	for _, c := range []struct {
		newton int
		tol    float64 // the linearised mode solves its one system to 1e-2
	}{{30, 1e-9}, {1, 1e-2}} {
		f := cotton()
		f.Drag, f.DragSkin = 0, 0
		set := DefaultSettings()
		set.MaxNewton, set.Tolerance = c.newton, 1e-13
		const h = 1. / 120
		s := newSim(t, grid(4, 3, .1, .08, f, true), nil, set)
		step(t, s, 2, h)
		if math.Abs(s.lasting-1) > c.tol {
			t.Errorf("%g of the acceleration lasted, expected all", s.lasting)
		}
		s.H = h
		s.guess()
		guess := append([]r3.Vec(nil), s.x...)
		step(t, s, 1, h)
		want := 9.81 * h * h
		if c.newton > 1 {
			want = 0
		}
		for i, x := range s.State.X {
			if off := r3.Norm(r3.Sub(x, guess[i])); math.Abs(off-want) > c.tol*9.81*h*h {
				t.Fatalf("%d Newton iterations, vertex %d: guess is %g m off, expected %g", c.newton, i, off, want)
			}
		}
	}
}

// What points up and down in turn is not expected to go on; held vertices do not count.
func TestLasting(t *testing.T) {
	s := newSim(t, grid(2, 2, .1, .1, cotton(), true), nil, DefaultSettings())
	s.H = 0.01
	for i := range s.fixed {
		s.fixed[i] = i == 0
	}
	x0 := append([]r3.Vec(nil), s.State.X...)
	// to moves all free vertices to y, the held one ever faster away.
	away := 1.
	to := func(y float64) {
		away *= 2
		for i := range s.x {
			s.x[i] = r3.Add(x0[i], r3.Vec{Y: y})
		}
		s.x[0] = r3.Add(x0[0], r3.Vec{X: away})
		s.commitMotion()
	}
	for n, c := range []struct{ y, want float64 }{{1, 0}, {0, 0}, {1, 0}, {2, 0}, {2, 0}, {1.5, 0.5}, {0, 0.5}, {-2.5, 1}} {
		// Accelerations: 1, −2, 2, 0, −1, −0.5, −1, −1 per h².
		to(c.y)
		if math.Abs(s.lasting-c.want) > 1e-9 {
			t.Errorf("step %d: %g lasts, expected %g", n, s.lasting, c.want)
		}
	}
	if got := Lasting(math.Inf(1), math.Inf(1), 1); got != 0 {
		t.Errorf("infinite sums: %g, expected 0", got)
	}
}
