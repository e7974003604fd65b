package pattern

import (
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Scale enlarges the pattern by a factor, in all directions. Its highest point keeps its height, and its middle its
// horizontal position.
func (p *Pattern) Scale(factor float64) {
	if factor == 1 {
		return
	}
	top := r3.Vec{Y: p.Top()}
	for i := range p.Panels {
		n := &p.Panels[i]
		n.Translation = r3.Add(top, r3.Scale(factor, r3.Sub(n.Translation, top)))
		for k := range n.Edges {
			n.Edges[k].Curve.scale(factor)
		}
		for _, l := range []*rollLine{&n.Roll.low, &n.Roll.high} {
			l.y, l.middle, l.width = factor*l.y, factor*l.middle, factor*l.width
		}
	}
}

func (c *Curve) scale(factor float64) {
	for _, p := range []*r2.Vec{&c.Start, &c.End, &c.C1, &c.C2, &c.Center} {
		*p = r2.Scale(factor, *p)
	}
	c.Radius *= factor
	for i := range c.Parts {
		c.Parts[i].scale(factor)
	}
}
