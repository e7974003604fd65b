package steptest

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/law"
	"hysteron/step"
)

// Hung is a scene with ropes, solids or soft pins whose end state is known.
type Hung struct {
	Name      string
	Parts     []cloth.Part
	Colliders []step.Collider
	Set       step.Settings
	H         float64 // step [s]
	Steps     int
	// Start, unless nil, changes the initial state, which is at rest.
	Start func(s *cloth.State)
	// Got returns the computed value at the end, and Want is the exact one.
	Got  func(x []r3.Vec) float64
	Want float64
	// Within is the relative discretisation error.
	Within float64
	// Watch, unless nil, is called after each step.
	Watch func(x []r3.Vec) error
	// End, unless nil, is called at the end.
	End func(x []r3.Vec) error
}

// State returns the initial state; nil: at rest.
func (h *Hung) State(m *cloth.Model) *cloth.State {
	if h.Start == nil {
		return nil
	}
	s := cloth.NewState(m)
	h.Start(s)
	return s
}

// Straight returns a rope of n edges from a to b with the stretching stiffness 1e4 N.
func Straight(name string, a, b r3.Vec, n int, radius, density float64) cloth.Rope {
	r := cloth.Rope{Name: name, Radius: radius, Density: density, Friction: .3, RopeFriction: .3,
		Stretch: cloth.Component{Elastic: law.Elastic{K1: 1e4}}}
	for i := range n + 1 {
		r.X = append(r.X, r3.Add(a, r3.Scale(float64(i)/float64(n), r3.Sub(b, a))))
	}
	return r
}

func part(r cloth.Rope) cloth.Part {
	p, err := r.Part()
	if err != nil {
		panic(err) // an error of the tests
	}
	return p
}

func pin(r *cloth.Rope, vertices ...int) {
	for _, v := range vertices {
		r.Pins = append(r.Pins, cloth.Pin{Vertex: int32(v), Point: r.X[v]})
	}
}

// Ropes returns ropes at rest with known answers.
func Ropes() []Hung {
	return []Hung{crossing(), laid(), catenary(), elastica(), chain(), capstan(.95, true), capstan(1.05, false),
		remembered(), released()}
}

// still returns settings in a vacuum, with steps so long that oscillations decay.
func still() step.Settings {
	set := step.DefaultSettings()
	set.AirDensity, set.Gravity = 0, r3.Vec{Y: -9.81}
	return set
}

// crossing is a rope that falls across one that is held. It comes to rest across it; the distance of their axes is the
// sum of their radii less the depth due to its weight.
func crossing() Hung {
	const radius, density = .005, .08
	below := Straight("below", r3.Vec{X: -.15}, r3.Vec{X: .15}, 15, radius, density)
	for v := range below.X {
		pin(&below, v)
	}
	above := Straight("above", r3.Vec{Y: .06, X: .004, Z: -.05}, r3.Vec{Y: .06, X: .004, Z: .05}, 5, radius, density)
	above.Stretch.Elastic, above.Bend.Elastic = law.Elastic{K1: 1e4}, law.Elastic{K1: .05}
	n := len(below.X)
	set := still()
	h := Hung{Name: "a rope falls on a rope", Parts: []cloth.Part{part(below), part(above)}, Set: set, H: 1. / 120,
		Steps: 60, Got: func(x []r3.Vec) float64 { return (x[n+2].Y + x[n+3].Y) / 2 }, Want: 2 * radius, Within: .02}
	h.Watch = func(x []r3.Vec) error {
		if y := (x[n+2].Y + x[n+3].Y) / 2; !(y > radius) {
			return fmt.Errorf("the falling rope is %.3g m above the other: expected more than a radius", y)
		}
		return nil
	}
	return h
}

// laid is a rope at rest on a sheet that is held: its axis is a radius and half of the cloth's layer above it.
func laid() Hung {
	const radius, density = .004, .05
	sheet := clothtest.Grid(12, 12, .2, .2, clothtest.Cotton(), true)
	for i := range sheet.X {
		sheet.Pins = append(sheet.Pins, cloth.Pin{Vertex: int32(i), Point: sheet.X[i]})
	}
	rope := Straight("rope", r3.Vec{X: .03, Y: .012, Z: -.08}, r3.Vec{X: .17, Y: .012, Z: -.11}, 10, radius, density)
	n, set := len(sheet.X), still()
	return Hung{Name: "a rope lies on a sheet", Parts: []cloth.Part{sheet, part(rope)}, Set: set, H: 1. / 60, Steps: 30,
		Got: func(x []r3.Vec) float64 {
			mean := 0.
			for _, at := range x[n:] {
				mean += at.Y / float64(len(x)-n)
			}
			return mean
		}, Want: radius + set.SelfThickness/2, Within: .02}
}

// Off returns the relative error of the answer.
func (h *Hung) Off(x []r3.Vec) float64 { return math.Abs(h.Got(x)/h.Want - 1) }

// catenary is a rope of 1.2 m that hangs between points 1 m apart. Its sag is a(cosh(1/2a) − 1), 2a·sinh(1/2a) = 1.2.
func catenary() Hung {
	const n = 48
	r := Straight("rope", r3.Vec{}, r3.Vec{X: 1.2}, n, .004, .05)
	for i := range r.X {
		along, down := .5/.6, math.Sqrt(.6*.6-.5*.5)/.6
		s := r.X[i].X
		r.X[i] = r3.Vec{X: along * s, Y: -down * min(s, 1.2-s)}
	}
	pin(&r, 0, n)
	set := still()
	set.SelfContact = false
	return Hung{Name: "catenary", Parts: []cloth.Part{part(r)}, Set: set, H: .1, Steps: 60,
		Got: func(x []r3.Vec) float64 { return -x[n/2].Y }, Want: .292344, Within: 1e-3}
}

// elastica is a rope that is clamped level and sags by its weight per length, which times L³ is five times its bending
// stiffness. Its end sags by .495905 L according to the equation of the heavy elastica (verify/exact). The clamp is in
// the middle of the first edge.
func elastica() Hung {
	const n, b, density = 30, 1e-3, .05
	length := math.Cbrt(5 * b / (density * 9.81))
	edge := length / (n - .5)
	r := Straight("rope", r3.Vec{X: -edge / 2}, r3.Vec{X: length}, n, .3*edge, density)
	r.Bend.Elastic = law.Elastic{K1: b}
	pin(&r, 0, 1)
	set := still()
	set.SelfContact = false
	return Hung{Name: "elastica", Parts: []cloth.Part{part(r)}, Set: set, H: .1, Steps: 60,
		Got: func(x []r3.Vec) float64 { return -x[n].Y / length }, Want: .495905, Within: 2e-3}
}

// chain is a rope that hangs and swings in its first mode, ω = 1.202413·√(g/L), whose shape is J₀(2ω√(s/g)), s from
// the lower end.
func chain() Hung {
	const n, length, g, first = 24, .5, 9.81, 1.202413
	omega := first * math.Sqrt(g/length)
	r := Straight("chain", r3.Vec{}, r3.Vec{Y: -length}, n, .002, .05)
	for i := range r.X {
		s := length + r.X[i].Y
		r.X[i].X = .005 * math.J0(2*omega*math.Sqrt(s/g))
	}
	pin(&r, 0)
	set := still()
	set.SelfContact, set.Integrator = false, "bdf2"
	h := Hung{Name: "hanging chain", Parts: []cloth.Part{part(r)}, Set: set, H: 1. / 120, Steps: 125, Want: omega,
		Within: 5e-3}
	var crossed []float64
	before, step := r.X[n].X, 0
	h.Watch = func(x []r3.Vec) error {
		step++
		if now := x[n].X; before*now < 0 {
			crossed = append(crossed, h.H*(float64(step)-now/(now-before)))
		}
		before = x[n].X
		return nil
	}
	h.Got = func([]r3.Vec) float64 {
		if len(crossed) < 2 {
			return math.NaN()
		}
		return math.Pi / (crossed[1] - crossed[0])
	}
	return h
}

// capstan is a rope over a drum with one longer end. At impending slip on the drum dT/dφ = wR·cos φ + μ(T + wR·sin φ),
// so that with b = −2μR/(1 + μ²) the longer end is (L − b)·e^{μπ} − b. The rope has a share of that length: a smaller
// one holds.
func capstan(share float64, holds bool) Hung {
	const mu, drum, radius, short, edge = .3, .03, .0035, .3, .012
	set := still()
	set.SelfContact = false
	axis := drum + set.Thickness
	b := -2 * mu * axis / (1 + mu*mu)
	long := share * ((short-b)*math.Exp(mu*math.Pi) - b)
	r := Straight("rope", r3.Vec{}, r3.Vec{X: 1}, int(math.Round((short+long+math.Pi*axis)/edge)), radius, .05)
	r.Friction = mu
	length := short + long + math.Pi*axis
	for i := range r.X {
		s := length * r.X[i].X
		switch turn := (s - short) / axis; {
		case turn < 0:
			r.X[i] = r3.Vec{X: -axis, Y: s - short}
		case turn > math.Pi:
			r.X[i] = r3.Vec{X: axis, Y: short + math.Pi*axis - s}
		default:
			sin, cos := math.Sincos(turn)
			r.X[i] = r3.Vec{X: -axis * cos, Y: axis * sin}
		}
	}
	cylinder, err := body.CylinderSolid(drum, .2, .005, .004)
	if err != nil {
		panic(err)
	}
	surface := &clothtest.Sphere{Tri: cylinder.Tri}
	for _, x := range cylinder.X { // the axis is along z
		surface.X = append(surface.X, r3.Vec{X: x.X, Y: -x.Z, Z: x.Y})
	}
	last := len(r.X) - 1
	start := r.X[last].Y
	h := Hung{Name: fmt.Sprintf("capstan, %g of what slips", share), Parts: []cloth.Part{part(r)}, Set: set, H: .005,
		Steps: 160, Colliders: []step.Collider{{Surface: surface, Friction: -1}}, Want: 1, Within: .1}
	h.Got = func(x []r3.Vec) float64 { // 1: it has slipped by 2 cm, or not at all if it holds; it settles by 1.5 mm
		slipped := (start - x[last].Y) / .02
		if holds {
			return 1 + max(0, slipped)
		}
		return min(1, slipped)
	}
	return h
}

// remembered is a vertex that is bent, with Dahl's friction, and let go: it stays at the curvature where friction, on
// its way back, balances the elastic moment. Viscosity prevents it from swinging beyond.
func remembered() Hung { return bent("a rope remembers", .3, 1e-7, .02) }

// released is the same without viscosity, in steps so long that the first guess stretches it. It swings beyond, and
// stays where the dissipation of the integrator leaves it: the curvature is that with a tolerance of 1e-9 m.
func released() Hung {
	h := bent("a rope is let go", 0, step.DefaultSettings().Tolerance, .05)
	h.Want, h.Within = 5.2072, .01
	return h
}

// bent is a rope of two edges, bent and released after half a second.
func bent(name string, ratio, tolerance, h float64) Hung {
	const l, b, a, tau, radius = .05, 1e-3, 6e-3, 2., .004
	r := Straight("rope", r3.Vec{}, r3.Vec{X: 2 * l}, 2, radius, .05)
	r.Bend = cloth.Component{Elastic: law.Elastic{K1: b}, Friction: law.Dahl{A: a, Tau: tau},
		Damping: law.Damping{Ratio: ratio}}
	pin(&r, 0, 1)
	const turned, until = .8, .5
	r.Motions = []cloth.Motion{{Axis: r3.Vec{Z: 1}, Origin: r.X[1], Linear: true, Keys: []cloth.MotionKey{{},
		{Time: until, Angle: turned}}}}
	r.Pins = append(r.Pins, cloth.Pin{Vertex: 2, Kind: cloth.PinMotion, Point: r.X[2], Release: until})
	set := still()
	set.Gravity, set.SelfContact, set.Tolerance = r3.Vec{}, false, tolerance
	curvature := func(x []r3.Vec) float64 {
		return r3.Norm(r3.Sub(r3.Unit(r3.Sub(x[2], x[1])), r3.Unit(r3.Sub(x[1], x[0])))) / l
	}
	most := 2 * math.Sin(turned/2) / l
	top := a * (1 - math.Exp(-most/tau))
	low, high := 0., most
	for range 60 {
		k := (low + high) / 2
		if b*k-a+(top+a)*math.Exp(-(most-k)/tau) > 0 {
			high = k
		} else {
			low = k
		}
	}
	return Hung{Name: name, Parts: []cloth.Part{part(r)}, Set: set, H: h, Steps: int(math.Round(3 / h)), Got: curvature,
		Want: low, Within: .02}
}
