// Runs loops over index ranges on all cores with results that do
// not depend on how many cores there are.
//
// Work is always cut into the same chunks, which follow from the loop length
// and the grain alone; the workers only decide who runs a chunk, never what a
// chunk is. A loop body that writes only to its own indices, or to a slot that
// belongs to its chunk, therefore gives the same bits for any worker count.

package linalg

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// SumGrain is the chunk length of [Pool.Sum]. It is part of the result: another
// length would add in another order.
const SumGrain = 1024

// An idle worker polls for an eighth of a millisecond before it parks: mostPolls times pollRounds rounds, each an
// atomic load of half a nanosecond. It outlasts the serial work between two loops of a step; once parked it would come
// as late as many loops take. In between it lets other goroutines go first, so that it holds no core that the rest of
// the program could use. The caller, who waits for the last chunks, does so after waitRounds.
const (
	pollRounds = 5_000
	mostPolls  = 50
	waitRounds = 100_000
)

// Pool runs index ranges on a fixed set of workers: the calling goroutine and
// workers−1 helpers that poll for a while between loops and then park, so that a
// loop issued soon after another costs about a microsecond to hand out.
//
// Every helper has a contiguous share of the chunks, the same in every loop of
// the same length, so that data stays in its core's cache from loop to loop;
// who runs out of chunks takes some of the others'. A helper that is late, for
// example because another process holds its core, delays nobody.
//
// One pool may be shared: a loop issued while another one is running (from
// another goroutine or from inside a loop body) runs on its caller alone, over
// the same chunks.
type Pool struct {
	busy    sync.Mutex // held by the caller whose loop has the helpers
	workers int
	shares  []share  // remaining chunks, one per worker
	helpers []helper // shares[1:] belong to them
	closed  bool     // guarded by busy

	_       [64]byte // the fields below are polled by all cores
	gen     atomic.Uint64
	_       [56]byte
	pending atomic.Int64 // chunks not yet finished
	_       [56]byte

	job      job
	partial  []float64
	panicked atomic.Pointer[panicValue]
}

// job describes the loop being run. It is written before the shares are filled
// and read only after a chunk was taken from one, which orders the accesses.
type job struct {
	n, grain, chunks int
	body             func(lo, hi int)
	sum              func(lo, hi int) float64
	partial          []float64
}

// share counts down the chunks left of one worker's contiguous part. At or
// below zero it is empty; taking from an empty share is harmless, and refilling
// is one store, so that a helper still looking at the previous loop can neither
// miss nor repeat a chunk.
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

// New starts a pool of the given number of workers, the caller included;
// workers ≤ 0 takes runtime.GOMAXPROCS(0). Close releases the helpers.
func New(workers int) *Pool { return start(workers, false) }

// NewBackground is New with helpers that give way to others, see Background.
func NewBackground(workers int) *Pool { return start(workers, true) }

func start(workers int, background bool) *Pool {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	p := &Pool{workers: workers, shares: make([]share, workers), helpers: make([]helper, workers-1)}
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

// Workers returns how many goroutines share the work, the caller included.
func (p *Pool) Workers() int { return p.workers }

// For calls f on the chunks [k·grain, min((k+1)·grain, n)), k = 0, 1, …, each
// once and in no particular order, on all workers, and returns when all are
// done. grain must be positive. A panic in f is raised again here, after the
// other chunks that helpers take have finished.
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
		if !p.closed {
			p.dispatch(job{n: n, grain: grain, chunks: chunks, body: f})
			return
		}
	}
	for lo := 0; lo < n; lo += grain {
		f(lo, min(lo+grain, n))
	}
}

// Sum adds f over the chunks [1024k, min(1024(k+1), n)) in the order of k,
// whichever worker computed each: the result has the same bits for any worker
// count. The sum over nothing is 0. Panics are treated as in For.
func (p *Pool) Sum(n int, f func(lo, hi int) float64) float64 {
	return p.fold(n, f, func(a, b float64) float64 { return a + b })
}

// Max is the largest of f over such chunks, and 0 if none is larger; NaN if one is.
func (p *Pool) Max(n int, f func(lo, hi int) float64) float64 {
	return p.fold(n, f, func(a, b float64) float64 { return max(a, b) })
}

// fold joins f over chunks of [SumGrain], in their order, to 0.
func (p *Pool) fold(n int, f func(lo, hi int) float64, join func(a, b float64) float64) (all float64) {
	if n <= 0 {
		return 0
	}
	chunks := (n + SumGrain - 1) / SumGrain
	if chunks > 1 && p.workers > 1 && p.busy.TryLock() {
		defer p.busy.Unlock()
		if !p.closed {
			if len(p.partial) < chunks {
				p.partial = make([]float64, chunks)
			}
			p.dispatch(job{n: n, grain: SumGrain, chunks: chunks, sum: f, partial: p.partial})
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

// Close ends the helpers. Loops issued afterwards run on their caller alone.
// It waits for a loop that is running, and may be called more than once.
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

// closedGen tells the helpers to end; counting up never reaches it.
const closedGen = ^uint64(0)

// dispatch runs one job on all workers. The caller holds busy.
func (p *Pool) dispatch(j job) {
	p.job = j
	p.pending.Store(int64(j.chunks))
	for w := range p.shares {
		lo, hi := p.bounds(w)
		p.shares[w].left.Store(int64(hi - lo))
	}
	p.gen.Add(1)
	p.wakeAll()

	p.work(0)
	for round := 1; p.pending.Load() != 0; round++ {
		if round%waitRounds == 0 {
			runtime.Gosched() // a helper that holds a chunk may need this core
		}
	}
	p.job = job{} // keep nothing of the caller's alive
	if v := p.panicked.Swap(nil); v != nil {
		panic(v.value)
	}
}

// bounds returns the chunks [lo, hi) of worker w's share.
func (p *Pool) bounds(w int) (lo, hi int) {
	return w * p.job.chunks / p.workers, (w + 1) * p.job.chunks / p.workers
}

// wakeAll sends for the helpers that have parked.
func (p *Pool) wakeAll() {
	for i := range p.helpers {
		if h := &p.helpers[i]; h.parked.Load() && h.parked.CompareAndSwap(true, false) {
			h.wake <- struct{}{} // never blocks: one token per parking
		}
	}
}

// work takes chunks until none is left: worker w's own first, then the others'.
func (p *Pool) work(w int) {
	for k := range p.workers {
		v := w + k
		if v >= p.workers {
			v -= p.workers
		}
		left := &p.shares[v].left
		// The load keeps an empty share's line from being written to in vain.
		for left.Load() > 0 {
			rest := left.Add(-1)
			if rest < 0 {
				break
			}
			_, hi := p.bounds(v)
			p.chunk(hi - 1 - int(rest))
		}
	}
}

// chunk runs chunk k of the job and counts it as finished, panic or not.
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

// help is the life of helper i.
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

// await returns the generation once it differs from seen: polling first, then
// parked.
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
	// Either this load sees the generation that the caller wrote before it
	// looked at parked, or the caller sees parked and sends a token.
	if gen := p.gen.Load(); gen != seen && h.parked.CompareAndSwap(true, false) {
		return gen
	}
	<-h.wake
	return p.gen.Load()
}
