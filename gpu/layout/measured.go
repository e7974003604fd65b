package layout

import (
	"hysteron/cloth"
	"hysteron/step"
)

// Measured is friction measured by direction, in the layout of include/friction_cone.glsl.
type Measured struct {
	Parts int          // of the model; 0: no measured friction
	Laws  [][4]int32   // of each part with each collider, then with each part: first curve and end
	Curve [][4]float32 // pressure and stress [Pa]
}

// NewMeasured packs measured friction; without any it is empty.
func NewMeasured(m *cloth.Model, colliders []step.Collider) *Measured {
	f := &Measured{}
	any := len(m.Rubbings) > 0
	for i := range colliders {
		any = any || len(colliders[i].Measured) > 0
	}
	if !any {
		return f
	}
	f.Parts = len(m.Parts)
	known := map[*cloth.MeasuredFriction][4]int32{}
	add := func(l *cloth.MeasuredFriction) {
		if l == nil {
			f.Laws = append(f.Laws, [4]int32{})
			return
		}
		at, ok := known[l]
		if !ok {
			for k, c := range []*cloth.LoadCurve{&l.Warp, &l.Weft} {
				at[2*k] = int32(len(f.Curve))
				for i := range c.Pressure {
					f.Curve = append(f.Curve, Float4(c.Pressure[i], c.Stress[i], 0, 0))
				}
				at[2*k+1] = int32(len(f.Curve))
			}
			known[l] = at
		}
		f.Laws = append(f.Laws, at)
	}
	for i := range colliders {
		for p := range f.Parts {
			if len(colliders[i].Measured) > 0 {
				add(colliders[i].Measured[p])
			} else {
				add(nil)
			}
		}
	}
	for a := range f.Parts {
		for b := range f.Parts {
			ab, _ := m.MeasuredFriction(int32(a), int32(b))
			add(ab)
		}
	}
	return f
}
