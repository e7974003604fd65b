package step

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Wind is a wind field: a mean velocity with gusts that travel downwind.
type Wind struct {
	Velocity  r3.Vec  `gl:"wind" key:"wind_m_s" unit:"m/s" default:"[0, 0, 0]" check:"min=-300 max=300" doc:"mean velocity"`
	Gust      float64 `key:"gust" default:"0" check:"min=0 max=10" doc:"amplitude of gusts as a part of the mean"`
	Frequency float64 `key:"gust_hz" unit:"Hz" default:"0" check:"min=0 max=100" doc:"main frequency of gusts"`
}

// gustWaves are the incommensurable parts of a gust: relative frequency, direction of the
// wave in units of 1/(speed of the wind), relative amplitude. Their amplitudes sum to 1.
var gustWaves = [...]struct{ f, dx, dy, dz, a float64 }{
	{1, 1, 0.31, 0.2, 0.45}, {1.618, 1, -0.27, 0.42, 0.33}, {2.7183, 1, 0.12, -0.55, 0.22},
}

// At returns the wind at point p and time t [m/s].
func (w *Wind) At(p r3.Vec, t float64) r3.Vec {
	speed := r3.Norm(w.Velocity)
	if w.Gust == 0 || speed == 0 {
		return w.Velocity
	}
	dir := r3.Scale(1/speed, w.Velocity)
	side := r3.Vec{X: -dir.Z, Z: dir.X}
	along, across := r3.Dot(p, dir), r3.Dot(p, side)
	var g float64
	for i, c := range gustWaves {
		phase := 2*math.Pi*w.Frequency*c.f*(t-(c.dx*along+c.dy*p.Y+c.dz*across)/speed) + float64(i)
		g += c.a * math.Sin(phase)
	}
	return r3.Scale(1+w.Gust*g, w.Velocity)
}

// GustPart is one wave of a gust: relative to the mean wind it adds Amplitude·sin(Phase − Wave·p) at
// point p.
type GustPart struct {
	Wave             r3.Vec  // [1/m]
	Phase, Amplitude float64 // [rad]; [1]
}

// Waves returns the parts of the gust at time t, for backends that evaluate the wind themselves; all zero without
// gusts. At is (1 + their sum) times the mean velocity.
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
