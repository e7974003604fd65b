package scenes

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/placement"
)

// hollow finds panels of a piece that start curled around no part of the body. Short panels such as cuffs and collars
// are left out: they enclose too little, and most of their vertices start halfway to the panels to which they are sewn.
func (c *inspection) hollow(piece int) (problems []Problem) {
	p, info := &c.Parts[piece], &c.Pieces[piece]
	var tubes []placement.Tube
	in := make([]int32, len(p.X)) // of each vertex, the panel counted from 1; −1: between several panels
	for i, v := range p.Tri {
		for _, at := range v {
			if k := info.Panel[i] + 1; in[at] == 0 {
				in[at] = k
			} else if in[at] != k {
				in[at] = -1
			}
		}
	}
	for k, panel := range info.Panels {
		if !panel.Long {
			continue
		}
		t := placement.Tube{Name: panel.Name, Label: panel.Label, Angle: panel.Curl}
		number := map[int32]int32{}
		for _, v := range p.Tri {
			if own := int32(k) + 1; in[v[0]] != own || in[v[1]] != own || in[v[2]] != own {
				continue
			}
			for c, at := range v {
				n, ok := number[at]
				if !ok {
					n = int32(len(t.X))
					number[at], t.X = n, append(t.X, p.X[at])
				}
				v[c] = n
			}
			t.Tri = append(t.Tri, v)
		}
		if len(t.Tri) > 0 { // else all its vertices are between panels
			tubes = append(tubes, t)
		}
	}
	for _, h := range placement.Hollows(tubes, c.Bodies[0]) {
		what, advice := "nothing", "expected it around what it covers: see translate_m and rotate_deg of the panel"
		if h.Limb != "" {
			what = "no arm"
		}
		if g := &c.Scene.Garments[piece]; h.Limb != "" && g.Rotate == (r3.Vec{}) {
			at := r3.Sub(h.At, g.Offset)
			advice = fmt.Sprintf("expected it around the %s: translate_m = [%.2f, %.2f, %.2f], rotate_deg = [%.0f, %.0f, %.0f]",
				h.Limb, at.X, at.Y, at.Z, h.Turn.X, h.Turn.Y, h.Turn.Z)
		}
		problems = append(problems, warn(p.Name, DoesNotFit, "body %q: panel %s starts rolled up around %s: %s",
			c.Scene.Bodies[0].Name, h.Name, what, advice))
	}
	return problems
}
