// Package verify solves problems with known answers with the simulator's own step, on the reference
// and on a device, and compares: closed solutions, the exact discrete solutions of backward Euler,
// and independent solvers of package verify/exact. Problems lists them; Run solves them; a Report
// prints as a table (WriteText), as JSON, or as a page with plots (WriteHTML).
//
// A problem sees a backend through the interface Sim alone, so both backends get the same questions.
// Forces that the simulator does not know are given as velocities, see rest.go.
package verify
