package cpu

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/contact/pairs"
	"hysteron/linalg"

	"hysteron/step"
)

// components are the connected components of the cloth, here pieces, and the rigid bodies by which they move. A rigid
// body is a set of pieces connected by contacts with a force.
type components struct {
	of        []int32     // per vertex
	flying    []bool      // per piece: free at the last CorrectRigid, with no obstacle in contact
	touched   []bool      // per piece: in contact with an obstacle, or with near cloth
	near      []bool      // per piece: it has active pairs
	closes    []bool      // per piece: near others without a force; rigid motion may close the gap
	component []int32     // per piece, at the last CorrectRigid
	bodies    []RigidBody // per component
	chunks    []RigidBody // see sum
	order     []int32     // likewise
	motions   []RigidMotion
	free      []freePart // per component, see Drift
	start     []r3.Vec   // positions before it
	from      []r3.Vec   // and before its present motion
	led       float64    // largest motion by the last CorrectRigid of a vertex that may meet something [m]
	short     bool       // its reach was too short for a piece
}

func newComponents(m *cloth.Model) components {
	return componentsOf(step.Components(m))
}

func componentsOf(of []int32, count int) components {
	flags := func() []bool { return make([]bool, count) }
	return components{of: of, flying: flags(), touched: flags(), near: flags(), closes: flags()}
}

// join finds the connected components of pieces. A contact with a force joins two pieces; a near pair without force
// does not.
func (p *components) join(c *selfContact) {
	f := cloth.NewForest(len(p.flying))
	clear(p.near)
	clear(p.closes)
	if c != nil {
		for i := range c.active {
			a, b := p.of[c.active[i].v[0]], p.of[c.active[i].v[3]]
			p.near[a], p.near[b] = true, true
			switch {
			case c.inHessian[i]:
				f.Join(a, b)
			case a != b:
				p.closes[a], p.closes[b] = true, true
			}
		}
	}
	var count int
	p.component, count = f.Number()
	p.bodies = resize(p.bodies, count)
	clear(p.bodies)
}

// body returns the rigid body of vertex v.
func (p *components) body(v int32) *RigidBody { return &p.bodies[p.component[p.of[v]]] }

// CorrectRigid moves free components to zero net force and torque, those in contact with an obstacle by no more than
// reach [m]. Components move as a whole, so strains do not change. The matrix of friction takes sliding components part
// of the way; a second Newton step uses the second derivative of friction itself, which is zero along a slip.
func (s operations) CorrectRigid(reach float64) {
	p := &s.components
	p.join(s.self)
	p.short = false
	for i, x := range s.x {
		b, m := p.body(int32(i)), s.Model.Mass[i]
		b.Held = b.Held || s.fixed[i] || s.grabs.hold(i)
		b.Touched = b.Touched || s.touches(i)
		b.Mass += m
		b.Centre = r3.Add(b.Centre, r3.Scale(m, x))
	}
	if len(s.obstacles) > 0 {
		for t, v := range s.Model.Tri {
			b := p.body(v[0])
			b.Touched = b.Touched || s.touches(len(s.x)+t)
		}
	}
	touched := false
	for i := range p.bodies {
		b := &p.bodies[i]
		b.Centre = r3.Scale(1/b.Mass, b.Centre)
		b.Held = b.Held || b.Touched && reach == 0
		touched = touched || b.Touched && !b.Held
	}
	for i, c := range p.component {
		b := &p.bodies[c]
		p.flying[i], p.touched[i] = !b.Held && !b.Touched, b.Touched || p.near[i]
	}
	p.start = append(p.start[:0], s.x...)
	moves := s.moveRigid(reach, touched)
	if touched && moves {
		s.evaluateFriction()
		for i := range p.bodies {
			p.bodies[i].Begin()
		}
		s.moveRigid(reach, true)
	}
	if moves {
		s.evaluated, s.strained = false, s.strained || s.evaluated
	}
	led := 0.
	for i, x := range s.x {
		if len(s.obstacles) > 0 || p.closes[p.of[i]] {
			led = max(led, r3.Norm2(r3.Sub(x, p.start[i])))
		}
	}
	p.led = math.Sqrt(led)
}

// sum adds the forces on n points to their bodies. Each body sums its points in their order, in chunks that are added
// in their order, so its sum does not depend on other bodies. vertex returns a vertex of the point's piece.
func (p *components) sum(pool *linalg.Pool, n int, vertex func(i int) int32, add func(b *RigidBody, i int)) {
	if len(p.bodies) == 1 {
		p.sumOne(pool, &p.bodies[0], n, func(i int) int { return i }, add)
		return
	}
	// Points sorted by body: those of a body begin at first, which is their end after they are placed.
	first := make([]int, len(p.bodies)+1)
	body := func(i int) int32 { return p.component[p.of[vertex(i)]] }
	for i := range n {
		first[body(i)+1]++
	}
	for c := range p.bodies {
		first[c+1] += first[c]
	}
	p.order = resize(p.order, n)
	end := slices.Clone(first[:len(p.bodies)])
	for i := range n {
		c := body(i)
		p.order[end[c]] = int32(i)
		end[c]++
	}
	for c := range p.bodies {
		if b := &p.bodies[c]; !b.Held {
			points := p.order[first[c]:first[c+1]]
			p.sumOne(pool, b, len(points), func(k int) int { return int(points[k]) }, add)
		}
	}
}

// sumOne is sum for a single body and n points.
func (p *components) sumOne(pool *linalg.Pool, all *RigidBody, n int, point func(k int) int,
	add func(b *RigidBody, i int)) {
	p.chunks = resize(p.chunks, (n+linalg.SumGrain-1)/linalg.SumGrain)
	pool.For(n, linalg.SumGrain, func(lo, hi int) {
		b := all.Alike()
		for k := lo; k < hi; k++ {
			add(&b, point(k))
		}
		p.chunks[lo/linalg.SumGrain] = b
	})
	for k := range p.chunks {
		all.Join(&p.chunks[k])
	}
}

// evaluateFriction evaluates all terms on points, with the second derivative of friction itself.
func (s operations) evaluateFriction() {
	semismooth := s.semismooth
	s.semismooth = true
	s.evaluatePoints(s.x)
	s.semismooth = semismooth
}

// moveRigid moves each component by a Newton step of six unknowns from the last evaluated forces. Those in contact with
// an obstacle move by no more than the rest of reach [m]. It reports whether any moves.
func (s operations) moveRigid(reach float64, touched bool) (moves bool) {
	p := &s.components
	p.from = append(p.from[:0], s.x...)
	p.sum(s.pool, len(p.from), func(i int) int32 { return int32(i) }, func(b *RigidBody, i int) {
		b.Add(p.from[i], s.vert[i].G, &s.vert[i].H)
	})
	p.sum(s.pool, len(s.face), func(t int) int32 { return s.Model.Tri[t][0] }, func(b *RigidBody, t int) {
		b.Add(mean3(p.from, s.Model.Tri[t]), s.face[t].G, &s.face[t].H)
	})
	if s.self != nil && touched {
		// Friction acts on middle surfaces, which are a thickness apart, so it has a torque.
		p.sum(s.pool, len(s.self.active), func(i int) int32 { return s.self.active[i].v[0] }, func(b *RigidBody, i int) {
			if b.Touched && s.self.inHessian[i] {
				q := &s.self.active[i]
				x := points(p.from, &q.v)
				b.Twist(pairs.Between(&q.w, &x), q.response.G, &q.response.H)
			}
		})
	}
	p.motions = resize(p.motions, len(p.bodies))
	for i := range p.bodies {
		b := &p.bodies[i]
		if b.Solve() && b.Touched {
			p.short = b.Shorten(reach) || p.short
		}
		moves = moves || !b.still
		p.motions[i] = b.Motion()
	}
	s.pool.For(len(s.x), linalg.SumGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			s.x[i] = p.motions[p.component[p.of[i]]].Move(p.from[i])
		}
	})
	return moves
}

// RigidTooFar reports whether CorrectRigid moved a piece that may meet obstacles or cloth beyond the range of collision
// detection.
func (s operations) RigidTooFar() bool { return s.components.led > s.Settings.Wander() }

// RigidTooShort reports whether the reach was too short for a piece in contact with an obstacle.
func (s operations) RigidTooShort() bool { return s.components.short }

// touches reports whether a contact point is in the layer of an obstacle.
func (s *Sim) touches(point int) bool {
	for _, o := range s.obstacles {
		if o.live[point] && o.near[point].in() {
			return true
		}
	}
	return false
}

// begin records which pieces are held over the step, and returns the acceleration of the others in the first guess
// [m/s²].
func (p *components) begin(s *Sim) (fall r3.Vec) {
	for i := range s.Model.Pins {
		if q := &s.Model.Pins[i]; q.Active(s.State.Time + s.H) {
			p.flying[p.of[q.Vertex]] = false
		}
	}
	for i := range s.grabs {
		if s.grabs.hold(i) {
			p.flying[p.of[i]] = false
		}
	}
	for _, t := range s.Terms {
		if _, ok := t.(*Gravity); ok {
			fall = s.Settings.Gravity
		}
	}
	return fall
}
