package sewing

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/param"
)

var unfit = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// First is a sewing file to begin with: all panels with their sides, where these begin and how long they are, and no
// seams.
func (d *Drawing) First() string {
	w := &sewer{drawing: d, fail: func(key, format string, args ...any) error { return fmt.Errorf(format, args...) }}
	param.SetDefaults(&w.sewing)
	var b strings.Builder
	fmt.Fprintf(&b, "# How %s is sewn and where its panels hang. Lengths are metres, angles degrees, y is up and z the "+
		"front.\n", d.File)
	unit := d.Unit
	switch {
	case unit == 0:
		unit = 0.001
		b.WriteString("unit_m = 0.001  # of a unit of the drawing, which does not say\n")
	case d.Assumed != "":
		fmt.Fprintf(&b, "# unit_m = %g  # of a unit of the drawing, which does not say: %s\n", unit, d.Assumed)
	default:
		fmt.Fprintf(&b, "# unit_m = %g  # of a unit of the drawing, as it says\n", unit)
	}
	for _, w := range d.Warnings {
		fmt.Fprintf(&b, "# warning: %s\n", param.TOML(w))
	}
	taken := map[string]bool{}
	var sewn []sewable
	for i := range d.Pieces {
		p := &d.Pieces[i]
		if p.Detail {
			continue
		}
		name := strings.Trim(unfit.ReplaceAllString(p.Name(), "-"), "-")
		if name == "" || name[0] < 'A' {
			name = "panel-" + name
		}
		name = name[:min(len(name), 50)]
		for k, base := 2, name; taken[name]; k++ {
			name = fmt.Sprintf("%s-%d", base, k)
		}
		taken[name] = true
		fmt.Fprintf(&b, "\n[[panel]]\nname = %s\n", param.TOML(name))
		if name != p.Name() {
			fmt.Fprintf(&b, "piece = %s\n", param.TOML(p.Name()))
		}
		list, err := w.sides("", &Panel{}, p)
		if err != nil {
			continue
		}
		var names []any
		b.WriteString("# Its sides, in the drawing's units and axes:\n")
		for _, s := range list {
			from, to := w.shown(s.curve.Start), w.shown(s.curve.End)
			fmt.Fprintf(&b, "#   %s from (%.5g, %.5g) to (%.5g, %.5g), %.5g long, %.4g cm\n", s.name, from.X, from.Y, to.X,
				to.Y, s.curve.Length(), 100*unit*s.curve.Length())
			names = append(names, s.name)
		}
		fmt.Fprintf(&b, "sides = %s\n", param.TOML(names))
		if p.Fold != nil {
			if fold := foldOf(list, p.Fold); fold != "" {
				fmt.Fprintf(&b, "fold = %s  # half of it is drawn\n", param.TOML(fold))
			}
		}
		back := strings.Contains(strings.ToLower(p.Name()), "back")
		sewn = append(sewn, hung(name, list, back)...)
		if cap, ok := capOf(list); ok {
			fmt.Fprintf(&b, `label = "arm"                  # what it seems to be, by %s: a sleeve in one piece
curl_deg = 360                 # rolled up; 0 is flat
translate_m = [0.31, 1.23, 0]  # the middle of the roll: around the left arm of 1.72 m, 45° down
rotate_deg = [0, 90, 45]
# The right one is another [[panel]] of this piece, with mirror = true, translate_m = [-0.31, 1.23, 0] and rotate_deg = [0, -90, -45].
`, list[cap].name)
			continue
		}
		z, turn := "0.2", "0"
		if back {
			z, turn = "-0.2", "180"
		}
		fmt.Fprintf(&b, "translate_m = [0, 1, %s]  # of its middle\nrotate_deg = [0, %s, 0]      # [0, 180, 0] faces the "+
			"back\n", z, turn)
	}
	if a, o, ok := alike(sewn); ok {
		fmt.Fprintf(&b, "\n# A seam joins sides, here two that are of one length or nearly:\n# [[stitch]]\n# a = %s\n# b = "+
			"%s\n", param.TOML([]any{a}), param.TOML([]any{o}))
	}
	return b.String()
}

// sewable is a side of a panel as a seam calls it, and where its middle hangs, in the drawing's units.
type sewable struct {
	panel, name string
	length      float64
	at          r2.Vec
	flat        bool // it goes across more than up: hems and waists do
}

// hung are the sides of a panel, around its middle, turned or not.
func hung(panel string, list []side, turned bool) (sides []sewable) {
	var pts []r2.Vec
	for _, s := range list {
		for k := range 9 {
			pts = append(pts, s.curve.At(float64(k)/8))
		}
	}
	lo, hi := box(pts)
	for _, s := range list {
		at := r2.Sub(s.curve.At(.5), r2.Scale(.5, r2.Add(lo, hi)))
		if turned {
			at.X = -at.X
		}
		way := r2.Sub(s.curve.End, s.curve.Start)
		sides = append(sides, sewable{panel, s.name, s.curve.Length(), at, math.Abs(way.X) > math.Abs(way.Y)})
	}
	return sides
}

// mostAlike is how many sides are compared with each other at most.
const mostAlike = 1000

// alike are two sides of one length or nearly that hang near each other, upright rather than not.
func alike(sides []sewable) (a, b string, ok bool) {
	sides = sides[:min(len(sides), mostAlike)]
	least := math.Inf(1)
	for i, p := range sides {
		for _, q := range sides[:i] {
			longer := max(p.length, q.length)
			off := (math.Abs(p.length-q.length) + r2.Norm(r2.Sub(p.at, q.at))) / longer
			if p.flat || q.flat {
				off++
			}
			if off < least {
				least, a, b, ok = off, q.panel+"."+q.name, p.panel+"."+p.name, true
			}
		}
	}
	return a, b, ok
}

// capOf is the side of an outline that is a sleeve's cap, if it is a sleeve in one piece, upright: it goes from its
// left to its right and rises, between two sides of one length that go down.
func capOf(list []side) (at int, ok bool) {
	const rise, alike = 0.15, 0.1 // of its width; of lengths
	var all []r2.Vec
	points := func(s side) (pts []r2.Vec) {
		for k := range 33 {
			pts = append(pts, s.curve.At(float64(k)/32))
		}
		return pts
	}
	for _, s := range list {
		all = append(all, points(s)...)
	}
	lo, hi := box(all)
	wide := hi.X - lo.X
	for i, s := range list {
		a, b := s.curve.Start, s.curve.End
		before, after := list[(i+len(list)-1)%len(list)].curve, list[(i+1)%len(list)].curve
		_, top := box(points(s))
		down := func(corner, end r2.Vec) bool { return corner.Y-end.Y > math.Abs(corner.X-end.X) }
		if len(list) > 3 && math.Abs(b.X-a.X) > 0.9*wide && top.Y == hi.Y && top.Y-max(a.Y, b.Y) > rise*wide &&
			math.Abs(a.Y-b.Y) < rise*wide &&
			down(a, before.Start) && down(b, after.End) && math.Abs(before.Length()-after.Length()) < alike*after.Length() {
			return i, true
		}
	}
	return 0, false
}
