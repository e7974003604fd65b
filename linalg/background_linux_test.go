package linalg

import (
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestBackground: helpers in the background are on nicer threads, and leave no such thread behind; what they compute is
// the same.
func TestBackground(t *testing.T) {
	nice := func() int { p, _ := syscall.Getpriority(syscall.PRIO_PROCESS, 0); return 20 - p }
	here := nice()
	p := NewBackground(3)
	var nicest atomic.Int64
	nicest.Store(int64(here))
	// The caller takes all the work where no other thread gets a core in time: it is asked again until one has.
	for late := time.Now().Add(5 * time.Minute); nicest.Load() <= int64(here) && time.Now().Before(late); {
		p.For(64, 1, func(lo, hi int) {
			for n := int64(nice()); ; {
				old := nicest.Load()
				if n <= old || nicest.CompareAndSwap(old, n) {
					break
				}
			}
		})
	}
	sum := p.Sum(5000, func(lo, hi int) float64 { return float64(hi*hi - lo*lo) })
	p.Close()
	if got := int(nicest.Load()); got != min(here+lower, 19) {
		t.Errorf("helpers are as nice as %d, the caller %d: expected %d more", got, here, lower)
	}
	if nice() != here || sum != 5000*5000 {
		t.Errorf("the caller is as nice as %d now, not %d; the sum is %g", nice(), here, sum)
	}
	done := make(chan int)
	for range 20 { // on threads that are there
		go func() { done <- nice() }()
	}
	for range 20 {
		if n := <-done; n != here {
			t.Fatalf("a goroutine that has nothing to do with it is on a thread as nice as %d", n)
		}
	}
}
