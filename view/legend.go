//go:build cgo

package view

import (
	"hysteron/render"
	"hysteron/sim"
)

// legend is the scale of values, one for all panes.
func (st *Stage) legend(k Values) *render.Legend {
	switch k {
	case Strains:
		return &render.Legend{Title: "Largest strain", Unit: "%", Max: 10}
	case FrictionStress:
		top := 0.0
		for _, p := range st.panes {
			if p.at.Model != nil {
				top = max(top, sim.SaturatedFriction(p.at.Model))
			}
		}
		if top == 0 {
			top = 1
		}
		return &render.Legend{Title: "Friction in yarns", Unit: "N/m", Max: top}
	case Distances:
		return &render.Legend{Title: "Distance from bodies, cloth", Unit: "mm", Max: .03}
	}
	return nil
}

// around averages values of triangles at vertices, so that colours are smooth.
func around(tris [][3]int32, values []float64, vertices int) []float64 {
	sum, n := make([]float64, vertices), make([]float64, vertices)
	for t, v := range tris {
		for _, i := range v {
			sum[i], n[i] = sum[i]+values[t], n[i]+1
		}
	}
	for i := range sum {
		sum[i] /= max(n[i], 1)
	}
	return sum
}
