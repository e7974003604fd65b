package sewing

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/param"
)

var unfit = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// First returns a first sewing file: all panels with the starts and lengths of their sides, and no seams.
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
	if d.chosen != "" {
		fmt.Fprintf(&b, "size = %s  # of those that the drawing has\n", param.TOML(d.chosen))
	}
	warnings := slices.Clone(d.Warnings)
	for i := range d.Pieces {
		warnings = append(warnings, d.Pieces[i].Warnings...)
	}
	for _, w := range warnings {
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
		list = upright(list, p.Grain)
		if p.Fold != nil {
			if fold := foldOf(list, upFold(p)); fold != "" {
				fmt.Fprintf(&b, "fold = %s  # half of it is drawn\n", param.TOML(fold))
				if whole, err := w.unfold("", fold, counterClockwise(list)); err == nil {
					list = whole
				}
			}
		}
		back, centre := isBack(p.Name()), ""
		if p.Fold == nil {
			if centre = centreOf(list); centre != "" {
				fmt.Fprintf(&b, "# fold = %s  # if half of it is drawn\n", param.TOML(centre))
			}
		}
		sewn = append(sewn, hung(name, list, back, centre)...)
		if cap, ok := capOf(list); ok {
			fmt.Fprintf(&b, `label = "arm"                  # what it seems to be, by %s: a sleeve in one piece
curl_deg = 360                 # rolled up; 0 is flat
translate_m = [0.31, 1.23, 0]  # the middle of the roll: around the left arm of 1.72 m, 45° down
rotate_deg = [0, 90, 45]
# The right one is another [[panel]] of this piece, with mirror = true, translate_m = [-0.31, 1.23, 0] and rotate_deg = [0, -90, -45].
`, list[cap].name)
			continue
		}
		z, turn, lying := "0.2", "0", quarter(p.Grain)
		if back {
			z, turn, lying = "-0.2", "180", -lying
		}
		why := "[0, 180, 0] faces the back"
		if lying != 0 {
			why = "its grain lies in the drawing, and hangs upright"
		}
		fmt.Fprintf(&b, "translate_m = [0, 1, %s]  # of its middle\nrotate_deg = [0, %s, %d]      # %s\n", z, turn,
			int(lying), why)
	}
	if seams := proposed(sewn); len(seams) > 0 {
		b.WriteString("\n# Seams join sides. These are as long as each other, or nearly, and hang before each other:\n")
		for _, s := range seams {
			fmt.Fprintf(&b, "# [[stitch]]\n# a = %s\n# b = %s\n", param.TOML([]any{s[0]}), param.TOML([]any{s[1]}))
		}
	}
	return b.String()
}

// isBack reports whether a piece belongs to the back, by its name in some languages.
func isBack(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{"back", "rück", "rueck", "hinter", "dietro", "espalda", "trasero", "arrière"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.Contains(words, "dos") || slices.Contains(words, "rug") || slices.Contains(words, "ryg")
}

// quarter returns the angle of 90° or 180° that makes the grain of a piece upright, counter-clockwise [°]. A grain
// between is that of cloth on the bias, and stays.
func quarter(grain *[2]r2.Vec) float64 {
	if grain == nil {
		return 0
	}
	d := r2.Sub(grain[1], grain[0])
	if math.Abs(d.Y) < math.Abs(d.X)*math.Tan(math.Pi/180) {
		return 90
	}
	return 0
}

// upright turns sides so that their grain is upright, see quarter.
func upright(list []side, grain *[2]r2.Vec) []side {
	if quarter(grain) == 0 {
		return list
	}
	turned := slices.Clone(list)
	for i := range turned {
		turned[i].curve = turned[i].curve.Map(quarterTurn)
	}
	return turned
}

func quarterTurn(v r2.Vec) r2.Vec { return r2.Vec{X: -v.Y, Y: v.X} }

// upFold returns the fold of a piece whose sides were turned by upright.
func upFold(p *Piece) *[2]r2.Vec {
	if quarter(p.Grain) == 0 {
		return p.Fold
	}
	return &[2]r2.Vec{quarterTurn(p.Fold[0]), quarterTurn(p.Fold[1])}
}

func counterClockwise(list []side) []side {
	if area(list) < 0 {
		return turnRound(list)
	}
	return list
}

// sewable is a side of a panel by its name in seams, with the position of its middle, in the drawing's units.
type sewable struct {
	panel, name string
	length      float64
	at          r2.Vec
	open        bool // hems, waists, necks and armholes: level, or hollow
	back        bool
}

// Relative to the distance between the ends of a side: the height difference of the ends of a level side, and the
// distance of a hollow or round side from the line between them.
const (
	across = 0.1
	bowed  = 0.12
)

// hung returns the sides of a panel, around its middle, turned or not. centre is a possible fold.
func hung(panel string, list []side, turned bool, centre string) (sides []sewable) {
	var pts []r2.Vec
	for _, s := range list {
		for k := range 9 {
			pts = append(pts, s.curve.At(float64(k)/8))
		}
	}
	lo, hi := box(pts)
	hull := convexHull(pts)
	for _, s := range list {
		at := r2.Sub(s.curve.At(.5), r2.Scale(.5, r2.Add(lo, hi)))
		if turned {
			at.X = -at.X
		}
		way := r2.Sub(s.curve.End, s.curve.Start)
		l := r2.Norm(way)
		open := s.name == centre || math.Abs(way.Y) <= across*math.Abs(way.X) ||
			math.Abs(r2.Cross(way, r2.Sub(s.curve.At(.5), s.curve.Start))) > bowed*l*l || within(hull, s.curve.At(.5)) > bowed*l
		sides = append(sides, sewable{panel, s.name, s.curve.Length(), at, open, turned})
	}
	return sides
}

// centreOf returns the side on which a piece may be folded: one that is straight and upright on its left or right
// border, over half of its height or more. It is empty if there is none, or one on each side.
func centreOf(list []side) (name string) {
	const straight, upright = 1e-3, 0.02 // relative to its length
	var pts []r2.Vec
	for _, s := range list {
		for k := range 9 {
			pts = append(pts, s.curve.At(float64(k)/8))
		}
	}
	lo, hi := box(pts)
	for _, s := range list {
		a, way := s.curve.Start, r2.Sub(s.curve.End, s.curve.Start)
		near := upright * math.Abs(way.Y)
		if s.curve.Length() < (1+straight)*r2.Norm(way) && math.Abs(way.X) <= near && math.Abs(way.Y) >= (hi.Y-lo.Y)/2 &&
			min(a.X-lo.X, hi.X-a.X) <= near {
			if name != "" {
				return ""
			}
			name = s.name
		}
	}
	return name
}

// convexHull returns the convex hull of points, counter-clockwise, by Andrew's monotone chain (1979).
func convexHull(pts []r2.Vec) (hull []r2.Vec) {
	pts = slices.Clone(pts)
	slices.SortFunc(pts, func(a, b r2.Vec) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	half := func(p []r2.Vec) {
		base := len(hull)
		for _, v := range p {
			for n := len(hull); n >= base+2 && r2.Cross(r2.Sub(hull[n-1], hull[n-2]), r2.Sub(v, hull[n-2])) <= 0; n-- {
				hull = hull[:n-1]
			}
			hull = append(hull, v)
		}
		hull = hull[:len(hull)-1]
	}
	half(pts)
	slices.Reverse(pts)
	half(pts)
	return hull
}

// within returns the distance of a point from the border of a convex outline around it.
func within(hull []r2.Vec, p r2.Vec) float64 {
	least := math.Inf(1)
	for i, a := range hull {
		e := r2.Sub(hull[(i+1)%len(hull)], a)
		if l := r2.Norm(e); l > 0 {
			least = min(least, r2.Cross(e, r2.Sub(p, a))/l)
		}
	}
	return least
}

// Bounds of proposed seams.
const (
	mostAlike = 1000 // largest number of sides that are compared
	mostApart = 0.25 // largest difference of lengths, and distance, of matching sides, relative to the longer one
	mostEase  = 0.1  // largest difference of lengths alone
	otherHalf = 0.02 // cost of sides on different halves, such as those of pieces that are drawn as halves
)

// proposed returns seams between sides, each side at most once: of a front and a back if there are both, of equal or
// nearly equal length and at equal positions, or at the position of the other's mirror image, the most similar first;
// never hems, waists, necks and armholes. If there are none, it returns the most similar pair.
func proposed(sides []sewable) (seams [][2]string) {
	sides = sides[:min(len(sides), mostAlike)]
	type pair struct {
		i, j int
		off  float64
	}
	var pairs []pair
	closest := pair{off: math.Inf(1)}
	for j, q := range sides {
		for i, p := range sides[:j] {
			longer := max(p.length, q.length)
			ease := math.Abs(p.length-q.length) / longer
			mirrored := r2.Vec{X: -q.at.X, Y: q.at.Y}
			off := ease + min(r2.Norm(r2.Sub(p.at, q.at)), r2.Norm(r2.Sub(p.at, mirrored))+otherHalf*longer)/longer
			if p.open || q.open || p.panel == q.panel {
				continue
			}
			if off < closest.off {
				closest = pair{i, j, off}
			}
			if off <= mostApart && ease <= mostEase && p.back != q.back {
				pairs = append(pairs, pair{i, j, off})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.off, b.off) })
	if len(pairs) == 0 && !math.IsInf(closest.off, 1) {
		pairs = append(pairs, closest)
	}
	taken := map[int]bool{}
	for _, p := range pairs {
		if !taken[p.i] && !taken[p.j] {
			taken[p.i], taken[p.j] = true, true
			a, b := sides[p.i], sides[p.j]
			seams = append(seams, [2]string{a.panel + "." + a.name, b.panel + "." + b.name})
		}
	}
	return seams
}

// capOf returns the side of an outline that is a sleeve's cap, if it is an upright sleeve in one piece: the cap rises
// from left to right, between two sides of equal length that go down.
func capOf(list []side) (at int, ok bool) {
	const rise, alike = 0.15, 0.1 // relative to its width; to lengths
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
