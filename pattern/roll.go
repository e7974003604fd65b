package pattern

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/param"
)

// Roll bends a panel into a cone around its vertical axis in the start position, as a sleeve around an arm; at rest it
// stays flat. The zero value is flat.
type Roll struct {
	angle     float64  // angle of the cone around its axis [rad]
	low, high rollLine // between them its width is that of a trapezoid, beyond that of the nearer one
	side      float64  // 1: its right side is towards its +z, else −1
}

// rollLine is a level line of a panel, whose width covers the angle [m].
type rollLine struct{ y, middle, width float64 }

// bend returns the position of a point of the panel in its own axes, of which y is the roll's: its middle is on the
// side of the right side of the flat panel, and the right side is outside [m].
func (r *Roll) bend(v r2.Vec) r3.Vec {
	t := 0.0
	if r.high.y > r.low.y {
		t = min(1, max(0, (v.Y-r.low.y)/(r.high.y-r.low.y)))
	}
	middle, width := r.low.middle+t*(r.high.middle-r.low.middle), r.low.width+t*(r.high.width-r.low.width)
	radius := width / r.angle
	sin, cos := math.Sincos((v.X - middle) / radius)
	return r3.Vec{X: radius * sin, Y: v.Y, Z: r.side * radius * cos}
}

// long reports whether the panel starts rolled up, and its roll is at least as long as thick: true of a sleeve, and
// false of a cuff or a collar.
func (p *Panel) long() bool {
	if p.Roll == (Roll{}) {
		return false
	}
	outline, _ := p.polyline(8)
	b := bounds(outline)
	return b.Max.Y-b.Min.Y >= 2*max(p.Roll.low.width, p.Roll.high.width)/p.Roll.angle
}

// dart is the distance of sewn points, relative to that of the panel's widest pair, below which a seam of a panel with
// itself is a dart or a pleat.
const dart = 1. / 8

// tube returns the stitches that sew a panel to itself as a tube, such as a sleeve in one piece: those that are no
// darts.
func (p *Pattern) tube(panel int) (stitches []int) {
	least, widest := map[int]float64{}, 0.0
	for i, s := range p.Stitches {
		if s.A.Panel != panel || s.B.Panel != panel {
			continue
		}
		least[i] = math.Inf(1)
		for _, ends := range p.sewnEnds(&s) {
			l := r2.Norm(r2.Sub(ends[1], ends[0]))
			least[i], widest = min(least[i], l), max(widest, l)
		}
	}
	for i := range p.Stitches {
		if l, own := least[i]; own && l > dart*widest {
			stitches = append(stitches, i)
		}
	}
	return stitches
}

// sewnEnds returns the two pairs of end points that a stitch joins, in the coordinates of their panels.
func (p *Pattern) sewnEnds(s *Stitch) [2][2]r2.Vec {
	a, b := p.edge(s.A), p.edge(s.B)
	if s.SameDirection {
		return [2][2]r2.Vec{{a.Start, b.Start}, {a.End, b.End}}
	}
	return [2][2]r2.Vec{{a.Start, b.End}, {a.End, b.Start}}
}

// Least is the smallest angle of rolled panels [rad]: a smaller one can as well be flat.
const Least = math.Pi / 4

// Curl rolls a panel up in its start position, right side out, by an angle from Least to 2π [rad]. At each height the
// angle is that between sides that are sewn to each other, so that at 2π they meet; without such sides, that of the
// whole width. Panels and stitches must exist. why is an error text that follows the name of the panel, or empty.
func (p *Pattern) Curl(panel int, angle float64) (why string) {
	pan := &p.Panels[panel]
	if !(angle >= Least*(1-1e-9) && angle <= 2*math.Pi*(1+1e-9)) {
		return fmt.Sprintf("rolled up by %.4g degrees: expected 0, flat, or %.4g to 360", angle*180/math.Pi,
			Least*180/math.Pi)
	}
	r := Roll{angle: angle, side: 1}
	if pan.Area() < 0 {
		r.side = -1
	}
	for k, i := range p.tube(panel) {
		s := &p.Stitches[i]
		for _, ends := range p.sewnEnds(s) {
			d := r2.Sub(ends[1], ends[0])
			if math.Abs(d.X) < math.Abs(d.Y) {
				return fmt.Sprintf("%s, %s, sews sides that are above each other: expected them on its left and right, since it "+
					"is rolled up about its vertical axis", p.stitchName(i), p.ends(s))
			}
			l := rollLine{y: (ends[0].Y + ends[1].Y) / 2, middle: (ends[0].X + ends[1].X) / 2, width: math.Abs(d.X)}
			if k == 0 && r.low == (rollLine{}) {
				r.low, r.high = l, l
			}
			if l.y < r.low.y {
				r.low = l
			}
			if l.y > r.high.y {
				r.high = l
			}
		}
	}
	if r.low.width == 0 {
		outline, _ := pan.polyline(8)
		b := bounds(outline)
		r.low = rollLine{width: b.Max.X - b.Min.X, middle: (b.Min.X + b.Max.X) / 2}
		r.high = r.low
	}
	pan.Roll = r
	return ""
}

// curls rolls up the panels with a key for it, once stitches are known.
func (r *patternReader) curls(panels *param.JSONNode) error {
	for k, name := range panels.Keys {
		n := panels.Vals[k].Get("curl")
		if n == nil {
			continue
		}
		if err := r.want(n, param.JSONNumeric); err != nil {
			return err
		}
		if n.Num == 0 {
			continue
		}
		if why := r.pattern.Curl(r.index[name], n.Num*math.Pi/180); why != "" {
			return r.errorf(n, "%s", why)
		}
	}
	return nil
}
