package sewing

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/pattern"
)

// side is a part of a panel's outline with a name.
type side struct {
	name, label string
	curve       pattern.Curve
}

// mirrored is the suffix of the names of sides that a fold creates.
const mirrored = "-mirrored"

// Relative to the size of an outline: the distance from a corner within which a point is at it, and the largest
// distance of a corner from the outline.
const (
	onCorner  = 1e-3
	offBorder = 0.02
)

// sides divides the outline of a piece at its corners, and names the parts. Lengths are the drawing's.
func (w *sewer) sides(at string, p *Panel, piece *Piece) ([]side, error) {
	o := outline{curves: slices.Clone(piece.Outline)}
	for _, c := range o.curves {
		o.size = max(o.size, r2.Norm(r2.Sub(c.End, o.curves[0].Start)))
	}
	for i, c := range p.Corners {
		v := r2.Vec{X: c.At[0], Y: c.At[1]}
		if w.drawing.Down {
			v.Y = -v.Y
		}
		if off := o.mark(v); off > offBorder*o.size {
			return nil, w.fail(fmt.Sprintf("%s.corner.%d.at", at, i), "is %.4g units off the outline of %q: expected a point "+
				"on it", off, piece.Name())
		}
	}
	list := o.between(o.corners(piece, w.sewing.Corner*math.Pi/180))
	if len(p.Sides) == 0 {
		return list, nil
	}
	if len(p.Sides) != len(list) {
		return nil, w.fail(at+".sides", "%d names, but the outline of %q has %d sides: %s", len(p.Sides), piece.Name(),
			len(list), w.describe(list))
	}
	return w.named(at+".sides", p.Sides, list)
}

// outline is the border of a piece, of a size in the drawing's lengths.
type outline struct {
	curves []pattern.Curve
	size   float64
	marked []r2.Vec // corners where it need not turn
}

// mark makes the point of the outline nearest to v a corner, and returns its distance; beyond offBorder of the size it
// does not.
func (o *outline) mark(v r2.Vec) (off float64) {
	k, f := 0, 0.0
	off = math.Inf(1)
	for j, curve := range o.curves {
		if g, d := curve.Nearest(v); d < off {
			k, f, off = j, g, d
		}
	}
	if off > offBorder*o.size {
		return off
	}
	c := o.curves[k]
	corner := c.Between(0, f).End
	switch {
	case r2.Norm(r2.Sub(corner, c.Start)) <= onCorner*o.size:
		corner = c.Start
	case r2.Norm(r2.Sub(corner, c.End)) <= onCorner*o.size:
		corner = c.End
	default:
		o.curves = slices.Replace(o.curves, k, k+1, c.Between(0, f), c.Between(f, 1))
		o.curves[k+1].Start = o.curves[k].End
		corner = o.curves[k].End
	}
	o.marked = append(o.marked, corner)
	return off
}

// corners returns the first curves of sides: at marked corners, and where the outline turns by more than an angle, or
// at the corners of the piece. A round piece has two halves.
func (o *outline) corners(piece *Piece, angle float64) (corners []int) {
	n := len(o.curves)
	for i, c := range o.curves {
		_, in := o.curves[(i+n-1)%n].Tangents()
		out, _ := c.Tangents()
		near := func(v r2.Vec) bool { return r2.Norm(r2.Sub(v, c.Start)) <= onCorner*o.size }
		turns := math.Abs(math.Atan2(r2.Cross(in, out), r2.Dot(in, out))) > angle
		if piece.Corners != nil {
			turns = slices.ContainsFunc(piece.Corners, near)
		}
		if turns || slices.Contains(o.marked, c.Start) {
			corners = append(corners, i)
		}
	}
	if len(corners) >= 2 {
		return corners
	}
	return []int{0, n / 2}
}

// between returns the sides from corner to corner.
func (o *outline) between(corners []int) (list []side) {
	n := len(o.curves)
	for i, from := range corners {
		to := corners[(i+1)%len(corners)]
		if to <= from {
			to += n
		}
		var curves []pattern.Curve
		for k := from; k < to; k++ {
			curves = append(curves, o.curves[k%n])
		}
		name := fmt.Sprintf("side-%d", i+1)
		list = append(list, side{name, name, pattern.Join(curves)})
	}
	return list
}

// named sets the names of sides, which are at a key; neighbours with one name are one side.
func (w *sewer) named(at string, names []string, list []side) (named []side, err error) {
	for i, s := range list {
		s.name = names[i]
		s.label, _, _ = strings.Cut(s.name, ":")
		if strings.Contains(s.name, ".") || s.name == "" {
			return nil, w.fail(at, "%q: expected a name without dots", s.name)
		}
		if k := len(named); k > 0 && named[k-1].name == s.name {
			named[k-1].curve = pattern.Join([]pattern.Curve{named[k-1].curve, s.curve})
			continue
		}
		named = append(named, s)
	}
	if k := len(named); k > 2 && named[0].name == named[k-1].name { // across the start of the outline
		named[0].curve = pattern.Join([]pattern.Curve{named[k-1].curve, named[0].curve})
		named = named[:k-1]
	}
	if len(named) < 2 {
		return nil, w.fail(at, "all have one name: expected at least two")
	}
	seen := map[string]bool{}
	for _, s := range named {
		if seen[s.name] {
			return nil, w.fail(at, "%q is there twice, not beside itself: expected names that differ", s.name)
		}
		seen[s.name] = true
	}
	return named, nil
}

// describe returns the starts and lengths of sides, in the drawing's units and axes.
func (w *sewer) describe(list []side) string {
	var text []string
	for _, s := range list {
		p := w.shown(s.curve.Start)
		text = append(text, fmt.Sprintf("from (%.4g, %.4g) %.4g long", p.X, p.Y, s.curve.Length()))
		if len(text) == 24 && len(list) > 24 {
			text = append(text, "…")
			break
		}
	}
	return strings.Join(text, ", ")
}

// shown returns a point in the drawing's own axes.
func (w *sewer) shown(p r2.Vec) r2.Vec {
	if w.drawing.Down {
		p.Y = 0 - p.Y
	}
	return p
}

// unfold mirrors a piece at its straight side fold; the mirrored sides follow counter-clockwise.
func (w *sewer) unfold(at, fold string, list []side) ([]side, error) {
	k := slices.IndexFunc(list, func(s side) bool { return s.name == fold })
	if k < 0 {
		return nil, w.fail(at+".fold", "%q is no side: expected one of %s", fold, sideNames(list))
	}
	f := list[k].curve
	axis := r2.Sub(f.End, f.Start)
	length := r2.Norm(axis)
	for _, c := range f.Pieces() {
		for _, v := range []r2.Vec{c.At(.25), c.At(.5), c.At(.75), c.End} {
			if d := math.Abs(r2.Cross(axis, r2.Sub(v, f.Start))) / length; d > 5e-3*length {
				return nil, w.fail(at+".fold", "side %q is not straight: expected a straight one, on which cloth can be folded",
					fold)
			}
		}
	}
	axis = r2.Scale(1/length, axis)
	over := func(p r2.Vec) r2.Vec {
		d := r2.Sub(p, f.Start)
		along := r2.Dot(d, axis)
		return r2.Sub(r2.Add(f.Start, r2.Scale(2*along, axis)), d)
	}
	half := append(slices.Clone(list[k+1:]), list[:k]...)
	var other []side
	for i := range half {
		s := half[len(half)-1-i]
		c := s.curve.Map(over).Reverse()
		other = append(other, side{s.name + mirrored, s.label, c})
	}
	other[0].curve = startAt(other[0].curve, f.Start)
	other[len(other)-1].curve = endAt(other[len(other)-1].curve, f.End)
	joins := func(a, b pattern.Curve) bool {
		_, in := a.Tangents()
		out, _ := b.Tangents()
		return math.Abs(math.Atan2(r2.Cross(in, out), r2.Dot(in, out))) <= w.sewing.Corner*math.Pi/180
	}
	// Sides continue across the fold, unless there is a corner.
	if last := &half[len(half)-1]; len(half) > 1 && joins(last.curve, other[0].curve) {
		last.curve = pattern.Join([]pattern.Curve{last.curve, other[0].curve})
		other = other[1:]
	}
	if n := len(other); n > 0 && joins(other[n-1].curve, half[0].curve) {
		half[0].curve = pattern.Join([]pattern.Curve{other[n-1].curve, half[0].curve})
		other = other[:n-1]
	}
	return append(half, other...), nil
}

// startAt moves the first point of a curve to p, to remove rounding errors.
func startAt(c pattern.Curve, p r2.Vec) pattern.Curve {
	if c.Kind == pattern.Chain {
		c.Parts = slices.Clone(c.Parts)
		c.Parts[0].Start = p
	}
	c.Start = p
	return c
}

func endAt(c pattern.Curve, p r2.Vec) pattern.Curve { return startAt(c.Reverse(), p).Reverse() }

func sideNames(list []side) string {
	var names []string
	for _, s := range list {
		names = append(names, fmt.Sprintf("%q", s.name))
	}
	return strings.Join(names, ", ")
}
