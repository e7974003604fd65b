//go:build cgo

package view

import (
	"slices"

	"hysteron/render"
)

// shot is a picture to be saved, of the state when it was requested.
type shot struct {
	path  string
	orbit Orbit
	mode  Values
	wires bool
	at    []SimPicture // of the panes
}

// picture saves a picture without panels, after the values of the look are measured.
func (st *Stage) picture() (string, error) {
	path, err := st.path("view-%04d.png")
	if err != nil {
		return "", err
	}
	for _, p := range st.panes {
		if p.frames != nil && p.shown > 0 && p.at.Kind != st.Mode {
			if err := p.read(st); err != nil {
				return "", err
			}
		}
	}
	s := shot{path: path, orbit: st.Orbit, mode: st.Mode, wires: st.Wires}
	for _, p := range st.panes {
		s.at = append(s.at, p.at)
	}
	st.shots = append(st.shots, s)
	if done, err := st.develop(); !done || err != nil {
		return "", err
	}
	return "saved " + path, nil
}

// pending reports whether a path is that of a picture to be saved.
func (st *Stage) pending(path string) bool {
	return slices.ContainsFunc(st.shots, func(s shot) bool { return s.path == path })
}

// Pending reports whether there are pictures to be saved. Tick saves them.
func (st *Stage) Pending() bool { return len(st.shots) > 0 }

// measured returns the look whose values are needed next.
func (st *Stage) measured() Values {
	if len(st.shots) > 0 {
		return st.shots[0].mode
	}
	return st.Mode
}

// develop saves the pictures that are complete, in the order of requests. It reports whether none is left.
func (st *Stage) develop() (done bool, err error) {
	for len(st.shots) > 0 {
		s := &st.shots[0]
		for k, p := range st.panes {
			if s.at[k].Kind == s.mode || p.runner == nil || p.failure() != nil {
				continue
			}
			if p.at.Kind != s.mode {
				return false, nil
			}
			s.at[k] = p.at // measured since
		}
		st.shots = st.shots[1:]
		if err := st.write(s); err != nil {
			return false, err
		}
	}
	return true, nil
}

// write draws a picture in fine quality without panels into a file.
func (st *Stage) write(s *shot) error {
	orbit, mode, wires := st.Orbit, st.Mode, st.Wires
	now := make([]SimPicture, len(st.panes))
	turn := func(to []SimPicture) {
		for k, p := range st.panes {
			if now[k] = p.at; to[k].Serial != p.at.Serial && len(to[k].X) > 0 {
				p.show(to[k])
			}
		}
	}
	st.Orbit, st.Mode, st.Wires = s.orbit, s.mode, s.wires
	turn(s.at)
	before := slices.Clone(now)
	st.bare, st.dirty = true, true
	defer func() {
		turn(before)
		st.Orbit, st.Mode, st.Wires = orbit, mode, wires
		st.bare, st.dirty = false, true
	}()
	return st.ctx.Do(func() error {
		if err := st.draw(true); err != nil {
			return err
		}
		return render.WritePNG(s.path, st.canvas.read())
	})
}
