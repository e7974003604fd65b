package cloth

// Atmosphere is the pressure of the air around [Pa].
const Atmosphere = 101325.

// AirCell is the air that a closed piece of cloth encloses: a cushion, a balloon, the cover of a pillow. Its pressure
// is the same everywhere, and it passes through the cloth as the cloth's permeability lets it (Chen, Feng and Wang
// 2013, §6, with one cell for the piece).
type AirCell struct {
	Tri      []int32 // its triangles
	Sign     float64 // 1: their right sides look outwards; −1: inwards
	Leak     float64 // flow out of it through the cloth over its excess pressure [m³/(s·Pa)]
	Flow     float64 // that is blown in, by its volume outside; below zero: out, by that inside [m³/s]
	Until    float64 // time at which that ends; 0: never [s]
	Pressure float64 // above that of the atmosphere: at the start, or always where Held [Pa]
	Held     bool    // it is that of a source which has as much air as it takes
	Least    float64 // volume that stays between its walls where they touch [m³]
}

// Blown is the volume that is blown in over a step of h from a time [m³].
func (c *AirCell) Blown(from, h float64) float64 {
	if c.Until > 0 {
		h = max(0, min(h, c.Until-from))
	}
	return c.Flow * h
}
