//go:build cgo

package view

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/render"
)

// gesture is a drag in progress.
type gesture struct {
	kind   Gesture
	button Button
	p      *pane
	body   int    // that is moved; −1: none
	holds  []hold // of the pane, and of its twin
	moved  float64
}

// hold is what a gesture holds.
type hold struct {
	p    *pane
	at   r3.Vec // of the grab [m]
	from r3.Vec // offset of the body when it was grabbed
}

// touches reports whether cloth is held.
func (g *gesture) touches() bool { return g.kind == TouchGesture && g.body < 0 }

// release releases the cloth.
func (g *gesture) release() {
	if g.touches() {
		for _, h := range g.holds {
			h.p.runner.Do(Event{Do: Release})
		}
	}
}

// Move moves the mouse to x, y in pixels of the window.
func (st *Stage) Move(x, y float64) {
	dx, dy := x-float64(st.mouse.X), y-float64(st.mouse.Y)
	st.mouse.X, st.mouse.Y = float32(x), float32(y)
	st.dirty = st.dirty || !st.Hidden
	g := &st.hand
	g.moved += math.Hypot(dx, dy)
	h := float64(st.h)
	switch g.kind {
	case OrbitGesture:
		st.Orbit.Turn(dx, dy, h)
	case PanGesture:
		st.Orbit.Pan(dx, dy, h)
	case ZoomGesture:
		st.Orbit.Zoom(-dy / 15)
	case TouchGesture:
		w := float64(st.paneWidth())
		px := x - w*float64(st.number(g.p))
		way := r3.Sub(st.Orbit.Drag(g.holds[0].at, px, y, w, h), g.holds[0].at)
		for _, held := range g.holds {
			if g.body >= 0 {
				body := int32(g.body)
				held.p.runner.Do(Event{Do: MoveBody, Body: &body, To: Vec(r3.Add(held.from, way))})
			} else {
				held.p.runner.Do(Event{Do: Drag, To: Vec(r3.Add(held.at, way))})
			}
		}
	default:
		return
	}
	st.dirty = true
}

func (st *Stage) number(p *pane) int {
	for k := range st.panes {
		if st.panes[k] == p {
			return k
		}
	}
	return 0
}

// Press presses or releases a button of the mouse.
func (st *Stage) Press(b Button, down bool, m Mods) {
	st.dirty = true
	if b == LeftButton {
		st.mouse.Down = down
	}
	if !down {
		if st.hand.kind != Nothing && st.hand.button == b {
			st.hand.release()
			st.hand = gesture{}
		}
		return
	}
	if st.hand.kind != Nothing {
		return
	}
	if b == LeftButton {
		st.mouse.Pressed = true
		if st.Help { // a click closes the help
			st.Help, st.mouse.Pressed = false, false
			return
		}
	}
	if !st.Hidden && st.overPanel() {
		return
	}
	p, px, py := st.paneAt(float64(st.mouse.X), float64(st.mouse.Y))
	eye, dir := st.Orbit.Ray(px, py, float64(st.paneWidth()), float64(st.h))
	hit, onCloth := st.pick(p, px, py)
	g := gesture{kind: st.preset.Gesture(b, m, onCloth), button: b, p: p, body: -1}
	if b == LeftButton && m.Control && p.runner != nil {
		if k, depth, ok := p.pickBody(eye, dir); ok && k < len(p.at.Bodies) {
			g.kind, g.body = TouchGesture, k
			for _, q := range st.twins(p) {
				if k < len(q.at.Bodies) {
					g.holds = append(g.holds, hold{q, r3.Add(eye, r3.Scale(depth, dir)), q.at.Bodies[k]})
				}
			}
			st.hand = g
			return
		}
	}
	if g.kind == TouchGesture {
		st.selects(p, Spot{Tri: hit.Tri, Corner: hit.Corner()})
		if p.runner == nil { // a cache cannot be grabbed
			g.kind = Nothing
		} else {
			radius := st.radius
			for _, q := range st.twins(p) {
				var at r3.Vec
				for k, v := range q.tris()[hit.Tri] {
					at = r3.Add(at, r3.Scale(hit.Bary[k], q.at.X[v]))
				}
				g.holds = append(g.holds, hold{p: q, at: at})
				q.runner.Do(Event{Do: Grab, Tri: &hit.Tri, Bary: &hit.Bary, Radius: &radius})
			}
			g.holds[0].at = hit.At
		}
	}
	st.hand = g
}

func (st *Stage) partOf(p *pane, tri int32) int {
	if p.at.Model == nil {
		return 0
	}
	return int(p.at.Model.Rest[tri].Part)
}

// overPanel reports whether the mouse is over a panel of the last layout.
func (st *Stage) overPanel() bool {
	for _, b := range st.ui.Panels() {
		if b.Has(st.mouse.X, st.mouse.Y) {
			return true
		}
	}
	return false
}

// Scroll turns the wheel by clicks, up for positive ones.
func (st *Stage) Scroll(clicks float64, m Mods) {
	st.dirty = true
	if m.Alt {
		st.radius = math.Min(math.Max(st.radius*math.Exp(.15*clicks), .005), .5)
		st.ShowMessage(fmt.Sprintf("grabs take %.1f cm of cloth around", 100*st.radius))
		return
	}
	if !st.Hidden && st.ui.Wheel(clicks, st.mouse.X, st.mouse.Y) {
		return
	}
	st.Orbit.Zoom(clicks)
}

// Key presses a key by its name, see Keys.
func (st *Stage) Key(key string, m Mods) {
	st.dirty = true
	action := ActionOf(key, m)
	if st.Help && action == Quit {
		st.Help = false
		return
	}
	st.Do(action, m)
}

// Do executes the action of a key.
func (st *Stage) Do(a Action, m Mods) {
	st.dirty = true
	switch a {
	case Play:
		playing := !st.playing()
		for _, p := range st.panes {
			if p.runner != nil {
				p.runner.Play(playing)
			} else if playing {
				p.clock.Start()
			} else {
				p.clock.Playing = false
			}
		}
	case NextFrame, PreviousFrame, NextStep:
		if a == PreviousFrame && !st.anyFrames() {
			st.ShowMessage("a simulation goes on only; R goes back to the start")
		}
		for _, p := range st.panes {
			switch {
			case p.frames != nil && a == PreviousFrame:
				p.clock.Seek(p.clock.Frame() - 1)
			case p.frames != nil:
				p.clock.Seek(p.clock.Frame() + 1)
			case p.runner != nil && a == NextFrame:
				p.runner.Steps(p.setup.Scene.StepsPerFrame())
			case p.runner != nil && a == NextStep:
				p.runner.Steps(1)
			}
		}
		st.refresh()
	case ResetAll, ResetMotion:
		st.hand = gesture{} // the reset ends the grab
		st.all(Event{Do: map[bool]string{true: Restart, false: Reset}[a == ResetAll]})
		st.seek(0)
	case FirstFrame, LastFrame:
		if !st.anyFrames() {
			st.ShowMessage("a simulation has no frames to go to; R goes back to the start")
		}
		st.seek(map[Action]int{LastFrame: math.MaxInt32}[a])
	case Loop:
		st.loop()
	case SpeedUp, SlowDown:
		st.setSpeed(map[bool]float64{true: Faster(st.speed), false: Slower(st.speed)}[a == SpeedUp])
	case FrameSelection:
		st.frame(true)
	case FrameAll:
		st.frame(false)
	case LookFront, LookBack:
		st.Orbit.Look(Front, a == LookBack)
	case LookRight, LookLeft:
		st.Orbit.Look(Right, a == LookLeft)
	case LookTop, LookBottom:
		st.Orbit.Look(Top, a == LookBottom)
	case PinHere, Free:
		st.pin(a == PinHere, m.Shift)
	case NextMode:
		st.Mode = (st.Mode + 1) % (Distances + 1)
		st.ShowMessage(modes[st.Mode])
	case Wires:
		st.Wires = !st.Wires
	case Picture:
		st.try(st.picture())
	case Film:
		st.toggleFilm()
	case Save:
		st.try(st.save())
	case NextPreset:
		st.preset = st.preset.Next()
		st.ShowMessage("mouse as in " + st.preset.String())
	case Panel:
		st.Hidden = !st.Hidden
	case Help:
		st.turnHelp()
	case Quit:
		st.Quit = true
	}
}

var modes = map[Values]string{NoValues: "shaded", Strains: "strain", FrictionStress: "friction", Distances: "distance"}

func (st *Stage) try(text string, err error) {
	if err != nil {
		text = err.Error()
	}
	st.ShowMessage(text)
}

func (st *Stage) playing() bool {
	for _, p := range st.panes {
		if p.runner != nil && p.runner.Playing() || p.frames != nil && p.clock.Playing {
			return true
		}
	}
	return false
}

// loop turns repeated playback of caches on or off.
func (st *Stage) loop() {
	var frames *pane
	for _, p := range st.panes {
		if p.frames != nil {
			p.clock.Loop, frames = !p.clock.Loop, p
		}
	}
	if frames == nil {
		st.ShowMessage("a simulation has no last frame; R goes back to the start")
		return
	}
	st.ShowMessage(map[bool]string{true: "loops", false: "ends at the last frame"}[frames.clock.Loop])
}

// all sends an event to all simulations.
func (st *Stage) all(e Event) {
	for _, p := range st.panes {
		if p.runner != nil {
			p.runner.Do(e)
		}
	}
}

func (st *Stage) setSpeed(v float64) {
	st.speed = v
	for _, p := range st.panes {
		p.clock.Speed = v
		if p.runner != nil {
			p.runner.SetSpeed(v)
		}
	}
}

// seek goes to a frame of caches.
func (st *Stage) seek(frame int) {
	for _, p := range st.panes {
		if p.frames != nil {
			p.clock.Seek(frame)
		}
	}
	st.refresh()
}

// refresh shows the present frames of caches.
func (st *Stage) refresh() {
	for _, p := range st.panes {
		if p.frames != nil && p.shown > 0 {
			if err := p.read(st); err != nil {
				p.fail(err)
			}
		}
	}
}

// frame frames everything, or the selected place.
func (st *Stage) frame(selection bool) {
	var points []r3.Vec
	for _, p := range st.panes {
		if t := p.selected.Tri; selection && t >= 0 && int(t) < len(p.tris()) {
			middle := p.at.X[p.tris()[t][p.selected.Corner]]
			for _, x := range p.at.X {
				if r3.Norm(r3.Sub(x, middle)) < 3*st.radius {
					points = append(points, x)
				}
			}
		}
	}
	if len(points) == 0 {
		for _, p := range st.panes {
			for i := range p.meshes {
				points = append(points, p.meshes[i].X...)
			}
		}
	}
	st.frameTo(points)
}

// pin pins the cloth under the mouse, or unpins it; all: all pinned cloth. Dragged cloth is released and pinned where
// it is.
func (st *Stage) pin(hold, all bool) {
	p, px, py := st.paneAt(float64(st.mouse.X), float64(st.mouse.Y))
	dragged := st.hand.touches() && len(st.hand.p.at.Held) > 0
	if dragged {
		p = st.hand.p
	}
	if p.runner == nil {
		st.ShowMessage("a cache cannot be pinned")
		return
	}
	e := Event{Do: Unpin}
	if hold {
		e.Do = Pin
	}
	act := func(q *pane, vertices []int32) {
		if e.Vertices = vertices; len(vertices) > 0 {
			q.runner.Do(e)
		}
	}
	switch {
	case all && !hold:
		for _, q := range st.panes {
			if q == p || q.runner != nil && st.side == both {
				act(q, q.at.Pinned)
			}
		}
	case dragged:
		st.hand.release()
		for _, h := range st.hand.holds {
			act(h.p, h.p.at.Held)
		}
		st.hand = gesture{}
	default:
		hit, ok := st.pick(p, px, py)
		if !ok {
			st.ShowMessage("no cloth under the mouse")
			return
		}
		v := hit.Nearest(p.tris())
		vertices := []int32{v}
		of := p.at.Model.Part[v]
		for i, x := range p.at.X {
			if int32(i) != v && p.at.Model.Part[i] == of && r3.Norm(r3.Sub(x, hit.At)) < st.radius {
				vertices = append(vertices, int32(i))
			}
		}
		for _, q := range st.twins(p) {
			act(q, vertices)
		}
	}
}

// path returns an unused path in the output folder.
func (st *Stage) path(pattern string) (string, error) {
	if err := os.MkdirAll(st.opt.Out, 0o777); err != nil {
		return "", err
	}
	for k := 1; k < 100000; k++ {
		path := filepath.Join(st.opt.Out, fmt.Sprintf(pattern, k))
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) && !st.pending(path) && !st.saveFolders[path] {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: all numbers are taken", filepath.Join(st.opt.Out, strings.ReplaceAll(pattern, "%04d",
		"…")))
}

// toggleFilm starts or ends a film with each picture that is drawn.
func (st *Stage) toggleFilm() {
	if st.film >= 0 {
		st.ShowMessage(fmt.Sprintf("%d pictures of a film in %s", st.film, filepath.Join(st.opt.Out, "film")))
		st.film = -1
		return
	}
	st.film = 0
}

// filmed saves the next picture of the film.
func (st *Stage) filmed() error {
	dir := filepath.Join(st.opt.Out, "film")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	path := filepath.Join(dir, fmt.Sprintf("%05d.png", st.film+1))
	if err := st.MayWrite(formats.IsOwnAs(".png"), path); err != nil {
		return err
	}
	st.film++
	return st.ctx.Do(func() error { return render.WritePNG(path, st.canvas.read()) })
}
