package formats

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// A cache that another program cuts while it is written is not filled up with zeros, and one that is cut while it is
// read is named, with the sample and the bytes that are missing.
func TestCachesThatAreCut(t *testing.T) {
	const points, frames, sample = 3, 4, 3 * pointBytes
	path := filepath.Join(t.TempDir(), "a.pc2")
	w := newPC2(t, path, points, frames)
	r, err := OpenPC2(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := os.Truncate(path, pc2Data+2*sample+5); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%s: sample 4: the file has %d bytes: expected %d", path, pc2Data+2*sample+5, pc2Data+4*sample)
	if err := w.WriteFrame(pc2Sample(frames, points)); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, expected %q", err, want)
	}
	if n, _, err := WholePC2(path); n != 2 || err != nil {
		t.Errorf("%d samples, %v: expected the 2 that are left", n, err)
	}
	x := make([]r3.Vec, points)
	if err := r.ReadFrame(1, x); err != nil || x[0] != pc2Sample(1, points)[0] {
		t.Errorf("%v, %v: expected sample 1 as it was", x[0], err)
	}
	want = fmt.Sprintf("%s: byte %d: sample 2: unexpected EOF: expected %d bytes more", path, pc2Data+2*sample+5, sample-5)
	if err := r.ReadFrame(2, x); !errors.Is(err, io.ErrUnexpectedEOF) || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, expected %q", err, want)
	}
}

// A cache that another program removes or replaces while it is written is missed at the next sample.
func TestCachesThatAreGone(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(path string) error
		want string
	}{
		"removed": {os.Remove, "another program has removed it"},
		"replaced": {func(path string) error {
			return errors.Join(os.WriteFile(path+"2", make([]byte, 1000), 0o666), os.Rename(path+"2", path))
		}, "another program has replaced it"},
	} {
		path := filepath.Join(t.TempDir(), "a.pc2")
		w := newPC2(t, path, 3, 4)
		if err := c.do(path); err != nil {
			t.Fatal(err)
		}
		if err := w.WriteFrame(pc2Sample(4, 3)); err == nil || !strings.HasPrefix(err.Error(), path+": sample 4: ") ||
			!strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
	}
}
