package formats

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// plyType is a scalar type of the PLY format.
type plyType int

const (
	plyInt8 plyType = iota
	plyUint8
	plyInt16
	plyUint16
	plyInt32
	plyUint32
	plyFloat32
	plyFloat64
)

// plyTypes are the types' names, new and old.
var plyTypes = map[string]plyType{
	"int8": plyInt8, "uint8": plyUint8, "int16": plyInt16, "uint16": plyUint16,
	"int32": plyInt32, "uint32": plyUint32, "float32": plyFloat32, "float64": plyFloat64,
	"char": plyInt8, "uchar": plyUint8, "short": plyInt16, "ushort": plyUint16,
	"int": plyInt32, "uint": plyUint32, "float": plyFloat32, "double": plyFloat64,
}

// size returns the type's size in bytes.
func (t plyType) size() int {
	return [...]int{1, 1, 2, 2, 4, 4, 4, 8}[t]
}

// plyProperty is a property of an element: a number, or a list of numbers after
// their count.
type plyProperty struct {
	name        string
	list        bool
	count, kind plyType
}

// plyElement is a kind of record, with count of them in the file.
type plyElement struct {
	name       string
	count      int64
	properties []plyProperty
}

// headerLine reads a line that ends in LF or CRLF.
func (p *plyParser) headerLine() (string, error) {
	var line []byte
	for {
		b, err := p.readByte()
		if err != nil {
			return "", err
		}
		if b == '\n' {
			return strings.TrimSuffix(string(line), "\r"), nil
		}
		if len(line) == maxPLYHeaderLine {
			return "", p.errorf("line is longer than %d bytes", maxPLYHeaderLine)
		}
		line = append(line, b)
		if p.line == 1 && len(line) == 4 && string(line) != "ply\r" {
			return "", p.errorf("starts with %q: expected a PLY file, which starts with the line ply", line)
		}
	}
}

// header reads everything up to end_header.
func (p *plyParser) header() error {
	p.inHeader = true
	defer func() { p.inHeader = false }()
	format := ""
	for ; p.line <= maxPLYHeaderLines; p.line++ {
		text, err := p.headerLine()
		if err != nil {
			return err
		}
		word := strings.Fields(text)
		switch {
		case p.line == 1:
			if text != "ply" {
				return p.errorf("starts with %q: expected a PLY file, which starts with the line ply", text)
			}
		case len(word) == 0 || word[0] == "comment" || word[0] == "obj_info":
		case word[0] == "format" && len(word) == 3 && format == "":
			format = word[1]
			switch format {
			case "ascii":
			case "binary_little_endian":
				p.order = binary.LittleEndian
			case "binary_big_endian":
				p.order = binary.BigEndian
			default:
				return p.errorf("format is %.40q: expected ascii, binary_little_endian or binary_big_endian", format)
			}
			if word[2] != "1.0" {
				return p.errorf("version is %.40q: expected 1.0", word[2])
			}
		case word[0] == "element" && len(word) == 3:
			if err := p.element(word[1], word[2]); err != nil {
				return err
			}
		case word[0] == "property" && len(word) >= 3:
			if err := p.property(word[1:]); err != nil {
				return err
			}
		case len(word) == 1 && word[0] == "end_header":
			if format == "" {
				return p.errorf("the header ends without a format line")
			}
			p.line++
			return p.checkElements()
		default:
			return p.errorf("unexpected header line %.80q", text)
		}
	}
	return p.errorf("the header is longer than %d lines", maxPLYHeaderLines)
}

// element begins an element of the header.
func (p *plyParser) element(name, count string) error {
	n, err := strconv.ParseInt(count, 10, 64)
	if err != nil || n < 0 {
		return p.errorf("number of elements is %.40q: expected a whole number", count)
	}
	if name == "vertex" && n > maxPLYVertices {
		return p.errorf("%d vertices: expected at most %d", n, maxPLYVertices)
	}
	if p.find(name) != nil {
		return p.errorf("element %.40q comes twice", name)
	}
	p.elements = append(p.elements, plyElement{name: name, count: n})
	return nil
}

// property adds "type name" or "list type type name" to the last element.
func (p *plyParser) property(word []string) error {
	if len(p.elements) == 0 {
		return p.errorf("property before any element")
	}
	e := &p.elements[len(p.elements)-1]
	var q plyProperty
	types := word[:1]
	switch {
	case word[0] == "list" && len(word) == 4:
		q = plyProperty{name: word[3], list: true}
		types = word[1:3]
	case word[0] != "list" && len(word) == 2:
		q.name = word[1]
	default:
		return p.errorf("unexpected property, expected: property TYPE NAME, or: property list TYPE TYPE NAME")
	}
	for i, name := range types {
		t, ok := plyTypes[name]
		if !ok {
			return p.errorf("type is %.40q: expected a PLY type such as float, double, uchar or int", name)
		}
		if q.list && i == 0 {
			if t >= plyFloat32 {
				return p.errorf("the count of a list is a %s: expected a whole-number type", name)
			}
			q.count = t
		} else {
			q.kind = t
		}
	}
	for _, other := range e.properties {
		if other.name == q.name {
			return p.errorf("property %.40q comes twice", q.name)
		}
	}
	e.properties = append(e.properties, q)
	return nil
}

// checkElements checks that the elements have the required properties, and that none has zero bytes.
func (p *plyParser) checkElements() error {
	for _, e := range p.elements {
		if len(e.properties) == 0 && e.count > 0 {
			return fmt.Errorf("%s: element %.40q has no properties", p.name, e.name)
		}
		switch e.name {
		case "vertex":
			for _, axis := range []string{"x", "y", "z"} {
				if q := e.property(axis); q == nil || q.list {
					return fmt.Errorf("%s: the vertices have no number %s", p.name, axis)
				}
			}
		case "face":
			if q := e.indices(); q == nil || !q.list || q.kind >= plyFloat32 {
				return fmt.Errorf("%s: the faces have no whole-number list vertex_indices", p.name)
			}
		}
	}
	return nil
}

func (e *plyElement) property(name string) *plyProperty {
	for i := range e.properties {
		if e.properties[i].name == name {
			return &e.properties[i]
		}
	}
	return nil
}

// indices returns the list of a face's corners, which has two possible names.
func (e *plyElement) indices() *plyProperty {
	if q := e.property("vertex_indices"); q != nil {
		return q
	}
	return e.property("vertex_index")
}
