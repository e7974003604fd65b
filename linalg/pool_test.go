package linalg

import (
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Every index is visited once, in chunks that start at multiples of the grain.
func TestForVisitsEveryIndexOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 8} {
		p := New(workers)
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.IntRange(0, 5000).Draw(t, "n")
			grain := rapid.IntRange(1, 700).Draw(t, "grain")
			visits := make([]int32, n)
			var bad atomic.Int64
			p.For(n, grain, func(lo, hi int) {
				if lo%grain != 0 || hi != min(lo+grain, n) || lo >= hi {
					bad.Add(1)
				}
				for i := lo; i < hi; i++ {
					atomic.AddInt32(&visits[i], 1)
				}
			})
			if bad.Load() != 0 {
				t.Fatalf("%d chunks with wrong bounds (n=%d, grain=%d)", bad.Load(), n, grain)
			}
			for i, v := range visits {
				if v != 1 {
					t.Fatalf("index %d visited %d times (n=%d, grain=%d, workers=%d)", i, v, n, grain, workers)
				}
			}
		})
		p.Close()
	}
}

// A sum of numbers of very different size shows any change of order in its bits.
func TestSumSameBitsForAnyWorkerCount(t *testing.T) {
	const n = 100_003
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Sin(float64(i)*1.7) * math.Exp(20*math.Cos(float64(i)))
	}
	f := func(lo, hi int) float64 {
		s := 0.0
		for _, v := range x[lo:hi] {
			s += v
		}
		return s
	}
	want := 0.0
	for lo := 0; lo < n; lo += SumGrain {
		want += f(lo, min(lo+SumGrain, n))
	}
	for _, workers := range []int{1, 2, 3, 8} {
		p := New(workers)
		for range 50 {
			if got := p.Sum(n, f); math.Float64bits(got) != math.Float64bits(want) {
				t.Fatalf("%d workers: sum %x, want %x", workers, got, want)
			}
		}
		p.Close()
		if got := p.Sum(n, f); got != want {
			t.Fatalf("%d workers, closed: sum %x, want %x", workers, got, want)
		}
	}
}

// TestMax: the largest number is found wherever it is, and one that is none is.
func TestMax(t *testing.T) {
	for _, workers := range []int{1, 3} {
		p := New(workers)
		for _, n := range []int{0, 1, SumGrain, SumGrain + 1, 10_000} {
			x := make([]float64, n)
			largest := func(lo, hi int) (l float64) {
				for _, v := range x[lo:hi] {
					l = max(l, v)
				}
				return l
			}
			if got := p.Max(n, largest); got != 0 {
				t.Errorf("%d workers, %d zeros: %g", workers, n, got)
			}
			for _, at := range []int{0, n / 2, n - 1} {
				if n == 0 {
					continue
				}
				x[at] = 3
				if got := p.Max(n, largest); got != 3 {
					t.Errorf("%d workers, 3 at %d of %d: %g", workers, at, n, got)
				}
				if x[at] = math.NaN(); !math.IsNaN(p.Max(n, largest)) {
					t.Errorf("%d workers, NaN at %d of %d: lost", workers, at, n)
				}
				x[at] = 0
			}
		}
		p.Close()
	}
}

// Helpers that have parked between loops are woken for the next one.
func TestHelpersWakeAfterParking(t *testing.T) {
	p := New(3)
	defer p.Close()
	p.clock = func() time.Duration { return 0 } // the caller never waits
	for range 5 {
		var met sync.WaitGroup
		met.Add(3)
		done := make(chan struct{})
		go func() {
			// Ends only if three workers run a chunk each at the same time.
			p.For(3, 1, func(lo, hi int) { met.Done(); met.Wait() })
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(5 * time.Minute):
			t.Fatal("helpers did not come")
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestCallerRests: once the caller has waited for a helper longer than helpers have saved, it works alone for eight
// times as long, and its sums keep their bits; then helpers come again. What they saved before counts.
func TestCallerRests(t *testing.T) {
	p := New(2)
	defer p.Close()
	var now time.Duration
	p.clock = func() time.Duration { return now }
	shared := func() bool { _, s := p.share(); return s }
	const ms = time.Millisecond
	if p.account(5, 10, 0, 1*ms, 1*ms); p.saved != maxSaved || !shared() {
		t.Fatalf("helpers that save 1 ms are credited %v: expected %v", p.saved, maxSaved)
	}
	if p.account(5, 10, 0, ms/10, ms/5); p.saved != maxSaved || !shared() {
		t.Fatalf("a wait as long as what is saved leaves %v: expected %v", p.saved, maxSaved)
	}
	p.account(0, 10, 0, 0, ms) // the caller came too late for any chunk
	if !shared() {
		t.Fatal("the caller rests without having waited")
	}
	if p.account(5, 10, 0, ms, 3*ms); p.saved != 0 {
		t.Fatalf("%v saved after a wait of 2 ms", p.saved)
	}
	// 2 ms of waiting less 1 ms and 0.125 ms saved: eight times that from 3 ms on.
	if want := 3*ms + 8*(ms-maxSaved); p.rest != want {
		t.Fatalf("alone until %v: expected %v", p.rest, want)
	}
	x := make([]float64, 50_000)
	for i := range x {
		x[i] = math.Exp(10*math.Cos(float64(i))) * math.Sin(float64(i))
	}
	sum := func(lo, hi int) (s float64) {
		for _, v := range x[lo:hi] {
			s += v
		}
		return s
	}
	now = p.rest - 1
	if shared() {
		t.Fatal("helpers take part before the rest is over")
	}
	var order []int
	p.For(40, 1, func(lo, _ int) { order = append(order, lo) })
	for i, v := range order {
		if i != v {
			t.Fatalf("chunk %d is the %d. of a loop of the caller alone", v, i)
		}
	}
	alone := p.Sum(len(x), sum)
	now++
	if !shared() {
		t.Fatal("helpers do not come again")
	}
	if got := p.Sum(len(x), sum); got != alone || len(order) != 40 {
		t.Errorf("sum %x on two workers, %x alone; %d chunks", got, alone, len(order))
	}
}

// Loops inside loops and from several goroutines all complete.
func TestNestedAndConcurrentLoops(t *testing.T) {
	p := New(4)
	defer p.Close()
	var total atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 50 {
				p.For(20, 3, func(lo, hi int) {
					p.For(hi-lo, 1, func(a, b int) { total.Add(int64(b - a)) })
				})
			}
		}()
	}
	wg.Wait()
	if total.Load() != 4*50*20 {
		t.Fatalf("ran %d indices, want %d", total.Load(), 4*50*20)
	}
}

// A panic in a body reaches the caller, and the pool stays usable.
func TestPanicReachesCaller(t *testing.T) {
	p := New(3)
	defer p.Close()
	for round := range 20 {
		func() {
			defer func() {
				if v := recover(); v != "index 7" {
					t.Fatalf("round %d: recovered %v, want the body's panic", round, v)
				}
			}()
			p.For(16, 1, func(lo, _ int) {
				if lo == 7 {
					panic("index 7")
				}
			})
		}()
		if got := p.Sum(5000, func(lo, hi int) float64 { return float64(hi - lo) }); got != 5000 {
			t.Fatalf("round %d: sum after a panic is %v, want 5000", round, got)
		}
	}
}

func TestGrainMustBePositive(t *testing.T) {
	p := New(1)
	defer func() {
		if recover() == nil {
			t.Fatal("grain 0 was accepted")
		}
	}()
	p.For(1, 0, func(int, int) {})
}

// A loop allocates nothing: solvers issue hundreds of thousands per second.
func TestLoopsDoNotAllocate(t *testing.T) {
	p := New(2)
	defer p.Close()
	body := func(int, int) {}
	sum := func(int, int) float64 { return 0 }
	p.Sum(10_000, sum)
	if a := testing.AllocsPerRun(100, func() { p.For(1000, 10, body); p.Sum(10_000, sum) }); a != 0 {
		t.Fatalf("%v allocations per loop", a)
	}
}

// The cost of handing out a loop: 40 empty chunks, as a solver pass has.
func BenchmarkDispatch(b *testing.B) {
	p := New(0)
	defer p.Close()
	body := func(int, int) {}
	for b.Loop() {
		p.For(40, 1, body)
	}
}
