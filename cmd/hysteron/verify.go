package main

// verifyCommand holds the checks of what came out.
type verifyCommand struct {
	Contact verifyContact `cmd:"" help:"Look for intersections in the frames of runs, caches and OBJ files."`
}
