package step

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Wall is an obstacle as a vertex has it near.
type Wall struct {
	Name     string
	Normal   r3.Vec  // outwards
	Distance float64 // of the vertex [m]
}

// Cramped is where two obstacles that face each other leave cloth between them the least room.
type Cramped struct {
	A, B string
	At   r3.Vec  // [m]
	Room float64 // between them [m]; negative: they overlap
}

// facing is the cosine of the angle between the normals of two walls, below which they face each other.
const facing = -0.5

// See takes a vertex into account that has two obstacles near.
func (c *Cramped) See(at r3.Vec, a, b Wall) {
	if room := a.Distance + b.Distance; r3.Dot(a.Normal, b.Normal) < facing && room < c.Room {
		*c = Cramped{a.Name, b.Name, at, room}
	}
}

// Roomy is where there are none.
func Roomy() Cramped { return Cramped{Room: math.Inf(1)} }

func (c *Cramped) Error() string {
	return fmt.Sprintf("%s and %s leave cloth between them no room: near (%.3f, %.3f, %.3f) m they overlap by %.2g mm; keep them apart by the thickness of what lies there",
		c.A, c.B, c.At.X, c.At.Y, c.At.Z, -1000*c.Room)
}

// mostCramped is how many of the smallest sub-steps of a step may fail to converge where obstacles that overlap leave cloth no room.
// What such a step comes to is of no use, and it takes a thousand times as long as others.
const mostCramped = 4
