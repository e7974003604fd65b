package lab

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Side of the samples that are stretched and sheared, as in Miguel et al. 2013 [m].
const Side = 0.1

// The ranges of the Kawabata Evaluation System: shear to ±8°, pure bending to ±2.5 cm⁻¹.
const (
	ShearTop    = 8 * math.Pi / 180
	BendTop     = 250.0 // [1/m]
	BendGauge   = 0.01  // length of the bent sample [m]
	bendColumns = 10    // facets along it
)

// StretchTester stretches a sheet along u to the Green strain q. With guided, the whole rim moves and the width is
// constant; otherwise the two clamped edges move, as in the paper's tester.
func StretchTester(ctx context.Context, f cloth.Fabric, guided bool) (*Tester, error) {
	const n, h = 11, Side / 2
	rim := func(u, v float64) bool {
		return math.Abs(u) > h-1e-9 || guided && math.Abs(v) > h-1e-9
	}
	return NewTester(ctx, Spec{
		Fabric: f, Size: [2]float64{Side, Side}, Vertices: [2]int{n, n}, Mesh: "equilateral", Dq: 1e-6,
		Hold:  rim,
		Place: func(q, u, v float64) r3.Vec { return r3.Vec{X: u * math.Sqrt(1+2*q), Z: -v} },
	})
}

// Build makes a tester for a fabric. Its steps stop when the context ends.
type Build func(ctx context.Context, f cloth.Fabric) (*Tester, error)

// Cycle loads to the top and runs three full cycles, the last of which ends at the top, with half steps from one end to
// the other.
func Cycle(ctx context.Context, build Build, f cloth.Fabric, top float64, half int) (*Trace, error) {
	t, err := build(ctx, f)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	c := NewTrace()
	for _, q := range []float64{top, -top, top, -top, top} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		// Points are denser at reversals and around zero, where S = a + b|ε| has a kink.
		if c.Last() == 0 {
			err = t.Trace(c, q, half)
		} else if err = t.Trace(c, 0, half/2); err == nil {
			err = t.Trace(c, q, half/2)
		}
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// ShearTester is a picture frame: the weft threads turn by the angle q at constant length, so that γ = 2E_uv = sin q.
// The rim is held.
func ShearTester(ctx context.Context, f cloth.Fabric) (*Tester, error) {
	const n, h = 11, Side / 2
	return NewTester(ctx, Spec{
		Fabric: f, Size: [2]float64{Side, Side}, Vertices: [2]int{n, n}, Mesh: "equilateral", Dq: 1e-6,
		Hold: func(u, v float64) bool { return math.Abs(u) > h-1e-9 || math.Abs(v) > h-1e-9 },
		Place: func(q, u, v float64) r3.Vec {
			return r3.Vec{X: u + v*math.Sin(q), Z: -v * math.Cos(q)}
		},
	})
}

// BendTester bends a strip of 1 × 2 cm to the curvature q [1/m] by two clamps, each of which holds two rows of
// vertices. The sides are guided, as if the strip were as wide as on the instrument. It is a polygon of facets between
// generators, so its hinges all turn by q·du; the hinges over diagonals stay flat. The area of the moment is that of
// the hinges.
func BendTester(ctx context.Context, f cloth.Fabric) (*Tester, error) {
	const du = BendGauge / bendColumns
	f.Bending = cloth.HingeBending // exact on polygons
	width := 2 * BendGauge
	// Generators at u = (i − N/2)·du; the facets between them have their length.
	place := func(q, u, v float64) r3.Vec {
		s := u / du // in facets, from the middle
		x, y := polygon(s, q*du)
		return r3.Vec{X: du * x, Y: du * y, Z: -v}
	}
	t, err := NewTester(ctx, Spec{
		Fabric: f, Size: [2]float64{BendGauge, width}, Vertices: [2]int{bendColumns + 1, 7}, Mesh: "right", Dq: 1e-3,
		Hold: func(u, v float64) bool {
			return math.Abs(u) > BendGauge/2-1.5*du || math.Abs(v) > width/2-1e-9
		},
		Place: place,
	})
	if err == nil {
		t.Area = BendGauge * width * (bendColumns - 1) / bendColumns // the ends have no hinge
	}
	return t, err
}

// polygon returns the point s facets from the middle generator of a polygon with sides of length 1 that turns by the
// angle a at each corner. s is whole.
func polygon(s, a float64) (x, y float64) {
	n := int(math.Round(math.Abs(s)))
	for i := range n {
		t := (float64(i) + 0.5) * a
		x, y = x+math.Cos(t), y+math.Sin(t)
	}
	return math.Copysign(x, s), y
}
