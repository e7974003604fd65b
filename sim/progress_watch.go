package sim

import (
	"sync"
	"time"
)

// ProgressWatch reports work that takes long: after a few seconds and every few seconds from then on, also if the work
// itself reports nothing.
type ProgressWatch struct {
	report func(Progress)
	quit   chan struct{}
	closed sync.WaitGroup

	mu       sync.Mutex
	now      Progress // work in progress; without a stage there is none
	note     func() string
	began    time.Time
	reported time.Time
}

// reportInterval is the interval of reports.
var reportInterval = 5 * time.Second // tests have less time

// NewProgressWatch starts a watch. report is called from another goroutine, with Stage "within".
func NewProgressWatch(report func(Progress)) *ProgressWatch {
	l := &ProgressWatch{report: report, quit: make(chan struct{})}
	every := max(time.Millisecond, reportInterval/10)
	l.closed.Go(func() {
		t := time.NewTicker(every)
		defer t.Stop()
		for {
			select {
			case <-l.quit:
				return
			case now := <-t.C:
				l.reportIfDue(now)
			}
		}
	})
	return l
}

// reportIfDue calls report if it is time.
func (l *ProgressWatch) reportIfDue(now time.Time) {
	l.mu.Lock()
	if l.now.Stage == "" || now.Sub(l.began) < reportInterval || now.Sub(l.reported) < reportInterval {
		l.mu.Unlock()
		return
	}
	l.reported = now
	p, note := l.now, l.note
	p.Wall = now.Sub(l.began)
	if note != nil {
		p.Note = note()
	}
	l.mu.Unlock()
	l.report(p)
}

// Begin sets the work in progress: a frame, or with Last 0 the work that Note names.
func (l *ProgressWatch) Begin(p Progress) {
	p.Stage, p.Left = "within", -1
	l.mu.Lock()
	l.now, l.note, l.began = p, nil, time.Now()
	l.mu.Unlock()
}

// Within describes the present part of the work. The text is made only when it is reported.
func (l *ProgressWatch) Within(note func() string) {
	l.mu.Lock()
	l.note = note
	l.mu.Unlock()
}

// End ends the work in progress.
func (l *ProgressWatch) End() {
	l.mu.Lock()
	l.now = Progress{}
	l.mu.Unlock()
}

// Close ends the watch. report is not called afterwards.
func (l *ProgressWatch) Close() {
	close(l.quit)
	l.closed.Wait()
}
