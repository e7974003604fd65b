package main

// verifyCommand groups the commands that check the simulator and its results.
type verifyCommand struct {
	Physics physicsCommand `cmd:"" default:"withargs" help:"Solve problems with known answers on the CPU and the GPU (the default)."`
	Drape   verifyDrape    `cmd:"" help:"Predict the drape of cloths from their KES sheets, and compare it with what was measured."`
	Contact verifyContact  `cmd:"" help:"Look for intersections in the frames of runs, caches and OBJ files."`
}
