//go:build cgo

package gpu

import (
	"unsafe"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/layout"
	"hysteron/step"
)

// motion has the positions at the start of the step and on trial, and the kernels that move vertices.
type motion struct {
	*queue
	m *cloth.Model
	p *layout.Model

	secondOrder      bool           // second-order integrator
	previousStep     float64        // length of the previous step, of which gain and lag are known [s]; 0: none
	stepSize         float64        // length of the current step [s]
	heldComponents   map[int32]bool // components that pins hold in the step
	accelerationStep float64        // length of the step that left accelerations [s]; 0: none
	copy             readback       // of two vectors per vertex

	cached   [][4]float32 // contents of positionBuffers at the last read
	versions [4]int       // versions of positionBuffers then
}

var motionDispatches = []dispatch{
	{name: "begin_vertices", shape: looping, stage: stageElements, uniforms: words("sums")},
	{name: "pins", stage: stageElements},
	{name: "correct_free", shape: groupPerItem, stage: stageElements, uniforms: words("pairs")},
	{name: "correct_held", shape: groupPerItem, stage: stageElements, uniforms: words("pairs", "reach", "again")},
	{name: "drift", shape: groupPerItem, stage: stageElements, uniforms: words("pairs")},
	{name: "accept", stage: stageElements, uniforms: words("alpha")},
	{name: "apply_projection", stage: stageContact},
	{name: "in_contact", stage: stageContact, callBuffers: words("atHi", "atLo")},
	{name: "impacts", stage: stageContact, uniforms: words("phase")},
	{name: "note_accelerations", shape: looping, stage: stageElements},
	{name: "commit_vertices", stage: stageElements},
	{name: "rebound", stage: stageContact, uniforms: words("activeSetFixed")},
	{name: "kick", stage: stageElements, uniforms: words("both")},
	{name: "shown", stage: noStage, callBuffers: words("shownFrom")},
}

// contents lists the buffers.
func (v *motion) contents() []content {
	n, second := len(v.m.X0), 0
	if v.secondOrder {
		second = n
	}
	return []content{
		{"gain", vectors(second)}, {"lag", vectors(second)}, {"inContact", integers(second)},
		{"componentImpact", integers(len(v.p.Components))},
		{"startHi", vectors(n)}, {"startLo", vectors(n)}, {"velocity", vectors(n)}, {"velocityLo", vectors(n)},
		{"acceleration", vectors(n)}, {"lasted", vectors(mostGroups)}, {"coastHi", vectors(n)}, {"coastLo", vectors(n)},
		{"positionHi", vectors(n)}, {"positionLo", vectors(n)}, {"moved", vectors(n)}, {"held", integers(n)},
		{"direction", vectors(n)}, {"pinVertex", integers(n)}, {"pinTarget", vectors(2 * n)}, {"grab", vectors(4 * n)},
		{"order", v.p.Vertex}, {"shown", vectors(n)},
		{"vertexComponent", v.p.Component}, {"componentTable", v.componentTable()}, {"flying",
			integers(len(v.p.Components))},
		{"correctionSize", vectors(len(v.p.Components))}, {"slide", integers(n)},
	}
}

// pin holds vertices at targets [m]; vertices are in the model's numbering.
func (v *motion) pin(vertices []int32, targets []r3.Vec) {
	at, to := v.p.Pins(vertices, targets)
	v.heldComponents = map[int32]bool{}
	for _, k := range at {
		v.heldComponents[v.p.Component[k]] = true
	}
	if len(at) > 0 {
		write(v.queue, v.buffers["pinVertex"], at)
		write(v.queue, v.buffers["pinTarget"], to)
		v.run("pins", len(at))
	}
}

// componentTable returns the initial contents of the buffer, see include/component.glsl.
func (v *motion) componentTable() [][4]int32 {
	table := make([][4]int32, 2*len(v.p.Components))
	for i, ranges := range v.p.Components {
		table[2*i] = ranges
	}
	for _, b := range v.m.Rigid {
		table[2*v.p.Component[v.p.Place[b.Vertices.Lo]]+1][3] = 1
	}
	return table
}

// correctFree applies the rigid-body correction to free components. pairs: upper bound of the active pairs; 0: none.
func (v *motion) correctFree(pairs int) { v.run("correct_free", len(v.p.Components), pairs) }

// correctHeld applies the rigid-body correction to components in contact with obstacles, from the last evaluation, by
// at most reach [m]. again: a repeated correction. pairs is as in correctFree.
func (v *motion) correctHeld(pairs int, reach float64, again bool) {
	v.run("correct_held", len(v.p.Components), pairs, reach, again)
}

// drift computes the drift of components from the last evaluation. pairs is as in correctFree.
func (v *motion) drift(pairs int) {
	v.clearBytes(v.buffers["status"], int(unsafe.Offsetof(status{}.Drift)), int(unsafe.Sizeof(status{}.Drift)))
	v.run("drift", len(v.p.Components), pairs)
}

// accept advances the trial positions by alpha times the search direction.
func (v *motion) accept(alpha float64) { v.run("accept", len(v.m.X0), alpha) }

// updateShown updates the positions for drawing from the named buffer.
func (v *motion) updateShown(from string) {
	v.runWith(map[string]*buffer{"shownFrom": v.buffers[from]}, "shown", len(v.m.X0))
}

// upload copies positions and velocities of a state to the device.
func (v *motion) upload(state *cloth.State) {
	hi, lo := v.p.Halves(state.X)
	speed, speedLo := v.p.Halves(state.V)
	for _, b := range []struct {
		name string
		data [][4]float32
	}{{"startHi", hi}, {"startLo", lo}, {"positionHi", hi}, {"positionLo", lo}, {"velocity", speed},
		{"velocityLo", speedLo}} {
		write(v.queue, v.buffers[b.name], b.data)
	}
	write(v.queue, v.buffers["flying"], make([]int32, len(v.p.Components)))
	write(v.queue, v.buffers["acceleration"], make([][4]float32, len(hi)))
	write(v.queue, v.buffers["lasted"], make([][4]float32, mostGroups))
	v.accelerationStep, v.previousStep = 0, state.Before.H
	if v.secondOrder {
		gain, lag := v.p.Before(&state.Before)
		write(v.queue, v.buffers["gain"], gain)
		write(v.queue, v.buffers["lag"], lag)
	}
}

// begin starts a step of h [s], with the accelerations of the previous step if the settings use them.
func (v *motion) begin(set *step.Settings, h float64) {
	v.stepSize = h
	n, sums := len(v.m.X0), 0
	if set.CarriesAcceleration(v.accelerationStep, h) {
		sums = v.sums(n)
	}
	v.run("begin_vertices", n, sums)
}

// recordStep records that the step leaves accelerations and, if second is set, gain and lag.
func (v *motion) recordStep(second bool) {
	if v.accelerationStep, v.previousStep = v.stepSize, 0; second {
		v.previousStep = v.stepSize
	}
}

// download copies positions and velocities from the device.
func (v *motion) download(state *cloth.State) {
	x, speed := v.read([2]string{"startHi", "startLo"}, [2]string{"velocity", "velocityLo"})
	for k, i := range v.p.Vertex {
		state.X[i], state.V[i] = x[k], speed[k]
	}
	if v.previousStep > 0 {
		gain, lag := make([][4]float32, len(x)), make([][4]float32, len(x))
		read(v.queue, v.buffers["gain"], gain)
		read(v.queue, v.buffers["lag"], lag)
		state.Before = v.p.UnpackBefore(v.previousStep, gain, lag)
	}
}

// read waits for the device once and copies two vectors per vertex, in the device's order, from buffers of high and low
// parts.
func (v *motion) read(a, b [2]string) (x, y []r3.Vec) {
	return v.joinHalves(readVectors(v.queue, &v.copy, v.parts([4]string{a[0], a[1], b[0], b[1]})))
}

// parts lists the parts of the named buffers to read, one vector per vertex.
func (v *motion) parts(names [4]string) (list []bufferRange) {
	for _, name := range names {
		list = append(list, bufferRange{v.buffers[name], 16 * len(v.p.Vertex)})
	}
	return list
}

// joinHalves adds the high and low parts of two vectors per vertex.
func (v *motion) joinHalves(all [][4]float32) (x, y []r3.Vec) {
	n := len(v.p.Vertex)
	x, y = make([]r3.Vec, n), make([]r3.Vec, n)
	for k := range x {
		x[k], y[k] = layout.Joined(all[k], all[n+k]), layout.Joined(all[2*n+k], all[3*n+k])
	}
	return x, y
}

// positionBuffers have the positions at the start of the step and on trial.
var positionBuffers = [4]string{"startHi", "startLo", "positionHi", "positionLo"}

// bufferVersions returns the current versions of positionBuffers.
func (v *motion) bufferVersions() (now [4]int) {
	for k, name := range positionBuffers {
		now[k] = v.buffers[name].Version
	}
	return now
}

// cachePositions records the contents of positionBuffers as read.
func (v *motion) cachePositions(all [][4]float32) { v.cached, v.versions = all, v.bufferVersions() }

// positions returns the positions at the start of the step and on trial, in the device's order. It waits for the device
// unless they were read since they changed.
func (v *motion) positions() (start, trial []r3.Vec) {
	if v.cached != nil && v.versions == v.bufferVersions() {
		return v.joinHalves(v.cached)
	}
	return v.read([2]string(positionBuffers[:2]), [2]string(positionBuffers[2:]))
}
