package verify

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

func rubbingProblems() []Problem {
	const topic = "Contact with bodies"
	return []Problem{
		{
			Name: "conveyor", Topic: topic, Run: conveyor,
			What:   "A sheet of cotton lies on a belt that begins to move: it is dragged along until it goes with it.",
			Source: "a = μg up to the speed of the belt, which then is that of the sheet",
		},
		{
			Name: "crease", Topic: topic, Run: crease,
			What:   "A strip of cotton on edge slides down the bottom of a groove, both walls of which hold it.",
			Source: "each wall carries N = mg cos α/(2 sin β), β half the angle of the groove: a = g(sin α − μ cos α/sin β)",
		},
		{
			Name: "pinch", Topic: topic, Run: pinch,
			What: "A strip of cotton hangs from between two pads that hold it by friction alone, at rest and while they " +
				"move along a circle and turn.",
			Source: "Coulomb: it stays where it is between the pads, as the weight is a tenth of what they can hold",
		},
		{
			Name: "turntable", Topic: topic, Run: turntable,
			What:   "A sheet of cotton lies on a slope of 0.6 of the friction, which turns by half a turn about its normal.",
			Source: "the elastic slip of contact, ℓ·tan α/μ down the slope, in the room and not on the table",
		},
		{
			Name: "stack", Topic: topic, Run: stack,
			What:   "Three sheets of cotton lie on each other on a slope, of 0.95 of the friction between them.",
			Source: "Coulomb: they stay where they are",
		},
		{
			Name: "two-cloths", Topic: topic, Run: twoCloths,
			What:   "A sheet slides down a tilted one of another fabric, which is held.",
			Source: "a = g(sin α − μ cos α) with μ = √(μ₁μ₂)",
		},
		{
			Name: "layers", Topic: topic, Run: layers,
			What:   "Sheets of cotton that keep different distances from the ground lie on it.",
			Source: "ρ_s g = k·p(1 + 4p/δ) with δ = thickness + gap: the height is δ − p",
		},
	}
}

// prism is a closed surface with the same profile (y, z) all along x, counter-clockwise seen from +x. The profile is
// star-shaped about its first corner. The prism moves along x.
type prism struct {
	x     []r3.Vec
	tri   [][3]int32
	speed float64
}

func newPrism(half, speed float64, profile ...[2]float64) *prism {
	p := &prism{speed: speed}
	n := int32(len(profile))
	for i, q := range profile {
		p.x = append(p.x, r3.Vec{X: -half, Y: q[0], Z: q[1]}, r3.Vec{X: half, Y: q[0], Z: q[1]})
		a, b := int32(2*i), 2*((int32(i)+1)%n)
		p.tri = append(p.tri, [3]int32{a, a + 1, b + 1}, [3]int32{a, b + 1, b})
		if 0 < i && i < int(n)-1 {
			p.tri = append(p.tri, [3]int32{0, a, b}, [3]int32{1, b + 1, a + 1})
		}
	}
	// Orient outwards: the volume is positive.
	var volume float64
	for _, t := range p.tri {
		volume += r3.Dot(p.x[t[0]], r3.Cross(p.x[t[1]], p.x[t[2]]))
	}
	if volume < 0 {
		for i := range p.tri {
			p.tri[i][1], p.tri[i][2] = p.tri[i][2], p.tri[i][1]
		}
	}
	return p
}

func (p *prism) NumVertices() int      { return len(p.x) }
func (p *prism) Triangles() [][3]int32 { return p.tri }
func (p *prism) Positions(dst []r3.Vec, t float64) {
	for i, x := range p.x {
		dst[i] = r3.Add(x, r3.Vec{X: t * p.speed})
	}
}

var _ step.Surface = (*prism)(nil)

// smallSheet returns a level sheet of cotton of 4 cm, at a height y above the ground.
func smallSheet(kind MeshKind, y float64) (*Sheet, cloth.Part, error) {
	f, err := shippedFabric("cotton")
	s := RectSheet(kind, SheetBox{U1: .04, V1: .04}, RowsFor(kind, .04, .01), 4)
	return s, s.Part(airless(f), func(q r2.Vec) r3.Vec { return r3.Vec{X: q.X, Y: y, Z: -q.Y} }), err
}

func conveyor(e *Env) error {
	const mu, h, g = .3, 1. / 240, 9.81
	belt := func(speed float64) step.Collider {
		return step.Collider{Surface: newPrism(1, speed, [2]float64{0, .5}, [2]float64{0, -.5}, [2]float64{-.1, -.5},
			[2]float64{-.1, .5}), Friction: mu}
	}
	for _, kind := range e.Kinds(kinds...) {
		s, p, err := smallSheet(kind, .00399)
		if err != nil {
			return err
		}
		for _, speed := range []float64{1, .2} {
			down := r3.Vec{Y: -g}
			r, err := e.Laid(p, belt(0), belt(speed), down, down)
			if err != nil {
				return err
			}
			var v [2]float64
			for k, n := range []int{6, 12} {
				if err := r.Steps(n, h); err != nil {
					return err
				}
				if v[k], err = r.SpeedAlong(r3.Vec{X: 1}); err != nil {
					return err
				}
			}
			if speed == 1 {
				e.Check(s.Name(), "belt at 1 m/s: acceleration while it slips", "m/s²", mu*g, (v[1]-v[0])/(12*h), .02)
			} else {
				if err := r.Steps(30, h); err != nil {
					return err
				}
				if v[0], err = r.SpeedAlong(r3.Vec{X: 1}); err != nil {
					return err
				}
				e.Check(s.Name(), fmt.Sprintf("belt at %g m/s: speed of the sheet after 0.2 s", speed), "m/s", speed, v[0], .005)
			}
			r.Close()
		}
	}
	return nil
}

func crease(e *Env) error {
	const mu, beta, alpha, h, g = .2, math.Pi / 6, math.Pi / 4, 1. / 120, 9.81
	f, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	high := .05
	a := high * math.Tan(beta)
	groove := step.Collider{Surface: newPrism(1, 0, [2]float64{0, 0}, [2]float64{high, -a}, [2]float64{high, -.1},
		[2]float64{-.05, -.1}, [2]float64{-.05, .1}, [2]float64{high, .1}, [2]float64{high, a}), Friction: mu}
	for _, kind := range e.Kinds(Right, Alternating) {
		s := RectSheet(kind, SheetBox{U1: .04, V1: .002}, 16, 1)
		// the bottom of the strip is where both layers begin
		p := s.Part(airless(f), func(q r2.Vec) r3.Vec { return r3.Vec{X: q.X, Y: .0039/math.Sin(beta) + q.Y} })
		set := Settings()
		// In this layer the strip sinks by 12 μm, a hundred times the tolerance of a device: normal forces follow from
		// the depth.
		set.ContactStiffness = 1e5
		set.MaxNewton, set.Tolerance, set.Gravity = 200, e.Tol(1e-8, 1e-7), r3.Vec{X: g * math.Sin(alpha),
			Y: -g * math.Cos(alpha)}
		r, err := e.Sim(p, []step.Collider{groove}, set)
		if err != nil {
			return err
		}
		var v [2]float64
		for k, n := range []int{12, 24} { // the first part brings it to rest between the walls
			if err := r.Steps(n, h); err != nil {
				return err
			}
			if v[k], err = r.SpeedAlong(r3.Vec{X: 1}); err != nil {
				return err
			}
		}
		r.Close()
		want, got := g*(math.Sin(alpha)-mu*math.Cos(alpha)/math.Sin(beta)), (v[1]-v[0])/(24*h)
		e.Check(s.Name(), "acceleration along the groove", "m/s²", want, got, .02)
	}
	return nil
}

// pads are two blocks, above and below the plane y = 0, which move along a circle and turn about x.
type pads struct {
	prism
	radius, spin float64 // [m], [1/s]
}

func newPads(apart, radius, spin float64) *pads {
	p := &pads{radius: radius, spin: spin}
	for _, sign := range []float64{1, -1} {
		block := newPrism(.03, 0, [2]float64{sign * apart / 2, -.02}, [2]float64{sign * apart / 2, .02},
			[2]float64{sign * (apart/2 + .02), .02}, [2]float64{sign * (apart/2 + .02), -.02})
		n := int32(len(p.x))
		p.x = append(p.x, block.x...)
		for _, t := range block.tri {
			p.tri = append(p.tri, [3]int32{t[0] + n, t[1] + n, t[2] + n})
		}
	}
	return p
}

// at returns the position at time t of a point that moves with the pads.
func (p *pads) at(x r3.Vec, t float64) r3.Vec {
	sin, cos := math.Sincos(2 * p.spin * t)
	return r3.Add(r3.NewRotation(math.Sin(p.spin*t), r3.Vec{X: 1}).Rotate(x), r3.Vec{Y: p.radius * (cos - 1),
		Z: p.radius * sin})
}

func (p *pads) Positions(dst []r3.Vec, t float64) {
	for i, x := range p.x {
		dst[i] = p.at(x, t)
	}
}

func pinch(e *Env) error {
	const mu, h = .5, 1. / 60
	f, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	for _, moving := range []bool{false, true} {
		body := newPads(2*.0038, 0, 0)
		seconds := Pick(e, 20., 6, 2)
		if moving {
			body, seconds = newPads(2*.0038, .05, 3), Pick(e, 8., 3, 1)
		}
		s := RectSheet(Alternating, SheetBox{U1: .02, V1: .08}, 2, 8)
		// half of the strip is between the pads
		p := s.Part(airless(f), func(q r2.Vec) r3.Vec { return r3.Vec{X: q.X - .01, Z: .02 - q.Y} })
		set := Settings()
		set.MaxNewton, set.Tolerance, set.Gravity = 200, e.Tol(1e-8, 2e-7), r3.Vec{Z: -9.81}
		r, err := e.Sim(p, []step.Collider{{Surface: body, Friction: mu}}, set)
		if err != nil {
			return err
		}
		st, err := r.State()
		if err != nil {
			return err
		}
		start := slices.Clone(st.X)
		if err := r.Steps(int(seconds/h+.5), h); err != nil {
			return err
		}
		if st, err = r.State(); err != nil {
			return err
		}
		far := 0.
		for i, x := range start {
			if x.Z >= -.011 { // well between the pads
				far = max(far, r3.Norm(r3.Sub(st.X[i], body.at(x, st.Time))))
			}
		}
		r.Close()
		what, most := "pads at rest", 1e-5
		if moving { // within a step the strip moves straight between pads that turn, and bends at their rims
			what, most = "pads that move and turn", 2e-5
		}
		e.Bound(s.Name(), fmt.Sprintf("%s: way of any vertex between them in %g s", what, seconds), "m", most, far)
	}
	return nil
}

func stack(e *Env) error {
	const mu, ratio, h = .4, .95, 1. / 60
	alpha := math.Atan(ratio * mu)
	f, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	f = airless(f)
	f.ClothFriction = mu
	normal := r3.Vec{X: math.Sin(alpha), Y: math.Cos(alpha)}
	var parts []cloth.Part
	s := RectSheet(Unstructured, SheetBox{U1: .04, V1: .04}, 4, 4)
	for k := range 3 {
		p := s.Part(f, func(q r2.Vec) r3.Vec {
			x := r3.Vec{X: q.X + .002*float64(k), Z: -q.Y}
			return r3.Add(r3.Vec{X: x.X * math.Cos(alpha), Y: -x.X * math.Sin(alpha), Z: x.Z}, r3.Scale(.00399+.00299*float64(k),
				normal))
		})
		p.Name = fmt.Sprint("sheet ", k)
		parts = append(parts, p)
	}
	m, err := cloth.NewModel(parts)
	if err != nil {
		return err
	}
	set := step.DefaultSettings()
	set.MaxNewton, set.Tolerance, set.Gravity = 200, e.Tol(1e-8, 1e-7), r3.Vec{Y: -9.81}
	sim, err := e.Backend.New(m, nil, []step.Collider{{Normal: normal, Friction: 1}}, set)
	if err != nil {
		return err
	}
	r := e.Running(sim, m)
	defer r.Close()
	if err := r.Steps(30, h); err != nil { // the sheets come to rest on each other
		return err
	}
	st, err := r.State()
	if err != nil {
		return err
	}
	start := slices.Clone(st.X)
	seconds := Pick(e, 60., 5, 1)
	if err := r.Steps(int(seconds/h+.5), h); err != nil {
		return err
	}
	if st, err = r.State(); err != nil {
		return err
	}
	far := 0.
	for i, x := range st.X {
		far = max(far, r3.Norm(r3.Sub(x, start[i])))
	}
	e.Bound(s.Name(), fmt.Sprintf("way of any vertex in %g s", seconds), "m", 1e-5, far)
	return nil
}

func twoCloths(e *Env) error {
	const h, g, ratio = 1. / 240, 9.81, 1.3
	f, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	f = airless(f)
	for _, mu := range [][2]float64{{.3, .3}, {.15, .6}, {.6, .15}} {
		alpha := math.Atan(ratio * math.Sqrt(mu[0]*mu[1]))
		upper, lower := f, f
		upper.ClothFriction, lower.ClothFriction = mu[0], mu[1]
		large := RectSheet(Right, SheetBox{U0: -.04, V0: -.03, U1: .12, V1: .03}, 8, 3)
		held := large.Part(lower, LevelPlace)
		held.Name = "held"
		HoldVertices(&held, large.Where(func(r2.Vec) bool { return true }))
		s := RectSheet(Unstructured, SheetBox{U0: 0, V0: -.015, U1: .05, V1: .015}, 5, 3)
		sheet := s.Part(upper, func(q r2.Vec) r3.Vec { return r3.Vec{X: q.X, Y: .0029, Z: -q.Y} })
		m, err := cloth.NewModel([]cloth.Part{held, sheet})
		if err != nil {
			return err
		}
		set := step.DefaultSettings()
		set.MaxNewton, set.Tolerance = 200, e.Tol(1e-8, 1e-7)
		set.Gravity = r3.Vec{X: g * math.Sin(alpha), Y: -g * math.Cos(alpha)}
		sim, err := e.Backend.New(m, nil, nil, set)
		if err != nil {
			return err
		}
		r := e.Running(sim, m)
		var v [2]float64
		for k := range v { // the first part brings it to rest on the layer
			if err := r.Steps(24, h); err != nil {
				return err
			}
			w, err := r.Velocity(m.Parts[1].Vertices.Lo, m.Parts[1].Vertices.Hi)
			if err != nil {
				return err
			}
			v[k] = w.X
		}
		r.Close()
		want := g * (math.Sin(alpha) - math.Sqrt(mu[0]*mu[1])*math.Cos(alpha))
		e.Check(s.Name(), fmt.Sprintf("μ = %g on %g: acceleration", mu[0], mu[1]), "m/s²", want, (v[1]-v[0])/(24*h), .02)
	}
	return nil
}

func layers(e *Env) error {
	const g = 9.81
	set := Settings()
	ground := step.Collider{Normal: r3.Vec{Y: 1}, Friction: .3}
	for _, gap := range []float64{0, .003, .01} {
		s, p, err := smallSheet(Unstructured, set.Thickness+gap-1e-5)
		if err != nil {
			return err
		}
		p.Gap = gap
		delta := set.Thickness + gap
		// k·p(1 + 4p/δ) = ρ_s·g
		load := p.Fabric.Density * g / set.ContactStiffness
		depth := delta / 8 * (math.Sqrt(1+16*load/delta) - 1)
		down := r3.Vec{Y: -g}
		r, err := e.Laid(p, ground, ground, down, down)
		if err != nil {
			return err
		}
		low, high, err := heights(r)
		if err != nil {
			return err
		}
		e.CheckAbs(s.Name(), fmt.Sprintf("gap of %g mm: lowest vertex below %.7g mm", 1000*gap, 1000*(delta-depth)), "m", 0,
			low-(delta-depth), e.Tol(1e-9, 1e-7))
		e.CheckAbs(s.Name(), fmt.Sprintf("gap of %g mm: highest vertex above it", 1000*gap), "m", 0, high-(delta-depth),
			e.Tol(1e-9, 1e-7))
	}
	// The stiffness is so low that the sheet sinks by a quarter of the layer, whose hardening carries half of the
	// weight.
	delta := set.Thickness
	s, p, err := smallSheet(Unstructured, .7*delta)
	if err != nil {
		return err
	}
	set.ContactStiffness = 2 * p.Fabric.Density * g / delta
	set.MaxNewton, set.Tolerance = 200, e.Tol(1e-9, 1e-8)
	r, err := e.Sim(p, []step.Collider{ground}, set)
	if err != nil {
		return err
	}
	if _, err := r.Settle(nil, Settling{H: 1. / 60, Still: e.Tol(1e-9, 1e-7), Most: 300}); err != nil {
		return err
	}
	low, high, err := heights(r)
	if err != nil {
		return err
	}
	e.CheckAbs(s.Name(), "soft layer: lowest vertex below three quarters of it", "m", 0, low-delta*3/4, e.Tol(1e-7, 1e-6))
	e.CheckAbs(s.Name(), "soft layer: highest vertex above them", "m", 0, high-delta*3/4, e.Tol(1e-7, 1e-6))
	return nil
}

// heights returns the heights of the lowest and the highest vertex, and closes the simulation.
func heights(r *Running) (low, high float64, err error) {
	defer r.Close()
	st, err := r.State()
	if err != nil {
		return 0, 0, err
	}
	low, high = math.Inf(1), math.Inf(-1)
	for _, x := range st.X {
		low, high = min(low, x.Y), max(high, x.Y)
	}
	return low, high, nil
}
