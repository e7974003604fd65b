package cpu

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"

	"hysteron/law"
	"hysteron/step"
)

// hanging is a strip of nu × nv squares that hangs from its upper edge.
func staticsHanging(f cloth.Fabric, nu, nv int, edge float64) cloth.Part {
	p := cloth.Part{Name: "strip", Fabric: f}
	var uv []r2.Vec
	for j := range nv + 1 {
		for i := range nu + 1 {
			at := r2.Vec{X: float64(i) * edge, Y: -float64(j) * edge}
			uv = append(uv, at)
			p.X = append(p.X, r3.Vec{X: at.X, Y: at.Y})
			if j == 0 {
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
			}
		}
	}
	add := func(c ...int) {
		p.Tri = append(p.Tri, [3]int32{int32(c[0]), int32(c[1]), int32(c[2])})
		p.UV = append(p.UV, [3]r2.Vec{uv[c[0]], uv[c[1]], uv[c[2]]})
	}
	for j := range nv {
		for i := range nu {
			a := j*(nu+1) + i
			b := a + nu + 1
			add(a, b, b+1)
			add(a, b+1, a+1)
		}
	}
	return p
}

func fabric(weft law.Law) cloth.Fabric {
	bend := cloth.Component{Elastic: law.Elastic{K1: 1e-5}}
	return cloth.Fabric{
		Density: .2, Warp: cloth.Component{Elastic: law.Elastic{K1: 40}}, Weft: cloth.Component{Elastic: weft},
		Shear:    cloth.Component{Elastic: law.Elastic{K1: 20}},
		BendWarp: bend, BendWeft: bend, Bending: cloth.CurvatureBending,
	}
}

func settings() step.Settings {
	set := step.DefaultSettings()
	set.Tolerance, set.MaxNewton, set.AirDensity = StaticTolerance("cpu"), 100, 0
	return set
}

// A strip that hangs from its edge has the length of its law for the weight below each point, to 1e-6 of its length,
// after few steps.
func TestHangingStrip(t *testing.T) {
	const nu, nv, edge, g = 4, 20, .02, 9.81
	soft := law.Soft{K1: 12, K2: -1, K3: -1, K4: -1, K5: -1}
	for name, c := range map[string]struct {
		law     law.Law
		stretch func(force float64) float64 // of a nominal force [N/m]
	}{
		"soft": {soft, func(f float64) float64 { return 1 + f/soft.K1 }},
		"elastic": {law.Elastic{K1: 12}, func(f float64) float64 {
			lo, hi := 1., 3.
			for range 100 {
				if l := (lo + hi) / 2; 12*(l*l-1)/2*l < f {
					lo = l
				} else {
					hi = l
				}
			}
			return lo
		}},
	} {
		m, err := cloth.NewModel([]cloth.Part{staticsHanging(fabric(c.law), nu, nv, edge)})
		if err != nil {
			t.Fatal(err)
		}
		s, err := Backend{}.New(m, nil, nil, settings())
		if err != nil {
			t.Fatal(err)
		}
		r, err := Settle(s, m, nil, settings(), StaticsOptions{Residual: 1e-9})
		if err != nil {
			t.Fatal(err)
		}
		var want float64
		for j := range nv {
			want -= edge * c.stretch(.2*g*edge*(float64(nv-1-j)+.5))
		}
		now, err := s.State()
		if err != nil {
			t.Fatal(err)
		}
		last := len(m.X0) - 1 - nu/2
		if got := now.X[last].Y; math.Abs(got-want) > 1e-6*-want || r.NotAtRest != nil || !(r.Residual < 1e-9) ||
			r.Steps > 40 {
			t.Errorf("%s: the end is at %.9f m, expected %.9f; %+v", name, got, want, r)
		}
		t.Logf("%s: %+v", name, r)
		s.Close()
	}
}

// What is left is measured anew, not believed: a simulation that is off by a hair has a force left.
func TestResidualIsMeasured(t *testing.T) {
	m, err := cloth.NewModel([]cloth.Part{staticsHanging(fabric(law.Elastic{K1: 12}), 3, 8, .02)})
	if err != nil {
		t.Fatal(err)
	}
	rough := settings()
	rough.Tolerance = 1e-3
	s, err := Backend{}.New(m, nil, nil, rough)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := Settle(s, m, nil, rough, StaticsOptions{Steps: 2, Residual: 1e-12})
	if err != nil {
		t.Fatal(err)
	}
	if r.NotAtRest == nil || r.Steps != 2 || !(r.Residual > 1e-12) {
		t.Errorf("%+v: expected it unbalanced after 2 steps", r)
	}
	sc := newScale(m, nil, rough)
	now, err := s.State()
	if err != nil {
		t.Fatal(err)
	}
	at := now.Clone()
	base, err := sc.left(at, 1)
	if err != nil {
		t.Fatal(err)
	}
	at.X[len(at.X)-1].Y -= 1e-4 // 0.1 mm over 2 cm, at 12 N/m × 2 cm: about a millinewton
	if got, _ := sc.left(at, 1); !(got > base+2e-4 && got < base+5e-3) {
		t.Errorf("0.1 mm off leaves %g N, before %g", got, base)
	}
}

// Cloth comes to rest on a ball, in contact; a body that moves is refused.
func TestRestOnABody(t *testing.T) {
	ball := func(v r3.Vec) step.Collider {
		b, err := body.NewSphere(.05, r3.Vec{}, 2)
		if err != nil {
			t.Fatal(err)
		}
		return step.Collider{Surface: moving{b, v}, Friction: .3}
	}
	p := staticsHanging(fabric(law.Elastic{K1: 40}), 8, 8, .02)
	p.Pins = nil
	for i, x := range p.X {
		p.X[i] = r3.Vec{X: x.X - .08, Y: .06, Z: x.Y + .08}
	}
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		t.Fatal(err)
	}
	set := settings()
	s, err := Backend{}.New(m, nil, []step.Collider{ball(r3.Vec{})}, set)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := Settle(s, m, []step.Collider{ball(r3.Vec{})}, set, StaticsOptions{Steps: 300})
	if err != nil {
		t.Fatal(err)
	}
	now, err := s.State()
	if err != nil {
		t.Fatal(err)
	}
	var low, high float64
	for _, x := range now.X {
		low, high = min(low, x.Y), max(high, x.Y)
	}
	if r.NotAtRest != nil || !(high > .05 && low < .02) {
		t.Errorf("%+v, from %g to %g m: expected it at rest around the ball", r, low, high)
	}
	t.Logf("%+v", r)
	if _, err := Settle(s, m, []step.Collider{ball(r3.Vec{X: .1})}, set, StaticsOptions{}); !errors.Is(err, ErrMoving) {
		t.Errorf("a ball that moves: %v: expected %v", err, ErrMoving)
	}
}

// moving is a surface with a constant velocity.
type moving struct {
	step.Surface
	v r3.Vec
}

func (m moving) Positions(dst []r3.Vec, t float64) {
	m.Surface.Positions(dst, t)
	for i := range dst {
		dst[i] = r3.Add(dst[i], r3.Scale(t, m.v))
	}
}

// tolerant notes the tolerances that a simulation is led with.
type tolerant struct {
	step.Sim
	asked []float64
}

func (s *tolerant) Steer(by step.Steering) error {
	s.asked = append(s.asked, by.Tolerance)
	return s.Sim.Steer(by)
}

// Far from rest steps are solved as coarsely as that allows, and so with fewer iterations; to rest they are led with
// the tolerance that was asked for, and it is that afterwards.
func TestCoarseFarFromRest(t *testing.T) {
	p := staticsHanging(fabric(law.Elastic{K1: 40}), 8, 8, .05)
	for i, x := range p.X { // level, held along an edge, and not symmetric
		p.X[i] = r3.Vec{X: x.X, Y: 1e-4 * math.Sin(float64(7*i)), Z: x.Y}
	}
	for k := range p.Pins {
		p.Pins[k].Point = p.X[p.Pins[k].Vertex]
	}
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		t.Fatal(err)
	}
	set := settings()
	sim, err := Backend{}.New(m, nil, nil, set)
	if err != nil {
		t.Fatal(err)
	}
	defer sim.Close()
	s := &tolerant{Sim: sim}
	r, err := Settle(s, m, nil, set, StaticsOptions{})
	if err != nil || r.NotAtRest != nil {
		t.Fatalf("%+v, %v", r, err)
	}
	if n := len(s.asked); s.asked[0] != coarsest || s.asked[n-1] != set.Tolerance {
		t.Errorf("tolerances of %v: expected to begin with %g and to end with %g", s.asked, coarsest, set.Tolerance)
	}
	for _, tol := range s.asked {
		if tol < set.Tolerance || tol > coarsest {
			t.Errorf("a tolerance of %g m", tol)
		}
	}
	t.Logf("%+v, %v", r, s.asked)
}

// flat is a sheet of 16 cm that lies level at a height.
func flat(height float64) cloth.Part {
	p := staticsHanging(fabric(law.Elastic{K1: 40}), 4, 4, .04)
	p.Pins = nil
	for i, x := range p.X {
		p.X[i] = r3.Vec{X: x.X, Y: height, Z: x.Y}
	}
	return p
}

// Cloth that nothing holds is not at rest, whether it falls, glides in the wind or slides: the resistance of the air,
// which goes by its velocity, is no support. What has something in its way comes to rest there.
func TestDriftIsRefused(t *testing.T) {
	set := settings()
	set.AirDensity = 1.2
	wind := set
	wind.Wind.Velocity = r3.Vec{X: 2}
	lifted := wind
	lifted.Gravity = r3.Vec{}
	ground := step.Collider{Point: r3.Vec{Y: -.05}, Normal: r3.Vec{Y: 1}, Friction: .5}
	ice, roof := ground, ground
	ice.Friction = 0
	roof.Point.Y, roof.Normal.Y = 1, -1
	ball := func(at r3.Vec) step.Collider {
		b, err := body.NewSphere(.1, at, 2)
		if err != nil {
			t.Fatal(err)
		}
		return step.Collider{Surface: b, Friction: .5}
	}
	pinned := flat(0)
	pinned.Pins = []cloth.Pin{{Vertex: 2, Point: pinned.X[2]}}
	far := flat(-.3)
	for i := range far.X {
		far.X[i].X += 1
	}
	for _, c := range []struct {
		name      string
		parts     []cloth.Part
		colliders []step.Collider
		set       step.Settings
		drifts    bool
		slips     bool
	}{
		{"falls", []cloth.Part{flat(0)}, nil, set, true, false},
		{"falls in wind", []cloth.Part{flat(0)}, nil, wind, true, false},
		{"flies in the wind without gravity", []cloth.Part{flat(0)}, nil, lifted, true, false},
		{"falls beside a body", []cloth.Part{flat(0)}, []step.Collider{ball(r3.Vec{X: .5})}, set, true, false},
		{"falls away from a roof", []cloth.Part{flat(0)}, []step.Collider{roof}, set, true, false},
		{"falls beside cloth", []cloth.Part{flat(0), far}, nil, set, true, false},
		{"two of which one falls", []cloth.Part{pinned, far}, nil, set, true, false},
		{"hangs from a pin", []cloth.Part{pinned}, nil, set, false, false},
		{"falls on the ground", []cloth.Part{flat(0)}, []step.Collider{ground}, wind, false, false},
		{"two on the ground", []cloth.Part{flat(0), flat(.03)}, []step.Collider{ground}, set, false, false},
		{"slides in the wind", []cloth.Part{flat(0)}, []step.Collider{ice}, wind, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i := range c.parts {
				c.parts[i].Fabric.Drag, c.parts[i].Fabric.DragSkin = 1.28, .02
			}
			m, err := cloth.NewModel(c.parts)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Backend{}.New(m, nil, c.colliders, c.set)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			r, err := Settle(s, m, c.colliders, c.set, StaticsOptions{Residual: 1e-6, Steps: 200})
			var drifts *Unsupported
			if errors.As(err, &drifts) != c.drifts || err != nil && !c.drifts {
				t.Fatalf("%v: expected it refused: %v", err, c.drifts)
			}
			if c.drifts && c.set.Gravity != (r3.Vec{}) {
				weight := r3.Scale(m.TotalMass()/float64(len(c.parts)), c.set.Gravity)
				if d := r3.Norm(r3.Sub(drifts.Force, weight)); d > .1*r3.Norm(weight) {
					t.Errorf("a net force of %v N: expected its weight of %v", drifts.Force, weight)
				}
			}
			if c.drifts {
				return
			}
			if elasticSlips := r.NotAtRest != nil && r.NotAtRest.Slips; elasticSlips != c.slips || !elasticSlips &&
				r.NotAtRest != nil {
				t.Errorf("%+v, %v: expected it to slide: %v", r, r.NotAtRest, c.slips)
			}
		})
	}
}
