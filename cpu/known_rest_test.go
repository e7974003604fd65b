package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu/dihedral"
	"hysteron/step"
)

// bare are settings without gravity and air, solved well.
func bare() step.Settings {
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity = r3.Vec{}, 0
	set.Tolerance, set.MaxNewton, set.MaxCG = 1e-9, 200, 20000
	return set
}

// A strip with rest curvature K along one direction rolls up into a circle of radius 1/K, by the angle K times its length, towards
// its right side, under both laws of bending and along warp and weft.
func TestRestCurvature(t *testing.T) {
	const length, width, k = .12, .03, 12.
	for _, along := range []string{"warp", "weft"} {
		for _, law := range []cloth.BendingLaw{cloth.HingeBending, cloth.CurvatureBending} {
			f := cloth.Isotropic(.15, 0, 500, 1e-5)
			f.Bending = law
			nu, nv, lu, lv := 25, 7, length, width
			if along == "warp" {
				f.RestWarp = k
			} else {
				f.RestWeft = k
				nu, nv, lu, lv = nv, nu, lv, lu
			}
			p := grid(nu, nv, lu, lv, f, true)
			for i, x := range p.X { // what lies within the first cells is held
				if at := map[string]float64{"warp": x.X - p.X[0].X, "weft": p.X[0].Z - x.Z}[along]; at < .0051 {
					p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: x})
				}
			}
			s := newSim(t, p, nil, bare())
			settle(t, s, .1, 1e-7, 300)
			last := len(p.X) - 1
			x := s.State.X[last]
			at := r3.Sub(x, p.X[0])
			free := length - .005
			// Half of the bending of the first free edge sits inside the clamp, see crissCrossStrip.
			turn := k * (free + .0025)
			wantUp, wantOut := (1-math.Cos(turn))/k, math.Sin(turn)/k+.0025
			out := map[string]float64{"warp": at.X, "weft": -at.Z}[along]
			if math.Abs(at.Y-wantUp) > .02*length || math.Abs(out-wantOut) > .02*length {
				t.Errorf("%s, law %d: the end is %.4f m up and %.4f m out: expected %.4f and %.4f", along, law, at.Y, out, wantUp, wantOut)
			}
			if e := s.energyAt(s.State.X); e > 2e-3*1.5e-5*k*k*length*width {
				t.Errorf("%s, law %d: energy %g J of the %g J that it has when flat", along, law, e, 1.5e-5*k*k*length*width)
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
			theta, _ := dihedral.Angle(points(s.State.X, &h.V))
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
