package formats

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"hysteron/cloth"
)

// WriteOBJ writes o as a Wavefront OBJ file: a header comment, the vertices and
// texture coordinates with nine significant digits (every float32 survives),
// and the triangles in order, with a "g" line wherever the group changes.
// Groups without triangles do not appear. o is checked first: an index out of
// range, a number that is not finite, or a group name that the file could not
// hold (line breaks, "#" at the start of a word, doubled blanks, over 256 bytes)
// is an error, and then nothing has been written.
func WriteOBJ(w io.Writer, o *OBJ) error {
	if err := o.check(); err != nil {
		return fmt.Errorf("obj: %w", err)
	}
	b := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(b, objHeader+": %d vertices, %d texture coordinates, %d triangles\n",
		len(o.X), len(o.UV), len(o.Tri))
	var line []byte
	number := func(f float64) {
		line = append(line, ' ')
		line = strconv.AppendFloat(line, f, 'g', 9, 64)
	}
	for i, x := range o.X {
		line = append(line[:0], 'v')
		number(x.X)
		number(x.Y)
		number(x.Z)
		if len(o.Colour) > 0 {
			for _, c := range o.Colour[i] {
				number(c)
			}
		}
		b.Write(append(line, '\n'))
	}
	for _, uv := range o.UV {
		line = append(line[:0], "vt"...)
		number(uv.X)
		number(uv.Y)
		b.Write(append(line, '\n'))
	}
	group := ""
	for t, tri := range o.Tri {
		if len(o.Group) > 0 && o.Groups[o.Group[t]] != group {
			group = o.Groups[o.Group[t]]
			line = append(line[:0], 'g')
			if group != "" {
				line = append(append(line, ' '), group...)
			}
			b.Write(append(line, '\n'))
		}
		line = append(line[:0], 'f')
		for k, v := range tri {
			line = append(line, ' ')
			line = strconv.AppendInt(line, int64(v)+1, 10)
			if len(o.TriUV) > 0 && o.TriUV[t][0] >= 0 {
				line = append(line, '/')
				line = strconv.AppendInt(line, int64(o.TriUV[t][k])+1, 10)
			}
		}
		b.Write(append(line, '\n'))
	}
	return b.Flush() // bufio keeps the first error of all the writes
}

// check returns what is wrong with o, if it cannot be written.
func (o *OBJ) check() error {
	if len(o.X) == 0 {
		return fmt.Errorf("the mesh has no vertices")
	}
	for i, x := range o.X {
		if !cloth.FiniteVec(x) {
			return fmt.Errorf("vertex %d is not finite: %v", i, x)
		}
	}
	if n := len(o.Colour); n != 0 && n != len(o.X) {
		return fmt.Errorf("%d vertex colours: expected %d", n, len(o.X))
	}
	for i, c := range o.Colour {
		for _, v := range c {
			if !(v >= 0 && v <= 1) {
				return fmt.Errorf("colour of vertex %d is %v: expected numbers from 0 to 1", i, c)
			}
		}
	}
	for i, uv := range o.UV {
		if !cloth.Finite(uv.X, uv.Y) {
			return fmt.Errorf("texture coordinate %d is not finite: %v", i, uv)
		}
	}
	if n := len(o.TriUV); n != 0 && n != len(o.Tri) {
		return fmt.Errorf("%d triangles in TriUV: expected %d", n, len(o.Tri))
	}
	if n := len(o.Group); n != 0 && n != len(o.Tri) {
		return fmt.Errorf("%d triangles in Group: expected %d", n, len(o.Tri))
	}
	for i, name := range o.Groups {
		if objName(name) != name || len(name) > maxOBJName {
			return fmt.Errorf("group name %d (%.40q) cannot be written in an OBJ file", i, name)
		}
	}
	for t, tri := range o.Tri {
		for _, v := range tri {
			if v < 0 || int(v) >= len(o.X) {
				return fmt.Errorf("triangle %d: vertex %d out of range: expected 0..%d", t, v, len(o.X)-1)
			}
		}
		if len(o.Group) > 0 && (o.Group[t] < 0 || int(o.Group[t]) >= len(o.Groups)) {
			return fmt.Errorf("triangle %d: group %d out of range, there are %d", t, o.Group[t], len(o.Groups))
		}
		if len(o.TriUV) == 0 || o.TriUV[t] == [3]int32{-1, -1, -1} {
			continue
		}
		for _, i := range o.TriUV[t] {
			if i < 0 || int(i) >= len(o.UV) {
				return fmt.Errorf("triangle %d: texture coordinate %d out of range, there are %d", t, i, len(o.UV))
			}
		}
	}
	return nil
}
