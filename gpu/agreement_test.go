//go:build cgo

package gpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"
	"hysteron/law"
	"hysteron/step"
	"hysteron/step/steptest"
)

// agreement is the one tolerance of the term by term comparison: relative, of the gradient, of the
// matrix times a random vector, and of the change of the potential along a random direction. Measured:
// below 6e-6 throughout, most of it below 5e-7. Single
// rounding errors of float32 are 6e-8; a hinge's angle at an edge of 1 cm keeps about 1e-5 of its
// strain.
const agreement = 1e-5

// woven is a measured friction with curves that differ along warp and weft and bend within the
// pressures of the crumpled fabric.
func woven() *cloth.MeasuredFriction {
	return &cloth.MeasuredFriction{
		Name: "woven",
		Warp: cloth.LoadCurve{Pressure: []float64{1000, 1e4, 3e4}, Stress: []float64{500, 3500, 8000}},
		Weft: cloth.LoadCurve{Pressure: []float64{2000, 2e4}, Stress: []float64{400, 3000}},
	}
}

// crumpled is a random fabric in mid-step, far from the origin: positions with history, a trial,
// wind, a plane and a rolling sphere to touch and rub against.
type crumpled struct {
	twins
	probe cpu.Probe
	x     []r3.Vec // trial positions
	h     float64
	rnd   *rand.Rand
}

func (c *crumpled) noise(a float64) r3.Vec {
	return r3.Vec{X: a * c.rnd.NormFloat64(), Y: a * c.rnd.NormFloat64(), Z: a * c.rnd.NormFloat64()}
}

// newCrumpled prepares it for one subject, or for all terms with a fabric of the usual laws.
func newCrumpled(
	t *testing.T, ctx *opengl.Context, seed uint64, of *steptest.Subject, with ...func(*step.Settings),
) *crumpled {
	t.Helper()
	c := &crumpled{rnd: rand.New(rand.NewPCG(seed, 8)), h: 1. / 200}
	f := cotton()
	f.BendWarp.Elastic, f.BendWeft.Elastic = law.Elastic{K1: 1e-5 * (1 + c.rnd.Float64()), K2: 1e-8},
		law.Elastic{K1: 1e-5 * (1 + c.rnd.Float64()), K2: 1e-8}
	f.Warp.Elastic = law.Scaled(f.Warp.Elastic, 1+10*c.rnd.Float64())
	if of != nil {
		of.Dress(&f)
	}
	offset := r3.Vec{X: .3, Y: 1.7, Z: -.2}
	p := grid(9, 7, .08, .06, f)
	for i := range p.X {
		p.X[i] = r3.Add(p.X[i], offset)
		p.FrictionScale = append(p.FrictionScale, .5+float64(i%5)/4)
	}
	for i := range p.Tri {
		p.Layers = append(p.Layers, cloth.Layers{Mass: 1 + float64(i%3), Stretch: .5 + float64(i%4),
			Bend: .25 + float64(i%7)})
	}
	if seed%2 == 1 {
		p.Fabric.Bending, p.Fabric.BendCoupling = cloth.CurvatureBending, .3
	}
	steptest.AddElements(&p)
	over := grid(5, 4, .04, .03, f) // to touch and rub against, too
	over.Fabric.Bending = cloth.CurvatureBending
	if seed > 0 {
		over.Fabric = steptest.Sprung(over.Fabric)
	}
	for i := range over.X {
		over.X[i] = r3.Add(over.X[i], r3.Add(offset, r3.Vec{X: .033, Y: .003, Z: -.022}))
	}
	m := model(t, p, over)
	var rough []*cloth.MeasuredFriction
	if seed > 0 { // seed 0 has coefficients
		rough = []*cloth.MeasuredFriction{nil, woven()}
		if seed == 2 {
			rough[0] = rough[1]
		}
		m.Rubbings = []cloth.Rubbing{{A: 0, B: 1, Law: woven()}, {A: 1, B: 1, Law: woven()}}
	}
	set := steptest.Settings()
	set.Wind = step.Wind{Velocity: r3.Vec{X: 2, Y: .3, Z: -1}, Gust: .3, Frequency: 2}
	for _, known := range steptest.Known(&set) {
		known.Scale(1 + float64(seed)/32) // a kernel may have no number of its own in place of one
	}
	for _, change := range with {
		change(&set)
	}
	state := cloth.NewState(m)
	state.Time = 1.25
	for i := range state.X {
		state.X[i] = r3.Add(state.X[i], c.noise(1.5e-3))
		state.V[i] = c.noise(.3)
	}
	ball := newSphere(.03, r3.Add(offset, r3.Vec{X: -.21, Y: .405, Z: -.02}), r3.Vec{X: .2, Y: -.3})
	ball.Spin = r3.Vec{X: 1, Y: 2, Z: -1.5}
	colliders := []step.Collider{
		{Point: r3.Add(offset, r3.Vec{Y: -.002}), Normal: r3.Unit(r3.Vec{X: .1, Y: 1, Z: .05}), Friction: .4},
		{Surface: ball, Friction: -1, Measured: rough},
	}
	// A state that both can hold: strains of the present positions, with a random past, all in float32.
	start, err := cpu.New(m, nil, nil, set)
	if err != nil {
		t.Fatal(err)
	}
	start.State.X = state.X
	start.ResetHistory()
	start.Close()
	state.Past = start.State.Past
	steptest.Remember(m, state, seed, false)
	c.touch(t, m, state, colliders, set, seed)
	c.twins = newTwins(t, ctx, m, state, colliders, set)
	by := steptest.Steering(&set, state.X, seed)
	if err := c.cpu.Steer(by); err != nil {
		t.Fatal(err)
	}
	if err := c.gpu.Steer(by); err != nil {
		t.Fatal(err)
	}
	if of != nil {
		var terms []cpu.Term
		for _, term := range cpu.NewTerms() {
			if term.Name() == of.Name {
				terms = append(terms, term)
			}
		}
		c.cpu.SetTerms(terms)
		if err := c.gpu.SetTerms(of.Name); err != nil {
			t.Fatal(err)
		}
	}
	c.probe = cpu.NewProbe(c.cpu, c.h)
	c.x = c.probe.Guess()
	if err := ctx.Do(func() error {
		c.gpu.bind()
		c.gpu.begin(c.h)
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
	return c
}

// touch gives the state what contact points would have kept of a step that ended near its positions, with a random
// elastic slip.
func (c *crumpled) touch(t *testing.T, m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings,
	seed uint64) {
	t.Helper()
	before, err := cpu.New(m, state.Clone(), colliders, set)
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	p := cpu.NewProbe(before, c.h)
	p.Look(p.Guess())
	p.Commit()
	state.Touches, state.Rubs = before.State.Touches, before.State.Rubs
	steptest.Slip(state, seed, set.FrictionSlip)
}

// evaluate moves the GPU's trial positions to x and evaluates everything there.
func (c *crumpled) evaluate(x []r3.Vec) {
	s := c.gpu
	c.place(x)
	s.detectContacts(true)
	s.evaluate(true)
	s.gatherGradient()
	s.gatherMatrix()
}

// place moves the GPU's trial positions to x.
func (c *crumpled) place(x []r3.Vec) {
	s := c.gpu
	n := len(x)
	hi, lo, moved := make([][4]float32, n), make([][4]float32, n), make([][4]float32, n)
	for k, i := range s.pack.Vertex {
		hi[k], lo[k] = layout.Split(x[i])
		u := r3.Sub(x[i], c.cpu.State.X[i])
		moved[k] = layout.Float4(u.X, u.Y, u.Z, 0)
	}
	write(s.queue, s.queue.buffers["positionHi"], hi)
	write(s.queue, s.queue.buffers["positionLo"], lo)
	write(s.queue, s.queue.buffers["moved"], moved)
}

// vectors reads a buffer of vectors in the model's order.
func (s *Sim) vectors(name string) []r3.Vec {
	v := make([][4]float32, len(s.Model.X0))
	read(s.queue, s.queue.buffers[name], v)
	out := make([]r3.Vec, len(v))
	for k, i := range s.pack.Vertex {
		out[i] = r3.Vec{X: float64(v[k][0]), Y: float64(v[k][1]), Z: float64(v[k][2])}
	}
	return out
}

// writeVectors is the inverse of vectors.
func (s *Sim) writeVectors(name string, v []r3.Vec) {
	out := make([][4]float32, len(v))
	for k, i := range s.pack.Vertex {
		out[k] = layout.Float4(v[i].X, v[i].Y, v[i].Z, 0)
	}
	write(s.queue, s.queue.buffers[name], out)
}

// compareCommits lets both backends keep what their laws keep of the trial, and compares it: to ten times the agreement
// of forces, since friction of a strain that is off by ε is off by ε/τ.
func (c *crumpled) compareCommits(t *testing.T) {
	t.Helper()
	c.probe.Commit()
	if err := c.gpu.ctx.Do(func() error {
		c.gpu.elements.commit(false)
		c.gpu.contacts.commit()
		c.gpu.pairs.anchors = c.gpu.pairs.commitAnchors()
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
	got := gpuState(t, c.gpu)
	c.compareTouches(t, got.Touches, c.cpu.State.Touches)
	c.compareRubs(t, got.Rubs, c.cpu.State.Rubs)
	for kind := range cloth.Kinds {
		a, b := &got.Past[kind], &c.cpu.State.Past[kind]
		for j := range b.Width {
			var worst, most float64
			for i := j; i < len(b.Data); i += b.Width {
				worst, most = max(worst, math.Abs(a.Data[i]-b.Data[i])), max(most, math.Abs(b.Data[i]))
			}
			if !(worst <= 10*agreement*most) {
				t.Errorf("number %d that %ss keep is off by %.3g of %.3g", j, kind, worst, most)
			}
		}
	}
}

// compareTouches compares what contact points keep: closest points on an edge may be on the triangle of either side,
// and normals of points right at the surface have few digits.
func (c *crumpled) compareTouches(t *testing.T, got, want []cloth.Touch) {
	t.Helper()
	if len(got) != len(want) || len(want) == 0 {
		t.Fatalf("%d contact points keep what they touch: expected %d, and some", len(got), len(want))
	}
	elasticSlips := 0
	for i := range want {
		a, b := &got[i], &want[i]
		if a.Collider != b.Collider || a.Point != b.Point {
			t.Errorf("touch %d: collider %d, point %d: expected %d and %d", i, a.Collider, a.Point, b.Collider, b.Point)
			continue
		}
		if b.Slip != (r3.Vec{}) {
			elasticSlips++
		}
		off := r3.Norm(r3.Sub(a.Normal, b.Normal)) + r3.Norm(r3.Sub(a.Slip, b.Slip))/c.cpu.Settings.FrictionSlip
		if surface := c.gpu.contacts.obstacles[b.Collider].Surface; surface != nil {
			x := make([]r3.Vec, surface.NumVertices())
			surface.Positions(x, 0)
			foot := func(q *cloth.Touch) (p r3.Vec) {
				for k, v := range surface.Triangles()[q.Tri] {
					p = r3.Add(p, r3.Scale(q.Bary[k], x[v]))
				}
				return p
			}
			off += r3.Norm(r3.Sub(foot(a), foot(b))) / .01
		}
		if !(off < 1e-3) {
			t.Errorf("touch %d of collider %d: normal %v, slip %v, on %v: expected %v, %v and %v", i, a.Collider,
				a.Normal,
				a.Slip, a.Bary, b.Normal, b.Slip, b.Bary)
		}
	}
	if elasticSlips < len(want)/4 {
		t.Errorf("%d of %d touches have an elastic slip: the test would prove nothing", elasticSlips, len(want))
	}
}

// compareRubs compares what pairs of cloth keep.
func (c *crumpled) compareRubs(t *testing.T, got, want []cloth.Rub) {
	t.Helper()
	type name struct {
		v     [4]int32
		edges bool
	}
	elasticSlips, most := map[name]r3.Vec{}, 0.
	for _, r := range got {
		elasticSlips[name{r.V, r.Edges}] = r.Slip
	}
	if len(got) != len(want) || len(want) == 0 || len(elasticSlips) != len(got) {
		t.Fatalf("%d pairs keep their slip, %d names: expected %d, and some", len(got), len(elasticSlips), len(want))
	}
	for _, r := range want {
		e, ok := elasticSlips[name{r.V, r.Edges}]
		most = max(most, r3.Norm(r.Slip))
		if off := r3.Norm(r3.Sub(e, r.Slip)); !ok || !(off < 1e-3*c.cpu.Settings.FrictionSlip) {
			t.Errorf("pair %v (edges %v) keeps %v (%v): expected %v", r.V, r.Edges, e, ok, r.Slip)
		}
	}
	if most == 0 {
		t.Error("no pair slips: the test would prove nothing")
	}
}

// readings are forces, the matrix times a vector, and the change of the potential along a displacement, of both
// backends.
type readings struct {
	got, want struct {
		g, av []r3.Vec
		e     float64
	}
	slope, size float64 // of the potential along the displacement; sum of its parts' sizes
}

// error is how far they are apart, over the largest.
func (q *readings) error() (g, av, e float64) {
	e = math.Abs(q.got.e-q.want.e) / (q.size + math.Abs(q.want.e))
	return relative(q.got.g, q.want.g), relative(q.got.av, q.want.av), e
}

// readings evaluates both at a random place near the patch.
func (c *crumpled) readings(t *testing.T) (out readings) {
	t.Helper()
	x, q, v := make([]r3.Vec, len(c.x)), make([]r3.Vec, len(c.x)), make([]r3.Vec, len(c.x))
	for i := range x {
		x[i] = r3.Add(c.x[i], c.noise(5e-4))
		v[i], q[i] = c.noise(1), c.noise(2e-4)
		for _, w := range []*r3.Vec{&v[i], &q[i]} {
			*w = r3.Vec{X: float64(float32(w.X)), Y: float64(float32(w.Y)), Z: float64(float32(w.Z))}
		}
	}
	if err := c.gpu.ctx.Do(func() error {
		s := c.gpu
		c.evaluate(x)
		out.got.g = s.vectors("gradient")
		s.writeVectors("preconditioned", v)
		s.queue.run("cg_multiply", len(x), s.pairs.bound, 0, 0., 0.)
		out.got.av = s.vectors("image")
		s.writeVectors("direction", q)
		s.trial(1)
		e := s.status().Reductions[reductionEnergy]
		out.got.e = float64(e[0]) + float64(e[1])
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
	out.want.g = c.probe.Look(x)
	out.want.av = c.probe.Times(v)
	y := make([]r3.Vec, len(x))
	for i := range x {
		y[i] = r3.Add(x[i], q[i])
		out.slope += r3.Dot(out.want.g[i], q[i])
		out.size += math.Abs(r3.Dot(out.want.g[i], q[i]))
	}
	out.want.e = c.probe.Energy(y) - c.probe.Energy(x)
	return out
}

// TestTermsAgree compares each term alone, and all together, with its twin in the reference.
func TestTermsAgree(t *testing.T) {
	ctx := open(t, true)
	subjects := []*steptest.Subject{nil}
	for _, of := range steptest.Subjects() {
		subjects = append(subjects, &of)
	}
	for _, of := range subjects {
		name := "all"
		if of != nil {
			name = of.String()
		}
		var worst [3]float64
		for seed := range uint64(3) {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				c := newCrumpled(t, ctx, seed, of)
				q := c.readings(t)
				gotG, gotAV, gotE, wantG, wantAV, wantE := q.got.g, q.got.av, q.got.e, q.want.g, q.want.av, q.want.e
				dg, dm, de := q.error()
				zero := make([]r3.Vec, len(wantG))
				if farthest(gotG, zero) == 0 || farthest(wantG, zero) == 0 {
					t.Fatalf("%s does nothing on a crumpled fabric, with what stands in the tags try of its parameters: largest "+
						"force on a vertex %g N on the GPU, %g N in the reference", name, farthest(gotG, zero),
						farthest(wantG, zero))
				}
				if !(dg < agreement) {
					t.Errorf("gradient of %s: the two differ by %.3g of the largest force, %g N on the GPU and %g N in the "+
						"reference: expected below %.0e", name, dg, farthest(gotG, zero), farthest(wantG, zero),
						agreement)
				}
				if !(de < agreement) {
					t.Errorf("change of the potential: %.9g J, the reference has %.9g J (slope %.3g, difference relative to the "+
						"parts %.3g)", gotE, wantE, q.slope, de)
				}
				if farthest(wantAV, zero) == 0 { // a linear potential
					dm = farthest(gotAV, zero)
				}
				if !(dm < agreement) {
					t.Errorf("matrix times vector: relative difference %.3g, expected below %.0e", dm, agreement)
				}
				worst = [3]float64{max(worst[0], dg), max(worst[1], dm), max(worst[2], de)}
				c.compareCommits(t)
			})
		}
		t.Logf("%-9s gradient %.1e, matrix %.1e, potential %.1e", name, worst[0], worst[1], worst[2])
	}
}
