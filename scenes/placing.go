package scenes

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/pattern"
	"hysteron/placement"
)

// Kinds of problem of garments and the bodies that they are made for.
const (
	NotAroundBody formats.ProblemKind = "not around a body"
	UpsideDown    formats.ProblemKind = "upside down"
	TwistedSeam   formats.ProblemKind = "twisted seam"
	CrotchTooHigh formats.ProblemKind = "crotch too high"
	LyingBody     formats.ProblemKind = "body lies on its side"
	DoesNotFit    formats.ProblemKind = "does not fit"
)

// figures are the bodies in the pose that garments are made for, of which those that are nil have no surface to speak
// of.
func (s *Setup) figures() (list []*placement.Figure) {
	for _, b := range s.Bodies {
		f, err := placement.New(b)
		if err != nil {
			f = nil // obstructed says so
		}
		list = append(list, f)
	}
	return list
}

// checkTriangles looks at the mesh of a part. Where seams are twisted, triangles without area say so once more, and are
// left out.
func (s *Setup) checkTriangles(p *cloth.Part) []formats.Problem {
	problems := formats.CheckTriangles(p.X, p.Tri)
	if s.missewn(p.Name) {
		problems = slices.DeleteFunc(problems, func(q formats.Problem) bool { return q.Kind == formats.ZeroArea })
	}
	return problems
}

// posture finds bodies from files that nobody wears clothes of the scene's sizes with: too tall, too short, on their
// side. One body that could is enough.
func (s *Setup) posture(figures []*placement.Figure) (problems []Problem) {
	if !slices.ContainsFunc(s.Pieces, func(p Piece) bool { return p.Garment }) {
		return nil
	}
	for i, f := range figures {
		d := &s.Scene.Bodies[i]
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
				"up_axis = %q turns one whose file has another axis up%s", h, f.Length(), otherAxis(d.UpAxis, s.Scene.UpAxis),
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

// NotAround says why a piece cannot be put on: there are bodies, but none of them is where it starts. It is empty for
// pieces that are not put on, or are held by something else.
func (s *Setup) NotAround(piece int) string { return s.notAround(piece, s.figures()) }

func (s *Setup) notAround(piece int, figures []*placement.Figure) string {
	if !s.verified(piece) || len(figures) == 0 {
		return ""
	}
	lo, hi := placement.Extent(s.Parts[piece].X)
	var where []string
	for i, f := range figures {
		if f == nil {
			return ""
		}
		if f.Touches(lo, hi) {
			if above, down := f.Above(s.AtStart(piece).Openings(), s.Parts[piece].X); above != "" && len(figures) == 1 {
				return fmt.Sprintf("%s, of body %q; expected a pattern for somebody as tall, a taller body, or offset_m = %s, "+
					"which starts it so much lower", above, s.Scene.Bodies[i].Name, s.Moved(piece, r3.Vec{Y: -down}))
			}
			return ""
		}
		a, b := f.Extent()
		where = append(where, fmt.Sprintf("body %q is %s", s.Scene.Bodies[i].Name, boxText(a, b)))
	}
	return fmt.Sprintf("it starts %s, %s: expected it around a body; move it with offset_m, or look at the body's "+
		"scale, up_axis and offset_m", boxText(lo, hi), strings.Join(where, " and "))
}

func boxText(lo, hi r3.Vec) string {
	return fmt.Sprintf("at x %.2f to %.2f, y %.2f to %.2f, z %.2f to %.2f m", lo.X, hi.X, lo.Y, hi.Y, lo.Z, hi.Z)
}

// Posed is a body as it stands while garments are put on, those that start as panels: as its keys have it, or as
// placement finds it.
func (s *Setup) Posed(i int) (body.Body, placement.Pose) {
	d := &s.Scene.Bodies[i]
	if d.DressArms != nil || d.DressLegs != nil {
		var p placement.Pose
		if d.DressArms != nil {
			p.Arms = *d.DressArms
		}
		if d.DressLegs != nil {
			p.Legs = *d.DressLegs
		}
		return body.JointsOf(s.Bodies[i]).Posed(p.Arms, p.Legs), p
	}
	var panels []*placement.Garment
	for k := range s.Pieces {
		if p := &s.Pieces[k]; p.Garment && !p.Sewn {
			panels = append(panels, s.AtStart(k))
		}
	}
	return placement.PoseFor(s.Bodies[i], panels...)
}

// AtStart is a piece as it starts, of a pattern with the lengths that it is cut with.
func (s *Setup) AtStart(piece int) *placement.Garment {
	p, uv := &s.Parts[piece], s.Parts[piece].UV
	if q := &s.Pieces[piece]; q.Panel != nil && q.Texture != nil {
		uv = q.Texture // as it is cut: an elastic gives
	}
	return &placement.Garment{Surface: pattern.Surface{X: p.X, Tri: p.Tri, UV: uv}, Region: s.Pieces[piece].Region()}
}

// verified tells whether a piece has to be on a body: it is put on one, and nothing holds it in space.
func (s *Setup) verified(piece int) bool {
	p := &s.Pieces[piece]
	return p.Garment && s.Scene.Dress.Verify && len(s.Parts[piece].Pins) == 0 &&
		!slices.ContainsFunc(p.Holds, func(h Hold) bool { return h.Body < 0 })
}

// placing finds garments that start beside the body, too high or too low on it, or upside down.
func (s *Setup) placing(piece int, figures []*placement.Figure) (problems []Problem) {
	p, info := &s.Parts[piece], &s.Pieces[piece]
	if !s.verified(piece) || len(figures) == 0 {
		return nil
	}
	if why := s.notAround(piece, figures); why != "" {
		return []Problem{{p.Name, formats.Problem{Kind: NotAroundBody, Severity: formats.Error, Detail: why}}}
	}
	lo, hi := placement.Extent(p.X)
	if f := figures[0]; f != nil && len(figures) == 1 && f.Stands() {
		name := s.Scene.Bodies[0].Name
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
		if wrong != nil {
			advice := "move it with offset_m"
			if by != (r3.Vec{}) {
				advice = fmt.Sprintf("offset_m = %s moves it over the body's middle", s.Moved(piece, by))
			}
			problems = append(problems, warn(p.Name, NotAroundBody, "body %q: %s; %s", name, strings.Join(wrong, ", "), advice))
		}
	}
	if f := figures[0]; f != nil && len(figures) == 1 {
		if high := f.TooHigh(p.X, p.Tri); high > 0.03 {
			problems = append(problems, warn(p.Name, CrotchTooHigh, "its legs part %.2f m above where those of body %q do: it "+
				"will be worn so much lower, its waist, too; offset_m = %s starts it there", high, s.Scene.Bodies[0].Name,
				s.Moved(piece, r3.Vec{Y: -high})))
		}
	}
	if len(figures) == 1 && info.Garment && !info.Sewn {
		for _, why := range placement.Doubts(s.AtStart(piece), s.Bodies[0]) {
			problems = append(problems, warn(p.Name, DoesNotFit, "body %q: %s", s.Scene.Bodies[0].Name, why))
		}
		problems = append(problems, s.hollow(piece)...)
	}
	if label, at := placement.UpsideDown(p.X, info.Labels, lo.Y, hi.Y); label != "" {
		problems = append(problems, warn(p.Name, UpsideDown, "its edges with the label %q are at %.2f m, of %.2f to %.2f "+
			"m: expected at the other end; rotate_deg = [0, 0, 180] turns it, about its origin", label, at, lo.Y, hi.Y))
	}
	return problems
}

// Moved is the offset of a piece after it was shifted, in the file's axes.
func (s *Setup) Moved(piece int, by r3.Vec) string {
	var was r3.Vec
	switch n := len(s.Scene.Garments); {
	case piece < n:
		was = s.Scene.Garments[piece].Offset
	case len(s.Scene.Meshes) > 0 && piece >= len(s.Parts)-len(s.Scene.Meshes):
		was = s.Scene.Meshes[piece-(len(s.Parts)-len(s.Scene.Meshes))].Offset
	}
	to := r3.Add(was, by)
	if s.Scene.UpAxis == "z" {
		to = r3.Vec{X: to.X, Y: -to.Z, Z: to.Y}
	}
	return fmt.Sprintf("[%.2f, %.2f, %.2f]", to.X, to.Y, to.Z)
}

// Worn says why a piece is not on any body where it is: none of them is enclosed by it, and little of it is near one,
// or an opening of it is not around what it is for. It is empty where it is, and for pieces that are not put on or are
// held by something else. x are positions of all cloth at time t.
func (s *Setup) Worn(piece int, x []r3.Vec, bodies []body.Body, t float64) string {
	if !s.verified(piece) || len(bodies) == 0 {
		return ""
	}
	info := &s.Model.Parts[piece]
	mine := x[info.Vertices.Lo:info.Vertices.Hi]
	most, near := 0.0, 0.0
	var amiss []string
	open := s.AtStart(piece).Openings()
	for k, b := range bodies {
		y := make([]r3.Vec, b.NumVertices())
		b.Positions(y, t)
		if w, ok := placement.Around(mine, s.Parts[piece].Tri, y, b.Triangles()); ok {
			most = max(most, math.Abs(w))
		}
		if f, err := placement.At(b, t); err == nil {
			near = max(near, f.Near(mine, beside*f.Height()))
			if dressed, err := placement.New(b); err == nil {
				if wrong := f.Amiss(open, mine, s.Parts[piece].X, dressed); k == 0 || len(wrong) < len(amiss) {
					amiss = wrong
				}
			}
		}
	}
	if most >= enclosed || near >= mostly {
		if amiss != nil {
			return fmt.Sprintf("it is not worn as its pattern means: %s; look at its size and the body's, at where it starts "+
				"(offset_m) and in which pose, or let an edge at its top follow the body (hold); verify = false in [dress] "+
				"starts it all the same", strings.Join(amiss, ", "))
		}
		return ""
	}
	lo, hi := placement.Extent(mine)
	return fmt.Sprintf("it is on no body: %.0f %% of it is near one, and none is within it; it is %s; it fell off, or "+
		"was drawn together beside the body: look at where it starts (offset_m), at its size and the body's (scale), and "+
		"let an edge at its top follow the body (hold)", 100*near, boxText(lo, hi))
}

// A piece is worn that encloses a body as half a bag does, or lies along one. Garments on characters enclose some point
// of them by 0.85 and more; what misses them stays below 0.01.
const (
	enclosed = 0.5
	mostly   = 0.8
	beside   = 1. / 34 // of a body's height: 5 cm of 1.7 m
)

// inPanels names the panels that vertices of a part are in, in the order of the pattern; it is empty where there are
// none.
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
