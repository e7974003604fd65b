package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// code is the interface of an element kind to the loops over elements.
type code interface {
	newSlots(n int) any
	// measure computes the strains and the slots of elements [lo, hi) with vertices at x.
	measure(s *Sim, kind cloth.Kind, lo, hi int, x []r3.Vec)
	// stressBatch stores the results of the laws for a batch in the slots, and its energies.
	stressBatch(s *Sim, kind cloth.Kind, b *batch)
	// measured is called once all elements of the kind have been evaluated.
	measured(s *Sim)
	// sum adds the gradients of the elements of vertex v.
	sum(s *Sim, kind cloth.Kind, v int, g *r3.Vec)
	// prepare is called before add.
	prepare(s *Sim)
	// add adds the blocks of the elements of vertex v to its row of the matrix.
	add(s *Sim, kind cloth.Kind, v int)
	// restart sets the strains of a state from its positions, and resets all other internal variables.
	restart(m *cloth.Model, state *cloth.State, kind cloth.Kind)
}

// codeOf is the code of a kind with slot type S, which has what the gather passes need of an element. The loops over
// elements are written once, here, and call strain, stress, gradient and block. The other functions, all optional,
// replace a loop or a part of one, for kinds with a faster one, or one that needs more than a single element.
type codeOf[S any] struct {
	// strain returns the strains of element i with vertices at x, and stores what depends on positions in the slot.
	strain func(m *cloth.Model, i int, x []r3.Vec, q *S) Strain
	// stress stores the sums of the laws at index p of a batch, times the returned size of the element. If exact is
	// false, the second derivative is projected to be positive semi-definite. It adds the energy of a law of the
	// deformation gradient to those of the strains.
	stress func(m *cloth.Model, i int, q *S, b *batch, p int, exact bool) (size float64)
	// gradient returns the gradient of the energy of element i at a corner.
	gradient func(m *cloth.Model, i int, q *S, corner int) r3.Vec
	// block adds the second derivative of the energy of element i by corners a and b, rows of a.
	block func(m *cloth.Model, i int, q *S, a, b int, out *[9]float64)

	measureAll func(s *Sim, lo, hi int, x []r3.Vec)
	measureSet func(s *Sim) // see code.measured
	strainFour func(s *Sim, i, p int, x []r3.Vec) bool
	stressFour func(s *Sim, b *batch, p int) bool // bitwise equal to stress
	sumRow     func(s *Sim, v int, g *r3.Vec)
	before     func(s *Sim) // see code.prepare
	addRow     func(s *Sim, v int)
	start      func(m *cloth.Model, state *cloth.State) // see code.restart
}

func (*codeOf[S]) newSlots(n int) any { return make([]S, n) }

// slots of an evaluation.
func (*codeOf[S]) slots(e *elements, kind cloth.Kind) []S { return e.slots[kind].([]S) }

func (c *codeOf[S]) measure(s *Sim, kind cloth.Kind, lo, hi int, x []r3.Vec) {
	if c.measureAll != nil {
		c.measureAll(s, lo, hi, x)
		return
	}
	on, eps, slots := &s.strains[kind], &s.eps[kind], c.slots(&s.elements, kind)
	for i := lo; i < hi; i++ {
		p := on.place[i]
		if c.strainFour != nil && i+4 <= hi && c.strainFour(s, i, int(p), x) {
			i += 3
			continue
		}
		e := c.strain(s.Model, i, x, &slots[i])
		for k := range on.per {
			eps[k][p] = e[k]
		}
	}
}

func (c *codeOf[S]) stressBatch(s *Sim, kind cloth.Kind, b *batch) {
	elements, slots := b.elements(), c.slots(&s.elements, kind)
	for p := 0; p < len(elements); p++ {
		if c.stressFour != nil && p+4 <= len(elements) && c.stressFour(s, b, p) {
			p += 3
			continue
		}
		i := int(elements[p])
		size := c.stress(s.Model, i, &slots[i], b, p, s.exact)
		b.energy[i-b.first] = size * b.psi[p]
	}
}

func (c *codeOf[S]) measured(s *Sim) {
	if c.measureSet != nil {
		c.measureSet(s)
	}
}

func (c *codeOf[S]) sum(s *Sim, kind cloth.Kind, v int, g *r3.Vec) {
	if c.sumRow != nil {
		c.sumRow(s, v, g)
		return
	}
	c.sumRefs(s.Model, s.rows.of[kind].at(v), c.slots(&s.elements, kind), g)
}

// sumRefs adds the gradients of elements.
func (c *codeOf[S]) sumRefs(m *cloth.Model, refs []elementRef, slots []S, g *r3.Vec) {
	for _, ref := range refs {
		*g = r3.Add(*g, c.gradient(m, int(ref.element), &slots[ref.element], int(ref.corner)))
	}
}

func (c *codeOf[S]) prepare(s *Sim) {
	if c.before != nil {
		c.before(s)
	}
}

func (c *codeOf[S]) add(s *Sim, kind cloth.Kind, v int) {
	if c.addRow != nil {
		c.addRow(s, v)
		return
	}
	c.addRefs(s.Model, s.rows.of[kind].at(v), kind.Row().Corners, c.slots(&s.elements, kind), s.matrix.Val)
}

// addRefs adds the blocks of elements.
func (c *codeOf[S]) addRefs(m *cloth.Model, refs []elementRef, corners int, slots []S, val []float64) {
	for i := range refs {
		ref := &refs[i]
		for b := range corners {
			c.block(m, int(ref.element), &slots[ref.element], int(ref.corner), b, blockOf(val, ref.block[b]))
		}
	}
}

func (c *codeOf[S]) restart(m *cloth.Model, state *cloth.State, kind cloth.Kind) {
	if c.start != nil {
		c.start(m, state)
		return
	}
	var q S
	for i := range m.Count(kind) {
		e := c.strain(m, i, state.X, &q)
		for k := range kind.Per() {
			state.Past[kind].Restart(i, k, e[k])
		}
	}
}
