package gpu_test

import (
	"fmt"
	"os"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// The same triangle on a device and in the reference: both are a step.Backend. It prints how far the device's triangle
// has fallen in 0.1 s, and the difference from the reference. Without OpenGL the error has the reason.
func Example() {
	if err := fall(func(b step.Backend, y float64) {
		fmt.Printf("%s: %.4f m\n", b.Name(), y)
	}); err != nil {
		fmt.Println(err)
	}
}

func fall(each func(b step.Backend, y float64)) error {
	// A device is opened once: it checks itself against the reference.
	device, err := gpu.OpenBackend(opengl.Options{Device: opengl.Auto, Compute: true}, cpu.Backend{})
	if err != nil {
		return err
	}
	defer device.Close()
	part := cloth.Part{
		Name: "triangle", Fabric: cloth.Isotropic(0.1, 500, 500, 1e-5),
		X:   []r3.Vec{{}, {X: 0.1}, {Z: -0.1}},
		Tri: [][3]int32{{0, 1, 2}},
		UV:  [][3]r2.Vec{{{}, {X: 0.1}, {Y: 0.1}}},
	}
	model, err := cloth.NewModel([]cloth.Part{part})
	if err != nil {
		return err
	}
	for _, b := range []step.Backend{device, cpu.Backend{}} {
		sim, err := b.New(model, nil, nil, step.DefaultSettings())
		if err != nil {
			return err
		}
		defer sim.Close()
		for range 24 {
			if _, err := sim.Step(1. / 240); err != nil {
				return err
			}
		}
		x := make([]r3.Vec, len(model.X0))
		if err := sim.Positions(x); err != nil {
			return err
		}
		each(b, x[0].Y)
	}
	return nil
}

// TestExample: the example runs, and both backends agree to a micrometre.
func TestExample(t *testing.T) {
	var y []float64
	err := fall(func(_ step.Backend, at float64) { y = append(y, at) })
	if err != nil && os.Getenv("HYSTERON_REQUIRE_GPU") != "1" {
		t.Skip("SKIPPED, no OpenGL: ", err)
	}
	if err != nil || len(y) != 2 || y[0] > -0.03 || y[0]-y[1] > 1e-6 || y[1]-y[0] > 1e-6 {
		t.Errorf("fell to %v (%v)", y, err)
	}
}
