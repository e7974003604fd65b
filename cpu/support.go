package cpu

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/step"
)

// Unsupported is a mesh component that cannot come to rest: it is not held, has no contact, and nothing is in the
// direction of its net force.
type Unsupported struct {
	Part  string
	At    r3.Vec // centre of its bounding box [m]
	Force r3.Vec // on the whole component at rest [N]
}

func (e *Unsupported) Error() string {
	return fmt.Sprintf("%s, around (%.3g, %.3g, %.3g) m: nothing supports it: it has no pin, and no body, ground or "+
		"other cloth lies in the direction of the net force on it, (%.2g, %.2g, %.2g) N; it would drift for ever. Expected "+
		"a pin, or something under it",
		e.Part, e.At.X, e.At.Y, e.At.Z, e.Force.X, e.Force.Y, e.Force.Z)
}

// support finds mesh components that drift away.
type support struct {
	m      *cloth.Model
	of     []int32 // mesh component of each vertex
	held   []bool  // pinned, per component
	bodies []box
	planes []step.Collider
	reach  float64 // of contact [m]
}

func newSupport(m *cloth.Model, colliders []step.Collider, set step.Settings) *support {
	gap := 0.
	for i := range m.Parts {
		gap = max(gap, m.Parts[i].Gap)
	}
	s := &support{m: m, reach: max(set.Thickness+gap, set.SelfThickness)}
	var count int
	s.of, count = step.Components(m)
	s.held = make([]bool, count)
	for i := range m.Pins {
		if p := &m.Pins[i]; p.Active(0) || p.Pull(0) > 0 {
			s.held[s.of[p.Vertex]] = true
		}
	}
	for _, c := range colliders {
		if c.Surface == nil {
			s.planes = append(s.planes, c)
			continue
		}
		x := make([]r3.Vec, c.Surface.NumVertices())
		c.Surface.Positions(x, 0)
		b := empty()
		for _, p := range x {
			b.add(point(p))
		}
		s.bodies = append(s.bodies, b)
	}
	return s
}

// box is a bounding box; r3.Box has no flat ones.
type box struct{ lo, hi [3]float64 }

func empty() (b box) {
	for k := range b.lo {
		b.lo[k], b.hi[k] = math.Inf(1), math.Inf(-1)
	}
	return b
}

func (b *box) add(p box) {
	for k := range b.lo {
		b.lo[k], b.hi[k] = min(b.lo[k], p.lo[k]), max(b.hi[k], p.hi[k])
	}
}

func axes(p r3.Vec) [3]float64 { return [3]float64{p.X, p.Y, p.Z} }

func point(p r3.Vec) box { return box{axes(p), axes(p)} }

func (b *box) centre() r3.Vec {
	return r3.Vec{X: (b.lo[0] + b.hi[0]) / 2, Y: (b.lo[1] + b.hi[1]) / 2, Z: (b.lo[2] + b.hi[2]) / 2}
}

// check returns an *Unsupported for cloth at x that drifts. Components whose boxes come within reach of each other
// count as one. gradient returns the negative forces at x [N]; it is called only if a component has no contact. A net
// force of up to least newtons per vertex counts as none.
func (s *support) check(x []r3.Vec, least float64, gradient func() ([]r3.Vec, error)) error {
	boxes := make([]box, len(s.held))
	for i := range boxes {
		boxes[i] = empty()
	}
	for v, p := range x {
		boxes[s.of[v]].add(point(p))
	}
	near := func(a, b box) bool { return s.reaches(a, b, r3.Vec{}) }
	joined := cloth.NewForest(len(boxes))
	for a := range boxes {
		for b := range a {
			if near(boxes[a], boxes[b]) {
				joined.Join(int32(a), int32(b))
			}
		}
	}
	of, count := joined.Number()
	groups := make([]box, count)
	loose := make([]bool, count)
	for g := range groups {
		groups[g], loose[g] = empty(), true
	}
	for a, g := range of {
		groups[g].add(boxes[a])
		loose[g] = loose[g] && !s.held[a]
	}
	var force []r3.Vec
	for g, group := range groups {
		for _, b := range s.bodies {
			loose[g] = loose[g] && !near(group, b)
		}
		for _, p := range s.planes {
			loose[g] = loose[g] && lowest(group, p) > s.reach
		}
		if !loose[g] {
			continue
		}
		if force == nil {
			all, err := gradient()
			if err != nil {
				return err
			}
			force = make([]r3.Vec, count)
			for v, q := range all {
				k := of[s.of[v]]
				force[k] = r3.Sub(force[k], q)
			}
		}
		n := 0
		part := ""
		for v := range x {
			if of[s.of[v]] == int32(g) {
				if n++; part == "" {
					part = s.m.Parts[s.m.Part[v]].Name
				}
			}
		}
		f := force[g]
		size := r3.Norm(f)
		if size <= least*float64(n) {
			continue
		}
		to := direction(f)
		caught := false
		for _, b := range s.bodies {
			caught = caught || s.reaches(group, b, to)
		}
		for k, b := range groups {
			caught = caught || k != g && s.reaches(group, b, to)
		}
		for _, p := range s.planes {
			caught = caught || r3.Dot(p.Normal, to) < 0
		}
		if !caught {
			return &Unsupported{part, group.centre(), r3.Scale(size, to)}
		}
	}
	return nil
}

// direction returns the unit vector along a force, without rounding errors of internal forces.
func direction(f r3.Vec) r3.Vec {
	f = r3.Unit(f)
	for _, c := range []*float64{&f.X, &f.Y, &f.Z} {
		if math.Abs(*c) < 1e-6 {
			*c = 0
		}
	}
	return f
}

// lowest returns the signed distance from a plane of the lowest corner of a box [m].
func lowest(b box, p step.Collider) (d float64) {
	n, at := axes(p.Normal), axes(p.Point)
	for k := range n {
		d += min(n[k]*(b.lo[k]-at[k]), n[k]*(b.hi[k]-at[k]))
	}
	return d
}

// reaches reports whether box a, moved along to without limit, comes within reach of box b. With to zero it reports
// whether it is in reach.
func (s *support) reaches(a, b box, to r3.Vec) bool {
	begin, end := 0., math.Inf(1) // interval of the path in which the intervals of all axes overlap [m]
	for k, speed := range axes(to) {
		from, till := b.lo[k]-s.reach-a.hi[k], b.hi[k]+s.reach-a.lo[k]
		switch {
		case speed == 0 && (from > 0 || till < 0):
			return false
		case speed > 0:
			begin, end = max(begin, from/speed), min(end, till/speed)
		case speed < 0:
			begin, end = max(begin, till/speed), min(end, from/speed)
		}
	}
	return begin <= end
}
