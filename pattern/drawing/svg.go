// Reads drawings of sewing patterns from SVG 1.1: closed paths and shapes, with groups, transforms and units.

package drawing

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/pattern/sewing"
)

// Bounds of a file.
const (
	svgMaxBytes = 64 << 20
	maxDepth    = 256
	maxCurves   = 1 << 20 // in all outlines
)

// inkscape is the name space of layers' labels.
const inkscape = "http://www.inkscape.org/namespaces/inkscape"

// element is an open element.
type element struct {
	names  []string // of a group
	matrix matrix
	hidden bool
}

type svgReader struct {
	drawing *sewing.Drawing
	in      *xml.Decoder
	stack   []element
	curves  int
	svg     bool
	best    map[string]int // index of the piece with each group's name
	points  bool           // the file was written by Adobe Illustrator
	folds   [][2]r2.Vec    // fold lines of the cloth
}

// ReadSVG reads a drawing; name is the file in errors, which are *pattern.FormatError with the line.
func ReadSVG(r io.Reader, name string) (*sewing.Drawing, error) {
	limited := &io.LimitedReader{R: r, N: svgMaxBytes + 1}
	s := &svgReader{drawing: &sewing.Drawing{File: name, Down: true}, in: xml.NewDecoder(bufio.NewReader(limited)),
		best: map[string]int{}}
	s.in.CharsetReader = charset
	s.in.Entity = map[string]string{}
	for {
		t, err := s.in.Token()
		if limited.N <= 0 {
			return nil, s.errorf("", "the file is longer than %d MiB: expected a sewing pattern, which is far shorter",
				svgMaxBytes>>20)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			var syntax *xml.SyntaxError
			if errors.As(err, &syntax) {
				return nil, s.errorf("", "not valid XML: %s", syntax.Msg)
			}
			return nil, s.errorf("", "%v", err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			err = s.start(&t)
		case xml.EndElement:
			s.stack = s.stack[:max(0, len(s.stack)-1)]
		case xml.Directive:
			s.entities(string(t))
		case xml.Comment:
			s.points = s.points || strings.Contains(string(t), "Adobe Illustrator")
		}
		if err != nil {
			return nil, err
		}
	}
	if !s.svg {
		return nil, s.errorf("", "no element svg: expected a drawing in SVG")
	}
	s.unit()
	if err := s.drawing.Finish(true); err != nil {
		return nil, err
	}
	for _, f := range s.folds {
		s.drawing.MarkFold(f)
	}
	return s.drawing, nil
}

// charset reads the single-byte encodings of some drawing programs.
func charset(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "us-ascii", "ascii", "iso-8859-1", "latin1", "windows-1252":
		return &latin{in: bufio.NewReader(in)}, nil
	}
	return nil, fmt.Errorf("encoding %q: expected UTF-8", label)
}

// latin converts ISO 8859-1 to UTF-8.
type latin struct {
	in   *bufio.Reader
	rest []byte
}

func (l *latin) Read(p []byte) (int, error) {
	if len(l.rest) == 0 {
		b, err := l.in.ReadByte()
		if err != nil {
			return 0, err
		}
		l.rest = []byte(string(rune(b)))
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

var svgEntity = regexp.MustCompile(`<!ENTITY\s+([A-Za-z_][\w.-]*)\s+["']([^"']{0,1000})["']`)

// entities records the entities that the file declares, such as name spaces of some programs.
func (s *svgReader) entities(directive string) {
	for _, m := range svgEntity.FindAllStringSubmatch(directive, 256) {
		s.in.Entity[m[1]] = m[2]
	}
}

func (s *svgReader) errorf(path, format string, args ...any) error {
	line, _ := s.in.InputPos()
	return s.drawing.Errorf(line, path, format, args...)
}

// attr returns an attribute; those of inkscape are found with their name space.
func attr(e *xml.StartElement, space, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && a.Name.Space == space {
			return a.Value
		}
	}
	return ""
}

var hiding = regexp.MustCompile(`(^|;)\s*(display\s*:\s*none|visibility\s*:\s*(hidden|collapse))\s*(;|$)`)

func (s *svgReader) start(e *xml.StartElement) error {
	if len(s.stack) >= maxDepth {
		return s.errorf("", "elements more than %d levels deep", maxDepth)
	}
	outer := element{matrix: identity}
	if n := len(s.stack); n > 0 {
		outer = s.stack[n-1]
	}
	id, label := attr(e, "", "id"), attr(e, inkscape, "label")
	path := e.Name.Local
	if id != "" {
		path += "#" + id
	}
	inner := element{names: outer.names, matrix: outer.matrix, hidden: outer.hidden}
	switch {
	case attr(e, "", "display") == "none", attr(e, "", "visibility") == "hidden", hiding.MatchString(attr(e, "", "style")):
		inner.hidden = true
	}
	switch e.Name.Local {
	case "defs", "symbol", "marker", "clipPath", "mask", "pattern", "style", "metadata":
		inner.hidden = true
	case "svg":
		if s.svg {
			if attr(e, "", "viewBox") != "" {
				return s.errorf(path, "an svg within the svg with a viewBox of its own: expected one drawing")
			}
		} else if err := s.size(e, &inner); err != nil {
			return err
		}
		s.svg = true
	case "g", "a", "switch":
		for _, name := range []string{label, id} {
			if name != "" {
				inner.names = append(slices.Clip(inner.names), name)
			}
		}
	}
	if t := attr(e, "", "transform"); t != "" {
		m, err := parseTransform(t)
		if err != nil {
			return s.errorf(path, "transform: %v", err)
		}
		inner.matrix = inner.matrix.times(m)
	}
	s.stack = append(s.stack, inner)
	if inner.hidden || !s.svg {
		return nil
	}
	if strings.Contains(attr(e, "", "marker-start"), "cutonfold") {
		s.fold(attr(e, "", "d"), inner.matrix)
		return nil
	}
	outlines, err := s.shape(e)
	if err != nil {
		return s.errorf(path, "%v", err)
	}
	for _, o := range outlines {
		if err := s.add(o, &inner, label, id, path); err != nil {
			return err
		}
	}
	return nil
}

// fold records a fold line of the cloth, as FreeSewing draws it: an arrow from its one end, beside it, to the other.
func (s *svgReader) fold(d string, m matrix) {
	p, err := drawPath(d)
	if err != nil || len(s.folds) >= sewing.MaxPieces {
		return
	}
	var f [2]r2.Vec
	for k, v := range [2]r2.Vec{p.start, p.here} {
		v = m.apply(v)
		f[k] = r2.Vec{X: v.X, Y: -v.Y}
	}
	s.folds = append(s.folds, f)
}

// add records a closed outline.
func (s *svgReader) add(o outline, in *element, label, id, path string) error {
	if s.curves += len(o.curves); s.curves > maxCurves {
		return s.errorf(path, "more than %d curves: expected a sewing pattern, which has fewer", maxCurves)
	}
	p := sewing.Piece{}
	p.Line, _ = s.in.InputPos()
	if !in.matrix.invertible() {
		return s.errorf(path, "the transforms leave nothing of it: expected a drawing that can be seen")
	}
	for _, c := range o.curves {
		c = c.Map(func(v r2.Vec) r2.Vec {
			v = in.matrix.apply(v)
			return r2.Vec{X: v.X, Y: -v.Y}
		})
		for _, v := range []r2.Vec{c.Start, c.End, c.C1, c.C2} {
			if !(math.Abs(v.X)+math.Abs(v.Y) < 1e12) {
				return s.errorf(path, "a point at (%g, %g): expected one below 1e12", v.X, -v.Y)
			}
		}
		p.Outline = append(p.Outline, c)
	}
	for _, name := range []string{label, id} {
		if name != "" {
			p.Names = append(p.Names, name)
		}
	}
	before := len(s.drawing.Pieces)
	if err := s.drawing.Add(p); err != nil || len(s.drawing.Pieces) == before {
		return err
	}
	s.name(before, in.names)
	return nil
}

// name gives a piece the names of the groups around it, the innermost first; a larger piece keeps its name.
func (s *svgReader) name(i int, groups []string) {
	p := &s.drawing.Pieces[i]
	var names []string
	for k := len(groups) - 1; k >= 0; k-- {
		g := groups[k]
		if o, ok := s.best[g]; ok {
			if s.drawing.Pieces[o].Area() >= p.Area() {
				continue
			}
			other := &s.drawing.Pieces[o]
			other.Names = slices.DeleteFunc(other.Names, func(n string) bool { return n == g })
		}
		s.best[g] = i
		names = append(names, g)
	}
	p.Names = append(names, p.Names...)
	if len(p.Names) == 0 {
		p.Names = []string{fmt.Sprintf("outline-%d", i+1)}
	}
}
