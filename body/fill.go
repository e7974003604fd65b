package body

import (
	"math"
	"reflect"
)

// follow has the exponents with which circumferences follow the fullness of a body: if its torso is f times as wide as
// the default one, its wrists are f^follow times as wide. They are derived from the steps between the sizes of ASTM
// D5585-95 (misses, 2 to 20: bust 32 to 44½ in; neck 13½ to 16⅛, upper arm 10 to 14⅜, wrist 5⅝ to 6⅞, knee 12½ to 16½,
// calf 12¼ to 16¼, ankle 8⅜ to 10 in), rounded; assumed, since the standard's text was not at hand.
var follow = [...]struct {
	name   string
	follow float64
	at     float64 // position along the body; nearby circumferences are more correlated
}{
	{"Neck", 0.6, 0}, {"Chest", 1, 2}, {"Biceps", 1, 3}, {"Wrist", 0.6, 5}, {"Waist", 1, 3}, {"Hips", 1, 4},
	{"Seat", 1, 5},
	{"Thigh", 1, 6}, {"Knee", 0.8, 7}, {"Calf", 0.8, 8}, {"Ankle", 0.5, 9},
}

// Fill derives measurements that are zero from the others. The default height is that of the default body. Lengths
// follow the height; heads vary less than bodies, so that children have relatively larger heads. Circumferences follow
// the height and the given circumferences: each given one is an estimate of the fullness relative to the default body.
// The others are computed from the mean of these estimates, weighted by the inverse square of the distance along the
// body, with the default body as another estimate at a distance of four.
func (m Measurements) Fill() Measurements {
	ref := DefaultMeasurements()
	if m.Height == 0 {
		m.Height = ref.Height
	}
	k := 1.0
	if m.Height > 0 {
		k = m.scale()
	}
	v, r := reflect.ValueOf(&m).Elem(), reflect.ValueOf(ref)
	type opinion struct{ at, fullness float64 }
	var given []opinion
	for _, f := range follow {
		if x := v.FieldByName(f.name).Float(); x > 0 {
			given = append(given, opinion{f.at, math.Log(x/(k*r.FieldByName(f.name).Float())) / f.follow})
		}
	}
	fullness := func(at float64) float64 {
		sum, weight := 0.0, 1.0/16
		for _, o := range given {
			w := 1 / max(0.25, (o.at-at)*(o.at-at))
			sum, weight = sum+w*o.fullness, weight+w
		}
		return sum / weight
	}
	for _, f := range follow {
		x := v.FieldByName(f.name)
		if x.Float() != 0 {
			continue
		}
		x.SetFloat(k * r.FieldByName(f.name).Float() * math.Exp(f.follow*fullness(f.at)))
	}
	if m.ShoulderToShoulder == 0 { // 14⅜ to 17 in over the sizes of D5585-95
		m.ShoulderToShoulder = k * ref.ShoulderToShoulder * math.Exp(0.5*fullness(2))
	}
	for i := range v.NumField() {
		if x := v.Field(i); x.Float() == 0 {
			scale := k
			if v.Type().Field(i).Name == "ShoulderSlope" {
				scale = 1
			}
			x.SetFloat(scale * r.Field(i).Float())
		}
	}
	return m
}
