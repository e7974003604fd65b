package placement

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/pattern"
)

// Tube is a panel of a garment that starts rolled up.
type Tube struct {
	Name  string
	Label string   // the part of the body that it covers
	Angle float64  // of its arc [rad]
	X     []r3.Vec // of its vertices [m]
	Tri   [][3]int32
}

// Hollow is a tube that starts around nothing of a body.
type Hollow struct {
	Name string
	// Limb is the nearest arm of a sleeve, "" if unknown. The sleeve would be around it with the centre of the roll At
	// [m], turned by Turn about x, then y, then z [deg].
	Limb     string
	At, Turn r3.Vec
}

// enough is the smallest enclosure of a tube around a limb, relative to that of a closed tube.
const enough = 0.5

// Hollows returns the tubes that start around nothing of a body, in the pose of the arms with the fewest.
func Hollows(tubes []Tube, b body.Body) (list []Hollow) {
	if len(tubes) == 0 {
		return nil
	}
	for k, pose := range Poses(body.JointsOf(b)) {
		x := make([]r3.Vec, b.NumVertices())
		pose.Positions(x, -body.LeadOf(pose))
		var hollow []Hollow
		for i := range tubes {
			if !tubes[i].filled(b, x) {
				hollow = append(hollow, tubes[i].along(b, x))
			}
		}
		if k == 0 || len(hollow) < len(list) {
			list = hollow
		}
		if len(list) == 0 {
			break
		}
	}
	return list
}

// filled reports whether a tube is around something of a body at x: a sleeve is around an arm, whose middle does not
// pass through its wall, if arms are known.
func (t *Tube) filled(b body.Body, x []r3.Vec) bool {
	least := enough * t.Angle / (2 * math.Pi)
	arms := body.Arms(b)
	if t.Label != "arm" || len(arms) == 0 {
		w, ok := Around(t.X, t.Tri, x, b.Triangles())
		return ok && w >= least
	}
	for _, limb := range arms {
		a := axisOf(b, x, &limb)
		line := a.line()
		within := false
		for _, p := range line {
			within = within || Winding(p, t.X, t.Tri) >= least
		}
		for i := 0; within && i < len(t.Tri); i++ {
			v := t.Tri[i]
			within = !Crosses(line, t.X[v[0]], t.X[v[1]], t.X[v[2]])
		}
		if within {
			return true
		}
	}
	return false
}

// along returns where a sleeve would be around the nearest arm of a body at x, with its upper end where that begins.
func (t *Tube) along(b body.Body, x []r3.Vec) Hollow {
	h := Hollow{Name: t.Name}
	if t.Label != "arm" {
		return h
	}
	lo, hi := Extent(t.X)
	middle, long := r3.Scale(.5, r3.Add(lo, hi)), 0.0
	for _, p := range t.X {
		long = max(long, 2*r3.Norm(r3.Sub(p, middle)))
	}
	least := math.Inf(1)
	for _, limb := range body.Arms(b) {
		a := axisOf(b, x, &limb)
		above, upper := a.middle(0, long/2)
		below, lower := a.middle(long/2, long)
		if !upper || !lower {
			continue
		}
		at := r3.Scale(.5, r3.Add(above, below))
		if d := r3.Norm(r3.Sub(at, middle)); d < least {
			least = d
			// an arm this far before or behind the body counts as beside it, for readable angles
			const level = 0.1
			up := r3.Unit(r3.Sub(above, below))
			if math.Abs(up.Z) < level {
				up = r3.Unit(r3.Vec{X: up.X, Y: up.Y})
			}
			// seen from where the sleeve's middle faces: outward and up
			right := r3.Unit(r3.Cross(up, r3.Vec{X: math.Copysign(1, at.X)}))
			h.Limb, h.At, h.Turn = limb.Name, at, pattern.Angles(right, up, r3.Cross(right, up))
		}
	}
	return h
}
