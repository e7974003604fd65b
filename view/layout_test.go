//go:build cgo

package view

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"hysteron/scenes"
	"hysteron/sim"
)

// unseen is a stage that nobody draws, with a simulation of a scene.
func unseen(t *testing.T, text string) *Stage {
	t.Helper()
	scene, err := scenes.Load(written(t, text), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := scene.Build()
	if err != nil {
		t.Fatal(err)
	}
	s, err := BeginSession(context.Background(), setup, "cpu", func(sim.Progress) {}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRunner(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	st := &Stage{opt: StageOptions{Targets: []string{"scene.toml"}, Backend: "cpu", Offscreen: true}, radius: .04,
		speed: 1, film: -1}
	p := &pane{name: "scene.toml", setup: setup, runner: r, selected: Spot{Tri: 3}}
	st.panes = []*pane{p}
	return st
}

// look has values measured, and a probe.
func (st *Stage) look(k Values) {
	p := st.panes[0]
	st.Mode = k
	p.runner.Measure(k, p.selected)
	p.runner.Advance(0)
	p.show(p.runner.Latest())
}

// windows are sizes with scales of monitors.
var windows = []struct {
	w, h  int
	scale float64
}{
	{640, 480, 1}, {1200, 800, 1}, {800, 600, 1}, {1024, 600, 1}, {500, 900, 1}, {480, 320, 1}, {1920, 1080, 1.5},
	{1280, 960, 2}, {640, 480, 2}, {3840, 2160, 2}, {64, 64, 1},
	{300, 1400, 1}, {1400, 300, 1.25},
}

// TestLayout: in windows of many sizes and scales nothing that is laid out goes beyond the window, panels do not lie
// over each other, and every control can be reached, by scrolling where there is no room for all.
func TestLayout(t *testing.T) {
	st := unseen(t, small)
	st.look(NoValues)
	all := []string{"►", "frame", "reset", "speed-next", "wind", "direction", "gust", "gravity", "friction", "fabric-next",
		"radius", "look-next", "edges"}
	legend := 0
	for _, size := range windows {
		for look := range Distances + 1 {
			name := fmt.Sprintf("%d × %d at %g, %s", size.w, size.h, size.scale, modes[look])
			if err := st.Resize(size.w, size.h, size.scale); err != nil {
				t.Fatal(err)
			}
			st.look(look)
			st.scrolled = [4]float32{}
			found, bars := map[string]bool{}, map[Colour]bool{}
			for turn := range 60 { // of the wheel
				st.layout()
				inWindow(t, name, st)
				for n, b := range st.ui.Boxes {
					if b.X >= 0 && b.Y >= 0 && b.X+b.W <= float32(size.w) && b.Y+b.H <= float32(size.h) {
						found[n] = true
					}
				}
				for _, q := range st.ui.Quads {
					if !q.Letter && q.Radius == 0 && q.Soft == 0 {
						bars[q.Colour] = true
					}
				}
				panels := slices.Clone(st.ui.Panels())
				for i, a := range panels {
					for _, b := range panels[:i] {
						if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
							t.Fatalf("%s: panels %v and %v lie over each other", name, a, b)
						}
					}
				}
				if turn == 0 && size.w >= 640 && size.h >= 480 && size.scale == 1 {
					for _, n := range all {
						if !found[n] {
							t.Errorf("%s: %s is not to be seen without scrolling", name, n)
						}
					}
					if look != NoValues && len(bars) < 48 {
						t.Errorf("%s: %d colours of the legend are to be seen", name, len(bars))
					}
				}
				st.ui.Wheel(-.25, 24, 30)
				st.ui.Wheel(-.25, float32(size.w)-24, 30)
			}
			if size.h < 100 {
				continue // less than a row of buttons
			}
			for _, n := range all {
				if !found[n] {
					t.Errorf("%s: %s cannot be reached, only %v", name, n, slices.Sorted(maps.Keys(found)))
				}
			}
			if legend = len(bars); look != NoValues && legend < 48 {
				t.Errorf("%s: %d colours of the legend can be reached", name, legend)
			}
		}
	}
}

// inWindow fails where something goes beyond the window, but for shadows and marks in the picture.
func inWindow(t *testing.T, name string, st *Stage) {
	t.Helper()
	for _, q := range st.ui.Quads {
		if q.Soft == 0 && (q.X < -1 || q.Y < -1 || q.X+q.W > float32(st.w)+1 || q.Y+q.H > float32(st.h)+1) && q.W > 30 {
			t.Fatalf("%s: %+v goes beyond the window", name, q)
		}
	}
	for _, b := range st.ui.Panels() {
		if b.X < 0 || b.Y < 0 || b.X+b.W > float32(st.w) || b.Y+b.H > float32(st.h) {
			t.Fatalf("%s: panel %v goes beyond the window", name, b)
		}
	}
}

// TestHelpFits: all keys are shown, on one page where there is room, in windows of many sizes and scales; H turns the
// pages and closes the last one.
func TestHelpFits(t *testing.T) {
	st := unseen(t, small)
	st.look(NoValues)
	st.Hidden = true
	letters := func() (n int) {
		for _, q := range st.ui.Quads {
			if q.Letter {
				n++
			}
		}
		return n
	}
	want := 0
	for _, topic := range st.helpTopics() {
		for _, r := range topic.rows {
			want += len([]rune(strings.ReplaceAll(r[0]+r[1], " ", "")))
		}
	}
	for _, size := range windows {
		if size.h < 200 { // less than a few lines
			continue
		}
		name := fmt.Sprintf("%d × %d at %g", size.w, size.h, size.scale)
		if err := st.Resize(size.w, size.h, size.scale); err != nil {
			t.Fatal(err)
		}
		got, pages := 0, 0
		for st.Key("h", Mods{}); st.Help; st.Key("h", Mods{}) {
			st.layout()
			inWindow(t, name, st)
			got += letters()
			if pages++; pages > 30 {
				t.Fatalf("%s: the help does not end", name)
			}
		}
		cut := size.w < 370 // then lines are cut
		if got < want && !cut || pages == 0 {
			t.Errorf("%s: %d letters of help on %d pages, expected %d and more", name, got, pages, want)
		}
		if size.w >= 640 && size.h >= 480 && size.scale == 1 && pages != 1 {
			t.Errorf("%s: the help is on %d pages", name, pages)
		}
	}
}

// TestErrorFits: where a scene cannot be shown there is nothing but the reason, whole, in windows of many sizes; what
// marks a place in a file stands below it.
func TestErrorFits(t *testing.T) {
	st := unseen(t, small)
	p := st.panes[0]
	p.runner = nil
	p.fail(errors.New("scene.toml:3:3: sheet.0.size: unknown key: expected \"size_m\"?\n3|   size = 3\n |   " +
		"~~~~\nscene.toml:9:1: other\n9| a\n | ~"))
	for _, size := range windows {
		name := fmt.Sprintf("%d × %d at %g", size.w, size.h, size.scale)
		if err := st.Resize(size.w, size.h, size.scale); err != nil {
			t.Fatal(err)
		}
		st.layout()
		inWindow(t, name, st)
		if n := len(st.ui.Panels()); n != 1 || len(st.ui.Boxes) > 0 {
			t.Errorf("%s: %d panels with controls %v beside an error", name, n, st.ui.Boxes)
		}
	}
}
