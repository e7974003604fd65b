package steptest

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
)

// softSheet returns a small sheet in which each vertex has a soft pin with a share of the total stiffness and force in
// proportion to its mass, so that it moves as a whole; and its mass [kg].
func softSheet(pin cloth.Pin) (cloth.Part, float64) {
	p := clothtest.Grid(4, 5, .09, .12, clothtest.Cotton(), true)
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		panic(err) // an error of the tests
	}
	for i, x := range p.X {
		q, share := pin, m.Mass[i]/m.TotalMass()
		q.Vertex, q.Point = int32(i), r3.Add(x, pin.Point)
		q.Stiffness, q.LimitForce = share*pin.Stiffness, share*pin.LimitForce
		p.Pins = append(p.Pins, q)
	}
	return p, m.TotalMass()
}

// SoftPins returns sheets on soft pins with known answers.
func SoftPins() []Hung {
	part, mass := softSheet(cloth.Pin{Stiffness: 1})
	sunk := func(k int) func(x []r3.Vec) float64 { // displacement of a vertex downwards
		return func(x []r3.Vec) float64 { return part.X[k].Y - x[k].Y }
	}
	space := still()
	space.Gravity = r3.Vec{}
	space.Tolerance = 1e-6
	var list []Hung

	// At rest the springs carry the weight: it sinks by m·g/K.
	const sag = .006
	hung, _ := softSheet(cloth.Pin{Stiffness: mass * 9.81 / sag})
	list = append(list, Hung{Name: "sinks by its weight", Parts: []cloth.Part{hung}, Set: still(), H: .1, Steps: 60,
		Got: sunk(7), Want: sag, Within: 1e-3})

	// With targets .02 m above it swings as (1 − cos ωt), ω² = K/m: a quarter of a period later it reaches the targets.
	const omega, h = 2 * math.Pi, 1e-3
	up, _ := softSheet(cloth.Pin{Stiffness: mass * omega * omega, Point: r3.Vec{Y: .02}})
	list = append(list, Hung{Name: "swings by the root of K/m", Parts: []cloth.Part{up}, Set: space, H: h, Steps: 250,
		Got: sunk(3), Want: -.02, Within: .005})

	// Targets that move at u pull it from rest along u·t − u/ω·sin ωt. The larger part of the bound is the dissipation
	// of backward Euler in three quarters of a period: ω²ht/2 of u/ω.
	const u, t = .1, .75
	led, _ := softSheet(cloth.Pin{Stiffness: mass * omega * omega, Velocity: r3.Vec{Y: -u}})
	list = append(list, Hung{Name: "follows a target", Parts: []cloth.Part{led}, Set: space, H: h, Steps: t / h,
		Got: sunk(11), Want: u*t + u/omega, Within: .005})

	// It hangs at rest until the strength is keyed to 0, and falls freely from there: h²g(1 + 2 + … + 10).
	falls, _ := softSheet(cloth.Pin{Stiffness: mass * 9.81 / sag, Point: r3.Vec{Y: sag},
		Strength: []cloth.Strength{{Time: .105, Factor: 1}, {Time: .106, Factor: 0}}})
	list = append(list, Hung{Name: "is let go", Parts: []cloth.Part{falls}, Set: still(), H: .01, Steps: 20, Got: sunk(0),
		Want: 9.81e-4 * 55, Within: .005})

	// Without a spring it falls to the limit, and comes to rest a hundredth beyond, where the limit has its force.
	const limit = .03
	kept, _ := softSheet(cloth.Pin{Limit: limit, LimitForce: mass * 9.81})
	list = append(list, Hung{Name: "is kept at a limit", Parts: []cloth.Part{kept}, Set: still(), H: .1, Steps: 60,
		Got: sunk(7), Want: 1.01 * limit, Within: 1e-4})
	return list
}
