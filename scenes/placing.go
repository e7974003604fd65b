package scenes

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/formats"
	"hysteron/placement"
)

// posture finds bodies from files that cannot wear clothes of the scene's sizes: too tall, too short, or on their side.
// It reports nothing if one body can.
func (c *inspection) posture(int) (problems []Problem) {
	if !slices.ContainsFunc(c.Pieces, func(p Piece) bool { return p.Garment }) {
		return nil
	}
	for i, f := range c.figures {
		d := &c.Scene.Bodies[i]
		if f == nil || d.Kind != "obj" && d.Kind != "character" {
			return nil
		}
		switch h := f.Height(); {
		case f.Lies():
			size := ""
			if !placement.Plausible(f.Length()) {
				size = fmt.Sprintf("; expected %g to %g m of it, too: scale is metres per unit of the file, %g now",
					placement.Shortest, placement.Tallest, d.Scale)
			}
			problems = append(problems, warn(d.Name, LyingBody, "%.3g m high, but %.3g m long: expected a body that stands; "+
				"up_axis = %q turns one whose file has another axis up%s", h, f.Length(), otherAxis(d.UpAxis, c.Scene.UpAxis),
				size))
		case !placement.Plausible(h):
			problems = append(problems, warn(d.Name, ImplausibleSize, "the body is %.3g m tall: expected %g to %g m; scale is "+
				"metres per unit of the file, %g now", h, placement.Shortest, placement.Tallest, d.Scale))
		default:
			return nil
		}
	}
	return problems
}

func otherAxis(axis, scene string) string {
	if axis == "" {
		axis = scene
	}
	if axis == "z" {
		return "y"
	}
	return "z"
}

// away finds a garment that starts around no body, or too high on it.
func (c *inspection) away(piece int) []Problem {
	if c.around[piece] == "" {
		return nil
	}
	return []Problem{{c.Parts[piece].Name, formats.Problem{Kind: NotAroundBody, Severity: formats.Error,
		Detail: c.around[piece]}}}
}

// beside finds a garment that starts beside, above or below a standing body.
func (c *inspection) beside(piece int) []Problem {
	f := c.figures[0]
	if f == nil || !f.Stands() {
		return nil
	}
	lo, hi := placement.Extent(c.Parts[piece].X)
	a, b := f.Extent()
	middle := f.Middle()
	off := r3.Sub(r3.Vec{X: (lo.X + hi.X) / 2, Z: (lo.Z + hi.Z) / 2}, r3.Vec{X: middle.X, Z: middle.Z})
	var wrong []string
	var by r3.Vec
	if w := hi.X - lo.X; w > f.Height()/5 && math.Abs(off.X) > max(w/5, f.Height()/17) {
		wrong, by.X = append(wrong, fmt.Sprintf("its middle is %.2f m beside the body's", math.Abs(off.X))), -off.X
	}
	if w := hi.Z - lo.Z; w > f.Height()/8 && math.Abs(off.Z) > max(w/2, f.Height()/12) {
		wrong, by.Z = append(wrong, fmt.Sprintf("its middle is %.2f m before or behind the body's", math.Abs(off.Z))), -off.Z
	}
	if tall := hi.Y - lo.Y; lo.Y < a.Y-tall/3 || hi.Y > b.Y+tall/3 {
		wrong = append(wrong, fmt.Sprintf("it is from %.2f to %.2f m up, the body from %.2f to %.2f m", lo.Y, hi.Y, a.Y,
			b.Y))
	}
	if wrong == nil {
		return nil
	}
	advice := "move it with offset_m"
	if by != (r3.Vec{}) {
		advice = fmt.Sprintf("offset_m = %s moves it over the body's middle", c.Moved(piece, by))
	}
	return []Problem{warn(c.Parts[piece].Name, NotAroundBody, "body %q: %s; %s", c.Scene.Bodies[0].Name,
		strings.Join(wrong, ", "), advice)}
}

// crotch finds trousers whose legs part above the crotch of the body.
func (c *inspection) crotch(piece int) []Problem {
	const most = 0.03 // [m]
	p, f := &c.Parts[piece], c.figures[0]
	if f == nil {
		return nil
	}
	high := f.TooHigh(p.X, p.Tri)
	if !(high > most) {
		return nil
	}
	return []Problem{warn(p.Name, CrotchTooHigh, "its legs part %.2f m above where those of body %q do: it "+
		"will be worn so much lower, its waist, too; offset_m = %s starts it there", high, c.Scene.Bodies[0].Name,
		c.Moved(piece, r3.Vec{Y: -high}))}
}

// sheetlike finds a body that is too flat to wear anything.
func (c *inspection) sheetlike(piece int) []Problem {
	if c.figures[0] == nil {
		return nil
	}
	return c.doubts(piece, c.figures[0].Unwearable())
}

// doubt returns a check of panels and the body; find returns the fault as a text, or "".
func doubt(find func(g *placement.Garment, b body.Body) string) func(c *inspection, piece int) []Problem {
	return func(c *inspection, piece int) []Problem { return c.doubts(piece, find(c.AtStart(piece), c.Bodies[0])) }
}

// doubts returns the problem of a piece that does not fit the only body; none for "".
func (c *inspection) doubts(piece int, why string) []Problem {
	if why == "" {
		return nil
	}
	return []Problem{warn(c.Parts[piece].Name, DoesNotFit, "body %q: %s", c.Scene.Bodies[0].Name, why)}
}

// upsideDown finds a garment whose labelled edges are at the opposite end.
func (c *inspection) upsideDown(piece int) []Problem {
	p := &c.Parts[piece]
	lo, hi := placement.Extent(p.X)
	label, at := placement.UpsideDown(p.X, c.Pieces[piece].Labels, lo.Y, hi.Y)
	if label == "" {
		return nil
	}
	return []Problem{warn(p.Name, UpsideDown, "its edges with the label %q are at %.2f m, of %.2f to %.2f "+
		"m: expected at the other end; rotate_deg = [0, 0, 180] turns it, about its origin", label, at, lo.Y, hi.Y)}
}

// inPanels names the panels with vertices of a part, in the order of the pattern; "" without panels.
func inPanels(piece *Piece, tri [][3]int32, vertices []int32) string {
	if len(piece.Panel) == 0 {
		return ""
	}
	in := map[int32]bool{}
	for _, v := range vertices {
		in[v] = true
	}
	hit := make([]bool, len(piece.Panels))
	for t, v := range tri {
		if in[v[0]] || in[v[1]] || in[v[2]] {
			hit[piece.Panel[t]] = true
		}
	}
	var names []string
	for k, yes := range hit {
		if yes {
			names = append(names, piece.Panels[k].Name)
		}
	}
	if len(names) == 1 {
		return " of panel " + names[0]
	}
	return " of panels " + strings.Join(names, ", ")
}
