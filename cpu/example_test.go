package cpu_test

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/step"
)

// A triangle that falls in still air, onto a plane 10 cm below.
func ExampleNew() {
	part := cloth.Part{
		Name: "triangle", Fabric: cloth.Isotropic(0.1, 500, 500, 1e-5),
		X:   []r3.Vec{{}, {X: 0.1}, {Z: -0.1}},
		Tri: [][3]int32{{0, 1, 2}},
		UV:  [][3]r2.Vec{{{}, {X: 0.1}, {Y: 0.1}}},
	}
	model, err := cloth.NewModel([]cloth.Part{part})
	if err != nil {
		fmt.Println(err)
		return
	}
	floor := step.Collider{Point: r3.Vec{Y: -0.1}, Normal: r3.Vec{Y: 1}, Friction: 0.5}
	sim, err := cpu.New(model, nil, []step.Collider{floor}, step.DefaultSettings())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sim.Close()
	for frame := range 4 {
		fmt.Printf("%.2f s: %.0f mm\n", sim.State.Time, 1e3*sim.State.X[0].Y)
		for range 24 {
			report, err := sim.Step(1. / 240)
			if err != nil || report.Outcome != step.Converged {
				fmt.Println(frame, report.Outcome, err)
				return
			}
		}
	}
	// Output:
	// 0.00 s: 0 mm
	// 0.10 s: -51 mm
	// 0.20 s: -96 mm
	// 0.30 s: -96 mm
}
