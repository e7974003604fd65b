package view

import (
	"math"
	"testing"
)

func newUI(t *testing.T, scale float64) *UI {
	t.Helper()
	f, err := NewFont(scale)
	if err != nil {
		t.Fatal(err)
	}
	return &UI{Font: f}
}

// panel lays out a panel with one of each.
func panel(u *UI, v *float64, m Mouse) (changed bool, pressed, turn int, switched bool) {
	u.Begin(800, 600, m)
	u.Panel(-12, 12, 240)
	u.Text(TextBold, "A scene with a name that is far too long for the panel that it stands in", "12 s")
	changed = u.Slider("wind", "Wind", FormatNumber(*v, "m/s"), v, 0, 20)
	pressed = u.Buttons([]string{"►", "Step", "Reset"}, []bool{true, false, false})
	turn = u.Choice("fabric", "Fabric", "cotton-jersey-of-some-length")
	switched = u.Switch("friction", "Internal friction", true)
	u.Legend("Strain [%]", []Colour{{0, 0, 0, 1}, {1, 1, 1, 1}}, []string{"0", "5", "10"})
	u.Wrapped(TextSmall, "words words words words words words words words words words")
	u.End(false)
	return
}

// TestSlider: the mouse sets the value where it is on the track, keeps hold outside of it, and lets go.
func TestSlider(t *testing.T) {
	for _, scale := range []float64{1, 1.5, 2} {
		u, v := newUI(t, scale), 5.
		panel(u, &v, Mouse{})
		b := u.Boxes["wind"]
		r := b.H / 2
		at := func(x float32, down, pressed bool) bool {
			changed, _, _, _ := panel(u, &v, Mouse{X: x, Y: b.Y + r, Down: down, Pressed: pressed})
			return changed
		}
		if at(b.X+b.W/2, false, false) || v != 5 {
			t.Error("the mouse changes the value without a button")
		}
		if !u.CapturesMouse() {
			t.Error("the mouse over the panel does not belong to it")
		}
		if !at(b.X+b.W/2, true, true) || math.Abs(v-10) > .2 {
			t.Errorf("scale %g: pressed in the middle of 0 to 20 the value is %g", scale, v)
		}
		if !at(b.X-500, true, false) || v != 0 || !u.CapturesMouse() {
			t.Errorf("dragged beyond its end the value is %g", v)
		}
		if !at(b.X+b.W-r, true, false) || v != 20 {
			t.Errorf("at the other end the value is %g", v)
		}
		if at(b.X+b.W/4, false, false) || v != 20 {
			t.Errorf("let go the value is %g", v)
		}
		if at(b.X+b.W/4, true, false) {
			t.Error("a button that was pressed elsewhere moves the slider")
		}
	}
}

// TestControls: buttons, choices and switches answer where they are, and nowhere else.
func TestControls(t *testing.T) {
	u, v := newUI(t, 1), 5.
	panel(u, &v, Mouse{})
	press := func(name string) (pressed, turn int, switched bool) {
		b, ok := u.Boxes[name]
		if !ok {
			t.Fatalf("no %q among %v", name, u.Boxes)
		}
		_, pressed, turn, switched = panel(u, &v, Mouse{X: b.X + b.W/2, Y: b.Y + b.H/2, Down: true, Pressed: true})
		panel(u, &v, Mouse{})
		return
	}
	for name, want := range map[string]struct {
		pressed, turn int
		switched      bool
	}{"►": {0, 0, false}, "step": {1, 0, false}, "reset": {2, 0, false}, "fabric-previous": {-1, -1, false},
		"fabric-next": {-1, 1, false}, "friction": {-1, 0, true}} {
		if p, turn, s := press(name); p != want.pressed || turn != want.turn || s != want.switched {
			t.Errorf("%s: button %d, turn %d, switch %v", name, p, turn, s)
		}
	}
}

// TestLayoutStaysInside: all of a panel lies in it, and it in the window, at any scale; panels that go up end where
// they should.
func TestLayoutStaysInside(t *testing.T) {
	for _, scale := range []float64{.75, 1, 1.5, 2} {
		u, v := newUI(t, scale), 5.
		panel(u, &v, Mouse{})
		b := u.Panels()[0]
		if b.X < 0 || b.X+b.W > 800 || b.Y < 0 {
			t.Errorf("scale %g: panel at %+v", scale, b)
		}
		for _, q := range u.Quads[1:] {
			if q.X < b.X-1 || q.X+q.W > b.X+b.W+1 || q.Y < b.Y-1 || q.Y+q.H > b.Y+b.H+1 {
				t.Fatalf("scale %g: %+v sticks out of %+v", scale, q, b)
			}
		}
		u.Begin(800, 600, Mouse{})
		u.Panel(12, 588/float32(scale), 400)
		u.Wrapped(TextPlain, "a message")
		u.End(true)
		if b := u.Panels()[0]; math.Abs(float64(b.Y+b.H-588)) > 2 {
			t.Errorf("scale %g: the lower panel ends at %g", scale, b.Y+b.H)
		}
		x := 3.
		lower := func(m Mouse) PanelBox {
			u.Begin(800, 600, m)
			u.Panel(12, 588/float32(scale)-u.TimelineHeight(), 400)
			u.Timeline("time", "frame 3", "of 90", &x, 0, 90)
			u.End(false)
			return u.Boxes["time"]
		}
		k := lower(Mouse{})
		if b := u.Panels()[0]; math.Abs(float64(b.Y+b.H-588)) > 3 || !b.Has(k.X, k.Y) {
			t.Errorf("scale %g: the timeline is at %+v, its panel at %+v", scale, k, b)
		}
		if lower(Mouse{X: k.X + k.W/2, Y: k.Y + k.H/2, Down: true, Pressed: true}); math.Abs(x-45) > 1 {
			t.Errorf("scale %g: pressed in the middle of 90 frames it goes to frame %g", scale, x)
		}
	}
}

// TestFont: widths add up, texts are cut and wrapped to a width, unknown letters have a place, letters do not overlap
// in the atlas.
func TestFont(t *testing.T) {
	f, err := NewFont(1)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := f.Width(TextPlain, "wind"), f.Width(TextPlain, "wi")+f.Width(TextPlain, "nd"); a != b || a <= 0 {
		t.Errorf("widths %g and %g", a, b)
	}
	for _, l := range f.Wrap(TextPlain, "a text of several words\nthat is toolongforthewidthofonelineandthenmore", 90) {
		if f.Width(TextPlain, l) > 90 {
			t.Errorf("line %q is %g wide", l, f.Width(TextPlain, l))
		}
	}
	if f.Fit(TextPlain, "short", 90) != "short" || f.Width(TextPlain, "\u4e2d") != f.Width(TextPlain, "?") {
		t.Error("short texts, or unknown letters")
	}
	used := map[[2]int]bool{}
	for s := range styles {
		for _, g := range f.glyphs[s] {
			for x := range g.W {
				for y := range g.H {
					p := [2]int{g.U + x, g.V + y}
					if used[p] || p == [2]int{0, 0} {
						t.Fatalf("texel %v belongs to two letters", p)
					}
					used[p] = true
				}
			}
		}
	}
	if _, err := NewFont(0); err == nil {
		t.Error("a font without size")
	}
	for v, want := range map[float64]string{1.23456: "1.23 m", -.5: "−0.5 m", 12345: "12345 m"} {
		if got := FormatNumber(v, "m"); got != want {
			t.Errorf("%g is written %q", v, got)
		}
	}
}
