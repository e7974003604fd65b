package formats

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
)

// WritePLY writes m as a PLY file with double-precision coordinates: binary
// little-endian, which keeps every bit, or ascii with nine significant digits.
// m is checked first: an index out of range or a coordinate that is not finite
// is an error, and then nothing has been written.
func WritePLY(w io.Writer, m *PLY, ascii bool) error {
	if err := (&OBJ{X: m.X, Tri: m.Tri}).check(); err != nil {
		return fmt.Errorf("ply: %w", err)
	}
	format := "binary_little_endian"
	if ascii {
		format = "ascii"
	}
	b := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(b, "ply\nformat %s 1.0\ncomment "+mark+"\n"+
		"element vertex %d\nproperty double x\nproperty double y\nproperty double z\n"+
		"element face %d\nproperty list uchar int vertex_indices\nend_header\n", format, len(m.X), len(m.Tri))
	var line []byte
	for _, x := range m.X {
		line = line[:0]
		for i, c := range [3]float64{x.X, x.Y, x.Z} {
			if !ascii {
				line = binary.LittleEndian.AppendUint64(line, math.Float64bits(c))
				continue
			}
			line = strconv.AppendFloat(line, c, 'g', 9, 64)
			line = append(line, " \n"[i/2])
		}
		b.Write(line)
	}
	for _, t := range m.Tri {
		if ascii {
			fmt.Fprintf(b, "3 %d %d %d\n", t[0], t[1], t[2])
			continue
		}
		line = append(line[:0], 3)
		for _, v := range t {
			line = binary.LittleEndian.AppendUint32(line, uint32(v))
		}
		b.Write(line)
	}
	return b.Flush() // bufio keeps the first error of all the writes
}
