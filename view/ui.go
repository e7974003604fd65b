package view

import (
	"fmt"
	"math"
	"strings"
)

// Mouse is the state of the mouse for the layout, in pixels of the window.
type Mouse struct {
	X, Y    float32
	Down    bool // left button
	Pressed bool // since the last layout
}

// PanelBox is a part of the window [pixel].
type PanelBox struct{ X, Y, W, H float32 }

// Has reports whether it contains a point.
func (b PanelBox) Has(x, y float32) bool { return x >= b.X && x < b.X+b.W && y >= b.Y && y < b.Y+b.H }

// UI is an immediate-mode layout, made for each picture: a call adds a control, and returns what the mouse did to it.
type UI struct {
	Font    *Font
	W, H    float32
	Quads   []Quad
	Boxes   map[string]PanelBox // of the controls by name; for sliders the track
	mouse   Mouse
	active  string   // slider that is dragged
	over    bool     // the mouse is over a panel
	panel   PanelBox // in progress
	y       float32
	solid   []PanelBox // panels of the last layout
	first   int        // index of the panel's background quad
	named   []string   // of Boxes, in order
	col     column     // in progress
	columns []column   // of the last layout
}

// Colours of the layout.
var (
	ink    = Colour{.92, .93, .94, 1}
	faint  = Colour{.66, .69, .73, 1}
	ground = Colour{.09, .10, .12, .80}
	track  = Colour{1, 1, 1, .16}
	accent = Colour{.98, .72, .32, 1}
	shadow = Colour{0, 0, 0, .28}
)

const (
	pad     = 12 // of panels
	gap     = 6  // between rows
	knob    = 6  // radius
	corner  = 8
	trackAt = 4 // height of a track
)

// px converts a length of the layout to pixels.
func (u *UI) px(v float32) float32 { return round(v * float32(u.Font.Scale)) }

// Begin starts a layout.
func (u *UI) Begin(w, h int, m Mouse) {
	u.W, u.H = float32(w), float32(h)
	u.Quads, u.Boxes = u.Quads[:0], map[string]PanelBox{}
	u.mouse, u.over, u.solid = m, false, u.solid[:0]
	u.named, u.columns = u.named[:0], u.columns[:0]
	if !m.Down {
		u.active = ""
	}
}

// CapturesMouse reports whether the layout handles the mouse: it is over a panel, or drags a slider.
func (u *UI) CapturesMouse() bool { return u.over || u.active != "" }

// Panel starts a panel with its upper left corner at x, y; negative values count from the right and lower border. End
// returns its height.
func (u *UI) Panel(x, y, width float32) {
	w := min(u.px(width), u.W-2*u.px(6))
	x, y = u.px(x), u.px(y)
	if x < 0 {
		x += u.W - w
	}
	x = max(0, min(x, u.W-w))
	u.panel = PanelBox{X: x, Y: y, W: w}
	u.y = y + u.px(pad)
	u.first = len(u.Quads)
	u.Quads = append(u.Quads, Quad{}, Quad{}) // shadow and background
}

// TimelineHeight is the height of a panel with a timeline alone, in units of the layout.
func (u *UI) TimelineHeight() float32 {
	return (u.Font.Height(TextPlain) + 2*u.px(pad)) / float32(u.Font.Scale)
}

// Drop removes the panel in progress.
func (u *UI) Drop() { u.Quads = u.Quads[:u.first] }

// End ends the panel. With up it moves the panel up, so that it ends at its start, for texts at the lower border.
func (u *UI) End(up bool) {
	u.panel.H = u.y + u.px(pad-gap) - u.panel.Y
	if up {
		d := u.panel.H
		for i := u.first; i < len(u.Quads); i++ {
			u.Quads[i].Y -= d
		}
		u.panel.Y -= d
	}
	b, s := u.panel, u.px(10)
	u.Quads[u.first] = Quad{X: b.X - s, Y: b.Y - s + u.px(3), W: b.W + 2*s, H: b.H + 2*s, Radius: u.px(corner) + s,
		Colour: shadow, Soft: 2 * s}
	u.Quads[u.first+1] = Quad{X: b.X, Y: b.Y, W: b.W, H: b.H, Radius: u.px(corner), Colour: ground}
	u.over = u.over || b.Has(u.mouse.X, u.mouse.Y)
	u.solid = append(u.solid, b)
	u.col.y = b.Y + b.H + u.px(columnGap)
}

// name stores a box in Boxes.
func (u *UI) name(name string, b PanelBox) {
	u.Boxes[name] = b
	u.named = append(u.named, name)
}

// Panels returns the boxes of the panels.
func (u *UI) Panels() []PanelBox { return u.solid }

func (u *UI) left() float32  { return u.panel.X + u.px(pad) }
func (u *UI) width() float32 { return u.panel.W - 2*u.px(pad) }

// letters adds a text with its upper left corner at x, y.
func (u *UI) letters(s Style, text string, x, y float32, c Colour) {
	pen, base := round(x), round(y)+u.Font.ascent[s]
	for _, r := range text {
		g := u.Font.glyph(s, r)
		if g.W > 0 {
			u.Quads = append(u.Quads, Quad{X: round(pen) + g.X, Y: base + g.Y, W: float32(g.W), H: float32(g.H),
				U: float32(g.U),
				V: float32(g.V), Letter: true, Colour: c})
		}
		pen += g.Advance
	}
}

// Text adds a line, cut to the width of the panel; right is aligned to its right end.
func (u *UI) Text(s Style, text, right string) {
	w := u.Font.Width(s, right)
	u.letters(s, u.Font.Fit(s, text, u.width()-w-u.px(gap)), u.left(), u.y, inkOf(s))
	u.letters(s, right, u.left()+u.width()-w, u.y, faint)
	u.y += u.Font.Height(s) + u.px(gap)
}

func inkOf(s Style) Colour {
	if s == TextSmall {
		return faint
	}
	return ink
}

// Gap adds space.
func (u *UI) Gap() { u.y += u.px(gap) }

// Slider adds a labelled slider. It reports whether the mouse changed the value. name is its key in Boxes.
func (u *UI) Slider(name, label, shown string, value *float64, lo, hi float64) (changed bool) {
	u.Text(TextPlain, label, shown)
	u.y -= u.px(2)
	r := u.px(knob)
	b := PanelBox{X: u.left(), Y: u.y, W: u.width(), H: 2 * r}
	u.y += 2*r + u.px(gap)
	return u.slide(name, b, value, lo, hi)
}

// slide adds the track and knob of a slider in a box.
func (u *UI) slide(name string, b PanelBox, value *float64, lo, hi float64) (changed bool) {
	r := b.H / 2
	u.name(name, b)
	wide := PanelBox{X: b.X - r, Y: b.Y - r/2, W: b.W + 2*r, H: b.H + r}
	if u.mouse.Pressed && u.active == "" && wide.Has(u.mouse.X, u.mouse.Y) {
		u.active = name
	}
	if u.active == name {
		t := float64((u.mouse.X - b.X - r) / (b.W - 2*r))
		v := lo + math.Min(math.Max(t, 0), 1)*(hi-lo)
		changed = v != *value
		*value = v
	}
	t := float32(0)
	if hi > lo {
		t = float32(math.Min(math.Max((*value-lo)/(hi-lo), 0), 1))
	}
	h := u.px(trackAt)
	at := b.X + r + t*(b.W-2*r)
	u.Quads = append(u.Quads,
		Quad{X: b.X, Y: b.Y + r - h/2, W: b.W, H: h, Radius: h / 2, Colour: track},
		Quad{X: b.X, Y: b.Y + r - h/2, W: at - b.X, H: h, Radius: h / 2, Colour: accent})
	grow := float32(0)
	if u.active == name || u.active == "" && wide.Has(u.mouse.X, u.mouse.Y) {
		grow = u.px(1)
	}
	u.Quads = append(u.Quads, Quad{X: at - r - grow, Y: b.Y - grow, W: 2 * (r + grow), H: 2 * (r + grow),
		Radius: r + grow,
		Colour: ink})
	return changed
}

// Buttons adds a row of buttons of equal width, with some highlighted. It returns the index of the pressed one, or −1.
func (u *UI) Buttons(labels []string, on []bool) (pressed int) {
	pressed = -1
	n := float32(len(labels))
	g := u.px(4)
	h := u.Font.Height(TextPlain) + u.px(8)
	w := (u.width() - (n-1)*g) / n
	for i, l := range labels {
		b := PanelBox{X: round(u.left() + float32(i)*(w+g)), Y: u.y, W: round(w), H: h}
		if u.button(l, l, b, on != nil && on[i]) {
			pressed = i
		}
	}
	u.y += h + u.px(gap)
	return pressed
}

func (u *UI) button(name, label string, b PanelBox, on bool) (pressed bool) {
	u.name(strings.ToLower(name), b)
	has := b.Has(u.mouse.X, u.mouse.Y) && u.active == ""
	c, t := track, ink
	if on {
		c, t = accent, Colour{.1, .08, .04, 1}
	} else if has {
		c = Colour{1, 1, 1, .26}
	}
	u.Quads = append(u.Quads, Quad{X: b.X, Y: b.Y, W: b.W, H: b.H, Radius: u.px(5), Colour: c})
	label = u.Font.Fit(TextPlain, label, b.W-u.px(4))
	u.letters(TextPlain, label, b.X+(b.W-u.Font.Width(TextPlain, label))/2, b.Y+(b.H-u.Font.Height(TextPlain))/2, t)
	return has && u.mouse.Pressed
}

// Choice adds a value with arrows. It returns −1, 0 or 1.
func (u *UI) Choice(name, label, shown string) (turn int) {
	h := u.Font.Height(TextPlain) + u.px(6)
	side := u.px(20)
	half := u.width() * .42
	u.letters(TextPlain, u.Font.Fit(TextPlain, label, half-u.px(gap)), u.left(), u.y+u.px(3), ink)
	x := u.left() + half
	w := u.width() - half
	if u.button(name+"-previous", "◄", PanelBox{X: round(x), Y: u.y, W: side, H: h}, false) {
		turn = -1
	}
	if u.button(name+"-next", "►", PanelBox{X: round(x + w - side), Y: u.y, W: side, H: h}, false) {
		turn = 1
	}
	s := u.Font.Fit(TextPlain, shown, w-2*side-u.px(4))
	u.letters(TextPlain, s, x+side+(w-2*side-u.Font.Width(TextPlain, s))/2, u.y+u.px(3), faint)
	u.y += h + u.px(gap)
	return turn
}

// Switch adds a switch. It reports whether it was pressed.
func (u *UI) Switch(name, label string, on bool) (pressed bool) {
	h, w := u.px(16), u.px(28)
	line := max(u.Font.Height(TextPlain), h)
	u.letters(TextPlain, u.Font.Fit(TextPlain, label, u.width()-w-u.px(gap)), u.left(),
		u.y+(line-u.Font.Height(TextPlain))/2, ink)
	row := PanelBox{X: u.left(), Y: u.y, W: u.width(), H: line}
	u.name(name, row)
	b := PanelBox{X: u.left() + u.width() - w, Y: u.y + round((line-h)/2), W: w, H: h}
	c, at := track, b.X+u.px(2)
	if on {
		c, at = accent, b.X+b.W-h+u.px(2)
	}
	k := h - 2*u.px(2)
	u.Quads = append(u.Quads, Quad{X: b.X, Y: b.Y, W: b.W, H: b.H, Radius: h / 2, Colour: c}, Quad{X: at,
		Y: b.Y + u.px(2),
		W: k, H: k, Radius: k / 2, Colour: ink})
	u.y += line + u.px(gap)
	return u.mouse.Pressed && u.active == "" && row.Has(u.mouse.X, u.mouse.Y)
}

// Timeline adds a slider over the width of the panel with texts at both ends.
func (u *UI) Timeline(name, left, right string, value *float64, lo, hi float64) (changed bool) {
	h := u.Font.Height(TextPlain)
	r := u.px(knob)
	wl, wr := u.Font.Width(TextPlain, left), u.Font.Width(TextPlain, right)
	u.letters(TextPlain, left, u.left(), u.y, ink)
	u.letters(TextPlain, right, u.left()+u.width()-wr, u.y, faint)
	b := PanelBox{X: u.left() + wl + u.px(14), Y: u.y + h/2 - r, W: u.width() - wl - wr - u.px(28), H: 2 * r}
	u.y += h + u.px(gap)
	return u.slide(name, b, value, lo, hi)
}

// Progress adds a progress bar, full at 1.
func (u *UI) Progress(done float64) {
	h := u.px(5)
	w := u.width() * float32(math.Min(math.Max(done, 0), 1))
	u.Quads = append(u.Quads, Quad{X: u.left(), Y: u.y, W: u.width(), H: h, Radius: h / 2, Colour: track},
		Quad{X: u.left(), Y: u.y, W: max(w, h), H: h, Radius: h / 2, Colour: accent})
	u.y += h + u.px(gap)
}

// Legend adds a bar of colours with values.
func (u *UI) Legend(title string, colours []Colour, labels []string) {
	u.Text(TextPlain, title, "")
	line := u.Font.Height(TextSmall) + u.px(3)
	h := max(line*float32(len(labels)), u.px(120))
	w := u.px(16)
	n := float32(len(colours))
	for i, c := range colours { // the first is the lowest
		y0, y1 := u.y+h*(1-float32(i+1)/n), u.y+h*(1-float32(i)/n)
		u.Quads = append(u.Quads, Quad{X: u.left(), Y: round(y0), W: w, H: round(y1) - round(y0), Colour: c})
	}
	for i, l := range labels {
		t := float32(i) / float32(max(1, len(labels)-1))
		y := u.y + h*(1-t)
		u.letters(TextSmall, l, u.left()+w+u.px(8), min(max(y-u.Font.Height(TextSmall)/2, u.y),
			u.y+h-u.Font.Height(TextSmall)), faint)
	}
	u.y += h + u.px(gap)
}

// Table adds rows of two columns, the first of a width.
func (u *UI) Table(first float32, rows [][2]string) {
	for _, r := range rows {
		u.letters(TextPlain, r[0], u.left(), u.y, accent)
		u.letters(TextPlain, u.Font.Fit(TextPlain, r[1], u.width()-u.px(first)), u.left()+u.px(first), u.y, ink)
		u.y += u.Font.Height(TextPlain) + u.px(3)
	}
}

// TableHeight returns the height of a table with a number of rows, its heading and a gap, in units of the layout.
func (u *UI) TableHeight(rows int) float32 {
	return (u.Font.Height(TextBold) + 2*u.px(gap) + float32(rows)*(u.Font.Height(TextPlain)+
		u.px(3))) / float32(u.Font.Scale)
}

// TableRows returns the number of rows of a table that fit into a height.
func (u *UI) TableRows(height float32) int {
	return int((height - u.TableHeight(0)) * float32(u.Font.Scale) / (u.Font.Height(TextPlain) + u.px(3)))
}

// FrameHeight is the height of a panel with a line of small text alone, in units of the layout.
func (u *UI) FrameHeight() float32 {
	return (u.Font.Height(TextSmall) + 2*u.px(pad)) / float32(u.Font.Scale)
}

// Wrapped adds a text of several lines.
func (u *UI) Wrapped(s Style, text string) {
	for _, l := range u.Font.Wrap(s, text, u.width()) {
		u.letters(s, l, u.left(), u.y, inkOf(s))
		u.y += u.Font.Height(s) + u.px(2)
	}
	u.y += u.px(gap - 2)
}

// Ring marks a place of the picture.
func (u *UI) Ring(x, y, radius float32, c Colour) {
	r := u.px(radius)
	u.Quads = append(u.Quads, Quad{X: x - r, Y: y - r, W: 2 * r, H: 2 * r, Radius: r, Colour: Colour{c[0], c[1], c[2],
		.35 * c[3]}})
	k := max(2, r*.38)
	u.Quads = append(u.Quads, Quad{X: x - k, Y: y - k, W: 2 * k, H: 2 * k, Radius: k, Colour: c})
}

// Dot adds a small mark.
func (u *UI) Dot(x, y, radius float32, c Colour) {
	r := u.px(radius)
	u.Quads = append(u.Quads, Quad{X: x - r, Y: y - r, W: 2 * r, H: 2 * r, Radius: r, Colour: c})
}

// Line adds a vertical line at x.
func (u *UI) Line(x float32) {
	w := max(1, u.px(1))
	u.Quads = append(u.Quads, Quad{X: x - w/2, W: w, H: u.H, Colour: shadow})
}

// Shade darkens everything.
func (u *UI) Shade() {
	u.Quads = append(u.Quads, Quad{W: u.W, H: u.H, Colour: Colour{.05, .05, .06, .55}})
}

// Accent is the highlight colour.
func Accent() Colour { return accent }

// FormatNumber formats a value with its unit in about four digits.
func FormatNumber(v float64, unit string) string {
	text := fmt.Sprintf("%.3g", v)
	if a := math.Abs(v); a >= 1000 && a < 1e6 {
		text = fmt.Sprintf("%.0f", v)
	}
	text = strings.ReplaceAll(text, "-", "−")
	if unit == "" {
		return text
	}
	return text + " " + unit
}
