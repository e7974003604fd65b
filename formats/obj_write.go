package formats

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"hysteron/cloth"
)

// WriteOBJ writes o as a Wavefront OBJ file: a header comment, the vertices and
// texture coordinates with nine significant digits (every float32 survives),
// the triangles in order, with a "g" line wherever the group changes, and the line elements.
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
	for _, lib := range o.Libs {
		b.WriteString("mtllib " + lib + "\n")
	}
	group, material := "", int32(-1)
	for t, tri := range o.Tri {
		if len(o.Group) > 0 && o.Groups[o.Group[t]] != group {
			group = o.Groups[o.Group[t]]
			line = append(line[:0], 'g')
			if group != "" {
				line = append(append(line, ' '), group...)
			}
			b.Write(append(line, '\n'))
		}
		if len(o.Material) > 0 && o.Material[t] != material {
			material = o.Material[t]
			b.WriteString("usemtl " + o.Materials[material].Name + "\n")
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
	for _, e := range o.Edges {
		fmt.Fprintf(b, "l %d %d\n", e[0]+1, e[1]+1)
	}
	return b.Flush() // bufio keeps the first error of all the writes
}

// SaveOBJ writes a file, unless it exists with the same content.
func SaveOBJ(path string, o *OBJ) error {
	var text bytes.Buffer
	if err := WriteOBJ(&text, o); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if old, err := ReadFile(path, int64(text.Len())); err == nil && bytes.Equal(old, text.Bytes()) {
		return nil
	}
	return WriteFileAtomic(path, func(w io.Writer) error { _, err := w.Write(text.Bytes()); return err })
}

// check returns an error if o cannot be written.
func (o *OBJ) check() error {
	if len(o.X) == 0 {
		return fmt.Errorf("the mesh has no vertices")
	}
	for i, x := range o.X {
		if !cloth.FiniteVec(x) {
			return fmt.Errorf("vertex %d is not finite: %v", i, x)
		}
	}
	for i, e := range o.Edges {
		if n := int32(len(o.X)); e[0] < 0 || e[1] < 0 || e[0] >= n || e[1] >= n {
			return fmt.Errorf("line %d of vertices %v: expected 0..%d", i, e, n-1)
		}
	}
	for i, c := range o.Colour {
		if !cloth.Finite(c[:]...) {
			return fmt.Errorf("colour of vertex %d is not finite: %v", i, c)
		}
	}
	for i, uv := range o.UV {
		if !cloth.Finite(uv.X, uv.Y) {
			return fmt.Errorf("texture coordinate %d is not finite: %v", i, uv)
		}
	}
	for i, name := range o.Groups {
		if objName(name) != name || len(name) > maxOBJName {
			return fmt.Errorf("group name %d (%.40q) cannot be written in an OBJ file", i, name)
		}
	}
	for i, m := range o.Materials {
		if objName(m.Name) != m.Name || len(m.Name) > maxOBJName {
			return fmt.Errorf("material name %d (%.40q) cannot be written in an OBJ file", i, m.Name)
		}
	}
	for i, lib := range o.Libs {
		if strings.ContainsAny(lib, "\r\n") || strings.TrimSpace(lib) != lib || lib == "" || len(lib) > maxOBJName {
			return fmt.Errorf("library name %d (%.40q) cannot be written in an OBJ file", i, lib)
		}
	}
	return o.checkTriangles()
}

// checkTriangles checks the lengths of the lists and the indices in them.
func (o *OBJ) checkTriangles() error {
	for _, list := range []struct {
		what      string
		n, expect int
	}{{"vertex colours", len(o.Colour), len(o.X)}, {"triangles in TriUV", len(o.TriUV), len(o.Tri)},
		{"triangles in Group", len(o.Group), len(o.Tri)}, {"triangles in Material", len(o.Material), len(o.Tri)}} {
		if list.n != 0 && list.n != list.expect {
			return fmt.Errorf("%d %s: expected %d", list.n, list.what, list.expect)
		}
	}
	inside := func(t int, what string, n int, indices ...int32) error {
		for _, i := range indices {
			if i < 0 || int(i) >= n {
				return fmt.Errorf("triangle %d: %s %d out of range, there are %d", t, what, i, n)
			}
		}
		return nil
	}
	for t := range o.Tri {
		err := inside(t, "vertex", len(o.X), o.Tri[t][:]...)
		if err == nil && len(o.Group) > 0 {
			err = inside(t, "group", len(o.Groups), o.Group[t])
		}
		if err == nil && len(o.Material) > 0 {
			err = inside(t, "material", len(o.Materials), o.Material[t])
		}
		if err == nil && len(o.TriUV) > 0 && o.TriUV[t] != [3]int32{-1, -1, -1} {
			err = inside(t, "texture coordinate", len(o.UV), o.TriUV[t][:]...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
