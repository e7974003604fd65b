package check

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// ratOrient3 is orient3 in rational arithmetic.
func ratOrient3(a, b, c, d r3.Vec) int {
	row := func(p r3.Vec) [3]*big.Rat {
		s := func(x, y float64) *big.Rat { return new(big.Rat).Sub(rat(x), rat(y)) }
		return [3]*big.Rat{s(p.X, d.X), s(p.Y, d.Y), s(p.Z, d.Z)}
	}
	p, q, r := row(a), row(b), row(c)
	mul := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
	minor := func(i, j int) *big.Rat { return new(big.Rat).Sub(mul(q[i], r[j]), mul(q[j], r[i])) }
	det := mul(p[0], minor(1, 2))
	det.Add(det, mul(p[1], minor(2, 0)))
	det.Add(det, mul(p[2], minor(0, 1)))
	return det.Sign()
}

// Points on the line (t, t, t)·0.1 and a few units in the last place beside it: rounding decides
// the sign of the naive determinant there.
func TestOrient3IsExactNearZero(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	near := func() r3.Vec {
		s := 0.1 * float64(1+rng.IntN(50))
		nudge := func(v float64) float64 {
			for range rng.IntN(3) {
				v = math.Nextafter(v, 9)
			}
			return v
		}
		return r3.Vec{X: nudge(s), Y: nudge(s + 0.3), Z: nudge(2*s - 0.7)}
	}
	exact, wrong := 0, 0
	for range 4000 {
		a, b, c, d := near(), near(), near(), near()
		want := ratOrient3(a, b, c, d)
		if got := orient3(a, b, c, d); got != want {
			t.Fatalf("orient3(%v, %v, %v, %v) = %d, exact sign %d", a, b, c, d, got, want)
		}
		p, q, r := r3.Sub(a, d), r3.Sub(b, d), r3.Sub(c, d)
		if signOf(r3.Dot(p, r3.Cross(q, r))) != want {
			wrong++
		}
		if want == 0 {
			exact++
		}
	}
	if wrong == 0 || exact == 0 {
		t.Errorf("naive arithmetic is wrong in %d cases, %d are coplanar: expected some of each, else the test tests nothing",
			wrong, exact)
	}
}

func TestOrient2IsExactNearZero(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	coordinate := func() float64 { return 0.1*float64(rng.IntN(40)) + float64(rng.IntN(3))*0x1p-52 }
	for range 4000 {
		ax, bx, cx := coordinate(), coordinate(), coordinate()
		ay, by, cy := ax+0.7, bx+0.7, cx+0.7
		s := func(x, y float64) *big.Rat { return new(big.Rat).Sub(rat(x), rat(y)) }
		l := new(big.Rat).Mul(s(ax, cx), s(by, cy))
		want := l.Cmp(new(big.Rat).Mul(s(ay, cy), s(bx, cx)))
		if got := orient2(ax, ay, bx, by, cx, cy); got != want {
			t.Fatalf("orient2 = %d, exact sign %d", got, want)
		}
	}
}

func vec(x, y, z float64) r3.Vec { return r3.Vec{X: x, Y: y, Z: z} }

var intersections = []struct {
	name string
	b    triangle // against (0,0,0) (1,0,0) (0,1,0)
	want bool
}{
	{"pierces", triangle{vec(0.2, 0.2, -1), vec(0.3, 0.2, 1), vec(0.2, 0.3, 1)}, true},
	{"edge pierces, nothing else", triangle{vec(0.2, 0.2, -1), vec(0.2, 0.2, 1), vec(5, 5, 0)}, true},
	{"passes beside", triangle{vec(1.2, 1.2, -1), vec(1.3, 1.2, 1), vec(1.2, 1.3, 1)}, false},
	{"planes cross, intervals apart", triangle{vec(0.6, 0.6, -1), vec(0.6, 0.6, 1), vec(5, 5, 0)}, false},
	{"above", triangle{vec(0, 0, 0.1), vec(1, 0, 0.1), vec(0, 1, 0.2)}, false},
	{"above by the smallest number", triangle{vec(0, 0, 5e-324), vec(1, 0, 5e-324), vec(0, 1, 5e-324)}, false},
	{"corner touches the face", triangle{vec(0.2, 0.2, 0), vec(0.2, 0.3, 1), vec(0.3, 0.2, 1)}, true},
	{"corner touches a corner", triangle{vec(1, 0, 0), vec(2, 0, 1), vec(2, 1, 1)}, true},
	{"edge touches an edge", triangle{vec(0.5, -1, -1), vec(0.5, 1, 1), vec(0.5, -5, 1)}, true},
	{"coplanar, overlapping", triangle{vec(0.1, 0.1, 0), vec(2, 0.1, 0), vec(0.1, 2, 0)}, true},
	{"coplanar, inside", triangle{vec(0.1, 0.1, 0), vec(0.2, 0.1, 0), vec(0.1, 0.2, 0)}, true},
	{"coplanar, around", triangle{vec(-5, -5, 0), vec(5, -5, 0), vec(0, 9, 0)}, true},
	{"coplanar, apart", triangle{vec(0.6, 0.6, 0), vec(2, 0.6, 0), vec(0.6, 2, 0)}, false},
	{"coplanar, touching along the hypotenuse", triangle{vec(1, 1, 0), vec(0, 1, 0), vec(1, 0, 0)}, true},
	{"the same", triangle{vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0)}, true},
	{"one edge in the plane, outside", triangle{vec(2, 0, 0), vec(0, 2, 0), vec(1, 1, 1)}, false},
	{"one edge in the plane, across", triangle{vec(-1, 0.3, 0), vec(2, 0.3, 0), vec(1, 1, 1)}, true},
	{"needle through the face", triangle{vec(0.2, 0.2, -1), vec(0.2, 0.2, 1), vec(0.2, 0.2, 2)}, true},
	{"needle beside", triangle{vec(2, 0.2, -1), vec(2, 0.2, 1), vec(2, 0.2, 2)}, false},
	{"needle in the plane, apart", triangle{vec(2, 0, 0), vec(0, 2, 0), vec(1, 1, 0)}, false},
}

// Every case is also tried with corners turned around, triangles exchanged, and the axes cycled.
func TestIntersectKnownAnswers(t *testing.T) {
	for _, c := range intersections {
		a, b := triangle{vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0)}, c.b
		for axes := range 3 {
			for turned := range 6 {
				if turned == 3 {
					b[0], b[1] = b[1], b[0]
				}
				if got := intersect(&a, &b); got != c.want {
					t.Errorf("%s (axes %d, order %d): %v, expected %v", c.name, axes, turned, got, c.want)
				}
				if got := intersect(&b, &a); got != c.want {
					t.Errorf("%s, exchanged (axes %d, order %d): %v, expected %v", c.name, axes, turned, got, c.want)
				}
				b[0], b[1], b[2] = b[1], b[2], b[0]
			}
			for k := range 3 {
				a[k] = vec(a[k].Y, a[k].Z, a[k].X)
				b[k] = vec(b[k].Y, b[k].Z, b[k].X)
			}
		}
	}
}

// Two needles at a distance: both span no plane, so that nothing but their edges can tell.
func TestNeedlesAskew(t *testing.T) {
	a := triangle{vec(-1, 0, 0), vec(1, 0, 0), vec(0, 0, 0)}
	b := triangle{vec(0, -1, 0.1), vec(0, 1, 0.1), vec(0, 0, 0.1)}
	c := triangle{vec(0, -1, 0), vec(0, 1, 0), vec(0, 0.5, 0)}
	if intersect(&a, &b) || !intersect(&a, &c) {
		t.Error("needles 0.1 apart meet, or crossing ones do not")
	}
}

// soup makes random small triangles in the unit cube.
func soup(rng *rand.Rand, n int) Mesh {
	var m Mesh
	for i := range n {
		o := vec(rng.Float64(), rng.Float64(), rng.Float64())
		for range 3 {
			m.X = append(m.X, r3.Add(o, r3.Scale(0.2, vec(rng.Float64(), rng.Float64(), rng.Float64()))))
		}
		m.Tri = append(m.Tri, [3]int32{int32(3 * i), int32(3*i + 1), int32(3*i + 2)})
	}
	return m
}

func TestTreeFindsWhatAllPairsFind(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 2, 5, 23, 150} {
		a, b := soup(rng, n), soup(rng, n+3)
		ta, tb := newTree(a.X, a.Tri, 0, 3, nil), newTree(b.X, b.Tri, 0, 3, nil)
		var self, cross []Pair
		nearest := math.Inf(1)
		corners := func(m Mesh, i int) *triangle {
			v := m.Tri[i]
			return &triangle{m.X[v[0]], m.X[v[1]], m.X[v[2]]}
		}
		for i := range a.Tri {
			for j := i + 1; j < len(a.Tri); j++ {
				if intersect(corners(a, i), corners(a, j)) {
					self = append(self, Pair{int32(i), int32(j)})
				}
			}
			for j := range b.Tri {
				if intersect(corners(a, i), corners(b, j)) {
					cross = append(cross, Pair{int32(i), int32(j)})
				}
				nearest = min(nearest, distance2(corners(a, i), corners(b, j)))
			}
		}
		compare := func(what string, got, want []Pair) {
			if !slices.Equal(got, want) {
				t.Errorf("%d triangles: %s: %d pairs from the tree, %d from all pairs", n, what, len(got), len(want))
			}
		}
		found, more := ta.selfPairs(len(self), nil, nil, nil)
		compare("self", found, self)
		with, moreWith := ta.pairsWith(tb, len(cross))
		compare("cross", with, cross)
		if more || moreWith {
			t.Error("told of more pairs than there are")
		}
		if got := ta.gap(tb, math.Inf(1)); got != math.Sqrt(nearest) {
			t.Errorf("%d triangles: gap %g from the tree, %g from all pairs", n, got, math.Sqrt(nearest))
		}
	}
}

// sphere is an icosahedron whose triangles are split into four so many times, with its vertices on a sphere.
func sphere(t testing.TB, radius float64, centre r3.Vec, subdivisions int) Mesh {
	t.Helper()
	g := math.Phi
	m := Mesh{
		X: []r3.Vec{
			vec(-1, g, 0), vec(1, g, 0), vec(-1, -g, 0), vec(1, -g, 0), vec(0, -1, g), vec(0, 1, g),
			vec(0, -1, -g), vec(0, 1, -g), vec(g, 0, -1), vec(g, 0, 1), vec(-g, 0, -1), vec(-g, 0, 1),
		},
		Tri: [][3]int32{
			{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
			{3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9}, {4, 9, 5}, {2, 4, 11}, {6, 2, 10}, {8, 6, 7}, {9, 8, 1},
		},
	}
	for range subdivisions {
		mid := map[[2]int32]int32{}
		half := func(a, b int32) int32 {
			key := [2]int32{min(a, b), max(a, b)}
			if _, ok := mid[key]; !ok {
				mid[key] = int32(len(m.X))
				m.X = append(m.X, r3.Add(r3.Unit(m.X[a]), r3.Unit(m.X[b])))
			}
			return mid[key]
		}
		var next [][3]int32
		for _, t := range m.Tri {
			a, b, c := half(t[0], t[1]), half(t[1], t[2]), half(t[2], t[0])
			next = append(next, [3]int32{t[0], a, c}, [3]int32{t[1], b, a}, [3]int32{t[2], c, b}, [3]int32{a, b, c})
		}
		m.Tri = next
	}
	for i, x := range m.X {
		m.X[i] = r3.Add(centre, r3.Scale(radius, r3.Unit(x)))
	}
	return m
}

// cube is the unit cube, 12 triangles.
func cube() Mesh {
	m := Mesh{Tri: [][3]int32{
		{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
		{2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
	}}
	for k := range 8 {
		m.X = append(m.X, vec(float64(k&1), float64(k>>1&1), float64(k>>2)))
	}
	return m
}

func TestWindingOfCube(t *testing.T) {
	c := cube()
	u := newTree(c.X, c.Tri, 0, 1, nil)
	for _, q := range []struct {
		name string
		p    r3.Vec
		want int
	}{
		{"middle, where diagonals of faces line up", vec(0.5, 0.5, 0.5), 1},
		{"just inside", vec(1-1e-16, 0.3, 0.3), 1},
		{"just outside", vec(1+3e-16, 0.3, 0.3), 0},
		{"outside, in its box's shadow", vec(-2, 0.5, 0.5), 0},
		{"on a face", vec(1, 0.3, 0.4), 1},
		{"on an edge", vec(1, 1, 0.4), 1},
		{"on a corner", vec(1, 1, 1), 1},
	} {
		if got := u.winding(q.p); got != q.want {
			t.Errorf("%s: winding number %d, expected %d", q.name, got, q.want)
		}
	}
}

// A surface that overlaps itself winds twice around the points in the overlap, where counting
// crossings odd or even would say outside.
func TestWindingOfOverlap(t *testing.T) {
	a, b := sphere(t, 1, vec(0, 0, 0), 2), sphere(t, 1, vec(0.5, 0, 0), 2)
	n := int32(len(a.X))
	for _, f := range b.Tri {
		a.Tri = append(slices.Clone(a.Tri), [3]int32{f[0] + n, f[1] + n, f[2] + n})
	}
	a.X = append(a.X, b.X...)
	u := newTree(a.X, a.Tri, 0, 1, nil)
	for x, want := range map[float64]int{-1.2: 0, -0.8: 1, 0.25: 2, 1.3: 1, 1.6: 0} {
		if got := u.winding(vec(x, 0.01, 0.02)); got != want {
			t.Errorf("x = %g: winding number %d, expected %d", x, got, want)
		}
	}
}

func TestWindingOfSphereAgreesWithRadius(t *testing.T) {
	const radius = 0.7
	m := sphere(t, radius, vec(0.1, 0.2, 0.3), 4)
	u := newTree(m.X, m.Tri, 0, 1, nil)
	rng := rand.New(rand.NewPCG(7, 8))
	inside := 0
	for range 3000 {
		d := vec(rng.Float64()-0.5, rng.Float64()-0.5, rng.Float64()-0.5)
		d = r3.Scale(2*radius, d)
		l := r3.Norm(d)
		if l > 0.996*radius && l < radius {
			continue // between the faces and the sphere
		}
		want := 0
		if l < radius {
			want = 1
			inside++
		}
		if got := u.winding(r3.Add(d, vec(0.1, 0.2, 0.3))); got != want {
			t.Fatalf("at radius %g of %g: winding number %d, expected %d", l, radius, got, want)
		}
	}
	if inside < 300 {
		t.Errorf("only %d points inside: the test is too small", inside)
	}
}

// grid is a flat n × n sheet of side 1 at height y, its middle at the origin.
func grid(n int, y float64) Mesh {
	var m Mesh
	for i := range n {
		for j := range n {
			m.X = append(m.X, vec(float64(i)/float64(n-1)-0.5, y, 0.5-float64(j)/float64(n-1)))
		}
	}
	for i := range n - 1 {
		for j := range n - 1 {
			a, b := int32(i*n+j), int32((i+1)*n+j)
			m.Tri = append(m.Tri, [3]int32{a, b, b + 1}, [3]int32{a, b + 1, a + 1})
		}
	}
	return m
}

func TestCheckCleanSheetOverSphere(t *testing.T) {
	ball := sphere(t, 0.25, vec(0, 0.25, 0), 3)
	r := Check(grid(41, 0.6), []Mesh{ball}, []Plane{{Normal: vec(0, 1, 0)}})
	if len(r.Self)+r.Penetrations()+r.NonFinite != 0 {
		t.Errorf("clean sheet: %d self-intersections, %d penetrations, %d non-finite, expected none", len(r.Self),
			r.Penetrations(), r.NonFinite)
	}
	top := math.Inf(-1)
	for _, x := range ball.X {
		top = max(top, x.Y)
	}
	if math.Abs(r.Gap-(0.6-top)) > 1e-12 {
		t.Errorf("gap %.9g m, expected %.9g", r.Gap, 0.6-top)
	}
}

func TestCheckFindsWhatIsWrong(t *testing.T) {
	ball := sphere(t, 0.25, vec(0, 0, 0), 3)
	plane := []Plane{{Point: vec(0, -1, 0), Normal: vec(0, 1, 0)}}

	through := grid(41, 0.2)
	r := Check(through, []Mesh{ball}, plane)
	inside := 0
	for _, x := range through.X {
		if r3.Norm(x) < 0.249 {
			inside++
		}
	}
	if len(r.Inside) < inside || len(r.Inside) > inside+20 || len(r.Body) == 0 {
		t.Errorf("sheet through a ball: %d vertices inside and %d crossings, expected about %d and some", len(r.Inside),
			len(r.Body), inside)
	}
	if want := -0.05; math.Abs(r.Gap-want) > 2e-3 {
		t.Errorf("sheet through a ball: gap %g m, expected %g", r.Gap, want)
	}

	fold := grid(21, 0.6) // its end is bent up, over and down through the middle
	for i := range fold.X {
		switch x := fold.X[i].X; {
		case x > 0.49:
			fold.X[i] = vec(0.1, 0.5, fold.X[i].Z)
		case x > 0.44:
			fold.X[i] = vec(0.4, 0.7, fold.X[i].Z)
		}
	}
	if r := Check(fold, []Mesh{ball}, plane); len(r.Self) == 0 || r.Penetrations() != 0 {
		t.Errorf("folded sheet: %d self-intersections and %d penetrations, expected some and none", len(r.Self),
			r.Penetrations())
	}

	low := grid(5, -1.5)
	if r := Check(low, nil, plane); len(r.Inside) != 25 || math.Abs(r.Gap+0.5) > 1e-12 {
		t.Errorf("sheet under the ground: %d vertices, gap %g m, expected 25 and -0.5", len(r.Inside), r.Gap)
	}

	low.X[3].Y, low.X[7].Z = math.NaN(), math.Inf(1)
	if r := Check(low, nil, plane); r.NonFinite != 2 {
		t.Errorf("%d non-finite coordinates, expected 2", r.NonFinite)
	}
	if r := Check(grid(5, 0), nil, nil); !math.IsInf(r.Gap, 1) {
		t.Errorf("nothing to touch: gap %g, expected +Inf", r.Gap)
	}
}

// A sheet that is flat in an inclined plane makes every predicate of neighbours nearly zero: the
// floating point filter decides nothing.
func TestInclinedFlatSheetIsClean(t *testing.T) {
	m := grid(41, 0)
	for i, x := range m.X {
		m.X[i] = r3.Rotate(x, 0.7, vec(0.3, 0.2, 0.9))
	}
	if r := Check(m, nil, nil); len(r.Self) != 0 {
		t.Errorf("%d self-intersections, expected none", len(r.Self))
	}
}

func TestSegmentDistance(t *testing.T) {
	for _, c := range []struct {
		name       string
		a, b, c, d r3.Vec
		want       float64
	}{
		{"askew", vec(-1, 0, 0), vec(1, 0, 0), vec(0, -1, 2), vec(0, 1, 2), 2},
		{"parallel", vec(0, 0, 0), vec(1, 0, 0), vec(0.5, 3, 0), vec(2, 3, 0), 3},
		{"in line", vec(0, 0, 0), vec(1, 0, 0), vec(3, 0, 0), vec(4, 0, 0), 2},
		{"end to inside", vec(0, 0, 0), vec(1, 0, 0), vec(0.5, 1, 0), vec(0.5, 2, 1), 1},
		{"points", vec(0, 0, 0), vec(0, 0, 0), vec(0, 3, 4), vec(0, 3, 4), 5},
	} {
		if got := math.Sqrt(distance2(&triangle{c.a, c.b, c.b}, &triangle{c.c, c.d, c.d})); math.Abs(got-c.want) > 1e-14 {
			t.Errorf("%s: %g, expected %g", c.name, got, c.want)
		}
	}
}

// A frame of cloth of 1 m in tight pleats of 4 cm, 4 mm apart, over a body of 20,480 triangles.
func BenchmarkCheck(b *testing.B) {
	ball := sphere(b, 0.25, vec(0, 0.25, 0), 5)
	for _, n := range []int{72, 142} {
		m := grid(n, 0.6)
		for i, x := range m.X {
			u := (x.X + 0.5) / 0.08 // in pleats
			m.X[i].X = 0.008*u - 0.05
			m.X[i].Y += 0.02*math.Sin(2*math.Pi*u) + 0.003*math.Sin(40*x.Z+9*u)
		}
		b.Run(fmt.Sprintf("triangles=%d", len(m.Tri)), func(b *testing.B) {
			found := 0
			for b.Loop() {
				found = len(Check(m, []Mesh{ball}, nil).Self)
			}
			b.ReportMetric(float64(found), "intersections")
		})
	}
}

// Cloth that is crushed has far more pairs than are listed: the report says so, with the same ones on any number of
// cores; and up to the last one that fits all are there.
func TestMorePairs(t *testing.T) {
	const n = 90 // triangles, each through the origin
	rng := rand.New(rand.NewPCG(5, 1))
	cloth := Mesh{}
	for k := range int32(n) {
		for range 2 {
			cloth.X = append(cloth.X, r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
		}
		a, b := cloth.X[3*k], cloth.X[3*k+1]
		cloth.X = append(cloth.X, r3.Scale(-1, r3.Add(a, b)))
		cloth.Tri = append(cloth.Tri, [3]int32{3 * k, 3*k + 1, 3*k + 2})
	}
	body := Mesh{X: cloth.X, Tri: cloth.Tri[:20]}
	all := Check(cloth, []Mesh{body}, nil)
	if want := n * (n - 1) / 2; len(all.Self) != want || len(all.Body) != 20*n || all.More {
		t.Fatalf("%d and %d pairs, more: %v: expected %d and %d, and no more", len(all.Self), len(all.Body), all.More, want,
			20*n)
	}
	for _, most := range []int{1, 100, 1799, 1800, 4004, 4005} {
		one, many := Checker{Workers: 1, Most: most}.Check(cloth, []Mesh{body}, nil),
			Checker{Workers: 5, Most: most}.Check(cloth, []Mesh{body}, nil)
		if !slices.Equal(one.Self, many.Self) || !slices.Equal(one.Body, many.Body) {
			t.Errorf("of %d at most, one goroutine lists others than five", most)
		}
		if one.More != (most < 4005) || one.More != many.More || len(one.Self) != most || len(one.Body) != min(most, 20*n) {
			t.Errorf("of %d at most, %d and %d pairs, more: %v and %v", most, len(one.Self), len(one.Body), one.More, many.More)
		}
		for _, p := range one.Self {
			if _, ok := slices.BinarySearchFunc(all.Self, p, func(a, b Pair) int {
				return slices.Compare(a[:], b[:])
			}); !ok || !slices.IsSortedFunc(one.Self, func(a, b Pair) int { return slices.Compare(a[:], b[:]) }) {
				t.Fatalf("%v is no pair, or pairs are not sorted", p)
			}
		}
	}
	if self, with, more := (Checker{Workers: 2, Most: 50}).Intersections(cloth, body); !more || len(self) != 50 ||
		len(with) != 50 {
		t.Errorf("%d and %d, more: %v", len(self), len(with), more)
	}
	if self, with, more := (Checker{Workers: 2, Most: 50}).Near(cloth, body, .1); !more || len(self) != 50 ||
		len(with) != 50 {
		t.Errorf("near: %d and %d, more: %v", len(self), len(with), more)
	}
}
