package body

import (
	"fmt"
	"math"
	"reflect"
)

// Measurements describes a standing body, all in metres, as a tailor takes them:
// circumferences by tape, heights by the level they are taken at. Zero fields are errors.
type Measurements struct {
	Height float64 // floor to crown

	Neck   float64 // circumference at mid neck
	Chest  float64 // circumference at the fullest chest, below the armpits
	Waist  float64 // circumference
	Hips   float64 // circumference at the hip bones
	Seat   float64 // circumference at the fullest seat
	Biceps float64 // circumference of the upper arm
	Wrist  float64 // circumference
	Thigh  float64 // circumference just below the crotch (upperLeg)
	Knee   float64 // circumference
	Calf   float64 // circumference at the fullest calf
	Ankle  float64 // circumference at the narrowest leg

	ShoulderToShoulder float64 // breadth between the shoulder points
	ShoulderToElbow    float64 // shoulder point to elbow
	ShoulderToWrist    float64 // shoulder point to wrist
	ShoulderSlope      float64 // fall of the shoulder line [rad]

	WaistToFloor  float64 // down the side, over the hip, to the floor
	WaistToArmpit float64
	WaistToHips   float64
	WaistToSeat   float64
	WaistToKnee   float64
	Inseam        float64 // crotch to floor
}

// DefaultMeasurements is FreeSewing's measurement set for the size that the shipped
// tee and trousers were drafted for, a body of 1.72 m. Height is the body height; the
// calf, which the set does not have, is nine tenths of the knee.
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

// Validate reports the first measurement that is missing or cannot belong to a body.
func (m Measurements) Validate() error {
	v := reflect.ValueOf(m)
	for i := 0; i < v.NumField(); i++ {
		if x := v.Field(i).Float(); !(x > 0) || math.IsInf(x, 0) {
			return fmt.Errorf("body: measurement %s is %g; expected a positive number of metres", v.Type().Field(i).Name, x)
		}
	}
	ref := DefaultMeasurements()
	rv := reflect.ValueOf(ref)
	for i := 0; i < v.NumField(); i++ {
		name := v.Type().Field(i).Name
		x, r := v.Field(i).Float(), rv.Field(i).Float()
		if name != "Height" {
			r *= m.Height / ref.Height
		}
		if x < 0.5*r || x > 1.8*r {
			return fmt.Errorf("body: measurement %s is %.3f m; expected %.3f…%.3f m for a body of %.3f m",
				name, x, 0.5*r, 1.8*r, m.Height)
		}
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
			return fmt.Errorf("body: the lengths put %.3f m over %.3f m; expected %s by at least %.3f m", c.high, c.low, c.what, 0.02*m.Height)
		}
	}
	return nil
}

// levels are heights above the floor [m].
type levels struct {
	ankle, calf, knee, thigh, crotch, seat, hips, waist, chest, armpit, shoulder, hps, neck, chin, crown float64
}

// levels places the measurements on the body. The side length from waist to floor runs
// over the hip, which takes about 2 % of it. The shoulder heights follow from the
// height: the set's neck-to-waist lengths run over back and bust.
func (m Measurements) levels() levels {
	h := m.Height
	l := levels{crown: h, waist: 0.98 * m.WaistToFloor, crotch: m.Inseam}
	l.ankle = 0.064 * h
	l.knee = l.waist - m.WaistToKnee
	l.calf = l.ankle + 0.63*(l.knee-l.ankle)
	l.thigh = l.crotch - 0.017*h
	l.seat = l.waist - m.WaistToSeat
	l.hips = l.waist - m.WaistToHips
	l.armpit = l.waist + m.WaistToArmpit
	l.chest = l.armpit - 0.025*h
	l.hps = 0.837 * h
	l.shoulder = l.hps - (m.ShoulderToShoulder/2-m.Neck/(2*math.Pi))*math.Tan(m.ShoulderSlope)
	l.neck = l.hps + 0.021*h
	l.chin = 0.872 * h
	return l
}
