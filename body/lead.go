package body

// lead is how long before time 0 the mannequin starts to move into the rest pose, and
// leadStill how much of that it stands still at the end, so that cloth can settle [s].
const (
	lead      = 1.2
	leadStill = 0.3
)

// straddle is how far each leg is spread for dressing [°]: trousers lie flat before and
// behind the body with their legs apart, each needs room on the inside of the leg.
const straddle = 9.0

// clavicleShare: the shoulder blade turns by a third of what the arm is raised.
const clavicleShare = 3.

// Lead is the time before 0 during which the mannequin is in, and moves out of, the pose
// for dressing: legs astride, arms at 45°. At 0 it stands in the rest pose.
func (m *Mannequin) Lead() float64 { return lead }

// Raised is the mannequin with its arms raised by so much [°] from the rest pose, at 45°, while garments are put on:
// for patterns whose sleeves are at another angle.
func (m *Mannequin) Raised(angle float64) *Mannequin { return m.spread(angle, 0) }

// spread also has each leg spread by so much more [°].
func (m *Mannequin) spread(arms, legs float64) *Mannequin {
	return &Mannequin{m.model, m.clip, arms, legs}
}

// dressPose is the pose at a time t < 0, with arms raised by an angle, and legs spread by more than straddle [°].
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
