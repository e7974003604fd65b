package steptest

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/step"
)

// Press is a ball of 10 cm that moves down into the floor y = 0 and up again.
type Press struct {
	body.Solid
	Deep float64 // largest depth of the ball in the floor [m]
}

// PressTime is the duration of the motion; the ball is lowest in the middle [s].
const PressTime = 0.4

// pressRadius is the radius of the ball [m], pressHeight its initial height above the floor [m].
const pressRadius, pressHeight = 0.1, 0.03

// NumVertices implements step.Surface.
func (p *Press) NumVertices() int { return len(p.X) }

// Triangles implements step.Surface.
func (p *Press) Triangles() [][3]int32 { return p.Tri }

// Positions implements step.Surface.
func (p *Press) Positions(dst []r3.Vec, t float64) {
	low := math.Sin(math.Pi * min(t/PressTime, 1))
	for i, x := range p.X {
		dst[i] = r3.Add(x, r3.Vec{Y: pressRadius + pressHeight - (pressHeight+p.Deep)*low*low})
	}
}

// Colliders returns floor and ball with these priorities.
func (p *Press) Colliders(floor, ball int) []step.Collider {
	return []step.Collider{
		{Name: "floor", Normal: r3.Vec{Y: 1}, Friction: 0.5, Priority: floor},
		{Name: "ball", Surface: p, Friction: 0.5, Priority: ball},
	}
}

// Depth returns the largest depth of points in the floor and in the ball at time t [m].
func (p *Press) Depth(x []r3.Vec, t float64) (floor, ball float64) {
	low := math.Sin(math.Pi * min(t/PressTime, 1))
	centre := r3.Vec{Y: pressRadius + pressHeight - (pressHeight+p.Deep)*low*low}
	for _, v := range x {
		floor = max(floor, -v.Y)
		ball = max(ball, pressRadius-r3.Norm(r3.Sub(v, centre)))
	}
	return floor, ball
}

// NewPress returns a ball that moves so deep into the floor [m].
func NewPress(deep float64) (*Press, error) {
	ball, err := body.CapsuleSolid(pressRadius, 2.001*pressRadius, .01)
	if err != nil {
		return nil, err
	}
	return &Press{*ball, deep}, nil
}
