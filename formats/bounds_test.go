package formats

import (
	"bytes"
	"encoding/binary"
	"math"
	"runtime"
	"testing"
)

// TestHeadersAnnounceMore: what a header of a cache announces is compared with the size of the file before room is made
// for it.
func TestHeadersAnnounceMore(t *testing.T) {
	const many, most = 1_000_000_000, math.MaxInt32
	for _, c := range []struct{ frames, points uint32 }{{many, 1}, {1, many}, {most, most}, {many, many}} {
		pc2 := append(pc2Header{points: int(c.points), frames: int(c.frames), rate: 1}.encode(), make([]byte, 600)...)
		mdd := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, c.frames), c.points)
		mdd = append(mdd, make([]byte, 600)...)
		for kind, read := range map[string]func() error{
			"PC2": func() error { _, err := NewPC2Reader(bytes.NewReader(pc2), int64(len(pc2)), "a"); return err },
			"MDD": func() error { _, err := NewMDDReader(bytes.NewReader(mdd), int64(len(mdd)), "a"); return err },
		} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := read()
			runtime.ReadMemStats(&after)
			if bytes := after.TotalAlloc - before.TotalAlloc; err == nil || bytes > 1<<20 {
				t.Errorf("%s of %d samples of %d points in 600 bytes: %v, %d bytes allocated", kind, c.frames, c.points, err, bytes)
			}
		}
	}
}
