//go:build cgo

package gpu

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
	contactpairs "hysteron/contact/pairs"
	"hysteron/cpu"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// apart fails the test if the cloth intersects itself, or would with positions rounded to float32.
func apart(t *testing.T, m *cloth.Model, x []r3.Vec, step int) {
	t.Helper()
	rounded := make([]r3.Vec, len(x)) // as caches hold it
	for i, v := range x {
		rounded[i] = r3.Vec{X: float64(float32(v.X)), Y: float64(float32(v.Y)), Z: float64(float32(v.Z))}
	}
	for _, y := range [][]r3.Vec{x, rounded} {
		r := check.Check(check.Mesh{X: y, Tri: m.Tri}, nil, nil)
		if r.NonFinite > 0 || len(r.Self) > 0 {
			t.Fatalf("step %d: %d coordinates are no numbers, %d pairs of triangles intersect, the first %v", step, r.NonFinite,
				len(r.Self), append(r.Self, check.Pair{})[0])
		}
	}
}

// crossed fails the test if, by the reference's check, two features pass through each other on the
// straight paths from x to y.
func crossed(t *testing.T, m *cloth.Model, x, y []r3.Vec, step int) {
	t.Helper()
	compare := func(kind contactpairs.Kind, v [4]int32, own int) {
		for _, a := range v[:own] {
			if slices.Contains(v[own:], a) {
				return
			}
		}
		var at, by [4]r3.Vec
		for k, i := range v {
			at[k], by[k] = x[i], r3.Sub(y[i], x[i])
		}
		if f, hit := contactpairs.Advance(kind, &at, &by, contactpairs.Distance(kind, &at), 0); hit {
			t.Fatalf("step %d: the path of pair %v hits at %g", step, v, f)
		}
	}
	seen := map[[2]int32]bool{}
	var edges [][2]int32
	for _, v := range m.Tri {
		for a := range 3 {
			b := (a + 1) % 3
			if e := [2]int32{min(v[a], v[b]), max(v[a], v[b])}; !seen[e] {
				seen[e] = true
				for _, f := range edges {
					compare(contactpairs.EdgeEdge, [4]int32{e[0], e[1], f[0], f[1]}, 2)
				}
				edges = append(edges, e)
			}
		}
		for i := range int32(len(x)) {
			compare(contactpairs.VertexTriangle, [4]int32{i, v[0], v[1], v[2]}, 1)
		}
	}
}

// shift moves a part.
func shift(p cloth.Part, by r3.Vec) cloth.Part {
	for i := range p.X {
		p.X[i] = r3.Add(p.X[i], by)
	}
	for i := range p.Pins {
		p.Pins[i].Point = r3.Add(p.Pins[i].Point, by)
	}
	return p
}

// keepsApart takes n steps of h and looks for intersections after each, and for pairs that passed through
// each other in it.
func keepsApart(t *testing.T, s *Sim, n int, h float64) (sum step.Report) {
	t.Helper()
	last := gpuState(t, s).X
	for k := range n {
		rep, err := s.Step(h)
		if err != nil {
			t.Fatalf("step %d: %v", k, err)
		}
		sum.Outcome = max(sum.Outcome, rep.Outcome)
		sum.Newton += rep.Newton
		sum.CG += rep.CG
		sum.Rounds += rep.Rounds
		sum.ClampedVertices += rep.ClampedVertices
		sum.Halvings += rep.Halvings
		sum.Substeps += rep.Substeps
		sum.BlindSteps += rep.BlindSteps
		x := gpuState(t, s).X
		apart(t, s.Model, x, k)
		if rep.Substeps == 1 {
			crossed(t, s.Model, last, x, k)
		}
		copy(last, x)
		t.Logf("step %d: %d candidates, %d active, %+v", k, s.pairs.candidates, s.pairs.active, rep)
	}
	return sum
}

// TestSheetOnSheet: a sheet falls on another one that hangs between two edges, and rests on it.
func TestSheetOnSheet(t *testing.T) {
	ctx := open(t, true)
	low := hung(13, 9, .12, .08, cotton())
	for j := range int32(9) {
		v := 12*9 + j
		low.Pins = append(low.Pins, cloth.Pin{Vertex: v, Point: low.X[v]})
	}
	high := shift(grid(9, 7, .07, .05, cotton()), r3.Vec{X: .023, Y: .01, Z: -.013})
	s := newGPU(t, ctx, model(t, low, high), nil, nil, step.DefaultSettings())
	sum := keepsApart(t, s, 40, 1./120)
	t.Logf("%+v", sum)
}

// fastSheets are three sheets, one of which is shot at the others at 20 m/s.
func fastSheets(t *testing.T, set step.Settings) *Sim {
	set.Gravity = r3.Vec{}
	rnd := rand.New(rand.NewPCG(1, 2))
	var parts []cloth.Part
	for k := range 3 {
		p := grid(5, 5, .08, .08, cotton())
		tilt := r3.NewRotation(.3*rnd.NormFloat64(), r3.Unit(r3.Vec{X: 1, Z: rnd.NormFloat64()}))
		for i := range p.X {
			p.X[i] = r3.Add(tilt.Rotate(r3.Add(p.X[i], r3.Vec{X: -.04, Z: .04})), r3.Vec{Y: .1 * float64(k)})
		}
		parts = append(parts, p)
	}
	m := model(t, parts...)
	state := cloth.NewState(m)
	for i := m.Parts[2].Vertices.Lo; i < m.Parts[2].Vertices.Hi; i++ {
		state.V[i] = r3.Vec{Y: -20}
	}
	return newGPU(t, open(t, true), m, state, nil, set)
}

// TestFastSheets: a sheet shot at others, 20 cm a step and a hundred times their thickness, does not pass.
func TestFastSheets(t *testing.T) {
	s := fastSheets(t, step.DefaultSettings())
	t.Logf("%+v", keepsApart(t, s, 3, .01))
}

// TestStopped: where Newton's method is given no time, vertices go only part of their way, and the
// promise holds.
func TestStopped(t *testing.T) {
	set := step.DefaultSettings()
	set.MaxNewton, set.MaxHalvings = 1, 0
	s := fastSheets(t, set)
	sum := keepsApart(t, s, 4, .01)
	t.Logf("%+v", sum)
	if sum.ClampedVertices == 0 || sum.Rounds == 0 {
		t.Errorf("%d rounds, %d vertices stopped: the test proves nothing", sum.Rounds, sum.ClampedVertices)
	}
	// The same bits again: lists are hundreds of pairs long here, and vertices are stopped by many of them.
	again := fastSheets(t, set)
	for range 4 {
		if _, err := again.Step(.01); err != nil {
			t.Fatal(err)
		}
	}
	if d := farthest(gpuState(t, again).X, gpuState(t, s).X); d != 0 {
		t.Errorf("a second run ends %g m apart", d)
	}
}

// TestForcedThrough: pins that force cloth through cloth are refused, and the state stays as it was.
func TestForcedThrough(t *testing.T) {
	held := func(y, v float64) cloth.Part {
		p := shift(grid(3, 3, .04, .04, cotton()), r3.Vec{X: .1 * y, Y: y})
		for i, x := range p.X {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: x, Velocity: r3.Vec{Y: v}})
		}
		return p
	}
	s := newGPU(t, open(t, true), model(t, held(0, 0), held(.005, -1)), nil, nil, step.DefaultSettings())
	before := gpuState(t, s)
	_, err := s.Step(.02)
	var failed *step.StepError
	if !errors.As(err, &failed) || failed.Outcome != step.ContactFailed {
		t.Fatalf("error %v: expected %v", err, step.ContactFailed)
	}
	after := gpuState(t, s)
	if d := farthest(after.X, before.X); !(d <= .005) {
		t.Errorf("the refused step moved the cloth by %g m", d)
	}
	apart(t, s.Model, after.X, 0)
}

// TestSameBitsInContact: two runs with contact end with the same bits, where kernels fetch and where they read
// storage buffers; the two, which sum in other orders, within the tolerance of the steps.
func TestSameBitsInContact(t *testing.T) {
	ctx := open(t, true)
	m := model(t, grid(7, 6, .06, .05, cotton()), shift(grid(6, 6, .05, .05, cotton()),
		r3.Vec{X: .004, Y: .004, Z: -.003}))
	colliders := []step.Collider{{Point: r3.Vec{Y: -.01}, Normal: r3.Vec{Y: 1}, Friction: .5}}
	const steps = 6
	runs := map[bool]*cloth.State{}
	for _, fetch := range []bool{true, true, false, false} {
		s, err := newSim(ctx, ctx.Device().Limits, fetch, m, nil, colliders, step.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		sum := keepsApart(t, s, steps, 1./120)
		if s.pairs.active == 0 {
			t.Errorf("no pair is near after %+v: the test proves nothing", sum)
		}
		st := gpuState(t, s)
		if err := errors.Join(s.CheckGuards(), s.Close()); err != nil {
			t.Error(err)
		}
		if first := runs[fetch]; first == nil {
			runs[fetch] = st
		} else if d := farthest(st.X, first.X); d != 0 {
			t.Errorf("a second run, fetching %v, ends %g m apart", fetch, d)
		}
	}
	if d, limit := farthest(runs[true].X, runs[false].X), 2*steps*step.DefaultSettings().Tolerance; !(d < limit) {
		t.Errorf("reading storage buffers, a run ends %g m apart, expected below %g m", d, limit)
	}
}

// TestCandidatesOfEarlierSteps: steps that go on with the candidates of earlier ones end with the same bits as with
// new ones. Twin of the reference's test.
func TestCandidatesOfEarlierSteps(t *testing.T) {
	ctx := open(t, true)
	m := model(t, grid(6, 5, .05, .04, cotton()), shift(grid(5, 5, .04, .04, cotton()),
		r3.Vec{X: .004, Y: .004, Z: -.003}))
	state := cloth.NewState(m)
	for i := m.Parts[1].Vertices.Lo; i < m.Parts[1].Vertices.Hi; i++ {
		state.V[i].Y = -.5
	}
	old, anew := newGPU(t, ctx, m, state, nil, step.DefaultSettings()), newGPU(t, ctx, m, state, nil,
		step.DefaultSettings())
	searched, near := false, 0
	old.Watch(func(kernel string) { searched = searched || kernel == "pair_collect" })
	kept := 0
	const steps = 24
	for i := range steps {
		anew.pairs.collected, searched = false, false
		for _, s := range []*Sim{old, anew} {
			if _, err := s.Step(1. / 1920); err != nil {
				t.Fatal(err)
			}
		}
		if !searched {
			kept++
		}
		near = max(near, old.pairs.active)
		known := candidatesByName(t, anew)
		same := 0
		for name, c := range candidatesByName(t, old) {
			if want, ok := known[name]; ok {
				if same++; c != want {
					t.Fatalf("step %d: pair %v starts %g m apart with state %d, as a new candidate %g m with state %d", i, name,
						c.distance, c.state, want.distance, want.state)
				}
			}
		}
		if same < len(known)/2 {
			t.Errorf("step %d: %d of %d candidates are in both lists", i, same, len(known))
		}
		a, b := gpuState(t, old), gpuState(t, anew)
		if d := farthest(a.X, b.X); d != 0 {
			t.Fatalf("step %d ends %g m from where it does with new candidates", i, d)
		}
	}
	t.Logf("%d of %d steps went on with candidates of before; up to %d pairs near", kept, steps, near)
	if kept < steps/4 || kept > steps-3 || near == 0 {
		t.Errorf("%d of %d steps went on with the candidates before, with up to %d pairs near: expected some, not all, and "+
			"some near", kept, steps, near)
	}
}

// listed is the data of a pair in the list of candidates.
type listed struct {
	distance float32 // at the start of the step [m]
	state    int32
}

// candidatesByName reads the candidates, by query and partner.
func candidatesByName(t *testing.T, s *Sim) map[[2]int32]listed {
	t.Helper()
	n := s.pairs.candidates
	name, distance, state := make([][2]int32, n), make([]float32, n), make([]int32, n)
	if err := s.ctx.Do(func() error {
		read(s.queue, s.queue.buffers["candidate"], name)
		read(s.queue, s.queue.buffers["pairDistance"], distance)
		read(s.queue, s.queue.buffers["pairState"], state)
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
	list := map[[2]int32]listed{}
	for c := range name {
		list[name[c]] = listed{distance[c], state[c]}
	}
	return list
}

// TestSheetFolds: a sheet that falls edge-on on the ground folds over itself.
func TestSheetFolds(t *testing.T) {
	ctx := open(t, true)
	p := grid(6, 21, .06, .24, cotton())
	for i, x := range p.X {
		p.X[i] = r3.Vec{X: x.X, Y: .02 - x.Z, Z: .004 * math.Sin(60*x.Z)}
	}
	s := newGPU(t, ctx, model(t, p), nil, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .5}}, step.DefaultSettings())
	t.Logf("%+v", keepsApart(t, s, 60, 1./120))
}

// TestMomentum: two sheets that collide in empty space keep their momentum, as far as the tolerance lets
// them, and lose energy.
func TestMomentum(t *testing.T) {
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity = r3.Vec{}, 0
	set.Tolerance = 1e-6 // of 4 mm in a step
	far := r3.Vec{X: 3, Y: 2, Z: -1}
	m := model(t, shift(grid(7, 6, .06, .05, cotton()), far), shift(grid(5, 5, .04, .04, cotton()),
		r3.Add(far, r3.Vec{X: .007, Y: .008, Z: -.004})))
	state := cloth.NewState(m)
	for i := m.Parts[1].Vertices.Lo; i < m.Parts[1].Vertices.Hi; i++ {
		state.V[i] = r3.Vec{X: .1, Y: -1}
	}
	s := newGPU(t, open(t, true), m, state, nil, set)
	measure := func() (p r3.Vec, size, energy float64) {
		for i, v := range gpuState(t, s).V {
			p = r3.Add(p, r3.Scale(m.Mass[i], v))
			size += m.Mass[i] * r3.Norm(v)
			energy += m.Mass[i] * r3.Norm2(v) / 2
		}
		return p, size, energy
	}
	p0, size, e0 := measure()
	sum := keepsApart(t, s, 5, 1./240)
	p1, _, e1 := measure()
	lost := r3.Norm(r3.Sub(p1, p0)) / size
	t.Logf("momentum changed by %.2g of the sum of its sizes, energy %.3g → %.3g J; %+v", lost, e0, e1, sum)
	if !(lost < 1e-3) {
		t.Errorf("the collision changed the momentum by %.3g of itself", lost)
	}
	if !(e1 < e0) || r3.Norm(p0) < .99*size {
		t.Errorf("energy %g → %g J: expected a collision", e0, e1)
	}
}

// TestContactFromSameState: a sheet drops on another one; each step that both backends start from the same
// state ends at the same positions. Planes are kept after a few iterations, which both solve to tolerances
// of their own: at the impact that leaves more than the tolerance of the step.
func TestContactFromSameState(t *testing.T) {
	ctx := open(t, true)
	low := hung(9, 7, .08, .06, cotton())
	for j := range int32(7) {
		low.Pins = append(low.Pins, cloth.Pin{Vertex: 8*7 + j, Point: low.X[8*7+j]})
	}
	high := shift(grid(6, 5, .045, .035, cotton()), r3.Vec{X: .017, Y: .005, Z: -.012})
	m := model(t, low, high)
	set := step.DefaultSettings()
	set.Tolerance = 1e-5
	s := newGPU(t, ctx, m, nil, nil, set)
	var worst, sum float64
	const steps = 12
	touched := 0
	for n := range steps {
		st := gpuState(t, s)
		if err := s.SetState(st); err != nil {
			t.Fatal(err)
		}
		reference, err := cpu.New(m, st.Clone(), nil, set)
		if err != nil {
			t.Fatal(err)
		}
		a, err := reference.Step(1. / 120)
		if err != nil {
			t.Fatal(err)
		}
		b, err := s.Step(1. / 120)
		if err != nil {
			t.Fatal(err)
		}
		d := farthest(gpuState(t, s).X, reference.State.X)
		reference.Close()
		worst, sum = max(worst, d), sum+d
		if s.pairs.active > 0 {
			touched++
		}
		t.Logf("step %d: %.3g m apart, %d pairs near; Newton %d, %d; CG %d, %d", n, d, s.pairs.active, a.Newton, b.Newton,
			a.CG, b.CG)
	}
	t.Logf("on average %.3g m apart, at most %.3g m", sum/steps, worst)
	if touched < steps/2 {
		t.Errorf("%d steps with contact: the test proves little", touched)
	}
	const limit = 1e-4 // a thirtieth of the layer
	if !(worst < limit) {
		t.Errorf("a step ends %.3g m apart, expected below %.3g m", worst, limit)
	}
}
