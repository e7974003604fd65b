// Package linalg solves the linear systems of implicit time steps of cloth: symmetric 3×3-block sparse matrices (BSR),
// conjugate gradients, and the preconditioners block Jacobi, SSOR and algebraic multigrid (AMG) with piecewise-constant
// or rigid-body coarse spaces. Loops run on all cores; results do not depend on the number of cores.
package linalg
