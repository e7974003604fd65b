package formats

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// PC2Writer writes a PointCache2 file sample by sample. After every WriteFrame the file is a complete cache: the
// header's number of samples is increased only after the sample's bytes are written, so all finished samples stay
// readable if the program is killed at any time.
type PC2Writer struct {
	h    pc2Header
	path string // path in errors
	dst  string // target: path, symbolic links followed
	f    *os.File
	temp bool // f still has a temporary name
	buf  []byte
	sum  uint32

	summed bool        // with checksums beside the cache
	sums   *sumsWriter // once the cache has its name
}

// NewPC2Writer begins a cache of the given number of points. start is the frame number of the first sample and rate the
// number of frames from one sample to the next (1 for a sample per frame). The file replaces any existing one with its
// first sample; closing the writer before that leaves path unchanged.
func NewPC2Writer(path string, points int, start, rate float32) (*PC2Writer, error) {
	h := pc2Header{points: points, start: start, rate: rate}
	if _, err := h.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	dst, err := resolveTarget(path)
	if err != nil {
		return nil, err
	}
	f, err := createTemp(dst)
	if err != nil {
		return nil, err
	}
	w := &PC2Writer{h: h, path: path, dst: dst, f: f, temp: true}
	if _, err := f.Write(h.encode()); err != nil {
		w.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

// NewSummedPC2Writer is NewPC2Writer with a file of checksums beside the cache, with which readers compare samples.
func NewSummedPC2Writer(path string, points int, start, rate float32) (*PC2Writer, error) {
	w, err := NewPC2Writer(path, points, start, rate)
	if err == nil {
		w.summed = true
	}
	return w, err
}

// OpenPC2Append opens an existing cache, keeps its first frames samples, drops the others, and appends to them. The
// file may be shorter than its header requires, if these samples are complete. Checksums are written beside it.
func OpenPC2Append(path string, frames int) (*PC2Writer, error) {
	f, err := Open(path)
	if err == nil { // now that it is a file
		f.Close()
		f, err = os.OpenFile(path, os.O_RDWR, 0)
	}
	if err != nil {
		return nil, err
	}
	w := &PC2Writer{path: path, dst: path, f: f, summed: true}
	err = w.keep(frames)
	if err == nil {
		var sums []uint32
		if sums, err = SumsPC2(path, frames); err == nil {
			w.sums, err = newSums(path, sums)
		}
	}
	if err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// keep truncates an open cache to its first frames samples, one at a time and header first, so that the file is a
// complete cache between any two writes.
func (w *PC2Writer) keep(frames int) error {
	info, err := w.f.Stat()
	if err != nil {
		return err
	}
	if w.h, err = parsePC2Header(w.f, w.path); err != nil {
		return err
	}
	whole := w.h.whole(info.Size())
	if frames < 0 || frames > whole {
		return fmt.Errorf("%s: cannot keep %d samples, the cache has %d", w.path, frames, whole)
	}
	for n := whole; ; n-- {
		if n < w.h.frames {
			if err := w.setFrames(n); err != nil {
				return err
			}
		}
		if err := w.f.Truncate(w.h.offset(n)); err != nil {
			return fmt.Errorf("%s: %w", w.path, err)
		}
		if n == frames {
			return nil
		}
	}
}

// setFrames writes the number of samples into the header.
func (w *PC2Writer) setFrames(n int) error {
	if _, err := w.f.WriteAt(binary.LittleEndian.AppendUint32(nil, uint32(n)), pc2Count); err != nil {
		return fmt.Errorf("%s: %w", w.path, err)
	}
	w.h.frames = n
	return nil
}

// Points returns the number of points in each sample.
func (w *PC2Writer) Points() int { return w.h.points }

// Frames returns the number of samples in the file.
func (w *PC2Writer) Frames() int { return w.h.frames }

// WriteFrame appends a sample. x must have Points() elements within the range of float32; otherwise nothing is written.
// After an error of the disk the samples already written are valid, and WriteFrame may be repeated.
func (w *PC2Writer) WriteFrame(x []r3.Vec) error {
	i := w.h.frames
	if w.f == nil {
		return fmt.Errorf("%s: sample %d: the cache is closed", w.path, i)
	}
	if len(x) != w.h.points {
		return fmt.Errorf("%s: sample %d has %d points: expected %d", w.path, i, len(x), w.h.points)
	}
	if i == math.MaxInt32 {
		return fmt.Errorf("%s: a PC2 file holds no more than %d samples", w.path, i)
	}
	for k, v := range x {
		for _, c := range [3]float64{v.X, v.Y, v.Z} {
			if !cloth.Finite(float64(float32(c))) {
				return fmt.Errorf("%s: sample %d, point %d is %v: expected finite numbers (float32)", w.path, i, k, v)
			}
		}
	}
	if err := w.whole(); err != nil {
		return err
	}
	at, sum := w.h.offset(i), uint32(0)
	for first := 0; first < len(x); first += pointChunk {
		w.buf = w.buf[:0]
		for _, v := range x[first:min(first+pointChunk, len(x))] {
			for _, c := range [3]float64{v.X, v.Y, v.Z} {
				w.buf = binary.LittleEndian.AppendUint32(w.buf, math.Float32bits(float32(c)))
			}
		}
		if _, err := w.f.WriteAt(w.buf, at+pointBytes*int64(first)); err != nil {
			return fmt.Errorf("%s: sample %d: %w", w.path, i, err)
		}
		sum = crc32.Update(sum, castagnoli, w.buf)
	}
	w.sum = sum
	if w.sums != nil {
		if err := w.sums.write(i, sum); err != nil {
			return fmt.Errorf("%s: sample %d: %w", w.path, i, err)
		}
	}
	if err := w.setFrames(i + 1); err != nil {
		return err
	}
	if w.temp {
		return w.publish()
	}
	return nil
}

// whole returns an error unless the samples so far are still in the file, and the file is the one of that name.
// Otherwise a write past its end would fill it with zeros, and a write to a removed or replaced file would be lost
// without notice.
func (w *PC2Writer) whole() error {
	info, err := w.f.Stat()
	if err != nil {
		return fmt.Errorf("%s: sample %d: %w", w.path, w.h.frames, err)
	}
	if size, want := info.Size(), w.h.offset(w.h.frames); size < want {
		return fmt.Errorf("%s: sample %d: the file has %d bytes: expected %d, as its first %d samples were written; "+
			"another program has cut it", w.path, w.h.frames, size, want, w.h.frames)
	}
	if w.temp {
		return nil
	}
	if named, err := os.Stat(w.dst); err != nil {
		return fmt.Errorf("%s: sample %d: %w: expected the file that the samples before it were written to; another "+
			"program has removed it", w.path, w.h.frames, err)
	} else if !os.SameFile(info, named) {
		return fmt.Errorf("%s: sample %d: expected the file that the samples before it were written to; another program "+
			"has replaced it", w.path, w.h.frames)
	}
	return nil
}

// Sum returns the checksum of the last sample, see SumsPC2.
func (w *PC2Writer) Sum() uint32 { return w.sum }

// SumsPC2 returns the CRC-32C of each of the first samples of a cache, of its bytes in the file.
func SumsPC2(path string, frames int) (sums []uint32, err error) {
	f, size, err := OpenSized(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h, err := parsePC2Header(f, path)
	if err != nil {
		return nil, err
	}
	if n := h.whole(size); frames > n {
		return nil, fmt.Errorf("%s: %d samples: expected %d", path, n, frames)
	}
	for i := range frames {
		sum := crc32.New(castagnoli)
		if _, err := io.Copy(sum, io.NewSectionReader(f, h.offset(i), h.frameBytes())); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		sums = append(sums, sum.Sum32())
	}
	return sums, nil
}

// publish gives the file its name. It is closed meanwhile, since some systems cannot rename an open file.
func (w *PC2Writer) publish() error {
	temp := w.f.Name()
	if err := w.f.Close(); err != nil {
		w.f = nil
		os.Remove(temp)
		return fmt.Errorf("%s: %w", w.path, err)
	}
	w.f = nil
	if w.summed {
		var err error
		if w.sums, err = newSums(w.path, []uint32{w.sum}); err != nil {
			os.Remove(temp)
			return err
		}
	}
	if err := os.Rename(temp, w.dst); err != nil {
		os.Remove(temp)
		return err
	}
	w.temp = false
	f, err := os.OpenFile(w.dst, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	w.f = f
	return nil
}

// Close closes the file. A cache without any sample is removed. Closing twice
// does nothing.
func (w *PC2Writer) Close() error {
	sumErr := w.sums.close()
	if w.f == nil {
		return sumErr
	}
	f := w.f
	w.f = nil
	err := errors.Join(f.Close(), sumErr)
	if w.temp {
		os.Remove(f.Name())
	}
	return err
}

// WritePC2 writes all samples of a shape.
func WritePC2(path string, s *Sequence, p *Shape) (err error) {
	w, err := NewPC2Writer(path, p.Points, float32(s.StartFrame), 1)
	if err != nil {
		return err
	}
	defer func() {
		if e := w.Close(); err == nil {
			err = e
		}
	}()
	x := make([]r3.Vec, p.Points)
	for i := range s.Frames {
		if err := p.Read(i, x); err != nil {
			return err
		}
		if err := w.WriteFrame(x); err != nil {
			return err
		}
	}
	return nil
}
