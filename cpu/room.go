package cpu

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"hysteron/cpu/memory"
	"hysteron/step"
)

// room bounds the lists of pairs of cloth that may come near each other, by their number, which is the same on every
// machine, and by the memory that there is: a step that ends for want of it is not halved, so that no result depends on it.
type room struct {
	most  int          // pairs
	pairs atomic.Int64 // that were found
	met   atomic.Int64 // pairs of patches, of which there may be as many
	held  atomic.Int64 // bytes that there are, as was found out
	mu    sync.Mutex
	err   error // why there is no room
}

// About what a pair takes, measured in folded sheets of 22,500 vertices, with garbage: one that may come near, and one that is near [bytes].
const (
	pairBytes = 128
	nearBytes = 1 << 10
)

// unasked is what is taken without asking for memory [bytes].
const unasked = 256 << 20

var errMemory = errors.New("too little memory")

// freeMemory is a variable for tests.
var freeMemory = memory.Free

// begin begins to count.
func (r *room) begin() {
	r.pairs.Store(0)
	r.met.Store(0)
	r.held.CompareAndSwap(0, unasked)
}

// meet counts a pair of patches, and tells whether there is room for it.
func (r *room) meet() bool {
	return r.met.Add(1) <= int64(r.most) || r.refuse(step.TooManyPairs(r.most))
}

// take counts n more pairs that may come near, and tells whether there is room for them.
func (r *room) take(n int) bool {
	count := r.pairs.Add(int64(n))
	if count > int64(r.most) {
		return r.refuse(step.TooManyPairs(r.most))
	}
	return r.hold(0)
}

// hold tells whether there is memory for the pairs that were counted, if near of them are near.
func (r *room) hold(near int) bool {
	count := r.pairs.Load()
	bytes := pairBytes*count + nearBytes*int64(near)
	if bytes <= r.held.Load() {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for held := r.held.Load(); r.err == nil && held < bytes; held = 2 * held {
		if free, ok := freeMemory(); ok && !memory.Fit(float64(held), free) { // as much again
			r.err = fmt.Errorf("%w: %d pairs of cloth come near each other, for which about %.2g GB more are needed: expected at most nine tenths of the %.2g GB that are free; make edges longer",
				errMemory, count, float64(held)/1e9, float64(free)/1e9)
		} else {
			r.held.Store(2 * held)
		}
	}
	return r.err == nil
}

// refuse notes why there is no room; the first reason stays.
func (r *room) refuse(err error) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
	return false
}

// full tells whether there is no room for all pairs.
func (r *room) full() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err != nil
}
