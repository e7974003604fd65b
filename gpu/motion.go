//go:build cgo

package gpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// motion is where vertices are, at the start of the step and on trial, and what moves them.
type motion struct {
	*queue
	m *cloth.Model
	p *pack
}

var motionPasses = []pass{
	{name: "begin_vertices", stage: stageElements},
	{name: "pins", stage: stageElements},
	{name: "accept", stage: stageElements, uniforms: words("alpha")},
	{name: "settle", stage: stageContact},
	{name: "commit_vertices", stage: stageElements},
	{name: "shown", stage: noStage},
}

// contents lists the buffers.
func (v *motion) contents() []content {
	n := len(v.m.X0)
	return []content{
		{"startHi", vectors(n)}, {"startLo", vectors(n)}, {"velocity", vectors(n)},
		{"positionHi", vectors(n)}, {"positionLo", vectors(n)}, {"moved", vectors(n)}, {"held", integers(n)},
		{"direction", vectors(n)}, {"pinVertex", integers(n)}, {"pinTarget", vectors(2 * n)},
		{"order", v.p.vertex}, {"shown", vectors(n)},
	}
}

// pin holds vertices at targets, in the model's order.
func (v *motion) pin(vertices []int32, targets []r3.Vec) {
	at := make([]int32, 0, len(vertices))
	place := map[int32]int{}
	var to [][4]float32
	for k, i := range vertices {
		hi, lo := pair(targets[k])
		if n, twice := place[i]; twice { // the later of several pins on a vertex, as on the CPU
			to[2*n], to[2*n+1] = hi, lo
			continue
		}
		place[i] = len(at)
		at, to = append(at, v.p.place[i]), append(to, hi, lo)
	}
	if len(at) > 0 {
		write(v.queue, v.buffers["pinVertex"], at)
		write(v.queue, v.buffers["pinTarget"], to)
		v.run("pins", len(at))
	}
}

// accept moves the trial positions on by alpha times the search direction.
func (v *motion) accept(alpha float64) { v.run("accept", len(v.m.X0), alpha) }

// show updates the positions for drawing.
func (v *motion) show() { v.run("shown", len(v.m.X0)) }

// upload copies positions and velocities of a state to the device.
func (v *motion) upload(state *cloth.State) {
	n := len(state.X)
	hi, lo, speed := make([][4]float32, n), make([][4]float32, n), make([][4]float32, n)
	for k, i := range v.p.vertex {
		hi[k], lo[k] = pair(state.X[i])
		speed[k] = float4(state.V[i].X, state.V[i].Y, state.V[i].Z, 0)
	}
	for _, b := range []struct {
		name string
		data [][4]float32
	}{{"startHi", hi}, {"startLo", lo}, {"positionHi", hi}, {"positionLo", lo}, {"velocity", speed}} {
		write(v.queue, v.buffers[b.name], b.data)
	}
}

// download copies them back.
func (v *motion) download(state *cloth.State) {
	v.positions(state.X)
	speed := make([][4]float32, len(state.V))
	read(v.queue, v.buffers["velocity"], speed)
	for k, i := range v.p.vertex {
		state.V[i] = r3.Vec{X: float64(speed[k][0]), Y: float64(speed[k][1]), Z: float64(speed[k][2])}
	}
}

// positions copies those at the start of the next step to dst.
func (v *motion) positions(dst []r3.Vec) {
	hi, lo := make([][4]float32, len(dst)), make([][4]float32, len(dst))
	read(v.queue, v.buffers["startHi"], hi)
	read(v.queue, v.buffers["startLo"], lo)
	for k, i := range v.p.vertex {
		dst[i] = unpair(hi[k], lo[k])
	}
}
