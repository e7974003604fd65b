package body

// lead is the time before 0 at which the mannequin starts to move into the rest pose, and leadStill the part of it at
// the end in which it is at rest, so that cloth can settle [s].
const (
	lead      = 1.2
	leadStill = 0.3
)

// straddle is the angle by which each leg is spread for dressing [°]. The legs of flat trousers in front of and behind
// the body are apart, so each needs room on the inside of the leg.
const straddle = 9.0

// clavicleShare is the ratio of the rotations of arm and shoulder blade.
const clavicleShare = 3.

// Lead returns the time before 0 in which the mannequin moves from the pose for dressing, with legs spread and arms at
// 45°, to the rest pose [s].
func (m *Mannequin) Lead() float64 { return lead }

// Raised returns the mannequin with its arms raised by an angle [°] from the rest pose of 45° during dressing, for
// patterns with other sleeve angles.
func (m *Mannequin) Raised(angle float64) *Mannequin { return m.spread(angle, 0) }

// spread also spreads each leg by a further angle [°].
func (m *Mannequin) spread(arms, legs float64) *Mannequin {
	return &Mannequin{m.model, m.clip, arms, legs}
}

// dressPose returns the pose at a time t < 0, with arms raised, and legs spread beyond straddle, by angles [°].
func (s *skeleton) dressPose(t, arms, legs float64) *pose {
	u := keys{{-0.85 * lead, 1}, {-leadStill, 0}}.at(t)
	p := s.restPose()
	out := rotZ((straddle + legs) * u)
	for i := side(0); i < 2; i++ {
		p.legBy(i, out, out, identity, identity)
		if arms != 0 {
			p.arm(i, rotZ(arms*u/clavicleShare), rotZ(arms*u), identity, identity)
		}
	}
	return p
}
