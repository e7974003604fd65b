//go:build cgo

package gpu

import (
	"fmt"
	"maps"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/contact/bodies"
	"hysteron/gpu/layout"
	"hysteron/step"
)

// obstacle is a collider on the device.
type obstacle struct {
	step.Collider
	hierarchy     *layout.Hierarchy // nil: a plane
	form          *body.Form        // nil: the host computes positions
	pose          body.Formed       // motion of the form
	loadedFrames  [4]int            // frames of the form that are on the device; −1: none
	deviceTime    float64           // time of the positions on the device [s]
	hostPositions []r3.Vec          // surface positions on the host [m], at time hostTime
	buffers       map[string]*buffer

	edgeLimit []float64 // per triangle, see step.SharpNear
	sharp     []bool

	swept    *bodies.Surface // nil until first used
	hostTime float64
}

// bodyBuffers are the buffers of each obstacle.
var bodyBuffers = words("bodyStart", "bodyEnd", "bodyLast", "bodyFrame", "bodyJoint", "bodyWeight", "bodyMotion",
	"bodyVertexNormal", "bodyFaceNormal", "bodyTriangles", "bodyNext", "bodyNode", "bodyBox", "bodyMet", "bodyLeaf",
	"bodyCorner", "bodyRing")

// surfaceRounding bounds the rounding error of positions on the device [m]. Each is rounded to a relative error of
// 2⁻²⁴.
const surfaceRounding = 1e-6

// newObstacle creates a collider on the device, for cloth of the given model with a contact layer of thickness [m], at
// time t [s].
func newObstacle(q *queue, c step.Collider, m *cloth.Model, thickness, t float64) (*obstacle, error) {
	o := &obstacle{Collider: c, buffers: map[string]*buffer{}, loadedFrames: [4]int{-1, -1, -1, -1}}
	vertices, triangles := 0, [][3]int32(nil)
	if c.Surface == nil {
		if l := r3.Norm(c.Normal); !(math.Abs(l-1) < 1e-9) {
			return nil, fmt.Errorf("plane collider: normal of length %g: expected a unit vector", l)
		}
	} else {
		vertices, triangles = c.Surface.NumVertices(), c.Surface.Triangles()
		if len(triangles) == 0 {
			return nil, fmt.Errorf("empty surface: expected triangles")
		}
		o.hostPositions, o.hostTime = make([]r3.Vec, vertices), math.NaN()
		var err error
		if o.hierarchy, err = layout.NewHierarchy(triangles, o.positions(t)); err != nil {
			return nil, err
		}
		if l, delta := step.Coarse(m, thickness); !c.Blunt {
			o.edgeLimit, o.sharp, _ = step.SharpNear(triangles, o.positions(t), l, delta, thickness)
		}
		if p, ok := c.Surface.(body.Formed); ok {
			o.pose, o.form = p, p.Form()
		}
	}
	return o, q.createIn(o.buffers, o.contents(triangles, vertices, t)...)
}

// contents lists the buffers. Those of a plane are empty, and kernels do not read them.
func (o *obstacle) contents(triangles [][3]int32, vertices int, t float64) []content {
	h := o.hierarchy
	if h == nil {
		h = &layout.Hierarchy{}
	}
	formed, joints := &body.Form{}, 0
	if o.form != nil {
		formed, joints = o.form, len(o.pose.Pose(t).Motion)
	}
	var end [][4]float32
	if vertices > 0 {
		o.deviceTime, end = t, layout.Floats(o.positions(t))
	}
	return []content{
		{"bodyStart", vectors(vertices)}, {"bodyEnd", end}, {"bodyLast", vectors(vertices)},
		{"bodyFrame", vectors(8 * len(formed.Joint))}, {"bodyJoint", formed.Joint},
		{"bodyWeight", layout.Fours(formed.Weight)}, {"bodyMotion", vectors(4 * joints)},
		{"bodyVertexNormal", vectors(vertices)}, {"bodyFaceNormal", vectors(len(triangles))},
		{"bodyTriangles", layout.Guarded(triangles, o.edgeLimit, o.sharp)}, {"bodyNext", h.Next}, {"bodyNode", h.Node},
		{"bodyBox", vectors(2 * len(h.Node))}, {"bodyMet", integers(len(h.Node))},
		{"bodyLeaf", h.Leaf}, {"bodyCorner", vectors(3*len(h.Leaf) + 3)}, {"bodyRing", h.Ring},
	}
}

// positions returns the surface positions at time t, computed on the host.
func (o *obstacle) positions(t float64) []r3.Vec {
	if t != o.hostTime {
		o.Surface.Positions(o.hostPositions, t)
		o.hostTime = t
	}
	return o.hostPositions
}

// writePositions writes the surface positions at time t to the named buffer. Surfaces with a form are evaluated on the
// device.
func (o *obstacle) writePositions(q *queue, t float64, name string) {
	if o.form == nil {
		write(q, o.buffers[name], layout.Floats(o.positions(t)))
		return
	}
	p := o.pose.Pose(t)
	n := len(o.form.Joint)
	for k, f := range p.Frame {
		if p.Share[k] == 0 && k > 0 || o.loadedFrames[k] == f {
			continue
		}
		writeAt(q, o.buffers["bodyFrame"], k*n, layout.BodyFrame(o.form.Frames[f]))
		o.loadedFrames[k] = f
	}
	write(q, o.buffers["bodyMotion"], layout.Motion(p.Motion))
	callBuffers := maps.Clone(o.buffers)
	callBuffers["bodyPosed"] = o.buffers[name]
	q.runWith(callBuffers, "body_pose", n, layout.Float4(p.Share[0], p.Share[1], p.Share[2], p.Share[3]))
}

// begin moves the surface, obstacle number i, to the end of a step from t to t + h, and measures its motion since the
// reference positions of distances.
func (o *obstacle) begin(q *queue, i int, t, h float64) {
	q.copyBuffer(o.buffers["bodyEnd"], o.buffers["bodyLast"])
	if o.deviceTime == t {
		q.copyBuffer(o.buffers["bodyEnd"], o.buffers["bodyStart"])
	} else {
		o.writePositions(q, t, "bodyStart")
	}
	o.writePositions(q, t+h, "bodyEnd")
	o.deviceTime = t + h
	n := o.Surface.NumVertices()
	q.runWith(o.buffers, "body_moved", n, i)
	q.runWith(o.buffers, "body_faces", len(o.hierarchy.Next))
	q.runWith(o.buffers, "body_vertices", n)
	q.runWith(o.buffers, "body_boxes", len(o.hierarchy.Node))
}
