package body

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// clip is a motion of the skeleton: a pose for every time. Clips start and end in the
// rest A-pose (or a translated one) and are C² in time.
type clip struct {
	name     string
	duration float64 // s
	pose     func(s *skeleton, t float64) *pose
}

var clips = []clip{
	{"stand", 3, func(s *skeleton, _ float64) *pose { return s.restPose() }},
	{"knee-lift", 3, kneeLift},
	{"jumping-jack", jackStart + jackCycles*jackPeriod + 0.8, jumpingJack},
	{"squat", 3.6, squat},
	{"walk", walkDuration, walk},
	{"sit", 4, sit},
}

// Clips returns the names of the built-in motions.
func Clips() []string {
	names := make([]string, len(clips))
	for i, c := range clips {
		names[i] = c.name
	}
	return names
}

func findClip(name string) (clip, error) {
	for _, c := range clips {
		if c.name == name {
			return c, nil
		}
	}
	return clip{}, fmt.Errorf("body: unknown clip %q: expected one of %s", name, strings.Join(Clips(), ", "))
}

// keys is a scalar curve through (time, value) pairs, eased quintically between them:
// at rest at every key, C² everywhere, constant outside.
type keys []struct{ t, v float64 }

func (k keys) at(t float64) float64 {
	i := sort.Search(len(k), func(i int) bool { return k[i].t > t })
	if i == 0 {
		return k[0].v
	}
	if i == len(k) {
		return k[i-1].v
	}
	a, b := k[i-1], k[i]
	return a.v + (b.v-a.v)*ramp(t, a.t, b.t)
}

const degree = math.Pi / 180

func rotX(deg float64) quat.Number { return rotation(r3.Vec{X: deg * degree}) }
func rotY(deg float64) quat.Number { return rotation(r3.Vec{Y: deg * degree}) }
func rotZ(deg float64) quat.Number { return rotation(r3.Vec{Z: deg * degree}) }

func compose(q quat.Number, more ...quat.Number) quat.Number {
	for _, r := range more {
		q = quat.Mul(q, r)
	}
	return q
}

// raiseArm sets the pose of an arm, given for the left side: elevation above (positive) or below the 45° of the A-pose
// in the frontal plane, forward swing about the left–right axis, and elbow bend, all in degrees. Above 60° from the
// vertical the shoulder blade contributes a quarter of the rotation (scapulohumeral rhythm).
func (p *pose) raiseArm(s side, elevation, forward, bend float64) {
	blade := 0.25 * elevation * ease(elevation/60)
	// Bend the elbow about the arm's horizontal-plane hinge: the forearm comes forward.
	hinge := r3.Unit(r3.Vec{X: 1, Y: 1})
	upper := compose(rotX(-forward), rotZ(elevation))
	p.arm(s, rotZ(blade), upper, about(hinge, -bend*degree), identity)
}

// spineTo sets the rotations of the trunk, each joint relative to the one below.
func (p *pose) spineTo(low, high, neck, head quat.Number) {
	p.local(spine, low)
	p.local(chest, high)
	p.local(neckJoint, neck)
	p.local(headJoint, head)
}

// kneeLift raises the left knee until the thigh is horizontal and the shin vertical, as in figure 14 of Miguel et al.
// 2013: up from 0.25 to 1.0 s, held to 1.4 s, down by 2.0 s.
func kneeLift(s *skeleton, t float64) *pose {
	u := keys{{0.25, 0}, {1.0, 1}, {1.4, 1}, {2.0, 0}}.at(t)
	p := s.restPose()
	// The body leans over the standing foot, turning about its ankle.
	lean := rotZ(2.4 * u)
	support := s.rest[ankleRight]
	hipAt := r3.Add(support, turn(lean, r3.Sub(s.rest[hipRight], support)))
	q := compose(rotZ(1.5*u), rotX(-9*u))
	offset := r3.Sub(hipAt, r3.Add(s.rest[pelvis], turn(q, r3.Sub(s.rest[hipRight], s.rest[pelvis]))))
	p.root(offset, q)
	p.spineTo(compose(rotX(5*u), rotZ(-1.5*u)), rotX(4*u), rotX(2*u), rotX(-2*u))
	for i := side(0); i < 2; i++ {
		p.raiseArm(i, -14*u, 4*u, 10*u)
	}
	p.legBy(1, mirrorRot(lean), mirrorRot(lean), identity, identity)
	hang := rotX(16 * u * u) // quadratic like the rise of the foot, for clearance of the toes
	p.legBy(0, compose(rotY(3*u), rotX(-91*u)), rotX(2*u), hang, hang)
	return p
}

// sink returns by how much the pelvis must sink (positive down) so that a leg with the knee bent by flex [rad] reaches
// from the hip to the ankle. The hip is shifted by dx, dz from its rest position relative to the ankle, and the ankle
// is lift above its rest height.
func (s *skeleton) sink(flex, dx, dz, lift float64) float64 {
	a := r3.Norm(r3.Sub(s.rest[knee], s.rest[hip]))
	b := r3.Norm(r3.Sub(s.rest[ankle], s.rest[knee]))
	rest := r3.Sub(s.rest[hip], s.rest[ankle])
	d2 := a*a + b*b + 2*a*b*math.Cos(flex)
	return rest.Y - lift - math.Sqrt(d2-sq(rest.X+dx)-sq(rest.Z+dz))
}

const (
	jackStart  = 0.4 // s
	jackPeriod = 1.2 // s
	jackCycles = 3
)

// jumpingJack is figure 15 of Miguel et al. 2013: a hop with the feet apart while the arms rise to 150° from the
// hanging position, and a hop back, every 1.2 s.
func jumpingJack(s *skeleton, t float64) *pose {
	const half = jackPeriod / 2
	const hops = 2 * jackCycles
	elevation, apart := keys{{0, 0}}, keys{{0, 0}}
	flex, lift, push := keys{{0, 0}}, keys{{0, 0}}, keys{{0, 0}}
	for i := 0; i < hops; i++ {
		t0 := jackStart + float64(i)*half
		out := 1 - float64(i%2) // this hop goes outwards
		if i == 0 {
			elevation = append(elevation, keys{{t0 - 0.1, 0}}...)
			flex = append(flex, keys{{t0 - 0.3, 0}}...)
		}
		down, up := -25.0, 105.0 // degrees from the A-pose
		if i == hops-1 {
			down = 0
		}
		elevation = append(elevation, keys{{t0 + 0.50, down + out*(up-down)}}...)
		apart = append(apart, keys{{t0 + 0.14, 1 - out}, {t0 + 0.46, out}}...)
		flex = append(flex, keys{{t0 + 0.08, 38}, {t0 + 0.26, 14}, {t0 + 0.50, 40}}...)
		lift = append(lift, keys{{t0 + 0.13, 0}, {t0 + 0.29, 0.06}, {t0 + 0.45, 0}}...)
		push = append(push, keys{{t0 + 0.05, 0}, {t0 + 0.24, 26}, {t0 + 0.48, 0}}...)
	}
	end := jackStart + hops*half
	flex = append(flex, keys{{end + 0.45, 0}}...)

	size := s.rest[headJoint].Y / 1.52 // stride and hop scale with the body
	dx := 0.21 * size * apart.at(t)
	footRot := compose(rotY(6*apart.at(t)), rotX(push.at(t)))
	toeRot := rotY(6 * apart.at(t))
	heelUp := r3.Sub(s.ball, turn(footRot, s.ball)) // ankle shift that keeps the ball in place
	height := size*lift.at(t) + heelUp.Y
	bend := flex.at(t)
	y := -s.sink(bend*degree, -dx-heelUp.X, -heelUp.Z, height)

	p := s.restPose()
	pitch := 0.22 * bend
	p.root(r3.Vec{Y: y}, identity)
	p.rotateAboutHips(rotX(pitch))
	p.spineTo(rotX(-0.3*pitch), rotX(-0.3*pitch), identity, rotX(-0.3*pitch))
	e := elevation.at(t)
	on := keys{{jackStart - 0.3, 0}, {jackStart, 1}, {end, 1}, {end + 0.4, 0}}.at(t)
	for i := side(0); i < 2; i++ {
		p.raiseArm(i, e, 4*on, 12*on*ease((e+40)/80)*ease((140-e)/60))
		target := r3.Add(s.rest[ankle], r3.Vec{X: dx + heelUp.X, Y: height, Z: heelUp.Z})
		p.legTo(i, i.vec(target), 4*on*degree, footRot, toeRot)
	}
	return p
}

// rotateAboutHips turns the placed pelvis about the line through the hip joints.
func (p *pose) rotateAboutHips(q quat.Number) {
	c := r3.Scale(0.5, r3.Add(p.rest[hip], p.rest[hipRight]))
	arm := r3.Sub(c, p.rest[pelvis])
	before := turn(p.rot[pelvis], arm)
	p.rot[pelvis] = quat.Mul(p.rot[pelvis], q)
	p.pos[pelvis] = r3.Add(p.pos[pelvis], r3.Sub(before, turn(p.rot[pelvis], arm)))
}

// squat bends the knees to 95° with the heels down and the arms forward, and stands up again.
func squat(s *skeleton, t float64) *pose {
	u := keys{{0.3, 0}, {1.5, 1}, {1.9, 1}, {3.1, 0}}.at(t)
	const flex, shinLean = 95.0, 29.0 // degrees at the bottom
	a := r3.Norm(r3.Sub(s.rest[knee], s.rest[hip]))
	b := r3.Norm(r3.Sub(s.rest[ankle], s.rest[knee]))
	sin1, _ := math.Sincos(shinLean * u * degree)
	sin2, _ := math.Sincos((flex - shinLean) * u * degree)
	dz := b*sin1 - a*sin2 // backward shift of the hips
	y := -s.sink(flex*u*degree, 0, dz, 0)

	p := s.restPose()
	p.root(r3.Vec{Y: y, Z: dz}, identity)
	p.rotateAboutHips(rotX(26 * u))
	p.spineTo(rotX(9*u), rotX(4*u), rotX(-8*u), rotX(-14*u))
	for i := side(0); i < 2; i++ {
		// From the A-pose down to hanging and forward: the arms come up in front.
		upper := compose(rotX(-95*u), rotZ(-16*u))
		p.arm(i, rotY(-6*u), upper, about(r3.Vec{X: 1, Y: 1}, -14*u*degree), identity)
		p.legTo(i, i.vec(s.rest[ankle]), 9*u*degree, identity, identity)
	}
	return p
}

// sit sits down on a seat behind, with hips and knees at 88°, and stands up after a while.
func sit(s *skeleton, t float64) *pose {
	u := keys{{0.2, 0}, {1.5, 1}, {2.0, 1}, {3.3, 0}}.at(t)
	const flex, lean = 88.0, 16.0 // degrees: of hips and knees, and of the shins halfway
	way := math.Sin(math.Pi * u)
	a := r3.Norm(r3.Sub(s.rest[knee], s.rest[hip]))
	b := r3.Norm(r3.Sub(s.rest[ankle], s.rest[knee]))
	sin1, _ := math.Sincos(lean * way * degree)
	sin2, _ := math.Sincos((flex*u - lean*way) * degree)
	dz := b*sin1 - a*sin2 // backward shift of the hips
	y := -s.sink(flex*u*degree, 0, dz, 0)

	p := s.restPose()
	p.root(r3.Vec{Y: y, Z: dz}, identity)
	bow := 22 * way
	p.rotateAboutHips(rotX(bow))
	p.spineTo(rotX(0.3*bow), identity, identity, rotX(-0.5*bow))
	for i := side(0); i < 2; i++ {
		p.raiseArm(i, 4*u, 30*u, 10*u)
		p.legTo(i, i.vec(s.rest[ankle]), 4*u*degree, identity, identity)
	}
	return p
}
