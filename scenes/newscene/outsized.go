package newscene

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/pattern"
	"hysteron/placement"
)

// longest is how long a panel of clothes is at most, in heights of who wears it: a court train.
const longest = 3

// outsized says of the largest panel that nobody of the figure's height wears it, as of a drawing in another unit;
// empty: somebody may. To know that it needs no mesh, which would have as many more triangles.
func (w *writer) outsized(p *pattern.Pattern) string {
	name, size := "", 0.0
	for i := range p.Panels {
		var x []r3.Vec
		for _, v := range p.Panels[i].Outline(8) {
			x = append(x, r3.Vec{X: v.X, Y: v.Y})
		}
		lo, hi := placement.Extent(x)
		if s := max(hi.X-lo.X, hi.Y-lo.Y); s > size {
			name, size = p.Panels[i].Name, s
		}
	}
	if tall := w.figure.Height(); size > longest*tall {
		return fmt.Sprintf("panel %q is %.3g m long, and the body %.3g m tall: expected at most %d times as much; is the "+
			"unit of the pattern right (unit_m of a sewing file, units_in_meter of JSON)?", name, size, tall, longest)
	}
	return ""
}
