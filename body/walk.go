package body

import (
	"math"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// Walking forward at walkStep/walkBeat ≈ 1.2 m/s: a first short step, full steps, a closing step, then rest. Footprints
// are fixed on the ground, so the feet do not slip.
const (
	walkStart    = 0.7  // s, start of the first step
	walkBeat     = 0.44 // s per step
	walkStep     = 0.52 // m, for a body of 1.72 m
	walkSteps    = 7    // including the closing step
	walkDuration = walkStart + walkSteps*walkBeat + 1.0
)

// glide increases from 0 to 1 on [0,1] with constant velocity, and with an eased start and stop over the fraction r of
// the time each: C².
func glide(u, r float64) float64 {
	u = min(1, max(0, u))
	// Integral of ease: u⁶ − 3u⁵ + 2.5u⁴, ½ at u = 1.
	part := func(v float64) float64 { return r * v * v * v * v * (v*(v-3) + 2.5) }
	var x float64
	switch {
	case u < r:
		x = part(u / r)
	case u > 1-r:
		x = 1 - r - part((1-u)/r)
	default:
		x = r/2 + u - r
	}
	return x / (1 - r)
}

// footTrack is the motion of one foot.
type footTrack struct {
	z, lift          keysGlide
	heelOff, heelHit keys // pitch about the ball (positive) and about the heel (negative) [deg]
}

// keysGlide is a list of displacements, each a glide from its start to its end time.
type keysGlide []struct{ t0, t1, by float64 }

func (k keysGlide) at(t float64) (z float64) {
	for _, m := range k {
		z += m.by * glide((t-m.t0)/(m.t1-m.t0), 0.38)
	}
	return z
}

// walkFoot returns the steps of one foot: step i is that of the right foot if i is even.
func walkFoot(s side, length float64) footTrack {
	f := footTrack{heelOff: keys{{0, 0}}, heelHit: keys{{0, 0}}}
	for i := 0; i < walkSteps; i++ {
		if (i%2 == 0) != (s == 1) {
			continue
		}
		by := 2.0 // step lengths gained, from behind the standing foot to before it
		switch i {
		case 0: // short, as the pelvis accelerates; compensated by the next
			by = 0.92
		case 2:
			by = 2.08
		case walkSteps - 1:
			by = 1
		}
		begin := walkStart + float64(i)*walkBeat
		t0, t1 := begin+0.09*walkBeat, begin+0.93*walkBeat
		f.z = append(f.z, keysGlide{{t0, t1, by * length}}...)
		off := 36.0
		if i == 0 {
			off = 25
		}
		f.heelOff = append(f.heelOff, keys{{t0 - 0.19, 0}, {t0 + 0.03, off}, {t0 + 0.30, 0}}...)
		if i < walkSteps-1 {
			f.heelHit = append(f.heelHit, keys{{t0 + 0.17, 0}, {t1 - 0.01, -17}, {t1 + 0.11, 0}}...)
		}
		f.lift = append(f.lift, keysGlide{{t0, t0 + 0.5*(t1-t0), 0.030}, {t0 + 0.5*(t1-t0), t1, -0.030}}...)
	}
	return f
}

func walk(s *skeleton, t float64) *pose {
	size := s.rest[headJoint].Y / 1.52
	length := walkStep * size
	end := walkStart + walkSteps*walkBeat
	beat := (t - walkStart) / walkBeat

	// Pelvis: constant speed after the first beat, eased at both ends; highest over the standing foot, lowest in double
	// support. The lowering is the square of an ease, because the bend of the knee grows with its square root.
	forward := (walkSteps - 1) * length * glide(beat/walkSteps, 1.0/walkSteps)
	on := keys{{0.2, 0}, {walkStart + 0.1, 1}, {end - 0.1, 1}, {end + 0.6, 0}}.at(t)
	amount := keys{{walkStart - 0.3, 0}, {walkStart + walkBeat, 1}, {end - walkBeat, 1}, {end + 0.4, 0}}.at(t)
	drop := size * on * on * (0.027 + 0.021*math.Cos(2*math.Pi*(beat+0.04)))
	// One wave per two beats: +1 in the middle of the left foot's stance (even steps are the right foot's), −1 in that
	// of the right foot.
	sway := amount * math.Sin(math.Pi*beat)
	// +1 when the right foot is farthest forward (after even steps).
	fore := -amount * math.Cos(math.Pi*beat)

	// Feet first: the ankles limit the height of the pelvis.
	q := compose(rotY(6*fore), rotZ(2.2*sway), rotX(3*amount))
	offset := r3.Vec{X: 0.022 * size * sway, Y: -drop, Z: forward}
	var target [2]r3.Vec
	var off, hit [2]float64
	low := offset.Y
	for i := range target {
		f := walkFoot(side(i), length)
		off[i], hit[i] = f.heelOff.at(t), f.heelHit.at(t)
		heelOff, heelHit := rotX(off[i]), rotX(hit[i])
		shift := r3.Add(r3.Sub(s.ball, turn(heelOff, s.ball)), r3.Sub(s.heel, turn(heelHit, s.heel)))
		target[i] = r3.Add(s.rest[ankle], shift)
		target[i].Y += size * f.lift.at(t)
		target[i].Z += f.z.at(t)
		target[i] = side(i).vec(target[i])
		low = smoothMin(low, s.reachable(side(i), q, offset, target[i]), 0.03*size)
	}
	offset.Y += on * on * (low - offset.Y)

	p := s.restPose()
	p.root(offset, q)
	p.spineTo(compose(rotZ(-1.6*sway), rotY(-4*fore)), compose(rotZ(-0.8*sway), rotY(-7*fore)),
		rotY(3*fore), compose(rotY(2*fore), rotX(-2*amount)))

	for i := side(0); i < 2; i++ {
		swing := 1.0 // the left arm swings with the right leg
		if i == 1 {
			swing = -1
		}
		p.raiseArm(i, -21*amount, amount*2+20*swing*fore, amount*16+8*swing*fore)

		// Planted toes are flat while the heel rises; in the air they straighten.
		p.legTo(i, target[i], 2*amount*degree, rotX(off[i]+hit[i]), rotX(hit[i]))
	}
	return p
}

// reachable returns the highest vertical offset of the pelvis, rotated by q and otherwise shifted by offset, at which a
// leg reaches its ankle target with the knee bent by about 9° (the derivative is unbounded for a straight leg).
func (s *skeleton) reachable(i side, q quat.Number, offset, target r3.Vec) float64 {
	h, k, a := i.joint(hip), i.joint(knee), i.joint(ankle)
	length := 0.997 * (r3.Norm(r3.Sub(s.rest[k], s.rest[h])) + r3.Norm(r3.Sub(s.rest[a], s.rest[k])))
	at := r3.Add(r3.Add(s.rest[pelvis], offset), turn(q, r3.Sub(s.rest[h], s.rest[pelvis])))
	height := math.Sqrt(sq(length) - sq(at.X-target.X) - sq(at.Z-target.Z))
	return offset.Y + target.Y + height - at.Y
}
