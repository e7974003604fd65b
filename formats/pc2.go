package formats

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// PointCache2, the vertex cache that Blender, 3ds Max, Maya and Houdini read.
// All numbers are little-endian:
//
//	byte  0  char[12]  "POINTCACHE2\0"
//	     12  int32     version, 1
//	     16  int32     number of points
//	     20  float32   start frame
//	     24  float32   frames per sample
//	     28  int32     number of samples
//	     32  float32   x, y, z of every point, sample after sample
const (
	pc2Magic   = "POINTCACHE2\x00"
	pc2Version = 1
	pc2Count   = 28 // byte of the number of samples
	pc2Data    = 32 // byte of the first sample
)

// pc2Header is the header of a cache, its magic and version apart.
type pc2Header struct {
	points, frames int
	start, rate    float32
}

// frameBytes returns the size of one sample.
func (h pc2Header) frameBytes() int64 { return pointBytes * int64(h.points) }

// offset returns the byte of sample i.
func (h pc2Header) offset(i int) int64 { return pc2Data + int64(i)*h.frameBytes() }

// check returns an error if the header is unusable, and the byte of the error.
func (h pc2Header) check() (at int, err error) {
	switch {
	case h.points < 1 || h.points > math.MaxInt32:
		return 16, fmt.Errorf("number of points is %d: expected 1..%d", h.points, math.MaxInt32)
	case !cloth.Finite(float64(h.start)):
		return 20, fmt.Errorf("start frame is %v: expected a finite number", h.start)
	case !cloth.Finite(float64(h.rate)) || h.rate <= 0:
		return 24, fmt.Errorf("frames per sample is %v: expected a positive number", h.rate)
	case h.frames < 0 || int64(h.frames) > (math.MaxInt64-pc2Data)/h.frameBytes()-1:
		return pc2Count, fmt.Errorf("number of samples is %d: expected 0 or more", h.frames)
	}
	return 0, nil
}

// encode returns the header's bytes.
func (h pc2Header) encode() []byte {
	b := append(make([]byte, 0, pc2Data), pc2Magic...)
	b = binary.LittleEndian.AppendUint32(b, pc2Version)
	b = binary.LittleEndian.AppendUint32(b, uint32(h.points))
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(h.start))
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(h.rate))
	return binary.LittleEndian.AppendUint32(b, uint32(h.frames))
}

// readPC2Header reads and checks the header of a cache of size bytes. The file may hold at most one sample more than
// the header's number, as after a run that was interrupted in the middle of a frame.
func readPC2Header(r io.ReaderAt, size int64, name string) (pc2Header, error) {
	h, err := parsePC2Header(r, name)
	if err != nil {
		return h, err
	}
	end := h.offset(h.frames)
	switch {
	case size < end:
		return h, fmt.Errorf("%s: byte %d: file ends: expected %d samples of %d points (%d bytes)",
			name, size, h.frames, h.points, end)
	case size > end+h.frameBytes():
		return h, fmt.Errorf("%s: byte %d: %d bytes follow the %d samples of %d points that the header announces",
			name, end, size-end, h.frames, h.points)
	}
	return h, nil
}

// parsePC2Header reads a header, without checking the size.
func parsePC2Header(r io.ReaderAt, name string) (h pc2Header, err error) {
	b := make([]byte, pc2Data)
	if n, err := r.ReadAt(b, 0); n < pc2Data {
		if err != nil && !errors.Is(err, io.EOF) {
			return h, fmt.Errorf("%s: %w", name, err)
		}
		return h, fmt.Errorf("%s: byte %d: file ends: expected a PC2 header of %d bytes", name, n, pc2Data)
	}
	if string(b[:12]) != pc2Magic {
		return h, fmt.Errorf("%s: byte 0: starts with %q: expected %q", name, b[:12], pc2Magic)
	}
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
	if v := int32(word(12)); v != pc2Version {
		return h, fmt.Errorf("%s: byte 12: PC2 version is %d: expected %d", name, v, pc2Version)
	}
	h = pc2Header{
		points: int(int32(word(16))),
		start:  math.Float32frombits(word(20)),
		rate:   math.Float32frombits(word(24)),
		frames: int(int32(word(pc2Count))),
	}
	if at, err := h.check(); err != nil {
		return h, fmt.Errorf("%s: byte %d: %w", name, at, err)
	}
	return h, nil
}

// WholePC2 counts the complete samples of a cache, also if the file is shorter than its header requires. points is
// their size.
func WholePC2(path string) (frames, points int, err error) {
	f, err := Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, 0, err
	}
	h, err := parsePC2Header(f, path)
	return h.whole(info.Size()), h.points, err
}

// whole returns the number of complete samples of a file of size bytes.
func (h pc2Header) whole(size int64) int {
	if h.points == 0 {
		return 0
	}
	return int(max(0, min(int64(h.frames), (size-pc2Data)/h.frameBytes())))
}

// PC2Reader reads the samples of a PointCache2 file in any order.
type PC2Reader struct {
	points
	h      pc2Header
	sums   []uint32 // of the samples; nil: unknown
	closer io.Closer
}

// OpenPC2 opens a cache and compares its size with its header. If there are checksums beside it, samples are compared
// with them. Errors have the form "path: byte n: what". Close it after use.
func OpenPC2(path string) (*PC2Reader, error) {
	f, size, err := OpenSized(path)
	if err != nil {
		return nil, err
	}
	r, err := NewPC2Reader(f, size, path)
	if err == nil {
		r.sums, err = readSums(path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	r.closer = f
	return r, nil
}

// NewPC2Reader reads a cache of size bytes from r; name is its name for error
// messages.
func NewPC2Reader(r io.ReaderAt, size int64, name string) (*PC2Reader, error) {
	h, err := readPC2Header(r, size, name)
	if err != nil {
		return nil, err
	}
	return &PC2Reader{h: h, points: points{name: name, r: r, order: binary.LittleEndian}}, nil
}

// Points returns the number of points in each sample.
func (r *PC2Reader) Points() int { return r.h.points }

// Frames returns the number of samples.
func (r *PC2Reader) Frames() int { return r.h.frames }

// Start returns the frame number of sample 0.
func (r *PC2Reader) Start() float64 { return float64(r.h.start) }

// Rate returns the number of frames from one sample to the next.
func (r *PC2Reader) Rate() float64 { return float64(r.h.rate) }

// ReadFrame reads sample i into dst, which must hold Points() elements. A coordinate that is not finite is an error,
// and a damaged sample a *DamagedError.
func (r *PC2Reader) ReadFrame(i int, dst []r3.Vec) error {
	if err := checkFrame(r.name, i, r.h.frames, len(dst), r.h.points); err != nil {
		return err
	}
	sum, err := r.read(dst, r.h.offset(i), i)
	if r.sums != nil && (i >= len(r.sums) || err == nil && sum != r.sums[i]) {
		return &DamagedError{r.name, i, r.Start() + float64(i)*r.Rate()}
	}
	return err
}

// Close closes the file.
func (r *PC2Reader) Close() error {
	if r.closer == nil {
		return nil
	}
	return r.closer.Close()
}
