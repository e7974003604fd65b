package lab

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/step"
)

// cantilever reads the chord's angle of strips whose overhang is 1.6 to 2.4 times the length c = (B/ρg)^⅓, B = 3k₁; at
// 2c it is Peirce's 41.5°. Each is read twice, lowered from level and raised from below: friction stops it above and
// below the elastic equilibrium.
func cantilever(ctx context.Context, f cloth.Fabric, _ Options) (*Table, error) {
	t := &Table{
		Notes: OfSpecimen(&f),
		Columns: []Column{{Name: "overhang", Unit: "mm", Per: 1e-3}, {Name: "angle", Unit: "deg", Per: math.Pi / 180,
			Read: Read{Error: angleError}}, {Name: "way", Words: []string{"down", "up"}}},
	}
	b := 3 * f.BendWarp.Spring().K1
	if !(b > 0) {
		return nil, fmt.Errorf("bending stiffness at zero strain %g N·m: expected more than zero", b)
	}
	c := math.Cbrt(b / (f.Density * gravity))
	for _, k := range []float64{1.6, 1.8, 2, 2.2, 2.4} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		down, up, err := Overhang(ctx, f, k*c)
		if err != nil {
			return nil, fmt.Errorf("overhang of %.3g mm: %w", 1000*k*c, err)
		}
		t.add(k*c, down, 0)
		t.add(k*c, up, 1)
	}
	return t, nil
}

// Overhang returns the angle below the horizontal [rad] of the chord of a strip that overhangs an edge by a length [m]:
// lowered slowly from level, and raised slowly from where it hangs under pulled times its weight.
func Overhang(ctx context.Context, f cloth.Fabric, length float64) (down, up float64, err error) {
	const facets, across = 40, 5
	// the hinge at the edge bends for half a facet on either side of it
	du := length / (facets + 0.5)
	// Rows of vertices are generators. The facet over the edge is held level.
	row := func(u float64) int { return int(math.Round(u/du + (facets+1)/2.)) }
	var rows []int
	setup, err := Sheet(stripOf(f, true), [2]float64{(facets + 1) * du, 4 * du}, [2]int{facets + 2, across}, "right",
		func(u, v float64) (r3.Vec, bool) {
			rows = append(rows, row(u))
			return r3.Vec{X: (float64(row(u)) - 0.5) * du, Z: -v}, row(u) < 2
		})
	if err != nil {
		return 0, 0, err
	}
	set := step.DefaultSettings()
	set.Tolerance, set.MaxNewton, set.MaxCG, set.SelfContact = 1e-8, 200, 5000, false
	sim, err := cpu.New(setup.Model, nil, nil, set)
	if err != nil {
		return 0, 0, err
	}
	defer sim.Close()
	sim.SetWatch(until(ctx))
	var angles [3]float64
	weight := 0.
	for k, to := range []float64{1, pulled, 1} {
		for _, weight = range ramp(weight, to) {
			if err := sim.Steer(step.Steering{Gravity: r3.Vec{Y: -weight * gravity}}); err != nil {
				return 0, 0, err
			}
			rep, err := sim.Step(restTime)
			if err != nil {
				return 0, 0, err
			}
			if rep.Outcome != step.Converged {
				return 0, 0, fmt.Errorf("%v under %.3g times its weight: expected a converged step", rep.Outcome, weight)
			}
		}
		var tip r3.Vec
		for i, x := range sim.State.X {
			if rows[i] == facets+1 {
				tip = r3.Add(tip, r3.Scale(1./across, x))
			}
		}
		angles[k] = math.Atan2(-tip.Y, tip.X)
	}
	return angles[0], angles[2], nil
}

// pulled is the load that bends a strip down before it is raised, in units of its weight.
const pulled = 10

// ramp returns the weights from one to another in steps of 0.1 or of a quarter of the present one, whichever is larger,
// in units of the strip's weight. The last one comes twice, as damping retains a thousandth of a step.
func ramp(from, to float64) (list []float64) {
	for w := from; w != to; {
		d := max(0.1, w/4)
		if w < to {
			w = min(to, w+d)
		} else {
			w = max(to, w-d)
		}
		list = append(list, w)
	}
	return append(list, to)
}
