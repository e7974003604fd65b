package verify

import (
	"fmt"
	"math"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/scenes"
	"hysteron/verify/exact"
)

func cantileverFabrics(e *Env) error {
	const g, width, angle = 9.81, .025, 41.5 * math.Pi / 180
	for _, name := range scenes.ClosedFabrics() {
		f, err := shippedFabric(name)
		if err != nil {
			return err
		}
		free := f
		for _, c := range components(&free) {
			c.Friction = law.Dahl{}
		}
		curvature, hinge := free, free
		curvature.Bending, curvature.BendCoupling = cloth.CurvatureBending, 0
		hinge.Bending, hinge.BendCoupling = cloth.HingeBending, 0
		straight := math.Cbrt(exact.CantileverGamma(angle) * 3 * f.BendWarp.Spring().K1 / (f.Density * g))
		for _, q := range []struct {
			what   string
			fabric cloth.Fabric
		}{{"curvature law without friction", curvature}, {"hinge law without friction", hinge}, {"as shipped, with friction",
			f}} {
			var name string
			// The angle grows with the overhang: two lengths, and interpolation in log–log.
			slant := func(length float64) (float64, error) {
				s, clamp, tip := ClampedSheet(Unstructured, length, width, 4)
				name = s.Name()
				p := s.Part(q.fabric, LevelPlace)
				HoldVertices(&p, clamp)
				set := Settings()
				set.AirDensity, set.MaxNewton, set.MaxCG, set.Tolerance = 0, 200, 4000, 1e-7
				r, err := e.Sim(p, nil, set)
				if err != nil {
					return 0, err
				}
				defer r.Close()
				x, err := r.Settle(nil, Settling{H: .5, Still: 2e-6, Most: 100})
				if err != nil {
					return 0, fmt.Errorf("%s %s, overhang %.3g m: %w", f.Name, q.what, length, err)
				}
				var along, drop float64
				for _, v := range tip {
					along, drop = along+x[v].X, drop-x[v].Y
				}
				return math.Atan2(drop, along), nil
			}
			length := straight
			a, err := slant(length)
			if err != nil {
				return err
			}
			for range 3 {
				// the slope of a cantilever grows approximately with the cube of its length
				length *= math.Pow(math.Tan(angle)/math.Tan(a), 1./3)
				if a, err = slant(length); err != nil {
					return err
				}
			}
			e.Compare(name, fmt.Sprintf("%s, %s: bending length (slant %.1f°)", f.Name, q.what, a*180/math.Pi), "mm",
				500*straight, 500*length)
		}
	}
	return nil
}
