// Package linalg solves the linear systems of implicit steps of cloth: symmetric 3×3-block sparse matrices (BSR),
// conjugate gradients, and the preconditioners block Jacobi, SSOR and algebraic multigrid (AMG) with piecewise
// constant or rigid-body coarse spaces. Its loops run on all cores, with results that do not depend on how many
// there are.
package linalg
