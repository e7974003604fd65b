package steptest

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
)

// Arms returns one body of two boxes of 40 × 5 × 40 cm, one above the other, at the distance room [m]: the lower one
// ends at y = 0.
func Arms(room float64) (*body.Solid, error) {
	box, err := body.BoxSolid(r3.Vec{X: .4, Y: .05, Z: .4}, .005, .05)
	if err != nil {
		return nil, err
	}
	arms := &body.Solid{}
	for _, y := range []float64{-.025, .025 + room} {
		n := int32(len(arms.X))
		for _, x := range box.X {
			arms.X = append(arms.X, r3.Add(x, r3.Vec{Y: y}))
		}
		for _, v := range box.Tri {
			arms.Tri = append(arms.Tri, [3]int32{v[0] + n, v[1] + n, v[2] + n})
		}
	}
	return arms, nil
}
