package formats

import (
	"bufio"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"
)

// WriteVTK writes sample i of a shape as an unstructured grid of VTK in XML (.vtu) for ParaView, binary appended, with
// its fields per triangle and the numbers of its groups, if any.
func WriteVTK(w io.Writer, s *Sequence, p *Shape, i int) error {
	if err := s.check(); err != nil {
		return err
	}
	x := make([]r3.Vec, p.Points)
	if err := p.Read(i, x); err != nil {
		return err
	}
	var fields []Field
	if p.Fields != nil {
		var err error
		if fields, err = p.Fields(i, x); err != nil {
			return err
		}
	}
	if len(p.Group) > 0 {
		group := Field{Name: "panel"}
		for _, k := range p.Group {
			group.Values = append(group.Values, float64(k))
		}
		fields = append(fields, group)
	}
	b := bufio.NewWriterSize(w, 1<<16)
	offset := 0
	array := func(kind, name string, components, bytes int) {
		fmt.Fprintf(b, "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"%d\"/>\n",
			kind, name, components, offset)
		offset += 8 + bytes
	}
	n, m := p.Points, len(p.Tri)
	fmt.Fprintf(b, "<?xml version=\"1.0\"?>\n<!-- "+mark+" -->\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "+
		"byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n")
	fmt.Fprintf(b, "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n<Points>\n", n, m)
	array("Float64", "Points", 3, 24*n)
	b.WriteString("</Points>\n<Cells>\n")
	array("Int32", "connectivity", 1, 12*m)
	array("Int32", "offsets", 1, 4*m)
	array("UInt8", "types", 1, m)
	b.WriteString("</Cells>\n<CellData>\n")
	for _, f := range fields {
		array("Float32", f.Name, 1, 4*m)
	}
	b.WriteString("</CellData>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_")
	size := func(bytes int) { b.Write(binary.LittleEndian.AppendUint64(nil, uint64(bytes))) }
	size(24 * n)
	for _, v := range x {
		for _, c := range [3]float64{v.X, v.Y, v.Z} {
			b.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(c)))
		}
	}
	word := func(v uint32) { b.Write(binary.LittleEndian.AppendUint32(nil, v)) }
	size(12 * m)
	for _, t := range p.Tri {
		for _, v := range t {
			word(uint32(v))
		}
	}
	size(4 * m)
	for t := range p.Tri {
		word(uint32(3 * (t + 1)))
	}
	const triangle = 5 // VTK_TRIANGLE
	size(m)
	for range p.Tri {
		b.WriteByte(triangle)
	}
	for _, f := range fields {
		if len(f.Values) != m {
			return fmt.Errorf("field %q has %d values: expected %d, one per triangle", f.Name, len(f.Values), m)
		}
		size(4 * m)
		for _, v := range f.Values {
			word(math.Float32bits(float32(v)))
		}
	}
	b.WriteString("\n</AppendedData>\n</VTKFile>\n")
	return b.Flush()
}

// WriteVTKIndex writes the list of the files of samples and their times, which ParaView opens as one; names(i) returns
// those of sample i, one per shape.
func WriteVTKIndex(w io.Writer, s *Sequence, names func(i int) []string) error {
	b := bufio.NewWriter(w)
	b.WriteString("<?xml version=\"1.0\"?>\n<!-- " + mark + " -->\n<VTKFile type=\"Collection\" version=\"1.0\" " +
		"byte_order=\"LittleEndian\">\n<Collection>\n")
	for i := range s.Frames {
		for k, name := range names(i) {
			fmt.Fprintf(b, "<DataSet timestep=\"%.9g\" part=\"%d\" name=\"%s\" file=\"%s\"/>\n", float64(i)/s.FPS, k,
				escape(s.Shapes[k].Name), escape(name))
		}
	}
	b.WriteString("</Collection>\n</VTKFile>\n")
	return b.Flush()
}

// escape escapes text for an attribute of XML.
func escape(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s))
	return b.String()
}
