package newscene

import (
	"fmt"
	"maps"

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

// Garments that are meshes have the shape of who wears them, in heights of theirs: one with arms spread is a height
// wide, and with a train another long; a collar is a twentieth of it. Guesses: the wrong units that files have are off
// by 2.54 and more.
const (
	largestMesh  = 2
	smallestMesh = 0.05
)

// otherUnit returns a message if a garment from a mesh, of this size in the given unit [m], is too large or too small
// for a figure of its height, with the unit in which it fits if there is one; else it returns the empty text. It needs
// no finer mesh for that.
func (w *writer) otherUnit(name string, size float64, keys map[string]any) string {
	tall := w.figure.Height()
	if smallestMesh*tall <= size && size <= largestMesh*tall {
		return ""
	}
	cure := "--scale gives metres per unit of the file"
	tried := *w
	tried.unit = 0
	if list, err := tried.wear(name, maps.Clone(keys)); err == nil && len(list) > 0 {
		cure = fmt.Sprintf("with --scale %g the body can wear it", list[0].keys["scale"])
	}
	return fmt.Sprintf("%.3g m long with --scale %g, and the body %.3g m tall: expected %g to %g times as much; %s", size,
		w.unit, tall, smallestMesh, float64(largestMesh), cure)
}
