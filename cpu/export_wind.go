package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// GustPart is one wave of a gust: relative to the mean wind it adds Amplitude·sin(Phase − Wave·p) at
// point p.
type GustPart struct {
	Wave             r3.Vec  // [1/m]
	Phase, Amplitude float64 // [rad]; [1]
}

// Waves are the parts of the gust at time t, for backends that evaluate the wind themselves; all zero
// without gusts. At is (1 + their sum) times the mean velocity.
func (w *Wind) Waves(t float64) (parts [len(gustWaves)]GustPart) {
	speed := r3.Norm(w.Velocity)
	if w.Gust == 0 || speed == 0 {
		return parts
	}
	dir := r3.Scale(1/speed, w.Velocity)
	side := r3.Vec{X: -dir.Z, Z: dir.X}
	for i, c := range gustWaves {
		rate := 2 * math.Pi * w.Frequency * c.f
		wave := r3.Add(r3.Scale(c.dx, dir), r3.Add(r3.Vec{Y: c.dy}, r3.Scale(c.dz, side)))
		parts[i] = GustPart{Wave: r3.Scale(rate/speed, wave), Phase: rate*t + float64(i), Amplitude: w.Gust * c.a}
	}
	return parts
}
