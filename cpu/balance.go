package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu/par"
	"hysteron/cpu/proximity"
	"hysteron/cpu/rigid"
	"hysteron/step"
)

// pieces are the connected pieces of the cloth, as rigid bodies.
type pieces struct {
	of      []int32      // per vertex
	flying  []bool       // per piece: nothing held or touched it at the last Balance
	touched []bool       // per piece: something did, or pairs of cloth are near
	bodies  []rigid.Body // per piece, or one
	chunks  []rigid.Body // see sum
	motions []rigid.Motion
	start   []r3.Vec // positions before it
	led     float64  // how far the last Balance has led a vertex [m]
	short   bool     // and whether its reach was too short for a piece
}

func newPieces(m *cloth.Model) pieces {
	return piecesOf(step.Pieces(m))
}

func piecesOf(of []int32, count int) pieces {
	return pieces{of: of, flying: make([]bool, count), touched: make([]bool, count), bodies: make([]rigid.Body, count)}
}

// Balance moves pieces that nothing holds to where no net force and torque is left, those that an obstacle touches by no more than reach [m].
// As pieces move as a whole, strains stay.
func (s machine) Balance(reach float64) {
	p := &s.pieces
	of := func(v int32) *rigid.Body { return &p.bodies[p.of[v]] }
	merged := s.self != nil && len(s.self.active) > 0
	if merged {
		of = func(int32) *rigid.Body { return &p.bodies[0] }
	}
	clear(p.bodies)
	p.short = false
	for i, x := range s.x {
		b, m := of(int32(i)), s.Model.Mass[i]
		b.Held = b.Held || s.fixed[i] || s.grabs.hold(i)
		b.Touched = b.Touched || s.touches(i)
		b.Mass += m
		b.Centre = r3.Add(b.Centre, r3.Scale(m, x))
	}
	if len(s.obstacles) > 0 {
		for t, v := range s.Model.Tri {
			b := of(v[0])
			b.Touched = b.Touched || s.touches(len(s.x)+t)
		}
	}
	for i := range p.bodies {
		b := &p.bodies[i]
		b.Centre = r3.Scale(1/b.Mass, b.Centre)
		b.Held = b.Held || b.Touched && reach == 0
	}
	// acting goes through what acts on points, and between them: friction acts on middle surfaces, which are a thickness apart, so that its torque is not nothing.
	acting := func(on, between func(b *rigid.Body, x r3.Vec, q *PointResponse)) {
		p.sum(s.pool, len(p.start), merged, func(i int) int32 { return int32(i) }, func(b *rigid.Body, i int) { on(b, p.start[i], &s.vert[i]) })
		p.sum(s.pool, len(s.face), merged, func(t int) int32 { return s.Model.Tri[t][0] }, func(b *rigid.Body, t int) { on(b, mean3(p.start, s.Model.Tri[t]), &s.face[t]) })
		if s.self == nil || !p.bodies[0].Touched {
			return
		}
		p.sum(s.pool, len(s.self.active), true, nil, func(b *rigid.Body, i int) {
			q := &s.self.active[i]
			x := points(p.start, &q.v)
			between(b, proximity.Between(&q.w, &x), &q.response)
		})
	}
	p.start = append(p.start[:0], s.x...)
	acting(func(b *rigid.Body, x r3.Vec, q *PointResponse) { b.Add(x, q.G, &q.H) },
		func(b *rigid.Body, r r3.Vec, q *PointResponse) { b.Twist(r, q.G, &q.H) })
	again := false // points of pieces that are touched
	for i := range p.bodies {
		b := &p.bodies[i]
		if !b.Solve() {
			continue
		}
		s.evaluated, s.strained = false, s.strained || s.evaluated
		if b.Touched {
			b.Shorten(reach)
			again = again || b.Way() > reach*leastLed
		}
	}
	s.lead(merged)
	if again {
		s.evaluatePoints(s.x)
		acting(func(b *rigid.Body, x r3.Vec, q *PointResponse) { b.After(x, q.G) }, func(b *rigid.Body, r r3.Vec, q *PointResponse) { b.Twisted(r, q.G) })
		for i := range p.bodies {
			if b := &p.bodies[i]; b.Touched {
				b.Correct()
				p.short = p.short || b.Way() > reach
				b.Shorten(reach)
			}
		}
		s.lead(merged)
	}
	led := 0.
	for i, x := range s.x {
		b := of(int32(i))
		led = max(led, r3.Norm2(r3.Sub(x, p.start[i])))
		p.flying[p.of[i]], p.touched[p.of[i]] = !b.Held && !b.Touched, b.Touched || merged
	}
	p.led = math.Sqrt(led)
}

// sum adds what acts on n points to their pieces; where there is one, or all are merged into it, by chunks whose sums are added in their order. vertex is one of the piece that a point belongs to.
func (p *pieces) sum(pool *par.Pool, n int, merged bool, vertex func(i int) int32, add func(b *rigid.Body, i int)) {
	if !merged && len(p.bodies) > 1 {
		for i := range n {
			add(&p.bodies[p.of[vertex(i)]], i)
		}
		return
	}
	all := &p.bodies[0]
	p.chunks = resize(p.chunks, (n+par.SumGrain-1)/par.SumGrain)
	pool.For(n, par.SumGrain, func(lo, hi int) {
		b := all.Alike()
		for i := lo; i < hi; i++ {
			add(&b, i)
		}
		p.chunks[lo/par.SumGrain] = b
	})
	for k := range p.chunks {
		all.Join(&p.chunks[k])
	}
}

// leastLed is the share of the reach below which a motion needs no correction.
const leastLed = 1e-3

// lead moves all pieces, which are merged or not, from where Balance began.
func (s machine) lead(merged bool) {
	p := &s.pieces
	p.motions = resize(p.motions, len(p.bodies))
	for i := range p.motions {
		p.motions[i] = p.bodies[i].Motion()
	}
	s.pool.For(len(s.x), par.SumGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			m := &p.motions[0]
			if !merged {
				m = &p.motions[p.of[i]]
			}
			s.x[i] = m.Move(p.start[i])
		}
	})
}

// Astray tells whether it has led a piece farther than contacts were looked up for.
func (s machine) Astray() bool { return len(s.obstacles) > 0 && s.pieces.led > s.Settings.Wander() }

// Short tells whether its reach was too short for a piece that an obstacle touches.
func (s machine) Short() bool { return s.pieces.short }

// touches tells whether a contact point is in the layer of an obstacle.
func (s *Sim) touches(point int) bool {
	for _, o := range s.obstacles {
		if o.live[point] && o.near[point].in() {
			return true
		}
	}
	return false
}

// begin notes which pieces pins hold over the step, and returns the acceleration of the others in the first guess
// [m/s²].
func (p *pieces) begin(s *Sim) (fall r3.Vec) {
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
