package step

import "gonum.org/v1/gonum/spatial/r3"

// StopOnNoRoom is the value of Settings.OnNoRoom for which all walls push, whatever room they leave.
const StopOnNoRoom = "stop"

// Room between two walls, in thicknesses: below leastRoom one of them gives way, so far that channel is left.
const (
	leastRoom = 0.2 // derived: ProjectPenetrations puts points back to a tenth of the thickness
	channel   = 2.0 // derived: the layers of both walls
)

// GivesWay decides which of two walls gives way to the other for a step, and how far [m]: 1 the second, -1 the first,
// 0 none. delta is the point's thickness [m]; distances are those at the start of the step.
//
// Two obstacles that overlap leave no place outside of both. The point on the surface of one of them that is closest to
// the contact point is then inside of the other. With the distances a and b from walls of normals n and m, and n·m < 0,
// the closest point of the second wall is at the distance
//
//	a − b·(n·m)
//
// from the first wall: the room. Below leastRoom one gives way. Of two obstacles the contact point stays out of that of
// higher priority, of equal ones out of the first. Of two walls of one obstacle, its own, it stays out of that which it
// is less deep in.
func GivesWay(first, second Wall, own bool, delta float64) (which int, by float64) {
	c := r3.Dot(first.Normal, second.Normal)
	if c >= 0 {
		return 0, 0
	}
	stays, other, which := first, second, 1
	if second.Priority > first.Priority || own && second.Distance > first.Distance {
		stays, other, which = second, first, -1
	}
	room := stays.Distance - other.Distance*c
	if room < leastRoom*delta {
		return which, channel*delta - room
	}
	return 0, 0
}
