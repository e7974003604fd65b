package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/contact/bodies"
	"hysteron/linalg"
	"hysteron/step"
)

// now is the current step, as obstacles and pairs use it.
type now struct {
	Model    *cloth.Model
	Settings step.Settings
	State    *cloth.State // at the start of a step; moved on by Step
	H        float64      // size of the current step [s]
	twoStep  twoStep

	pool           *linalg.Pool
	cloth          *bodies.Cloth
	x              []r3.Vec // trial positions
	rows           incidence
	clearAt        []r3.Vec    // reference positions of clearances of the contact points
	drift          []float64   // their displacements over the last step [m]
	changed        []bool      // contact points with forces of obstacles, now or before the latest contact detection
	grain          []Grain     // of contact points, at the start of the step, if byDirection
	rigidOf        []int32     // see cloth.Model.RigidOf
	byDirection    bool        // some friction is measured, see FrictionCone
	grabs          grabs       // springs at vertices in the step
	hand, soft     []step.Grab // of the steering, and soft pins at the end of the step; both are in grabs
	activeSetFixed bool        // contacts are those of the last trial, see ResolveActiveSet
	// full second derivatives instead of positive semi-definite ones (statics, tests)
	exact      bool
	semismooth bool               // the matrix has the second derivative of friction
	p          []r3.Vec           // Newton step [m]
	gone       float64            // number of these accepted
	solved     bool               // semismooth of the matrix that it solves
	asked      bool               // semismooth of the last evaluation of points
	turned     [][4][4][9]float64 // ∇²θ of hinges, if exact
	limiting   bool               // the term of hard limits is among the terms
}

// elementGrain is the number of elements per chunk.
const elementGrain = 256

// points returns the positions of a pair.
func points(x []r3.Vec, v *[4]int32) [4]r3.Vec {
	return [4]r3.Vec{x[v[0]], x[v[1]], x[v[2]], x[v[3]]}
}

// path returns the start positions of a pair and its displacements to the trial positions.
func (w *now) path(v *[4]int32) (x, dx [4]r3.Vec) { return pathTo(w.State.X, w.x, v) }

// pathTo returns the positions of a pair, and its displacements to other positions.
func pathTo(from, to []r3.Vec, v *[4]int32) (x, dx [4]r3.Vec) {
	x = points(from, v)
	for k, i := range v {
		dx[k] = r3.Sub(to[i], x[k])
	}
	return x, dx
}

// partOf returns the part of contact point i.
func (w *now) partOf(i int) int32 {
	if n := len(w.Model.X0); i >= n {
		return w.Model.Rest[i-n].Part
	}
	return w.Model.Part[i]
}

// contactLaw returns the thickness δ [m] and the stiffness [N/m] of contact point i, see cloth.Model.BodyArea.
func (w *now) contactLaw(i int) (delta, k float64) {
	n := len(w.Model.X0)
	gap := w.Model.Parts[w.partOf(i)].Gap
	if i < n {
		return w.Settings.Thickness + gap, w.Settings.ContactStiffness * w.Model.BodyArea(i)
	}
	return w.Settings.Thickness + gap, w.Settings.ContactStiffness * w.Model.Rest[i-n].Area / 2
}

// inLayer reports whether a contact at depth p is active. It records this for an active-set re-solve, in which it
// returns the recorded value.
func (w *now) inLayer(p float64, in *bool) bool {
	if deep := p > 0; !w.activeSetFixed && *in != deep { // what stays is not written
		*in = deep
	}
	return *in
}

// point returns contact point i of cloth at x: vertices first, then the centroids of triangles.
func (w *now) point(x []r3.Vec, i int) r3.Vec {
	if n := len(x); i >= n {
		return mean3(x, w.Model.Tri[i-n])
	}
	return x[i]
}

// mean3 returns the centroid of a triangle.
func mean3(x []r3.Vec, a [3]int32) r3.Vec {
	return r3.Scale(1./3, r3.Add(x[a[0]], r3.Add(x[a[1]], x[a[2]])))
}

// resize returns a slice of length n, in the memory of s if the capacity suffices.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

func sq(v float64) float64 { return v * v }
