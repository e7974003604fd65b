package placement_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/pattern"
	"hysteron/placement"
	"hysteron/scenes"
	"hysteron/scenes/scenestest"
)

// ball is the figure of a ball of 0.2 m, 1 m up.
func ball(t *testing.T) *placement.Figure {
	t.Helper()
	s, err := scenes.Parse("s.toml", []byte("[[body]]\nkind = \"sphere\"\nradius_m = 0.2\ncentre_m = [0, 1, "+
		"0]\n[[sheet]]\nname = \"rag\"\nfabric = \"silk\"\nsize_m = [1, 1]\nedge_length_m = 1\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	u, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	f, err := placement.New(u.Bodies[0])
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A tube of 0.18 m around a ball of 0.2 m is let out to 0.205 m at the ball's middle, along its round alone, and hardly
// where the ball is thinner than it is; one that is wide enough stays as it is.
func TestLetOut(t *testing.T) {
	const clear = 0.005
	f := ball(t)
	s := scenestest.Upright(0.18, 0.85, 1.4)
	s.UV = s.ShapeUV()
	finer, err := s.Refine(0.03, func(int) error { return nil })
	if err != nil || len(finer.Between) == 0 {
		t.Fatal(err)
	}
	let := f.Ease(&s, s.UV, clear)
	if want := (0.2 + clear) / 0.18; math.Abs(let.Most-want) > 0.03 || math.Abs(let.At.Y-1) > 0.06 {
		t.Errorf("let out by %.3f, most %.2f m up: expected %.3f at 1 m", let.Most, let.At.Y, want)
	}
	round, tall := 0.0, 0.0
	for i, v := range s.Tri {
		c := r3.Vec{Y: -1}
		up := 0.0
		for k, p := range v {
			if d := r3.Norm(r3.Add(let.X[p], r3.Vec{Y: -1})); d < 0.2+0.8*clear {
				t.Fatalf("vertex %d is %.4f m from the ball's middle: expected %.4f", p, d, 0.2+clear)
			}
			c = r3.Add(c, r3.Scale(1./3, let.X[p]))
			e, g := r2.Sub(let.Rest[i][(k+1)%3], let.Rest[i][k]), r2.Sub(s.UV[i][(k+1)%3], s.UV[i][k])
			if l := r3.Norm(r3.Sub(let.X[v[(k+1)%3]], let.X[p])); r2.Norm(e) < max(l, r2.Norm(g))-1e-9 {
				t.Fatalf("an edge of triangle %d is %g m at rest: expected at least %g before and %g now", i, r2.Norm(e),
					r2.Norm(g), l)
			}
			up = max(up, s.X[p].Y)
			if math.Abs(s.X[p].Y-s.X[v[(k+1)%3]].Y) < 1e-9 && math.Abs(s.X[p].Y-1) < .02 {
				round = max(round, r2.Norm(e)/r2.Norm(g))
			}
			if d := r3.Sub(s.X[v[(k+1)%3]], s.X[p]); d.X == 0 && d.Z == 0 && math.Abs(s.X[p].Y-1) < .02 {
				tall = max(tall, r2.Norm(e)/r2.Norm(g))
			}
		}
		if d := r3.Norm(c); d < 0.2+0.5*clear {
			t.Fatalf("the middle of triangle %d is %.4f m from the ball's", i, d)
		}
	}
	if round < 1.1 || tall > 1.03 {
		t.Errorf("longer by %.3f round the ball, by %.3f along the tube: expected 1.14 and 1", round, tall)
	}
	if let.Area < 0.01 || let.Area > 0.13 {
		t.Errorf("larger by %.3f: expected some, and less than 0.14, which is that of its middle", let.Area)
	}
	coarse := scenestest.Upright(0.18, 0.85, 1.4) // whose triangles would cut the ball's roundness off
	coarse.UV = coarse.ShapeUV()
	for i, x := 0, f.Ease(&coarse, coarse.UV, clear).X; i < len(coarse.Tri); i++ {
		v := coarse.Tri[i]
		middle := r3.Scale(1./3, r3.Add(x[v[0]], r3.Add(x[v[1]], x[v[2]])))
		if d := r3.Norm(r3.Add(middle, r3.Vec{Y: -1})); d < 0.2+0.8*clear {
			t.Fatalf("the middle of triangle %d of a coarse tube is %.4f m from the ball's", i, d)
		}
	}
	narrow := scenestest.Upright(0.1, 0.85, 1.4)
	narrow.UV = narrow.ShapeUV()
	if let := f.Ease(&narrow, narrow.UV, clear); let.Most != placement.Widest {
		t.Errorf("a tube of half the ball's girth was let out by %g: expected %g", let.Most, placement.Widest)
	}
	wide := scenestest.Upright(0.22, 0.85, 1.4)
	wide.UV = wide.ShapeUV()
	if let := f.Ease(&wide, wide.UV, clear); let.Most != 1 || let.Area != 0 || !slices.Equal(let.X, wide.X) ||
		!slices.Equal(let.Rest, wide.UV) {
		t.Errorf("a wide tube was let out by %g, its area by %g", let.Most, let.Area)
	}
}

// Where a cone has the least room around a ball: at its narrow end, unless that is above the ball.
func TestNarrowest(t *testing.T) {
	f := ball(t)
	s := scenestest.Upright(0.25, 0.9, 1.15)
	for v, x := range s.X {
		s.X[v].X, s.X[v].Z = x.X*(1.15-x.Y+.5), x.Z*(1.15-x.Y+.5) // 0.1875 at its lower end, 0.125 at the upper one
	}
	g, ok := f.Narrowest(&s)
	cloth, body := math.Inf(1), 0.0
	for y := .9; y < 1.15; y += 1e-3 {
		c, b := 48*math.Sin(math.Pi/24)*.25*(1.15-y+.5), 2*math.Pi*math.Sqrt(.04-(y-1)*(y-1))
		if c/b < cloth/max(body, 1e-9) {
			cloth, body = c, b
		}
	}
	if !ok || math.Abs(g.Cloth/g.Body-cloth/body) > .01 {
		t.Errorf("%.3f m of cloth, %.3f m of body at %.3f m, %v: expected %.3f and %.3f", g.Cloth, g.Body, g.Height, ok,
			cloth, body)
	}
	away := pattern.Surface{X: slices.Clone(s.X), Tri: s.Tri}
	for v := range away.X {
		away.X[v].X += 2
	}
	if g, ok := f.Narrowest(&away); ok {
		t.Errorf("%+v of a garment beside the ball", g)
	}
	open := pattern.Surface{X: s.X, Tri: slices.Clone(s.Tri)}
	open.Tri = slices.DeleteFunc(open.Tri, func(v [3]int32) bool { return v[0]%24 == 0 })
	if g, ok := f.Narrowest(&open); ok {
		t.Errorf("%+v of a garment that is open all along", g)
	}
}
