// Package verify holds problems with known answers, for the simulator's own step, on the reference
// and on a device: closed solutions, the exact discrete solutions of backward Euler,
// and independent solvers of package verify/exact. Problems lists them; known.Run solves them.
package verify
