package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/step"
)

// bare are settings without gravity and air, solved well.
func bare() step.Settings {
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity = r3.Vec{}, 0
	set.Tolerance, set.MaxNewton, set.MaxCG = 1e-9, 200, 20000
	return set
}

// A strip with rest curvature K along one direction, clamped flat at one end, rolls up towards its right side into an
// arc of radius 1/K that leaves the clamp along it, under both laws of bending and along warp and weft. Its end is (1 −
// cos KL)/K up and sin(KL)/K out, at second order in the edge.
func TestRestCurvature(t *testing.T) {
	const length, width, k = .12, .03, 12.
	for _, along := range []string{"warp", "weft"} {
		for _, law := range []cloth.BendingLaw{cloth.HingeBending, cloth.CurvatureBending} {
			var errs []float64
			for _, n := range []int{4, 8, 16} { // edges of 30, 15 and 7.5 mm
				edge := length / float64(n)
				f := cloth.Isotropic(.15, 0, 500, 1e-5)
				f.Bending = law
				nu, nv, lu, lv := n+2, n/4+1, length+edge, width // one row of cells more, which is clamped
				if along == "warp" {
					f.RestWarp = k
				} else {
					f.RestWeft = k
					nu, nv, lu, lv = nv, nu, lv, lu
				}
				p := grid(nu, nv, lu, lv, f, true)
				out := func(x r3.Vec) float64 {
					if along == "warp" {
						return x.X - p.X[0].X - edge
					}
					return p.X[0].Z - x.Z - edge
				}
				for i, x := range p.X {
					if out(x) < 1e-3*edge {
						p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: x})
					}
				}
				s := newSim(t, p, nil, bare())
				settle(t, s, .1, 1e-7, 300)
				end := s.State.X[len(p.X)-1]
				errs = append(errs, math.Hypot(end.Y-p.X[0].Y-(1-math.Cos(k*length))/k, out(end)-math.Sin(k*length)/k)/length)
				if e := s.energyAt(s.State.X); e > 1e-4*1.5e-5*k*k*length*width {
					flat := 1.5e-5 * k * k * length * width
					t.Errorf("%s, law %d, %d edges: energy %g J of the %g J that it has when flat", along, law, n, e, flat)
				}
			}
			order := math.Log2(errs[0]/errs[2]) / 2
			t.Logf("%s, law %d: the end is off by %.5f of the length, order %.2f", along, law, errs, order)
			if errs[2] > 1e-3 || order < 1.9 {
				t.Errorf("%s, law %d: the end is off by %.5f of the length, order %.2f: expected below .001 at last, and order 2",
					along, law, errs, order)
			}
		}
	}
}

// A strip creased across its middle folds there by the angle of the crease, and stays flat elsewhere.
func TestCrease(t *testing.T) {
	const angle = 1.1
	for _, law := range []cloth.BendingLaw{cloth.HingeBending, cloth.CurvatureBending} {
		f := cloth.Isotropic(.15, 0, 500, 1e-5)
		f.Bending = law
		p := grid(9, 5, .08, .04, f, true)
		p.Creases = []cloth.Crease{{A: r2.Vec{X: .04}, B: r2.Vec{X: .04, Y: .04}, Angle: angle}}
		for i, x := range p.X {
			if x.X-p.X[0].X < .0101 {
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: x})
			}
		}
		s := newSim(t, p, nil, bare())
		settle(t, s, .1, 1e-8, 300)
		for i := range s.Model.Hinges {
			h := &s.Model.Hinges[i]
			theta, _ := DihedralAngle(points(s.State.X, &h.V))
			if math.Abs(theta-h.Theta) > 1e-4 {
				t.Fatalf("law %d: hinge %d rests at %g and is at %g", law, i, h.Theta, theta)
			}
		}
		if up := s.State.X[len(p.X)-1].Y - p.X[0].Y; math.Abs(up-.04*math.Sin(angle)) > 1e-5 {
			t.Errorf("law %d: the end is %g m up: expected %g", law, up, .04*math.Sin(angle))
		}
	}
	p := grid(9, 5, .08, .04, cotton(), true)
	p.Creases = []cloth.Crease{{A: r2.Vec{X: .043}, B: r2.Vec{X: .043, Y: .04}, Angle: angle}}
	if _, err := cloth.NewModel([]cloth.Part{p}); err == nil {
		t.Error("a crease beside the edges of the mesh is taken: expected an error")
	}
}
