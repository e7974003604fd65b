package sim

import (
	"slices"

	"hysteron/body"
	"hysteron/scenes"
)

// Mark marks cloth inside bodies, below the ground, or around no body, for Write, if there are no intersections and
// dressing succeeded. Bodies are in the pose for dressing.
func (c *StartCheck) Mark(problems []scenes.Problem) {
	if c.Failed != nil || len(c.Found.Self) > 0 {
		return
	}
	var marked []int32
	for i := range c.Model.Parts {
		part := &c.Model.Parts[i]
		bad := map[int32]bool{}
		all := false
		for _, p := range problems {
			if p.Part != part.Name {
				continue
			}
			switch p.Kind {
			case scenes.InsideBody, scenes.BelowGround:
				for _, v := range p.Vertices {
					bad[part.Vertex(int(v))] = true
				}
			case scenes.NotAroundBody:
				all = true
			}
		}
		for t := part.Tris.Lo; t < part.Tris.Hi; t++ {
			if all || slices.ContainsFunc(c.Model.Tri[t][:], func(v int32) bool { return bad[v] }) {
				marked = append(marked, int32(t))
			}
		}
	}
	if len(marked) == 0 {
		return
	}
	c.Marked, c.Bodies, c.Time = marked, nil, 0
	for i := range c.setup.Pieces {
		if c.setup.Pieces[i].Garment {
			for _, b := range c.setup.Bodies {
				c.Time = min(c.Time, -body.LeadOf(b))
			}
		}
	}
	c.addBodies(c.setup.Bodies)
}
