package formats

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// MDD is the vertex cache that LightWave introduced and Blender, Maya and Modo read. All numbers are big-endian:
//
//	byte 0  int32    number of samples n
//	     4  int32    number of points
//	     8  float32  time of each sample [s]
//	8 + 4n  float32  x, y, z of every point, sample after sample
const mddTimes = 8 // byte of the times

// MDDReader reads the samples of an MDD file in any order.
type MDDReader struct {
	points
	count  int
	times  []float64
	closer io.Closer
}

// OpenMDD opens a cache and compares its size with its header. Errors have the form "path: byte n: what". Close it
// after use.
func OpenMDD(path string) (*MDDReader, error) {
	f, size, err := OpenSized(path)
	if err != nil {
		return nil, err
	}
	r, err := NewMDDReader(f, size, path)
	if err != nil {
		f.Close()
		return nil, err
	}
	r.closer = f
	return r, nil
}

// OpenSized opens a regular file, and returns its size.
func OpenSized(path string) (*os.File, int64, error) {
	f, err := Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// NewMDDReader reads a cache of size bytes from r; name is its name in error messages.
func NewMDDReader(r io.ReaderAt, size int64, name string) (*MDDReader, error) {
	var head [mddTimes]byte
	if n, err := r.ReadAt(head[:], 0); n < mddTimes {
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return nil, fmt.Errorf("%s: byte %d: file ends: expected an MDD header of %d bytes", name, n, mddTimes)
	}
	frames, count := int64(int32(binary.BigEndian.Uint32(head[:]))), int64(int32(binary.BigEndian.Uint32(head[4:])))
	if frames < 1 || count < 1 {
		return nil, fmt.Errorf("%s: byte 0: %d samples of %d points: expected at least one of each", name, frames, count)
	}
	// 4 + 12·count bytes per sample: below 2³¹·2³⁵.
	if per := 4 + pointBytes*count; frames > (math.MaxInt64-mddTimes)/per || mddTimes+frames*per != size {
		return nil, fmt.Errorf("%s: byte 0: %d samples of %d points, which do not make a file of %d bytes: expected an MDD "+
			"file", name, frames, count, size)
	}
	text := make([]byte, 4*frames)
	if n, err := r.ReadAt(text, mddTimes); n < len(text) {
		return nil, fmt.Errorf("%s: byte %d: %w", name, mddTimes+n, err)
	}
	m := &MDDReader{points: points{name: name, r: r, order: binary.BigEndian}, count: int(count),
		times: make([]float64, frames)}
	for i := range m.times {
		if m.times[i] = float64(math.Float32frombits(binary.BigEndian.Uint32(text[4*i:]))); !cloth.Finite(m.times[i]) {
			return nil, fmt.Errorf("%s: byte %d: time of sample %d is %g: expected a finite number", name, mddTimes+4*i, i,
				m.times[i])
		}
	}
	return m, nil
}

// Points returns the number of points in each sample.
func (m *MDDReader) Points() int { return m.count }

// Frames returns the number of samples.
func (m *MDDReader) Frames() int { return len(m.times) }

// Times returns the times of the samples, as in the file [s]. The slice is shared.
func (m *MDDReader) Times() []float64 { return m.times }

// ReadFrame reads sample i into dst, which must hold Points() elements. A coordinate that is not finite
// is an error.
func (m *MDDReader) ReadFrame(i int, dst []r3.Vec) error {
	if err := checkFrame(m.name, i, m.Frames(), len(dst), m.count); err != nil {
		return err
	}
	_, err := m.read(dst, mddTimes+4*int64(len(m.times))+pointBytes*int64(i)*int64(m.count), i)
	return err
}

// Close closes the file.
func (m *MDDReader) Close() error {
	if m.closer == nil {
		return nil
	}
	return m.closer.Close()
}
