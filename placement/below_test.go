package placement_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/check"
	"hysteron/formats"
	"hysteron/formats/gltf"
	"hysteron/pattern"
	"hysteron/placement"
	"hysteron/scenes/scenestest"
)

// tube is an upright tube with its shape at rest, with edges of at most 3 cm.
func tube(t *testing.T, radius, low, high float64) *pattern.Surface {
	t.Helper()
	s := scenestest.Upright(radius, low, high)
	s.UV = s.ShapeUV()
	if _, err := s.Refine(0.03, func(int) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return &s
}

// passes counts the triangles of two garments that pass through each other.
func passes(a, b *pattern.Surface) int {
	x, tri := append(slices.Clone(a.X), b.X...), slices.Clone(a.Tri)
	for _, v := range b.Tri {
		n := int32(len(a.X))
		tri = append(tri, [3]int32{v[0] + n, v[1] + n, v[2] + n})
	}
	count := 0
	for _, p := range check.Check(check.Mesh{X: x, Tri: tri}, nil, nil).Self {
		if (int(p[0]) < len(a.Tri)) != (int(p[1]) < len(a.Tri)) {
			count++
		}
	}
	return count
}

// A tube that is let out over another one, which stands off from the ball, lies outside of both, and as near to the
// ball as before where the other one is not. It does not matter which side of the other one is the right one; one that
// is no surface says so.
func TestLetOutOverAnother(t *testing.T) {
	const gap = 0.003
	f := ball(t)
	inner := tube(t, 0.22, 0.95, 1.2)
	for side := range 2 {
		outer := tube(t, 0.21, 0.8, 1.05)
		below, ok := placement.Over(inner, gap)
		if !ok {
			t.Fatal("a tube is nothing to be outside of")
		}
		if n := passes(inner, outer); n != 0 {
			t.Fatalf("%d intersections of tubes in each other", n)
		}
		for v, x := range f.Ease(outer, outer.UV, 0.005, below).X {
			r, y := math.Hypot(x.X, x.Z), x.Y
			if y > 0.95 && y < 1.2 && r < 0.22*math.Cos(math.Pi/24)+gap/2 {
				t.Fatalf("side %d: vertex %d is %.4f m from the axis at %.3f m: expected it outside of the other tube", side, v, r,
					y)
			}
			if y < 0.85 && r > 0.225 {
				t.Fatalf("side %d: vertex %d is %.4f m from the axis at %.3f m, where nothing is below it", side, v, r, y)
			}
			outer.X[v] = x
		}
		if n := passes(inner, outer); n != 0 {
			t.Errorf("side %d: %d intersections", side, n)
		}
		for i, v := range inner.Tri {
			inner.Tri[i] = [3]int32{v[0], v[2], v[1]}
		}
	}
	inner.Tri = append(inner.Tri, inner.Tri[0])
	if _, ok := placement.Over(inner, gap); ok {
		t.Error("a triangle that is there twice is a surface")
	}
}

// Sleeves that are half as long end half as far from where they begin; the trunk stays, and lengths across.
func TestShorten(t *testing.T) {
	m, err := body.NewMannequin(body.DefaultMeasurements(), "stand")
	if err != nil {
		t.Fatal(err)
	}
	s := shirt(t, m.Raised(60))
	was := slices.Clone(s.X)
	wide := func(x []r3.Vec) float64 { lo, hi := placement.Extent(x); return hi.X - lo.X }
	placement.Shorten(s, 0.5)
	if now, then := wide(s.X), wide(was); now > then-0.1 || now < then-0.4 {
		t.Errorf("%.3f m wide, was %.3f: expected sleeves to be half as long", now, then)
	}
	for v, x := range was {
		if d := r3.Norm(r3.Sub(x, s.X[v])); math.Abs(x.X) < 0.05 && d > 0.02 {
			t.Fatalf("vertex %d of the trunk was moved by %.3f m", v, d)
		}
		if math.Abs(s.X[v].X) > math.Abs(x.X)+1e-4 {
			t.Fatalf("vertex %d was moved outwards, from %v to %v m", v, x, s.X[v])
		}
	}
	for k, r := range s.Rims() {
		if then := (&pattern.Surface{X: was, Tri: s.Tri}).Rims()[k].Length; math.Abs(r.Length-then) > 0.25*then {
			t.Errorf("open edge %d is %.3f m round, was %.3f", k, r.Length, then)
		}
	}
	placement.Shorten(s, 1)
	one := slices.Clone(s.X)
	if placement.Shorten(s, 1); !slices.Equal(s.X, one) {
		t.Error("all of the length is another length")
	}
}

// Suits of data/garments are put around the figures of data: in each trouser leg and sleeve is a limb, and the shirt is
// over the trousers. Trousers of a figure with longer legs are shortened so that they do not go around feet, those that
// end above the knee are not.
func TestSuitsOnFigures(t *testing.T) {
	data := os.Getenv("HYSTERON_DATA")
	if data == "" {
		t.Skip("SKIPPED: HYSTERON_DATA is not set")
	}
	for _, c := range []struct {
		figure, suit string
		scale        float64
		low, high    float64 // of the length of its limbs
	}{
		{"characters/RiggedFigure.glb", "male_casualsuit04", 0.082, 0.7, 0.9},
		{"characters/RiggedFigure.glb", "female_casualsuit02", 0.105, 1, 1},
		{"bodies/makehuman/mh_neutral_fit_walk.glb", "male_casualsuit04", 0.1, 1, 1},
	} {
		g, err := gltf.Open(filepath.Join(data, c.figure))
		if err != nil {
			t.Fatal(err)
		}
		b, err := body.NewCharacter(g, body.CharacterOptions{Animation: g.Animations[0].Name, Scale: 1, Lead: -1})
		if err != nil {
			t.Fatal(err)
		}
		sealed, _, err := body.Seal(b, -body.LeadOf(b))
		if err != nil {
			t.Fatal(err)
		}
		f, err := placement.New(sealed)
		if err != nil {
			t.Fatal(err)
		}
		o, err := formats.LoadMesh(filepath.Join(data, "garments", "makehuman", c.suit+".obj"))
		if err != nil {
			t.Fatal(err)
		}
		s := pattern.Surface{Tri: o.Tri}
		for _, x := range o.X {
			s.X = append(s.X, r3.Scale(c.scale, x))
		}
		s.Weld()
		if of, n := s.Patches(); n > 0 {
			s.Leave(of)
		}
		const clear = 0.005
		part := f.LimbLength(&s, clear)
		if part < c.low || part > c.high {
			t.Errorf("%s of %s: limbs of %g of their length, expected %g to %g", c.suit, c.figure, part, c.low, c.high)
		}
		if part < 1 {
			placement.Shorten(&s, part)
		}
		rest := s.ShapeUV()
		w := f.Wear(&s)
		if w.Empty > 0 {
			t.Errorf("%s of %s: %d middles and ends of sleeves and legs around nothing", c.suit, c.figure, w.Empty)
		}
		s.X = w.X
		order := s.ByHeight()
		one := func(p int32) (*pattern.Surface, placement.Eased) {
			piece := &pattern.Surface{X: slices.Clone(s.X), Tri: slices.Clone(s.Tri), UV: slices.Clone(rest)}
			out := make([]bool, len(s.Tri))
			for i, of := range s.PieceOf() {
				out[i] = of != p
			}
			piece.Leave(out)
			return piece, f.Ease(piece, piece.UV, clear)
		}
		trousers, let := one(order[1])
		trousers.X = let.X
		if in := f.Near(trousers.X, 0); in > 0.002 {
			t.Errorf("%s of %s: %.1f %% of the trousers' vertices are in the body", c.suit, c.figure, 100*in)
		}
		below, ok := placement.Over(trousers, 0.003)
		if !ok {
			t.Fatal("trousers are nothing to be outside of")
		}
		shirt, _ := one(order[0])
		shirt.X = f.Ease(shirt, shirt.UV, clear+0.004, below).X
		if n := passes(trousers, shirt); n > 0 {
			t.Errorf("%s of %s: %d intersections of the shirt with the trousers", c.suit, c.figure, n)
		}
	}
}
