package untangle

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"

	"hysteron/check"
)

func vec(x, y, z float64) r3.Vec { return r3.Vec{X: x, Y: y, Z: z} }

// sheet is nu × nv vertices at at(u, v), u and v from 0 to 1.
func sheet(nu, nv int, at func(u, v float64) r3.Vec) (x []r3.Vec, tri [][3]int32) {
	for i := range nu {
		for j := range nv {
			x = append(x, at(float64(i)/float64(nu-1), float64(j)/float64(nv-1)))
		}
	}
	for i := range nu - 1 {
		for j := range nv - 1 {
			a, b := int32(i*nv+j), int32((i+1)*nv+j)
			tri = append(tri, [3]int32{a, a + 1, b}, [3]int32{b, a + 1, b + 1})
		}
	}
	return x, tri
}

// join puts meshes into one; each is a layer.
func join(parts ...Input) (in Input) {
	for k, p := range parts {
		first := int32(len(in.X))
		in.X = append(in.X, p.X...)
		for _, t := range p.Tri {
			in.Tri = append(in.Tri, [3]int32{t[0] + first, t[1] + first, t[2] + first})
		}
		for range p.X {
			in.Layer = append(in.Layer, k)
		}
	}
	return in
}

func piece(nu, nv int, at func(u, v float64) r3.Vec) Input {
	x, tri := sheet(nu, nv, at)
	return Input{X: x, Tri: tri}
}

func floor(u, v float64) r3.Vec { return vec(u-0.5, 0, 0.5-v) }

func noisy(seed uint64, amplitude float64, at func(u, v float64) r3.Vec) func(u, v float64) r3.Vec {
	rng := rand.New(rand.NewPCG(seed, 1))
	return func(u, v float64) r3.Vec {
		return r3.Add(at(u, v), r3.Scale(amplitude, vec(rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())))
	}
}

// flip turns the right side of a mesh over.
func flip(in Input) Input {
	tri := slices.Clone(in.Tri)
	for i, t := range tri {
		tri[i] = [3]int32{t[0], t[2], t[1]}
	}
	in.Tri = tri
	return in
}

func loose(in Input) Input {
	in.Layer = nil
	return in
}

func tube(r float64) func(u, v float64) r3.Vec { // right side outside
	return func(u, v float64) r3.Vec { return vec(r*math.Cos(2*math.Pi*u), v*0.5, r*math.Sin(2*math.Pi*u)) }
}

// closed joins the two ends of a tube whose last vertices are on top of the first.
func closed(in Input, nv int) Input {
	last := int32(len(in.X) - nv)
	in.X = in.X[:last]
	for i := range in.Tri {
		for k, v := range in.Tri[i] {
			if v >= last {
				in.Tri[i][k] = v - last
			}
		}
	}
	return in
}

func mustRun(t testing.TB, in Input) ([]r3.Vec, Report) {
	t.Helper()
	before := slices.Clone(in.X)
	x, rep, err := Run(in)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(before, in.X) {
		t.Error("the input was changed")
	}
	moved, far := 0, 0.0
	for v := range x {
		if x[v] != in.X[v] {
			moved++
		}
		far = max(far, r3.Norm(r3.Sub(x[v], in.X[v])))
	}
	if moved != rep.Moved || far != rep.Farthest {
		t.Errorf("%d vertices moved by up to %g m: reported %d, %g", moved, far, rep.Moved, rep.Farthest)
	}
	return x, rep
}

func pairs(in Input, x []r3.Vec) (self, body int) {
	r := check.Check(check.Mesh{X: x, Tri: in.Tri}, in.Bodies, nil)
	return len(r.Self), len(r.Body)
}

// TestUntangles has all kinds of tangles. The bounds on how far vertices go are known from the
// geometry: the depth that parts have to come back, rounded up.
func TestUntangles(t *testing.T) {
	base := flip(piece(31, 31, floor)) // right side up, edges of 33 mm
	bump := func(u, v float64) r3.Vec {
		p := floor(u, v)
		p.Y = 0.02 - 0.06*math.Exp(-40*(p.X*p.X+p.Z*p.Z))
		return r3.Add(p, vec(0.011, 0, 0.007))
	}
	touching := piece(31, 31, func(u, v float64) r3.Vec {
		p := floor(u, v)
		if u == 0.5 && v == 0.5 {
			return p
		}
		return r3.Add(p, vec(0, 0.03, 0))
	})
	needles := piece(3, 200, func(u, v float64) r3.Vec { return vec(0.005*(v-0.5)+0.013, 0.12*(u-0.5), 0.4*(v-0.5)) })
	layer := closed(piece(25, 9, tube(0.15)), 9)
	spiral := func(u, v float64) r3.Vec { // whose end comes out through its beginning
		a := 2 * math.Pi * u * 1.1
		r := 0.15 - 0.08*u + 0.6*max(0, u-0.85)
		return vec(r*math.Cos(a), r*math.Sin(a), v*0.3)
	}
	for _, c := range []struct {
		name string
		in   Input
		far  float64
	}{
		{"a sheet stuck 8 cm through another", loose(join(base, piece(21, 21, func(u, v float64) r3.Vec {
			return vec(0.6*(u-0.5)+0.013, 0.6*v-0.08, 0.017)
		}))), 0.08},
		{"a corner poked 7 cm through a sheet", loose(join(base, piece(21, 21, func(u, v float64) r3.Vec {
			return vec(0.4*(u-v)+0.013, 0.4*(u+v)-0.07, 0.017)
		}))), 0.07},
		{"a bump 4 cm through a sheet", loose(join(base, piece(41, 41, bump))), 0.045},
		{"a bump 4 cm through a layer below", join(base, flip(piece(41, 41, bump))), 0.045},
		{"a fold through itself", piece(50, 20, spiral), 0.05},
		{"two layers rough by 4 mm, 3 mm apart", join(piece(30, 15, noisy(1, 0.004, tube(0.15))),
			piece(32, 14, noisy(2, 0.004, tube(0.153)))), 0.03},
		{"an outer layer inside of the inner one", join(piece(30, 15, tube(0.15)),
			piece(32, 14, noisy(2, 0.004, tube(0.148)))), 0.02},
		{"the same sheet twice", loose(join(piece(12, 12, floor), piece(12, 12, floor))), 1e-3},
		{"two sheets that share a point in space", loose(join(base, touching)), 0.01},
		{"needles through a sheet", loose(join(base, needles)), 0.1},
		{"three layers in one place", join(layer, layer, layer), 3e-3},
		{"a sheet crumpled by a third of its edges", piece(31, 31, noisy(4, 0.01, floor)), 0.033},
		{"a sheet crumpled more than its edges are long", piece(21, 21, noisy(4, 0.06, floor)), 0.3},
	} {
		began := time.Now()
		x, rep := mustRun(t, c.in)
		before, _ := pairs(c.in, c.in.X)
		after, _ := pairs(c.in, x)
		t.Logf("%s: %d → %d pairs in %d iterations (smoothed %d times), %d vertices moved by up to %.1f mm, %.0f ms",
			c.name, rep.Before, rep.After, rep.Iterations, rep.Smoothed, rep.Moved, 1e3*rep.Farthest,
			1e3*time.Since(began).Seconds())
		if before == 0 || rep.Before != before {
			t.Errorf("%s: %d pairs before, reported %d: expected the same, more than 0", c.name, before, rep.Before)
		}
		if after != 0 || rep.After != 0 || len(rep.Clusters) != 0 || rep.Gap < DefaultGap {
			t.Errorf("%s: %d pairs are left, reported %d in %d clusters, gap %g m", c.name, after, rep.After, len(rep.Clusters),
				rep.Gap)
		}
		if rep.Farthest > c.far {
			t.Errorf("%s: a vertex went %.3g m: expected at most %g", c.name, rep.Farthest, c.far)
		}
	}
}

// Each vertex of the outer tube is outside: the way to it from the axis passes through the inner one.
func TestOuterLayerGoesOutside(t *testing.T) {
	inner := closed(piece(31, 12, tube(0.15)), 12)
	outer := closed(piece(34, 8, noisy(7, 0.001, func(u, v float64) r3.Vec { return tube(0.149)(u, 0.1+0.8*v) })), 8)
	in := join(inner, outer)
	x, rep := mustRun(t, in)
	if rep.Before < 100 || rep.After != 0 {
		t.Fatalf("%+v: expected hundreds of pairs to be untangled", rep)
	}
	for v, p := range x[len(inner.X):] {
		through := 0
		for _, f := range inner.Tri {
			if _, _, meet := check.Crossing(vec(1e-4, p.Y+1e-5, 2e-4), p, [3]r3.Vec{x[f[0]], x[f[1]], x[f[2]]}); meet {
				through++
			}
		}
		if through%2 == 0 {
			t.Errorf("vertex %d of the outer tube is inside", v)
		}
	}
}

func TestBodiesStayOut(t *testing.T) {
	// An octahedron under a sheet that hangs into it.
	rock := check.Mesh{X: []r3.Vec{{X: 0.2}, {X: -0.2}, {Y: 0.2}, {Y: -0.2}, {Z: 0.2}, {Z: -0.2}},
		Tri: [][3]int32{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}}
	for _, side := range []string{"right", "wrong"} {
		in := piece(20, 20, func(u, v float64) r3.Vec { return r3.Add(floor(u, v), vec(0.01, 0.17, 0.02)) })
		if side == "right" {
			in = flip(in)
		}
		in.Bodies = []check.Mesh{rock}
		if _, body := pairs(in, in.X); body == 0 {
			t.Fatal("the sheet does not touch the rock")
		}
		x, rep := mustRun(t, in)
		if self, body := pairs(in, x); self != 0 || body != 0 || rep.BodyBefore == 0 ||
			rep.Before+rep.After+rep.BodyAfter != 0 || rep.Farthest > 0.05 || len(x) != len(in.X) {
			t.Errorf("%s side out: %d and %d pairs left, %+v: expected none, after 3 to 5 cm", side, self, body, rep)
		}
	}
}

func TestCleanClothStays(t *testing.T) {
	in := piece(15, 15, noisy(1, 0.005, floor))
	x, rep := mustRun(t, in)
	if !slices.Equal(x, in.X) || rep.Before != 0 || rep.Iterations != 0 || rep.Gap != DefaultGap {
		t.Errorf("%+v: expected nothing to be done", rep)
	}
	close := join(in, in)
	for v := range close.Layer {
		close.Layer[v] = -1 - v/len(in.X) // no order
	}
	for v := range in.X {
		close.X[v].Y += 5e-6
	}
	x, rep = mustRun(t, close)
	if self, _ := pairs(close, x); self != 0 || rep.Before != 0 || rep.Gap != DefaultGap || rep.Farthest < 6e-6 ||
		rep.Farthest > 1e-4 {
		t.Errorf("%+v: expected sheets 5 micrometres apart to be moved to 20", rep)
	}
}

func TestPinsStayAndWhatCannotBeUntangledIsReported(t *testing.T) {
	a := flip(piece(15, 15, floor))
	b := piece(15, 15, func(u, v float64) r3.Vec { return vec(0.3*(u-0.5)+0.013, 0.3*v-0.05, 0.017) })
	in := loose(join(a, b))
	in.Pinned = make([]bool, len(in.X))
	for v := range a.X {
		in.Pinned[v] = true
	}
	x, rep := mustRun(t, in)
	if rep.After != 0 || !slices.Equal(x[:len(a.X)], a.X) {
		t.Errorf("%+v: expected the free sheet to come out alone", rep)
	}
	for v := range in.Pinned {
		in.Pinned[v] = true
	}
	in.Iterations = 20
	x, rep = mustRun(t, in)
	if !slices.Equal(x, in.X) || rep.After == 0 || rep.After != rep.Before || len(rep.Clusters) != 1 || rep.Gap != 0 {
		t.Fatalf("%+v: expected one cluster with all pairs", rep)
	}
	if c := rep.Clusters[0]; c.Pairs != rep.After || len(c.Triangles) == 0 || math.Abs(c.At.X-0.013) > 0.02 ||
		math.Abs(c.At.Y) > 1e-9 || math.Abs(c.At.Z-0.017) > 1e-9 {
		t.Errorf("%+v: expected it around (0.013, 0, 0.017)", c)
	}
}

func TestSameForAnyNumberOfGoroutines(t *testing.T) {
	in := piece(20, 20, noisy(5, 0.03, floor))
	in.Mass = make([]float64, len(in.X))
	for v := range in.Mass {
		in.Mass[v] = 1 + 0.5*math.Sin(float64(v))
	}
	in.Workers = 1
	var counts []int
	in.Each = func(iteration, pairs int) {
		if iteration != len(counts) {
			t.Errorf("iteration %d after %d", iteration, len(counts))
		}
		counts = append(counts, pairs)
	}
	one, rep := mustRun(t, in)
	if len(counts) != rep.Iterations+1 || counts[0] != rep.Before || counts[rep.Iterations] != rep.After {
		t.Errorf("told of %v pairs: expected %d to %d in %d iterations", counts, rep.Before, rep.After, rep.Iterations)
	}
	in.Each = nil
	in.Workers = 5
	if five, _ := mustRun(t, in); !slices.Equal(one, five) {
		t.Error("five goroutines give other positions than one")
	}
}

func TestWrongInputIsRefused(t *testing.T) {
	for what, change := range map[string]func(*Input){
		"finite":           func(in *Input) { in.X[3].Y = math.NaN() },
		"body 0":           func(in *Input) { in.Bodies = []check.Mesh{{X: []r3.Vec{{X: math.Inf(1)}}}} },
		"three vertices":   func(in *Input) { in.Tri[0][1] = 99 },
		"triangle 1":       func(in *Input) { in.Tri[1] = [3]int32{0, 0, 1} },
		"mass of -1":       func(in *Input) { in.Mass = make([]float64, 9); in.Mass[0] = -1 },
		"2 layers":         func(in *Input) { in.Layer = make([]int, 2) },
		"1 pins":           func(in *Input) { in.Pinned = []bool{true} },
		"gap of NaN m":     func(in *Input) { in.Gap = math.NaN() },
		"iterations of -1": func(in *Input) { in.Iterations = -1 },
	} {
		in := piece(3, 3, floor)
		change(&in)
		if _, _, err := Run(in); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v, expected %q", err, what)
		}
	}
}

// Whatever comes in, what comes out is finite and as reported.
func TestSoups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 14).Draw(t, "vertices")
		coordinate := rapid.Custom(func(t *rapid.T) float64 { // often equal, to the last bit or nearly
			return 0.1*float64(rapid.IntRange(0, 4).Draw(t, "grid")) + 1e-9*float64(rapid.IntRange(0, 2).Draw(t, "off"))
		})
		in := Input{X: make([]r3.Vec, n), Iterations: 30}
		for v := range in.X {
			in.X[v] = vec(coordinate.Draw(t, "x"), coordinate.Draw(t, "y"), coordinate.Draw(t, "z"))
		}
		for range rapid.IntRange(1, 12).Draw(t, "triangles") {
			v := rapid.Permutation([]int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}[:n]).Draw(t, "triangle")
			in.Tri = append(in.Tri, [3]int32{v[0], v[1], v[2]})
		}
		x, rep, err := Run(in)
		if err != nil {
			t.Fatal(err)
		}
		r := check.Check(check.Mesh{X: x, Tri: in.Tri}, nil, nil)
		if r.NonFinite > 0 || len(r.Self) != rep.After {
			t.Fatalf("%d numbers are not finite, %d pairs are left: reported %d", r.NonFinite, len(r.Self), rep.After)
		}
	})
}
