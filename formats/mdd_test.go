package formats

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

func mddBytes(times, points []float32) []byte {
	b, _ := binary.Append(nil, binary.BigEndian, []int32{int32(len(times)), int32(len(points) / 3 / len(times))})
	b, _ = binary.Append(b, binary.BigEndian, times)
	b, _ = binary.Append(b, binary.BigEndian, points)
	return b
}

func readMDD(b []byte) (*MDDReader, error) {
	return NewMDDReader(bytes.NewReader(b), int64(len(b)), "x.mdd")
}

func TestMDD(t *testing.T) {
	b := mddBytes([]float32{0, .5}, []float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	m, err := readMDD(b)
	if err != nil {
		t.Fatal(err)
	}
	if m.Points() != 2 || m.Frames() != 2 || !cmp.Equal(m.Times(), []float64{0, .5}) {
		t.Errorf("%d points, %d frames, times %v", m.Points(), m.Frames(), m.Times())
	}
	x := make([]r3.Vec, 2)
	for i, want := range [][]r3.Vec{{{X: 1, Y: 2, Z: 3}, {X: 4, Y: 5, Z: 6}},
		{{X: 7, Y: 8, Z: 9}, {X: 10, Y: 11, Z: 12}}} {
		if err := m.ReadFrame(i, x); err != nil || !cmp.Equal(x, want) {
			t.Errorf("frame %d: %v, %v", i, x, err)
		}
	}
	if err := m.ReadFrame(2, x); err == nil || !strings.Contains(err.Error(), "sample 2 out of range, the cache has 2") {
		t.Error(err)
	}
	if err := m.ReadFrame(0, x[:1]); err == nil || !strings.Contains(err.Error(), "room for 1 points: expected 2") {
		t.Error(err)
	}
}

func TestMDDErrors(t *testing.T) {
	good := mddBytes([]float32{0}, []float32{1, 2, 3})
	nan := mddBytes([]float32{0}, []float32{1, 2, 3})
	binary.BigEndian.PutUint32(nan[16:], 0x7fc00000)
	time := mddBytes([]float32{0}, []float32{1, 2, 3})
	binary.BigEndian.PutUint32(time[8:], 0x7f800000)
	for name, c := range map[string]struct {
		data []byte
		word string
	}{
		"empty":      {nil, "byte 0: file ends: expected an MDD header"},
		"cut":        {good[:len(good)-1], "which do not make a file of 23 bytes"},
		"long":       {append(bytes.Clone(good), 0), "which do not make a file of 25 bytes"},
		"no samples": {make([]byte, 8), "0 samples of 0 points"},
		"negative":   {bytes.Repeat([]byte{255}, 24), "-1 samples of -1 points"},
		"huge":       {bytes.Repeat([]byte{127}, 24), "which do not make a file of 24 bytes"},
		"time":       {time, "byte 8: time of sample 0 is +Inf"},
	} {
		if _, err := readMDD(c.data); err == nil || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: %v; expected %q", name, err, c.word)
		}
	}
	m, err := readMDD(nan)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.ReadFrame(0, make([]r3.Vec, 1)); err == nil || !strings.Contains(err.Error(), "byte 16: sample 0, point "+
		"0 is NaN") {
		t.Error(err)
	}
}

func FuzzMDD(f *testing.F) {
	f.Add(mddBytes([]float32{0, .5}, []float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}))
	f.Add([]byte{0, 0, 0, 1, 127, 255, 255, 255})
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := readMDD(b)
		if err != nil {
			return
		}
		x := make([]r3.Vec, m.Points())
		for i := range min(m.Frames(), 4) {
			if err := m.ReadFrame(i, x); err == nil && !cloth.Finite(x[0].X) {
				t.Fatal(x[0])
			}
		}
	})
}
