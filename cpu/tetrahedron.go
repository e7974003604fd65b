package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
)

// tetrahedronSlot has what the gather pass needs of a tetrahedron.
type tetrahedronSlot struct {
	f     law.Gradient
	force [4]r3.Vec      // gradient of the energy at each corner [N]
	block [10][9]float64 // of corners a ≤ b in the order 00, 01, 02, 03, 11, …
}

// blockPlace has the index in a slot of the block of corners a ≤ b.
var blockPlace = [4][4]int{{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}}

var tetrahedronCode = &codeOf[tetrahedronSlot]{
	measureAll: func(s *Sim, lo, hi int, x []r3.Vec) {
		const kind = cloth.Tetrahedra
		on, eps, slots := &s.strains[kind], &s.eps[kind], s.slots[kind].([]tetrahedronSlot)
		for i := lo; i < hi; i++ {
			slots[i].f = gradientOf(&s.Model.Elements[kind][i], x)
			for k, e := range greenStrains(&slots[i].f) {
				eps[k][on.place[i]] = e
			}
		}
	},
	stress: func(m *cloth.Model, i int, q *tetrahedronSlot, b *batch, p int, exact bool) float64 {
		e := &m.Elements[cloth.Tetrahedra][i]
		size := m.Size(cloth.Tetrahedra, i)
		var r law.SolidResponse
		if b.solid != nil {
			r = b.solid.Respond(&q.f, exact)
			b.psi[p] += r.Psi
		}
		addStrains(&r, &q.f, b, p, exact)
		q.gather(e.ShapeGradients(), size, &r)
		return size
	},
	gradient: func(_ *cloth.Model, _ int, q *tetrahedronSlot, corner int) r3.Vec { return q.force[corner] },
	block: func(_ *cloth.Model, _ int, q *tetrahedronSlot, a, b int, out *[9]float64) {
		k := &q.block[blockPlace[a][b]]
		for i := range 3 {
			for j := range 3 {
				if a <= b {
					out[3*i+j] += k[3*i+j]
				} else {
					out[3*i+j] += k[3*j+i]
				}
			}
		}
	},
	start: func(m *cloth.Model, state *cloth.State) {
		for i := range m.Elements[cloth.Tetrahedra] {
			f := gradientOf(&m.Elements[cloth.Tetrahedra][i], state.X)
			for k, e := range greenStrains(&f) {
				state.Past[cloth.Tetrahedra].Restart(i, k, e)
			}
		}
	},
}

// gradientOf returns F = Σ_a (x_a − x₀) ⊗ B_a of a tetrahedron with vertices at x.
func gradientOf(e *cloth.Element, x []r3.Vec) (f law.Gradient) {
	b := e.ShapeGradients()
	for a := 1; a < 4; a++ {
		d := r3.Sub(x[e.V[a]], x[e.V[0]])
		for i, di := range [3]float64{d.X, d.Y, d.Z} {
			f[i][0] += di * b[a].X
			f[i][1] += di * b[a].Y
			f[i][2] += di * b[a].Z
		}
	}
	return f
}

// shears are the pairs of axes of the shear strains.
var shears = [3][2]int{{1, 2}, {2, 0}, {0, 1}}

// greenStrains returns E_xx, E_yy, E_zz, 2E_yz, 2E_zx, 2E_xy of E = ½(FᵀF − I).
func greenStrains(f *law.Gradient) (e [6]float64) {
	for k := range 3 {
		e[k] = (f[0][k]*f[0][k] + f[1][k]*f[1][k] + f[2][k]*f[2][k] - 1) / 2
		p, q := shears[k][0], shears[k][1]
		e[3+k] = f[0][p]*f[0][q] + f[1][p]*f[1][q] + f[2][p]*f[2][q]
	}
	return e
}

// addStrains adds the response of the laws of the six strains: first derivative FS with the second Piola stress S,
// second derivative Σ σ′·∇ε ⊗ ∇ε + I ⊗ S, without the negative eigenvalues of S unless exact.
func addStrains(r *law.SolidResponse, f *law.Gradient, b *batch, p int, exact bool) {
	var s [3][3]float64
	acts := false
	for k := range 3 {
		u, v := shears[k][0], shears[k][1]
		s[k][k], s[u][v], s[v][u] = b.sigma[k][p], b.sigma[3+k][p], b.sigma[3+k][p]
		acts = acts || b.sigma[k][p] != 0 || b.slope[k][p] != 0 || b.sigma[3+k][p] != 0 || b.slope[3+k][p] != 0
	}
	if !acts {
		return
	}
	for i := range 3 {
		for j := range 3 {
			r.P[i][j] += f[i][0]*s[0][j] + f[i][1]*s[1][j] + f[i][2]*s[2][j]
		}
	}
	for k := range 3 {
		u, v := shears[k][0], shears[k][1]
		var along, shear [9]float64 // ∂ε/∂F
		for i := range 3 {
			along[3*i+k], shear[3*i+u], shear[3*i+v] = f[i][k], f[i][v], f[i][u]
		}
		r.H.AddSquare(b.slope[k][p], &along)
		r.H.AddSquare(b.slope[3+k][p], &shear)
	}
	if !exact {
		s = law.ClampSym(s)
	}
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				r.H[3*i+j][3*i+k] += s[j][k]
			}
		}
	}
}

// gather distributes a response per volume to the corners.
func (q *tetrahedronSlot) gather(b [4]r3.Vec, size float64, r *law.SolidResponse) {
	var at [4][3]float64
	for a := range 4 {
		at[a] = [3]float64{size * b[a].X, size * b[a].Y, size * b[a].Z}
	}
	q.force = [4]r3.Vec{}
	for a := 1; a < 4; a++ {
		g := &q.force[a]
		*g = r3.Vec{X: along3(&r.P[0], &at[a]), Y: along3(&r.P[1], &at[a]), Z: along3(&r.P[2], &at[a])}
		q.force[0] = r3.Sub(q.force[0], *g)
	}
	q.block = [10][9]float64{}
	own := &q.block[0]
	for c := 1; c < 4; c++ {
		var half [9][3]float64 // H·B_c
		bc := [3]float64{b[c].X, b[c].Y, b[c].Z}
		for n := range 9 {
			for j := range 3 {
				half[n][j] = r.H[n][3*j]*bc[0] + r.H[n][3*j+1]*bc[1] + r.H[n][3*j+2]*bc[2]
			}
		}
		zero := &q.block[blockPlace[0][c]]
		for a := 1; a < 4; a++ {
			for i := range 3 {
				for j := range 3 {
					v := at[a][0]*half[3*i][j] + at[a][1]*half[3*i+1][j] + at[a][2]*half[3*i+2][j]
					if a <= c {
						q.block[blockPlace[a][c]][3*i+j] = v
					}
					zero[3*i+j] -= v
					own[3*i+j] += v
				}
			}
		}
	}
}

func along3(a, b *[3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
