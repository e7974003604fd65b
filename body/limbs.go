package body

import (
	"regexp"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Limb is a part of a surface connected to the rest by one ring of vertices.
type Limb struct {
	Name     string
	Vertices []int32 // beyond the ring, increasing
	Ring     []int32 // at the boundary, increasing
}

// armNames matches names of arms and their parts in rigs.
var armNames = regexp.MustCompile(`(?i)(^|[^a-z])(l|r|left|right|up|upper|lower|low|fore)*(arm|elbow|wrist|hand|palm|finger|thumb|index|pinky)s?([^a-z]|left|right|index|middle|ring|little|pinky|thumb|$)`)

// Arms returns the arms of a body, found by the names of its zones (see Zones) or else by the shape of the surface.
func Arms(b Body) []Limb {
	if c, ok := b.(carrier); ok {
		return Arms(c.carried())
	}
	if limbs := armsByName(b); len(limbs) > 0 {
		return limbs
	}
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, -LeadOf(b))
	arms, _ := limbsByShape(x, b.Triangles())
	var limbs []Limb
	for k, h := range arms {
		l := Limb{Name: [2]string{"left arm", "right arm"}[k], Ring: h.ring}
		for v, d := range h.far {
			if _, ring := slices.BinarySearch(h.ring, int32(v)); d < h.long && !ring {
				l.Vertices = append(l.Vertices, int32(v))
			}
		}
		limbs = append(limbs, l)
	}
	return limbs
}

func armsByName(b Body) []Limb {
	tris := b.Triangles()
	of := make([]bool, len(tris))
	for name, list := range Zones(b) {
		if armNames.MatchString(name) {
			for _, t := range list {
				of[t] = true
			}
		}
	}
	arms := cloth.NewForest(b.NumVertices())
	const inArm, inRest = 1, 2
	where := make([]uint8, len(arms))
	for t, v := range tris {
		for _, k := range v {
			if !of[t] {
				where[k] |= inRest
				continue
			}
			where[k] |= inArm
			arms.Join(v[0], k)
		}
	}
	index := map[int32]int{}
	var limbs []Limb
	for v, w := range where {
		if w&inArm == 0 {
			continue
		}
		root := arms.Find(int32(v))
		k, ok := index[root]
		if !ok {
			k = len(limbs)
			index[root] = k
			limbs = append(limbs, Limb{Name: "arm"})
		}
		if l := &limbs[k]; w&inRest != 0 {
			l.Ring = append(l.Ring, int32(v))
		} else {
			l.Vertices = append(l.Vertices, int32(v))
		}
	}
	limbs = slices.DeleteFunc(limbs, func(l Limb) bool { return len(l.Ring) == 0 || len(l.Vertices) < len(l.Ring) })
	x := make([]r3.Vec, len(arms))
	b.Positions(x, -LeadOf(b))
	for k := range limbs {
		if middle(x, limbs[k].Ring).X > 0 {
			limbs[k].Name = "left arm"
		} else {
			limbs[k].Name = "right arm"
		}
	}
	return limbs
}

func middle(x []r3.Vec, of []int32) (m r3.Vec) {
	for _, v := range of {
		m = r3.Add(m, r3.Scale(1/float64(len(of)), x[v]))
	}
	return m
}

// Folded is a body with collapsed limbs: each is shrunk to the centre of its ring, to a hundredth of its size.
type Folded struct {
	inner Body
	limbs []Limb
}

var _ Body = (*Folded)(nil)

// folded is the factor of a limb's size.
const folded = 0.01

// NewFolded collapses limbs of a body.
func NewFolded(b Body, limbs []Limb) *Folded { return &Folded{b, limbs} }

// NumVertices implements Body.
func (f *Folded) NumVertices() int { return f.inner.NumVertices() }

// Triangles implements Body.
func (f *Folded) Triangles() [][3]int32 { return f.inner.Triangles() }

// Lead returns that of the inner body.
func (f *Folded) Lead() float64 { return LeadOf(f.inner) }

// Positions implements Body.
func (f *Folded) Positions(dst []r3.Vec, t float64) {
	f.inner.Positions(dst, t)
	f.fold(dst)
}

// Velocities implements Body.
func (f *Folded) Velocities(dst []r3.Vec, t float64) {
	f.inner.Velocities(dst, t)
	f.fold(dst)
}

// fold shrinks the limbs. It is linear, so it applies to positions and velocities.
func (f *Folded) fold(x []r3.Vec) {
	for i := range f.limbs {
		m := middle(x, f.limbs[i].Ring)
		for _, v := range f.limbs[i].Vertices {
			x[v] = r3.Add(m, r3.Scale(folded, r3.Sub(x[v], m)))
		}
	}
}
