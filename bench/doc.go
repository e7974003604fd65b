// Package bench measures the step on the GPU against the step on the CPU: the same problems, steps and
// tolerances, in one process, in alternation, over sizes from a thousand to a million triangles.
//
// Run measures; Report holds the figures with their units, WriteText prints them as tables and
// WritePlots draws them. How to read the columns: README.md in this folder.
package bench
