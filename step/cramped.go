package step

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Wall is an obstacle near a vertex.
type Wall struct {
	Name     string
	Normal   r3.Vec  // outwards
	Distance float64 // of the vertex [m]
	Priority int     // see Collider.Priority
}

// Cramped is the place where two facing obstacles, or two parts of one, such as an arm and the trunk, leave cloth
// between them the least room.
type Cramped struct {
	A, B   string
	Own    bool    // they are two parts of one obstacle
	At     r3.Vec  // [m]
	Room   float64 // between them [m]; negative: they overlap
	Layers int     // layers of cloth between them
	Thick  float64 // thickness of these together [m]
	normal r3.Vec
}

// Crushes reports whether layers of cloth are crushed there. A single layer between two parts of one body is not: it is
// held, as under an arm.
func (c *Cramped) Crushes() bool {
	return c.Room < c.Thick && (!c.Own || c.Layers > 1)
}

// facing is the cosine of the angle between the normals of two walls, below which they face each other. Walls that open
// by more than 2·atan μ push out what lies between them.
const facing = -0.5 // derived: 60°, with μ = tan 30° = .58; shipped scenes have up to .6

// See updates c with a vertex that has two obstacles near or, if own, two parts of one.
func (c *Cramped) See(at r3.Vec, a, b Wall, own bool) {
	if room := a.Distance + b.Distance; r3.Dot(a.Normal, b.Normal) < facing && room < c.Room {
		*c = Cramped{A: a.Name, B: b.Name, Own: own, At: at, Room: room, normal: a.Normal}
	}
}

// Roomy returns a Cramped without walls.
func Roomy() Cramped { return Cramped{Room: math.Inf(1)} }

func (c *Cramped) Error() string {
	apart := fmt.Sprintf("are %.2g mm apart", 1000*c.Room)
	if c.Room < 0 {
		apart = fmt.Sprintf("overlap by %.2g mm", -1000*c.Room)
	}
	who := fmt.Sprintf("%s and %s leave cloth between them no room", c.A, c.B)
	if c.Own {
		who = fmt.Sprintf("%s leaves cloth between two of its own parts no room", c.A)
	}
	return fmt.Sprintf("%s: near (%.3f, %.3f, %.3f) m they %s, where %d layers of cloth lie, of %.2g mm by "+
		"contact.self_thickness_m; keep them apart by as much, or take thinner layers (contact.thickness_m, "+
		"contact.self_thickness_m)",
		who, c.At.X, c.At.Y, c.At.Z, apart, c.Layers, 1000*c.Thick)
}

// Crowd counts the layers of cloth there at positions x: the triangles on the line through the middle of the nearest
// one, from wall to wall.
func (c *Cramped) Crowd(m *cloth.Model, x []r3.Vec, set *Settings) {
	if math.IsInf(c.Room, 1) || len(m.Tri) == 0 {
		return
	}
	middle := func(t int) r3.Vec {
		v := m.Tri[t]
		return r3.Scale(1./3, r3.Add(x[v[0]], r3.Add(x[v[1]], x[v[2]])))
	}
	at := middle(0)
	for t := range m.Tri {
		if p := middle(t); r3.Norm2(r3.Sub(p, c.At)) < r3.Norm2(r3.Sub(at, c.At)) {
			at = p
		}
	}
	reach := math.Abs(c.Room) + 2*set.Thickness
	c.Layers = 0
	for _, v := range m.Tri {
		p, q, r := r3.Sub(x[v[0]], at), r3.Sub(x[v[1]], at), r3.Sub(x[v[2]], at)
		// The volumes of the tetrahedra of the line and each edge have one sign if the line passes between the edges.
		i, j, k := r3.Dot(c.normal, r3.Cross(p, q)), r3.Dot(c.normal, r3.Cross(q, r)), r3.Dot(c.normal, r3.Cross(r, p))
		if sum := i + j + k; i*sum > 0 && j*sum > 0 && k*sum > 0 &&
			math.Abs(r3.Dot(c.normal, r3.Scale(1/sum, r3.Add(r3.Scale(j, p), r3.Add(r3.Scale(k, q), r3.Scale(i, r)))))) < reach {
			c.Layers++
		}
	}
	if set.SelfContact {
		c.Thick = float64(c.Layers) * set.SelfThickness
	}
}
