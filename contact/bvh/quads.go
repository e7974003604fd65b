package bvh

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// quad is four boxes that are tested together, with their children.
type quad struct {
	side  [6][4]float64 // lo.X, lo.Y, lo.Z, hi.X, hi.Y, hi.Z of each [m]; unused ones are empty boxes
	child [4]int32      // another quad, from 1 on; or ^triangle; 0: unused
	_     [16]byte      // for an alignment of 32 bytes
}

// box returns box k.
func (q *quad) box(k int) box {
	s := &q.side
	return box{r3.Vec{X: s[0][k], Y: s[1][k], Z: s[2][k]}, r3.Vec{X: s[3][k], Y: s[4][k], Z: s[5][k]}}
}

// setBox sets box k.
func (q *quad) setBox(k int, b *box) {
	s := &q.side
	s[0][k], s[1][k], s[2][k] = b.lo.X, b.lo.Y, b.lo.Z
	s[3][k], s[4][k], s[5][k] = b.hi.X, b.hi.Y, b.hi.Z
}

// around returns the box around all four.
func (q *quad) around() (b box) {
	b = q.box(0)
	for k := 1; k < 4; k++ {
		o := q.box(k)
		b = box{minVec(b.lo, o.lo), maxVec(b.hi, o.hi)}
	}
	return b
}

// candidates returns the triangles whose boxes are nearer to p than √d2, with a margin for rounding. ok is false if
// they exceed the room.
func (t *Tree) candidates(p r3.Vec, d2 float64, room *[64]int32) (tris []int32, ok bool) {
	n := near(t.quads, p, d2, room)
	return room[:max(n, 0)], n >= 0
}

// nearGo is the portable twin of near: it returns the number of triangles found, in a fixed order, or −1 if they exceed
// the room.
func nearGo(quads []quad, p r3.Vec, d2 float64, found *[64]int32) int {
	var todo [deepest]int32
	n, left := 0, 1
	for left > 0 {
		left--
		q := &quads[todo[left]]
		for k := range 4 {
			b := q.box(k)
			if !(boxDist2(&b, p)*nearer < d2) {
				continue
			}
			switch c := q.child[k]; {
			case c > 0:
				if left == len(todo) {
					return -1
				}
				todo[left] = c
				left++
			case n == len(found):
				return -1
			default:
				found[n] = ^c
				n++
			}
		}
	}
	return n
}

// nearer is the factor on squared box distances that allows for rounding.
const nearer = 1 - 1e-12

// deepest is the largest number of quads on the stack: three per level of a tree.
const deepest = 64

// distancesGo returns the squared distances of the boxes of a quad from p, reduced by the rounding margin, and +Inf for
// unused ones.
func (q *quad) distancesGo(p *r3.Vec) (d [4]float64) {
	for k := range d {
		b := q.box(k)
		d[k] = boxDist2(&b, *p) * nearer
	}
	return d
}

// least returns the index of the minimum, the first of equal ones.
func least(d *[4]float64) (k int) {
	for i := 1; i < len(d); i++ {
		if d[i] < d[k] {
			k = i
		}
	}
	return k
}

// nearbyTriangle returns a triangle near p, by descending into the nearest box.
func (t *Tree) nearbyTriangle(p r3.Vec) int32 {
	for n := int32(0); ; {
		q := &t.quads[n]
		d := q.distances(&p)
		if n = q.child[least(&d)]; n < 0 {
			return ^n
		}
	}
}

// search finds a point nearer than √d2 below a quad, in the order of distance.
func (t *Tree) search(p r3.Vec, from int32, d2 float64, best *Hit) float64 {
	q := &t.quads[from]
	d := q.distances(&p)
	for range d {
		k := least(&d)
		if !(d[k] < d2) {
			break
		}
		d[k] = math.Inf(1)
		if c := q.child[k]; c > 0 {
			d2 = t.search(p, c, d2, best)
		} else {
			d2 = t.improveBy(p, ^c, d2, best)
		}
	}
	return d2
}
