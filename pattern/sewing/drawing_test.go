package sewing

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// Lines there and back are no outlines; one that crosses itself is, however much it encloses on either side: the
// panel's check says what is wrong with it.
func TestLinesThereAndBackAreNoOutlines(t *testing.T) {
	for name, c := range map[string]struct {
		outline []r2.Vec
		listed  bool
	}{
		"line":            {[]r2.Vec{{}, {X: 420, Y: 420}}, false},
		"line in parts":   {[]r2.Vec{{X: 100}, {X: 420}, {}}, false},
		"nearly a line":   {[]r2.Vec{{}, {X: 200, Y: .001}, {X: 420}}, false},
		"angle and back":  {[]r2.Vec{{}, {X: 400}, {X: 400, Y: 300}, {X: 400}}, false},
		"bow":             {[]r2.Vec{{}, {X: 400, Y: 400}, {X: 400}, {Y: 400}}, true},
		"bow from inside": {[]r2.Vec{{X: 200, Y: 200}, {X: 400, Y: 400}, {X: 400}, {X: 200, Y: 200}, {Y: 400}, {}}, true},
		"narrow strip":    {[]r2.Vec{{}, {X: 400}, {X: 400, Y: 1}, {Y: 1}}, true},
	} {
		d := &Drawing{File: "a.svg", Unit: 1e-3}
		if err := d.Add(Piece{Outline: loop(c.outline...)}); err != nil || (len(d.Pieces) == 1) != c.listed {
			t.Errorf("%s: %v, %d outlines: expected it to be listed: %t", name, err, len(d.Pieces), c.listed)
		}
	}
}
