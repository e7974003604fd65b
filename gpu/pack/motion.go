package pack

import "gonum.org/v1/gonum/spatial/r3"

// Halves are vectors of the model's vertices, split, in the order of the device.
func (p *Model) Halves(x []r3.Vec) (hi, lo [][4]float32) {
	hi, lo = make([][4]float32, len(x)), make([][4]float32, len(x))
	for k, i := range p.Vertex {
		hi[k], lo[k] = Split(x[i])
	}
	return hi, lo
}

// Pins are vertices of the model that are held, where they are on the device, with their targets, split: of several on a vertex the last, as on the CPU.
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
