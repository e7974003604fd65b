//go:build slow && linux

package view

import (
	"math"
	"runtime"
	"slices"
	"syscall"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/scenes/scenestest"
	"hysteron/step"
)

// TestTaut measures how long a drag waits until it acts, where a sheet of 51 × 51 vertices is pulled taut by its middle
// and led around: in processor time of one thread, which does not hang on what else the machine does, over the cores
// that a simulation has beside the pictures.
//
//	go test -tags slow -count=1 -v -run Taut ./view
func TestTaut(t *testing.T) {
	runtime.LockOSThread()
	const (
		thread = 1    // RUSAGE_THREAD
		cores  = 1.5  // that the simulation has beside the pictures
		every  = .016 // a drag [s]
		pixel  = .003 // [m]
	)
	now := func() float64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(thread, &u); err != nil {
			t.Fatal(err)
		}
		return (float64(u.Utime.Sec+u.Stime.Sec) + 1e-6*float64(u.Utime.Usec+u.Stime.Usec)) / cores
	}
	s, _ := begunWith(t, scenestest.Curtain, "cpu", func(set *step.Settings) { set.Workers = 1 })
	steps(t, s, 120)
	tri := int32(slices.IndexFunc(s.Setup.Model.Tri, func(v [3]int32) bool { return v[0] == 1300 }))
	do(t, s, Event{Do: Grab, Tri: &tri, Bary: &[3]float64{1, 0, 0}, Radius: livePtr(.04)})
	from, _, _ := s.Hand()
	began := now()
	count := 0. // drags so far
	var waits []float64
	asked := -1. // when the drag that waits was asked for; < 0: none waits
	taut := func() bool { return count > 60 }
	poll := func() {
		if k := math.Floor((now() - began) / every); k > count {
			if count = k; asked < 0 {
				asked = began + k*every
			}
		}
	}
	acts := func() *Event {
		if asked < 0 {
			return nil
		}
		if taut() {
			waits = append(waits, now()-asked)
		}
		asked = -1
		d := r3.Vec{X: 4 * count, Y: -3 * count}
		if taut() {
			q := (count - 60) / 25
			d = r3.Vec{X: 240 + 25*math.Sin(q), Y: -180 - 25*math.Cos(q)}
		}
		return &Event{Do: Drag, To: Vec(r3.Add(from, r3.Scale(pixel, d)))}
	}
	hurried, hurries := false, 0
	s.Attend(nil, func(m step.Moment) *Event {
		if poll(); m.Closed && asked >= 0 && !hurried {
			hurried = true
			hurries++
			return &Event{Do: Hurry}
		}
		if m.Closed {
			return nil
		}
		return acts()
	})
	taken := 0
	for ; len(waits) < 400; taken++ {
		if poll(); asked >= 0 {
			do(t, s, *acts())
		}
		hurried = false
		steps(t, s, 1)
	}
	slices.Sort(waits)
	at := func(share float64) float64 { return 1e3 * waits[int(share*float64(len(waits)-1))] }
	t.Logf("%d drags in %d steps, %d of them hurried: half act after %.1f ms, nine of ten after %.1f ms, 99 of 100 "+
		"after %.1f ms, all after %.1f ms",
		len(waits), taken, hurries, at(.5), at(.9), at(.99), at(1))
	if at(.99) > 45 {
		t.Errorf("99 of 100 drags act after %.1f ms", at(.99))
	}
}
