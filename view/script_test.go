//go:build cgo

package view

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// dummy notes what it is told.
type dummy struct {
	did   []string
	state StageState
	err   error
}

func (d *dummy) add(format string, args ...any) error {
	d.did = append(d.did, fmt.Sprintf(format, args...))
	return d.err
}
func (d *dummy) Move(x, y float64) error { return d.add("move %g %g", x, y) }
func (d *dummy) Press(b Button, down bool, m Mods) error {
	return d.add("press %d %v %v", b, down, m)
}
func (d *dummy) Scroll(c float64, m Mods) error { return d.add("scroll %g %v", c, m) }
func (d *dummy) Key(n string, m Mods) error     { return d.add("key %s %v", n, m) }
func (d *dummy) Wait(n int) error               { return d.add("wait %d", n) }
func (d *dummy) State() (StageState, error)     { return d.state, nil }
func (d *dummy) Shot(f string) error            { return d.add("shot %s", f) }
func (d *dummy) Tell(f string) error            { return d.add("tell %s", f) }

// TestScript: commands are done in turn, relative to places, controls and watched vertices; errors name the line.
func TestScript(t *testing.T) {
	script, err := ParseScript("s", []byte("# nothing\nmove 10 20\nby 5 -5\npress middle shift # hold\nrelease "+
		"middle\nat wind 0.25\nover 0\nclick left\nscroll -2 alt\nkey 7 shift\nwait 3\nshot a.png\nstate b.json\n"))
	if err != nil {
		t.Fatal(err)
	}
	d := &dummy{state: StageState{Controls: map[string]PanelBox{"wind": {X: 100, Y: 10, W: 40, H: 8}},
		Shown: Shown{Watched: []Watched{{Pixel: [2]float64{7.4, 8.6}}}}}}
	if err := PlayScript(script, d); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"move 10 20", "move 15 15", "press 2 true {true false false}", "press 2 false {false false false}", "move 110 14",
		"move 7 9",
		"press 0 true {false false false}", "wait 1", "press 0 false {false false false}", "scroll -2 {false false true}",
		"key 7 {true false false}",
		"wait 3", "shot a.png", "tell b.json",
	}
	if !reflect.DeepEqual(d.did, want) {
		t.Errorf("done %q, expected %q", d.did, want)
	}
	for text, want := range map[string]string{
		"jump 3":            `s:1: unknown command "jump"`,
		"\nmove 3":          "s:2: move with 1 words",
		"wait long":         "expected a number",
		"wait 1e99":         "expected a number",
		"press thumb":       "expected left, right or middle",
		"at wind 0.5 0.5 1": "at with 4 words",
		"at wind x":         "expected a number",
	} {
		if _, err := ParseScript("s", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
	for text, want := range map[string]string{"\nat rain": "line 2, at: no control", "over 9": "line 1, over: watched"} {
		script, err := ParseScript("s", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := PlayScript(script, d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
	d.err = errors.New("broken")
	if err := PlayScript(script, d); err == nil || !strings.Contains(err.Error(), "line 2, move: broken") {
		t.Error(err)
	}
}

// FuzzScript: no bytes make the reader of scripts panic, and what it takes can be done.
func FuzzScript(f *testing.F) {
	data, err := os.ReadFile(filepath.Join("..", "cmd", "hysteron-view", "testdata", "touch.script"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte("at wind NaN\npress\nover -1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		script, err := ParseScript("s", data)
		if err != nil {
			return
		}
		d := &dummy{state: StageState{Controls: map[string]PanelBox{"wind": {}}}}
		_ = PlayScript(script, d)
	})
}
