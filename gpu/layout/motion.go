package layout

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Halves returns vectors of the model's vertices in the device's order, split into high and low parts.
func (p *Model) Halves(x []r3.Vec) (hi, lo [][4]float32) {
	hi, lo = make([][4]float32, len(x)), make([][4]float32, len(x))
	for k, i := range p.Vertex {
		hi[k], lo[k] = Split(x[i])
	}
	return hi, lo
}

// Pins returns the device indices of pinned vertices and their split targets. If a vertex has several pins the last
// applies, as on the CPU.
func (p *Model) Pins(vertices []int32, targets []r3.Vec) (at []int32, to [][4]float32) {
	place := map[int32]int{}
	for k, i := range vertices {
		hi, lo := Split(targets[k])
		if n, twice := place[i]; twice {
			to[2*n], to[2*n+1] = hi, lo
			continue
		}
		place[i] = len(at)
		at, to = append(at, p.Place[i]), append(to, hi, lo)
	}
	return at, to
}

// Before returns the state of second-order integrators in the device's order: velocity change with the age of contact,
// and lag. Zeros without one.
func (p *Model) Before(b *cloth.Before) (gain, lag [][4]float32) {
	gain, lag = make([][4]float32, len(p.Vertex)), make([][4]float32, len(p.Vertex))
	if b.H == 0 {
		return gain, lag
	}
	for k, i := range p.Vertex {
		c, e := b.Gain[i], b.Lag[i]
		gain[k], lag[k] = Float4(c.X, c.Y, c.Z, float64(b.Age[i])), Float4(e.X, e.Y, e.Z, 0)
	}
	return gain, lag
}

// UnpackBefore is the inverse of Before, for a step of h [s].
func (p *Model) UnpackBefore(h float64, gain, lag [][4]float32) cloth.Before {
	n := len(p.Vertex)
	b := cloth.Before{H: h, Gain: make([]r3.Vec, n), Lag: make([]r3.Vec, n), Age: make([]uint8, n)}
	for k, i := range p.Vertex {
		b.Gain[i], b.Lag[i], b.Age[i] = Joined(gain[k], [4]float32{}), Joined(lag[k], [4]float32{}), uint8(gain[k][3])
	}
	return b
}
