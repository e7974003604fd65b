package pattern

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

func bigInCircle(a, b, c, d point) int {
	row := func(p point) [3]*big.Int {
		x, y := big.NewInt(p.x-d.x), big.NewInt(p.y-d.y)
		l := new(big.Int).Add(new(big.Int).Mul(x, x), new(big.Int).Mul(y, y))
		return [3]*big.Int{x, y, l}
	}
	m := [3][3]*big.Int{row(a), row(b), row(c)}
	det := new(big.Int)
	for _, p := range [][4]int{{0, 1, 2, 1}, {1, 2, 0, 1}, {2, 0, 1, 1}, {0, 2, 1, -1}, {1, 0, 2, -1}, {2, 1, 0, -1}} {
		t := new(big.Int).Mul(m[0][p[0]], m[1][p[1]])
		t.Mul(t, m[2][p[2]])
		if p[3] < 0 {
			det.Sub(det, t)
		} else {
			det.Add(det, t)
		}
	}
	return det.Sign()
}

func TestInCircleIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	zero := 0
	for i := range 20000 {
		// Large extents, and circles through lattice points where the answer is often zero.
		span := int64(superSize)
		if i%2 == 0 {
			span = 3
		}
		off := rng.Int64N(1000)
		pt := func() point {
			return point{rng.Int64N(2*span+1) - span + off, rng.Int64N(2*span+1) - span - off}
		}
		a, b, c, d := pt(), pt(), pt(), pt()
		got, want := inCircle(a, b, c, d), bigInCircle(a, b, c, d)
		if got != want {
			t.Fatalf("inCircle(%v %v %v %v) = %d, want %d", a, b, c, d, got, want)
		}
		if want == 0 {
			zero++
		}
	}
	if zero < 100 {
		t.Errorf("only %d degenerate cases were tried", zero)
	}
	// The farthest corners.
	s := int64(superSize)
	a, b, c := point{-s, -s}, point{s, -s}, point{s, s}
	for _, d := range []point{{-s, s}, {-s, s - 1}, {-s, s + 1}, {0, 0}} {
		if got, want := inCircle(a, b, c, d), bigInCircle(a, b, c, d); got != want {
			t.Errorf("inCircle(…, %v) = %d, want %d", d, got, want)
		}
	}
}

// checkTopology verifies neighbours, orientation and, if asked, the empty-circle property of all unconstrained edges.
func checkTopology(t *testing.T, d *triangulation, keep []bool) {
	t.Helper()
	for i := range d.t {
		tr := &d.t[i]
		if orient(d.p[tr.v[0]], d.p[tr.v[1]], d.p[tr.v[2]]) <= 0 {
			t.Fatalf("triangle %d is not counter-clockwise", i)
		}
		for e := range 3 {
			u := tr.n[e]
			if u < 0 {
				continue
			}
			w, j := d.apex(int32(i), e)
			if d.t[w].n[j] != int32(i) || d.t[w].c[j] != tr.c[e] || d.t[w].v[(j+1)%3] != tr.v[(e+2)%3] ||
				d.t[w].v[(j+2)%3] != tr.v[(e+1)%3] {
				t.Fatalf("triangles %d and %d do not agree on their edge", i, w)
			}
			if !tr.c[e] && (keep == nil || keep[i] && keep[u]) && d.illegal(int32(i), e) {
				t.Fatalf("edge %d of triangle %d is not Delaunay", e, i)
			}
		}
	}
	for v, k := range d.vt {
		tr := d.t[k]
		if tr.v[tr.index(int32(v))] != int32(v) {
			t.Fatalf("vertex %d points to a triangle without it", v)
		}
	}
}

func TestDelaunay(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for name, make := range map[string]func(i int) point{
		"random":   func(int) point { return point{rng.Int64N(gridSize) - gridSize/2, rng.Int64N(gridSize) - gridSize/2} },
		"lattice":  func(i int) point { return point{int64(i%40) * 1000, int64(i/40) * 1000} }, // four on a circle everywhere
		"line":     func(i int) point { return point{int64(i*7919%1600) * 10, 0} },
		"diagonal": func(i int) point { return point{int64(i * 31), int64(i*31) + int64(i%2)} },
	} {
		var pts []point
		for i := range 1600 {
			pts = append(pts, make(i))
		}
		d, err := delaunay(t.Context(), pts)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkTopology(t, d, nil)
		// Euler: a triangulation of V points with a triangular hull has 2V − 5 triangles.
		if got, want := len(d.t), 2*len(d.p)-5; got != want {
			t.Errorf("%s: %d triangles, want %d", name, got, want)
		}
	}
	if _, err := delaunay(t.Context(), []point{{1, 1}, {5, 2}, {1, 1}}); !errors.Is(err, errDuplicatePoint) {
		t.Errorf("coinciding points: %v", err)
	}
}

// star is a polygon with n thin spikes.
func star(n int, inner, outer float64) []r2.Vec {
	var p []r2.Vec
	for i := range 2 * n {
		r := outer
		if i%2 == 1 {
			r = inner
		}
		s, c := math.Sincos(math.Pi * float64(i) / float64(n))
		p = append(p, r2.Vec{X: r * c, Y: r * s})
	}
	return p
}

func TestConstrainRecoversEveryEdge(t *testing.T) {
	// A nearly straight band much narrower than its vertices are apart: its sides cross edges that end at the enclosing
	// triangle.
	var band []r2.Vec
	for k := range 10 {
		band = append(band, r2.Vec{X: float64(k) * 0.37, Y: -float64(k) * 0.71})
	}
	for k := range 10 {
		band = append(band, r2.Vec{X: (9.5 - float64(k)) * 0.37, Y: -(9.5-float64(k))*0.71 + 1e-4})
	}
	for _, poly := range [][]r2.Vec{star(5, 0.4, 1), star(40, 0.1, 1), star(150, 0.7, 1), band} {
		g := newGrid(poly)
		var pts []point
		for _, v := range poly {
			pts = append(pts, g.snap(v))
		}
		rng := rand.New(rand.NewPCG(5, 6))
		for range 300 { // and free points near the middle
			if len(poly) == len(band) {
				break
			}
			pts = append(pts, g.snap(r2.Vec{X: rng.Float64()*0.1 - 0.05, Y: rng.Float64()*0.1 - 0.05}))
		}
		d, err := delaunay(t.Context(), pts)
		if err != nil {
			t.Fatal(err)
		}
		n := len(poly)
		for i := range n {
			if err := d.constrain(int32(i), int32((i+1)%n)); err != nil {
				t.Fatalf("%d spikes: %v", n/2, err)
			}
		}
		in := d.inside()
		d.legalize(in)
		checkTopology(t, d, in)
		area := int64(0)
		for i, tr := range d.t {
			if in[i] {
				area += orient(d.p[tr.v[0]], d.p[tr.v[1]], d.p[tr.v[2]])
			}
		}
		var want int64
		for i := range n {
			want += orient(point{}, pts[i], pts[(i+1)%n])
		}
		if area != want {
			t.Errorf("%d spikes: the triangles inside cover %d, the polygon has %d", n/2, area, want)
		}
	}
}

func TestConstrainReportsCrossings(t *testing.T) {
	d, err := delaunay(t.Context(), []point{{0, 0}, {100, 100}, {0, 100}, {100, 0}, {200, 200}})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.constrain(0, 1); err != nil {
		t.Fatal(err)
	}
	var c *crossError
	if err := d.constrain(2, 3); !errors.As(err, &c) {
		t.Errorf("crossing constraints: %v", err)
	}
	if err := d.constrain(0, 4); !errors.As(err, &c) || c.c != 1 {
		t.Errorf("a constraint through a vertex: %v", err)
	}
}

func TestFindCrossing(t *testing.T) {
	ring := star(300, 0.9, 1)
	if i, j, ok := findCrossing(ring); ok {
		t.Fatalf("a simple star: chords %d and %d meet", i, j)
	}
	for name, move := range map[string]func(p []r2.Vec) (i, j int){
		"vertex across":    func(p []r2.Vec) (int, int) { p[100] = r2.Scale(-1.05, p[100]); return 99, 0 },
		"vertex on vertex": func(p []r2.Vec) (int, int) { p[100] = p[400]; return 99, 0 },
	} {
		p := append([]r2.Vec(nil), ring...)
		move(p)
		i, j, ok := findCrossing(p)
		if !ok || i != 99 && i != 100 && j != 99 && j != 100 {
			t.Errorf("%s: %d %d %v, want a crossing of chord 99 or 100", name, i, j, ok)
		}
	}
	// Against all pairs, on random walks of few points.
	rng := rand.New(rand.NewPCG(7, 8))
	both := [2]int{}
	for range 3000 {
		n := 3 + rng.IntN(5)
		p := make([]r2.Vec, n)
		q := make([]point, n)
		for i := range p {
			p[i] = r2.Vec{X: float64(rng.IntN(9)), Y: float64(rng.IntN(9))}
		}
		dup := false
		for i := range p {
			dup = dup || p[i] == p[(i+1)%n]
		}
		if b := bounds(p); dup || b.Min.X == b.Max.X && b.Min.Y == b.Max.Y {
			continue
		}
		g := newGrid(p)
		for i := range p {
			q[i] = g.snap(p[i])
		}
		want := false
		for a := range n {
			for b := range a {
				want = want || chordsCross(q, a, b)
			}
		}
		if _, _, got := findCrossing(p); got != want {
			t.Fatalf("findCrossing(%v) = %v, want %v", p, got, want)
		}
		if want {
			both[0]++
		} else {
			both[1]++
		}
	}
	if both[0] < 100 || both[1] < 100 {
		t.Errorf("%d crossing and %d simple polygons were tried", both[0], both[1])
	}
}
