package law

import "golang.org/x/sys/cpu"

// useAVX2 selects the vector kernels. Tests turn it off to reach the portable ones.
var useAVX2 = cpu.X86.HasAVX2

// The laws of woven cloth answer for four strains at a time, with the operations of their Respond in the same order and
// without fused ones: the same bits.

// fours is strains for Dahl's law, and what their responses are added to.
type fours struct {
	eps, epsN, kept   *float64
	side              *Side
	psi, sigma, slope *float64
	n, apart          int
	a, b, tau         float64
	far               float64 // |Δ| from which on there is no telling
}

// dahlAVX2 answers for four strains after the other until four of which one is far away or no number, and returns how
// many it has answered for.
//
//go:noescape
func dahlAVX2(f *fours) (done int)

//go:noescape
func elasticAVX2(eps, psi, sigma, slope *float64, n int, k1, k2 float64)

//go:noescape
func dampingAVX2(eps, epsN, psi, sigma, slope *float64, n int, k float64)

// mostDecays is how many τ a strain may move: beyond 56·ln 2 e^−u has no digits beside 1.
const mostDecays = 38

// fours answers for strains from i on, four at a time, and returns the first that it leaves.
func (l *Dahl) fours(s *Strains, r *Responses, i int) int {
	n := (len(s.Eps) - i) &^ 3
	if !useAVX2 || n == 0 {
		return i
	}
	f := fours{
		&s.Eps[i], &s.EpsN[i : i+n][0], &s.History[i*s.Stride : (i+n-1)*s.Stride+1][0], nil,
		&r.Psi[i : i+n][0], &r.Sigma[i : i+n][0], &r.Slope[i : i+n][0], n, s.Stride, l.A, l.B, l.Tau, mostDecays * l.Tau,
	}
	if s.Side != nil {
		f.side = &s.Side[i : i+n][0]
	}
	return i + dahlAVX2(&f)
}

func (l *Elastic) fours(s *Strains, r *Responses) int {
	n := len(s.Eps) &^ 3
	if !useAVX2 || n == 0 {
		return 0
	}
	elasticAVX2(&s.Eps[0], &r.Psi[:n][0], &r.Sigma[:n][0], &r.Slope[:n][0], n, l.K1, l.K2)
	return n
}

// dampingFours is for a stiffness over the step of k.
func dampingFours(s *Strains, r *Responses, k float64) int {
	n := len(s.Eps) &^ 3
	if !useAVX2 || n == 0 {
		return 0
	}
	dampingAVX2(&s.Eps[0], &s.EpsN[:n][0], &r.Psi[:n][0], &r.Sigma[:n][0], &r.Slope[:n][0], n, k)
	return n
}
