package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/pairs"
	"hysteron/step"
)

// levelLayers are two level sheets .1 mm deep in each other's layer, the upper one turned about y and moved by shift on
// the larger lower one, with their contact planes looked up.
func levelLayers(t *testing.T, upper, lower cloth.Part, turn float64, shift r3.Vec) *Sim {
	set := step.DefaultSettings()
	set.SelfThickness = .001
	r := r3.NewRotation(turn, r3.Vec{Y: 1})
	upper.X = append([]r3.Vec(nil), upper.X...)
	shift.Y = set.SelfThickness - 1e-4
	upper = place(upper, func(x r3.Vec) r3.Vec { return r3.Add(r.Rotate(x), shift) })
	s := newCloth(t, []cloth.Part{lower, upper}, nil, set)
	s.begin(1e-6)
	s.guess()
	s.detectContacts(true)
	s.evaluatePairs(s.x)
	return s
}

// TestFlatLayersCountOnce: in level layers every vertex that lies over the other sheet, or under it, has the layer's
// stiffness once, along the vertical, wherever the meshes lie; edges have none. So what the upper sheet's vertices
// store does not depend on where it lies.
func TestFlatLayersCountOnce(t *testing.T) {
	f := cotton()
	lower := grid(13, 13, .12, .12, f, true)
	for _, upper := range []cloth.Part{grid(5, 5, .04, .04, f, true), grid(6, 5, .04, .04, f, false)} {
		for _, c := range []struct {
			turn  float64
			shift r3.Vec
		}{
			{0, r3.Vec{X: .04, Z: -.04}}, // vertices on vertices
			{0, r3.Vec{X: .04 + 1e-6, Z: -.04}},
			{0, r3.Vec{X: .04 + 1e-5, Z: -.04 + 1e-5}},
			{0, r3.Vec{X: .04 + 2e-4, Z: -.04 + 1e-4}},
			{0, r3.Vec{X: .045, Z: -.045}}, // vertices on edges
			{.3, r3.Vec{X: .04, Z: -.05}},
			{math.Pi / 4, r3.Vec{X: .04, Z: -.06}},
		} {
			s := levelLayers(t, upper, lower, c.turn, c.shift)
			k := make([]float64, len(s.x))
			for i := range s.self.active {
				p := &s.self.active[i]
				switch {
				case p.response.G == r3.Vec{}:
				case p.kind == pairs.EdgeEdge:
					t.Errorf("%v: edges push with %v", c, p.response.G)
				default:
					k[p.v[0]] += p.k
					if side := math.Hypot(p.response.G.X, p.response.G.Z); side > 1e-9*math.Abs(p.response.G.Y) {
						t.Errorf("%v: vertex %d is pushed to the side: %v", c, p.v[0], p.response.G)
					}
				}
			}
			part := s.Model.Parts[1].Vertices
			for i := part.Lo; i < part.Hi; i++ {
				if want := s.Settings.ContactStiffness / 2 * s.Model.Area[i]; math.Abs(k[i]/want-1) > 1e-12 {
					t.Errorf("%v: vertex %d has %g N/m, expected %g", c, i-part.Lo, k[i], want)
				}
			}
			back := r3.NewRotation(-c.turn, r3.Vec{Y: 1})
			for i := range part.Lo {
				q := back.Rotate(r3.Sub(s.x[i], c.shift))
				rim := min(q.X, .04-q.X, -q.Z, .04+q.Z) // how far inside of the upper sheet's rim
				want := s.Settings.ContactStiffness / 2 * s.Model.Area[i]
				switch got := k[i] / want; {
				case rim >= 0 && math.Abs(got-1) > 1e-9:
					t.Errorf("%v: vertex %d, %g m inside, has the share %g, expected 1", c, i, rim, got)
				case rim < -.001 && got != 0:
					t.Errorf("%v: vertex %d, %g m outside, has the share %g, expected none", c, i, -rim, got)
				case got > 1+1e-12:
					t.Errorf("%v: vertex %d counts %g times", c, i, got)
				}
			}
		}
	}
}

// scraps are small sheets, some of them one triangle, turned at random in a heap at rest.
func scraps(t *testing.T, seed uint64) *Sim {
	rnd := rand.New(rand.NewPCG(seed, 4))
	noise := func(a float64) r3.Vec {
		return r3.Vec{X: a * rnd.NormFloat64(), Y: a * rnd.NormFloat64(), Z: a * rnd.NormFloat64()}
	}
	var parts []cloth.Part
	for range 30 {
		turn, at := r3.NewRotation(6*rnd.Float64(), r3.Unit(noise(1))), noise(.012)
		parts = append(parts, place(grid(2+rnd.IntN(3), 2+rnd.IntN(3), .02, .03, cotton(), true), func(x r3.Vec) r3.Vec {
			return r3.Add(turn.Rotate(r3.Add(x, noise(.001))), at)
		}))
	}
	return newCloth(t, parts, nil, step.DefaultSettings())
}

// TestLayersPushAlongTheirWay: in a heap of crumpled scraps the force of each pair acts along the way between its
// points, so that it turns nothing, at rims too.
func TestLayersPushAlongTheirWay(t *testing.T) {
	s := scraps(t, 3)
	s.begin(1e-9)
	s.guess()
	s.detectContacts(true)
	over, beside, edges := 0, 0, 0
	for i := range s.self.active {
		p := &s.self.active[i]
		x := points(s.x, &p.v)
		r := pairs.Between(&p.w, &x)
		if turns := r3.Norm(r3.Cross(r, p.normal)); turns > 1e-9*r3.Norm(r) {
			t.Errorf("pair %v: the way %v and the normal %v are not parallel", p.v, r, p.normal)
		}
		whole := s.Settings.ContactStiffness / 2 * s.Model.Area[p.v[0]]
		switch {
		case p.kind == pairs.EdgeEdge:
			edges++
		case p.k >= whole*(1-1e-12):
		case pairs.Support(&p.w) != p.support:
			over++
		default:
			beside++
		}
	}
	t.Logf("%d edges, %d vertices over a rim, %d beside one", edges, over, beside)
	if over < 3 || beside < 3 || edges < 3 {
		t.Error("too few: the test would prove little")
	}
}
