package formats

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// WriteMDD writes the samples of a shape as an MDD vertex cache, big-endian: the numbers of samples and points,
// the time of each sample [s], then their points.
func WriteMDD(w io.Writer, s *Sequence, p *Shape) error {
	if err := s.check(); err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	word := func(v uint32) { b.Write(binary.BigEndian.AppendUint32(nil, v)) }
	word(uint32(s.Frames))
	word(uint32(p.Points))
	for i := range s.Frames {
		word(math.Float32bits(float32(float64(i) / s.FPS)))
	}
	err := p.frames(s.Frames, func(_ int, x []r3.Vec) error {
		for _, v := range x {
			for _, c := range [3]float64{v.X, v.Y, v.Z} {
				word(math.Float32bits(float32(c)))
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return b.Flush()
}
