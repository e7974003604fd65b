package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/contact/pairs"
	"hysteron/linalg"
	"hysteron/step"
	"hysteron/step/steptest"
)

// TestFrictionAlongPlane: friction has no part along the normal of its plane, however points move.
func TestFrictionAlongPlane(t *testing.T) {
	for _, of := range steptest.Subjects() {
		if of.Name != "friction" {
			continue
		}
		s := crumpled(t, 1, of)
		s.obstacles = s.obstacles[:1]
		s.energyAt(s.x)
		s.gatherGradient()
		n, most := s.obstacles[0].Normal, 0.
		for i, g := range s.g {
			if most = max(most, r3.Norm(g)); !(max(r3.Dot(g, n), -r3.Dot(g, n)) <= 1e-12*most) {
				t.Errorf("vertex %d: friction %v, %g N of it along the normal", i, g, r3.Dot(g, n))
			}
		}
		if most == 0 {
			t.Error("nothing rubs: the test would prove nothing")
		}
	}
}

// TestWallsAreKept: in a groove both walls of the bottom row are known from the first contact detection of a step on,
// and a state that starts anew knows them too; a body that has gone takes them along.
func TestWallsAreKept(t *testing.T) {
	s := inGroove(t)
	take(t, s, 30, 1./120)
	two := func(s *Sim) (count int) {
		for i := range s.obstacles[0].near {
			if q := &s.obstacles[0].near[i]; s.obstacles[0].live[i] && q.count == 2 {
				count++
			}
		}
		return count
	}
	start := two(s)
	if start < 9 {
		t.Fatalf("%d points lie between two walls: expected the bottom row", start)
	}
	again, err := New(s.Model, s.State.Clone(), []step.Collider{s.obstacles[0].Collider}, s.Settings)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	for name, sim := range map[string]*Sim{"the same": s, "a new one": again} {
		sim.begin(1. / 120)
		sim.guess()
		sim.detectContacts(true)
		if n := two(sim); n != start {
			t.Errorf("%s: %d points between two walls at the first look-up of the next step: expected %d", name, n, start)
		}
	}
}

// TestFailedStepKeepsSlip: a step that fails leaves what contacts keep as it was.
func TestFailedStepKeepsSlip(t *testing.T) {
	s := inGroove(t)
	take(t, s, 30, 1./120)
	before := s.State.Clone()
	s.begin(1. / 120)
	s.guess()
	s.x[0].X += .001
	s.detectContacts(true)
	s.energyAt(s.x)
	s.x[0].X, s.evaluated = math.NaN(), true
	if _, finite := (operations{s}).Commit(); finite {
		t.Fatal("positions that are no numbers were committed")
	}
	if len(before.Touches) == 0 || !sameTouches(before.Touches, s.State.Touches) {
		t.Errorf("%d touches before the step that failed, %d after it, or others", len(before.Touches), len(s.State.Touches))
	}
}

// TestAllTouchesAreKept: of a sheet that lies on two planes, one in the other, every contact point keeps its touch of
// each, in their order.
func TestAllTouchesAreKept(t *testing.T) {
	p := grid(30, 30, .02, .02, cotton(), false)
	for i := range p.X {
		p.X[i] = r3.Vec{X: p.X[i].X, Y: .0049, Z: p.X[i].Z}
	}
	set := step.DefaultSettings()
	set.SelfContact = false
	ground := step.Collider{Normal: r3.Vec{Y: 1}, Friction: .5}
	s := newSim(t, p, []step.Collider{ground, ground}, set)
	take(t, s, 40, 1./60)
	points := len(s.Model.X0) + len(s.Model.Tri)
	if points < 2*linalg.SumGrain {
		t.Fatalf("%d points: the test would not see what is left out between chunks", points)
	}
	if got := len(s.State.Touches); got != 2*points {
		t.Fatalf("%d touches of %d points on two planes", got, points)
	}
	for i := range s.State.Touches {
		if q := &s.State.Touches[i]; int(q.Collider) != i/points || int(q.Point) != i%points {
			t.Fatalf("touch %d is that of point %d on plane %d", i, q.Point, q.Collider)
		}
	}
}

func sameTouches(a, b []cloth.Touch) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// groove is a block with a wedge of 60° cut out along x.
type groove struct{ drum }

func newGroove() *groove {
	g := &groove{}
	profile := [][2]float64{{0, 0}, {.05, -.0289}, {.05, -.1}, {-.05, -.1}, {-.05, .1}, {.05, .1}, {.05, .0289}}
	n := int32(len(profile))
	for i, q := range profile {
		g.x = append(g.x, r3.Vec{X: -1, Y: q[0], Z: q[1]}, r3.Vec{X: 1, Y: q[0], Z: q[1]})
		a, b := int32(2*i), 2*((int32(i)+1)%n)
		g.tri = append(g.tri, [3]int32{a, a + 1, b + 1}, [3]int32{a, b + 1, b})
		if 0 < i && i < int(n)-1 {
			g.tri = append(g.tri, [3]int32{0, a, b}, [3]int32{1, b + 1, a + 1})
		}
	}
	return g
}

// drum is a surface at rest.
type drum struct {
	x   []r3.Vec
	tri [][3]int32
}

func (d *drum) NumVertices() int                  { return len(d.x) }
func (d *drum) Triangles() [][3]int32             { return d.tri }
func (d *drum) Positions(dst []r3.Vec, _ float64) { copy(dst, d.x) }

// inGroove is a narrow strip that stands in a groove.
func inGroove(t *testing.T) *Sim {
	t.Helper()
	p := grid(9, 2, .04, .004, cotton(), false)
	for i, x := range p.X {
		p.X[i] = r3.Vec{X: x.X, Y: .0078 - x.Z}
	}
	set := step.DefaultSettings()
	set.SelfContact, set.Tolerance = false, 1e-9 // the strip ends up along a wall, not beside it
	return newSim(t, p, []step.Collider{{Surface: newGroove(), Friction: .3}}, set)
}

// TestTilted: a slip goes over to another plane by the least rotation: it keeps its length, lies in the new plane, and
// across the tilt it stays as it is.
func TestTilted(t *testing.T) {
	n, m := r3.Vec{Y: 1}, r3.Unit(r3.Vec{X: .3, Y: 1})
	for _, v := range []r3.Vec{{X: 1}, {Z: 1}, {X: .4, Z: -.7}} {
		w := pairs.Tilted(v, n, m)
		if math.Abs(r3.Norm(w)-r3.Norm(v)) > 1e-15 || math.Abs(r3.Dot(w, m)) > 1e-15 || math.Abs(w.Z-v.Z) > 1e-15 {
			t.Errorf("%v becomes %v: length %g, %g off the plane", v, w, r3.Norm(w), r3.Dot(w, m))
		}
	}
}

// TestWallsAreLeft: a point that was between two walls and is far from both at the next look-up of a step's beginning
// forgets the second; and what does not press keeps no slip.
func TestWallsAreLeft(t *testing.T) {
	s := inGroove(t)
	take(t, s, 30, 1./120)
	o := s.obstacles[0]
	point := -1
	for i := range o.near {
		if q := &o.near[i]; o.live[i] && q.count == 2 && i < len(s.x) {
			point = i
		}
	}
	if point < 0 {
		t.Fatal("no vertex between two walls")
	}
	for _, lift := range []float64{.006, .03} {
		s.begin(1. / 120)
		s.guess()
		for i := range s.x {
			s.x[i] = r3.Add(s.State.X[i], r3.Vec{Y: lift, Z: .2 * lift})
		}
		s.detectContacts(true)
		if q := &o.near[point]; o.live[point] && q.count == 2 && (q.planes[0].distance(s.x[point]) > .014 ||
			q.planes[1].distance(s.x[point]) > .014) {
			t.Errorf("lifted by %g m: walls at %g and %g m count", lift, q.planes[0].distance(s.x[point]),
				q.planes[1].distance(s.x[point]))
		}
	}
	// Along one wall, to where the other is as far as layers never reach.
	s.begin(1. / 120)
	s.guess()
	s.detectContacts(true)
	stay, leave := o.near[point].planes[0].normal, o.near[point].planes[1].normal
	way := r3.Unit(r3.Sub(leave, r3.Scale(r3.Dot(leave, stay), stay)))
	for i := range s.x {
		s.x[i] = r3.Add(s.State.X[i], r3.Scale(.03, way))
	}
	s.detectContacts(true)
	if q := &o.near[point]; !o.live[point] || q.count != 1 || r3.Dot(q.planes[0].normal, stay) < .99 {
		t.Errorf("slid by 30 mm along a wall: %d walls, first %v: expected that one alone", q.count, q.planes[0].normal)
	}
	s.begin(1. / 120)
	s.guess()
	for i := range s.x {
		s.x[i] = r3.Add(s.State.X[i], r3.Vec{X: 1e-5, Y: .002})
	}
	s.detectContacts(true)
	s.commitTouches()
	for _, q := range s.State.Touches {
		if q.Slip != (r3.Vec{}) {
			t.Errorf("point %d does not press and keeps the slip %v", q.Point, q.Slip)
		}
	}
	if len(s.State.Touches) == 0 {
		t.Error("nothing is between walls: the test would prove nothing")
	}
}

// TestFabricFriction: bodies without a coefficient have that of the fabric.
func TestFabricFriction(t *testing.T) {
	for _, mu := range []float64{.1, .6} {
		f := cotton()
		f.Friction, f.Drag, f.DragSkin = mu, 0, 0
		p := grid(3, 3, .02, .02, f, true)
		for i := range p.X {
			p.X[i].Y += .00399
		}
		set := step.DefaultSettings()
		set.Tolerance = 1e-9
		s := newSim(t, p, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: -1}}, set)
		settle(t, s, 1./240, 1e-9, 300)
		for i := range s.State.V {
			s.State.V[i].X = 1
		}
		take(t, s, 24, 1./240)
		if v, want := s.State.V[4].X, 1-mu*9.81*.1; math.Abs(v/want-1) > 1e-3 {
			t.Errorf("μ = %g: %.6g m/s after 0.1 s, expected %.6g", mu, v, want)
		}
	}
}

// TestParallelEdgesTurn: edges that are nearly parallel turn by the least rotation of their mean direction: by all of
// one about an axis across it, and by nothing of one about itself.
func TestParallelEdgesTurn(t *testing.T) {
	along, across := r3.Vec{X: 1}, r3.Unit(r3.Vec{Y: 1, Z: -2})
	for _, sign := range []float64{1, -1} { // alike or opposite
		x := [4]r3.Vec{{}, {X: 1, Z: .04}, {Y: .1}, {X: sign, Y: .1, Z: -sign * .04}}
		for _, axis := range []r3.Vec{across, along} {
			turn := r3.NewRotation(.4, axis)
			var y [4]r3.Vec
			for i := range x {
				y[i] = turn.Rotate(x[i])
			}
			f := pairs.PairRotation(pairs.EdgeEdge, &x, &y)
			for _, v := range []r3.Vec{{X: 1}, {Y: 1}, {Z: 1}, {X: .3, Y: -2, Z: .7}} {
				want := v
				if axis == across {
					want = turn.Rotate(v)
				}
				if got := f(v); r3.Norm(r3.Sub(got, want)) > 1e-12 {
					t.Errorf("edges of sign %g, about %v: %v becomes %v, expected %v", sign, axis, v, got, want)
				}
			}
		}
	}
}

// TestPairsTurn: two sheets in contact that turn together, and whose pairs have slipped, do not rub more than that, and
// their slip turns along.
func TestPairsTurn(t *testing.T) {
	f := cotton()
	f.Drag, f.DragSkin = 0, 0
	over := grid(4, 4, .03, .03, f, true)
	for i := range over.X {
		// No edges are parallel: these do not tell how they turn about themselves.
		over.X[i] = r3.Add(r3.NewRotation(.3, r3.Vec{Y: 1}).Rotate(over.X[i]), r3.Vec{X: .004, Y: .002, Z: -.005})
	}
	s := newCloth(t, []cloth.Part{grid(5, 5, .04, .04, f, true), over}, nil, step.DefaultSettings())
	look := func(turn r3.Rotation) (count int) {
		s.begin(1. / 240)
		s.guess()
		for i := range s.x {
			s.x[i] = turn.Rotate(s.State.X[i])
		}
		s.detectContacts(true)
		s.commitAnchors()
		return len(s.State.Rubs)
	}
	if n := look(r3.NewRotation(0, r3.Vec{X: 1})); n < 10 {
		t.Fatalf("%d pairs rub: the test would prove nothing", n)
	}
	elasticSlips := map[[4]int32]r3.Vec{}
	anchors := s.State.Rubs[:0]
	for i := range s.self.rubbing {
		p := &s.self.rubbing[i]
		if p.cone.Limit == 0 {
			continue
		}
		e := r3.Vec{X: 2e-6, Z: 1e-6}
		r := cloth.Rub{V: p.v, Edges: p.kind == pairs.EdgeEdge,
			Slip: r3.Sub(e, r3.Scale(r3.Dot(p.normal, e), p.normal))}.Ordered()
		elasticSlips[r.V] = r.Slip
		anchors = append(anchors, r)
	}
	s.State.Rubs = anchors
	turn := r3.NewRotation(.2, r3.Vec{X: 1, Y: -2, Z: .5})
	look(turn)
	seen := 0
	for _, r := range s.State.Rubs {
		was, ok := elasticSlips[r.V]
		if !ok {
			continue
		}
		seen++
		if off := r3.Norm(r3.Sub(r.Slip, turn.Rotate(was))); off > 1e-12 {
			t.Errorf("pair %v: slip %v, expected %v", r.V, r.Slip, turn.Rotate(was))
		}
	}
	if seen < 10 {
		t.Errorf("%d pairs rub before and after: the test would prove nothing", seen)
	}
}

// TestRubsOnce: a state has each pair that rubs once, however many steps were taken.
func TestRubsOnce(t *testing.T) {
	f := cotton()
	over := grid(4, 4, .03, .03, f, true)
	for i := range over.X {
		over.X[i] = r3.Add(over.X[i], r3.Vec{X: .004, Y: .0029, Z: -.005})
	}
	s := newCloth(t, []cloth.Part{grid(5, 5, .04, .04, f, true), over},
		[]step.Collider{{Point: r3.Vec{Y: -.0039}, Normal: r3.Vec{Y: 1}, Friction: .3}}, step.DefaultSettings())
	take(t, s, 6, 1./240)
	type name struct {
		v     [4]int32
		edges bool
	}
	seen := map[name]bool{}
	for _, r := range s.State.Rubs {
		if seen[name{r.V, r.Edges}] {
			t.Errorf("pair %v twice", r.V)
		}
		seen[name{r.V, r.Edges}] = true
	}
	if len(seen) == 0 {
		t.Error("nothing rubs: the test would prove nothing")
	}
}

// TestRestingPair: a vertex over the middle of a triangle that is held comes to rest where the layer carries it: at the
// depth p of k·p(1 + 4p/δ) = mg with k half of the stiffness on the vertex' area.
func TestRestingPair(t *testing.T) {
	f := cotton()
	f.Drag, f.DragSkin = 0, 0
	lower := grid(2, 2, .06, .06, f, false)
	for i, x := range lower.X {
		lower.Pins = append(lower.Pins, cloth.Pin{Vertex: int32(i), Point: x})
	}
	// Over the larger triangle with one corner down, held by the others.
	upper := grid(2, 2, .02, .02, f, false)
	for i, x := range upper.X {
		upper.X[i] = r3.Add(r3.NewRotation(.3, r3.Vec{Z: 1}).Rotate(r3.Vec{X: x.X, Y: 0, Z: x.Z}),
			r3.Vec{X: .02, Y: .0029, Z: -.03})
		if i > 1 {
			upper.Pins = append(upper.Pins, cloth.Pin{Vertex: int32(i), Point: upper.X[i]})
		}
	}
	set := step.DefaultSettings()
	set.Tolerance = 1e-10
	s := newCloth(t, []cloth.Part{lower, upper}, nil, set)
	for range 200 {
		if _, err := s.Step(1. / 120); err != nil {
			t.Fatal(err)
		}
	}
	s.begin(1. / 120)
	s.guess()
	s.detectContacts(true)
	count := 0
	for i := range s.self.active {
		p := &s.self.active[i]
		at := points(s.x, &p.v)
		d := r3.Dot(p.normal, r3.Add(r3.Scale(p.w[0], at[0]), r3.Add(r3.Scale(p.w[1], at[1]), r3.Add(r3.Scale(p.w[2], at[2]),
			r3.Scale(p.w[3], at[3])))))
		if p.kind == 0 && p.w[0] == 1 && d < p.delta {
			count++
			if want := set.ContactStiffness / 2 * s.Model.Area[p.v[0]]; math.Abs(p.k/want-1) > 1e-12 {
				t.Errorf("stiffness of a pair: %g N/m, expected %g", p.k, want)
			}
		}
	}
	if count == 0 {
		t.Error("no vertex rests on a triangle: the test would prove nothing")
	}
}

// TestHuber: the potential of friction and its slope go on smoothly where contact begins to slide, at the slip ℓ, and
// friction holds no more than that of any slip, in its direction.
func TestHuber(t *testing.T) {
	const f, l = 3., 4e-6
	for _, y := range []float64{.5 * l, l * (1 - 1e-9), l * (1 + 1e-9), 3 * l} {
		const d = 1e-10
		a, _, _ := step.Coulomb(f, y-d, l)
		b, _, _ := step.Coulomb(f, y+d, l)
		_, _, lateral := step.Coulomb(f, y, l)
		if got, want := (b-a)/(2*d), lateral*y; math.Abs(got/want-1) > 1e-4 || want > f*(1+1e-12) {
			t.Errorf("at %g ℓ: slope %g of the potential, force %g", y/l, got, want)
		}
	}
	if psi, _, _ := step.Coulomb(f, 0, l); psi != 0 {
		t.Errorf("potential %g without slip", psi)
	}
	n, q := r3.Vec{Y: 1}, r3.Vec{X: 3e-6, Y: 7e-6, Z: -4e-6}
	flat := r3.Vec{X: 3e-6, Z: -4e-6} // of 5 μm
	even, weak := IsotropicCone(1), FrictionCone{Limit: 1, Axis: r3.Vec{X: 1}, Weak: .25}
	for _, c := range []struct {
		g    *FrictionCone
		l    float64
		want r3.Vec
	}{{&even, 1e-5, flat}, {&even, 2e-6, r3.Scale(.4, flat)}, {&weak, 1e-5, flat}, {&weak, math.Sqrt(13) / 2 * 1e-6,
		r3.Scale(.5, flat)}} {
		if got := c.g.Held(q, n, c.l); r3.Norm(r3.Sub(got, c.want)) > 1e-18 {
			t.Errorf("of %v friction holds %v with ℓ = %g: expected %v", q, got, c.l, c.want)
		}
	}
}

// TestDeepLayer: the normal force of friction is that of the layer however deep cloth sinks in: a sheet in one so soft
// that it sinks by more than a third slides with g(sin α − μ cos α).
func TestDeepLayer(t *testing.T) {
	const mu, alpha = .3, .5
	f := cotton()
	f.Drag, f.DragSkin = 0, 0
	p := grid(3, 3, .02, .02, f, true)
	for i := range p.X {
		p.X[i].Y += .0025
	}
	set := step.DefaultSettings()
	set.Tolerance, set.ContactStiffness = 1e-9, 300
	set.Gravity = r3.Vec{X: 9.81 * math.Sin(alpha), Y: -9.81 * math.Cos(alpha)}
	s := newSim(t, p, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: mu}}, set)
	take(t, s, 120, 1./240)
	v := s.State.V[4].X
	take(t, s, 60, 1./240)
	if depth := .004 - s.State.X[4].Y; depth < .0013 {
		t.Errorf("the sheet sinks by %g m: the test would prove little", depth)
	}
	if got, want := (s.State.V[4].X-v)*4, 9.81*(math.Sin(alpha)-mu*math.Cos(alpha)); math.Abs(got/want-1) > 1e-3 {
		t.Errorf("acceleration %.6g m/s², expected %.6g", got, want)
	}
}

// TestSlipTurnsWithBody: the slip of points on a ball that spins is carried along and turns with it.
func TestSlipTurnsWithBody(t *testing.T) {
	p := grid(5, 5, .01, .01, cotton(), true)
	for i := range p.X {
		p.X[i] = r3.Add(p.X[i], r3.Vec{X: -.005, Y: .0535, Z: .005})
	}
	ball := newTestSphere(.05, r3.Vec{}, r3.Vec{})
	ball.Spin, ball.Exact = r3.Vec{X: 3, Y: 40, Z: -2}, true
	set := step.DefaultSettings()
	s := newSim(t, p, []step.Collider{{Surface: ball, Friction: .3}}, set)
	const h = .01
	look := func(turn r3.Rotation) {
		s.begin(h)
		s.guess()
		for i := range s.x {
			s.x[i] = turn.Rotate(s.State.X[i])
		}
		s.detectContacts(true)
	}
	look(r3.NewRotation(h*r3.Norm(ball.Spin), ball.Spin))
	s.commitTouches()
	for i := range s.State.X {
		s.State.X[i] = s.x[i]
	}
	s.State.Time = h
	e := r3.Vec{X: 2e-6, Z: 1e-6}
	for i := range s.State.Touches {
		q := &s.State.Touches[i]
		q.Slip = r3.Sub(e, r3.Scale(r3.Dot(q.Normal, e), q.Normal))
	}
	kept := s.State.Touches
	turn := r3.NewRotation(h*r3.Norm(ball.Spin), ball.Spin)
	look(turn)
	if len(kept) < 20 {
		t.Fatalf("%d points touch: the test would prove little", len(kept))
	}
	for _, q := range kept {
		pl := &s.obstacles[0].near[q.Point].planes[0]
		if off := r3.Norm(r3.Sub(pl.anchor, turn.Rotate(q.Slip))); off > 1e-3*r3.Norm(q.Slip) {
			t.Errorf("point %d: slip %v, expected %v", q.Point, pl.anchor, turn.Rotate(q.Slip))
		}
		// What is fixed to the ball where the point is goes with it.
		if u := r3.Sub(turn.Rotate(s.State.X[0]), s.State.X[0]); q.Point == 0 && r3.Norm(r3.Sub(pl.disp, u)) > 1e-5 {
			t.Errorf("the ball takes the point by %v: expected %v", pl.disp, u)
		}
	}
}

// TestCombineTwoLaws: what slip costs between two cloths is the root of the mean of the squares of what it costs on
// each, however their warps stand to each other.
func TestCombineTwoLaws(t *testing.T) {
	n := r3.Vec{Y: 1}
	for _, angle := range []float64{0, .4, 1.2, 2.5} {
		a := MeasuredCone{U: r3.Vec{X: 1}, Warp: 4, Weft: 1}
		b := MeasuredCone{U: r3.Vec{X: math.Cos(angle), Z: math.Sin(angle)}, Warp: 9, Weft: 2}
		g := CombineCones(n, a, b)
		for k := range 8 {
			u := r3.Vec{X: math.Cos(float64(k)), Z: math.Sin(float64(k))}
			cost := func(m *MeasuredCone) float64 {
				along, across := r3.Dot(m.U, u), r3.Dot(r3.Cross(n, m.U), u)
				return m.Warp*along*along + m.Weft*across*across
			}
			_, y := g.Across(u)
			if got, want := g.Limit*y, math.Sqrt((cost(&a)+cost(&b))/2); math.Abs(got/want-1) > 1e-12 {
				t.Errorf("warps at %g, slip at %d: costs %g, expected %g", angle, k, got, want)
			}
		}
	}
}
