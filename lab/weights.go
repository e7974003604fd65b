package lab

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/scenes"
	"hysteron/step"
)

const (
	gravity    = 9.81  // [m/s²]
	weightStep = 300.0 // duration of a step [s]: long, so that weights neither swing nor lag
)

// Hanging is a sample of Side × Side whose upper edge is held and whose lower edge carries weights, spread evenly; the
// warp hangs down (Miguel et al. 2013, §4.2).
type Hanging struct {
	Setup *scenes.Setup
	sim   *cpu.Sim
	bare  []float64 // masses without weights [kg]
	lower []int     // vertices of the lower edge
	share []float64 // share of the lower edge of each of them
	waist []place   // of the two sides in the middle
}

// place is a vertex with its weight in the interpolation of a point of an edge.
type place struct {
	vertex int
	share  float64
}

// Hang returns a sample that hangs at rest under its own weight.
func Hang(ctx context.Context, f cloth.Fabric) (*Hanging, error) {
	const n, h = 11, Side / 2
	s := &Hanging{}
	at := 0
	var err error
	s.Setup, err = Sheet(f, [2]float64{Side, Side}, [2]int{n, n}, "equilateral", func(u, v float64) (r3.Vec, bool) {
		if u > h-1e-9 {
			s.lower = append(s.lower, at)
		}
		at++
		return r3.Vec{X: v, Y: -u}, u < -h+1e-9
	})
	if err != nil {
		return nil, err
	}
	set := Exact()
	set.Gravity, set.Tolerance = r3.Vec{Y: -gravity}, 1e-8
	if s.sim, err = cpu.New(s.Setup.Model, nil, nil, set); err != nil {
		return nil, err
	}
	s.sim.SetWatch(until(ctx))
	s.bare = append(s.bare, s.Setup.Model.Mass...)
	for _, i := range s.lower {
		s.share = append(s.share, s.shareOf(i))
	}
	s.waist = append(s.sideways(-h), s.sideways(h)...)
	if err := s.Load(0); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// shareOf returns the share of the lower edge that is nearer to vertex i than to its neighbours there.
func (s *Hanging) shareOf(i int) float64 {
	x := s.Setup.Model.X0[i].X
	left, right := -Side/2, Side/2
	for _, j := range s.lower {
		if y := s.Setup.Model.X0[j].X; y < x {
			left = max(left, (x+y)/2)
		} else if y > x {
			right = min(right, (x+y)/2)
		}
	}
	return (right - left) / Side
}

// sideways returns the vertices of a side nearest to its middle, above and below.
func (s *Hanging) sideways(x float64) []place {
	above, below := -1, -1
	at := s.Setup.Model.X0
	for i, p := range at {
		if math.Abs(p.X-x) > 1e-9 {
			continue
		}
		if p.Y >= 0 && (above < 0 || p.Y < at[above].Y) {
			above = i
		}
		if p.Y <= 0 && (below < 0 || p.Y > at[below].Y) {
			below = i
		}
	}
	if above == below {
		return []place{{above, 1}}
	}
	up := -at[below].Y / (at[above].Y - at[below].Y)
	return []place{{above, up}, {below, 1 - up}}
}

// Width returns the width of the sample in the middle between its sides [m].
func (s *Hanging) Width() (w float64) {
	for _, p := range s.waist {
		w += p.share * math.Abs(s.sim.State.X[p.vertex].X)
	}
	return w
}

// Load replaces the weight [N] and simulates until the sample is at rest.
func (s *Hanging) Load(weight float64) error {
	for k, i := range s.lower {
		s.Setup.Model.Mass[i] = s.bare[i] + s.share[k]*weight/gravity
	}
	rep, err := s.sim.Step(weightStep)
	if err == nil && rep.Outcome != step.Converged {
		err = fmt.Errorf("weight %g N: %v: expected a converged step", weight, rep.Outcome)
	}
	clear(s.sim.State.V)
	return err
}

// Length returns the length of the sample from edge to edge [m].
func (s *Hanging) Length() float64 {
	var y float64
	for k, i := range s.lower {
		y += s.share[k] * s.sim.State.X[i].Y
	}
	return Side/2 - y
}

// Strain returns the Green–Lagrange strain of the length.
func (s *Hanging) Strain() float64 {
	l := s.Length() / Side
	return (l*l - 1) / 2
}

// Mass returns the mass of the sample [kg].
func (s *Hanging) Mass() (m float64) {
	for _, v := range s.bare {
		m += v
	}
	return m
}

// Positions returns a copy of the vertex positions [m].
func (s *Hanging) Positions() []r3.Vec { return append([]r3.Vec(nil), s.sim.State.X...) }

// Close releases the sample.
func (s *Hanging) Close() { s.sim.Close() }

// Cycles applies the weights 0, 1, …, n, …, 1, 0 for n = 1 to most, repeats times, in the same number of equal steps
// per newton, and calls each after every whole newton. load is called after every step and may be nil.
func (s *Hanging) Cycles(most, repeats, steps int, load func(weight float64), each func(r Reading) error) error {
	for repeat := 1; repeat <= repeats; repeat++ {
		for top := 1; top <= most; top++ {
			r := Reading{Repeat: repeat, Top: top, Loading: true}
			if err := each(r); err != nil {
				return err
			}
			for k := 1; k <= 2*top*steps; k++ {
				w := float64(k) / float64(steps)
				r.Loading = k <= top*steps
				if !r.Loading {
					w = 2*float64(top) - w
				}
				if err := s.Load(w); err != nil {
					return err
				}
				if load != nil {
					load(w)
				}
				if k%steps == 0 {
					r.Weight = math.Round(w)
					if err := each(r); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// Reading is a point of a cycle: the weight [N], and whether weights were added or removed.
type Reading struct {
	Weight      float64
	Repeat, Top int
	Loading     bool
}
