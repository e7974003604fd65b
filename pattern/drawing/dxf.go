// Reads drawings of sewing patterns from DXF files of apparel programs: AAMA, ASTM D6673. A block is a piece, and
// layers are the kinds of lines.

package drawing

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/pattern"
	"hysteron/pattern/sewing"
)

// Layers of the standard that are read.
const (
	boundary = "1" // and text
	turns    = "2" // starts of sides
	mirror   = "6" // fold line of the cloth, if half of a piece is drawn
	grain    = "7"
	internal = "8"
	cutOuts  = "11"
	sewLine  = "14"
)

// near is the distance below which points are equal, relative to an outline's size.
const near = 1e-3

// stroke is a line of one or more curves on a layer.
type stroke struct {
	line   int
	layer  string
	curves []pattern.Curve
	closed bool
}

func (s *stroke) start() r2.Vec { return s.curves[0].Start }
func (s *stroke) end() r2.Vec   { return s.curves[len(s.curves)-1].End }

// block is the content of a block, or of the drawing outside of blocks.
type block struct {
	names   []string
	size    string // from a text
	line    int
	strokes []stroke
	turns   []r2.Vec
}

type reader struct {
	drawing *sewing.Drawing
	in      *groups
	metric  map[string]int // units in texts and the header, with their lines
	curves  int
}

// ReadDXF reads a drawing; name is the file in errors, which are *pattern.FormatError with the line.
func ReadDXF(in io.Reader, name string) (*sewing.Drawing, error) {
	r := &reader{drawing: &sewing.Drawing{File: name}, in: newGroups(in), metric: map[string]int{}}
	if err := r.file(); err != nil {
		return nil, err
	}
	return r.drawing, r.drawing.Finish(false)
}

func (r *reader) errorf(line int, path, format string, args ...any) error {
	return r.drawing.Errorf(line, path, format, args...)
}

// file reads all entities.
func (r *reader) file() error {
	outside := &block{}
	now := outside
	var blocks []*block
	seen := false
	for {
		e, err := r.in.entity()
		if err != nil {
			return r.errorf(r.in.line, "", "%v", err)
		}
		if e == nil {
			if !seen {
				return r.errorf(0, "", "no section: expected a drawing in DXF, as text")
			}
			return r.errorf(r.in.line, "", "the file ends too early: expected EOF")
		}
		switch e.kind {
		case "SECTION":
			seen = true
			r.header(e)
		case "BLOCK":
			now = &block{line: e.line}
			if n := strings.TrimSpace(e.text(2)); n != "" {
				now.names = append(now.names, n)
			}
			blocks = append(blocks, now)
		case "ENDBLK":
			now = outside
		case "EOF":
			if !seen {
				return r.errorf(0, "", "no section: expected a drawing in DXF")
			}
			return r.finish(blocks, outside)
		default:
			if err := r.entity(now, e); err != nil {
				return err
			}
		}
	}
}

// header takes the unit from a header's variables.
func (r *reader) header(e *entity) {
	if e.text(2) != "HEADER" {
		return
	}
	for i, g := range e.groups {
		if g.code == 9 && g.text == "$INSUNITS" && i+1 < len(e.groups) {
			if m := map[string]float64{"1": 0.0254, "2": 0.3048, "4": 1e-3, "5": 1e-2,
				"6": 1}[strings.TrimSpace(e.groups[i+1].text)]; m != 0 {
				r.drawing.Unit = m
			}
		}
	}
}

// entity records one drawn entity.
func (r *reader) entity(b *block, e *entity) error {
	layer := strings.TrimSpace(e.text(8))
	var s *stroke
	var err error
	switch e.kind {
	case "POLYLINE":
		s, err = r.polyline(e)
	case "LWPOLYLINE":
		s, err = r.light(e)
	case "LINE":
		var p, q r2.Vec
		if p, err = e.point(10); err == nil {
			q, err = e.point(11)
		}
		s = &stroke{curves: []pattern.Curve{{Kind: pattern.Line, Start: p, End: q}}}
	case "ARC", "CIRCLE":
		s, err = r.arc(e)
	case "SPLINE":
		s = &stroke{}
		s.curves, err = spline(e)
	case "ELLIPSE":
		s = &stroke{}
		s.curves, s.closed, err = ellipticArc(e)
	case "POINT":
		var p r2.Vec
		if p, err = e.point(10); err == nil && layer == turns {
			b.turns = append(b.turns, p)
		}
	case "TEXT":
		r.note(b, e)
	}
	if err != nil {
		return r.errorf(e.line, b.path(), "%v", err)
	}
	if s == nil || len(s.curves) == 0 {
		return nil
	}
	s.line, s.layer = e.line, layer
	if r.curves += len(s.curves); r.curves > sewing.MaxCurves*16 {
		return r.errorf(e.line, b.path(), "more than %d lines: expected a sewing pattern, which has fewer",
			sewing.MaxCurves*16)
	}
	b.strokes = append(b.strokes, *s)
	return nil
}

func (b *block) path() string {
	if len(b.names) > 0 {
		return "block " + b.names[0]
	}
	return ""
}

// note reads texts: the name of a piece, the units.
func (r *reader) note(b *block, e *entity) {
	key, value, ok := strings.Cut(e.text(1), ":")
	value = strings.TrimSpace(value)
	if !ok || value == "" {
		return
	}
	switch strings.ToUpper(strings.TrimSpace(key)) {
	case "PIECE NAME":
		b.names = append(b.names, value)
	case "SIZE":
		b.size = value
	case "SAMPLE SIZE":
		r.drawing.Sample = value
	case "UNITS":
		if u := strings.ToUpper(value); u == "METRIC" || u == "ENGLISH" {
			if r.metric[u] == 0 {
				r.metric[u] = e.line
			}
		}
	}
}

// finish converts the blocks to pieces.
func (r *reader) finish(blocks []*block, outside *block) error {
	switch m, e := r.metric["METRIC"], r.metric["ENGLISH"]; {
	case m > 0 && e > 0:
		return r.errorf(max(m, e), "", "units are METRIC in line %d and ENGLISH in line %d: expected one", m, e)
	case m > 0:
		r.drawing.Unit = 1e-3
	case e > 0:
		r.drawing.Unit = 0.0254
	}
	for _, b := range blocks {
		if err := r.piece(b); err != nil {
			return err
		}
	}
	if len(r.drawing.Pieces) > 0 {
		return nil
	}
	// Not a file of a pattern program: each closed line is a piece.
	type found struct {
		layer string
		loop
	}
	var all []found
	seen := map[string]bool{}
	for _, s := range outside.strokes {
		if seen[s.layer] {
			continue
		}
		seen[s.layer] = true
		loops, _ := chain(outside.strokes, s.layer)
		for _, l := range loops {
			all = append(all, found{s.layer, l})
		}
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Compare(a.first, b.first) })
	for _, l := range all {
		p := sewing.Piece{Names: []string{l.layer, fmt.Sprintf("outline-%d", l.first+1)}, Line: l.line, Outline: l.curves}
		if err := r.drawing.Add(p); err != nil {
			return err
		}
	}
	return nil
}

// piece converts a block to a piece: its sew line if it has one, else its boundary.
func (r *reader) piece(b *block) error {
	var nest []loop
	count := map[string]int{}
	p := sewing.Piece{Names: b.names, Size: b.size}
	for _, layer := range []string{sewLine, boundary} {
		loops, open := chain(b.strokes, layer)
		if len(loops) > 0 && nest == nil {
			nest = nested(loops)
			if n := len(loops) - len(nest); n > 0 {
				p.Warnings = append(p.Warnings, fmt.Sprintf("%s:%d: %s: %d closed lines beside or within the largest on layer %s "+
					"are left out", r.drawing.File, b.line, b.path(), n, layer))
			}
		}
		if open > 0 && layer == boundary && nest == nil {
			return r.errorf(open, b.path(), "the boundary on layer %s is open: expected a closed line", layer)
		}
	}
	if nest == nil {
		return nil
	}
	for i := range b.strokes {
		s := &b.strokes[i]
		count[s.layer]++
		ends := [2]r2.Vec{s.start(), s.end()}
		switch s.layer {
		case mirror:
			p.Fold = &ends
		case grain:
			p.Grain = &ends
		}
	}
	if n := count[internal] + count[cutOuts]; n > 0 {
		p.Warnings = append(p.Warnings, fmt.Sprintf("%s:%d: %s: %d lines inside of it (layers %s and %s) are left out",
			r.drawing.File, b.line, b.path(), n, internal, cutOuts))
	}
	for k, l := range nest {
		q := p
		q.Line, q.Outline, q.Corners = l.line, l.curves, b.corners(l.curves)
		if len(nest) > 1 {
			q.Size = strconv.Itoa(k + 1)
		}
		if err := r.drawing.Add(q); err != nil {
			return err
		}
	}
	return nil
}

// corners returns the points of an outline at turn points; nil: none.
func (b *block) corners(outline []pattern.Curve) (list []r2.Vec) {
	size := 0.0
	for _, c := range outline {
		size = max(size, r2.Norm(r2.Sub(c.End, outline[0].Start)))
	}
	for _, c := range outline {
		for _, v := range b.turns {
			if r2.Norm(r2.Sub(v, c.Start)) <= near*size {
				list = append(list, c.Start)
				break
			}
		}
	}
	return list
}

// nested returns the closed lines that are sizes of one piece: at the position of the largest, and at least a quarter
// as large, as no two sizes of a grading differ by more.
func nested(loops []loop) (sizes []loop) {
	middle := func(l loop) r2.Vec {
		var sum r2.Vec
		for _, c := range l.curves {
			sum = r2.Add(sum, r2.Scale(1/float64(len(l.curves)), c.Start))
		}
		return sum
	}
	largest := loops[len(loops)-1]
	reach := 0.0
	for _, c := range largest.curves {
		reach = max(reach, r2.Norm(r2.Sub(c.Start, middle(largest))))
	}
	for _, l := range loops {
		if 4*l.area >= largest.area && r2.Norm(r2.Sub(middle(l), middle(largest))) < reach/2 {
			sizes = append(sizes, l)
		}
	}
	return sizes
}

// loop is a closed line of strokes.
type loop struct {
	line   int // of its first stroke in the file
	first  int // number of that among all strokes
	curves []pattern.Curve
	area   float64
}

// chain joins the strokes of a layer to closed lines, the smallest first. open is the line of the file of one that is
// not closed.
func chain(all []stroke, layer string) (loops []loop, open int) {
	var rest []int
	size := 0.0
	for i, s := range all {
		if s.layer != layer {
			continue
		}
		for _, c := range s.curves {
			size = max(size, r2.Norm(r2.Sub(c.End, s.start())))
		}
		rest = append(rest, i)
	}
	// Long lists of loose lines would take long to join; those of patterns are short.
	const longest = 4096
	if len(rest) > longest {
		return nil, all[rest[0]].line
	}
	for len(rest) > 0 {
		first := rest[0]
		s := all[first]
		rest = rest[1:]
		for again := true; again && !s.closed && r2.Norm(r2.Sub(s.end(), s.start())) > near*size; {
			again = false
			for k, i := range rest {
				o := all[i]
				turned := r2.Norm(r2.Sub(o.end(), s.end())) <= near*size
				if !o.closed && (turned || r2.Norm(r2.Sub(o.start(), s.end())) <= near*size) {
					if turned {
						o.curves = reverse(o.curves)
					}
					s.curves = append(s.curves[:len(s.curves):len(s.curves)], o.curves...)
					rest = slices.Delete(rest, k, k+1)
					again = true
					break
				}
			}
		}
		if !s.closed && r2.Norm(r2.Sub(s.end(), s.start())) > near*size {
			open = s.line
			continue
		}
		if area := enclosed(s.curves); area > 0 {
			loops = append(loops, loop{s.line, first, s.curves, area})
		}
	}
	slices.SortStableFunc(loops, func(a, b loop) int { return cmp.Compare(a.area, b.area) })
	return loops, open
}

// enclosed returns the approximate area within a closed line.
func enclosed(curves []pattern.Curve) (area float64) {
	from := curves[0].Start
	for _, c := range curves {
		const chords = 8
		for k := range chords {
			area += r2.Cross(r2.Sub(c.At(float64(k)/chords), from), r2.Sub(c.At(float64(k+1)/chords), from)) / 2
		}
	}
	return math.Abs(area)
}

func reverse(curves []pattern.Curve) []pattern.Curve {
	out := make([]pattern.Curve, len(curves))
	for i, c := range curves {
		out[len(curves)-1-i] = c.Reverse()
	}
	return out
}
