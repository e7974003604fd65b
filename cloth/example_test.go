package cloth_test

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// A square of two triangles, held at a corner.
func ExampleNewModel() {
	fabric := cloth.Isotropic(0.1, 500, 500, 1e-5) // kg/m², N/m, N/m, N·m
	uv := [4]r2.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}
	part := cloth.Part{Name: "square", Fabric: fabric, Tri: [][3]int32{{0, 1, 2}, {0, 2, 3}}}
	for _, p := range uv {
		part.X = append(part.X, r3.Vec{X: p.X, Z: -p.Y}) // the right side is up
	}
	for _, t := range part.Tri {
		part.UV = append(part.UV, [3]r2.Vec{uv[t[0]], uv[t[1]], uv[t[2]]})
	}
	part.Pins = []cloth.Pin{{Vertex: 0, Kind: cloth.PinFixed, Point: part.X[0]}}
	model, err := cloth.NewModel([]cloth.Part{part})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d vertices, %d triangles, %d hinge, %.3g kg\n", len(model.X0), len(model.Tri), len(model.Hinges),
		model.TotalMass())
	state := cloth.NewState(model)
	fmt.Println("vertex 2 starts at", state.X[2])
	// Output:
	// 4 vertices, 2 triangles, 1 hinge, 0.1 kg
	// vertex 2 starts at {1 0 -1}
}
