package cloth

import (
	"sync"

	"gonum.org/v1/gonum/spatial/r3"
)

// Track has the vertices of an animated mesh over time, for pins. It is safe for concurrent use.
type Track struct {
	n    int
	read func(dst []r3.Vec, t float64)

	mu sync.Mutex
	at float64  // time of x [s]
	x  []r3.Vec // nil: not read yet
}

// NewTrack returns the track of n vertices whose positions [m] at a time [s] read computes.
func NewTrack(n int, read func(dst []r3.Vec, t float64)) *Track { return &Track{n: n, read: read} }

// At returns the position of vertex v at time t [m].
func (k *Track) At(v int32, t float64) r3.Vec {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.x == nil || k.at != t {
		if k.x == nil {
			k.x = make([]r3.Vec, k.n)
		}
		k.read(k.x, t)
		k.at = t
	}
	return k.x[v]
}
