//go:build cgo

package gpu

import (
	"fmt"
	"maps"
	"math"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/step"
)

// obstacle is a collider on the device.
type obstacle struct {
	step.Collider
	h    *hierarchy  // nil: a plane
	form *body.Form  // nil: positions come from the host
	pose body.Formed // moves the form
	held [4]int      // frames of the form that the device has; −1: none
	end  float64     // time of the positions on the device [s]
	x    []r3.Vec    // surface positions on the host [m], at the time xTime
	own  map[string]*buffer

	xTime float64
}

// surfaceRounding is how far positions on the device are from true ones, at most: each is rounded to within 2⁻²⁴
// of itself [m].
const surfaceRounding = 1e-6

func (s *Sim) newObstacle(c step.Collider, t float64) (*obstacle, error) {
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
		o.x, o.xTime = make([]r3.Vec, vertices), math.NaN()
		var err error
		if o.h, err = newHierarchy(triangles, o.positions(t)); err != nil {
			return nil, err
		}
		if p, ok := c.Surface.(body.Formed); ok {
			o.pose, o.form = p, p.Form()
		}
	}
	h := o.h
	if h == nil {
		h = &hierarchy{} // empty buffers, which the kernels do not look at
	}
	formed, joints := 0, 0
	if o.form != nil {
		formed, joints = vertices, len(o.pose.Pose(t).Motion)
	}
	for _, b := range []struct {
		name   string
		format uint32
		count  int
	}{
		{"bodyStart", gl.RGBA32F, vertices}, {"bodyEnd", gl.RGBA32F, vertices}, {"bodyLast", gl.RGBA32F, vertices},
		{"bodyFrame", gl.RGBA32F, 8 * formed}, {"bodyJoint", gl.RGBA32I, formed}, {"bodyWeight", gl.RGBA32F, formed}, {"bodyMotion", gl.RGBA32F, 4 * joints},
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
	if vertices > 0 {
		o.end = t
		write(o.own["bodyEnd"], float4s(o.positions(t)))
	}
	o.held = [4]int{-1, -1, -1, -1}
	if o.form != nil {
		write(o.own["bodyJoint"], o.form.Joint)
		weights := make([][4]float32, vertices)
		for i, w := range o.form.Weight {
			weights[i] = float4(w[0], w[1], w[2], w[3])
		}
		write(o.own["bodyWeight"], weights)
	}
	return o, nil
}

// positions are the surface's, on the host.
func (o *obstacle) positions(t float64) []r3.Vec {
	if t != o.xTime {
		o.Surface.Positions(o.x, t)
		o.xTime = t
	}
	return o.x
}

// place puts the surface's positions at time t into the named buffer: on the device, where the surface tells
// how they follow from few numbers.
func (s *Sim) place(o *obstacle, t float64, name string) {
	if o.form == nil {
		write(o.own[name], float4s(o.positions(t)))
		return
	}
	p := o.pose.Pose(t)
	n := len(o.form.Joint)
	for k, f := range p.Frame {
		if p.Share[k] == 0 && k > 0 || o.held[k] == f {
			continue
		}
		split := make([][2][4]float32, n)
		for i, x := range o.form.Frames[f] {
			split[i][0], split[i][1] = pair(x)
		}
		writeAt(o.own["bodyFrame"], k*n, split)
		o.held[k] = f
	}
	motion := make([][4][4]float32, len(p.Motion))
	for j, q := range p.Motion {
		for c, v := range q {
			hi := float32(v)
			motion[j][c/4][c%4], motion[j][2+c/4][c%4] = hi, float32(v-float64(hi))
		}
	}
	write(o.own["bodyMotion"], motion)
	k := s.kernels["body_pose"]
	k.set("count", n)
	k.set("share", float4(p.Share[0], p.Share[1], p.Share[2], p.Share[3]))
	s.over("body_pose", n, with(o.own, "bodyPosed", o.own[name]))
}

// with is own with one more buffer.
func with(own map[string]*buffer, name string, b *buffer) map[string]*buffer {
	all := maps.Clone(own)
	all[name] = b
	return all
}

// copyBuffer copies a buffer to one of the same size.
func copyBuffer(from, to *buffer) {
	gl.BindBuffer(gl.COPY_READ_BUFFER, from.id)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, to.id)
	gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, from.guard, to.guard, from.bytes)
}

// beginObstacle moves the obstacle number i to the end of a step from t over h, and measures how far that
// is from where distances were last counted from.
func (s *Sim) beginObstacle(i int, t, h float64) {
	o := s.obstacles[i]
	if o.h == nil {
		return
	}
	copyBuffer(o.own["bodyEnd"], o.own["bodyLast"])
	if o.end == t {
		copyBuffer(o.own["bodyEnd"], o.own["bodyStart"])
	} else {
		s.place(o, t, "bodyStart")
	}
	s.place(o, t+h, "bodyEnd")
	o.end = t + h
	n := o.Surface.NumVertices()
	k := s.kernels["body_moved"]
	k.set("count", n)
	k.set("obstacleIndex", i)
	s.bind(k, o.own)
	gl.DispatchCompute(1, 1, 1)
	gl.MemoryBarrier(barriers)
	s.kernels["body_faces"].set("count", len(o.h.next))
	s.over("body_faces", len(o.h.next), o.own)
	s.kernels["body_vertices"].set("count", n)
	s.over("body_vertices", n, o.own)
	for l := len(o.h.levels) - 2; l >= 0; l-- {
		first, count := o.h.levels[l], o.h.levels[l+1]-o.h.levels[l]
		s.kernels["body_boxes"].set("first", first)
		s.kernels["body_boxes"].set("count", count)
		s.over("body_boxes", count, o.own)
	}
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
	s.wandered = 0
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
