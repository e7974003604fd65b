package linalg

import "gonum.org/v1/gonum/spatial/r3"

// stepAVX2 is the twin of stepGo over consecutive rows. inv points to the inverse of the first row; one spare block
// must follow the last row's.
//
//go:noescape
func stepAVX2(r, z, q, inv *float64, alpha float64, rows int) (dot float64)

// updateDirectionAVX2 is the twin of updateDirectionGo over n numbers.
//
//go:noescape
func updateDirectionAVX2(x, p, z *float64, alpha, beta float64, n int)

// step computes r −= αq and z = M⁻¹r and returns rᵀz. inv has one element more than the vectors.
func step(r, z, q []r3.Vec, inv []block, alpha float64) float64 {
	if !useAVX2 || len(r) == 0 {
		return stepGo(r, z, q, inv, alpha)
	}
	_, _, _ = z[len(r)-1], q[len(r)-1], inv[len(r)]
	return stepAVX2(&r[0].X, &z[0].X, &q[0].X, &inv[0][0], alpha, len(r))
}

// updateDirection computes x += αp and p = z + βp.
func updateDirection(x, p, z []r3.Vec, alpha, beta float64) {
	if !useAVX2 || len(x) == 0 {
		updateDirectionGo(x, p, z, alpha, beta)
		return
	}
	_, _ = p[len(x)-1], z[len(x)-1]
	updateDirectionAVX2(&x[0].X, &p[0].X, &z[0].X, alpha, beta, 3*len(x))
}
