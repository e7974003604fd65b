// Package sim runs a scene: it dresses the character, steps a backend from frame to frame, and
// writes pictures, vertex caches, checkpoints and a summary with measured figures.
//
// Frame 0 is the start state at time 0; frame i is at time i/fps. Files carry frame numbers,
// counted from the scene's start_frame.
package sim
