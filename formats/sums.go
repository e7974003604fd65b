package formats

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"strconv"
)

// A cache may have a file beside it with the CRC-32C of each of its samples, of their bytes in the cache: a line of
// text, then eight hexadecimal digits a line, so that line i is at a fixed position. The cache counts a sample only
// once its line is written. Readers compare samples with it.
const (
	// SumsExt is appended to the name of the cache.
	SumsExt = ".sums"
	// SumsHead is the first line of the file.
	SumsHead = "# CRC-32C of the frames of the cache of this name, written by Hysteron\n"
	sumLine  = 9 // bytes
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// DamagedError is the error of a sample of a cache that differs from its checksum.
type DamagedError struct {
	Path   string
	Sample int
	Frame  float64 // its number
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s: damaged: frame %g is not what the run wrote", e.Path, e.Frame)
}

// readSums reads the checksums beside a cache, nil if there are none.
func readSums(path string) (sums []uint32, err error) {
	path += SumsExt
	f, err := Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	rest, ok := bytes.CutPrefix(data, []byte(SumsHead))
	if !ok {
		return nil, fmt.Errorf("%s: expected the checksums of a cache, which begin with %q", path, SumsHead)
	}
	sums = []uint32{}
	for ; len(rest) >= sumLine; rest = rest[sumLine:] { // the last one may be incomplete, if a run was killed
		n, err := strconv.ParseUint(string(rest[:sumLine-1]), 16, 32)
		if err != nil || rest[sumLine-1] != '\n' {
			return nil, fmt.Errorf("%s: line %d: %q: expected eight hexadecimal digits", path, len(sums)+2, rest[:sumLine])
		}
		sums = append(sums, uint32(n))
	}
	return sums, nil
}

// sumsWriter writes the checksums beside a cache.
type sumsWriter struct{ f *os.File }

// newSums begins them with those of the existing samples, and replaces any other file of that name.
func newSums(path string, sums []uint32) (*sumsWriter, error) {
	path += SumsExt
	err := WriteFileAtomic(path, func(w io.Writer) error {
		b := []byte(SumsHead)
		for _, s := range sums {
			b = fmt.Appendf(b, "%08x\n", s)
		}
		_, err := w.Write(b)
		return err
	})
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	return &sumsWriter{f}, err
}

// write sets the checksum of sample i.
func (w *sumsWriter) write(i int, sum uint32) error {
	_, err := w.f.WriteAt(fmt.Appendf(nil, "%08x\n", sum), int64(len(SumsHead)+sumLine*i))
	return err
}

func (w *sumsWriter) close() error {
	if w == nil || w.f == nil {
		return nil
	}
	f := w.f
	w.f = nil
	return f.Close()
}
