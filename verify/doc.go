// Package verify has problems with known answers for the simulator's own step, on the reference and on a device:
// closed-form solutions, the exact discrete solutions of backward Euler, and independent solvers of package
// verify/exact. Problems lists them; Run solves them.
package verify
