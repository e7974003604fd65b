// Package sewing is the common part of drawings of sewing patterns in all formats: pieces with outlines, without seams
// and placement. A TOML file beside the drawing has these; both together give a pattern.Pattern.
package sewing

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/param"
	"hysteron/pattern"
)

// Drawing is the result of the reader of a format. Coordinates are those of the file, but y is up.
type Drawing struct {
	File     string
	Unit     float64 // length of a unit of the file [m]; 0: not in the file
	Assumed  string  // rule for Unit if it is not in the file
	Down     bool    // the file's own y axis is down
	Pieces   []Piece
	Warnings []string
	Sample   string // size that the drawing marks as its sample; may be empty

	chosen string // size selected by Choose; empty: all
}

// Piece is a closed outline.
type Piece struct {
	Names   []string // its names in the file, the best one first
	Line    int      // position in the file; 0: none
	Outline []pattern.Curve
	Corners []r2.Vec   // starts of sides; nil: at turns of the outline
	Fold    *[2]r2.Vec // fold line of the cloth, if it is half of a panel
	Grain   *[2]r2.Vec // along the warp
	Detail  bool       // inside another outline: a pocket's place, a hole
	Size    string     // of a graded pattern; empty: it has one size
	// parts that were ignored
	Warnings []string

	poly []r2.Vec
	area float64
}

// Area returns the approximate area inside the outline, in the drawing's units.
func (p *Piece) Area() float64 { return p.area }

// Name returns the first name of a piece.
func (p *Piece) Name() string {
	if len(p.Names) == 0 {
		return ""
	}
	return p.Names[0]
}

// MaxCurves bounds the curves of one outline.
const MaxCurves = 1 << 16

// MaxPieces bounds the closed outlines of a drawing.
const MaxPieces = 4096

// Errorf returns a *pattern.FormatError about the drawing.
func (d *Drawing) Errorf(line int, path, format string, args ...any) error {
	return &pattern.FormatError{File: d.File, Line: line, Path: path, Msg: fmt.Sprintf(format, args...)}
}

// Add appends a piece, unless there are too many. Curves without length are removed, and the outline is closed; one
// around no area is ignored.
func (d *Drawing) Add(p Piece) error {
	if len(d.Pieces) >= MaxPieces {
		return d.Errorf(p.Line, p.Name(), "more than %d closed outlines: expected a sewing pattern, which has fewer",
			MaxPieces)
	}
	if len(p.Outline) > MaxCurves {
		return d.Errorf(p.Line, p.Name(), "%d curves: expected at most %d in an outline", len(p.Outline), MaxCurves)
	}
	p.Outline = tidy(p.Outline)
	if len(p.Outline) < 2 {
		return nil
	}
	panel := pattern.Panel{Edges: edges(p.Outline)}
	p.poly = panel.Outline(8)
	for i, a := range p.poly {
		b := p.poly[(i+1)%len(p.poly)]
		p.area += r2.Cross(r2.Sub(a, p.poly[0]), r2.Sub(b, p.poly[0])) / 2
	}
	if p.area = max(p.area, -p.area); retraced(p.poly) {
		return nil
	}
	d.Pieces = append(d.Pieces, p)
	return nil
}

// rounded is the distance of points that are equal but for rounding, relative to an outline's size, in files with three
// decimals of an inch: no side is that short.
const rounded = 3e-5

// retraced reports whether an outline only follows a line there and back. One that crosses itself may enclose equal
// areas on the left and the right, but is no such line.
func retraced(poly []r2.Vec) bool {
	var end r2.Vec // from the first point to the farthest one
	size := 0.0
	for _, p := range poly {
		if d := r2.Sub(p, poly[0]); r2.Norm(d) > size {
			end, size = d, r2.Norm(d)
		}
	}
	near := rounded * size
	straight, back := true, true
	for i, p := range poly {
		straight = straight && math.Abs(r2.Cross(r2.Sub(p, poly[0]), end)) <= near*size
		back = back && r2.Norm(r2.Sub(p, poly[(len(poly)-i)%len(poly)])) <= near
	}
	return straight || back
}

// tidy closes an outline and removes curves without length.
func tidy(outline []pattern.Curve) []pattern.Curve {
	size := 0.0
	for _, c := range outline {
		size = max(size, r2.Norm(r2.Sub(c.End, outline[0].Start)))
	}
	near := rounded * size
	var kept []pattern.Curve
	for _, c := range outline {
		if n := len(kept); n > 0 {
			c.Start = kept[n-1].End
		}
		if c.Kind == pattern.Line && r2.Norm(r2.Sub(c.End, c.Start)) <= near {
			continue
		}
		kept = append(kept, c)
	}
	n := len(kept)
	if n == 0 {
		return nil
	}
	if first := kept[0].Start; r2.Norm(r2.Sub(kept[n-1].End, first)) <= near {
		kept[n-1].End = first
	} else {
		kept = append(kept, pattern.Curve{Kind: pattern.Line, Start: kept[n-1].End, End: first})
	}
	return kept
}

// Finish completes the reading. If pieces are side by side as on paper, those inside larger ones are marked as details.
func (d *Drawing) Finish(paper bool) error {
	if len(d.Pieces) == 0 {
		return d.Errorf(0, "", "no closed outline: expected at least one, a panel; lines that are not closed count for "+
			"nothing")
	}
	if !paper {
		return nil
	}
	boxes := make([][2]r2.Vec, len(d.Pieces))
	order := make([]int, len(d.Pieces))
	for i := range d.Pieces {
		boxes[i][0], boxes[i][1] = box(d.Pieces[i].poly)
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(d.Pieces[b].area, d.Pieces[a].area)
	})
	for k, i := range order {
		for _, o := range order[:k] {
			at, lo, hi := d.Pieces[i].poly[0], boxes[o][0], boxes[o][1]
			if at.X >= lo.X && at.X <= hi.X && at.Y >= lo.Y && at.Y <= hi.Y && !d.Pieces[o].Detail &&
				inside(at, d.Pieces[o].poly) {
				d.Pieces[i].Detail = true
				break
			}
		}
	}
	return nil
}

// MarkFold makes a line the fold of the piece with the line on its outline.
func (d *Drawing) MarkFold(fold [2]r2.Vec) {
	for i := range d.Pieces {
		if p := &d.Pieces[i]; !p.Detail && p.Fold == nil &&
			slices.ContainsFunc(p.Outline, func(c pattern.Curve) bool { return along(&fold, c) }) {
			p.Fold = &fold
			return
		}
	}
}

// along reports whether a line is on a curve: both of its ends and its middle, within a fiftieth of its length.
func along(line *[2]r2.Vec, c pattern.Curve) bool {
	near := 0.02 * r2.Norm(r2.Sub(line[1], line[0]))
	for _, p := range [3]r2.Vec{line[0], line[1], r2.Scale(.5, r2.Add(line[0], line[1]))} {
		if _, off := c.Nearest(p); !(off <= near) {
			return false
		}
	}
	return true
}

// Choose selects the pieces of one size. It returns an error if size is empty and the drawing has no sample size, or if
// it does not have that size.
func (d *Drawing) Choose(size string) error {
	var kept []Piece
	found := size == ""
	for _, p := range d.Pieces {
		mine := true
		for _, name := range p.Names {
			of, err := d.size(name, size)
			if err != nil {
				return err
			}
			mine = mine && (of == "" || of == p.Size)
		}
		found = found || p.Size == size
		if mine {
			kept = append(kept, p)
		}
	}
	if !found {
		return fmt.Errorf("%s has no sizes, or not %q: %w that it has", d.File, size, ErrSize)
	}
	if len(kept) < len(d.Pieces) {
		d.Pieces, d.chosen = kept, cmp.Or(size, d.Sample)
	}
	return nil
}

// inside reports whether p is inside poly, by the even-odd rule.
func inside(p r2.Vec, poly []r2.Vec) bool {
	in := false
	for i, a := range poly {
		b := poly[(i+1)%len(poly)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(p.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) {
			in = !in
		}
	}
	return in
}

// sizes returns the sizes of pieces of a name, in the drawing's order; nil: only one.
func (d *Drawing) sizes(name string) (list []string) {
	for i := range d.Pieces {
		if p := &d.Pieces[i]; p.Size != "" && slices.Contains(p.Names, name) && !slices.Contains(list, p.Size) {
			list = append(list, p.Size)
		}
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// ErrSize is the error of a drawing of several sizes without a selected one, or of a size that it does not have.
var ErrSize = errors.New("expected a size")

// size returns the selected size of a piece: the requested one, else the sample of the drawing.
func (d *Drawing) size(name, asked string) (string, error) {
	list := d.sizes(name)
	switch {
	case list == nil:
		return "", nil
	case asked == "" && slices.Contains(list, d.Sample):
		return d.Sample, nil
	case slices.Contains(list, asked):
		return asked, nil
	}
	order := ""
	if list[0] == "1" {
		order = ", the smallest first"
	}
	return "", fmt.Errorf("%s has %q in %d sizes: %w, one of %s%s", d.File, name, len(list), ErrSize,
		param.QuoteList(list), order)
}

// find returns the piece of a name, in a size, or in the drawing's sample size. The first name of an outline that is no
// detail has priority.
func (d *Drawing) find(name, asked string) (*Piece, error) {
	size, err := d.size(name, asked)
	if err != nil {
		return nil, err
	}
	for _, among := range []func(p *Piece) bool{
		func(p *Piece) bool { return !p.Detail && p.Name() == name },
		func(p *Piece) bool { return !p.Detail && slices.Contains(p.Names, name) },
		func(p *Piece) bool { return slices.Contains(p.Names, name) },
	} {
		var found []*Piece
		for i := range d.Pieces {
			if p := &d.Pieces[i]; among(p) && (size == "" || p.Size == size) {
				found = append(found, p)
			}
		}
		switch len(found) {
		case 0:
			continue
		case 1:
			return found[0], nil
		}
		var others []string
		for _, p := range found {
			others = append(others, fmt.Sprintf("%q", p.Names))
		}
		return nil, fmt.Errorf("%q is the name of %d outlines of %s: expected a name that only one has of %s", name,
			len(found), d.File, strings.Join(others, ", "))
	}
	return nil, fmt.Errorf("%s has no closed outline %q: expected one of %s", d.File, name, d.list())
}

// list returns the names of the outlines.
func (d *Drawing) list() string {
	var names []string
	for i := range d.Pieces {
		if p := &d.Pieces[i]; !p.Detail && !slices.Contains(names, fmt.Sprintf("%q", p.Name())) {
			names = append(names, fmt.Sprintf("%q", p.Name()))
		}
	}
	const most = 20
	if n := len(names); n > most {
		names = append(names[:most], fmt.Sprintf("and %d more", n-most))
	}
	return strings.Join(names, ", ")
}

func edges(curves []pattern.Curve) []pattern.Edge {
	list := make([]pattern.Edge, len(curves))
	for i, c := range curves {
		list[i].Curve = c
	}
	return list
}
