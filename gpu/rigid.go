//go:build cgo

package gpu

import (
	"hysteron/cloth"
	"hysteron/gpu/layout"
)

// rigid has the rigid bodies on the device; twin of rigidBodies in cpu. Gradients and search directions have a value
// for each vertex of a body: gradients are on its mass points, and search directions are t + ω×r.
type rigid struct {
	*queue
	*layout.Rigid
	vertices int
}

func hasRigid(m *cloth.Model) bool { return len(m.Rigid) > 0 }

var rigidDispatches = []dispatch{
	{name: "rigid_fold", shape: groupPerItem, stage: stageGather, needs: hasRigid},
	{name: "gradient_norm", shape: looping, stage: stageGather, uniforms: words("firstReduction"), part: ofGradient,
		needs: hasRigid},
	{name: "rigid_matrix", shape: groupPerItem, stage: stageGather, uniforms: words("pairs"), needs: hasRigid},
	{name: "rigid_precondition", shape: groupPerItem, stage: stageSolve, uniforms: words("given"), needs: hasRigid},
	{name: "rigid_follow", shape: groupPerItem, stage: stageElements, uniforms: words("alpha"), needs: hasRigid},
	{name: "rigid_snap", shape: groupPerItem, stage: stageContact, uniforms: words("mode"), needs: hasRigid},
	{name: "rigid_share", shape: groupPerItem, stage: stageContact, uniforms: words("least"), callBuffers: words("flags"),
		needs: hasRigid},
}

// contents lists the buffers: none without rigid bodies.
func (r *rigid) contents() []content {
	if r.Bodies == 0 {
		return nil
	}
	n := r.vertices
	return []content{
		{"rigidOf", r.Of}, {"rigidScale", r.Scale}, {"rigidBody", r.Body}, {"rigidRest", r.Rest}, {"rigidTable", r.Table},
		{"rigidTurn", vectors(2 * r.Bodies)}, {"rigidFactor", vectors(rigidFactor * r.Bodies)}, {"rigidImage", vectors(n)},
		{"screw", vectors(n)},
	}
}

// fold moves the gradient of bodies to their mass points, and computes its norm.
func (r *rigid) fold() {
	if r.Bodies > 0 {
		r.run("rigid_fold", r.Bodies)
		r.run("gradient_norm", r.vertices, gradientReductions)
	}
}

// matrix computes the blocks of bodies. pairs: upper bound of the active pairs.
func (r *rigid) matrix(pairs int) { r.run("rigid_matrix", r.Bodies, pairs) }

// precondition computes the preconditioned residual of bodies, unless given, and prepares its product.
func (r *rigid) precondition(given bool) { r.run("rigid_precondition", r.Bodies, given) }

// follow prepares a trial of alpha Newton steps.
func (r *rigid) follow(alpha float64) { r.run("rigid_follow", r.Bodies, alpha) }

// Modes of rigid_snap.
const (
	snapAll   = iota
	snapCarry // with the largest displacement by obstacles
	snapParts // with a part of their path
)

// snap makes positions of bodies rigid.
func (r *rigid) snap(mode int) { r.run("rigid_snap", r.Bodies, mode) }

// share gives all vertices of a body the flags of any, or the least number.
func (r *rigid) share(flags string, least bool) {
	if r.Bodies > 0 {
		r.runWith(map[string]*buffer{"flags": r.buffers[flags]}, "rigid_share", r.Bodies, least)
	}
}
