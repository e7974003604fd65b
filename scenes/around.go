// Whether pieces are around bodies.

package scenes

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/pattern"
	"hysteron/placement"
)

// figures returns the bodies in the pose that garments are made for; nil for bodies without a usable surface.
func (s *Setup) figures() (list []*placement.Figure) {
	for _, b := range s.Bodies {
		f, err := placement.New(b)
		if err != nil {
			f = nil // reported by obstructed
		}
		list = append(list, f)
	}
	return list
}

// NotAround returns why a piece cannot be put on: there are bodies, but it starts around none of them. It returns ""
// for pieces that are not put on or are held by something else.
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

// Posed returns a body in the pose for putting on garments that start as panels, and the pose: from its keys, or else
// from placement.PoseFor.
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

// AtStart returns a piece in its start position. Panels of a pattern have the lengths to which they are cut.
func (s *Setup) AtStart(piece int) *placement.Garment {
	p, uv := &s.Parts[piece], s.Parts[piece].UV
	if q := &s.Pieces[piece]; q.Panel != nil && q.Texture != nil {
		uv = q.Texture // the cut lengths, without the shortening by elastics
	}
	return &placement.Garment{Surface: pattern.Surface{X: p.X, Tri: p.Tri, UV: uv}, Region: s.Pieces[piece].Region()}
}

// verified reports whether a piece must be on a body: it is put on, and nothing holds it in space.
func (s *Setup) verified(piece int) bool {
	p := &s.Pieces[piece]
	return p.Garment && s.Scene.Dress.Verify && len(s.Parts[piece].Pins) == 0 &&
		!slices.ContainsFunc(p.Holds, func(h Hold) bool { return h.Body < 0 })
}

// Moved returns the offset of a piece after a shift, in the file's axes.
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

// Worn returns why a piece is not worn by any body at time t, for positions x of all cloth: it encloses none and little
// of it is near one, or one of its openings is not around the intended body part. It returns "" for pieces that are
// worn, are not put on, or are held by something else.
func (s *Setup) Worn(piece int, x []r3.Vec, bodies []body.Body, t float64) string {
	if !s.verified(piece) || len(bodies) == 0 {
		return ""
	}
	info := &s.Model.Parts[piece]
	mine := cloth.Of(info, x)
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
			return fmt.Sprintf("it is not worn as its pattern means: %s; check its size and the body's, its start "+
				"(offset_m) and pose, or let an edge at its top follow the body (hold); verify = false in [dress] "+
				"starts it all the same", strings.Join(amiss, ", "))
		}
		return ""
	}
	lo, hi := placement.Extent(mine)
	return fmt.Sprintf("it is on no body: %.0f %% of it is near one, and none is within it; it is %s; it fell off, "+
		"or contracted beside the body: check its start (offset_m), its size and the body's (scale), and let an edge "+
		"at its top follow the body (hold)", 100*near, boxText(lo, hi))
}

// Thresholds for a piece that is worn: it encloses a body at least as half a bag does, or most of it is near one.
// Garments on characters enclose some point of them by 0.85 or more; pieces beside a body stay below 0.01.
const (
	enclosed = 0.5
	mostly   = 0.8
	beside   = 1. / 34 // relative to the height of the body: 5 cm of 1.7 m
)
