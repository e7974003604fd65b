package page

import (
	"math"
	"slices"

	"hysteron/cloth"
	"hysteron/fit"
)

// Cycles draws the Kawabata curves of parts of a fabric.
func Cycles(f cloth.Fabric, parts []string) (drawn []fit.Drawing) {
	for _, p := range []struct {
		part string
		of   cloth.Component
		mode int
		top  float64
	}{
		{"warp", f.Warp, 0, 0}, {"weft", f.Weft, 0, 0}, {"shear", f.Shear, 1, 8 * math.Pi / 180},
		{"bend_warp", f.BendWarp, 2, 250}, {"bend_weft", f.BendWeft, 2, 250},
	} {
		if slices.Contains(parts, p.part) {
			d := fit.DrawLaws(&fit.Modes[p.mode], p.of.Elastic, p.of.Friction, p.top)
			d.Title = p.part
			drawn = append(drawn, d)
		}
	}
	return drawn
}
