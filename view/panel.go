//go:build cgo

package view

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/scenes"
	"hysteron/sim"
)

// panelWidth is the width of the side panels, in units of the layout.
const panelWidth = 236

// layout lays out everything over the picture, and handles the mouse in it.
func (st *Stage) layout() {
	u := &st.ui
	u.Begin(st.w, st.h, st.mouse)
	st.mouse.Pressed = false
	st.fixed = st.fixed[:0]
	for k := range st.panes[1:] {
		u.Line(float32((k + 1) * st.paneWidth()))
	}
	scale := float32(u.Font.Scale)
	if st.bare || st.film >= 0 { // the scale of colours stays
		u.Panel(-12, float32(st.h)/scale-12, panelWidth)
		if st.scale(u) {
			u.End(true)
		} else {
			u.Drop()
		}
		return
	}
	st.marks()
	bottom := float32(st.h)/scale - 12
	if !st.Hidden && !st.Help && st.lead() != nil {
		bottom = st.panels(u, bottom)
	}
	st.fixed = append(st.fixed, u.Panels()...)
	if said, _ := st.messages(); len(said) > 0 {
		var widest float32
		for _, text := range said {
			widest = max(widest, u.Font.Width(TextPlain, text)/scale)
		}
		left, room := float32(12), float32(st.w)/scale-24
		if between := room - 2*(panelWidth+10); between > 300 { // between the columns of panels
			left, room = 12+panelWidth+10, between
		}
		u.Panel(left, bottom, min(widest+28, 460, room))
		for _, text := range said {
			u.Wrapped(TextPlain, text)
		}
		u.End(true)
	}
	st.troubles(u)
	if st.Help {
		st.help(u)
	}
}

// lead returns the first pane that shows something or will; nil: none.
func (st *Stage) lead() *pane {
	for _, p := range st.panes {
		if p.failure() == nil || len(p.at.X) > 0 {
			return p
		}
	}
	return nil
}

// panels are those that Tab hides. They end above the height that it returns, in units of the layout.
func (st *Stage) panels(u *UI, bottom float32) float32 {
	width := float32(st.w) / float32(u.Font.Scale)
	if p := st.lead(); p.frames != nil {
		bottom -= u.TimelineHeight()
		u.Panel(12, bottom, width-24)
		at := float64(p.clock.Frame())
		first := 1
		if p.setup != nil {
			first = p.setup.Scene.StartFrame
		}
		if u.Timeline("time", fmt.Sprintf("frame %d", first+p.clock.Frame()), fmt.Sprintf("of %d",
			first+p.clock.Frames-1),
			&at, 0, float64(max(1, p.clock.Frames-1))) {
			st.seek(int(math.Round(at)))
		}
		u.End(false)
		bottom -= 10
	}
	both := func() {
		if st.anyRunner() != nil {
			st.forces(u)
		}
		st.looks(u)
	}
	narrow := width < 2*panelWidth+36 // one column
	left := st.panes
	if !narrow {
		u.Column(-12, 12, bottom, panelWidth, &st.scrolled[1])
		both()
		if len(left) > 1 && u.Left() >= probeHeight { // then the probe goes to the left column
			st.probe(u, left[1])
			left = left[:1]
		}
		u.EndColumn()
	}
	u.Column(12, 12, bottom, panelWidth, &st.scrolled[0])
	st.transport(u)
	if narrow {
		both()
	}
	for _, p := range left {
		st.probe(u, p)
	}
	u.EndColumn()
	return bottom
}

func (st *Stage) anyRunner() *pane {
	for _, p := range st.panes {
		if p.runner != nil {
			return p
		}
	}
	return nil
}

func (st *Stage) anyFrames() bool {
	return slices.ContainsFunc(st.panes, func(p *pane) bool { return p.frames != nil })
}

// title returns the name of what is shown.
func (p *pane) title() string {
	if p.setup != nil && p.setup.Scene.Title != "" {
		return p.setup.Scene.Title
	}
	return filepath.Base(p.name)
}

// transport is the panel of the scene and the time.
func (st *Stage) transport(u *UI) {
	p := st.lead()
	u.Stack()
	opening := true
	for _, q := range st.panes {
		if len(st.panes) == 1 {
			u.Wrapped(TextBold, q.title())
		} else {
			u.Text(TextBold, filepath.Base(filepath.Clean(q.name)), st.sideOf(q))
		}
		opening = st.times(u, q) && opening
	}
	if !opening {
		play := "►"
		if st.playing() {
			play = "■"
		}
		third := "Reset"
		if p.frames != nil {
			third = "Loop"
		}
		switch u.Buttons([]string{play, "Frame", third}, []bool{st.playing(), false, p.frames != nil && p.clock.Loop}) {
		case 0:
			st.Do(Play, Mods{})
		case 1:
			st.Do(NextFrame, Mods{})
		case 2:
			st.Do(map[bool]Action{true: Loop, false: ResetAll}[p.frames != nil], Mods{})
		}
		if turn := u.Choice("speed", "Speed", fmt.Sprintf("× %g", st.speed)); turn != 0 {
			st.setSpeed(map[bool]float64{true: Faster(st.speed), false: Slower(st.speed)}[turn > 0])
		}
		if st.anyRunner() != nil {
			st.rests(u)
		}
	}
	u.Text(TextSmall, "H: keys", "Tab: hide")
	u.End(false)
}

// rests are the slider and the button of time that passes for cloth while all else stands still.
func (st *Stage) rests(u *UI) {
	log, last := math.Log10(st.resting), len(restMarks)-1
	if u.Slider("duration", "Time passes", sim.Ago(st.resting), &log, math.Log10(restMarks[0]),
		math.Log10(restMarks[last])) {
		st.resting = restMark(log)
	}
	if u.Buttons([]string{"Rest"}, nil) == 0 {
		seconds := st.resting
		st.steer(Event{Do: Rest, Seconds: &seconds})
	}
}

// times shows the time and progress of a pane; opening: it cannot be played yet.
func (st *Stage) times(u *UI, p *pane) (opening bool) {
	p.mu.Lock()
	opening, stage, done, slow, err := p.opening, p.stage, p.done, p.slow, p.err
	p.mu.Unlock()
	switch {
	case opening:
		u.Text(TextSmall, stage, fmt.Sprintf("%.0f %%", 100*done))
		u.Progress(done)
		if slow != "" {
			u.Wrapped(TextSmall, slow)
		}
	case p.runner != nil:
		speed := ""
		if p.at.Rate > 0 && st.playing() && !st.opt.Offscreen {
			speed = fmt.Sprintf("%.2f × real time", p.at.Rate)
		}
		rested := ""
		if p.at.Rested > 0 {
			rested = " + " + sim.Ago(p.at.Rested)
		}
		u.Text(TextSmall, fmt.Sprintf("%.2f s%s   frame %d", p.at.Time, rested, p.setup.Scene.StartFrame+int(p.at.Frame)),
			speed)
		rate := ""
		if st.pace > 0 && st.playing() && !st.opt.Offscreen && p == st.anyRunner() {
			rate = fmt.Sprintf("%.0f pictures/s", 1/st.pace)
		}
		u.Text(TextSmall, fmt.Sprintf("%d vertices on the %s", len(p.at.X), strings.ToUpper(st.opt.Backend)), rate)
	case p.frames != nil:
		u.Text(TextSmall, fmt.Sprintf("%d frames, %d vertices", p.clock.Frames, len(p.at.X)),
			fmt.Sprintf("%g per second",
				p.clock.FPS))
	case err != nil:
		u.Text(TextSmall, "cannot be shown", "")
	}
	return opening
}

// forces is the panel of wind, gravity, friction and fabrics.
func (st *Stage) forces(u *UI) {
	if st.steered() == nil { // caches have no forces
		st.side = both
	}
	p := st.steered()
	u.Stack()
	if st.runners() > 1 {
		if turn := u.Choice("side", "Act on", st.side.String()); turn != 0 {
			st.side = (st.side + side(turn) + sides) % sides
			p = st.steered()
		}
	}
	u.Text(TextBold, "Air and weight", "")
	now := p.at.Forces
	v := now.Air.Velocity
	speed, turn := math.Hypot(v.X, v.Z), math.Atan2(v.X, v.Z)*180/math.Pi
	if speed == 0 {
		turn = st.windTurn
	}
	top := math.Max(20, math.Ceil(speed/10)*10)
	moved := u.Slider("wind", "Wind", st.joinValues(func(p *pane) string {
		v := p.at.Forces.Air.Velocity
		return FormatNumber(math.Hypot(v.X, v.Z), "m/s")
	}), &speed, 0, top)
	if u.Slider("direction", "Direction", fmt.Sprintf("%.0f°", turn), &turn, -180, 180) {
		moved = true
	}
	if moved {
		st.windTurn = turn
		s, c := math.Sincos(turn * math.Pi / 180)
		st.steer(Event{Do: WindTo, To: Vec(r3.Vec{X: speed * s, Y: v.Y, Z: speed * c})})
	}
	gust, hz := now.Air.Gust, now.Air.Frequency
	if u.Slider("gust", "Gusts", st.joinValues(func(p *pane) string {
		return fmt.Sprintf("± %.0f %%", 100*p.at.Forces.Air.Gust)
	}), &gust, 0, 1) {
		if hz == 0 {
			hz = .5
		}
		st.steer(Event{Do: Gust, Amplitude: &gust, Hz: &hz})
	}
	g := -now.Gravity.Y
	if u.Slider("gravity", "Gravity", st.joinValues(func(p *pane) string {
		return FormatNumber(-p.at.Forces.Gravity.Y, "m/s²")
	}), &g, 0, 20) {
		g = math.Round(g*100) / 100
		st.steer(Event{Do: Gravity, To: Vec(r3.Vec{X: now.Gravity.X, Y: -g, Z: now.Gravity.Z})})
	}
	u.Gap()
	u.Text(TextBold, "Cloth", "")
	label := "Friction in yarns"
	if text := st.joinValues(func(p *pane) string {
		return map[bool]string{true: "on", false: "off"}[p.at.Yarns]
	}); strings.Contains(text, "|") {
		label += ": " + text
	}
	if u.Switch("friction", label, p.at.Yarns) {
		on := !p.at.Yarns
		st.steer(Event{Do: Friction, On: &on})
	}
	if n := len(p.at.Fabrics); n > 0 {
		p.fabric = min(p.fabric, n-1)
		if n > 1 {
			if turn := u.Choice("part", "Piece", p.at.Model.Parts[p.fabric].Name); turn != 0 {
				p.fabric = (p.fabric + turn + n) % n
			}
		}
		if turn := u.Choice("fabric", "Fabric",
			st.joinValues(func(q *pane) string { return q.fabricOf(p.fabric) })); turn != 0 {
			list := scenes.Fabrics()
			at := max(0, slices.Index(list, p.at.Fabrics[p.fabric]))
			part := int32(p.fabric)
			for _, q := range st.panes {
				if st.isSelected(q) && p.fabric < len(q.at.Fabrics) {
					q.runner.Do(Event{Do: Fabric, Part: &part, Name: list[(at+turn+len(list))%len(list)]})
				}
			}
		}
	}
	if p.at.Soft > 0 {
		pull := math.Log10(p.at.Pull)
		if u.Slider("soft-pins", "Soft pins", st.joinValues(func(p *pane) string {
			return FormatNumber(p.at.Pull, "times")
		}), &pull, math.Log10(leastPull), -math.Log10(leastPull)) {
			factor := math.Pow(10, math.Round(10*pull)/10)
			st.steer(Event{Do: SoftPins, Factor: &factor})
		}
	}
	r := 100 * st.radius
	if u.Slider("radius", "Grabs take", FormatNumber(r, "cm"), &r, .5, 50) {
		st.radius = r / 100
	}
	u.End(false)
}

// looks is the panel of the display, with the legend.
func (st *Stage) looks(u *UI) {
	u.Stack()
	if turn := u.Choice("look", "Colours", modes[st.Mode]); turn != 0 {
		st.Mode = (st.Mode + Values(turn) + Distances + 1) % (Distances + 1)
	}
	if u.Switch("edges", "Edges of triangles", st.Wires) {
		st.Wires = !st.Wires
	}
	st.scale(u)
	for _, q := range st.panes {
		if st.Mode != NoValues && q.frames != nil && q.shown > 0 && q.at.Values == nil {
			u.Wrapped(TextSmall, strings.TrimRight("A cache has no "+modes[st.Mode]+" to show: "+st.sideOf(q),
				": ")+".")
		}
	}
	u.End(false)
}

// scale adds the colour scale, and reports whether there is one.
func (st *Stage) scale(u *UI) bool {
	p := st.lead()
	if p == nil {
		return false
	}
	for _, q := range st.panes {
		if p.at.Values == nil && q.at.Values != nil {
			p = q // a cache has fewer values than a simulation
		}
	}
	l := st.legend(p.at.Kind)
	if l == nil || p.at.Values == nil {
		return false
	}
	unit, factor := l.Unit, 1.0
	if unit == "mm" {
		factor = 1000
	}
	var colours []Colour
	for i := range 48 {
		c := l.Map.SRGB(float64(i) / 47)
		colours = append(colours, Colour{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255, 1})
	}
	var labels []string
	for i := range 5 {
		labels = append(labels, FormatNumber(factor*(l.Min+(l.Max-l.Min)*float64(i)/4), ""))
	}
	if p.at.Kind != FrictionStress { // saturated friction is the upper end
		labels[4] = "≥ " + labels[4]
	}
	u.Legend(fmt.Sprintf("%s [%s]", l.Title, unit), colours, labels)
	return true
}

// probeHeight is the largest height of a probe's panel, in units of the layout.
const probeHeight = 200

// probe is the panel of the selected place of a pane.
func (st *Stage) probe(u *UI, p *pane) {
	q := p.at.Probe
	if p.at.Model == nil || q.Tri < 0 || p.selected.Tri < 0 || q.Part == "" {
		return
	}
	u.Stack()
	vertex := fmt.Sprintf("vertex %d", q.Vertex)
	if side := st.sideOf(p); side != "" {
		vertex += ", " + side
	}
	u.Text(TextBold, q.Part, vertex)
	u.Text(TextSmall, "fabric", q.Fabric)
	u.Text(TextSmall, "place [m]", strings.ReplaceAll(fmt.Sprintf("%.3f, %.3f, %.3f", millimetres(q.At.X),
		millimetres(q.At.Y), millimetres(q.At.Z)), "-", "−"))
	if p.runner != nil {
		u.Text(TextSmall, "speed", FormatNumber(r3.Norm(q.V), "m/s"))
	}
	u.Text(TextSmall, "strain warp, weft", fmt.Sprintf("%s, %s %%", FormatNumber(100*q.Strain[0], ""),
		FormatNumber(100*q.Strain[1], "")))
	u.Text(TextSmall, "shear", FormatNumber(q.Strain[2], ""))
	if p.runner != nil {
		u.Text(TextSmall, "friction warp, weft", fmt.Sprintf("%s, %s N/m", FormatNumber(q.Friction[0], ""),
			FormatNumber(q.Friction[1], "")))
		u.Text(TextSmall, "friction shear", FormatNumber(q.Friction[2], "N/m"))
	}
	if !math.IsInf(q.Distance, 0) {
		u.Text(TextSmall, "distance", FormatNumber(1000*q.Distance, "mm"))
	}
	u.End(false)
}

// millimetres rounds a length to millimetres [m], without a negative zero.
func millimetres(v float64) float64 { return math.Round(v*1000)/1000 + 0 }

// marks draws the hand, pins and the selected place over the picture.
func (st *Stage) marks() {
	u := &st.ui
	for k, p := range st.panes {
		if len(p.at.X) == 0 {
			continue
		}
		in := func(at r3.Vec) (x, y float32, ok bool) { // in the pane
			x, y, ok = st.project(k, at)
			return x, y, ok && x >= float32(k*st.paneWidth()) && x < float32((k+1)*st.paneWidth())
		}
		if len(p.at.Pinned) <= 400 && !st.Hidden {
			for _, v := range p.at.Pinned {
				if x, y, ok := in(p.at.X[v]); ok {
					u.Dot(x, y, 3.5, Colour{.08, .09, .11, .55})
					u.Dot(x, y, 2.4, Accent())
				}
			}
		}
		if p.at.Hand != nil {
			if x, y, ok := in(p.at.Hand[0]); ok {
				u.Ring(x, y, 11, Colour{1, 1, 1, .95})
			}
		} else if t := p.selected.Tri; t >= 0 && int(t) < len(p.tris()) && !st.Hidden {
			if x, y, ok := in(p.at.X[p.tris()[t][p.selected.Corner]]); ok {
				u.Ring(x, y, 7, Accent())
			}
		}
	}
}
