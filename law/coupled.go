package law

import "math"

// Tensor is the sum of energies of the three strains of many triangles, per area: energies, stresses, slopes, and
// ∂²ψ/∂ε∂ε′ of different strains: 2 3, 1 3, 1 2.
type Tensor struct {
	Psi                 []float64
	Sigma, Slope, Cross [3][]float64
}

// square adds ∂²ψ/∂q² times the outer square of ∂q/∂ε, of strain i.
func (r *Tensor) square(i int, by float64, g *[3]float64) {
	for k := range g {
		r.Slope[k][i] += by * g[k] * g[k]
		r.Cross[k][i] += by * g[(k+1)%3] * g[(k+2)%3]
	}
}

// Coupled are laws of scalars that depend on several of the three strains of a triangle; nil: none.
type Coupled struct {
	Area      Law      // of the sum of the first two
	Diagonal  Law      // of the strains along both diagonals, (E_uu + E_vv)/2 ± E_uv
	Principal Law      // of both principal strains
	Around    []Around // of distances from places in strain space
}

// Laws returns the laws that are not nil.
func (s *Coupled) Laws() (list []Law) {
	for _, l := range []Law{s.Area, s.Diagonal, s.Principal} {
		if l != nil {
			list = append(list, l)
		}
	}
	for i := range s.Around {
		list = append(list, s.Around[i].Law)
	}
	return list
}

// Scaled multiplies all stresses by a factor.
func (s Coupled) Scaled(by float64) Coupled {
	out := Coupled{Area: Scaled(s.Area, by), Diagonal: Scaled(s.Diagonal, by), Principal: Scaled(s.Principal, by)}
	for _, a := range s.Around {
		a.Law = Scaled(a.Law, by)
		out.Around = append(out.Around, a)
	}
	return out
}

// Add adds the response of all laws at strains e.
func (s *Coupled) Add(m *Mixer, e *[3][]float64, r *Tensor) {
	if s.Area != nil {
		m.Sum(s.Area, [3]float64{1, 1, 0}, 1, e, r)
	}
	if s.Diagonal != nil {
		m.Sum(s.Diagonal, [3]float64{.5, .5, .5}, 2, e, r)
		m.Sum(s.Diagonal, [3]float64{.5, .5, -.5}, 2, e, r)
	}
	if s.Principal != nil {
		m.Principals(s.Principal, e, r)
	}
	for i := range s.Around {
		s.Around[i].Add(m, e, r)
	}
}

// Mixer evaluates energies of several strains from laws of one scalar. It reuses its memory.
type Mixer struct {
	H     float64 // size of the step [s]
	Exact bool    // keep negative second derivatives

	number, psi, sigma, slope [2][]float64
	alone                     *alone // see ElasticSheet.at; nil: not needed yet
}

// respond evaluates the law at the scalar with index q.
func (m *Mixer) respond(l Law, q int) {
	n := len(m.number[q])
	for _, s := range []*[]float64{&m.psi[q], &m.sigma[q], &m.slope[q]} {
		*s = resized(*s, n)
		clear(*s)
	}
	RespondAll(l, &Strains{Eps: m.number[q], EpsN: m.number[q], H: m.H}, &Responses{m.psi[q], m.sigma[q], m.slope[q]})
}

func resized(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n)
	}
	return s[:n]
}

// clamp returns v, or 0 for a negative v unless Exact.
func (m *Mixer) clamp(v float64) float64 {
	if v < 0 && !m.Exact {
		return 0
	}
	return v
}

// Sum adds times the energy of the weighted sum of the strains e.
func (m *Mixer) Sum(l Law, w [3]float64, times float64, e *[3][]float64, r *Tensor) {
	m.number[0] = resized(m.number[0], len(e[0]))
	for i := range m.number[0] {
		m.number[0][i] = w[0]*e[0][i] + w[1]*e[1][i] + w[2]*e[2][i]
	}
	m.respond(l, 0)
	for i, slope := range m.slope[0] {
		slope = m.clamp(slope)
		r.Psi[i] += times * m.psi[0][i]
		for k := range w {
			r.Sigma[k][i] += times * w[k] * m.sigma[0][i]
			r.Slope[k][i] += times * w[k] * w[k] * slope
			r.Cross[k][i] += times * w[(k+1)%3] * w[(k+2)%3] * slope
		}
	}
}

// Principals adds ψ(E₁) + ψ(E₂), the energies of both principal strains
//
//	E = m ± r,  m = (E_uu + E_vv)/2,  r = √(p² + q²),  p = (E_uu − E_vv)/2,  q = E_uv
//
// of Green's strain: cloth that stiffens in one direction also stiffens in shear (cross-modal stiffening, thesis §4.2).
// It is convex in E if ψ is (Davis 1957). With c, s the cosine and sine of the double angle, p/r and q/r,
//
//	∂E/∂ε = ((1 ± c)/2, (1 ∓ c)/2, ±s/2),   ∂²E/∂ε² = ±ττᵀ/r,   τ = (−s, s, c)/2
//
// and (σ₁ − σ₂)/r tends to twice the slope as r vanishes.
func (m *Mixer) Principals(l Law, e *[3][]float64, r *Tensor) {
	for k := range m.number {
		m.number[k] = resized(m.number[k], len(e[0]))
	}
	for i := range e[0] {
		mean, radius := (e[0][i]+e[1][i])/2, math.Hypot((e[0][i]-e[1][i])/2, e[2][i]/2)
		m.number[0][i], m.number[1][i] = mean+radius, mean-radius
	}
	m.respond(l, 0)
	m.respond(l, 1)
	for i := range e[0] {
		radius, c, s := math.Hypot((e[0][i]-e[1][i])/2, e[2][i]/2), 1., 0.
		turn := 2 * m.slope[0][i]
		if radius > 1e-9 {
			c, s = (e[0][i]-e[1][i])/2/radius, e[2][i]/2/radius
			turn = (m.sigma[0][i] - m.sigma[1][i]) / radius
		}
		r.Psi[i] += m.psi[0][i] + m.psi[1][i]
		for k, sign := range [2]float64{1, -1} {
			g := [3]float64{(1 + sign*c) / 2, (1 - sign*c) / 2, sign * s / 2}
			for j := range g {
				r.Sigma[j][i] += m.sigma[k][i] * g[j]
			}
			r.square(i, m.clamp(m.slope[k][i]), &g)
		}
		r.square(i, m.clamp(turn), &[3]float64{-s / 2, s / 2, c / 2})
	}
}

// Around is a radial law: of the distance from a place in strain space.
type Around struct {
	At    [3]float64 // strains of warp, weft and shear
	Along [3]float64 // 1 for strains that count, 0 for others
	Law   Law        // nil: none
}

// Add adds the energy of a law of the distance from the place,
//
//	ψ(r) − ψ(r₀) + σ(r₀)·(a·ε)/r₀,   r² = Σ (ε_k − a_k)² over the strains that count,   r₀ = |a|.
//
// The linear term makes zero strain free of stress. It is convex if ψ is convex and does not decrease, because a
// distance is convex. A sheared place has a mirror image: no law of cloth depends on the sign of shear.
func (a *Around) Add(m *Mixer, e *[3][]float64, r *Tensor) {
	a.add(m, 1, e, r)
	if a.At[2]*a.Along[2] != 0 {
		a.add(m, -1, e, r)
	}
}

func (a *Around) add(m *Mixer, side float64, e *[3][]float64, r *Tensor) {
	at := [3]float64{a.At[0] * a.Along[0], a.At[1] * a.Along[1], side * a.At[2] * a.Along[2]}
	far := math.Sqrt(at[0]*at[0] + at[1]*at[1] + at[2]*at[2])
	var rest Response
	a.Law.Respond(&Strain{Eps: far, EpsN: far, H: m.H}, &rest)
	from := func(i int) (d [3]float64, dist float64) {
		for k := range d {
			d[k] = a.Along[k]*e[k][i] - at[k]
		}
		return d, math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
	}
	m.number[0] = resized(m.number[0], len(e[0]))
	for i := range e[0] {
		_, m.number[0][i] = from(i)
	}
	m.respond(a.Law, 0)
	for i := range e[0] {
		d, dist := from(i)
		slope, across := m.slope[0][i], m.slope[0][i] // across: stress over distance
		if dist > 1e-9 {
			across = m.sigma[0][i] / dist
			d = [3]float64{d[0] / dist, d[1] / dist, d[2] / dist}
		}
		r.Psi[i] += m.psi[0][i] - rest.Psi
		for k := range d {
			r.Sigma[k][i] += m.sigma[0][i] * d[k]
			r.Slope[k][i] += m.clamp(across) * a.Along[k]
			if far > 0 {
				r.Psi[i] += rest.Sigma * at[k] / far * e[k][i]
				r.Sigma[k][i] += rest.Sigma * at[k] / far
			}
		}
		r.square(i, m.clamp(slope)-m.clamp(across), &d)
	}
}
