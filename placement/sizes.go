package placement

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
)

// Too large is a garment that at its narrowest is this many times as far round as the figure there; too small is one
// that has to stretch by a ninth.
const (
	tooLarge = 1.5
	tooSmall = 0.9
)

// Misfit says of a garment that starts around the trunk of a figure without arms that it is far too large or too small
// for it. It is empty where it fits, and where it is around nothing. What hangs from its waist is as large as that is,
// wherever that starts: of a wide skirt's flat panels, whose waist is an arc, level planes only have the width.
func (f *Figure) Misfit(g *Garment) string {
	narrow, slimmest := f.tightest(g)
	least := narrow.Cloth / narrow.Body
	word := ""
	switch {
	case narrow.Body == 0 || least > tooLarge && g.waist() <= tooLarge*slimmest:
		return ""
	case least > tooLarge:
		word = "large: expected a smaller pattern, or a larger body"
	case least < tooSmall:
		word = "small: expected a larger pattern, or a smaller body"
	default:
		return ""
	}
	if least < 1/otherUnit || least > otherUnit {
		word += "; or its drawing in the unit that it has been read in: see unit_m"
	} else {
		word += fmt.Sprintf("; scale = %.3g makes it as large as the body there", roundUp(1/least))
	}
	return fmt.Sprintf("where it is narrowest for it, at %.2f m, its pattern is %.2f m round and the body %.2f m, too %s",
		narrow.Height, narrow.Cloth, narrow.Body, word)
}

// tightest is where a garment is narrowest for the trunk of the figure, between chest and crotch, by the lengths that
// its pattern has in level planes; Body is 0 where it is around nothing. slimmest is the figure's least girth [m].
func (f *Figure) tightest(g *Garment) (narrow Girth, slimmest float64) {
	s := &g.Surface
	const levels, chest = 24, 0.66 // of its height: below arms, and above legs
	lo, hi := Extent(s.X)
	middle := f.Middle()
	slimmest = math.Inf(1)
	crotch, parts := f.Crotch()
	if lo.Y, hi.Y = max(lo.Y, crotch+f.Height()/25), min(hi.Y, f.lo.Y+chest*f.Height()); !parts || lo.Y >= hi.Y {
		return narrow, slimmest
	}
	least := math.Inf(1)
	for k := range levels {
		h := lo.Y + (float64(k)+.5)/levels*(hi.Y-lo.Y)
		girth := f.trunk(h)
		if girth > 0 {
			slimmest = min(slimmest, girth)
		}
		for _, c := range loops(s.X, s.Tri, s.UV, h) {
			beside := math.Hypot(c.middle.X-middle.X, c.middle.Z-middle.Z)
			if girth > 0 && beside < c.length/12 && c.rest/girth < least {
				least = c.rest / girth
				narrow = Girth{Height: h, Cloth: c.rest, Body: girth}
			}
		}
	}
	return narrow, slimmest
}

// Scales are how many times as large as it is drawn a garment may go onto the figure, in the order in which they are
// worth a trial: as far round as the figure where it is narrowest for it, or at the waist; as tall as the figure,
// against whom patterns are drawn for; and a little larger.
func (f *Figure) Scales(g *Garment) []float64 {
	const same, least, most = 0.04, 0.3, 3
	var list []float64
	add := func(s float64) {
		s = roundUp(s)
		if s >= least && s <= most && math.Abs(s-1) >= same &&
			!slices.ContainsFunc(list, func(o float64) bool { return math.Abs(o-s) < same }) {
			list = append(list, s)
		}
	}
	narrow, slimmest := f.tightest(g)
	for _, ease := range []float64{1, 1.15} {
		if narrow.Body > 0 {
			add(ease * narrow.Body / narrow.Cloth)
		}
		add(ease * slimmest / g.waist())
	}
	add(f.Height() / patternHeight)
	for _, s := range []float64{1.1, 1.2} {
		add(s)
	}
	return list
}

// roundUp gives a scale in twentieths.
func roundUp(s float64) float64 { return math.Ceil(20*s-1e-9) / 20 }

// otherUnit is how many times a body's girth speaks for a unit that is another one: inches are 2.54 cm.
const otherUnit = 2.3

// trunk is the figure's girth at a height: of the trunk, or what legs are together [m]; 0: nothing is there.
func (f *Figure) trunk(height float64) (girth float64) {
	middle := f.Middle()
	for _, b := range loops(f.x, f.tri, nil, height) {
		if math.Hypot(b.middle.X-middle.X, b.middle.Z-middle.Z) < b.length/8 {
			girth = max(girth, b.length)
		}
	}
	return girth
}

// waist is the length that the pattern gives the narrowest opening by which a garment hangs from a waist [m]; +Inf: it
// has none.
func (g *Garment) waist() float64 {
	least := math.Inf(1)
	near := g.rest()
	for _, open := range g.Openings() {
		if open.of != top {
			continue
		}
		loop, length := open.loops[0], 0.0
		for k, e := range loop {
			next := loop[(k+1)%len(loop)].a
			for _, n := range near[e.a] { // one triangle has the edge
				if n.to == next {
					length += n.length
				}
			}
		}
		least = min(least, length)
	}
	return least
}

// Doubts say of a garment before it is put on a body why it may not come to be worn as its pattern means: its size, and
// which of its openings start around nothing, or around something else; the body is in the pose in which that is least.
// There are none where there are no figures of the body.
func Doubts(g *Garment, b body.Body) (list []string) {
	f, err := New(b)
	if err != nil {
		return nil
	}
	if why := f.Unwearable(); why != "" {
		return []string{why}
	}
	open := g.Openings()
	amiss := f.Amiss(open, g.X, g.X, f)
	posed, _ := PoseFor(b, g)
	for _, pose := range Poses(body.JointsOf(b)) {
		if len(amiss) == 0 {
			break
		}
		if r, err := New(pose); err == nil {
			if wrong := r.Amiss(open, g.X, g.X, r); len(wrong) < len(amiss) {
				amiss = wrong
			}
		}
	}
	if amiss != nil {
		list = append(list, "as it starts, "+strings.Join(amiss, ", ")+": expected a pattern of its size, or another "+
			"offset_m")
	}
	if _, why := f.AmongArms(g); why != "" {
		list = append(list, why)
	}
	if r, err := New(posed); err == nil {
		if why := r.LegsAmiss(g); why != "" {
			list = append(list, why)
		}
	}
	if f, err = New(body.NewFolded(b, body.Arms(b))); err == nil {
		if why := f.Misfit(g); why != "" {
			list = append(list, why)
		}
	}
	return list
}

// Raise is how far a garment with a neck opening has to be moved up for fewer of its openings to start around nothing,
// or something else: so far that the neck opening is at the figure's shoulders, if that is as good as any, else as
// little as possible [m]. It is 0 where it is well, and where no height is better.
func (f *Figure) Raise(g *Garment) float64 {
	open := g.Openings()
	amiss := func(by float64) int {
		x := make([]r3.Vec, len(g.X))
		for v := range x {
			x[v] = r3.Add(g.X[v], r3.Vec{Y: by})
		}
		return len(f.Amiss(open, x, x, f))
	}
	up := 0.0
	has := false
	for i := range open {
		if open[i].of == neck {
			at, _, _ := around(points(open[i].loops[0], g.X))
			up, has = f.lo.Y+neckline*f.Height()-at.Y, true
		}
	}
	least, best := amiss(0), 0.0
	if !has || least == 0 {
		return 0
	}
	try := []float64{up}
	for by := 0.02; by < f.Height()/3; by += 0.02 {
		try = append(try, -by, by)
	}
	for _, by := range try {
		if n := amiss(by); n < least {
			least, best = n, by
		}
	}
	return best
}

// neckline is the part of a figure's height at which neck openings are worn.
const neckline = 0.83
