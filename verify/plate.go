package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// clampedPlate checks the deflection w = 0.00126532·q·L⁴/B of a square plate that is clamped all round (Taylor and
// Govindjee 2004). w is so small that the stiffness of the membrane, which counts from w = √(B/k) on, is negligible.
func clampedPlate(e *Env) error {
	if !e.OnCPU() {
		return nil // a ten-thousandth of the sheet, to five digits, is beyond single precision
	}
	const side, density, b, stretch = .2, .15, 1e-5, 100.
	const want = side / 2e4 // w; the load follows from it
	load := want * b / (.00126532 * math.Pow(side, 4))
	for i, kind := range []MeshKind{Right, Alternating} {
		// Poisson's ratio has no effect here: the coupling adds what the twist loses.
		poisson := []float64{0, .3}[i]
		var sizes, errs, deflections []float64
		name := ""
		for _, n := range Pick(e, []int{4, 8, 16, 32}, []int{4, 8, 16}, nil) {
			cell := side / float64(n)
			s := RectSheet(kind, SheetBox{U0: -cell, U1: side + cell, V0: -cell, V1: side + cell}, n+2, n+2)
			f := bendingLaws[1].sheet(density, stretch, b)
			f.BendCoupling = poisson
			p := s.Part(f, LevelPlace)
			inside := func(x float64) bool { return x > cell/2 && x < side-cell/2 }
			HoldVertices(&p, s.Where(func(q r2.Vec) bool { return !inside(q.X) || !inside(q.Y) }))
			set := Settings()
			set.AirDensity, set.MaxNewton, set.MaxCG, set.Tolerance, set.Gravity = 0, 100, 20000, 1e-12,
				r3.Vec{Y: -load / density}
			r, err := e.Sim(p, nil, set)
			if err != nil {
				return err
			}
			at, err := r.Settle(nil, Settling{H: 10, Still: 1e-10, Most: 60})
			if err != nil {
				return fmt.Errorf("%s: %w", s.Name(), err)
			}
			r.Close()
			middle := s.Where(func(q r2.Vec) bool { return math.Hypot(q.X-side/2, q.Y-side/2) < cell/2 })
			got := -at[middle[0]].Y
			sizes, errs, name = append(sizes, cell), append(errs, math.Abs(got/want-1)), s.Name()
			deflections = append(deflections, got)
			e.Compare(name, fmt.Sprintf("deflection of the middle, %d edges along a side", n), "m", want, got)
		}
		if k := len(sizes) - 1; k > 0 {
			e.Order(name, "deflection of the middle", sizes, errs, 2, .2, 0)
			// Richardson extrapolation of second order, from the last two sizes: on 16 edges the next order is below a
			// tenth of it.
			e.Check(name, "deflection of the middle, of edges without length", "m", want, (4*deflections[k]-deflections[k-1])/3,
				.01)
		}
	}
	return nil
}
