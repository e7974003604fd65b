package pattern

import "fmt"

// EdgeName is what people know an edge by: panel and side, or, of patterns whose sides have no names, panel and number.
func (p *Pattern) EdgeName(e EdgeRef) string {
	pan := &p.Panels[e.Panel]
	if side := pan.Edges[e.Edge].Side; side != "" {
		return pan.Name + "." + side
	}
	return fmt.Sprintf("%s[%d]", pan.Name, e.Edge)
}

// edgePath is EdgeName, but where an edge has only its number the path to it in the pattern's file.
func (p *Pattern) edgePath(e EdgeRef) string {
	pan := &p.Panels[e.Panel]
	if pan.Edges[e.Edge].Side != "" {
		return p.EdgeName(e)
	}
	return fmt.Sprintf("panels.%s.edges[%d]", pan.Name, e.Edge)
}

// edgeOf is what an edge is called in its own panel.
func (p *Panel) edgeOf(i int) string {
	if side := p.Edges[i].Side; side != "" {
		return fmt.Sprintf("side %q", side)
	}
	return fmt.Sprintf("edges[%d]", i)
}

// stitchName tells which one a stitch is.
func (p *Pattern) stitchName(i int) string {
	if n := p.Stitches[i].Name; n != "" {
		return n
	}
	return fmt.Sprintf("stitches[%d]", i)
}
