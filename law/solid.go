package law

import (
	"fmt"
	"math"
)

// Solid is an elastic law of the deformation gradient, per rest volume.
type Solid interface {
	// Respond returns the response at f. Unless exact, its second derivative has no negative eigenvalues.
	Respond(f *Gradient, exact bool) SolidResponse
}

// SolidResponse is the response of a solid.
type SolidResponse struct {
	Psi float64  // energy ψ [J/m³]
	P   Gradient // first Piola stress ∂ψ/∂F [Pa]
	H   Tangent  // ∂²ψ/∂F² [Pa]
}

// SolidKind is a row of the list of laws of solids.
type SolidKind struct {
	Name  string // in files
	Zero  Solid  // of the law's type
	Given func(young, poisson float64) Solid
}

// SolidKinds lists the laws of solids. The first is the default of files.
var SolidKinds = []SolidKind{
	{"neo-hookean", NeoHookean{}, func(e, nu float64) Solid { return newNeoHookean(e, nu) }},
	{"corotational", Corotational{}, func(e, nu float64) Solid { return newCorotational(e, nu) }},
	{"fixed-corotational", FixedCorotational{}, func(e, nu float64) Solid { return newFixedCorotational(e, nu) }},
}

// SolidNames returns the names of the laws.
func SolidNames() (names []string) {
	for i := range SolidKinds {
		names = append(names, SolidKinds[i].Name)
	}
	return names
}

// SolidNamed returns the law of that name, which for small strains is Hooke's with Young's modulus [Pa] and Poisson's
// ratio.
func SolidNamed(name string, young, poisson float64) (Solid, error) {
	if !(young > 0) || math.IsInf(young, 0) {
		return nil, fmt.Errorf("a Young's modulus of %g Pa: expected a finite number above 0", young)
	}
	if !(poisson >= 0 && poisson < .5) {
		return nil, fmt.Errorf("a Poisson's ratio of %g: expected a number from 0 to below 0.5", poisson)
	}
	for i := range SolidKinds {
		if k := &SolidKinds[i]; k.Name == name {
			return k.Given(young, poisson), nil
		}
	}
	return nil, fmt.Errorf("law %q: expected one of %q", name, SolidNames())
}

// SolidShear returns the shear modulus of a law at rest [Pa].
func SolidShear(l Solid) float64 {
	h := l.Respond(&Gradient{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, true).H
	return (h[1][1] + h[1][3]) / 2
}

// lame returns Lamé's moduli of Hooke's law [Pa].
func lame(young, poisson float64) (lambda, mu float64) {
	return young * poisson / ((1 + poisson) * (1 - 2*poisson)), young / (2 * (1 + poisson))
}

// Stretches is the response of an isotropic law to the principal stretches s: ψ, ψᵢ = ∂ψ/∂sᵢ, ψᵢⱼ, and the quotients
//
//	twist (ψᵢ + ψⱼ)/(sᵢ + sⱼ),   flip (ψᵢ − ψⱼ)/(sᵢ − sⱼ)
//
// of the pair without k, at index k. Laws have closed forms of these, because sums and differences may vanish.
type Stretches struct {
	Psi         float64
	First       [3]float64
	Second      [3][3]float64
	Twist, Flip [3]float64
}

// isotropic returns the response to F of a law of its principal stretches, F = U diag(s) Vᵀ with rotations U and V. The
// second derivative consists of the 3×3 matrix ψᵢⱼ of changes of the stretches, and the eigenvectors U(eᵢeⱼᵀ ∓
// eⱼeᵢᵀ)Vᵀ/√2 with the eigenvalues twist and flip (Smith, de Goes and Kim 2019, "Analytic eigensystems for isotropic
// distortion energies").
func isotropic(f *Gradient, exact bool, law func(s [3]float64) Stretches) (r SolidResponse) {
	u, s, v := singularValues(f)
	q := law(s)
	r.Psi = q.Psi
	if !exact {
		q.Second = ClampSym(q.Second)
		for k := range 3 {
			q.Twist[k], q.Flip[k] = max(0, q.Twist[k]), max(0, q.Flip[k])
		}
	}
	var dyad [3][3][9]float64 // U eᵢeⱼᵀ Vᵀ
	for i := range 3 {
		for j := range 3 {
			for a := range 3 {
				for b := range 3 {
					dyad[i][j][3*a+b] = u[a][i] * v[b][j]
				}
			}
		}
	}
	for i := range 3 {
		var along [9]float64
		for n, d := range dyad[i][i] {
			r.P[n/3][n%3] += q.First[i] * d
			along[n] = q.Second[i][0]*dyad[0][0][n] + q.Second[i][1]*dyad[1][1][n] + q.Second[i][2]*dyad[2][2][n]
		}
		r.H.add(&dyad[i][i], &along)
		d, e := &dyad[(i+1)%3][(i+2)%3], &dyad[(i+2)%3][(i+1)%3]
		own, other := (q.Flip[i]+q.Twist[i])/2, (q.Flip[i]-q.Twist[i])/2
		var one, two [9]float64
		for n := range d {
			one[n], two[n] = own*d[n]+other*e[n], own*e[n]+other*d[n]
		}
		r.H.add(d, &one)
		r.H.add(e, &two)
	}
	return r
}

// add adds abᵀ.
func (t *Tangent) add(a, b *[9]float64) {
	for i, v := range a {
		row := &t[i]
		for j, w := range b {
			row[j] += v * w
		}
	}
}

// NeoHookean is the stable Neo-Hookean solid of Smith, de Goes and Kim 2018 ("Stable Neo-Hookean flesh simulation", eq.
// 14), which preserves volume better the larger λ is, and whose forces restore inverted elements:
//
//	ψ = μ/2·(I − 3) − μ/2·ln((I + 1)/4) + λ/2·((J − α)² − (1 − α)²),   α = 1 + ¾μ/λ
//
// with I = ‖F‖² and J = det F.
type NeoHookean struct{ Mu, Lambda float64 } // the paper's moduli [Pa]

// newNeoHookean returns the law with the paper's moduli from those of Hooke's law: μ = ⁴⁄₃μ_L, λ = λ_L + ⅚μ_L (§3.4).
func newNeoHookean(young, poisson float64) NeoHookean {
	lambda, mu := lame(young, poisson)
	return NeoHookean{4. / 3 * mu, lambda + 5./6*mu}
}

// Respond implements Solid.
func (l NeoHookean) Respond(f *Gradient, exact bool) SolidResponse {
	return isotropic(f, exact, l.stretched)
}

func (l NeoHookean) stretched(s [3]float64) (r Stretches) {
	square := s[0]*s[0] + s[1]*s[1] + s[2]*s[2]
	more := s[0]*s[1]*s[2] - 1 // J − 1
	pull := l.Mu * (square / (square + 1))
	push := l.Lambda*more - .75*l.Mu // λ(J − α)
	r.Psi = l.Mu/2*(square-3-math.Log1p((square-3)/4)) + (l.Lambda/2*more-.75*l.Mu)*more
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		r.First[i] = pull*s[i] + push*s[j]*s[k]
		r.Twist[i], r.Flip[i] = pull+push*s[i], pull-push*s[i]
		r.Second[i][i] = pull
		for n := range 3 {
			m := 3 - i - n
			other := s[j] * s[k] // ∂J/∂sᵢ
			r.Second[i][n] += 2*l.Mu*s[i]*s[n]/((square+1)*(square+1)) + l.Lambda*other*s[(n+1)%3]*s[(n+2)%3]
			if n != i {
				r.Second[i][n] += push * s[m]
			}
		}
	}
	return r
}

// Corotational is Hooke's law in co-rotated axes, with the exact derivative of its energy:
//
//	ψ = μ‖F − R‖² + λ/2·(tr RᵀF − 3)²
//
// R is the rotation of the polar decomposition, with det R = 1 also for inverted elements. Its stress is linear in the
// stretches: that of a bar pulled to the length l is E(l − 1) for any l. R is discontinuous where two stretches are
// opposite.
type Corotational struct{ Mu, Lambda float64 } // Lamé's moduli [Pa]

func newCorotational(young, poisson float64) Corotational {
	lambda, mu := lame(young, poisson)
	return Corotational{mu, lambda}
}

// Respond implements Solid.
func (l Corotational) Respond(f *Gradient, exact bool) SolidResponse {
	return isotropic(f, exact, l.stretched)
}

func (l Corotational) stretched(s [3]float64) (r Stretches) {
	trace := s[0] + s[1] + s[2] - 3
	r.Psi = l.Lambda / 2 * trace * trace
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		r.Psi += l.Mu * (s[i] - 1) * (s[i] - 1)
		r.First[i] = 2*l.Mu*(s[i]-1) + l.Lambda*trace
		for n := range 3 {
			r.Second[i][n] = l.Lambda
		}
		r.Second[i][i] += 2 * l.Mu
		r.Flip[i] = 2 * l.Mu
		r.Twist[i] = 2*l.Mu + 2*(l.Lambda*trace-2*l.Mu)/math.Max(s[j]+s[k], leastSum)
	}
	return r
}

// FixedCorotational is Corotational with the volume change in place of the trace, which preserves volume at any stretch
// better the larger λ is (Stomakhin, Howes, Schroeder and Teran 2012, "Energetically consistent invertible elasticity",
// eq. 3.1):
//
//	ψ = μ‖F − R‖² + λ/2·(J − 1)²
type FixedCorotational struct{ Mu, Lambda float64 } // Lamé's moduli [Pa]

func newFixedCorotational(young, poisson float64) FixedCorotational {
	lambda, mu := lame(young, poisson)
	return FixedCorotational{mu, lambda}
}

// Respond implements Solid.
func (l FixedCorotational) Respond(f *Gradient, exact bool) SolidResponse {
	return isotropic(f, exact, l.stretched)
}

func (l FixedCorotational) stretched(s [3]float64) (r Stretches) {
	more := s[0]*s[1]*s[2] - 1 // J − 1
	push := l.Lambda * more
	r.Psi = push / 2 * more
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		other := s[j] * s[k] // ∂J/∂sᵢ
		r.Psi += l.Mu * (s[i] - 1) * (s[i] - 1)
		r.First[i] = 2*l.Mu*(s[i]-1) + push*other
		for n := range 3 {
			r.Second[i][n] = l.Lambda * other * s[(n+1)%3] * s[(n+2)%3]
			if n != i {
				r.Second[i][n] += push * s[3-i-n]
			}
		}
		r.Second[i][i] += 2 * l.Mu
		r.Flip[i] = 2*l.Mu - push*s[i]
		r.Twist[i] = 2*l.Mu - 4*l.Mu/math.Max(s[j]+s[k], leastSum) + push*s[i]
	}
	return r
}

// leastSum is the smallest sum of two stretches in the second derivative of corotational laws, which diverges where R
// is discontinuous.
const leastSum = 1e-6

// AddSquare adds by·aaᵀ.
func (t *Tangent) AddSquare(by float64, a *[9]float64) {
	if by == 0 {
		return
	}
	var b [9]float64
	for i, v := range a {
		b[i] = by * v
	}
	t.add(a, &b)
}
