package cloth

// Atmosphere is the atmospheric pressure [Pa].
const Atmosphere = 101325.

// AirCell is the air enclosed by a closed connected component of cloth: a cushion, a balloon, a pillow. Its pressure is
// uniform, and it leaks through the cloth by the cloth's permeability (Chen, Feng and Wang 2013, §6, with one cell per
// component).
type AirCell struct {
	Tri      []int32 // triangles of the component
	Sign     float64 // 1: right sides outwards; −1: inwards
	Leak     float64 // leak flow over excess pressure [m³/(s·Pa)]
	Flow     float64 // inflation, as a volume at atmospheric pressure; negative: suction, as a volume of the inside [m³/s]
	Until    float64 // end of the inflation; 0: never [s]
	Pressure float64 // excess pressure: at the start, or always if Held [Pa]
	Held     bool    // constant pressure
	Least    float64 // volume that remains between touching walls [m³]
}

// Blown returns the volume blown in over a step of h from a time [m³].
func (c *AirCell) Blown(from, h float64) float64 {
	if c.Until > 0 {
		h = max(0, min(h, c.Until-from))
	}
	return c.Flow * h
}
