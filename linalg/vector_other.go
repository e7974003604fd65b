//go:build !amd64

package linalg

import "gonum.org/v1/gonum/spatial/r3"

// step computes r −= αq and z = M⁻¹r and returns rᵀz. inv has one element more than the vectors.
func step(r, z, q []r3.Vec, inv []block, alpha float64) float64 {
	return stepGo(r, z, q, inv, alpha)
}

// updateDirection computes x += αp and p = z + βp.
func updateDirection(x, p, z []r3.Vec, alpha, beta float64) { updateDirectionGo(x, p, z, alpha, beta) }
