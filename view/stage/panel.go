//go:build cgo

package stage

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/scenes"
	"hysteron/view"
	"hysteron/view/hud"
	"hysteron/view/live"
)

// panelWidth is that of the panels at both sides, in units of the layout.
const panelWidth = 236

// layout lays out what lies over the picture, and does what the mouse does to it.
func (st *Stage) layout() {
	u := &st.ui
	u.Begin(st.w, st.h, st.mouse)
	st.mouse.Pressed = false
	st.fixed = st.fixed[:0]
	if st.bare || st.film >= 0 {
		return
	}
	st.marks()
	scale := float32(u.Font.Scale)
	bottom := float32(st.h)/scale - 12
	if !st.Hidden {
		bottom = st.panels(u, bottom)
	}
	st.fixed = append(st.fixed, u.Panels()...)
	if said, _ := st.messages(); len(said) > 0 {
		u.Panel(12, bottom, min(460, float32(st.w)/scale-24))
		for _, text := range said {
			u.Wrapped(hud.Plain, text)
		}
		u.End(true)
	}
	st.troubles(u, scale)
	if st.Help {
		st.help(u, scale)
	}
}

// panels are those that Tab hides. They leave room down to the end that it returns, in units of the layout.
func (st *Stage) panels(u *hud.UI, bottom float32) float32 {
	scale := float32(u.Font.Scale)
	st.transport(u)
	st.probe(u)
	if st.anyRunner() != nil {
		st.forces(u)
	}
	st.looks(u)
	if st.panes[0].frames != nil {
		p := st.panes[0]
		bottom -= u.TimelineHeight()
		u.Panel(12, bottom, float32(st.w)/scale-24)
		at := float64(p.clock.Frame())
		first := 1
		if p.setup != nil {
			first = p.setup.Scene.StartFrame
		}
		if u.Timeline("time", fmt.Sprintf("frame %d", first+p.clock.Frame()), fmt.Sprintf("of %d", first+p.clock.Frames-1), &at, 0, float64(max(1, p.clock.Frames-1))) {
			st.seek(int(math.Round(at)))
		}
		u.End(false)
		bottom -= 10
	}
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

// title is what is shown, by its name.
func (p *pane) title() string {
	if p.setup != nil && p.setup.Scene.Title != "" {
		return p.setup.Scene.Title
	}
	return filepath.Base(p.name)
}

// transport is the panel of the scene and its time.
func (st *Stage) transport(u *hud.UI) {
	p := st.panes[0]
	u.Panel(12, 12, panelWidth)
	if len(st.panes) == 1 {
		u.Wrapped(hud.Bold, p.title())
	} else {
		for k, q := range st.panes {
			u.Text(hud.Bold, filepath.Base(filepath.Clean(q.name)), [2]string{"left", "right"}[k])
		}
	}
	p.mu.Lock()
	opening, stage, done := p.opening, p.stage, p.done
	p.mu.Unlock()
	switch {
	case opening:
		u.Text(hud.Small, stage, fmt.Sprintf("%.0f %%", 100*done))
		u.Progress(done)
	case p.runner != nil:
		rate := ""
		if st.pace > 0 && st.playing() && !st.opt.Offscreen {
			rate = fmt.Sprintf("%.0f pictures/s", 1/st.pace)
		}
		u.Text(hud.Small, fmt.Sprintf("%.2f s   frame %d", p.at.Time, p.setup.Scene.StartFrame+int(p.at.Frame)), fmt.Sprintf("%.2f × real time", p.at.Rate))
		u.Text(hud.Small, fmt.Sprintf("%d vertices on the %s", len(p.at.X), strings.ToUpper(st.opt.Backend)), rate)
	default:
		u.Text(hud.Small, fmt.Sprintf("%d frames, %d vertices", p.clock.Frames, len(p.at.X)), fmt.Sprintf("%g per second", p.clock.FPS))
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
			st.Do(view.Play, view.Mods{})
		case 1:
			st.Do(view.NextFrame, view.Mods{})
		case 2:
			st.Do(map[bool]view.Action{true: view.Loop, false: view.ResetAll}[p.frames != nil], view.Mods{})
		}
		if turn := u.Choice("speed", "Speed", fmt.Sprintf("× %g", st.speed)); turn != 0 {
			st.setSpeed(map[bool]float64{true: view.Faster(st.speed), false: view.Slower(st.speed)}[turn > 0])
		}
	}
	u.Text(hud.Small, "H: keys", "Tab: hide")
	u.End(false)
}

// forces is the panel of what acts on the cloth.
func (st *Stage) forces(u *hud.UI) {
	p := st.anyRunner()
	u.Panel(-12, 12, panelWidth)
	u.Text(hud.Bold, "Air and weight", "")
	now := p.at.Forces
	v := now.Air.Velocity
	speed, turn := math.Hypot(v.X, v.Z), math.Atan2(v.X, v.Z)*180/math.Pi
	if speed == 0 {
		turn = st.windTurn
	}
	top := math.Max(20, math.Ceil(speed/10)*10)
	moved := u.Slider("wind", "Wind", hud.Number(speed, "m/s"), &speed, 0, top)
	if u.Slider("direction", "Direction", fmt.Sprintf("%.0f°", turn), &turn, -180, 180) {
		moved = true
	}
	if moved {
		st.windTurn = turn
		s, c := math.Sincos(turn * math.Pi / 180)
		st.all(view.Event{Do: view.WindTo, To: view.Vec(r3.Vec{X: speed * s, Y: v.Y, Z: speed * c})})
	}
	gust, hz := now.Air.Gust, now.Air.Frequency
	if u.Slider("gust", "Gusts", fmt.Sprintf("± %.0f %%", 100*gust), &gust, 0, 1) {
		if hz == 0 {
			hz = .5
		}
		st.all(view.Event{Do: view.Gust, Amplitude: &gust, Hz: &hz})
	}
	g := -now.Gravity.Y
	if u.Slider("gravity", "Gravity", hud.Number(g, "m/s²"), &g, 0, 20) {
		g = math.Round(g*100) / 100
		st.all(view.Event{Do: view.Gravity, To: view.Vec(r3.Vec{X: now.Gravity.X, Y: -g, Z: now.Gravity.Z})})
	}
	u.Gap()
	u.Text(hud.Bold, "Cloth", "")
	if u.Switch("friction", "Friction in yarns", p.at.Yarns) {
		on := !p.at.Yarns
		st.all(view.Event{Do: view.Friction, On: &on})
	}
	if n := len(p.at.Fabrics); n > 0 {
		p.fabric = min(p.fabric, n-1)
		if n > 1 {
			if turn := u.Choice("part", "Piece", p.at.Model.Parts[p.fabric].Name); turn != 0 {
				p.fabric = (p.fabric + turn + n) % n
			}
		}
		if turn := u.Choice("fabric", "Fabric", p.at.Fabrics[p.fabric]); turn != 0 {
			list := scenes.Fabrics()
			at := max(0, slices.Index(list, p.at.Fabrics[p.fabric]))
			part := int32(p.fabric)
			st.all(view.Event{Do: view.Fabric, Part: &part, Name: list[(at+turn+len(list))%len(list)]})
		}
	}
	r := 100 * st.radius
	if u.Slider("radius", "Grabs take", hud.Number(r, "cm"), &r, .5, 50) {
		st.radius = r / 100
	}
	u.End(false)
}

// looks is the panel of how it is shown, with the legend.
func (st *Stage) looks(u *hud.UI) {
	y := float32(12)
	if n := len(u.Panels()); st.anyRunner() != nil {
		b := u.Panels()[n-1]
		y = (b.Y+b.H)/float32(u.Font.Scale) + 10
	}
	u.Panel(-12, y, panelWidth)
	if turn := u.Choice("look", "Colours", modes[st.Mode]); turn != 0 {
		st.Mode = (st.Mode + live.Values(turn) + live.Distances + 1) % (live.Distances + 1)
	}
	if u.Switch("edges", "Edges of triangles", st.Wires) {
		st.Wires = !st.Wires
	}
	p := st.panes[0]
	if l := p.legend(p.at.Kind); l != nil && p.at.Values != nil {
		unit, factor := l.Unit, 1.0
		if unit == "mm" {
			factor = 1000
		}
		var colours []hud.Colour
		for i := range 48 {
			c := l.Map.SRGB(float64(i) / 47)
			colours = append(colours, hud.Colour{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255, 1})
		}
		var labels []string
		for i := range 5 {
			labels = append(labels, hud.Number(factor*(l.Min+(l.Max-l.Min)*float64(i)/4), ""))
		}
		u.Legend(fmt.Sprintf("%s [%s]", l.Title, unit), colours, labels)
	} else if st.Mode != live.NoValues && p.frames != nil && p.shown > 0 {
		u.Wrapped(hud.Small, "A cache has no "+modes[st.Mode]+" to show.")
	}
	u.End(false)
}

// probe is the panel of the selected place.
func (st *Stage) probe(u *hud.UI) {
	for _, p := range st.panes {
		q := p.at.Probe
		if p.at.Model == nil || q.Tri < 0 || p.selected.Tri < 0 || q.Part == "" {
			continue
		}
		b := u.Panels()[len(u.Panels())-1]
		u.Panel(12, (b.Y+b.H)/float32(u.Font.Scale)+10, panelWidth)
		u.Text(hud.Bold, q.Part, fmt.Sprintf("vertex %d", q.Vertex))
		u.Text(hud.Small, "fabric", q.Fabric)
		u.Text(hud.Small, "place [m]", strings.ReplaceAll(fmt.Sprintf("%.3f, %.3f, %.3f", q.At.X, q.At.Y, q.At.Z), "-", "−"))
		if p.runner != nil {
			u.Text(hud.Small, "speed", hud.Number(r3.Norm(q.V), "m/s"))
		}
		u.Text(hud.Small, "strain warp, weft", fmt.Sprintf("%s, %s %%", hud.Number(100*q.Strain[0], ""), hud.Number(100*q.Strain[1], "")))
		u.Text(hud.Small, "shear", hud.Number(q.Strain[2], ""))
		if p.runner != nil {
			u.Text(hud.Small, "friction warp, weft", fmt.Sprintf("%s, %s N/m", hud.Number(q.Friction[0], ""), hud.Number(q.Friction[1], "")))
			u.Text(hud.Small, "friction shear", hud.Number(q.Friction[2], "N/m"))
			if !math.IsInf(q.Distance, 0) {
				u.Text(hud.Small, "distance", hud.Number(1000*q.Distance, "mm"))
			}
		}
		u.End(false)
	}
}

// marks are the hand, pins and the selected place over the picture.
func (st *Stage) marks() {
	u := &st.ui
	for k, p := range st.panes {
		if len(p.at.X) == 0 {
			continue
		}
		if len(p.at.Pinned) <= 400 && !st.Hidden {
			for _, v := range p.at.Pinned {
				if x, y, ok := st.project(k, p.at.X[v]); ok {
					u.Dot(x, y, 3.5, hud.Colour{.08, .09, .11, .55})
					u.Dot(x, y, 2.4, hud.Accent())
				}
			}
		}
		if p.at.Hand != nil {
			if x, y, ok := st.project(k, p.at.Hand[0]); ok {
				u.Ring(x, y, 11, hud.Colour{1, 1, 1, .95})
			}
		} else if t := p.selected.Tri; t >= 0 && int(t) < len(p.tris()) && !st.Hidden {
			if x, y, ok := st.project(k, p.at.X[p.tris()[t][p.selected.Corner]]); ok {
				u.Ring(x, y, 7, hud.Accent())
			}
		}
	}
}

// troubles are errors that keep something from being shown.
func (st *Stage) troubles(u *hud.UI, scale float32) {
	for k, p := range st.panes {
		p.mu.Lock()
		err := p.err
		p.mu.Unlock()
		if err == nil {
			continue
		}
		w := float32(st.paneWidth()) / scale
		width := min(620, w-40)
		u.Panel(float32(k)*w+(w-width)/2, float32(st.h)/scale*.32, width)
		u.Text(hud.Bold, "This cannot be shown", filepath.Base(p.name))
		u.Wrapped(hud.Plain, err.Error())
		u.Text(hud.Small, "Escape leaves", "")
		u.End(false)
	}
}

// help shows all keys.
func (st *Stage) help(u *hud.UI, scale float32) {
	u.Shade()
	w, width := float32(st.w)/scale, float32(380)
	left := max(6, w/2-width-8)
	rows := func(list []view.KeyBinding) (out [][2]string) {
		for _, k := range list {
			if k.Doc == "" {
				continue
			}
			name := strings.ToUpper(k.Key[:1]) + k.Key[1:]
			if k.Shift {
				name = "Shift + " + name
			}
			out = append(out, [2]string{name, k.Doc})
		}
		return out
	}
	column := func(x float32, groups ...int) {
		u.Panel(x, max(8, float32(st.h)/scale*.08), width)
		for _, g := range groups {
			u.Text(hud.Bold, view.Keys[g].Title, "")
			u.Table(118, rows(view.Keys[g].List))
			u.Gap()
		}
		if len(groups) > 0 && groups[0] == 0 {
			u.Text(hud.Bold, "Mouse as in "+st.preset.String(), "N: another")
			u.Table(118, append(st.preset.MouseHelp(), [2]string{"Ctrl + left", "move a body"}))
		}
		u.End(false)
	}
	column(left, 0, 2)
	column(left+width+16, 1, 3)
}
