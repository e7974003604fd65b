package newscene

import (
	"fmt"
	"maps"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/pattern"
	"hysteron/placement"
)

// longest is the largest length of a panel, relative to the wearer's height: a court train.
const longest = 3

// outsized returns a message if the largest panel is too long for the figure, as of a drawing in another unit; else "".
// It uses outlines only, as a mesh would have correspondingly more triangles.
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

// Sizes of garments that are meshes, relative to the wearer's height: one with spread arms is one height wide, a train
// adds another, and a collar is a twentieth. These are guesses: wrong units are off by a factor of 2.54 or more.
const (
	largestMesh  = 2
	smallestMesh = 0.05
)

// otherUnit returns a message if a garment from a mesh, of this size in the given unit [m], is too large or too small
// for the figure, with the unit in which it fits if there is one; else "". It needs no finer mesh.
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
