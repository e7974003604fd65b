package law

import (
	"fmt"
	"math"
)

// Relaxing is the generalised Maxwell model of stress that relaxes at constant strain: springs in series with dashpots,
// parallel to the elastic law, whose stresses q_i add up,
//
//	q̇_i = k_i·ε̇ − q_i/τ_i,
//
// so that a crease lasts longer, the longer it was held: fibres relax, and the friction between them keeps a part
// (Chapman 1975). Of the stress of the elastic law, that of a fast test, the shares relax and the rest stays, see Rest;
// each branch is linear, with its share of the stiffness at zero strain.
//
// Over a step of h along a linear path of the strain the solution is exact, for any h: with d = e^{−h/τ}, φ = (1 −
// d)·τ/h and Δ = ε − ε_n the stress at the end is d·q + kφΔ, the derivative of the step potential d·q·Δ + kφ/2·Δ²,
// which is convex. A long step relaxes completely (φ → 0), a short one is elastic (φ → 1).
type Relaxing struct {
	Share1 float64 `key:"share_1" unit:"1" default:"0" check:"min=0 max=0.99" try:"0.3" doc:"part of the stiffness that relaxes in branch 1"`
	Time1  float64 `key:"time_1" unit:"time" default:"10" check:"min=1e-3 max=1e12" try:"0.05" doc:"relaxation time of branch 1"`
	Share2 float64 `key:"share_2" unit:"1" default:"0" check:"min=0 max=0.99" try:"0.2" doc:"the same of branch 2"`
	Time2  float64 `key:"time_2" unit:"time" default:"1000" check:"min=1e-3 max=1e12" try:"0.2" doc:"the same of branch 2"`
	Share3 float64 `key:"share_3" unit:"1" default:"0" check:"min=0 max=0.99" try:"0.1" doc:"the same of branch 3"`
	Time3  float64 `key:"time_3" unit:"time" default:"30000" check:"min=1e-3 max=1e12" try:"1" doc:"the same of branch 3"`
	K      float64 // stiffness of the elastic law at zero strain, see Binder
}

// branches returns stiffness over K and relaxation time of each branch.
func (l *Relaxing) branches() [3][2]float64 {
	return [3][2]float64{{l.Share1, l.Time1}, {l.Share2, l.Time2}, {l.Share3, l.Time3}}
}

// Relaxes returns the share of the stiffness that relaxes.
func (l Relaxing) Relaxes() float64 { return l.Share1 + l.Share2 + l.Share3 }

// Check requires that some stiffness remains; otherwise the cloth would flow.
func (l Relaxing) Check() (string, error) {
	if most := .99; l.Relaxes() > most+1e-12 {
		return "share_1", fmt.Errorf("%g: shares sum up to %.3g: expected at most %g, so that some stiffness stays", l.Share1,
			l.Relaxes(), most)
	}
	return "", nil
}

// Bind sets the stiffness of which the shares are parts.
func (l Relaxing) Bind(stiffness float64) Law { l.K = stiffness; return l }

// maxwell returns d = e^{−u} and φ = (1 − d)/u, to round-off.
func maxwell(u float64) (d, phi float64) {
	if u > 0 {
		return math.Exp(-u), -math.Expm1(-u) / u
	}
	return 1, 1
}

// over returns the decay of each branch over a step of h, and its stiffness for the strain change.
func (l *Relaxing) over(h float64) (d, k [3]float64) {
	for i, b := range l.branches() {
		if b[0] > 0 {
			var phi float64
			d[i], phi = maxwell(h / b[1])
			k[i] = b[0] * l.K * phi
		}
	}
	return d, k
}

// relaxed returns the response of a branch to a strain change x; q is the decayed stress.
func relaxed(x, q, k float64) (psi, sigma, slope float64) { return (q + k/2*x) * x, q + k*x, k }

// Respond adds the stresses of the branches.
func (l Relaxing) Respond(s *Strain, r *Response) {
	d, k := l.over(s.H)
	kept := s.History
	psi, sigma, slope := relaxed(s.Eps-s.EpsN, d[0]*kept[0]+d[1]*kept[1]+d[2]*kept[2], k[0]+k[1]+k[2])
	r.add(psi, sigma, slope)
}

// RespondAll implements Wide.
func (l Relaxing) RespondAll(s *Strains, r *Responses) {
	d, k := l.over(s.H)
	all := k[0] + k[1] + k[2]
	for i := range s.Eps {
		kept := s.History[i*s.Stride:]
		psi, sigma, slope := relaxed(s.Eps[i]-s.EpsN[i], d[0]*kept[0]+d[1]*kept[1]+d[2]*kept[2], all)
		r.add(i, psi, sigma, slope)
	}
}

// Commit stores the stresses at the end of the step.
func (l Relaxing) Commit(s *Strain) {
	d, k := l.over(s.H)
	for i := range k {
		s.History[i] = d[i]*s.History[i] + k[i]*(s.Eps-s.EpsN)
	}
}

// Rest returns the part of an elastic law that remains if a share of its stiffness relaxes; nil for nil.
func Rest(elastic, relaxing Law) Law {
	if l, ok := relaxing.(interface{ Relaxes() float64 }); ok {
		return Scaled(elastic, 1-l.Relaxes())
	}
	return elastic
}
