package formats

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"

	"hysteron/cloth"
)

// pc2Sample is sample i of a test cache.
func pc2Sample(i, points int) []r3.Vec {
	x := make([]r3.Vec, points)
	for k := range x {
		x[k] = r3.Vec{X: float64(i), Y: float64(k), Z: float64(i) + .5*float64(k)}
	}
	return x
}

// wantPC2 checks that path is a cache of samples 0..frames-1.
func wantPC2(t *testing.T, path string, frames, points int) {
	t.Helper()
	r, err := OpenPC2(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Frames() != frames || r.Points() != points {
		t.Fatalf("%d samples of %d points, want %d of %d", r.Frames(), r.Points(), frames, points)
	}
	got := make([]r3.Vec, points)
	for i := frames - 1; i >= 0; i-- { // backwards: access is random
		if err := r.ReadFrame(i, got); err != nil {
			t.Fatal(err)
		}
		for k, want := range pc2Sample(i, points) {
			if got[k] != want {
				t.Fatalf("sample %d, point %d is %v, want %v", i, k, got[k], want)
			}
		}
	}
}

func newPC2(t *testing.T, path string, points, frames int) *PC2Writer {
	t.Helper()
	w, err := NewPC2Writer(path, points, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	for i := range frames {
		if err := w.WriteFrame(pc2Sample(i, points)); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func fileNames(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestPC2Bytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pc2")
	w, err := NewPC2Writer(path, 1, 12, .5)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []r3.Vec{{X: 1, Y: -2, Z: .25}, {X: math.Pi}} {
		if err := w.WriteFrame([]r3.Vec{x}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := "504f494e5443414348453200" + // POINTCACHE2\0
		"01000000" + "01000000" + // version, points
		"00004041" + "0000003f" + // start 12, rate 0.5
		"02000000" + // samples
		"0000803f" + "000000c0" + "0000803e" + "db0f4940" + "00000000" + "00000000"
	if hex.EncodeToString(got) != want {
		t.Errorf("file %x\nwant %s", got, want)
	}
	r, err := OpenPC2(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Start() != 12 || r.Rate() != .5 {
		t.Errorf("start %v, rate %v, want 12, 0.5", r.Start(), r.Rate())
	}
}

// A writer that is abandoned without Close, as by a crash or Ctrl-C, leaves a
// complete cache after every sample, even if it dies inside the next one.
func TestPC2Abandoned(t *testing.T) {
	const points = 5000 // more than one chunk
	dir := t.TempDir()
	path := filepath.Join(dir, "a.pc2")
	w := newPC2(t, path, points, 0)
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the cache is visible before its first sample: %v", err)
	}
	for i := range 3 {
		if err := w.WriteFrame(pc2Sample(i, points)); err != nil {
			t.Fatal(err)
		}
		wantPC2(t, path, i+1, points)
	}
	if names := fileNames(t, dir); len(names) != 1 || names[0] != "a.pc2" {
		t.Errorf("the folder holds %v, want a.pc2 alone", names)
	}
	for _, partial := range []int{1, 12, points * 12} { // died before the header was updated
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		crashed := filepath.Join(dir, fmt.Sprintf("crashed%d.pc2", partial))
		if err := os.WriteFile(crashed, append(b, bytes.Repeat([]byte{0xff}, partial)...), 0o666); err != nil {
			t.Fatal(err)
		}
		wantPC2(t, crashed, 3, points)
		a, err := OpenPC2Append(crashed, 3)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.WriteFrame(pc2Sample(3, points)); err != nil {
			t.Fatal(err)
		}
		wantPC2(t, crashed, 4, points)
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(crashed); err != nil || info.Size() != 32+4*12*points {
			t.Errorf("%d bytes, want %d (%v)", info.Size(), 32+4*12*points, err)
		}
	}
}

func TestPC2Append(t *testing.T) {
	for keep := range 5 {
		path := filepath.Join(t.TempDir(), "a.pc2")
		if err := newPC2(t, path, 3, 4).Close(); err != nil {
			t.Fatal(err)
		}
		w, err := OpenPC2Append(path, keep)
		if err != nil {
			t.Fatal(err)
		}
		wantPC2(t, path, keep, 3)
		if w.Frames() != keep || w.Points() != 3 {
			t.Errorf("the writer has %d samples of %d points, want %d of 3", w.Frames(), w.Points(), keep)
		}
		for i := keep; i < 6; i++ {
			if err := w.WriteFrame(pc2Sample(i, 3)); err != nil {
				t.Fatal(err)
			}
		}
		wantPC2(t, path, 6, 3)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "a.pc2")
	newPC2(t, path, 3, 4).Close()
	for _, frames := range []int{-1, 5} {
		_, err := OpenPC2Append(path, frames)
		want := fmt.Sprintf("%s: cannot keep %d samples, the cache has 4", path, frames)
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	wantPC2(t, path, 4, 3)
	if _, err := OpenPC2Append(path+"x", 0); !os.IsNotExist(err) {
		t.Errorf("error %v, want that there is no such file", err)
	}
}

func TestPC2WriterRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.pc2")
	for _, c := range []struct {
		points      int
		start, rate float32
		want        string
	}{
		{0, 0, 1, "number of points is 0: expected 1..2147483647"},
		{1, float32(math.NaN()), 1, "start frame is NaN: expected a finite number"},
		{1, 0, 0, "frames per sample is 0: expected a positive number"},
	} {
		_, err := NewPC2Writer(path, c.points, c.start, c.rate)
		if err == nil || err.Error() != path+": "+c.want {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	if _, err := NewPC2Writer(dir, 1, 0, 1); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: error %v", err)
	}
	w := newPC2(t, path, 2, 1)
	for _, c := range []struct {
		x    []r3.Vec
		want string
	}{
		{make([]r3.Vec, 3), "sample 1 has 3 points: expected 2"},
		{[]r3.Vec{{}, {Z: math.NaN()}}, "sample 1, point 1 is {0 0 NaN}: expected finite numbers (float32)"},
		{[]r3.Vec{{X: 1e39}, {}}, "sample 1, point 0 is {1e+39 0 0}: expected finite numbers (float32)"},
	} {
		if err := w.WriteFrame(c.x); err == nil || err.Error() != path+": "+c.want {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	wantPC2(t, path, 1, 2)
	// It goes on after a refused sample.
	if err := w.WriteFrame(pc2Sample(1, 2)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.WriteFrame(pc2Sample(2, 2)); err == nil || !strings.Contains(err.Error(), "the cache is closed") {
		t.Errorf("after Close: error %v", err)
	}
	wantPC2(t, path, 2, 2)
}

// When the disk fails, the samples before are still there.
func TestPC2DiskError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pc2")
	w := newPC2(t, path, 2, 2)
	if err := w.f.Close(); err != nil { // now every write fails
		t.Fatal(err)
	}
	if err := w.WriteFrame(pc2Sample(2, 2)); err == nil || !strings.HasPrefix(err.Error(), path+": sample 2: ") {
		t.Errorf("error %v, want one for sample 2", err)
	}
	if w.Frames() != 2 {
		t.Errorf("the writer counts %d samples, want 2", w.Frames())
	}
	wantPC2(t, path, 2, 2)
}

// Closing before the first sample leaves an older cache alone, and no litter.
func TestPC2Empty(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.pc2")
	newPC2(t, path, 2, 3).Close()
	newPC2(t, path, 7, 0).Close()
	wantPC2(t, path, 3, 2)
	if names := fileNames(t, dir); len(names) != 1 {
		t.Errorf("the folder holds %v, want a.pc2 alone", names)
	}
	newPC2(t, path, 7, 1).Close()
	wantPC2(t, path, 1, 7)
}

func TestPC2ReaderErrors(t *testing.T) {
	good := append(pc2Header{points: 2, frames: 2, start: 1, rate: 1}.encode(), make([]byte, 48)...)
	set := func(at int, b ...byte) []byte {
		c := bytes.Clone(good)
		copy(c[at:], b)
		return c
	}
	for _, c := range []struct {
		data []byte
		want string
	}{
		{nil, "a.pc2: byte 0: file ends: expected a PC2 header of 32 bytes"},
		{good[:31], "a.pc2: byte 31: file ends: expected a PC2 header of 32 bytes"},
		{set(0, 'p'), `a.pc2: byte 0: starts with "pOINTCACHE2\x00": expected "POINTCACHE2\x00"`},
		{set(12, 2), "a.pc2: byte 12: PC2 version is 2: expected 1"},
		{set(16, 0), "a.pc2: byte 16: number of points is 0: expected 1..2147483647"},
		{set(16, 2, 0, 0, 0x80), "a.pc2: byte 16: number of points is -2147483646: expected 1..2147483647"},
		{set(16, 3), "a.pc2: byte 80: file ends: expected 2 samples of 3 points (104 bytes)"},
		{set(16, 0xff, 0xff, 0xff, 0x7f), "a.pc2: byte 80: file ends: expected 2 samples of 2147483647 points (51539607560 " +
			"bytes)"},
		{set(20, 0, 0, 0x80, 0x7f), "a.pc2: byte 20: start frame is +Inf: expected a finite number"},
		{set(24, 0, 0, 0x80, 0xbf), "a.pc2: byte 24: frames per sample is -1: expected a positive number"},
		{set(28, 3), "a.pc2: byte 80: file ends: expected 3 samples of 2 points (104 bytes)"},
		{set(28, 0), "a.pc2: byte 32: 48 bytes follow the 0 samples of 2 points that the header announces"},
		{set(28, 0, 0, 0, 0xff), "a.pc2: byte 28: number of samples is -16777216: expected 0 or more"},
		{set(16, 0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0xff, 0xff, 0xff, 0x7f), "a.pc2: byte 28: number of " +
			"samples is 2147483647"},
	} {
		_, err := NewPC2Reader(bytes.NewReader(c.data), int64(len(c.data)), "a.pc2")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	data := set(64, 0, 0, 0xc0, 0x7f)
	r, err := NewPC2Reader(bytes.NewReader(data), int64(len(data)), "a.pc2")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		i, room int
		want    string
	}{
		{-1, 2, "a.pc2: sample -1 out of range, the cache has 2"},
		{2, 2, "a.pc2: sample 2 out of range, the cache has 2"},
		{0, 1, "a.pc2: room for 1 points: expected 2"},
		{1, 2, "a.pc2: byte 64: sample 1, point 0 is NaN: expected a finite number"},
	} {
		if err := r.ReadFrame(c.i, make([]r3.Vec, c.room)); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	// The file shrinks while it is open.
	r, err = NewPC2Reader(bytes.NewReader(good[:70]), int64(len(good)), "a.pc2")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.ReadFrame(1, make([]r3.Vec, 2)); err == nil || !strings.HasPrefix(err.Error(), "a.pc2: byte 70: sample "+
		"1: unexpected EOF: expected 10 bytes more") {
		t.Errorf("error %v, want an unexpected end at byte 70", err)
	}
}

func TestPC2RoundTrip(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		path := filepath.Join(dir, "a.pc2")
		points := rapid.IntRange(1, 9).Draw(t, "points")
		samples := rapid.SliceOfN(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) r3.Vec {
			f := rapid.Float32()
			return r3.Vec{X: float64(f.Draw(t, "x")), Y: float64(f.Draw(t, "y")), Z: float64(f.Draw(t, "z"))}
		}), points, points), 1, 5).Draw(t, "samples")
		w, err := NewPC2Writer(path, points, rapid.Float32().Draw(t, "start"), 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range samples {
			if err := w.WriteFrame(x); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r, err := OpenPC2(path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if r.Frames() != len(samples) {
			t.Fatalf("%d samples, want %d", r.Frames(), len(samples))
		}
		got := make([]r3.Vec, points)
		for i, want := range samples {
			if err := r.ReadFrame(i, got); err != nil {
				t.Fatal(err)
			}
			for k := range want {
				if got[k] != want[k] {
					t.Fatalf("sample %d, point %d is %v, want %v", i, k, got[k], want[k])
				}
			}
		}
	})
}

func FuzzReadPC2(f *testing.F) {
	good := append(pc2Header{points: 2, frames: 2, start: 1, rate: 1}.encode(), make([]byte, 48)...)
	f.Add(good)
	f.Add(good[:60])
	f.Add(append(good, 1, 2, 3))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := NewPC2Reader(bytes.NewReader(data), int64(len(data)), "f")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f: byte ") {
				t.Fatalf("error %q does not name the file and byte", err)
			}
			return
		}
		if r.Frames() == 0 { // then the number of points is not bounded by the file's size
			return
		}
		x := make([]r3.Vec, r.Points())
		for i := range min(r.Frames(), 100) {
			if err := r.ReadFrame(i, x); err != nil {
				if !strings.HasPrefix(err.Error(), "f: byte ") {
					t.Fatalf("error %q does not name the file and byte", err)
				}
				return
			}
			for _, v := range x {
				if !cloth.FiniteVec(v) {
					t.Fatalf("sample %d holds %v", i, v)
				}
			}
		}
	})
}
