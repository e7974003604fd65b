package formats

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// WriteUSDA writes a sequence as a Universal Scene Description layer in text: a mesh per shape with time-sampled
// points and extents, texture coordinates, subsets of faces per group, and a preview material of its colour.
func WriteUSDA(w io.Writer, s *Sequence) error {
	if err := s.check(); err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	first, last := s.StartFrame, s.StartFrame+s.Frames-1
	fmt.Fprintf(b, `#usda 1.0
(
    defaultPrim = "Run"
    doc = "`+mark+`"
    metersPerUnit = 1
    upAxis = "%s"
    startTimeCode = %d
    endTimeCode = %d
    timeCodesPerSecond = %g
    framesPerSecond = %g
)

def Xform "Run"
{
`, strings.ToUpper(s.UpAxis), first, last, s.FPS, s.FPS)
	taken := map[string]bool{"Materials": true}
	names := make([]string, len(s.Shapes))
	for k, p := range s.Shapes {
		names[k] = usdName(p.Name, taken)
		if err := writeUSDMesh(b, s, p, names[k]); err != nil {
			return err
		}
	}
	b.WriteString("    def Scope \"Materials\"\n    {\n")
	for k, p := range s.Shapes {
		for i, m := range p.looks() {
			writeUSDMaterial(b, usdMaterial(p, names[k], i), &m)
		}
	}
	b.WriteString("    }\n}\n")
	return b.Flush()
}

// usdMaterial returns the name of the i-th material of a shape: that of the shape if it has only its colour.
func usdMaterial(p *Shape, name string, i int) string {
	if p.Material == nil {
		return name
	}
	return usdName(fmt.Sprintf("%s_%d_%s", name, i, p.looks()[i].Name), map[string]bool{})
}

// writeUSDMaterial writes a material of a colour, or of an image over the texture coordinates times the colour.
func writeUSDMaterial(b *bufio.Writer, name string, m *Material) {
	fmt.Fprintf(b, `        def Material "%[1]s"
        {
            token outputs:surface.connect = </Run/Materials/%[1]s/Surface.outputs:surface>

            def Shader "Surface"
            {
                uniform token info:id = "UsdPreviewSurface"
`, name)
	if m.Image == nil {
		fmt.Fprintf(b, "                color3f inputs:diffuseColor = (%g, %g, %g)\n", m.Colour[0], m.Colour[1], m.Colour[2])
	} else {
		fmt.Fprintf(b, "                color3f inputs:diffuseColor.connect = </Run/Materials/%s/Image.outputs:rgb>\n", name)
	}
	b.WriteString(`                float inputs:roughness = 0.8
                token outputs:surface
            }
`)
	if m.Image != nil {
		fmt.Fprintf(b, `
            def Shader "Image"
            {
                uniform token info:id = "UsdUVTexture"
                asset inputs:file = @%[2]s@
                float4 inputs:scale = (%[3]g, %[4]g, %[5]g, 1)
                float2 inputs:st.connect = </Run/Materials/%[1]s/Coordinates.outputs:result>
                token inputs:wrapS = "repeat"
                token inputs:wrapT = "repeat"
                float3 outputs:rgb
            }

            def Shader "Coordinates"
            {
                uniform token info:id = "UsdPrimvarReader_float2"
                string inputs:varname = "st"
                float2 outputs:result
            }
`, name, m.Image.Name, m.Colour[0], m.Colour[1], m.Colour[2])
	}
	b.WriteString("        }\n")
}

func writeUSDMesh(b *bufio.Writer, s *Sequence, p *Shape, name string) error {
	fmt.Fprintf(b, "    def Mesh \"%s\" (\n        prepend apiSchemas = [\"MaterialBindingAPI\"]\n    )\n    {\n", name)
	b.WriteString("        int[] faceVertexCounts = [")
	for t := range p.Tri {
		b.WriteString(separator(t))
		b.WriteByte('3')
	}
	b.WriteString("]\n        int[] faceVertexIndices = [")
	for t, v := range p.Tri {
		b.WriteString(separator(t))
		fmt.Fprintf(b, "%d, %d, %d", v[0], v[1], v[2])
	}
	b.WriteString("]\n")
	if p.UV != nil {
		b.WriteString("        texCoord2f[] primvars:st = [")
		for t, c := range p.UV {
			for a, uv := range c {
				b.WriteString(separator(3*t + a))
				writeUSDTuple(b, uv)
			}
		}
		b.WriteString("] (\n            interpolation = \"faceVarying\"\n        )\n")
	}
	fmt.Fprintf(b, "        color3f[] primvars:displayColor = [(%g, %g, %g)]\n", p.Colour[0], p.Colour[1], p.Colour[2])
	b.WriteString("        uniform bool doubleSided = 1\n        uniform token subdivisionScheme = \"none\"\n")
	fmt.Fprintf(b, "        rel material:binding = </Run/Materials/%s>\n", usdMaterial(p, name, 0))
	b.WriteString("        point3f[] points.timeSamples = {\n")
	boxes := make([][2]r3.Vec, s.Frames)
	err := p.frames(s.Frames, func(i int, x []r3.Vec) error {
		fmt.Fprintf(b, "            %d: [", s.StartFrame+i)
		boxes[i] = [2]r3.Vec{x[0], x[0]}
		for k, v := range x {
			b.WriteString(separator(k))
			writeUSDPoint(b, v)
			lo, hi := &boxes[i][0], &boxes[i][1]
			lo.X, lo.Y, lo.Z = min(lo.X, v.X), min(lo.Y, v.Y), min(lo.Z, v.Z)
			hi.X, hi.Y, hi.Z = max(hi.X, v.X), max(hi.Y, v.Y), max(hi.Z, v.Z)
		}
		_, err := b.WriteString("],\n")
		return err
	})
	if err != nil {
		return err
	}
	b.WriteString("        }\n        float3[] extent.timeSamples = {\n")
	for i, box := range boxes {
		fmt.Fprintf(b, "            %d: [", s.StartFrame+i)
		writeUSDPoint(b, box[0])
		b.WriteString(", ")
		writeUSDPoint(b, box[1])
		b.WriteString("],\n")
	}
	b.WriteString("        }\n")
	taken := map[string]bool{}
	for g, group := range p.Groups {
		faces := []string{}
		for t, of := range p.Group {
			if int(of) == g {
				faces = append(faces, strconv.Itoa(t))
			}
		}
		if len(faces) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n        def GeomSubset \"%s\"\n        {\n            uniform token elementType = \"face\"\n     "+
			"       uniform token familyName = \"panel\"\n            int[] indices = [%s]\n        }\n",
			usdName(group, taken), strings.Join(faces, ", "))
	}
	for i, k := range p.used() {
		faces := []string{}
		for t, of := range p.Material {
			if of == k {
				faces = append(faces, strconv.Itoa(t))
			}
		}
		fmt.Fprintf(b, "\n        def GeomSubset \"%s\" (\n            prepend apiSchemas = [\"MaterialBindingAPI\"]\n     "+
			"   )\n        {\n            uniform token elementType = \"face\"\n            uniform token familyName = "+
			"\"materialBind\"\n            int[] indices = [%s]\n            rel material:binding = </Run/Materials/%s>\n     "+
			"   }\n",
			usdName("material_"+p.Materials[k].Name, taken), strings.Join(faces, ", "), usdMaterial(p, name, i))
	}
	b.WriteString("    }\n\n")
	return nil
}

// separator returns the separator before entry k of a list.
func separator(k int) string {
	if k == 0 {
		return ""
	}
	return ", "
}

// writeUSDPoint writes nine significant digits, enough for every float32.
func writeUSDPoint(b *bufio.Writer, v r3.Vec) {
	line := b.AvailableBuffer()
	line = append(line, '(')
	line = strconv.AppendFloat(line, v.X, 'g', 9, 64)
	line = append(line, ", "...)
	line = strconv.AppendFloat(line, v.Y, 'g', 9, 64)
	line = append(line, ", "...)
	line = strconv.AppendFloat(line, v.Z, 'g', 9, 64)
	b.Write(append(line, ')'))
}

func writeUSDTuple(b *bufio.Writer, v r2.Vec) { fmt.Fprintf(b, "(%.9g, %.9g)", v.X, v.Y) }

// usdName returns an unused name of letters, digits and underscores.
func usdName(name string, taken map[string]bool) string {
	base := strings.Map(func(r rune) rune {
		if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, name)
	if base == "" || unicode.IsDigit(rune(base[0])) {
		base = "_" + base
	}
	out := base
	for k := 2; taken[out]; k++ {
		out = base + "_" + strconv.Itoa(k)
	}
	taken[out] = true
	return out
}

// WriteUSDZ writes a layer as a package: a zip archive without compression, in which files begin at multiples of 64
// bytes and have their sizes before the data, so the layer is generated twice.
func WriteUSDZ(w io.Writer, s *Sequence) error {
	s.ShareImages()
	sum := crc32.NewIEEE()
	size := &counter{w: sum}
	if err := WriteUSDA(size, s); err != nil {
		return err
	}
	if size.n > math.MaxUint32 {
		return fmt.Errorf("a layer of %d bytes: expected at most 4 GiB in a package; write it as usda", size.n)
	}
	z := zip.NewWriter(w)
	at := int64(0)
	pack := func(name string, size int64, sum uint32, write func(io.Writer) error) error {
		const header = 30 + 4 // of the file, and of its extra field
		pad := (64 - (at+header+int64(len(name)))%64) % 64
		extra := binary.LittleEndian.AppendUint16(nil, 0x1986)
		extra = binary.LittleEndian.AppendUint16(extra, uint16(pad))
		f, err := z.CreateRaw(&zip.FileHeader{
			Name: name, Method: zip.Store, Extra: append(extra, make([]byte, pad)...),
			CRC32: sum, CompressedSize64: uint64(size), UncompressedSize64: uint64(size),
		})
		if err != nil {
			return err
		}
		at += header + int64(len(name)) + pad + size
		return write(f)
	}
	err := pack("run.usda", size.n, sum.Sum32(), func(w io.Writer) error { return WriteUSDA(w, s) })
	for _, m := range s.ShareImages() {
		if err == nil {
			err = pack(m.Name, int64(len(m.Data)), crc32.ChecksumIEEE(m.Data), func(w io.Writer) error {
				_, err := w.Write(m.Data)
				return err
			})
		}
	}
	if err != nil {
		return err
	}
	return z.Close()
}

// counter counts the written bytes.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}
