package sysmem

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"hysteron/step"
)

// Room bounds the lists of candidate pairs by their number, which is the same on every machine, and by the free memory.
// A step that fails for lack of memory is not halved, so no result depends on the memory.
type Room struct {
	Most  int          // limit of the number of pairs
	Pairs atomic.Int64 // candidate pairs found
	met   atomic.Int64 // pairs of patches found, with the same limit
	Held  atomic.Int64 // memory known to be available [bytes]
	mu    sync.Mutex
	Err   error // limit that was exceeded
}

// Memory of a candidate pair and of a near pair with garbage, measured in folded sheets of 22,500 vertices [bytes].
const (
	PairBytes = 128
	nearBytes = 1 << 10
)

// unasked is the memory below which Free is not read [bytes].
const unasked = 256 << 20

// ErrShort is wrapped by the error of a Room that exceeds the free memory.
var ErrShort = errors.New("too little memory")

// Available is Free; a variable for tests.
var Available = Free

// Begin resets the counts for a new detection.
func (r *Room) Begin() {
	r.Pairs.Store(0)
	r.met.Store(0)
	r.Held.CompareAndSwap(0, unasked)
}

// Count adds a pair of patches, and reports whether it is within the limits.
func (r *Room) Count() bool {
	return r.met.Add(1) <= int64(r.Most) || r.refuse(step.TooManyPairs(r.Most))
}

// Take adds n candidate pairs, and reports whether they are within the limits.
func (r *Room) Take(n int) bool {
	count := r.Pairs.Add(int64(n))
	if count > int64(r.Most) {
		return r.refuse(step.TooManyPairs(r.Most))
	}
	return r.Hold(0)
}

// Hold reports whether there is memory for the candidate pairs counted so far and for near pairs among them.
func (r *Room) Hold(near int) bool {
	count := r.Pairs.Load()
	bytes := PairBytes*count + nearBytes*int64(near)
	if bytes <= r.Held.Load() {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for held := r.Held.Load(); r.Err == nil && held < bytes; held = 2 * held {
		if free, ok := Available(); ok && !Fit(float64(held), free) { // doubling takes held bytes more
			r.Err = fmt.Errorf("%w: %d pairs of cloth come near each other, for which about %.2g GB more are needed: expected "+
				"at most nine tenths of the %.2g GB that are free; make edges longer",
				ErrShort, count, float64(held)/1e9, float64(free)/1e9)
		} else {
			r.Held.Store(2 * held)
		}
	}
	return r.Err == nil
}

// refuse keeps the first error, and returns false.
func (r *Room) refuse(err error) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Err == nil {
		r.Err = err
	}
	return false
}

// Full reports whether a limit was exceeded.
func (r *Room) Full() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.Err != nil
}
