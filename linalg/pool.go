// Parallel loops over index ranges, with results that do not depend on the number of cores.
//
// A loop is divided into chunks that follow from its length and grain alone; workers only differ in which chunks they
// run. A loop body that writes only to its own indices, or to a slot of its chunk, gives the same bits for any number
// of workers.

package linalg

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// SumGrain is the chunk length of [Pool.Sum]. It affects the bits of results.
const SumGrain = 1024

// An idle worker polls for an eighth of a millisecond before it parks: mostPolls times pollRounds atomic loads of half
// a nanosecond. This is longer than the serial work between two loops of a step; waking a parked worker takes as long
// as many loops. Between polls it yields, so that it does not hold a core that other goroutines need. The caller yields
// every waitRounds while it waits for the last chunks.
const (
	pollRounds = 5_000
	mostPolls  = 50
	waitRounds = 100_000
)

// On a busy machine another process may hold the core of a helper in the middle of a chunk, and the caller waits. The
// time that helpers save is counted up to maxSaved. Once the caller has waited longer, it works alone for restFactor as
// long as it waited, so that waiting takes a ninth of its time at most.
const (
	maxSaved   = 125 * time.Microsecond // derived: the time an idle helper polls
	restFactor = 8                      // derived: the factor at which waiting takes a ninth
)

// Pool runs index ranges on a fixed set of workers: the calling goroutine and workers−1 helpers. Helpers poll between
// loops before they park, so that dispatching the next loop costs about a microsecond.
//
// Every helper has a contiguous share of the chunks, the same in all loops of the same length, so that data stays in
// its core's cache. A worker with no chunks left takes some of the others', so a helper without a core does not delay
// the loop. A helper that loses its core within a chunk does; where that costs more than helpers save, the caller
// works alone for a while.
//
// A pool may be shared. A loop that is issued while another is running (from another goroutine or from a loop body)
// runs on its caller alone, over the same chunks.
type Pool struct {
	busy    sync.Mutex // held by the caller whose loop has the helpers
	workers int
	shares  []share  // chunks left, one share per worker
	helpers []helper // helper i has shares[i+1]
	closed  bool     // guarded by busy

	_       [64]byte // the fields below are polled by all cores
	gen     atomic.Uint64
	_       [56]byte
	pending atomic.Int64 // chunks not yet finished
	_       [56]byte

	clock func() time.Duration // since some moment
	saved time.Duration        // by helpers, at most maxSaved
	rest  time.Duration        // clock until which the caller works alone

	job      job
	partial  []float64
	panicked atomic.Pointer[panicValue]
}

// job describes the running loop. It is written before the shares are filled and read only after a chunk was taken,
// which orders the accesses.
type job struct {
	n, grain, chunks int
	body             func(lo, hi int)
	sum              func(lo, hi int) float64
	partial          []float64
}

// share counts down the chunks left of one worker. At or below zero it is empty. Taking from an empty share is
// harmless, and refilling is one store, so a helper that still polls the previous loop can neither miss nor repeat a
// chunk.
type share struct {
	left atomic.Int64
	_    [56]byte
}

type helper struct {
	parked atomic.Bool
	wake   chan struct{}
	_      [48]byte
}

type panicValue struct{ value any }

// New starts a pool of the given number of workers, including the caller; workers ≤ 0 means runtime.GOMAXPROCS(0).
// Close ends the helpers.
func New(workers int) *Pool { return start(workers, false) }

// NewBackground is New with helpers of low scheduling priority, see [Background].
func NewBackground(workers int) *Pool { return start(workers, true) }

func start(workers int, background bool) *Pool {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	p := &Pool{workers: workers, shares: make([]share, workers), helpers: make([]helper, workers-1)}
	began := time.Now()
	p.clock = func() time.Duration { return time.Since(began) }
	for i := range p.helpers {
		p.helpers[i].wake = make(chan struct{}, 1)
		go func() {
			if background {
				Background()
			}
			p.help(i)
		}()
	}
	return p
}

// Workers returns the number of workers, including the caller.
func (p *Pool) Workers() int { return p.workers }

// For calls f once on each chunk [k·grain, min((k+1)·grain, n)), in no particular order, on all workers, and returns
// when all are done. grain must be positive. A panic in f is raised again in the caller after the other chunks have
// finished.
func (p *Pool) For(n, grain int, f func(lo, hi int)) {
	if grain <= 0 {
		panic(fmt.Sprintf("par: grain is %d, must be positive", grain))
	}
	if n <= 0 {
		return
	}
	chunks := (n + grain - 1) / grain
	if chunks > 1 && p.workers > 1 && p.busy.TryLock() {
		defer p.busy.Unlock()
		if began, shared := p.share(); shared {
			p.dispatch(job{n: n, grain: grain, chunks: chunks, body: f}, began)
			return
		}
	}
	for lo := 0; lo < n; lo += grain {
		f(lo, min(lo+grain, n))
	}
}

// Sum adds f over the chunks [1024k, min(1024(k+1), n)) in the order of k, so that the result has the same bits for any
// number of workers. It is 0 for n ≤ 0. Panics are treated as in For.
func (p *Pool) Sum(n int, f func(lo, hi int) float64) float64 {
	return p.fold(n, f, func(a, b float64) float64 { return a + b })
}

// Max returns the maximum of f over the same chunks, at least 0, and NaN if f returns NaN.
func (p *Pool) Max(n int, f func(lo, hi int) float64) float64 {
	return p.fold(n, f, func(a, b float64) float64 { return max(a, b) })
}

// fold combines f over chunks of [SumGrain], in their order, starting from 0.
func (p *Pool) fold(n int, f func(lo, hi int) float64, join func(a, b float64) float64) (all float64) {
	if n <= 0 {
		return 0
	}
	chunks := (n + SumGrain - 1) / SumGrain
	if chunks > 1 && p.workers > 1 && p.busy.TryLock() {
		defer p.busy.Unlock()
		if began, shared := p.share(); shared {
			if len(p.partial) < chunks {
				p.partial = make([]float64, chunks)
			}
			p.dispatch(job{n: n, grain: SumGrain, chunks: chunks, sum: f, partial: p.partial}, began)
			for _, s := range p.partial[:chunks] {
				all = join(all, s)
			}
			return all
		}
	}
	for lo := 0; lo < n; lo += SumGrain {
		all = join(all, f(lo, min(lo+SumGrain, n)))
	}
	return all
}

// Close ends the helpers. It waits for a running loop and may be called more than once. Later loops run on their caller
// alone.
func (p *Pool) Close() {
	p.busy.Lock()
	defer p.busy.Unlock()
	if p.closed {
		return
	}
	p.closed = true
	p.gen.Store(closedGen)
	p.wakeAll()
}

// closedGen is the generation that ends the helpers. The counter never reaches it.
const closedGen = ^uint64(0)

// share returns the time at which a loop begins, and whether helpers take part. The caller holds busy.
func (p *Pool) share() (began time.Duration, shared bool) {
	if p.closed {
		return 0, false
	}
	began = p.clock()
	return began, began >= p.rest
}

// account adds the time saved by helpers in a loop of so many chunks, of which the caller ran own until worked, and
// waited for the others until done.
func (p *Pool) account(own, chunks int, began, worked, done time.Duration) {
	if own == 0 {
		return // it is not known how long chunks take
	}
	p.saved += (worked-began)*time.Duration(chunks-own)/time.Duration(own) - (done - worked)
	if p.saved < 0 {
		p.rest = done - restFactor*p.saved
	}
	p.saved = min(max(p.saved, 0), maxSaved)
}

// dispatch runs one job on all workers. The caller holds busy.
func (p *Pool) dispatch(j job, began time.Duration) {
	p.job = j
	p.pending.Store(int64(j.chunks))
	for w := range p.shares {
		lo, hi := p.bounds(w)
		p.shares[w].left.Store(int64(hi - lo))
	}
	p.gen.Add(1)
	p.wakeAll()

	own, worked := p.work(0), p.clock()
	for round := 1; p.pending.Load() != 0; round++ {
		if round%waitRounds == 0 {
			runtime.Gosched() // a helper with a chunk may need this core
		}
	}
	p.account(own, j.chunks, began, worked, p.clock())
	p.job = job{} // drop references to the caller's data
	if v := p.panicked.Swap(nil); v != nil {
		panic(v.value)
	}
}

// bounds returns the range [lo, hi) of chunks of worker w's share.
func (p *Pool) bounds(w int) (lo, hi int) {
	return w * p.job.chunks / p.workers, (w + 1) * p.job.chunks / p.workers
}

// wakeAll wakes the parked helpers.
func (p *Pool) wakeAll() {
	for i := range p.helpers {
		if h := &p.helpers[i]; h.parked.Load() && h.parked.CompareAndSwap(true, false) {
			h.wake <- struct{}{} // never blocks: one token per parking
		}
	}
}

// work runs chunks until none is left: first worker w's own, then the others'. It returns how many it ran.
func (p *Pool) work(w int) (taken int) {
	for k := range p.workers {
		v := w + k
		if v >= p.workers {
			v -= p.workers
		}
		left := &p.shares[v].left
		// The load avoids writing to the cache line of an empty share.
		for left.Load() > 0 {
			rest := left.Add(-1)
			if rest < 0 {
				break
			}
			_, hi := p.bounds(v)
			p.chunk(hi - 1 - int(rest))
			taken++
		}
	}
	return taken
}

// chunk runs chunk k of the job and counts it as finished, also after a panic.
func (p *Pool) chunk(k int) {
	defer func() {
		if v := recover(); v != nil {
			p.panicked.CompareAndSwap(nil, &panicValue{v})
		}
		p.pending.Add(-1)
	}()
	j := &p.job
	lo := k * j.grain
	hi := min(lo+j.grain, j.n)
	if j.sum != nil {
		j.partial[k] = j.sum(lo, hi)
	} else {
		j.body(lo, hi)
	}
}

// help is the main loop of helper i.
func (p *Pool) help(i int) {
	seen := uint64(0)
	h := &p.helpers[i]
	for {
		gen := p.await(h, seen)
		if gen == closedGen {
			return
		}
		seen = gen
		p.work(i + 1)
	}
}

// await returns the generation once it differs from seen. It polls first, then parks.
func (p *Pool) await(h *helper, seen uint64) uint64 {
	for range mostPolls {
		for range pollRounds {
			if gen := p.gen.Load(); gen != seen {
				return gen
			}
		}
		runtime.Gosched()
	}
	h.parked.Store(true)
	// Either this load returns the generation that the caller stored before it checked parked, or the caller sees
	// parked and sends a token.
	if gen := p.gen.Load(); gen != seen && h.parked.CompareAndSwap(true, false) {
		return gen
	}
	<-h.wake
	return p.gen.Load()
}
