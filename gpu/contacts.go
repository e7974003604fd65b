//go:build cgo

package gpu

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/layout"
)

// contacts detects contact of contact points (the vertices, then the centroids) with colliders.
type contacts struct {
	*queue
	rigid        *rigid
	m            *cloth.Model
	p            *layout.Model
	measured     *layout.Measured
	obstacles    []*obstacle
	stopOnNoRoom bool  // no wall gives way, see step.StopOnNoRoom
	gaveWay      int32 // status.GaveWay of the last tunnelling check
	atFirstGuess bool  // positions are the first guess of the step
}

// Every collider has its own slots for all contact points, after those of the previous collider.
var pointStrides = layout.Strides{"nearHead": 16, "nearPlane": 16 * 2 * nearPlane}

func pointsBefore(n int, args []any) int { return n * args[0].(int) }

var contactDispatches = []dispatch{
	{name: "contact_distances", stage: stageContact},
	{name: "approach_bound", shape: looping, stage: stageContact},
	{name: "begin_grain", stage: stageContact, uniforms: words("phase")},
	{name: "give_way", stage: stageContact},
	{name: "move_walls", stage: stageContact, uniforms: words("obstacleIndex"), strides: pointStrides,
		itemsBefore: pointsBefore},
	{name: "guess", stage: stageContact, uniforms: words("obstacleIndex"), callBuffers: bodyBuffers},
	{name: "body_pose", stage: stageContact, uniforms: words("share"), callBuffers: append(words("bodyPosed"),
		bodyBuffers...)},
	{name: "body_moved", shape: oneGroup, stage: stageContact, uniforms: words("obstacleIndex"),
		callBuffers: bodyBuffers},
	{name: "body_faces", stage: stageContact, callBuffers: bodyBuffers},
	{name: "body_vertices", stage: stageContact, callBuffers: bodyBuffers},
	{name: "body_boxes", stage: stageContact, callBuffers: bodyBuffers},
	{name: "detect_plane", stage: stageContact, uniforms: words("obstacleIndex", "planeNormal", "planePoint"),
		strides: pointStrides, itemsBefore: pointsBefore},
	{name: "detect_kept", stage: stageContact, uniforms: words("obstacleIndex", "begins"), strides: pointStrides,
		itemsBefore: pointsBefore},
	{name: "detect_bodies", stage: stageContact, uniforms: words("obstacleIndex", "begins"), callBuffers: bodyBuffers,
		strides: pointStrides, itemsBefore: pointsBefore},
	{name: "push_vertices", stage: stageContact},
	{name: "push_triangles", stage: stageContact},
	{name: "commit_near", stage: stageContact, strides: layout.Strides{"nearHistory": 0}},
}

// contents lists the buffers for the given number of colliders.
func (c *contacts) contents(colliders int) []content {
	points := c.points()
	near, moving, grains, listed := colliders*points, 0, 0, 0
	if near > 0 {
		moving = points
		if c.fetch {
			listed = detectPoints + points
		}
	}
	if c.measured.Parts > 0 {
		grains = 2 * points
	}
	return []content{
		{"nearHead", layout.NothingNear(near)}, {"nearPlane", vectors(2 * nearPlane * near)}, {"touched",
			integers(near)},
		{"gives", vectors(near)},
		{"nearHistory", vectors(2 * layout.NearHistory * near)},
		{"clearHi", vectors(moving)}, {"clearLo", vectors(moving)}, {"push", vectors(len(c.m.Tri))},
		{"bodyMoved", floats(maxObstacles)},
		{"grain", vectors(grains)}, {"frictionLaws", c.measured.Laws}, {"frictionCurves", c.measured.Curve},
		{"detectList", integers(listed)},
	}
}

// points returns the number of contact points.
func (c *contacts) points() int { return len(c.m.X0) + len(c.m.Tri) }

// reset discards the contacts of earlier steps. The device computes the initial positions of colliders in the next
// step.
func (c *contacts) reset() {
	write(c.queue, c.buffers["nearHead"], layout.NothingNear(len(c.obstacles)*c.points()))
	for _, o := range c.obstacles {
		o.deviceTime = math.NaN()
	}
}

// begin moves colliders over a step from t to t + h.
func (c *contacts) begin(t, h float64) {
	for i, o := range c.obstacles {
		if o.hierarchy != nil {
			o.begin(c.queue, i, t, h)
		}
	}
}

// contactDistances computes the allowed distance of contact points from colliders, and their grain.
func (c *contacts) contactDistances() {
	if len(c.obstacles) > 0 {
		c.run("contact_distances", c.points())
	}
	if c.measured.Parts > 0 {
		c.run("begin_grain", len(c.m.Tri), 0)
		c.run("begin_grain", len(c.m.X0), 1)
	}
}

// guess lets colliders carry the first guess along.
func (c *contacts) guess() {
	c.rigid.snap(snapAll)
	for i, o := range c.obstacles {
		c.runWith(o.buffers, "guess", len(c.m.X0), i)
	}
	if len(c.obstacles) > 0 {
		c.rigid.snap(snapCarry)
	}
}

// detect computes the contact planes at the trial positions; first: first detection of the step. Obstacles that were
// not near at the first guess carry it along now, see carry of package cpu.
func (c *contacts) detect(first bool) {
	for i := range c.obstacles {
		c.detectCollider(i, first)
	}
	if first && len(c.obstacles) > 0 && !c.stopOnNoRoom {
		c.run("give_way", c.points())
		for i := range c.obstacles {
			c.run("move_walls", c.points(), i)
		}
	}
	if first && c.atFirstGuess {
		c.guess()
		for i := range c.obstacles {
			c.detectCollider(i, false)
		}
	}
}

// detectCollider computes the contact planes of one collider.
func (c *contacts) detectCollider(i int, first bool) {
	o := c.obstacles[i]
	switch {
	case o.hierarchy == nil:
		hi, lo := layout.Split(o.Point)
		point := [4]float32{hi[0], hi[1], hi[2], float32(-r3.Dot(o.Normal, layout.Joined(lo, [4]float32{})))}
		c.run("detect_plane", c.points(), i, layout.Float4(o.Normal.X, o.Normal.Y, o.Normal.Z, 0), point)
	case c.fetch && c.kernels["detect_bodies"].plan == nil:
		list := c.buffers["detectList"]
		write(c.queue, list, emptyList)
		c.run("detect_kept", c.points(), i, first)
		c.runIndirect(list, 0, o.buffers, "detect_bodies", 0, i, first)
	default:
		c.runWith(o.buffers, "detect_bodies", c.points(), i, first)
	}
}

// hasSharp reports whether a collider has a sharp edge.
func (c *contacts) hasSharp() bool {
	return slices.ContainsFunc(c.obstacles, func(o *obstacle) bool { return o.sharp != nil })
}

// projectPenetrations computes the projection of penetrating contact points out of colliders; apply_projection.comp
// moves centroids.
func (c *contacts) projectPenetrations() {
	if len(c.obstacles) > 0 {
		c.run("push_vertices", len(c.m.X0))
		c.run("push_triangles", len(c.m.Tri))
	}
}

// countSurfaces returns the number of colliders other than planes.
func (c *contacts) countSurfaces() (count int) {
	for _, o := range c.obstacles {
		if o.Surface != nil {
			count++
		}
	}
	return count
}
