package formats

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/param"
)

// OBJ is a triangle mesh of a Wavefront OBJ file. Coordinates are in the file's own unit and axes.
type OBJ struct {
	X  []r3.Vec // vertex positions ("v")
	UV []r2.Vec // texture coordinates ("vt")
	// Colour is red, green and blue of each vertex, as in the file after the position ("v x y z r g b"), usually from 0
	// to 1; nil unless all vertices have one.
	Colour [][3]float64

	// Tri holds three indices into X per triangle, in the order and orientation (counter-clockwise) of the file. TriUV
	// holds three indices into UV per triangle, or three times -1 for a triangle without; the writer also accepts an
	// empty TriUV, for no texture coordinates at all.
	Tri   [][3]int32
	TriUV [][3]int32

	// Group is each triangle's index into Groups; the writer also accepts an empty Group, for no groups at all. The
	// reader lists in Groups, by first use, the groups with triangles, each name once. The name of a group consists of
	// those of its "g", "o" and "usemtl" names that distinguish the triangles of the file, tried in that order and
	// joined with "/" (object/group/material) if more than one is needed. A file with one group has the first of the
	// three names that it contains, else "".
	Group  []int32
	Groups []string

	// Material is each triangle's index into Materials, the names after "usemtl"; Libs are the files ("mtllib") that
	// define them, relative to the file's folder. The writer also accepts empty ones.
	Material  []int32
	Materials []Material
	Libs      []string
	LibLines  []int // line of each of Libs, set by the reader

	Source Source

	// Edges are the edges of line elements ("l"), EdgeLine is the line of each; the writer also accepts an empty
	// EdgeLine.
	Edges    [][2]int32
	EdgeLine []int32
}

// Limits of ReadOBJ. They bound the memory for a small hostile file and are far above any mesh that could be simulated.
const (
	maxOBJLine    = 16 << 20 // bytes in a line, continuations included
	MaxVertices   = 1 << 24  // "v" lines; also "vt" lines; of meshes in other formats too
	maxOBJCorners = 1 << 26  // face corners in the file
	maxOBJName    = 256      // bytes in a group name
	maxOBJGroups  = 1 << 16

	// MaxCoordinate bounds coordinates, also in other formats: products of a few of them are finite.
	MaxCoordinate = 1e12
)

// ReadOBJ reads the polygons of a Wavefront OBJ file as triangles. name is the
// file's name for error messages, which have the form "name:line: what".
//
// Supported are v, vt, f (v, v/vt, v//vn, v/vt/vn, negative indices), o, g, usemtl, comments, line continuation with a
// backslash, and LF, CRLF or CR line ends. A comment is not continued. Normals and every other statement are ignored.
// Polygons are split into triangles: convex ones as a fan around their first corner, others by ear clipping. A vertex
// that a face with more than three corners repeats in a row counts once. If only some corners of a face have texture
// coordinates, the face has none.
func ReadOBJ(r io.Reader, name string) (*OBJ, error) {
	p := objParser{name: name, corners: make([]objCorner, 0, 256), groupOf: map[objNames]int32{}}
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 1<<16), maxOBJLine)
	s.Split(scanAnyLine)
	var joined []byte // a logical line of continued ones
	physical := 0
	for s.Scan() {
		physical++
		line := s.Bytes()
		if physical == 1 {
			p.line = 1
			if why := param.UTF16(line); why != "" {
				return nil, p.errorf("%s", why)
			}
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(joined) == 0 {
			p.line = physical
		}
		comment := len(joined) == 0 && bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("#"))
		if cut, ok := bytes.CutSuffix(bytes.TrimRight(line, " \t"), []byte(`\`)); ok && !comment {
			if len(joined)+len(cut) >= maxOBJLine {
				return nil, p.errorf("line is longer than %d bytes", maxOBJLine)
			}
			joined = append(append(joined, cut...), ' ')
			continue
		}
		if len(joined) > 0 {
			joined = append(joined, line...)
			line = joined
		}
		if err := p.statement(line); err != nil {
			return nil, err
		}
		joined = joined[:0]
	}
	if err := s.Err(); err != nil {
		p.line = physical + 1
		if errors.Is(err, bufio.ErrTooLong) {
			return nil, p.errorf("line is longer than %d bytes", maxOBJLine)
		}
		return nil, fmt.Errorf("%s:%d: %w", name, p.line, err)
	}
	if len(joined) > 0 {
		if err := p.statement(joined); err != nil {
			return nil, err
		}
	}
	return p.finish()
}

// scanAnyLine is a bufio.SplitFunc for lines that end in LF, CRLF or CR.
func scanAnyLine(data []byte, atEOF bool) (advance int, token []byte, err error) {
	i := bytes.IndexAny(data, "\r\n")
	switch {
	case i < 0 && atEOF && len(data) > 0:
		return len(data), data, nil
	case i < 0:
		return 0, nil, nil
	case data[i] == '\n':
		return i + 1, data[:i], nil
	case i+1 < len(data) && data[i+1] == '\n':
		return i + 2, data[:i], nil
	case i+1 < len(data) || atEOF:
		return i + 1, data[:i], nil
	}
	return 0, nil, nil // a CR at the end of the buffer: is an LF next?
}

// noUV marks a face corner without a texture coordinate.
const noUV = math.MinInt32

// objCorner is a face corner: zero-based indices, not yet checked against the number of vertices in the file.
type objCorner struct{ v, uv int32 }

// objFace is a polygon: its corners begin at first and end where the next
// face's begin.
type objFace struct {
	first, line int
	group       int32
}

// objNames are the current names at a face, "" if none was given.
type objNames struct{ object, group, material string }

// objParser is the state of ReadOBJ.
type objParser struct {
	name    string
	line    int
	x       []r3.Vec
	uv      []r2.Vec
	colour  [][3]float64
	corners []objCorner
	faces   []objFace
	names   objNames
	groups  []objNames
	groupOf map[objNames]int32 // index into groups
	libs    []string
	libAt   []int // their lines

	lineOf   []int32 // of each vertex
	edges    [][2]int32
	edgeLine []int32
	field    [][]byte
}

func (p *objParser) errorf(format string, args ...any) error {
	return lineError(p.name, p.line, format, args...)
}

// lineError returns an error of the form "name:line: what".
func lineError(name string, line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", name, line, fmt.Sprintf(format, args...))
}

// statement reads one logical line.
func (p *objParser) statement(line []byte) error {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || line[0] == '#' {
		return nil
	}
	key, rest := line, []byte(nil)
	if i := bytes.IndexAny(line, " \t"); i >= 0 {
		key, rest = line[:i], line[i+1:]
	}
	switch string(key) {
	case "v", "vt", "f", "l":
		if i := bytes.IndexByte(rest, '#'); i >= 0 {
			rest = rest[:i]
		}
		p.field = appendFields(p.field[:0], rest)
	}
	switch string(key) {
	case "v":
		return p.vertex()
	case "vt":
		return p.texture()
	case "f":
		return p.face()
	case "o":
		return p.setName(&p.names.object, rest)
	case "g":
		return p.setName(&p.names.group, rest)
	case "usemtl":
		return p.setName(&p.names.material, rest)
	case "mtllib":
		return p.library(rest)
	case "l":
		return p.edge()
	}
	return nil
}

// maxLibs is the largest number of libraries of materials of a file.
const maxLibs = 64

// library stores the name of a file of materials: the whole line, as names may contain blanks.
func (p *objParser) library(rest []byte) error {
	name := string(bytes.TrimSpace(rest))
	switch {
	case name == "":
		return nil
	case len(name) > maxOBJName:
		return p.errorf("name is longer than %d bytes", maxOBJName)
	case len(p.libs) >= maxLibs:
		return p.errorf("more than %d mtllib: expected fewer", maxLibs)
	}
	p.libs, p.libAt = append(p.libs, name), append(p.libAt, p.line)
	return nil
}

// appendFields appends the parts of line between blanks to dst.
func appendFields(dst [][]byte, line []byte) [][]byte {
	for i := 0; i < len(line); {
		if line[i] == ' ' || line[i] == '\t' {
			i++
			continue
		}
		j := i
		for j < len(line) && line[j] != ' ' && line[j] != '\t' {
			j++
		}
		dst = append(dst, line[i:j])
		i = j
	}
	return dst
}

// number reads field i as a number of a bounded size.
func (p *objParser) number(what string, i int) (float64, error) {
	f, err := strconv.ParseFloat(string(p.field[i]), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, p.errorf("%s number %d is %.40q: expected a number", what, i+1, p.field[i])
	}
	if !cloth.Finite(f) {
		return 0, p.errorf("%s number %d is %.40q: expected a finite number", what, i+1, p.field[i])
	}
	if math.Abs(f) > MaxCoordinate {
		return 0, p.errorf("%s number %d is %.40q: expected at most %g", what, i+1, p.field[i], MaxCoordinate)
	}
	return f, nil
}

// vertex reads "v x y z" with an optional colour, ignoring weights.
func (p *objParser) vertex() error {
	if n := len(p.field); n < 3 || n > 8 {
		return p.errorf("v has %d numbers: expected 3 (x y z)", n)
	}
	if len(p.x) >= MaxVertices {
		return p.errorf("more vertices than are read: expected at most %d", MaxVertices)
	}
	var c [8]float64
	for i := range p.field {
		f, err := p.number("v", i)
		if err != nil {
			return err
		}
		c[i] = f
	}
	if len(p.field) == 6 && len(p.colour) == len(p.x) {
		p.colour = append(p.colour, [3]float64{c[3], c[4], c[5]})
	}
	p.x, p.lineOf = append(p.x, r3.Vec{X: c[0], Y: c[1], Z: c[2]}), append(p.lineOf, int32(p.line))
	return nil
}

// texture reads "vt u [v [w]]", ignoring w.
func (p *objParser) texture() error {
	if n := len(p.field); n < 1 || n > 3 {
		return p.errorf("vt has %d numbers: expected 2 (u v)", n)
	}
	if len(p.uv) >= MaxVertices {
		return p.errorf("more texture coordinates than are read: expected at most %d", MaxVertices)
	}
	var c [3]float64
	for i := range p.field {
		f, err := p.number("vt", i)
		if err != nil {
			return err
		}
		c[i] = f
	}
	p.uv = append(p.uv, r2.Vec{X: c[0], Y: c[1]})
	return nil
}

// face reads "f corner corner corner …".
func (p *objParser) face() error {
	n := len(p.field)
	if n < 3 || n > maxPolygon {
		return p.errorf("face has %d corners: expected 3 to %d", n, maxPolygon)
	}
	if len(p.corners)+n > maxOBJCorners {
		return p.errorf("more face corners than are read: expected at most %d", maxOBJCorners)
	}
	first, withUV := len(p.corners), 0
	for _, field := range p.field {
		c, err := p.corner(field)
		if err != nil {
			return err
		}
		if c.uv != noUV {
			withUV++
		}
		if last := len(p.corners) - 1; n > 3 && last >= first && p.corners[last].v == c.v {
			continue
		}
		p.corners = append(p.corners, c)
	}
	for last := len(p.corners) - 1; n > 3 && last > first && p.corners[last].v == p.corners[first].v; last-- {
		p.corners = p.corners[:last]
	}
	if withUV < n {
		for i := first; i < len(p.corners); i++ {
			p.corners[i].uv = noUV
		}
	}
	if len(p.corners)-first < 3 {
		return p.errorf("face has fewer than 3 different corners")
	}
	group, ok := p.groupOf[p.names]
	if !ok {
		if len(p.groups) >= maxOBJGroups {
			return p.errorf("more than %d groups", maxOBJGroups)
		}
		group = int32(len(p.groups))
		p.groups = append(p.groups, p.names)
		p.groupOf[p.names] = group
	}
	p.faces = append(p.faces, objFace{first: first, line: p.line, group: group})
	return nil
}

// edge reads "l corner corner …": an edge from each corner to the next.
func (p *objParser) edge() error {
	if n := len(p.field); n < 2 {
		return p.errorf("l has %d vertices: expected 2 or more", n)
	}
	if len(p.edges)+len(p.field) > maxOBJCorners {
		return p.errorf("more edges than are read: expected at most %d", maxOBJCorners)
	}
	last := int32(-1)
	for i, field := range p.field {
		c, err := p.corner(field)
		if err != nil {
			return err
		}
		if i > 0 {
			p.edges, p.edgeLine = append(p.edges, [2]int32{last, c.v}), append(p.edgeLine, int32(p.line))
		}
		last = c.v
	}
	return nil
}

// corner reads "v", "v/vt", "v//vn" or "v/vt/vn".
func (p *objParser) corner(field []byte) (objCorner, error) {
	c := objCorner{uv: noUV}
	v, rest, _ := bytes.Cut(field, []byte("/"))
	uv, normal, _ := bytes.Cut(rest, []byte("/"))
	var err error
	if c.v, err = p.index("face index", v, len(p.x)); err != nil {
		return c, err
	}
	if len(uv) > 0 {
		if c.uv, err = p.index("texture index", uv, len(p.uv)); err != nil {
			return c, err
		}
	}
	if len(normal) > 0 {
		if _, err := strconv.Atoi(string(normal)); err != nil {
			return c, p.errorf("normal index is %.40q: expected a whole number", normal)
		}
	}
	return c, nil
}

// index reads an OBJ index and makes it zero-based. A negative index counts back from the count elements read so far. A
// positive one may refer to a later element, so only finish can check its range.
func (p *objParser) index(what string, field []byte, count int) (int32, error) {
	i, err := strconv.ParseInt(string(field), 10, 32)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, p.errorf("%s %.40s out of range", what, field)
	case err != nil:
		return 0, p.errorf("%s is %.40q: expected a whole number", what, field)
	case i >= 0:
		return int32(i) - 1, nil
	case int(-i) > count && count == 0:
		return 0, p.errorf("%s %d out of range, nothing precedes it", what, i)
	case int(-i) > count:
		return 0, p.errorf("%s %d out of range: expected -%d..-1", what, i, count)
	}
	return int32(count + int(i)), nil
}

// setName stores the name of an o, g or usemtl statement.
func (p *objParser) setName(dst *string, rest []byte) error {
	name := objName(string(rest))
	if len(name) > maxOBJName {
		return p.errorf("name is longer than %d bytes", maxOBJName)
	}
	if *dst != name {
		*dst = name
	}
	return nil
}

// objName returns a name in the form that a file can hold: without a trailing comment, and with single blanks.
func objName(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		if w[0] == '#' {
			words = words[:i]
			break
		}
	}
	return strings.Join(words, " ")
}

// finish checks the indices, once all vertices are known, and splits the faces into triangles.
func (p *objParser) finish() (*OBJ, error) {
	if len(p.x) == 0 {
		return nil, fmt.Errorf("%s: no vertices (v x y z): expected a Wavefront OBJ file", p.name)
	}
	o := &OBJ{X: p.x, UV: p.uv, Source: Source{VertexLine: p.lineOf}, Edges: p.edges, EdgeLine: p.edgeLine}
	if len(p.colour) == len(p.x) {
		o.Colour = p.colour
	}
	label, groups := objGroupNames(p.groups)
	o.Groups, o.Libs, o.LibLines = groups, p.libs, p.libAt
	for i, e := range p.edges {
		for _, v := range e {
			if v < 0 || int(v) >= len(p.x) {
				return nil, lineError(p.name, int(p.edgeLine[i]), "l: vertex %d out of range: expected 1..%d", v+1, len(p.x))
			}
		}
	}
	material := o.materials(p.groups)
	var cutter polygon
	var ring []r3.Vec
	for i, f := range p.faces {
		end := len(p.corners)
		if i+1 < len(p.faces) {
			end = p.faces[i+1].first
		}
		c := p.corners[f.first:end]
		o.Source.FaceLine = append(o.Source.FaceLine, int32(f.line))
		ring = ring[:0]
		for _, c := range c {
			if c.v < 0 || int(c.v) >= len(p.x) {
				return nil, lineError(p.name, f.line, "face index %d out of range: expected 1..%d", c.v+1, len(p.x))
			}
			if c.uv != noUV && (c.uv < 0 || int(c.uv) >= len(p.uv)) {
				if len(p.uv) == 0 {
					return nil, lineError(p.name, f.line, "texture index %d out of range, the file has no vt", c.uv+1)
				}
				return nil, lineError(p.name, f.line, "texture index %d out of range: expected 1..%d", c.uv+1, len(p.uv))
			}
			ring = append(ring, p.x[c.v])
		}
		cutter.triangulate(ring, func(j, k, l int) {
			o.Tri = append(o.Tri, [3]int32{c[j].v, c[k].v, c[l].v})
			o.TriUV = append(o.TriUV, [3]int32{max(c[j].uv, -1), max(c[k].uv, -1), max(c[l].uv, -1)})
			o.Group, o.Source.Face = append(o.Group, label[f.group]), append(o.Source.Face, int32(i))
			if material != nil {
				o.Material = append(o.Material, material[f.group])
			}
		})
	}
	return o, nil
}
