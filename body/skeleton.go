package body

import (
	"math"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// Joints of the skeleton; the right side follows the left side at rightSide.
const (
	pelvis = iota
	spine
	chest
	neckJoint
	headJoint
	clavicle // left
	shoulder
	elbow
	wrist
	hip
	knee
	ankle
	toes
	clavicleRight
	shoulderRight
	elbowRight
	wristRight
	hipRight
	kneeRight
	ankleRight
	toesRight
	numJoints

	rightSide = clavicleRight - clavicle
)

// JointNames are the names of the joints, in the order of Mannequin.Joints.
var JointNames = [numJoints]string{
	"pelvis", "spine", "chest", "neck", "head",
	"clavicle_L", "shoulder_L", "elbow_L", "wrist_L", "hip_L", "knee_L", "ankle_L", "toes_L",
	"clavicle_R", "shoulder_R", "elbow_R", "wrist_R", "hip_R", "knee_R", "ankle_R", "toes_R",
}

// parent of each joint; the pelvis is the root. Parents precede children.
var parent = [numJoints]int{
	-1, pelvis, spine, chest, neckJoint,
	chest, clavicle, shoulder, elbow, pelvis, hip, knee, ankle,
	chest, clavicleRight, shoulderRight, elbowRight, pelvis, hipRight, kneeRight, ankleRight,
}

// skeleton holds the joint positions at rest [m]; every joint frame is the world frame.
type skeleton struct {
	rest       [numJoints]r3.Vec
	heel, ball r3.Vec // sole points of the left foot, relative to the ankle
}

func (g *figure) skeleton() *skeleton {
	k := g.m.scale()
	l := g.l
	s := &skeleton{}
	set := func(j int, p r3.Vec) {
		s.rest[j] = p
		if j >= clavicle {
			s.rest[j+rightSide] = mirrorVec(p)
		}
	}
	set(pelvis, r3.Vec{Y: mid(l.seat, l.hips, 0.6), Z: -0.01 * k})
	set(spine, r3.Vec{Y: mid(l.hips, l.waist, 0.55), Z: -0.015 * k})
	set(chest, r3.Vec{Y: mid(l.waist, l.chest, 0.55), Z: -0.02 * k})
	set(neckJoint, r3.Vec{Y: l.hps - 0.005*k, Z: -0.020 * k})
	set(headJoint, r3.Vec{Y: l.chin + 0.020*g.m.headScale(), Z: 0.002 * k})
	set(clavicle, r3.Vec{X: 0.035 * k, Y: l.hps - 0.045*k, Z: -0.004 * k})
	set(shoulder, g.shoulder)
	set(elbow, r3.Add(g.shoulder, r3.Scale(g.elbowStation(), g.armDir)))
	set(wrist, r3.Add(g.shoulder, r3.Scale(g.wristStation(), g.armDir)))
	set(hip, g.hip)
	set(knee, g.knee)
	set(ankle, g.ankle)
	ball := r3.Add(g.foot.origin, r3.Scale(0.125*k, g.foot.axis))
	heel := r3.Add(g.foot.origin, r3.Scale(-0.045*k, g.foot.axis))
	set(toes, r3.Add(ball, r3.Vec{Y: 0.002 * k}))
	s.ball = r3.Sub(ball, g.ankle)
	s.heel = r3.Sub(heel, g.ankle)
	return s
}

func mirrorVec(p r3.Vec) r3.Vec { p.X = -p.X; return p }

// mirrorRot reflects a rotation at x = 0.
func mirrorRot(q quat.Number) quat.Number { q.Jmag, q.Kmag = -q.Jmag, -q.Kmag; return q }

// pose is a pose of the skeleton: world rotation (from rest) and position of every joint.
type pose struct {
	*skeleton
	rot [numJoints]quat.Number
	pos [numJoints]r3.Vec
}

// side is 0 for the left, 1 for the right half of the body.
type side int

func (s side) joint(j int) int { return j + int(s)*rightSide }

func (s side) vec(p r3.Vec) r3.Vec {
	if s == 1 {
		return mirrorVec(p)
	}
	return p
}

func (s side) rot(q quat.Number) quat.Number {
	if s == 1 {
		return mirrorRot(q)
	}
	return q
}

// restPose returns the pose at rest.
func (s *skeleton) restPose() *pose {
	p := &pose{skeleton: s, pos: s.rest}
	for j := range p.rot {
		p.rot[j] = identity
	}
	return p
}

// root sets the pelvis joint.
func (p *pose) root(offset r3.Vec, q quat.Number) {
	p.rot[pelvis] = q
	p.pos[pelvis] = r3.Add(p.rest[pelvis], offset)
}

// attach sets a joint's position from its parent.
func (p *pose) attach(j int) {
	a := parent[j]
	p.pos[j] = r3.Add(p.pos[a], turn(p.rot[a], r3.Sub(p.rest[j], p.rest[a])))
}

// local rotates a joint relative to its parent, about world axes of the rest pose.
func (p *pose) local(j int, q quat.Number) {
	p.attach(j)
	p.rot[j] = quat.Mul(p.rot[parent[j]], q)
}

// arm sets the pose of one arm from rotations given for the left side: clavicle, upper arm (relative to the chest,
// clavicle share included), elbow and wrist relative to their parents.
func (p *pose) arm(s side, clav, upper, fore, hand quat.Number) {
	p.local(s.joint(clavicle), s.rot(clav))
	p.attach(s.joint(shoulder))
	p.rot[s.joint(shoulder)] = quat.Mul(p.rot[chest], s.rot(upper))
	p.local(s.joint(elbow), s.rot(fore))
	p.local(s.joint(wrist), s.rot(hand))
}

// legTo solves the two-bone leg for a world target of the ankle. The knee bends in the plane of the straight rest leg
// swung to the target, turned outwards by twist [rad]. footRot and toeRot are world rotations for the left side,
// mirrored for the right; target is in world coordinates. For a target beyond reach the leg is straight.
func (p *pose) legTo(s side, target r3.Vec, twist float64, footRot, toeRot quat.Number) {
	h, k, a := s.joint(hip), s.joint(knee), s.joint(ankle)
	p.attach(h)
	thigh := r3.Norm(r3.Sub(p.rest[k], p.rest[h]))
	shin := r3.Norm(r3.Sub(p.rest[a], p.rest[k]))
	e0 := r3.Unit(r3.Sub(p.rest[a], p.rest[h]))
	e := r3.Sub(target, p.pos[h])
	d := min(r3.Norm(e), thigh+shin)
	e = r3.Unit(e)
	// Triangle thigh–shin–d: half-angle forms, accurate when nearly straight.
	q := (thigh + shin + d) / 2
	bend := func(x, y float64) float64 { // angle between sides x and y
		return 2 * math.Asin(math.Sqrt(max(0, (q-x)*(q-y)/(x*y))))
	}
	alpha, beta := bend(thigh, d), bend(shin, d)
	swing := between(e0, e)
	hinge := r3.Vec{X: 1}
	hinge = r3.Unit(r3.Sub(hinge, r3.Scale(r3.Dot(hinge, e0), e0)))
	if s == 1 {
		twist = -twist
	}
	swing = quat.Mul(about(e, -twist), swing)
	hinge = turn(swing, hinge)
	p.rot[h] = quat.Mul(about(hinge, -alpha), swing)
	p.rot[k] = quat.Mul(about(hinge, beta), swing)
	p.attach(k)
	p.foot(s, footRot, toeRot)
}

// legBy sets the pose of one leg from world rotations of thigh and shin given for the left side.
func (p *pose) legBy(s side, thigh, shin, footRot, toeRot quat.Number) {
	p.attach(s.joint(hip))
	p.rot[s.joint(hip)] = s.rot(thigh)
	p.attach(s.joint(knee))
	p.rot[s.joint(knee)] = s.rot(shin)
	p.foot(s, footRot, toeRot)
}

func (p *pose) foot(s side, footRot, toeRot quat.Number) {
	p.attach(s.joint(ankle))
	p.rot[s.joint(ankle)] = s.rot(footRot)
	p.attach(s.joint(toes))
	p.rot[s.joint(toes)] = s.rot(toeRot)
}
