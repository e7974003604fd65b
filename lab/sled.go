package lab

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/scenes"
	"hysteron/step"
)

// A sled tester: cloth under a sled of Side × Side on a level plate, pulled by a cord at the speed of ASTM D1894.
const (
	sledSpeed = 2.5e-3 // of the cord's far end [m/s]
	sledCord  = 200.0  // its stiffness [N/m]
	sledStep  = 0.1    // between readings [s]
	sledTime  = 8.0    // of a run [s]
)

// sledLoads are the loads if the friction was not measured at loads of its own [N].
var sledLoads = []float64{0.5, 1, 2}

// sled drags cloth along its warp under each load at which the friction was measured, more than twice as far as it
// takes to start sliding.
func sled(ctx context.Context, f cloth.Fabric, opt Options) (*Table, error) {
	t := &Table{
		Notes: []Note{{"area", Side * Side, "cm2", 1e-4}},
		Columns: []Column{{Name: "time", Unit: "s", Per: 1}, {Name: "load", Unit: "N", Per: 1},
			{Name: "force", Unit: "N", Per: 1, Read: Read{Error: forceError}}},
	}
	loads := sledLoads
	if opt.Against != nil {
		loads = nil
		for _, p := range opt.Against.Warp.Pressure {
			loads = append(loads, p*Side*Side)
		}
	}
	for _, load := range loads {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := drag(ctx, f, opt.Against, load, t); err != nil {
			return nil, fmt.Errorf("sled under %.3g N: %w", load, err)
		}
	}
	return t, nil
}

// drag makes one run.
func drag(ctx context.Context, f cloth.Fabric, against *cloth.MeasuredFriction, load float64, t *Table) error {
	const n = 5
	s, err := scenes.Parse("sled", []byte(fmt.Sprintf("[[sheet]]\nname = \"cloth\"\nsize_m = [%g, %g]\nvertices = [%d, "+
		"%d]\nmesh = \"right\"\nfabric = \"cotton\"\n[ground]\nheight_m = 0\n", Side, Side, n, n)), nil)
	if err != nil {
		return err
	}
	setup, err := s.Build()
	if err != nil {
		return err
	}
	part := &setup.Parts[0]
	part.Fabric = f
	// At the height where contact carries the load.
	high := setup.Settings.Thickness - load/(Side*Side)/setup.Settings.ContactStiffness
	for i := range part.X {
		part.X[i].Y = high
	}
	if setup.Model, err = cloth.NewModel(setup.Parts); err != nil {
		return err
	}
	mass := 0.
	for _, m := range setup.Model.Mass {
		mass += m
	}
	for i := range setup.Model.Mass {
		setup.Model.Mass[i] *= load / gravity / mass
	}
	setup.Colliders[0].Friction = -1 // the fabric's own
	if against != nil {
		setup.Colliders[0].Measured = []*cloth.MeasuredFriction{against}
	}
	set := setup.Settings
	set.SelfContact, set.AirDensity, set.Tolerance, set.MaxNewton = false, 0, 1e-7, 200
	sim, err := cpu.New(setup.Model, nil, setup.Colliders, set)
	if err != nil {
		return err
	}
	defer sim.Close()
	sim.SetWatch(until(ctx))
	steer := step.Steering{Gravity: r3.Vec{Y: -gravity}, Air: set.Air, Grabs: make([]step.Grab, len(sim.State.X))}
	start := append([]r3.Vec(nil), sim.State.X...)
	for time := 0.; ; time += sledStep {
		force := 0.
		for i, x := range sim.State.X {
			// The cord pulls all of the sled and exerts no lift.
			g := &steer.Grabs[i]
			g.Vertex, g.Stiffness = int32(i), sledCord*setup.Model.Mass[i]*gravity/load
			g.Target.X = start[i].X + sledSpeed*time
			force += g.Stiffness * (g.Target.X - x.X)
			g.Target = r3.Vec{X: start[i].X + sledSpeed*(time+sledStep), Y: x.Y, Z: x.Z}
		}
		t.add(time, load, force)
		if time > sledTime-sledStep/2 {
			return nil
		}
		if err := sim.Steer(steer); err != nil {
			return err
		}
		rep, err := sim.Step(sledStep)
		if err != nil {
			return err
		}
		if rep.Outcome != step.Converged {
			return fmt.Errorf("%v after %g s: expected a converged step", rep.Outcome, time)
		}
	}
}
