package view

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/sim"
)

// film is the positions at each whole frame since the start, rounded as in caches.
type film struct {
	frames [][][3]float32
	full   bool // later frames were dropped
}

// filmBytes bounds the size of a film.
const filmBytes = 1 << 30

// add adds a whole frame.
func (f *film) add(s *Session, x []r3.Vec) {
	if s.time == 0 && len(f.frames) > 0 {
		*f = film{}
	}
	if s.within != 0 || int(s.frames) != len(f.frames) || f.full {
		return
	}
	if f.full = 12*len(x)*(len(f.frames)+1) > filmBytes; f.full {
		return
	}
	frame := make([][3]float32, len(x))
	for i, v := range x {
		frame[i] = [3]float32{float32(v.X), float32(v.Y), float32(v.Z)}
	}
	f.frames = append(f.frames, frame)
}

// Save requests caches of all whole frames since the start, and a checkpoint, after the present frame. The folder must
// not hold a run. A message reports the result.
func (r *Runner) Save(dir string) {
	r.change(func() {
		r.saveTo = dir
		if !r.playing && r.due == 0 && r.shown.Within > 0 {
			r.due = r.s.Setup.Scene.StepsPerFrame() - r.shown.Within
		}
	})
}

// save saves if it was requested and the frame is whole.
func (r *Runner) save() {
	r.mu.Lock()
	dir := r.saveTo
	r.mu.Unlock()
	s := r.s
	if dir == "" || s.within != 0 {
		return
	}
	r.mu.Lock()
	r.saveTo = ""
	r.mu.Unlock()
	if r.film.full || int(s.frames)+1 != len(r.film.frames) {
		r.note(fmt.Sprintf("not saved: the %d frames since the start are more than fit in %d MB; R begins anew", s.frames+1,
			filmBytes>>20))
		return
	}
	state, err := s.engine.State()
	if err == nil {
		frames := make([][]r3.Vec, len(r.film.frames))
		for i, f := range r.film.frames {
			frames[i] = make([]r3.Vec, len(f))
			for k, v := range f {
				frames[i][k] = r3.Vec{X: float64(v[0]), Y: float64(v[1]), Z: float64(v[2])}
			}
		}
		err = sim.Keep(dir, s.Setup, s.engine.On, frames, state)
	}
	if err != nil {
		r.note("not saved: " + err.Error())
		return
	}
	r.note(fmt.Sprintf("saved %d frames and a checkpoint in %s", len(r.film.frames), dir))
}
