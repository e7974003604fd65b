package law

import "math"

// Barrier is a hard limit Max of a measure q of strain: a potential that grows steeply towards it. With w = Max − From
// and u = (q − From)/w it is
//
//	ψ = −K·w²·u²·ln(1 − u)
//
// above From, and zero below, as are its first two derivatives at From. This is the barrier of Li et al. 2020 (IPC, eq.
// 6), with a growing measure in place of a shrinking distance. From u = 1 − LastGap on it continues as the parabola
// with the same value, slope and second derivative. So it is convex, nondecreasing, and finite above Max: elements that
// prescribed vertices force above it share the excess.
type Barrier struct {
	Max  float64 // unit of q
	From float64 // unit of q, below Max
	K    float64 // stiffness [J/m² over q²]; 0: no limit
}

// LastGap is the share of w below Max where a barrier continues as a parabola. Its stress at Max is about
// 2·K·w/LastGap, and its stiffness above it K/LastGap². Measured: with 0.1, TestLimitCarriesLoads exceeds the limit;
// with 0.001, sleeve-twist with a limit_stretch of 1.03, whose pinned ends exceed it, does not end within 100 s.
const LastGap = 1e-2

// Respond returns the potential [J/m²] at q and its first two derivatives.
func (b Barrier) Respond(q float64) (r Response) {
	if !b.acts(q) {
		return r
	}
	w := b.Max - b.From
	u, gap := (q-b.From)/w, (b.Max-q)/w
	beyond := math.Max(LastGap-gap, 0)
	if beyond > 0 {
		u, gap = 1-LastGap, LastGap
	}
	l := math.Log1p(-u)
	if u > .5 {
		l = math.Log(gap) // against cancellation
	}
	psi, sigma, slope := -u*u*l, u*u/gap-2*u*l, (u/gap+4)*u/gap-2*l
	psi += beyond * (sigma + beyond*slope/2)
	sigma += beyond * slope
	r.add(b.K*w*w*psi, b.K*w*sigma, b.K*slope)
	return r
}

// acts reports whether the barrier is active at q.
func (b Barrier) acts(q float64) bool { return b.K > 0 && q > b.From }

// StrainLimits are the hard limits of a triangle. Each is a barrier of a convex function of Green's strain: of both
// principal strains; of the shear 2E_uv and its negative; of the elastic energy per area (Miguel 2014, eq. 4.5).
type StrainLimits struct {
	Stretch, Shear, Energy Barrier
	Elastic                ElasticSheet // the limited energy
}

// Any reports whether there is a limit.
func (l *StrainLimits) Any() bool { return l.Stretch.K > 0 || l.Shear.K > 0 || l.Energy.K > 0 }

// Scaled returns the limits of n layers that each have these limits.
func (l StrainLimits) Scaled(n float64) StrainLimits {
	l.Stretch.K *= n
	l.Shear.K *= n
	l.Energy.Max, l.Energy.From, l.Energy.K = n*l.Energy.Max, n*l.Energy.From, l.Energy.K/n
	for k := range l.Elastic.Each {
		l.Elastic.Each[k] = Scaled(l.Elastic.Each[k], n)
	}
	l.Elastic.Couple *= n
	l.Elastic.Coupled = l.Elastic.Coupled.Scaled(n)
	return l
}

// Numbers returns the limited measures: the larger principal strain, the absolute value of the shear, and the elastic
// energy [J/m²] if it is limited.
func (l *StrainLimits) Numbers(m *Mixer, e [3]float64) (q [3]float64) {
	q[0] = (e[0]+e[1])/2 + math.Hypot((e[0]-e[1])/2, e[2]/2)
	q[1] = math.Abs(e[2])
	if l.Energy.K > 0 {
		q[2] = l.Elastic.Energy(m, e)
	}
	return q
}

// Above reports whether a measure exceeds its limit. NaN counts as above.
func (l *StrainLimits) Above(q [3]float64) bool {
	for k, b := range [3]Barrier{l.Stretch, l.Shear, l.Energy} {
		if b.K > 0 && !(q[k] < b.Max) {
			return true
		}
	}
	return false
}

// Add adds the barriers of triangle i at strains e to r. The stress of the stretch limit is positive semi-definite;
// that of the shear limit is not.
func (l *StrainLimits) Add(m *Mixer, i int, e [3]float64, r *Tensor) {
	q := l.Numbers(m, e)
	if l.Stretch.acts(q[0]) {
		m.limitPrincipals(l.Stretch, i, e, r)
	}
	if l.Shear.acts(q[1]) {
		s := l.Shear.Respond(q[1])
		r.Psi[i] += s.Psi
		r.Sigma[2][i] += math.Copysign(s.Sigma, e[2])
		r.Slope[2][i] += s.Slope
	}
	if l.Energy.acts(q[2]) {
		s, of := l.Energy.Respond(q[2]), l.Elastic.at(m, e)
		r.Psi[i] += s.Psi
		for k := range of.Sigma {
			r.Sigma[k][i] += s.Sigma * of.Sigma[k][0]
			r.Slope[k][i] += s.Sigma * of.Slope[k][0]
			r.Cross[k][i] += s.Sigma * of.Cross[k][0]
		}
		r.square(i, s.Slope, &[3]float64{of.Sigma[0][0], of.Sigma[1][0], of.Sigma[2][0]})
	}
}

// limitPrincipals adds b(E₁) + b(E₂), see Principals.
func (m *Mixer) limitPrincipals(b Barrier, i int, e [3]float64, r *Tensor) {
	p, half := (e[0]-e[1])/2, e[2]/2
	mean, radius := (e[0]+e[1])/2, math.Hypot(p, half)
	one, two := b.Respond(mean+radius), b.Respond(mean-radius)
	c, s, turn := 1., 0., 2*one.Slope
	if radius > 1e-9 {
		c, s, turn = p/radius, half/radius, (one.Sigma-two.Sigma)/radius
	}
	r.Psi[i] += one.Psi + two.Psi
	for k, of := range [2]Response{one, two} {
		sign := float64(1 - 2*k)
		g := [3]float64{(1 + sign*c) / 2, (1 - sign*c) / 2, sign * s / 2}
		for j := range g {
			r.Sigma[j][i] += of.Sigma * g[j]
		}
		r.square(i, of.Slope, &g)
	}
	r.square(i, turn, &[3]float64{-s / 2, s / 2, c / 2})
}

// ElasticSheet is the elastic part of a triangle: the laws of its strains, the coupling of the first two, and coupled
// laws. None has history.
type ElasticSheet struct {
	Each    [3]Law
	Couple  float64
	Coupled Coupled
}

// Energy returns the elastic energy per area at strains e [J/m²].
func (s *ElasticSheet) Energy(m *Mixer, e [3]float64) float64 { return s.at(m, e).Psi[0] }

// at returns the response at strains e. It is valid until the next call.
func (s *ElasticSheet) at(m *Mixer, e [3]float64) *Tensor {
	if m.alone == nil {
		m.alone = newAlone()
	}
	a := m.alone
	a.e, a.numbers = e, [10]float64{}
	r := &a.Tensor
	for k, l := range s.Each {
		if l == nil {
			continue
		}
		var one Response
		l.Respond(&Strain{Eps: e[k], EpsN: e[k], H: m.H}, &one)
		r.Psi[0] += one.Psi
		r.Sigma[k][0] += one.Sigma
		r.Slope[k][0] += m.clamp(one.Slope)
	}
	r.Psi[0] += s.Couple * e[0] * e[1]
	r.Sigma[0][0] += s.Couple * e[1]
	r.Sigma[1][0] += s.Couple * e[0]
	r.Cross[2][0] += s.Couple
	s.Coupled.Add(m, &a.strains, r)
	return r
}

// alone is storage for one triangle.
type alone struct {
	Tensor
	e       [3]float64
	numbers [10]float64
	strains [3][]float64
}

func newAlone() *alone {
	a := new(alone)
	a.Psi = a.numbers[:1:1]
	for k := range a.strains {
		a.strains[k] = a.e[k : k+1 : k+1]
		a.Sigma[k], a.Slope[k], a.Cross[k] = a.numbers[1+k:2+k:2+k], a.numbers[4+k:5+k:5+k], a.numbers[7+k:8+k:8+k]
	}
	return a
}
