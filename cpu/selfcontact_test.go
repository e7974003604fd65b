package cpu

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
	"hysteron/step"
)

// intersections counts pairs of triangles of the cloth that have a common point, by exact
// predicates.
func intersections(s *Sim) int {
	return len(check.Check(check.Mesh{X: s.State.X, Tri: s.Model.Tri}, nil, nil).Self)
}

// clean moves on and stops the test at the first intersection.
func clean(t *testing.T, s *Sim, h float64, count int) (sum step.Report) {
	t.Helper()
	for i := range count {
		rep, err := s.Step(h)
		if err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
		if rep.Outcome == step.Unconverged {
			sum.Outcome = step.Unconverged
			sum.Substeps++
		}
		sum.Rounds += rep.Rounds
		sum.ClampedVertices += rep.ClampedVertices
		sum.Halvings += rep.Halvings
		if n := intersections(s); n > 0 {
			t.Fatalf("step %d: %d intersections", i, n)
		}
	}
	return sum
}

// newCloth is New of a model of parts, with failures fatal.
func newCloth(t testing.TB, parts []cloth.Part, colliders []step.Collider, set step.Settings) *Sim {
	t.Helper()
	m, err := cloth.NewModel(parts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(m, nil, colliders, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// place moves the vertices of a part.
func place(p cloth.Part, f func(x r3.Vec) r3.Vec) cloth.Part {
	for i, x := range p.X {
		p.X[i] = f(x)
	}
	return p
}

// fastSheets are three sheets, one of which is shot at the others at 20 m/s.
func fastSheets(t *testing.T, set step.Settings) *Sim {
	set.Gravity = r3.Vec{}
	rnd := rand.New(rand.NewPCG(1, 2))
	var parts []cloth.Part
	for k := range 3 {
		tilt := r3.NewRotation(.3*rnd.NormFloat64(), r3.Unit(r3.Vec{X: 1, Z: rnd.NormFloat64()}))
		parts = append(parts, place(grid(7, 7, .2, .2, cotton(), k%2 == 0), func(x r3.Vec) r3.Vec {
			return r3.Add(tilt.Rotate(r3.Add(x, r3.Vec{X: -.1, Z: .1})), r3.Vec{Y: .1 * float64(k)})
		}))
	}
	s := newCloth(t, parts, nil, set)
	for i := s.Model.Parts[2].Vertices.Lo; i < s.Model.Parts[2].Vertices.Hi; i++ {
		s.State.V[i] = r3.Vec{Y: -20}
	}
	return s
}

// TestFastSheets: a sheet shot at others, 20 cm a step and a hundred times their thickness, does not pass.
func TestFastSheets(t *testing.T) {
	t.Logf("%+v", clean(t, fastSheets(t, step.DefaultSettings()), .01, 20))
}

// TestClampedPaths: where Newton's method is given no time, paths are clamped, and nothing passes.
func TestClampedPaths(t *testing.T) {
	set := step.DefaultSettings()
	set.MaxNewton, set.MaxHalvings = 1, 0
	sum := clean(t, fastSheets(t, set), .01, 20)
	t.Logf("%d vertices clamped", sum.ClampedVertices)
	if sum.ClampedVertices == 0 {
		t.Error("no path was clamped: the test proves nothing")
	}
}

// TestSheetFolds: a sheet that falls edge-on on the ground folds over itself and comes to rest
// without an intersection.
func TestSheetFolds(t *testing.T) {
	p := place(grid(7, 25, .12, .5, cotton(), true), func(x r3.Vec) r3.Vec {
		return r3.Vec{X: x.X, Y: .02 - x.Z, Z: .004 * math.Sin(40*x.Z)}
	})
	s := newCloth(t, []cloth.Part{p}, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .5}}, step.DefaultSettings())
	t.Logf("%+v", clean(t, s, 1./120, 120))
}

// TestSoup: single triangles, needles among them, thrown on a heap. In heap 0 needles lie across each other, some
// micrometres apart.
func TestSoup(t *testing.T) {
	for heap := range uint64(4) {
		s := newCloth(t, soup(heap), []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .5}}, step.DefaultSettings())
		for i := range s.State.V {
			s.State.V[i] = r3.Vec{Y: -2 - 3*s.State.X[i].Y}
		}
		sum := clean(t, s, 1./60, 60)
		t.Logf("%d unconverged steps, %d rounds, %d vertices stopped, %d halvings", sum.Substeps, sum.Rounds,
			sum.ClampedVertices, sum.Halvings)
	}
}

// soup is a heap of single triangles.
func soup(heap uint64) (parts []cloth.Part) {
	rnd := rand.New(rand.NewPCG(heap, 3))
	for k := range 40 {
		p := cloth.Part{Fabric: cotton(), Tri: [][3]int32{{0, 1, 2}}}
		long, thin := .03*(1+rnd.Float64()), .03*math.Pow(10, -2*rnd.Float64())
		p.UV = [][3]r2.Vec{{{}, {X: long}, {X: long * rnd.Float64(), Y: thin}}}
		turn := r3.NewRotation(6*rnd.Float64(), r3.Unit(r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(),
			Z: rnd.NormFloat64()}))
		for _, uv := range p.UV[0] {
			p.X = append(p.X, r3.Add(turn.Rotate(r3.Vec{X: uv.X, Z: uv.Y}), r3.Vec{X: .06 * rnd.Float64(),
				Y: .07 + .05*float64(k), Z: .06 * rnd.Float64()}))
		}
		parts = append(parts, p)
	}
	return parts
}

// TestStartAtThickness: sheets that start exactly at their contact thickness, and at a hundredth
// of it, stay apart.
func TestStartAtThickness(t *testing.T) {
	for _, d := range []float64{.003, 3e-5} {
		var parts []cloth.Part
		for k := range 4 {
			parts = append(parts, place(grid(7, 7, .08, .08, cotton(), k%2 == 0), func(x r3.Vec) r3.Vec {
				return r3.Add(x, r3.Vec{Y: .02 + d*float64(k)})
			}))
		}
		s := newCloth(t, parts, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .5}}, step.DefaultSettings())
		clean(t, s, 1./120, 60)
		if worst := s.MaxStretch(); worst > 1.5 {
			t.Errorf("start at %g m: stretched %.3g times", d, worst)
		}
	}
}

// TestFastBody: a ball of 5 m/s tears a stack of sheets along without an intersection.
func TestFastBody(t *testing.T) {
	var parts []cloth.Part
	for k := range 2 {
		parts = append(parts, place(grid(11, 11, .3, .3, cotton(), true), func(x r3.Vec) r3.Vec {
			return r3.Add(x, r3.Vec{X: -.15, Y: .004 * float64(k), Z: .15})
		}))
	}
	ball := newTestSphere(.06, r3.Vec{Y: -.15}, r3.Vec{Y: 5})
	s := newCloth(t, parts, []step.Collider{{Surface: ball, Friction: .3}}, step.DefaultSettings())
	t.Logf("%+v", clean(t, s, 1./120, 25))
	rep := check.Check(check.Mesh{X: s.State.X, Tri: s.Model.Tri},
		[]check.Mesh{{X: append([]r3.Vec(nil), s.obstacles[0].y1...), Tri: ball.Tri}}, nil)
	if rep.Penetrations() > 0 {
		t.Errorf("%d penetrations of the ball", rep.Penetrations())
	}
}

// TestTouchingStartIsRefused: with vertices of two garments in one place the sides cannot be determined: the step ends
// with an error, not with an entangled state.
func TestTouchingStartIsRefused(t *testing.T) {
	s := newCloth(t, []cloth.Part{grid(4, 4, .04, .04, cotton(), true), grid(4, 4, .04, .04, cotton(), true)}, nil,
		step.DefaultSettings())
	_, err := s.Step(1. / 120)
	var failed *step.StepError
	if !errors.As(err, &failed) || failed.Outcome != step.ContactFailed {
		t.Errorf("error %v: expected a step error of contact", err)
	}
}

// Candidates of earlier steps, as long as they do, give the same bits as new ones in each step.
func TestCandidatesOfEarlierSteps(t *testing.T) {
	old, anew := collision(t, .3), collision(t, .3)
	kept := 0
	for i := range 80 {
		before := old.self.at[0]
		for k := range anew.self.at {
			anew.self.at[k].X = math.NaN()
		}
		for _, s := range []*Sim{old, anew} {
			if _, err := s.Step(1. / 3840); err != nil {
				t.Fatal(err)
			}
		}
		if old.self.at[0] == before {
			kept++
		}
		for v := range old.State.X {
			if old.State.X[v] != anew.State.X[v] {
				t.Fatalf("step %d: vertex %d at %v, with new candidates at %v", i, v, old.State.X[v], anew.State.X[v])
			}
		}
	}
	if kept < 20 || kept > 70 {
		t.Errorf("%d of 80 steps went on with the candidates before: expected some, not all", kept)
	}
}

// Pairs that were stiffened stay so in the rounds that follow within the step, and no longer.
func TestStiffenedPairsStaySo(t *testing.T) {
	s := collision(t, .3)
	c := s.self
	for n := 0; n < 80 && len(c.candidates) == 0; n++ {
		if _, err := s.Step(1. / 3840); err != nil {
			t.Fatal(err)
		}
	}
	for i := range c.candidates {
		c.stiffer[c.candidates[i].pairName] = 2
	}
	stiffer := func() (n int) {
		for i := range c.candidates {
			n += int(c.at0(&s.now, i).stiffer)
		}
		return n
	}
	if c.detect(&s.now, true); len(c.candidates) == 0 || stiffer() != 2*len(c.candidates) {
		t.Errorf("%d candidates, stiffened %d times in all: expected twice each", len(c.candidates), stiffer())
	}
	c.begin()
	if c.detect(&s.now, true); stiffer() != 0 {
		t.Errorf("stiffened %d times in the next step: expected never", stiffer())
	}
}
