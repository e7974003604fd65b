package body

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Posed is a body with raised arms and spread legs during dressing; these angles decrease to 0 until time 0. The
// vertices of a limb rotate in the frontal plane about the centre of its attachment to the trunk. The share of the
// angle increases smoothly from 0 to 1 over one diameter of the limb, measured along the surface.
type Posed struct {
	inner Body
	limbs []rotated
	lead  float64 // [s]
}

var _ Body = (*Posed)(nil)

// rotated is a limb that rotates.
type rotated struct {
	weight []float64 // share of the angle, of each vertex
	ring   []int32
	angle  float64 // about the axis to the front [rad]
}

// Joints are the arms and legs of a body that can be posed for dressing.
type Joints struct {
	body       Body
	arms, legs []hanging // left one first; nil: not found
	elevation  float64
}

// JointsOf finds the arms and legs of a body in the pose for dressing: of a mannequin from its skeleton, of others from
// the shape of the surface.
func JointsOf(b Body) *Joints {
	j := &Joints{body: b}
	if _, ok := b.(*Mannequin); ok {
		j.elevation = -45
		return j
	}
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, -LeadOf(b))
	j.arms, j.legs = limbsByShape(x, b.Triangles())
	for k := range j.arms {
		h := &j.arms[k]
		d := r3.Sub(x[h.tip], middle(x, h.ring))
		j.elevation += math.Atan2(d.Y, math.Abs(d.X)) / degree / 2
	}
	return j
}

// Arms reports whether arms are found, and their mean elevation in the frontal plane: 0 is horizontal, −90 down [°].
func (j *Joints) Arms() (elevation float64, found bool) {
	_, ok := j.body.(*Mannequin)
	return j.elevation, ok || j.arms != nil
}

// Legs reports whether legs are found.
func (j *Joints) Legs() bool {
	_, ok := j.body.(*Mannequin)
	return ok || j.legs != nil
}

// Posed returns the body with its arms raised and each leg spread by angles during dressing [°]. Limbs that are not
// found are unchanged.
func (j *Joints) Posed(arms, legs float64) Body {
	if m, ok := j.body.(*Mannequin); ok {
		return m.spread(arms, legs)
	}
	p := &Posed{inner: j.body, lead: max(lead, LeadOf(j.body))}
	for i, list := range [][]hanging{j.arms, j.legs} {
		angle := [2]float64{arms, legs}[i] * degree
		if angle == 0 || list == nil {
			continue
		}
		w := [2][]float64{list[0].weights(), list[1].weights()}
		for k := range list {
			own, other := w[k], w[1-k]
			t := rotated{weight: make([]float64, len(own)), ring: list[k].ring, angle: angle * [2]float64{1, -1}[k]}
			for v := range own { // vertices between both legs do not rotate
				t.weight[v] = max(0, own[v]-other[v])
			}
			p.limbs = append(p.limbs, t)
		}
	}
	if p.limbs == nil {
		return j.body
	}
	return p
}

// weights returns the share of the angle, of each vertex.
func (h *hanging) weights() []float64 {
	w := make([]float64, len(h.far))
	for v, d := range h.far {
		u := min(1, max(0, (h.long+h.wide/2-d)/h.wide))
		w[v] = u * u * (3 - 2*u)
	}
	return w
}

func (p *Posed) carried() Body { return p.inner }

// NumVertices implements Body.
func (p *Posed) NumVertices() int { return p.inner.NumVertices() }

// Triangles implements Body.
func (p *Posed) Triangles() [][3]int32 { return p.inner.Triangles() }

// Lead returns the time before 0 in which the body moves from the pose for dressing to its motion [s].
func (p *Posed) Lead() float64 { return p.lead }

// Positions implements Body.
func (p *Posed) Positions(dst []r3.Vec, t float64) {
	p.inner.Positions(dst, t)
	u := settling(p.lead, t)
	if u == 0 {
		return
	}
	pivot := make([]r3.Vec, len(p.limbs))
	for k := range p.limbs {
		pivot[k] = middle(dst, p.limbs[k].ring)
	}
	for v := range dst {
		for k := range p.limbs {
			if w := p.limbs[k].weight[v]; w > 0 {
				dst[v] = r3.Add(pivot[k], turn(rotation(r3.Vec{Z: w * u * p.limbs[k].angle}), r3.Sub(dst[v], pivot[k])))
			}
		}
	}
}

// Velocities implements Body.
func (p *Posed) Velocities(dst []r3.Vec, t float64) { differentiate(p, dst, t) }
