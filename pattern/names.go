package pattern

import "fmt"

// EdgeName returns the name of an edge for users: panel and side or, in patterns without names of sides, panel and
// number.
func (p *Pattern) EdgeName(e EdgeRef) string {
	pan := &p.Panels[e.Panel]
	if side := pan.Edges[e.Edge].Side; side != "" {
		return pan.Name + "." + side
	}
	return fmt.Sprintf("%s[%d]", pan.Name, e.Edge)
}

// edgePath is EdgeName, but for an edge with only a number the path in the pattern's file.
func (p *Pattern) edgePath(e EdgeRef) string {
	pan := &p.Panels[e.Panel]
	if pan.Edges[e.Edge].Side != "" {
		return p.EdgeName(e)
	}
	return fmt.Sprintf("panels.%s.edges[%d]", pan.Name, e.Edge)
}

// edgeOf returns the name of an edge in its own panel.
func (p *Panel) edgeOf(i int) string {
	if side := p.Edges[i].Side; side != "" {
		return fmt.Sprintf("side %q", side)
	}
	return fmt.Sprintf("edges[%d]", i)
}

// stitchName returns the name of a stitch.
func (p *Pattern) stitchName(i int) string {
	if n := p.Stitches[i].Name; n != "" {
		return n
	}
	return fmt.Sprintf("stitches[%d]", i)
}
