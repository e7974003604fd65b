package pattern

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// clearer is the least difference of the likeness of another placement of a rolled panel to that of its own, and its
// least value, for it to be the intended one. Sleeves in the right place have 0.5 and more, turned by half a turn 0 and
// less.
const clearer = 0.3

// turned detects rolled panels that would fit their partners far better if they were turned by half a turn, placed like
// another one, or if two of their seams exchanged partners: a sleeve whose back is at the front, or whose cuff is at
// the shoulder. Those with a stitch in told are omitted; it adds the stitches of those that it finds.
func (p *Pattern) turned(told map[int]bool) (lines []string) {
	for i := range p.Panels {
		pan := &p.Panels[i]
		if pan.Roll == (Roll{}) {
			continue
		}
		var own []int
		known := false
		for k, s := range p.Stitches {
			if (s.A.Panel == i) != (s.B.Panel == i) {
				own, known = append(own, k), known || told[k]
			}
		}
		if len(own) == 0 || known {
			continue
		}
		most, line := max(p.likeness(i, own, pan.Place, nil)+clearer, clearer), ""
		better := func(like float64, text string) {
			if like > most {
				most, line = like, text
			}
		}
		first := fmt.Sprintf("%s, %s", p.stitchName(own[0]), p.ends(&p.Stitches[own[0]]))
		for _, turn := range []r3.Vec{{X: 1, Y: -1, Z: -1}, {X: -1, Y: 1, Z: -1}, {X: -1, Y: -1, Z: 1}} {
			place := func(v r2.Vec) r3.Vec {
				at := pan.Roll.bend(v)
				return pan.hang(r3.Vec{X: turn.X * at.X, Y: turn.Y * at.Y, Z: turn.Z * at.Z})
			}
			to := pan.rotationAfter(turn)
			better(p.likeness(i, own, place, nil), fmt.Sprintf("%s: panel %s hangs the wrong way round for that: expected it "+
				"turned by [%.4g, %.4g, %.4g] degrees", first, pan.Name, to.X, to.Y, to.Z))
		}
		for j := range p.Panels {
			if o := &p.Panels[j]; j != i && o.Roll != (Roll{}) {
				moved := *pan
				moved.Rotation, moved.Translation = o.Rotation, o.Translation
				better(p.likeness(i, own, moved.Place, nil), fmt.Sprintf("%s: panel %s hangs where panel %s belongs: expected "+
					"their places exchanged", first, pan.Name, o.Name))
			}
		}
		for k, b := range own {
			for _, a := range own[:k] {
				text := p.exchanged(i, a, b)
				if twin := p.drawnAlike(i); twin != "" {
					text = fmt.Sprintf("%s: panel %s is drawn as panel %s is, and hangs the other way round: expected mirror = true "+
						"of one of them", first, pan.Name, twin)
				}
				better(p.likeness(i, own, pan.Place, map[int]int{a: b, b: a}), text)
			}
		}
		if line != "" {
			lines = append(lines, line)
			for _, k := range own {
				told[k] = true
			}
		}
	}
	return lines
}

// drawnAlike returns the name of another rolled panel of a sewing file of the same size that is not mirrored either:
// the other one of a pair should be.
func (p *Pattern) drawnAlike(panel int) string {
	pan := &p.Panels[panel]
	size := func(p *Panel) r3.Vec {
		outline, _ := p.polyline(8)
		b := bounds(outline)
		return r3.Vec{X: b.Max.X - b.Min.X, Y: b.Max.Y - b.Min.Y, Z: p.Area()}
	}
	for i := range p.Panels {
		o := &p.Panels[i]
		if i != panel && o.Roll != (Roll{}) && o.Edges[0].Side != "" && o.Mirrored == pan.Mirrored &&
			r3.Norm(r3.Sub(size(o), size(pan))) < 1e-6 {
			return o.Name
		}
	}
	return ""
}

// likeness returns how well a panel in a place fits its partners, with the partners of stitches exchanged by instead:
// the correlation of points that are sewn together, of all its stitches with other panels, each around their mean.
func (p *Pattern) likeness(panel int, stitches []int, place func(r2.Vec) r3.Vec, instead map[int]int) float64 {
	var a, b []r3.Vec
	var weight []float64
	for _, k := range stitches {
		s, other := &p.Stitches[k], &p.Stitches[k]
		if j, ok := instead[k]; ok {
			other = &p.Stitches[j]
		}
		e, _ := s.on(panel)
		_, g := other.on(panel)
		for _, f := range []float64{0, .25, .5, .75, 1} {
			back := 1 - f
			if s.SameDirection {
				back = f
			}
			a = append(a, place(p.edge(e).At(f)))
			b = append(b, p.Panels[g.Panel].Place(p.edge(g).At(back)))
			weight = append(weight, p.edge(e).Length())
		}
	}
	centre(a, weight)
	centre(b, weight)
	ab, aa, bb := 0.0, 0.0, 0.0
	for i, w := range weight {
		ab, aa, bb = ab+w*r3.Dot(a[i], b[i]), aa+w*r3.Norm2(a[i]), bb+w*r3.Norm2(b[i])
	}
	return ab / math.Sqrt(max(aa*bb, math.SmallestNonzeroFloat64))
}

// centre moves points so that their weighted mean is 0.
func centre(x []r3.Vec, weight []float64) {
	var mean r3.Vec
	sum := 0.0
	for i, w := range weight {
		mean, sum = r3.Add(mean, r3.Scale(w, x[i])), sum+w
	}
	for i := range x {
		x[i] = r3.Sub(x[i], r3.Scale(1/sum, mean))
	}
}

// on returns the edges of a stitch on a panel, and on the other one.
func (s *Stitch) on(panel int) (own, other EdgeRef) {
	if s.A.Panel == panel {
		return s.A, s.B
	}
	return s.B, s.A
}

// exchanged returns the message that two stitches of a panel should exchange partners.
func (p *Pattern) exchanged(panel, a, b int) string {
	e, g := p.Stitches[a].on(panel)
	f, h := p.Stitches[b].on(panel)
	if p.stitchName(a) == p.stitchName(b) {
		return fmt.Sprintf("%s sews %s to %s and %s in this order: expected %s and %s, as the panels hang", p.stitchName(a),
			p.EdgeName(e), p.EdgeName(g), p.EdgeName(h), p.EdgeName(h), p.EdgeName(g))
	}
	return fmt.Sprintf("%s, %s to %s, and %s, %s to %s, cross each other: expected %s to %s and %s to %s, as the panels "+
		"hang",
		p.stitchName(a), p.EdgeName(e), p.EdgeName(g), p.stitchName(b), p.EdgeName(f), p.EdgeName(h), p.EdgeName(e),
		p.EdgeName(h), p.EdgeName(f), p.EdgeName(g))
}

// rotationAfter returns the angles of Rotation after a half turn of the panel about one of its own axes; turn has the
// signs of the coordinates [deg].
func (p *Panel) rotationAfter(turn r3.Vec) r3.Vec {
	axis := func(v r3.Vec) r3.Vec { return r3.Sub(p.hang(v), p.Translation) }
	return Angles(axis(r3.Vec{X: turn.X}), axis(r3.Vec{Y: turn.Y}), axis(r3.Vec{Z: turn.Z}))
}

// Angles returns the angles about x, then y, then z that rotate the axes to these, rounded to tenths [deg].
func Angles(x, y, z r3.Vec) r3.Vec {
	r := r3.Vec{Y: math.Asin(max(-1, min(1, -x.Z)))}
	if math.Hypot(x.X, x.Y) > 1e-6 {
		r.X, r.Z = math.Atan2(y.Z, z.Z), math.Atan2(x.Y, x.X)
	} else { // only the sum or the difference of the other two counts
		r.Z = math.Atan2(-y.X, y.Y)
	}
	round := func(a float64) float64 { return math.Round(a*1800/math.Pi)/10 + 0 }
	return r3.Vec{X: round(r.X), Y: round(r.Y), Z: round(r.Z)}
}
