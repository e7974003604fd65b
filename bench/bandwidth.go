package bench

import (
	"time"

	"hysteron/linalg"
)

// copyBytes is the size of the arrays of the copy bandwidth measurement: larger than any cache.
const copyBytes = 256 << 20

// copyPasses is the number of timed copies. The fastest counts, since other programs may use the machine.
const copyPasses = 6

// cpuCopy returns the rate of reading and writing of all threads together in the copy of a large array [bytes/s].
func cpuCopy(size int, ended func() error) float64 {
	p := linalg.New(0)
	defer p.Close()
	from, to := make([]float64, size/8), make([]float64, size/8)
	for i := range from {
		from[i] = float64(i)
	}
	var best time.Duration
	for k := range copyPasses {
		t := time.Now()
		p.For(len(to), 64<<10, func(lo, hi int) { copy(to[lo:hi], from[lo:hi]) })
		if d := time.Since(t); k == 0 || d < best {
			best = d
		}
		if ended() != nil {
			break
		}
	}
	return 2 * float64(size) / best.Seconds()
}
