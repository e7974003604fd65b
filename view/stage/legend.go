//go:build cgo

package stage

import (
	"hysteron/render"
	"hysteron/sim/shown"
	"hysteron/view/live"
)

// legend is the scale of values.
func (p *pane) legend(k live.Values) *render.Legend {
	switch k {
	case live.Strains:
		return &render.Legend{Title: "Largest strain", Unit: "%", Max: 10}
	case live.FrictionStress:
		top := 1.0
		if p.at.Model != nil {
			if f := shown.SaturatedFriction(p.at.Model); f > 0 {
				top = f
			}
		}
		return &render.Legend{Title: "Friction in yarns", Unit: "N/m", Max: top}
	case live.Distances:
		return &render.Legend{Title: "Distance from bodies, cloth", Unit: "mm", Max: .03}
	}
	return nil
}
