package gpu

import (
	"hysteron/cloth"
	"hysteron/gpu/pack"
	"hysteron/step"
)

// measuredFriction is the friction that is measured by direction, as include/grip.glsl reads it.
type measuredFriction struct {
	parts int          // of the model; 0 if nothing is measured
	laws  [][4]int32   // of each part on each collider, then on each part: first and end of the curves
	curve [][4]float32 // pressure and stress [Pa]
}

func newMeasuredFriction(m *cloth.Model, colliders []step.Collider) *measuredFriction {
	f := &measuredFriction{}
	any := len(m.Rubbings) > 0
	for i := range colliders {
		any = any || len(colliders[i].Measured) > 0
	}
	if !any {
		return f
	}
	f.parts = len(m.Parts)
	known := map[*cloth.MeasuredFriction][4]int32{}
	add := func(l *cloth.MeasuredFriction) {
		if l == nil {
			f.laws = append(f.laws, [4]int32{})
			return
		}
		at, ok := known[l]
		if !ok {
			for k, c := range []*cloth.LoadCurve{&l.Warp, &l.Weft} {
				at[2*k] = int32(len(f.curve))
				for i := range c.Pressure {
					f.curve = append(f.curve, pack.Float4(c.Pressure[i], c.Stress[i], 0, 0))
				}
				at[2*k+1] = int32(len(f.curve))
			}
			known[l] = at
		}
		f.laws = append(f.laws, at)
	}
	for i := range colliders {
		for p := range f.parts {
			if len(colliders[i].Measured) > 0 {
				add(colliders[i].Measured[p])
			} else {
				add(nil)
			}
		}
	}
	for a := range f.parts {
		for b := range f.parts {
			ab, _ := m.Rubs(int32(a), int32(b))
			add(ab)
		}
	}
	return f
}
