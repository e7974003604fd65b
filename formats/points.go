package formats

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// VertexCache is a file of vertex positions over time, read frame by frame in any order.
type VertexCache interface {
	Points() int // in each frame
	Frames() int
	ReadFrame(i int, dst []r3.Vec) error // len(dst) must be Points()
	Close() error
}

var (
	_ VertexCache = (*PC2Reader)(nil)
	_ VertexCache = (*MDDReader)(nil)
)

const (
	pointBytes = 12 // of a point: three float32
	pointChunk = 1 << 12
)

// points reads positions of a cache in pieces.
type points struct {
	name  string
	r     io.ReaderAt
	order binary.ByteOrder
	buf   []byte
}

// read fills dst from a byte on, and returns the CRC-32C of its bytes; sample is its number in error messages.
func (p *points) read(dst []r3.Vec, at int64, sample int) (sum uint32, err error) {
	if p.buf == nil {
		p.buf = make([]byte, pointBytes*min(len(dst), pointChunk))
	}
	for first := 0; first < len(dst); first += pointChunk {
		part := dst[first:min(first+pointChunk, len(dst))]
		b := p.buf[:pointBytes*len(part)]
		if n, err := p.r.ReadAt(b, at); n < len(b) {
			if errors.Is(err, io.EOF) {
				return 0, fmt.Errorf("%s: byte %d: sample %d: %w: expected %d bytes more of it, as when the file was opened; "+
					"another program has cut it",
					p.name, at+int64(n), sample, io.ErrUnexpectedEOF, pointBytes*(len(dst)-first)-n)
			}
			return 0, fmt.Errorf("%s: byte %d: sample %d: %w", p.name, at+int64(n), sample, err)
		}
		sum = crc32.Update(sum, castagnoli, b)
		for k := range part {
			var c [3]float64
			for axis := range c {
				o := pointBytes*k + 4*axis
				c[axis] = float64(math.Float32frombits(p.order.Uint32(b[o:])))
				if !cloth.Finite(c[axis]) {
					return 0, fmt.Errorf("%s: byte %d: sample %d, point %d is %v: expected a finite number",
						p.name, at+int64(o), sample, first+k, c[axis])
				}
			}
			part[k] = r3.Vec{X: c[0], Y: c[1], Z: c[2]}
		}
		at += int64(len(b))
	}
	return sum, nil
}

// checkFrame validates the arguments of a read from a cache.
func checkFrame(name string, i, frames, room, points int) error {
	if i < 0 || i >= frames {
		return fmt.Errorf("%s: sample %d out of range, the cache has %d", name, i, frames)
	}
	if room != points {
		return fmt.Errorf("%s: room for %d points: expected %d", name, room, points)
	}
	return nil
}
