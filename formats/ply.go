package formats

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// PLY is a triangle mesh from a Stanford polygon file: vertex positions, in the
// file's own unit and axes, and three indices into X per triangle.
type PLY struct {
	X      []r3.Vec
	Tri    [][3]int32
	Source Source
}

// Limits of ReadPLY, as those of ReadOBJ.
const (
	maxPLYVertices    = MaxVertices
	maxPLYCorners     = maxOBJCorners
	maxPLYHeaderLine  = 4096 // bytes
	maxPLYHeaderLines = 1000
	maxPLYToken       = 64 // bytes of a number in an ascii file
)

// ReadMesh reads a PLY file if the name has its extension, else an OBJ file. The mesh of a PLY file has no texture
// coordinates and no groups.
func ReadMesh(r io.Reader, name string) (*OBJ, error) {
	if !strings.EqualFold(filepath.Ext(name), ".ply") {
		return ReadOBJ(r, name)
	}
	p, err := ReadPLY(r, name)
	if err != nil {
		return nil, err
	}
	o := &OBJ{X: p.X, Tri: p.Tri, TriUV: make([][3]int32, len(p.Tri)), Group: make([]int32, len(p.Tri)),
		Groups: []string{""}, Source: p.Source}
	for t := range o.TriUV {
		o.TriUV[t] = [3]int32{-1, -1, -1}
	}
	return o, nil
}

// LoadMesh reads the file at path, see ReadMesh.
func LoadMesh(path string) (*OBJ, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadMesh(f, path)
}

// ReadPLY reads the vertices and faces of a PLY file, ascii or binary of either byte order, as triangles. Other
// elements and properties are skipped; polygons are split as in ReadOBJ. name is the file's name in error messages,
// which have the form "name:line: what" or, in the data of a binary file, "name: byte n: what".
func ReadPLY(r io.Reader, name string) (*PLY, error) {
	p := plyParser{name: name, r: bufio.NewReaderSize(r, 1<<16), line: 1}
	if err := p.header(); err != nil {
		return nil, err
	}
	if p.find("vertex") == nil || p.find("face") == nil {
		return nil, fmt.Errorf("%s: the file has no vertex or no face element: expected a mesh", name)
	}
	if p.find("vertex").count == 0 {
		return nil, fmt.Errorf("%s: the file has no vertices", name)
	}
	for _, e := range p.elements {
		var err error
		switch e.name {
		case "vertex":
			err = p.vertices(e)
		case "face":
			err = p.faces(e)
		default:
			err = p.skip(e)
		}
		if err != nil {
			return nil, err
		}
	}
	return p.mesh(), nil
}

// plyParser is the state of ReadPLY.
type plyParser struct {
	name     string
	r        *bufio.Reader
	line     int              // present line, in the header and in ascii files
	at       int64            // bytes read
	order    binary.ByteOrder // nil for an ascii file
	inHeader bool
	elements []plyElement
	x        []r3.Vec
	corners  []int32
	ends     []int // end of each face in corners
}

func (p *plyParser) errorf(format string, args ...any) error {
	if p.order == nil || p.inHeader {
		return lineError(p.name, p.line, format, args...)
	}
	return fmt.Errorf("%s: byte %d: %s", p.name, p.at, fmt.Sprintf(format, args...))
}

func (p *plyParser) find(name string) *plyElement {
	for i := range p.elements {
		if p.elements[i].name == name {
			return &p.elements[i]
		}
	}
	return nil
}

// readByte reads one byte; the end of the file is an error.
func (p *plyParser) readByte() (byte, error) {
	b, err := p.r.ReadByte()
	if errors.Is(err, io.EOF) {
		return 0, p.errorf("unexpected end of file")
	}
	if err != nil {
		return 0, fmt.Errorf("%s: byte %d: %w", p.name, p.at, err)
	}
	p.at++
	return b, nil
}

// number reads one number of the data.
func (p *plyParser) number(t plyType) (float64, error) {
	if p.order == nil {
		return p.asciiNumber(t)
	}
	var buf [8]byte
	b := buf[:t.size()]
	for i := range b {
		var err error
		if b[i], err = p.readByte(); err != nil {
			return 0, err
		}
	}
	switch t {
	case plyInt8:
		return float64(int8(b[0])), nil
	case plyUint8:
		return float64(b[0]), nil
	case plyInt16:
		return float64(int16(p.order.Uint16(b))), nil
	case plyUint16:
		return float64(p.order.Uint16(b)), nil
	case plyInt32:
		return float64(int32(p.order.Uint32(b))), nil
	case plyUint32:
		return float64(p.order.Uint32(b)), nil
	case plyFloat32:
		return float64(math.Float32frombits(p.order.Uint32(b))), nil
	}
	return math.Float64frombits(p.order.Uint64(b)), nil
}

// asciiNumber reads one number between white space.
func (p *plyParser) asciiNumber(t plyType) (float64, error) {
	var token [maxPLYToken]byte
	n := 0
	for {
		b, err := p.r.ReadByte()
		if errors.Is(err, io.EOF) && n > 0 {
			break
		}
		if errors.Is(err, io.EOF) {
			return 0, p.errorf("unexpected end of file")
		}
		if err != nil {
			return 0, fmt.Errorf("%s:%d: %w", p.name, p.line, err)
		}
		if b == ' ' || b == '\t' || b == '\r' || b == '\n' {
			if n > 0 {
				if err := p.r.UnreadByte(); err != nil {
					return 0, err
				}
				break
			}
			if b == '\n' {
				p.line++
			}
			continue
		}
		if n == maxPLYToken {
			return 0, p.errorf("%.20q… is longer than %d bytes: expected a number", token[:], maxPLYToken)
		}
		token[n] = b
		n++
	}
	f, err := strconv.ParseFloat(string(token[:n]), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, p.errorf("%q: expected a number", token[:n])
	}
	if t < plyFloat32 && f != math.Trunc(f) {
		return 0, p.errorf("%q: expected a whole number", token[:n])
	}
	return f, nil
}

// skipProperty skips a property.
func (p *plyParser) skipProperty(q *plyProperty) error {
	n := 1.0
	if q.list {
		var err error
		if n, err = p.number(q.count); err != nil {
			return err
		}
		if !(n >= 0) {
			return p.errorf("%s has %v entries: expected 0 or more", q.name, n)
		}
	}
	for i := 0.0; i < n; i++ {
		if _, err := p.number(q.kind); err != nil {
			return err
		}
	}
	return nil
}

func (p *plyParser) skip(e plyElement) error {
	for range e.count {
		for i := range e.properties {
			if err := p.skipProperty(&e.properties[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *plyParser) vertices(e plyElement) error {
	for k := range e.count {
		var v r3.Vec
		for i := range e.properties {
			q := &e.properties[i]
			var dst *float64
			switch q.name {
			case "x":
				dst = &v.X
			case "y":
				dst = &v.Y
			case "z":
				dst = &v.Z
			default:
				if err := p.skipProperty(q); err != nil {
					return err
				}
				continue
			}
			at := p.at
			f, err := p.number(q.kind)
			if err != nil {
				return err
			}
			if math.Abs(f) <= MaxCoordinate {
				*dst = f
				continue
			}
			p.at = at // start of the number
			if !cloth.Finite(f) {
				return p.errorf("%s of vertex %d is %v: expected a finite number", q.name, k, f)
			}
			return p.errorf("%s of vertex %d is %v: expected at most %g", q.name, k, f, MaxCoordinate)
		}
		p.x = append(p.x, v)
	}
	return nil
}

func (p *plyParser) faces(e plyElement) error {
	vertices := float64(p.find("vertex").count)
	indices := e.indices()
	for k := range e.count {
		for i := range e.properties {
			q := &e.properties[i]
			if q != indices {
				if err := p.skipProperty(q); err != nil {
					return err
				}
				continue
			}
			n, err := p.number(q.count)
			if err != nil {
				return err
			}
			if !(n >= 3 && n <= maxPolygon) {
				return p.errorf("face %d has %v corners: expected 3 to %d", k, n, maxPolygon)
			}
			if float64(len(p.corners))+n > maxPLYCorners {
				return p.errorf("more face corners than are read: expected at most %d", maxPLYCorners)
			}
			for range int(n) {
				v, err := p.number(q.kind)
				if err != nil {
					return err
				}
				if !(v >= 0 && v < vertices) {
					return p.errorf("face %d: vertex %v out of range: expected 0..%v", k, v, vertices-1)
				}
				p.corners = append(p.corners, int32(v))
			}
			p.ends = append(p.ends, len(p.corners))
		}
	}
	return nil
}

// mesh splits the faces into triangles.
func (p *plyParser) mesh() *PLY {
	m := &PLY{X: p.x}
	var cutter polygon
	var ring []r3.Vec
	first := 0
	for i, end := range p.ends {
		c := p.corners[first:end]
		first = end
		ring = ring[:0]
		for _, v := range c {
			ring = append(ring, p.x[v])
		}
		cutter.triangulate(ring, func(a, b, d int) {
			m.Tri, m.Source.Face = append(m.Tri, [3]int32{c[a], c[b], c[d]}), append(m.Source.Face, int32(i))
		})
	}
	return m
}
