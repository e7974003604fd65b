//go:build cgo

package gpu

import (
	"fmt"
	"math"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu"
)

// obstacle is a collider on the device.
type obstacle struct {
	cpu.Collider
	h          *hierarchy // nil: a plane
	last, y, z []r3.Vec   // surface positions where distances were counted from; at the start and end of the step [m]
	own        map[string]*buffer
}

func (s *Sim) newObstacle(c cpu.Collider, t float64) (*obstacle, error) {
	o := &obstacle{Collider: c, own: map[string]*buffer{}}
	vertices, triangles := 0, [][3]int32(nil)
	if c.Surface == nil {
		if l := r3.Norm(c.Normal); !(math.Abs(l-1) < 1e-9) {
			return nil, fmt.Errorf("plane collider: normal of length %g: expected a unit vector", l)
		}
		o.h = nil
	} else {
		vertices, triangles = c.Surface.NumVertices(), c.Surface.Triangles()
		if len(triangles) == 0 {
			return nil, fmt.Errorf("empty surface: expected triangles")
		}
		o.last, o.y, o.z = make([]r3.Vec, vertices), make([]r3.Vec, vertices), make([]r3.Vec, vertices)
		c.Surface.Positions(o.last, t)
		copy(o.z, o.last)
		var err error
		if o.h, err = newHierarchy(triangles, o.last); err != nil {
			return nil, err
		}
	}
	h := o.h
	if h == nil {
		h = &hierarchy{} // empty buffers, which the kernels do not look at
	}
	for _, b := range []struct {
		name   string
		format uint32
		count  int
	}{
		{"bodyStart", gl.RGBA32F, vertices}, {"bodyEnd", gl.RGBA32F, vertices},
		{"bodyVertexNormal", gl.RGBA32F, vertices}, {"bodyFaceNormal", gl.RGBA32F, len(triangles)},
		{"bodyTriangles", gl.RGBA32I, len(triangles)}, {"bodyNext", gl.RGBA32I, len(h.next)},
		{"bodyNode", gl.RGBA32I, len(h.node)}, {"bodyBox", gl.RGBA32F, 2 * len(h.node)},
		{"bodyLeaf", gl.R32I, len(h.leaf)}, {"bodyRingStart", gl.R32I, len(h.ringAt)}, {"bodyRing", gl.R32I, len(h.ring)},
	} {
		buf, err := s.memory.alloc(b.name, b.format, b.count)
		if err != nil {
			return nil, err
		}
		o.own[b.name] = buf
	}
	corners := make([][4]int32, len(triangles))
	for i, t := range triangles {
		corners[i] = [4]int32{t[0], t[1], t[2]}
	}
	write(o.own["bodyTriangles"], corners)
	write(o.own["bodyNext"], h.next)
	write(o.own["bodyNode"], h.node)
	write(o.own["bodyLeaf"], h.leaf)
	write(o.own["bodyRingStart"], h.ringAt)
	write(o.own["bodyRing"], h.ring)
	return o, nil
}

// begin moves the obstacle to the end of a step from t over h and returns the farthest that any of its
// vertices is from where distances were last counted.
func (s *Sim) beginObstacle(o *obstacle, t, h float64) (moved float64) {
	if o.h == nil {
		return 0
	}
	copy(o.last, o.z)
	o.Surface.Positions(o.y, t)
	o.Surface.Positions(o.z, t+h)
	for i := range o.z {
		moved = max(moved, r3.Norm2(r3.Sub(o.z[i], o.last[i])))
	}
	write(o.own["bodyStart"], float4s(o.y))
	write(o.own["bodyEnd"], float4s(o.z))
	s.kernels["body_faces"].set("count", len(o.h.next))
	s.over("body_faces", len(o.h.next), o.own)
	s.kernels["body_vertices"].set("count", len(o.z))
	s.over("body_vertices", len(o.z), o.own)
	for l := len(o.h.levels) - 2; l >= 0; l-- {
		first, count := o.h.levels[l], o.h.levels[l+1]-o.h.levels[l]
		s.kernels["body_boxes"].set("first", first)
		s.kernels["body_boxes"].set("count", count)
		s.over("body_boxes", count, o.own)
	}
	// The device's positions are rounded, each to within 2⁻²⁴ of itself.
	return math.Sqrt(moved) + 1e-6
}

func float4s(x []r3.Vec) [][4]float32 {
	f := make([][4]float32, len(x))
	for i, v := range x {
		f[i] = float4(v.X, v.Y, v.Z, 0)
	}
	return f
}

// lookUp finds the contact planes for the trial positions.
func (s *Sim) lookUp(first bool) {
	defer s.timer.stage(stageContact)()
	for i, o := range s.obstacles {
		k := s.kernels["look_up"]
		k.set("obstacleIndex", i)
		k.set("first", btoi(first))
		k.set("planeNormal", float4(o.Normal.X, o.Normal.Y, o.Normal.Z, 0))
		hi, lo := pair(o.Point)
		k.set("planePoint", [4]float32{hi[0], hi[1], hi[2], float32(-r3.Dot(o.Normal, unpair(lo, [4]float32{})))})
		s.over("look_up", s.points(), o.own)
	}
	if s.pairs != nil {
		s.lookUpPairs(first)
	}
}

// points is the number of contact points.
func (s *Sim) points() int { return len(s.Model.X0) + len(s.Model.Tri) }

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
