package verify

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/claim"
	"hysteron/cloth"
	"hysteron/law"
)

// paintedFriction compares crumpled sheets in flight: friction painted by a factor, a fabric with that much more
// friction, and the fabric unchanged.
func paintedFriction(e *Env) error {
	const factor, n, h = 2.5, 8, 1. / 120
	f, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	strong := f
	for _, c := range components(&strong) {
		c.Friction = law.Scaled(c.Friction, factor)
	}
	s := RectSheet(Unstructured, SheetBox{U1: .1, V1: .08}, 7, 5)
	for _, bending := range bendingLaws {
		var ends [3][]r3.Vec
		for k, fabric := range []cloth.Fabric{f, strong, f} {
			fabric.Bending = bending.law
			p := s.Part(fabric, LevelPlace)
			if k == 0 {
				for range p.X {
					p.FrictionScale = append(p.FrictionScale, factor)
				}
			}
			set := Settings()
			set.MaxNewton, set.MaxCG, set.Tolerance = 200, 4000, e.Tol(1e-10, 1e-7)
			r, err := e.Sim(p, nil, set)
			if err != nil {
				return err
			}
			if err := crumple(r); err != nil {
				return err
			}
			if err := r.Steps(n, h); err != nil {
				return err
			}
			st, err := r.State()
			if err != nil {
				return err
			}
			ends[k] = append([]r3.Vec(nil), st.X...)
			r.Close()
		}
		e.CheckAbs(s.Name(), bending.name+": painted against a fabric with as much friction, farthest vertex", "m", 0,
			Farthest(ends[0], ends[1]), e.Tol(1e-8, 1e-5))
		e.Claim(claim.Claim{Mesh: s.Name(), What: bending.name + ": painted against unpainted, farthest vertex", Unit: "m",
			Measure: claim.AtLeast, Expected: 1e-3}, Farthest(ends[0], ends[2]))
	}
	return nil
}
