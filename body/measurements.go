package body

import (
	"fmt"
	"math"
	"reflect"
)

// Measurements describes a standing body [m], as measured by a tailor: circumferences by tape, heights of the levels at
// which they are measured. Fill derives those that are zero.
type Measurements struct {
	Height float64 `key:"height_m" unit:"m" check:"above=0 max=10" doc:"floor to crown; without it 1.72, or the size's"`

	Neck   float64 `key:"neck_m" unit:"m" check:"above=0 max=10" doc:"circumference at mid neck"`
	Chest  float64 `key:"chest_m" unit:"m" check:"above=0 max=10" doc:"circumference at the fullest chest, below the armpits"`
	Waist  float64 `key:"waist_m" unit:"m" check:"above=0 max=10" doc:"circumference"`
	Hips   float64 `key:"hips_m" unit:"m" check:"above=0 max=10" doc:"circumference at the hip bones"`
	Seat   float64 `key:"seat_m" unit:"m" check:"above=0 max=10" doc:"circumference at the fullest seat"`
	Biceps float64 `key:"biceps_m" unit:"m" check:"above=0 max=10" doc:"circumference of the upper arm"`
	Wrist  float64 `key:"wrist_m" unit:"m" check:"above=0 max=10" doc:"circumference"`
	Thigh  float64 `key:"thigh_m" unit:"m" check:"above=0 max=10" doc:"circumference just below the crotch"`
	Knee   float64 `key:"knee_m" unit:"m" check:"above=0 max=10" doc:"circumference"`
	Calf   float64 `key:"calf_m" unit:"m" check:"above=0 max=10" doc:"circumference at the fullest calf"`
	Ankle  float64 `key:"ankle_m" unit:"m" check:"above=0 max=10" doc:"circumference at the narrowest leg"`

	ShoulderToShoulder float64 `key:"shoulder_to_shoulder_m" unit:"m" check:"above=0 max=10" doc:"breadth between the shoulder points"`
	ShoulderToElbow    float64 `key:"shoulder_to_elbow_m" unit:"m" check:"above=0 max=10" doc:"shoulder point to elbow"`
	ShoulderToWrist    float64 `key:"shoulder_to_wrist_m" unit:"m" check:"above=0 max=10" doc:"shoulder point to wrist"`
	ShoulderSlope      float64 `key:"shoulder_slope_rad" unit:"rad" check:"above=0 max=1" doc:"fall of the shoulder line"`

	WaistToFloor  float64 `key:"waist_to_floor_m" unit:"m" check:"above=0 max=10" doc:"down the side, over the hip, to the floor"`
	WaistToArmpit float64 `key:"waist_to_armpit_m" unit:"m" check:"above=0 max=10" doc:"between the heights of waist and armpit"`
	WaistToHips   float64 `key:"waist_to_hips_m" unit:"m" check:"above=0 max=10" doc:"between the heights of waist and hips"`
	WaistToSeat   float64 `key:"waist_to_seat_m" unit:"m" check:"above=0 max=10" doc:"between the heights of waist and seat"`
	WaistToKnee   float64 `key:"waist_to_knee_m" unit:"m" check:"above=0 max=10" doc:"between the heights of waist and knee"`
	Inseam        float64 `key:"inseam_m" unit:"m" check:"above=0 max=10" doc:"crotch to floor"`
}

// DefaultMeasurements returns FreeSewing's measurements of the size for which the built-in tee and trousers were
// drafted, a body of 1.72 m. Height is the body height. The set has no calf; it is nine tenths of the knee.
func DefaultMeasurements() Measurements {
	return Measurements{
		Height: 1.720,

		Neck: 0.380, Chest: 0.998, Waist: 0.843, Hips: 0.960, Seat: 1.035,
		Biceps: 0.330, Wrist: 0.180,
		Thigh: 0.640, Knee: 0.424, Calf: 0.382, Ankle: 0.247,

		ShoulderToShoulder: 0.425, ShoulderToElbow: 0.345, ShoulderToWrist: 0.598,
		ShoulderSlope: 13 * math.Pi / 180,

		WaistToFloor: 1.107, WaistToArmpit: 0.203, WaistToHips: 0.125, WaistToSeat: 0.261,
		WaistToKnee: 0.619, Inseam: 0.738,
	}
}

// Validate returns an error for the first missing or implausible measurement.
func (m Measurements) Validate() error {
	v := reflect.ValueOf(m)
	for i := 0; i < v.NumField(); i++ {
		if x := v.Field(i).Float(); !(x > 0) || math.IsInf(x, 0) {
			return fmt.Errorf("body: measurement %s is %g: expected a positive number of metres", v.Type().Field(i).Name, x)
		}
	}
	if err := m.plausible(); err != nil {
		return err
	}
	l := m.levels()
	for _, c := range []struct {
		low, high float64
		what      string
	}{
		{l.ankle, l.knee, "knee above ankle"}, {l.knee, l.crotch, "crotch above knee"},
		{l.crotch, l.seat, "seat above crotch"}, {l.seat, l.hips, "hips above seat"},
		{l.hips, l.waist, "waist above hips"}, {l.waist, l.chest, "chest above waist"},
		{l.chest, l.hps, "neck above chest"},
	} {
		if c.high-c.low < 0.02*m.Height {
			return fmt.Errorf("body: the lengths put %.3f m over %.3f m: expected %s by at least %.3f m", c.high, c.low, c.what,
				0.02*m.Height)
		}
	}
	return nil
}

// plausible returns an error for the first implausible measurement; others may be missing.
func (m Measurements) plausible() error {
	v := reflect.ValueOf(m)
	ref := DefaultMeasurements()
	rv := reflect.ValueOf(ref)
	k := 1.0
	if m.Height > 0 {
		k = m.scale()
	}
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		x, r := v.Field(i).Float(), rv.Field(i).Float()
		switch {
		case x == 0:
			continue
		case name == "Height":
			if !(x >= minHeight && x <= maxHeight) {
				return fmt.Errorf("body: measurement Height is %.3f m: expected %.2f…%.2f m", x, minHeight, maxHeight)
			}
			continue
		case name == "ShoulderSlope":
		default:
			r *= k
		}
		if !(x >= 0.5*r && x <= 1.8*r) {
			return fmt.Errorf("body: measurement %s is %.3f m: expected %.3f…%.3f m for a body of about %.2f m",
				name, x, 0.5*r, 1.8*r, 1.72*k)
		}
	}
	return nil
}

// Range of heights in which the sculpted parts are plausible [m]: from a child of two years to the tallest people.
const minHeight, maxHeight = 0.85, 2.30

// headLength is the default body's length from the side of the neck to the crown [m].
const headLength = 0.163 * 1.72

// headScale returns the size of the head relative to the default body. Heads vary less than bodies: an exponent of a
// third gives 0.51 m instead of the adult's circumference of 0.57 m at a height of 1.2 m, that of a child of seven.
func (m Measurements) headScale() float64 { return math.Cbrt(m.Height / 1.72) }

// scale returns the size of the body below the head relative to the default body.
func (m Measurements) scale() float64 {
	return (m.Height - headLength*m.headScale()) / (1.72 - headLength)
}

// levels are heights above the floor [m].
type levels struct {
	ankle, calf, knee, thigh, crotch, seat, hips, waist, chest, armpit, shoulder, hps, neck, chin, crown float64
}

// levels returns the levels of the measurements on the body. The side length from waist to floor follows the hip, which
// takes about 2 % of it. The shoulder heights are derived from the height, because the set's neck-to-waist lengths
// follow back and bust.
func (m Measurements) levels() levels {
	h, head := 1.72*m.scale(), 1.72*m.headScale() // total heights from the sizes of body and head
	l := levels{crown: m.Height, waist: 0.98 * m.WaistToFloor, crotch: m.Inseam}
	l.ankle = 0.064 * h
	l.knee = l.waist - m.WaistToKnee
	l.calf = l.ankle + 0.63*(l.knee-l.ankle)
	l.thigh = l.crotch - 0.017*h
	l.seat = l.waist - m.WaistToSeat
	l.hips = l.waist - m.WaistToHips
	l.armpit = l.waist + m.WaistToArmpit
	l.chest = l.armpit - 0.025*h
	l.hps = 0.837*head + (m.Height - head)
	l.shoulder = l.hps - (m.ShoulderToShoulder/2-m.Neck/(2*math.Pi))*math.Tan(m.ShoulderSlope)
	l.neck = l.hps + 0.021*head
	l.chin = 0.872*head + (m.Height - head)
	return l
}
