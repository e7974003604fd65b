package sim_test

import (
	"context"
	"fmt"
	"os"

	"hysteron/scenes"
	"hysteron/sim"
)

// A run as hysteron run makes it, into a folder: caches, checkpoints, figures.
func ExampleRun() {
	scene, err := scenes.Load("hanging-sheet", []string{"sheet.0.vertices=[9, 9]"})
	if err != nil {
		fmt.Println(err)
		return
	}
	setup, err := scene.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	info, err := sim.Run(context.Background(), setup, sim.Options{Dir: dir, Backend: "cpu", Frames: 3, NoRender: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d frames, %d intersections, %d coordinates that are no number\n", info.Frames, info.SelfIntersections,
		info.NonFinite)
	// Output:
	// 3 frames, 0 intersections, 0 coordinates that are no number
}
