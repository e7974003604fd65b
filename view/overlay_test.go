//go:build cgo

package view

import (
	"bytes"
	"testing"
)

// TestOverlayParts: panels that are drawn in parts, the inside of each in one colour, look as those that are drawn
// entire.
func TestOverlayParts(t *testing.T) {
	p := puppet(t, device(t), StageOptions{Targets: []string{written(t, small)}, Paused: true})
	picture := func(entire bool) (pix []byte) {
		t.Helper()
		p.over.entire = entire
		if err := p.ctx.Do(func() error {
			err := p.draw(true)
			pix = p.canvas.read().Pix
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return pix
	}
	for _, scale := range []float64{1, 1.37} {
		if err := p.Resize(900, 700, scale); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"", "h"} {
			if key != "" {
				if err := p.Key(key, Mods{}); err != nil {
					t.Fatal(err)
				}
			}
			entire, parts := picture(true), picture(false)
			if flats := 0; len(p.over.runs) > 1 {
				for _, r := range p.over.runs {
					if r.flat {
						flats += r.count
					}
				}
				if flats < 4 {
					t.Errorf("scale %g: %d insides: expected those of panels and shadows", scale, flats)
				}
			} else {
				t.Errorf("scale %g: nothing is drawn in parts", scale)
			}
			off := 0
			for i := range entire {
				if d := int(entire[i]) - int(parts[i]); d > 1 || d < -1 {
					off++
				}
			}
			if off > 0 || bytes.Equal(entire, make([]byte, len(entire))) {
				t.Errorf("scale %g: %d of %d values are others in parts", scale, off, len(entire))
			}
		}
		if err := p.Key("h", Mods{}); err != nil {
			t.Fatal(err)
		}
	}
}
