// Package sewingtest holds what tests of readers of drawings share.
package sewingtest

import (
	"io"
	"math"
	"strings"
	"testing"

	"hysteron/pattern"
	"hysteron/pattern/sewing"
)

// Read reads the text of a file of this name, which must go well.
func Read(t testing.TB, read func(r io.Reader, name string) (*sewing.Drawing, error), text,
	name string) *sewing.Drawing {
	t.Helper()
	d, err := read(strings.NewReader(text), name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Area is that of a piece with exact curves, in the drawing's units.
func Area(p *sewing.Piece) float64 {
	panel := pattern.Panel{}
	for _, c := range p.Outline {
		panel.Edges = append(panel.Edges, pattern.Edge{Curve: c})
	}
	return math.Abs(panel.Area())
}
