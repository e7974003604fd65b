// Dihedral angle between two triangles, with first and second derivatives.

package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"
)

// FlatHeight is the height of a triangle over the hinge's edge, relative to the edge, below which it has no normal.
// Such a hinge has no angle and no force.
const FlatHeight = 1e-9

// degenerate reports whether the hinge has lost its edge or one of its triangles.
func (d *Dihedral) degenerate() bool {
	least := FlatHeight * FlatHeight * d.l2 * d.l2
	return !(r3.Norm2(d.nA) > least && r3.Norm2(d.nB) > least)
}

// DihedralAngle returns the angle θ between the two triangles of a hinge and its gradient. θ is zero when flat and
// positive when the triangles fold towards the side their normals point to. It is computed by atan2 of sine and cosine,
// because acos loses small angles.
func DihedralAngle(x [4]r3.Vec) (theta float64, g [4]r3.Vec) {
	d := NewDihedral(x)
	if d.degenerate() {
		return 0, g
	}
	return d.theta, d.gradient()
}

// Dihedral has the quantities shared by the angle and its derivatives.
type Dihedral struct {
	e, a, b r3.Vec  // edge x1−x0, and x2−x0, x3−x0
	nA, nB  r3.Vec  // unnormalised normals e×a and b×e
	l2, l   float64 // |e|², |e|
	tA, tB  float64 // feet of x2, x3 along the edge
	theta   float64
}

// NewDihedral computes a hinge whose edge is from vertex 0 to 1, with vertices 2 and 3 opposite to it.
func NewDihedral(x [4]r3.Vec) Dihedral {
	var d Dihedral
	d.e, d.a, d.b = r3.Sub(x[1], x[0]), r3.Sub(x[2], x[0]), r3.Sub(x[3], x[0])
	d.nA, d.nB = r3.Cross(d.e, d.a), r3.Cross(d.b, d.e)
	d.l2 = r3.Norm2(d.e)
	d.l = math.Sqrt(d.l2)
	d.tA, d.tB = r3.Dot(d.a, d.e)/d.l2, r3.Dot(d.b, d.e)/d.l2
	// (nA × nB)·ê is minus the sine when folded towards the normals.
	d.theta = math.Atan2(-r3.Dot(r3.Cross(d.nA, d.nB), d.e)/d.l, r3.Dot(d.nA, d.nB))
	return d
}

// gradient of θ: the opposite vertices move it by |e|/|n|² along the normal, the edge's
// vertices follow from invariance under rigid motions.
func (d *Dihedral) gradient() (g [4]r3.Vec) {
	g[2] = r3.Scale(d.l/r3.Norm2(d.nA), d.nA)
	g[3] = r3.Scale(d.l/r3.Norm2(d.nB), d.nB)
	g[0] = r3.Scale(-1, r3.Add(r3.Scale(1-d.tA, g[2]), r3.Scale(1-d.tB, g[3])))
	g[1] = r3.Scale(-1, r3.Add(r3.Scale(d.tA, g[2]), r3.Scale(d.tB, g[3])))
	return g
}

// mat3 is a row-major 3×3 matrix.
type mat3 = [9]float64

// Hessian of θ as 4×4 blocks of 3×3, by differentiating the gradient with respect to
// e, a and b (de = dx1−dx0, da = dx2−dx0, db = dx3−dx0).
func (d *Dihedral) Hessian() (h [4][4]mat3) {
	g := d.gradient()
	eh := r3.Scale(1/d.l, d.e)
	// ∂g2: l·∂(n/|n|²) with dn = −[a]×de + [e]×da, plus n/|n|²·êᵀde.
	j2e, j2a := invNormalJacobian(d.nA, d.l, skew(r3.Scale(-1, d.a))), invNormalJacobian(d.nA, d.l, skew(d.e))
	linalg.AddOuter(&j2e, 1/r3.Norm2(d.nA), d.nA, eh)
	// ∂g3: nB = b×e, dn = [b]×de − [e]×db.
	j3e, j3b := invNormalJacobian(d.nB, d.l, skew(d.b)), invNormalJacobian(d.nB, d.l, skew(r3.Scale(-1, d.e)))
	linalg.AddOuter(&j3e, 1/r3.Norm2(d.nB), d.nB, eh)
	// ∂t = (e·da + a·de)/l² − 2t e·de/l².
	tAe := r3.Scale(1/d.l2, r3.Sub(d.a, r3.Scale(2*d.tA, d.e)))
	tBe := r3.Scale(1/d.l2, r3.Sub(d.b, r3.Scale(2*d.tB, d.e)))
	ta := r3.Scale(1/d.l2, d.e)

	// Rows: gradient of vertex i with respect to (e, a, b).
	var row [4][3]mat3
	row[2] = [3]mat3{j2e, j2a, {}}
	row[3] = [3]mat3{j3e, {}, j3b}
	for i, w := range [2][2]float64{{1 - d.tA, 1 - d.tB}, {d.tA, d.tB}} {
		sign := float64(1 - 2*i) // d(1−t) = −dt
		for k := range 9 {
			row[i][0][k] = -w[0]*j2e[k] - w[1]*j3e[k]
			row[i][1][k] = -w[0] * j2a[k]
			row[i][2][k] = -w[1] * j3b[k]
		}
		linalg.AddOuter(&row[i][0], sign, g[2], tAe)
		linalg.AddOuter(&row[i][0], sign, g[3], tBe)
		linalg.AddOuter(&row[i][1], sign, g[2], ta)
		linalg.AddOuter(&row[i][2], sign, g[3], ta)
	}
	for i := range 4 {
		for k := range 9 {
			h[i][0][k] = -row[i][0][k] - row[i][1][k] - row[i][2][k]
		}
		h[i][1], h[i][2], h[i][3] = row[i][0], row[i][1], row[i][2]
	}
	return h
}

// invNormalJacobian is l·∂(n/|n|²)/∂n·J = l/|n|²·(I − 2n̂n̂ᵀ)·J.
func invNormalJacobian(n r3.Vec, l float64, j mat3) mat3 {
	n2 := r3.Norm2(n)
	f := l / n2
	m := mat3{f, 0, 0, 0, f, 0, 0, 0, f}
	linalg.AddOuter(&m, -2*f/n2, n, n)
	var out mat3
	for r := range 3 {
		for c := range 3 {
			out[3*r+c] = m[3*r]*j[c] + m[3*r+1]*j[3+c] + m[3*r+2]*j[6+c]
		}
	}
	return out
}

// skew is the matrix of the cross product: skew(v)·w = v × w.
func skew(v r3.Vec) mat3 { return mat3{0, -v.Z, v.Y, v.Z, 0, -v.X, -v.Y, v.X, 0} }

// UnwrapAngle returns θ on the branch nearest to prev, so that the angle is continuous beyond ±π.
func UnwrapAngle(theta, prev float64) float64 {
	return theta + 2*math.Pi*math.Round((prev-theta)/(2*math.Pi))
}
