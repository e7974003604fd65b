package view

import (
	"math"
	"testing"
)

// TestPresets: what is dragged in which habit.
func TestPresets(t *testing.T) {
	alt, shift, none := Mods{Alt: true}, Mods{Shift: true}, Mods{}
	for _, c := range []struct {
		p     Preset
		b     Button
		m     Mods
		cloth bool
		want  Gesture
	}{
		{Blender, LeftButton, none, true, TouchGesture}, {Blender, LeftButton, none, false, OrbitGesture},
		{Blender, MiddleButton, none, true, OrbitGesture}, {Blender, MiddleButton, shift, true, PanGesture},
		{Blender, RightButton, none, true, PanGesture},
		{Maya, LeftButton, alt, true, OrbitGesture}, {Maya, MiddleButton, alt, true, PanGesture},
		{Maya, RightButton, alt, false, ZoomGesture},
		{Maya, LeftButton, none, true, TouchGesture},
		{CAD, MiddleButton, none, true, PanGesture}, {CAD, MiddleButton, shift, true, OrbitGesture},
		{CAD, RightButton, none, true, OrbitGesture},
		{CAD, LeftButton, none, true, TouchGesture}, {CAD, LeftButton, none, false, OrbitGesture},
	} {
		if got := c.p.Gesture(c.b, c.m, c.cloth); got != c.want {
			t.Errorf("%v, button %d %+v over cloth %v: %d, expected %d", c.p, c.b, c.m, c.cloth, got, c.want)
		}
	}
	for p := range presets {
		if len(p.MouseHelp()) < 5 || p.String() == "" {
			t.Errorf("%v has no help", p)
		}
	}
	if CAD.Next() != Blender {
		t.Error("presets do not go round")
	}
}

// TestKeys: every action but none has a key, no key does two things, and all but the second of a pair are explained.
func TestKeys(t *testing.T) {
	type press struct {
		key   string
		shift bool
	}
	seen, done := map[press]bool{}, map[Action]bool{}
	for _, g := range Keys {
		for i, k := range g.List {
			p := press{k.Key, k.Shift}
			if seen[p] {
				t.Errorf("%v does two things", p)
			}
			seen[p] = true
			done[k.Action] = true
			if k.Doc == "" && (i == 0 || g.List[i-1].Key != k.Key) {
				t.Errorf("%v is not explained", p)
			}
			if got := ActionOf(k.Key, Mods{Shift: k.Shift}); got != k.Action {
				t.Errorf("%v does %d, expected %d", p, got, k.Action)
			}
		}
	}
	for a := NoAction + 1; a <= Quit; a++ {
		if !done[a] {
			t.Errorf("action %d has no key", a)
		}
	}
	if ActionOf("m", Mods{Shift: true}) != NextMode || ActionOf("s", Mods{Control: true}) != NoAction ||
		ActionOf("q", Mods{}) != NoAction {
		t.Error("keys with modifiers, or without a meaning")
	}
}

// TestClock: frames pass at their speed, end at the last one or begin again.
func TestClock(t *testing.T) {
	c := Clock{Frames: 10, FPS: 24, Speed: 1}
	if c.Pass(1) || c.Frame() != 0 {
		t.Error("a stopped clock goes")
	}
	c.Start()
	if !c.Pass(1./24) || c.Frame() != 1 {
		t.Errorf("after a frame's time: frame %d", c.Frame())
	}
	c.Speed = .5
	if c.Pass(1./48) || !c.Pass(1.51/24) || c.Frame() != 2 {
		t.Errorf("at half speed: frame %d", c.Frame())
	}
	c.Speed = 1
	if c.Pass(5); c.Frame() != 9 || c.Playing {
		t.Errorf("at the end: %+v", c)
	}
	if c.Start(); c.Frame() != 0 {
		t.Error("started at the end it does not begin again")
	}
	c.Loop = true
	if c.Pass(11.5 / 24); c.Frame() != 1 || !c.Playing {
		t.Errorf("looped: %+v", c)
	}
	c.Seek(99)
	if c.Frame() != 9 || c.Playing {
		t.Errorf("sought beyond the end: %+v", c)
	}
	one := Clock{Frames: 1, FPS: 24, Speed: 1, Playing: true}
	if one.Pass(1); one.Frame() != 0 {
		t.Error("a single frame moves")
	}
	s := 1.
	for range 99 {
		s = Faster(s)
	}
	if s != fastest || math.Abs(Slower(s)-fastest/2) > 0 {
		t.Errorf("speed %g", s)
	}
}
