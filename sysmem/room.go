package sysmem

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"hysteron/step"
)

// Room bounds the lists of pairs of cloth that may come near each other, by their number, which is the same on every
// machine, and by the memory that there is: a step that ends for want of it is not halved, so that no result depends on
// it.
type Room struct {
	Most  int          // pairs
	Pairs atomic.Int64 // that were found
	met   atomic.Int64 // pairs of patches, of which there may be as many
	Held  atomic.Int64 // bytes that there are, as was found out
	mu    sync.Mutex
	Err   error // why there is no room
}

// About what a pair takes, measured in folded sheets of 22,500 vertices, with garbage: one that may come near, and one
// that is near [bytes].
const (
	PairBytes = 128
	nearBytes = 1 << 10
)

// unasked is what is taken without asking for memory [bytes].
const unasked = 256 << 20

// ErrShort is the error of a Room where memory is short.
var ErrShort = errors.New("too little memory")

// Available is Free; a variable for tests.
var Available = Free

// Begin begins to count.
func (r *Room) Begin() {
	r.Pairs.Store(0)
	r.met.Store(0)
	r.Held.CompareAndSwap(0, unasked)
}

// Count counts a pair of patches, and reports whether there is room for it.
func (r *Room) Count() bool {
	return r.met.Add(1) <= int64(r.Most) || r.refuse(step.TooManyPairs(r.Most))
}

// Take counts n more pairs that may come near, and reports whether there is room for them.
func (r *Room) Take(n int) bool {
	count := r.Pairs.Add(int64(n))
	if count > int64(r.Most) {
		return r.refuse(step.TooManyPairs(r.Most))
	}
	return r.Hold(0)
}

// Hold reports whether there is memory for the pairs that were counted, if near of them are near.
func (r *Room) Hold(near int) bool {
	count := r.Pairs.Load()
	bytes := PairBytes*count + nearBytes*int64(near)
	if bytes <= r.Held.Load() {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for held := r.Held.Load(); r.Err == nil && held < bytes; held = 2 * held {
		if free, ok := Available(); ok && !Fit(float64(held), free) { // as much again
			r.Err = fmt.Errorf("%w: %d pairs of cloth come near each other, for which about %.2g GB more are needed: expected "+
				"at most nine tenths of the %.2g GB that are free; make edges longer",
				ErrShort, count, float64(held)/1e9, float64(free)/1e9)
		} else {
			r.Held.Store(2 * held)
		}
	}
	return r.Err == nil
}

// refuse notes why there is no room; the first reason stays.
func (r *Room) refuse(err error) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Err == nil {
		r.Err = err
	}
	return false
}

// Full reports whether there is no room for all pairs.
func (r *Room) Full() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.Err != nil
}
