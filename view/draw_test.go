//go:build cgo

package view

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"hysteron/render"
)

// TestPartsMakeWhole: pictures of which only what has changed is drawn are, bit by bit, those that are drawn entire:
// while cloth falls on a ball, with a look, another camera, panels that come and go, a window of another size, after a
// still picture, with two beside each other.
func TestPartsMakeWhole(t *testing.T) {
	c := device(t)
	// nothing else hides where it was
	alone := "fps = 30\nstep_s = 0.00834\nframes = 6\n" + small[strings.Index(small, "[[sheet]]"):]
	for _, targets := range [][]string{{written(t, alone)}, {written(t, small), written(t, alone)}} {
		p := puppet(t, c, StageOptions{Targets: targets})
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		read := func(fine bool) (pix []byte) {
			t.Helper()
			must(p.ctx.Do(func() error {
				err := p.draw(fine)
				pix = p.canvas.read().Pix
				return err
			}))
			return pix
		}
		fresh := func() (list []*render.Live) {
			for range p.panes {
				l, err := render.NewLive(c, quickQuality(true)) // as on software OpenGL
				must(err)
				list = append(list, l)
			}
			return list
		}
		use := func(list []*render.Live) (before []*render.Live) {
			for k, l := range list {
				before = append(before, p.lives[k].quick)
				p.lives[k].quick = l
			}
			return before
		}
		for _, l := range use(fresh()) {
			must(l.Close())
		}
		moved := 0
		var last []byte
		same := func(what string) {
			t.Helper()
			parts := read(false)
			tested := use(fresh())
			p.canvas.whole = false
			entire := read(false)
			for _, l := range use(tested) {
				must(l.Close())
			}
			if !bytes.Equal(parts, entire) {
				t.Errorf("%s: in parts it is another picture", what)
			}
			if !bytes.Equal(entire, last) {
				moved++
			}
			last = entire
		}
		same("the first one")
		for range 8 {
			p.Tick(.05)
			same("falling")
		}
		for _, key := range []string{"m", "m", "h", "h", "1", "w"} {
			must(p.Key(key, Mods{}))
			p.Tick(.05)
			same("key " + key)
		}
		read(true)
		p.Tick(.05)
		same("after a fine picture")
		must(p.Resize(700, 480, 1.2))
		same("another size")
		p.Tick(.05)
		same("and on")
		p.Orbit.Azimuth += .2
		same("from elsewhere")
		if p.Mode == NoValues {
			t.Error("no look was chosen")
		}
		if moved < 12 {
			t.Errorf("%d pictures of others than the ones before: nothing moves", moved)
		}
	}
}

// TestJoined: parts that are near each other become one, no pixel is lost, and there are not many.
func TestJoined(t *testing.T) {
	var list []image.Rectangle
	for k := range 40 {
		x, y := k%8*90, k/8*70
		list = append(list, image.Rect(x, y, x+10, y+10))
	}
	list = append(list, image.Rect(12, 2, 20, 9), image.Rect(25, 0, 30, 30))
	got := joined(append([]image.Rectangle(nil), list...))
	if len(got) > mostParts {
		t.Errorf("%d parts", len(got))
	}
	for _, r := range list {
		held := false
		for _, g := range got {
			held = held || r.In(g)
		}
		if !held {
			t.Errorf("%v is in none of %v", r, got)
		}
	}
	if got := joined([]image.Rectangle{image.Rect(0, 0, 10, 10), image.Rect(200, 0, 210, 10),
		image.Rect(12, 2, 20, 9)}); len(got) != 2 {
		t.Errorf("parts %v: expected two", got)
	}
	q := Quad{X: 3.5, Y: -2, W: 4, H: 3.25}
	if got := covers(&q); got != image.Rect(3, -2, 8, 2) {
		t.Errorf("a quad at %v", got)
	}
}
