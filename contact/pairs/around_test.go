package pairs

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestAround: the box is around all ways, as tight as it can be; and what balls tell apart is so, at any time, though
// they move fast, while most of what is far apart is told.
func TestAround(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 9))
	random := func(a float64) r3.Vec {
		return r3.Vec{X: a * rnd.NormFloat64(), Y: a * rnd.NormFloat64(), Z: a * rnd.NormFloat64()}
	}
	told, far := 0, 0
	for n := range 3000 {
		const near = .01
		var from, to [2][]r3.Vec
		var v [2][]int32
		var box [2]Box
		var ball [2]Ball
		move := random(4)
		for k := range v {
			m := 1 + rnd.IntN(11)
			centre := random(.2)
			for i := range m {
				v[k] = append(v[k], int32(m-1-i))
				x := r3.Add(centre, random(.03))
				from[k], to[k] = append(from[k], x), append(to[k], r3.Add(r3.Add(x, move), random(.01)))
			}
			box[k], ball[k] = Around(from[k], to[k], v[k], near)
			want := Box{from[k][0], from[k][0]}
			for i := range from[k] {
				want = want.Join(&Box{from[k][i], from[k][i]})
				want = want.Join(&Box{to[k][i], to[k][i]})
			}
			g := r3.Vec{X: near, Y: near, Z: near}
			if want = (Box{r3.Sub(want.Lo, g), r3.Add(want.Hi, g)}); want != box[k] {
				t.Fatalf("%d: box %v around %d vertices, expected %v", n, box[k], m, want)
			}
		}
		least := math.Inf(1)
		for s := range 11 {
			for i := range v[0] {
				for j := range v[1] {
					f := float64(s) / 10
					a, b := r3.Scale(1-f, from[0][i]), r3.Scale(1-f, from[1][j])
					a, b = r3.Add(a, r3.Scale(f, to[0][i])), r3.Add(b, r3.Scale(f, to[1][j]))
					least = min(least, r3.Norm(r3.Sub(a, b)))
				}
			}
		}
		apart := ball[0].Separated(&ball[1])
		if apart && least <= 2*near {
			t.Fatalf("%d: told apart, and as near as %g", n, least)
		}
		if least > .4 {
			far++
			if apart {
				told++
			}
		}
	}
	t.Logf("%d of %d are told", told, far)
	if far < 100 || told < far*9/10 {
		t.Errorf("%d of %d are told: expected many", told, far)
	}
}

// TestAroundEnds: two rows of vertices in a line, that grow longer towards each other, are told apart up to where their
// ends come as near as pairs must be.
func TestAroundEnds(t *testing.T) {
	const reach, grow, near, off = .3, .2, .1, 1e-6
	for _, m := range []int{2, 4, 8} { // of others the middle is a little elsewhere
		row := func(at float64) Ball {
			var from, to []r3.Vec
			var v []int32
			for i := range m {
				f := 2*float64(i)/float64(m-1) - 1
				v = append(v, int32(i))
				from = append(from, r3.Vec{X: at + reach*f})
				to = append(to, r3.Vec{X: at + 5 + (reach+grow)*f})
			}
			_, ball := Around(from, to, v, near)
			return ball
		}
		a := row(0)
		for d, want := range map[float64]bool{2*(reach+grow+near) - off: false, 2*(reach+grow+near) + off: true} {
			if b := row(d); a.Separated(&b) != want {
				t.Errorf("rows of %d, %g apart: %v", m, d, !want)
			}
		}
	}
}

// TestAroundNothing: what goes nowhere meets nothing, whichever of its vertices that is.
func TestAroundNothing(t *testing.T) {
	for m := 1; m < 12; m++ {
		for i := range m {
			for end := range 2 {
				x := [2][]r3.Vec{make([]r3.Vec, m), make([]r3.Vec, m)}
				var v []int32
				for k := range m {
					v = append(v, int32(k))
				}
				x[end][i].Z = math.NaN()
				if box, ball := Around(x[0], x[1], v, 1); box.Overlaps(&box) || ball.Separated(&ball) {
					t.Errorf("vertex %d of %d: %v, %v", i, m, box, ball)
				}
			}
		}
	}
}
