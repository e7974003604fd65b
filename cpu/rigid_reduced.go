// Rigid bodies in the step: six unknowns each, in one system with all other unknowns.

package cpu

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/linalg"
)

// Positions of a rigid body are c + R·d, with its centre c, a rotation R, and the offset d of each vertex from the
// centre at rest. A Newton step is t + ω×r for each vertex, r = R·d. A fraction α of it moves vertices along the screw
// α·(t, ω), so every trial is rigid. With δx = J·(t, ω), the system has Jᵀ·A·J in place of the rows and columns of
// these vertices, and the positive part of the term of a rotating gradient g, Σ ½(r gᵀ + g rᵀ) − (r·g)·I.
//
// In vectors over vertices, the first two mass points of a body hold its six unknowns, t and ω, during a solve.
// Otherwise the gradient of a body is on its mass points: the forces with the same sum and torque that accelerate them
// as the body. Norms of gradients and steps are then those of any four points with these masses.

// rigidBody is the state of one of Model.Rigid.
type rigidBody struct {
	cloth.Rigid
	points [cloth.MassPoints]int32
	rest   []r3.Vec   // d of each vertex [m]
	least  float64    // smallest principal moment of inertia [kg·m²]
	invert [9]float64 // inverse of Σ d·dᵀ over the mass points [m⁻²]

	centre r3.Vec      // at the positions of the last gradient [m]
	turn   Sym3        // term of the rotating gradient there [N·m]
	k      [36]float64 // Jᵀ·A·J, without the off-diagonal contact of cloth with cloth
	solve  mat.Cholesky
}

// rigidBodies are the rigid bodies of a simulation.
type rigidBodies struct {
	list   []rigidBody
	of     []int32 // see cloth.Model.RigidOf
	held   []bool  // rows without unknowns
	inner  []bool  // and rows of bodies
	weight []float64
	b      []r3.Vec // right-hand side

	operator rigidOperator
	precond  rigidPreconditioner
}

func newRigidBodies(m *cloth.Model) (s rigidBodies) {
	s.of = m.RigidOf()
	for _, r := range m.Rigid {
		b := rigidBody{Rigid: r, points: r.Points()}
		for _, v := range b.points {
			b.centre = r3.Add(b.centre, r3.Scale(1./cloth.MassPoints, m.X0[v]))
		}
		for _, x := range m.X0[r.Vertices.Lo:r.Vertices.Hi] {
			b.rest = append(b.rest, r3.Sub(x, b.centre))
		}
		second := mat.NewSymDense(3, nil)
		for _, d := range b.rest[len(b.rest)-cloth.MassPoints:] {
			second.SymRankOne(second, 1, mat.NewVecDense(3, []float64{d.X, d.Y, d.Z}))
		}
		var c mat.Cholesky
		var inverse mat.SymDense
		if !c.Factorize(second) || c.InverseTo(&inverse) != nil {
			panic("cpu: a rigid body without moments of inertia") // cloth.RigidPart returns an error for such a body
		}
		for i := range 9 {
			b.invert[i] = inverse.At(i/3, i%3)
		}
		var e mat.EigenSym
		e.Factorize(second, false)
		values := e.Values(nil)
		b.least = r.Mass / cloth.MassPoints * (values[0] + values[1])
		s.list = append(s.list, b)
	}
	return s
}

// any reports whether vertex i belongs to a rigid body.
func (s *rigidBodies) any(i int) bool { return s.of != nil && s.of[i] != 0 }

// each calls visit for the vertices of a body.
func (b *rigidBody) each(visit func(i int)) {
	for i := b.Vertices.Lo; i < b.Vertices.Hi; i++ {
		visit(i)
	}
}

// middle returns the centre of mass at positions x [m].
func (b *rigidBody) middle(x []r3.Vec) (c r3.Vec) {
	for _, v := range b.points {
		c = r3.Add(c, x[v])
	}
	return r3.Scale(1./cloth.MassPoints, c)
}

// snap makes positions rigid: the centre of the mass points, and the rotation nearest to their present arrangement.
func (b *rigidBody) snap(x []r3.Vec) {
	c := b.middle(x)
	var a law.Gradient
	for k, v := range b.points {
		y, d := r3.Sub(x[v], c), b.rest[len(b.rest)-cloth.MassPoints+k]
		q := &b.invert
		e := r3.Vec{X: q[0]*d.X + q[1]*d.Y + q[2]*d.Z, Y: q[3]*d.X + q[4]*d.Y + q[5]*d.Z, Z: q[6]*d.X + q[7]*d.Y + q[8]*d.Z}
		for i, yi := range [3]float64{y.X, y.Y, y.Z} {
			a[i][0] += yi * e.X
			a[i][1] += yi * e.Y
			a[i][2] += yi * e.Z
		}
	}
	if !cloth.Finite(a[0][0]+a[0][1]+a[0][2], a[1][0]+a[1][1]+a[1][2], a[2][0]+a[2][1]+a[2][2]) {
		return // the step fails
	}
	r := law.NearestRotation(&a)
	for k, d := range b.rest {
		x[b.Vertices.Lo+k] = r3.Add(c, r3.Vec{X: r[0][0]*d.X + r[0][1]*d.Y + r[0][2]*d.Z,
			Y: r[1][0]*d.X + r[1][1]*d.Y + r[1][2]*d.Z, Z: r[2][0]*d.X + r[2][1]*d.Y + r[2][2]*d.Z})
	}
}

// solveInertia returns I⁻¹·τ with the moments of inertia of the mass points at x about c.
func (b *rigidBody) solveInertia(x []r3.Vec, c, torque r3.Vec) r3.Vec {
	inertia := mat.NewSymDense(3, nil)
	for _, v := range b.points {
		r := r3.Sub(x[v], c)
		q, rr := [3]float64{r.X, r.Y, r.Z}, r3.Norm2(r)
		for i := range q {
			for j := range i + 1 {
				e := -q[i] * q[j]
				if i == j {
					e += rr
				}
				inertia.SetSym(i, j, inertia.At(i, j)+b.Mass/cloth.MassPoints*e)
			}
		}
	}
	var ch mat.Cholesky
	out := mat.NewVecDense(3, nil)
	if !ch.Factorize(inertia) || ch.SolveVecTo(out, mat.NewVecDense(3, []float64{torque.X, torque.Y, torque.Z})) != nil {
		return r3.Vec{X: math.NaN()} // positions are not finite
	}
	return r3.Vec{X: out.AtVec(0), Y: out.AtVec(1), Z: out.AtVec(2)}
}

// foldGradient moves the gradients g of the vertices of bodies at x to their mass points.
func (s *rigidBodies) foldGradient(x, g []r3.Vec) {
	for k := range s.list {
		b := &s.list[k]
		b.centre = b.middle(x)
		var force, torque r3.Vec
		b.turn = Sym3{}
		b.each(func(i int) {
			r, f := r3.Sub(x[i], b.centre), g[i]
			force, torque = r3.Add(force, f), r3.Add(torque, r3.Cross(r, f))
			rf := r3.Dot(r, f)
			for c, v := range [6]float64{r.X*f.X - rf, r.Y*f.Y - rf, r.Z*f.Z - rf, (r.Y*f.Z + r.Z*f.Y) / 2,
				(r.Z*f.X + r.X*f.Z) / 2, (r.X*f.Y + r.Y*f.X) / 2} {
				b.turn[c] += v
			}
			g[i] = r3.Vec{}
		})
		acceleration := r3.Scale(1/b.Mass, force)
		angular := b.solveInertia(x, b.centre, torque)
		for _, v := range b.points {
			g[v] = r3.Scale(b.Mass/cloth.MassPoints, r3.Add(acceleration, r3.Cross(angular, r3.Sub(x[v], b.centre))))
		}
	}
}

// motion returns the translation and the rotation of a rigid field p over the mass points at x.
func (b *rigidBody) motion(x, p []r3.Vec) (shift, turn r3.Vec) {
	c := b.middle(x)
	var angular r3.Vec
	for _, v := range b.points {
		shift = r3.Add(shift, r3.Scale(1./cloth.MassPoints, p[v]))
		angular = r3.Add(angular, r3.Scale(b.Mass/cloth.MassPoints, r3.Cross(r3.Sub(x[v], c), p[v])))
	}
	return shift, b.solveInertia(x, c, angular)
}

// follow moves the bodies of a trial by alpha Newton steps p from x.
func (s *rigidBodies) follow(x, p, trial []r3.Vec, alpha float64) {
	for k := range s.list {
		b := &s.list[k]
		shift, turn := b.motion(x, p)
		shift, turn = r3.Scale(alpha, shift), r3.Scale(alpha, turn)
		a := r3.Norm(turn)
		m := RigidMotion{centre: b.middle(x), translation: shift, rotation: turn, once: sinc(a),
			twice: sinc(a/2) * sinc(a/2) / 2}
		b.each(func(i int) { trial[i] = m.Move(x[i]) })
	}
}

// addBlock adds J_iᵀ·B·J_j to a matrix of the six unknowns, for vertices at offsets r and q.
func addBlock(k *[36]float64, r, q r3.Vec, b *[9]float64) {
	// B·J_j = (B, −B·[q]×): columns of −B·[q]× are B·(e×q).
	col := [3]r3.Vec{{Y: -q.Z, Z: q.Y}, {X: q.Z, Z: -q.X}, {X: -q.Y, Y: q.X}} // e×q
	var m [3][6]float64
	for i := range 3 {
		for j := range 3 {
			m[i][j] = b[3*i+j]
			m[i][3+j] = b[3*i]*col[j].X + b[3*i+1]*col[j].Y + b[3*i+2]*col[j].Z
		}
	}
	for j := range 6 {
		v := r3.Vec{X: m[0][j], Y: m[1][j], Z: m[2][j]}
		t := r3.Cross(r, v)
		k[j] += v.X
		k[6+j] += v.Y
		k[12+j] += v.Z
		k[18+j] += t.X
		k[24+j] += t.Y
		k[30+j] += t.Z
	}
}

// foldMatrix sums the rows of bodies at x, and sets the scale of their mass points. Their elastic is negative.
func (s *Sim) foldMatrix() {
	a := s.matrix
	for n := range s.rigid.list {
		b := &s.rigid.list[n]
		b.k = [36]float64{}
		trace := 0.
		b.each(func(i int) {
			r := r3.Sub(s.x[i], b.centre)
			s.scale[i], s.elastic[i] = 0, -1
			for k := a.RowPtr[i]; k < a.RowPtr[i+1]; k++ {
				block := a.Block(k)
				if *block == [9]float64{} {
					continue
				}
				addBlock(&b.k, r, r3.Sub(s.x[a.Col[k]], b.centre), block)
			}
		})
		for k := range 3 {
			trace += b.k[7*k]
		}
		turn := b.turn.Positive()
		for k, c := range [9]int{0, 5, 4, 5, 1, 3, 4, 3, 2} {
			b.k[6*(3+k/3)+3+k%3] += turn[c]
		}
		for _, v := range b.points {
			s.scale[v] = cloth.MassPoints / trace
		}
	}
}

// solveRigid is CG.Solve with six unknowns for each body. g is the right-hand side, s.p the initial guess and the
// solution.
func (s *Sim) solveRigid() linalg.Result {
	q := &s.rigid
	n := len(s.x)
	q.held, q.inner, q.b = resize(q.held, n), resize(q.inner, n), resize(q.b, n)
	copy(q.held, s.fixed)
	copy(q.b, s.g)
	for k := range q.list {
		b := &q.list[k]
		shift, turn := b.motion(s.x, s.p)
		var force, torque r3.Vec
		for _, v := range b.points {
			force, torque = r3.Add(force, s.g[v]), r3.Add(torque, r3.Cross(r3.Sub(s.x[v], b.centre), s.g[v]))
		}
		b.each(func(i int) { q.held[i], q.b[i], s.p[i] = true, r3.Vec{}, r3.Vec{} })
		q.b[b.points[0]], q.b[b.points[1]] = force, torque
		s.p[b.points[0]], s.p[b.points[1]] = shift, turn
	}
	copy(q.inner, q.held)
	for k := range q.list {
		q.held[q.list[k].points[0]], q.held[q.list[k].points[1]] = false, false
	}
	q.operator = rigidOperator{s: s, inner: s.cg.Extra, x: resize(q.operator.x, n), y: resize(q.operator.y, n),
		sum: resize(q.operator.sum, 2*len(q.list))}
	q.precond = rigidPreconditioner{s: s, inner: s.cg.Precond, r: resize(q.precond.r, n)}
	if q.precond.inner == nil {
		q.precond.inner = new(linalg.BlockJacobi)
	}
	if q.weight == nil { // upper bound of rᵀM⁻¹r for forces and torques, see step.Weights
		q.weight = append(q.weight, s.cg.Weight...)
		for k := range q.list {
			b := &q.list[k]
			w := q.weight[b.points[0]] / cloth.MassPoints
			q.weight[b.points[0]], q.weight[b.points[1]] = w, w*b.Mass/b.least
		}
	}
	weight, extra, precond := s.cg.Weight, s.cg.Extra, s.cg.Precond
	s.cg.Weight, s.cg.Extra, s.cg.Precond = q.weight, &q.operator, &q.precond
	res := s.cg.Solve(s.pool, s.matrix, q.b, s.p, q.held)
	s.cg.Weight, s.cg.Extra, s.cg.Precond = weight, extra, precond
	for k := range q.list {
		b := &q.list[k]
		shift, turn := s.p[b.points[0]], s.p[b.points[1]]
		b.each(func(i int) { s.p[i] = r3.Add(shift, r3.Cross(turn, r3.Sub(s.x[i], b.centre))) })
	}
	return res
}

// rigidOperator adds the terms of bodies and of contact on the six unknowns.
type rigidOperator struct {
	s     *Sim
	inner linalg.Operator // may be nil
	x, y  []r3.Vec        // motion of vertices, and its product in contact
	sum   []r3.Vec        // force and torque of each body
}

var _ linalg.Operator = (*rigidOperator)(nil)

// Rows implements linalg.Operator. No preconditioner with rigid bodies uses it.
func (o *rigidOperator) Rows() []int32 { panic("cpu: rows of rigid bodies") }

// Prepare implements linalg.Operator.
func (o *rigidOperator) Prepare(p *linalg.Pool, x []r3.Vec) {
	s := o.s
	copy(o.x, x)
	for n := range s.rigid.list {
		b := &s.rigid.list[n]
		shift, turn := x[b.points[0]], x[b.points[1]]
		b.each(func(i int) { o.x[i] = r3.Add(shift, r3.Cross(turn, r3.Sub(s.x[i], b.centre))) })
	}
	if o.inner != nil {
		o.inner.Prepare(p, o.x)
	}
	for n := range s.rigid.list {
		b := &s.rigid.list[n]
		q := [2]r3.Vec{x[b.points[0]], x[b.points[1]]}
		in := [6]float64{q[0].X, q[0].Y, q[0].Z, q[1].X, q[1].Y, q[1].Z}
		var out [6]float64
		for i := range out {
			for j, v := range in {
				out[i] += b.k[6*i+j] * v
			}
		}
		force, torque := r3.Vec{X: out[0], Y: out[1], Z: out[2]}, r3.Vec{X: out[3], Y: out[4], Z: out[5]}
		if o.inner != nil {
			clear(o.y[b.Vertices.Lo:b.Vertices.Hi])
			o.inner.AddRows(o.y, o.x, b.Vertices.Lo, b.Vertices.Hi)
			b.each(func(i int) {
				if f := o.y[i]; f != (r3.Vec{}) {
					force, torque = r3.Add(force, f), r3.Add(torque, r3.Cross(r3.Sub(s.x[i], b.centre), f))
				}
			})
		}
		o.sum[2*n], o.sum[2*n+1] = force, torque
	}
}

// AddRows implements linalg.Operator. Rows of bodies are those of their six unknowns.
func (o *rigidOperator) AddRows(y, x []r3.Vec, lo, hi int) (dot float64) {
	from := lo
	outside := func(to int) {
		if o.inner != nil && from < to {
			dot += o.inner.AddRows(y, o.x, from, to)
		}
	}
	for n := range o.s.rigid.list {
		b := &o.s.rigid.list[n]
		first, last := max(lo, b.Vertices.Lo), min(hi, b.Vertices.Hi)
		if first >= last {
			continue
		}
		outside(first)
		from = last
		for i := first; i < last; i++ {
			var v r3.Vec
			switch int32(i) {
			case b.points[0]:
				v = o.sum[2*n]
			case b.points[1]:
				v = o.sum[2*n+1]
			}
			dot += r3.Dot(x[i], r3.Sub(v, y[i]))
			y[i] = v
		}
	}
	outside(hi)
	return dot
}

// rigidPreconditioner inverts the 6×6 block of each body, and the blocks of the cloth.
type rigidPreconditioner struct {
	s     *Sim
	inner linalg.Preconditioner
	r     []r3.Vec
}

var _ linalg.Preconditioner = (*rigidPreconditioner)(nil)

// Setup implements linalg.Preconditioner.
func (c *rigidPreconditioner) Setup(p *linalg.Pool, a *linalg.BSR, _ []bool) error {
	s := c.s
	if err := c.inner.Setup(p, a, s.rigid.inner); err != nil {
		return err
	}
	blocks := make([][36]float64, len(s.rigid.list))
	for n := range blocks {
		blocks[n] = s.rigid.list[n].k
	}
	if s.self != nil {
		s.addContactBlocks(blocks)
	}
	for n := range blocks {
		k := mat.NewSymDense(6, nil)
		for i := range 6 {
			for j := range i + 1 {
				k.SetSym(i, j, (blocks[n][6*i+j]+blocks[n][6*j+i])/2)
			}
		}
		if !cloth.Finite(blocks[n][:]...) {
			return linalg.ErrNonFinite
		}
		if !s.rigid.list[n].solve.Factorize(k) {
			return linalg.ErrIndefinite
		}
	}
	return nil
}

// addContactBlocks adds the couplings of contact of cloth with cloth between vertices of one body.
func (s *Sim) addContactBlocks(blocks [][36]float64) {
	for i := range s.self.operator.List {
		q := &s.self.operator.List[i]
		h := [9]float64{q.H[0], q.H[5], q.H[4], q.H[5], q.H[1], q.H[3], q.H[4], q.H[3], q.H[2]}
		for a, v := range q.V {
			if !s.rigid.any(int(v)) || q.W[a] == 0 {
				continue
			}
			n := s.rigid.of[v] - 1
			c := s.rigid.list[n].centre
			for b, w := range q.V {
				if s.rigid.of[w]-1 != n || a == b || q.W[b] == 0 {
					continue
				}
				scaled := h
				for k := range scaled {
					scaled[k] *= q.W[a] * q.W[b]
				}
				addBlock(&blocks[n], r3.Sub(s.x[v], c), r3.Sub(s.x[w], c), &scaled)
			}
		}
	}
}

// Apply implements linalg.Preconditioner.
func (c *rigidPreconditioner) Apply(p *linalg.Pool, z, r []r3.Vec) float64 {
	copy(c.r, r)
	list := c.s.rigid.list
	for n := range list {
		c.r[list[n].points[0]], c.r[list[n].points[1]] = r3.Vec{}, r3.Vec{}
	}
	rz := c.inner.Apply(p, z, c.r)
	out := mat.NewVecDense(6, nil)
	for n := range list {
		b := &list[n]
		f, t := r[b.points[0]], r[b.points[1]]
		// The solution of an ill-conditioned block is used as well.
		_ = b.solve.SolveVecTo(out, mat.NewVecDense(6, []float64{f.X, f.Y, f.Z, t.X, t.Y, t.Z}))
		zf := r3.Vec{X: out.AtVec(0), Y: out.AtVec(1), Z: out.AtVec(2)}
		zt := r3.Vec{X: out.AtVec(3), Y: out.AtVec(4), Z: out.AtVec(5)}
		z[b.points[0]], z[b.points[1]] = zf, zt
		rz += r3.Dot(f, zf) + r3.Dot(t, zt)
	}
	return rz
}

// carryRigid makes obstacles carry the bodies of a first guess, each by the largest displacement of its vertices.
func (s *Sim) carryRigid() (any bool) {
	for k := range s.rigid.list {
		b := &s.rigid.list[k]
		b.snap(s.x)
		var push r3.Vec
		for i := b.Vertices.Lo; i < b.Vertices.Hi-cloth.MassPoints; i++ {
			x := s.x[i]
			for _, o := range s.obstacles {
				x = o.guess(&s.now, i, s.State.X[i], x)
			}
			if d := r3.Sub(x, s.x[i]); r3.Norm2(d) > r3.Norm2(push) {
				push = d
			}
		}
		if push != (r3.Vec{}) {
			b.shift(s.x, push)
			any = true
		}
	}
	return any
}

// shift translates a body.
func (b *rigidBody) shift(x []r3.Vec, by r3.Vec) {
	b.each(func(i int) { x[i] = r3.Add(x[i], by) })
}

// clampTogether gives all vertices of a body the smallest fraction among them.
func (s *rigidBodies) clampTogether(fraction []float64) {
	for k := range s.list {
		r := s.list[k].Vertices
		least := slices.Min(fraction[r.Lo:r.Hi])
		for i := r.Lo; i < r.Hi; i++ {
			fraction[i] = least
		}
	}
}

// together sets the flag of all vertices of a body if any of them has it.
func together[T ~uint8](s *rigidBodies, of []T) {
	for k := range s.list {
		var all T
		s.list[k].each(func(i int) { all |= of[i] })
		s.list[k].each(func(i int) { of[i] = all })
	}
}
