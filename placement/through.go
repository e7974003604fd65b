package placement

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// within is the part of a figure inside a closed line.
type within struct {
	lo, hi, mean r3.Vec // of the surface next to it, with the figure in another pose [m]
	n            int    // number of points; 0: nothing
}

// inside returns the part of the figure that passes through a closed line. The line is spanned by a fan; points of it
// count that the line encloses, seen along its area vector, and that are at least halfway from the figure's surface to
// its core. A line that lies on the figure, beside a limb or on the top of the head, only cuts off a bump. pose is the
// figure's vertices in the pose of the result.
func (f *Figure) inside(loop, pose []r3.Vec) (w within) {
	const spokes, rings, deep = 48, 20, 0.5
	middle, area, _ := around(loop)
	if r3.Norm2(area) == 0 {
		return w
	}
	n := r3.Unit(area)
	u := r3.Unit(r3.Cross(n, leastOf(n)))
	v := r3.Cross(n, u)
	flat := make([]r2.Vec, len(loop))
	for i, p := range loop {
		d := r3.Sub(p, middle)
		flat[i] = r2.Vec{X: r3.Dot(d, u), Y: r3.Dot(d, v)}
	}
	look := func(p r3.Vec) {
		h := f.tree.Closest(p, -1)
		d := r3.Sub(p, middle)
		if h.Dist >= 0 || -h.Dist < deep*f.core(p) || turns(flat, r2.Vec{X: r3.Dot(d, u), Y: r3.Dot(d, v)}) == 0 {
			return
		}
		for _, k := range f.tri[h.Tri] {
			x := pose[k]
			if w.n == 0 {
				w.lo, w.hi = x, x
			}
			w.lo = r3.Vec{X: min(w.lo.X, x.X), Y: min(w.lo.Y, x.Y), Z: min(w.lo.Z, x.Z)}
			w.hi = r3.Vec{X: max(w.hi.X, x.X), Y: max(w.hi.Y, x.Y), Z: max(w.hi.Z, x.Z)}
			w.mean = r3.Add(w.mean, x)
			w.n++
		}
	}
	look(middle)
	for k := range spokes {
		end := loop[k*len(loop)/spokes]
		for r := range rings {
			look(r3.Add(middle, r3.Scale((float64(r)+.5)/rings, r3.Sub(end, middle))))
		}
	}
	if w.n > 0 {
		w.mean = r3.Scale(1/float64(w.n), w.mean)
	}
	return w
}

// core returns the distance of the figure's core from its surface [m], reached from a point inside along the inward
// gradient of the distance.
func (f *Figure) core(p r3.Vec) float64 {
	h := f.tree.Closest(p, -1)
	for range 20 {
		q := r3.Add(p, r3.Scale(h.Dist/2, h.Normal))
		g := f.tree.Closest(q, h.Tri)
		if g.Dist > h.Dist*(1+1e-3) {
			break
		}
		p, h = q, g
	}
	return -h.Dist
}

// leastOf returns the axis of the smallest component.
func leastOf(n r3.Vec) r3.Vec {
	switch x, y, z := math.Abs(n.X), math.Abs(n.Y), math.Abs(n.Z); {
	case x <= y && x <= z:
		return r3.Vec{X: 1}
	case y <= z:
		return r3.Vec{Y: 1}
	}
	return r3.Vec{Z: 1}
}

// turns returns the winding number of a closed line around a point.
func turns(line []r2.Vec, p r2.Vec) int {
	n := 0
	for i, a := range line {
		b := line[(i+1)%len(line)]
		side := r2.Cross(r2.Sub(b, a), r2.Sub(p, a))
		if a.Y <= p.Y && b.Y > p.Y && side > 0 {
			n++
		} else if a.Y > p.Y && b.Y <= p.Y && side < 0 {
			n--
		}
	}
	return n
}

// crown is the height above which a neck opening is around the head, relative to the figure's.
const crown = 0.93

// Amiss returns a text for each opening of a garment that is not around its part of the body. The garment is at x and
// the figure in its pose; dressed is the figure in the pose for dressing, start are the garment's positions then.
func (f *Figure) Amiss(list []Opening, x, start []r3.Vec, dressed *Figure) (wrong []string) {
	crotch, parts := dressed.Crotch()
	middle, beside := dressed.Middle().X, dressed.Height()/40
	for i := range list {
		o := &list[i]
		var found within
		why := ""
		if !parts && (o.of == top || o.of == hem) { // a post, a ball
			continue
		}
		for k, loop := range o.loops {
			p := points(loop, x)
			w := f.inside(p, dressed.x)
			text := ""
			at, _, _ := around(p)
			own, other := w.hi.X-middle, middle-w.lo.X // how far it extends to both sides
			if o.side < 0 {
				own, other = other, own
			}
			switch {
			case w.n == 0:
				text = nothingIn(o, p, at, f)
			case o.side != 0 && own > beside && other > beside:
				text = fmt.Sprintf("the %s is around the trunk, at %.2f m", o.Name, at.Y)
			case o.side != 0 && other > beside:
				text = fmt.Sprintf("the %s is around the %s on the other side, at %.2f m", o.Name, map[bool]string{true: "leg",
					false: "arm"}[o.of == trouser], at.Y)
			}
			if k == 0 {
				found, why = w, text
			}
			if text == "" {
				found, why = w, ""
				break
			}
		}
		switch {
		case why != "" || found.n == 0:
		case o.of == neck && found.mean.Y > dressed.lo.Y+crown*dressed.Height():
			why = fmt.Sprintf("the %s is around the top of the head", o.Name)
		case o.of == top && parts && found.mean.Y < crotch:
			at, _, _ := around(points(o.loops[0], start))
			if at.Y > crotch {
				why = fmt.Sprintf("the %s came down around the legs: it started at %.2f m, and the legs part at %.2f m", o.Name,
					at.Y, crotch)
			}
		}
		if why != "" {
			wrong = append(wrong, why)
		}
	}
	return wrong
}

// nothingIn returns the text about an opening that is around nothing, at these points.
func nothingIn(o *Opening, p []r3.Vec, at r3.Vec, f *Figure) string {
	low, _ := Extent(p)
	switch {
	case low.Y > f.hi.Y-f.Height()/17:
		return fmt.Sprintf("the %s lies above the head, at %.2f m; the body ends at %.2f m", o.Name, at.Y, f.hi.Y)
	case o.of == sleeve:
		return fmt.Sprintf("the %s holds no arm", o.Name)
	case o.of == trouser:
		return fmt.Sprintf("the %s holds no leg", o.Name)
	}
	return fmt.Sprintf("nothing comes through the %s, at (%.2f, %.2f, %.2f) m", o.Name, at.X, at.Y, at.Z)
}

// Above returns a text if a neck opening is above the figure before dressing, so that it will not go around its neck,
// and how far down it belongs [m].
func (f *Figure) Above(list []Opening, x []r3.Vec) (why string, down float64) {
	for i := range list {
		o := &list[i]
		low, high := Extent(points(o.loops[0], x))
		if o.of != neck || low.Y <= f.hi.Y {
			continue
		}
		at := f.lo.Y + neckline*f.Height()
		return fmt.Sprintf("its %s starts from %.2f to %.2f m up, above the head, which ends at %.2f m", o.Name, low.Y,
			high.Y, f.hi.Y), (low.Y+high.Y)/2 - at
	}
	return "", 0
}
