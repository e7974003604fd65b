package body

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// influences is the largest number of joints per vertex.
const influences = 4

// skinWeights are up to four joints and their weights, heaviest first, summing to 1.
type skinWeights struct {
	joint  [influences]int
	weight [influences]float64
}

// gate returns the smooth share of a child joint: 0 at −w, 1 at +w along the bone.
func gate(x, w float64) float64 {
	u := min(1, max(0, 0.5+x/(2*w)))
	return u * u * (3 - 2*u)
}

// weightField returns the weights of all joints at a surface point of the rest pose. The share of each joint is passed
// down the skeleton: a joint passes to each child the part given by the child's gate, so the weights sum to one. Gates
// are about as wide as the limb is thick, wider on the inner side of a bend: with half width w at distance r from the
// joint, a bend by θ has no folds if 1.5 θ r < 2 w.
func (g *figure) weightField(s *skeleton, p r3.Vec) [numJoints]float64 {
	k := g.m.scale()
	right := p.X < 0
	q := p
	q.X = math.Abs(q.X)

	var share [numJoints]float64 // part of the parent's weight that is passed to the joint
	reach := r3.Dot(r3.Sub(q, g.shoulder), g.armDir)
	armness := gate(g.trunk(q)-g.arm.value(q, 1), 0.045*k) // nearer to the arm than to the trunk
	onArm := armness * gate(reach+0.03*k, 0.06*k)

	share[pelvis] = 1
	share[spine] = max(onArm, gate(q.Y-s.rest[spine].Y, 0.10*k))
	share[chest] = max(onArm, gate(q.Y-s.rest[chest].Y, 0.10*k))
	tilt := 0.35 * (q.Z - s.rest[neckJoint].Z) // the neck leans forward
	share[neckJoint] = gate(q.Y-tilt-(g.l.hps+0.022*k), 0.040*k)
	share[headJoint] = gate(q.Y+0.3*q.Z-(s.rest[headJoint].Y+0.002*k), 0.045*k)

	share[clavicle] = max(gate(q.X-0.105*k, 0.085*k)*gate(q.Y-(g.l.armpit+0.030*k), 0.09*k),
		onArm) * (1 - share[neckJoint])
	share[shoulder] = gate(reach-0.005*k, 0.090*k) * armness
	share[elbow] = gate(reach-g.elbowStation(), 0.055*k)
	share[wrist] = gate(reach-g.wristStation()-0.004*k, 0.032*k)

	// Thigh and pelvis are separated by a line from below the crotch up and out to the hip bone.
	from := r3.Vec{Y: g.l.crotch - 0.034*k}
	dir := r3.Unit(r3.Sub(r3.Vec{X: 0.19 * k, Y: mid(g.l.seat, g.l.hips, 0.45)}, from))
	d := r3.Sub(r3.Vec{X: q.X, Y: q.Y}, from)
	along, across := r3.Dot(d, dir), d.X*dir.Y-d.Y*dir.X
	if q.Y < g.l.waist && onArm < 0.5 {
		share[hip] = gate(across, min(0.130*k, 0.026*k+0.70*max(0, along)))
	}
	back := (q.Z - s.rest[knee].Z) / (0.065 * k) // −1 behind the knee, 1 in front
	share[knee] = gate(g.knee.Y-q.Y, (0.080-0.022*min(1, max(-1, back)))*k)
	share[ankle] = gate(g.ankle.Y+0.012*k-q.Y-0.25*(q.Z-g.ankle.Z), 0.040*k)
	station := r3.Dot(r3.Sub(q, g.foot.origin), g.foot.axis)
	share[toes] = gate(station-0.122*k, 0.028*k)

	var tree, w [numJoints]float64 // weight of the joint with, and without, its descendants
	for j := 0; j < clavicleRight; j++ {
		tree[j] = share[j]
		if j > 0 {
			tree[j] *= tree[parent[j]]
		}
		w[j] += tree[j]
		if j > 0 {
			w[parent[j]] -= tree[j]
		}
	}
	var total float64
	for j := range w { // sibling gates may overlap: clip, then normalise
		w[j] = max(0, w[j])
		total += w[j]
	}
	for j := range w {
		w[j] /= total
	}
	for j := clavicle; j < clavicleRight; j++ {
		switch {
		case p.X == 0:
			w[j] /= 2
			w[j+rightSide] = w[j]
		case right:
			w[j], w[j+rightSide] = 0, w[j]
		}
	}
	return w
}

// trunk returns the approximate distance to torso and leg, without arms and head.
func (g *figure) trunk(p r3.Vec) float64 {
	return min(g.legValue(p, 1), min(g.torso.value(p, 1), g.breast.value(p)))
}

// skin computes the weights of all vertices: the weight field, a few rounds of uniform Laplacian smoothing over the
// mesh, and the four largest weights of the result.
func (g *figure) skin(s *skeleton, pos []r3.Vec, tris [][3]int32) []skinWeights {
	const rounds = 6
	w := make([][numJoints]float64, len(pos))
	for v, p := range pos {
		w[v] = g.weightField(s, p)
	}
	next := make([][numJoints]float64, len(pos))
	count := make([]float64, len(pos))
	for _, t := range tris {
		for _, v := range t {
			count[v] += 2
		}
	}
	for round := 0; round < rounds; round++ {
		for v := range next {
			for j := range next[v] {
				next[v][j] = count[v] * w[v][j]
			}
		}
		for _, t := range tris {
			for i, v := range t {
				a, b := &w[t[(i+1)%3]], &w[t[(i+2)%3]]
				for j := range next[v] {
					next[v][j] += a[j] + b[j]
				}
			}
		}
		for v := range next {
			for j := range next[v] {
				w[v][j] = next[v][j] / (2 * count[v])
			}
		}
	}
	out := make([]skinWeights, len(pos))
	for v := range w {
		out[v] = heaviest(w[v])
	}
	return out
}

// heaviest returns the four largest weights, normalised.
func heaviest(w [numJoints]float64) skinWeights {
	var s skinWeights
	var total float64
	for i := range s.joint {
		best := 0
		for j := range w {
			if w[j] > w[best] {
				best = j
			}
		}
		s.joint[i], s.weight[i] = best, max(0, w[best])
		total += s.weight[i]
		w[best] = -1
	}
	for i := range s.weight {
		s.weight[i] /= total
	}
	return s
}
