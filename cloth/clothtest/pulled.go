package clothtest

import "hysteron/cloth"

// Pulled is a square sheet of cotton, of n×n vertices, whose two sides along the warp are held; one moves along itself,
// by 4/5 of the sheet's side in a second.
func Pulled(n int, side float64) cloth.Part {
	p := Grid(n, n, side, side, Cotton(), true)
	for i, x := range p.X {
		if c := i % n; c == 0 || c == n-1 {
			pin := cloth.Pin{Vertex: int32(i), Point: x}
			if c > 0 {
				pin.Velocity.X = .8 * side
			}
			p.Pins = append(p.Pins, pin)
		}
	}
	return p
}
