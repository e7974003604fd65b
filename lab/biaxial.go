package lab

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// A biaxial tester pulls until a force per width, or an elongation, is reached.
const (
	biaxialForce = 200.0 // [N/m]
	biaxialTop   = 0.4
)

// biaxial pulls along the warp with the weft held, along the weft with the warp held, and along both, and unloads.
// Forces are the static ones on all four sides.
func biaxial(ctx context.Context, f cloth.Fabric, _ Options) (*Table, error) {
	out := &Table{Columns: []Column{{Name: "warp", Unit: "%", Per: 1e-2}, {Name: "weft", Unit: "%", Per: 1e-2},
		{Name: "force_warp", Unit: "N/m", Per: 1, Read: Read{Error: forceError / Side}}, {Name: "force_weft", Unit: "N/m",
			Per: 1, Read: Read{Error: forceError / Side}}}}
	for _, way := range [][2]float64{{1, 0}, {0, 1}, {1, 1}} {
		t, err := NewTester(ctx, Spec{
			Fabric: f, Size: [2]float64{Side, Side}, Vertices: [2]int{7, 7}, Mesh: "equilateral", Dq: 1e-6,
			Hold:  func(u, v float64) bool { return math.Abs(u) > Side/2-1e-9 || math.Abs(v) > Side/2-1e-9 },
			Place: func(q, u, v float64) r3.Vec { return r3.Vec{X: u * (1 + way[0]*q), Z: -v * (1 + way[1]*q)} },
		})
		if err != nil {
			return nil, err
		}
		read := func(e float64) (most float64, err error) {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			if _, err := t.To(e); err != nil {
				return 0, err
			}
			warp := t.Work(func(u, v float64) r3.Vec { return r3.Vec{X: u} })
			weft := t.Work(func(u, v float64) r3.Vec { return r3.Vec{Z: -v} })
			out.add(way[0]*e, way[1]*e, warp, weft)
			return max(warp, weft), nil
		}
		e := 0.
		for d := 0.005; e < biaxialTop; d = min(1.1*d, 0.02) {
			e += d
			force, err := read(e)
			if err != nil {
				t.Close()
				return nil, err
			}
			if force > biaxialForce {
				break
			}
		}
		for i := 1; i < 20; i++ {
			if _, err := read(e * (1 - math.Pow(float64(i)/20, 2))); err != nil {
				t.Close()
				return nil, err
			}
		}
		t.Close()
	}
	return out, nil
}
