//go:build cgo

package gpu

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu/opengl"
	"hysteron/step/steptest"
)

// TestChangeIsForceTimesWay: on the device alone, what a line search is told of a change of the potential is the force
// times the way, of each term: (g(x) + g(x+q))·q/2 over so short a way q that what is left at third order is nothing.
// Few strains turn around on it, which has kinks in the force.
func TestChangeIsForceTimesWay(t *testing.T) {
	ctx := open(t, true)
	for _, of := range steptest.Subjects() {
		worst := 0.
		for seed := range uint64(2) {
			t.Run(fmt.Sprintf("%s/%d", of, seed), func(t *testing.T) {
				c := newCrumpled(t, ctx, seed, &of)
				x, y := make([]r3.Vec, len(c.x)), make([]r3.Vec, len(c.x))
				q := make([]r3.Vec, len(x))
				for i := range x {
					x[i], q[i] = r3.Add(c.x[i], c.noise(5e-4)), c.noise(4e-6)
					q[i] = r3.Vec{X: float64(float32(q[i].X)), Y: float64(float32(q[i].Y)), Z: float64(float32(q[i].Z))}
					y[i] = r3.Add(x[i], q[i])
				}
				var from, to []r3.Vec
				var change float64
				if err := ctx.Do(func() error {
					s := c.gpu
					c.evaluate(x)
					from = s.vectors("gradient")
					s.writeVectors("direction", q)
					s.trial(1)
					e := s.status().Reductions[reductionEnergy]
					change = float64(e[0]) + float64(e[1])
					c.place(y) // with the planes and normal forces of x
					s.evaluate(true)
					s.gatherGradient()
					to = s.vectors("gradient")
					return opengl.Error()
				}); err != nil {
					t.Fatal(err)
				}
				var want, size float64
				for i := range x {
					w := r3.Dot(r3.Scale(.5, r3.Add(from[i], to[i])), q[i])
					want += w
					size += math.Abs(w)
				}
				if size == 0 {
					t.Fatalf("%s does nothing on a crumpled fabric", of)
				}
				off := math.Abs(change-want) / size
				if !(off < 5e-4) { // kinks, and what single precision leaves of a short way: below 1e-4
					t.Errorf("the potential changes by %.9g J, force times way is %.9g J: %.3g of its parts", change,
						want, off)
				}
				worst = max(worst, off)
			})
		}
		t.Logf("%-9s %.1e", of, worst)
	}
}
