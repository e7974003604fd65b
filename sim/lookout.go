package sim

import (
	"sync"
	"time"
)

// Lookout tells what takes long: what is under way, every few seconds, once it has been so for a few seconds. It tells
// also while what is under way gives no sign of itself.
type Lookout struct {
	report func(Progress)
	quit   chan struct{}
	closed sync.WaitGroup

	mu    sync.Mutex
	now   Progress // what is under way; without a stage nothing is
	note  func() string
	began time.Time
	told  time.Time
}

// slow is after how long, and how often, something is told.
var slow = 5 * time.Second // tests have less time

// NewLookout begins to look out; report is called from another goroutine, with Stage "within".
func NewLookout(report func(Progress)) *Lookout {
	l := &Lookout{report: report, quit: make(chan struct{})}
	every := max(time.Millisecond, slow/10)
	l.closed.Go(func() {
		t := time.NewTicker(every)
		defer t.Stop()
		for {
			select {
			case <-l.quit:
				return
			case now := <-t.C:
				l.look(now)
			}
		}
	})
	return l
}

// look tells what is under way, if it is time.
func (l *Lookout) look(now time.Time) {
	l.mu.Lock()
	if l.now.Stage == "" || now.Sub(l.began) < slow || now.Sub(l.told) < slow {
		l.mu.Unlock()
		return
	}
	l.told = now
	p, note := l.now, l.note
	p.Wall = now.Sub(l.began)
	if note != nil {
		p.Note = note()
	}
	l.mu.Unlock()
	l.report(p)
}

// Begin says what is under way from now on: a frame, or with Last 0 the work that Note names.
func (l *Lookout) Begin(p Progress) {
	p.Stage, p.Left = "within", -1
	l.mu.Lock()
	l.now, l.note, l.began = p, nil, time.Now()
	l.mu.Unlock()
}

// Within says what it is doing now, in words that are made only if they are told.
func (l *Lookout) Within(note func() string) {
	l.mu.Lock()
	l.note = note
	l.mu.Unlock()
}

// End says that nothing is under way.
func (l *Lookout) End() {
	l.mu.Lock()
	l.now = Progress{}
	l.mu.Unlock()
}

// Close ends the lookout; report is not called any more.
func (l *Lookout) Close() {
	close(l.quit)
	l.closed.Wait()
}
