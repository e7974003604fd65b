package law

import "golang.org/x/sys/cpu"

// useAVX2 selects the vector kernels. Tests clear it to run the portable ones.
var useAVX2 = cpu.X86.HasAVX2

// The laws of woven cloth process four strains at a time, with the operations of Respond in the same order and no fused
// ones: results are bitwise equal.

// fours has strains for Dahl's law, and the responses to which it adds.
type fours struct {
	eps, epsN, kept   *float64
	side              *Side
	psi, sigma, slope *float64
	n, apart          int
	a, b, tau         float64
	far               float64 // |Δ| from which on the kernel stops
}

// dahlAVX2 processes strains, four at a time, until one of four is beyond far or NaN, and returns the number processed.
//
//go:noescape
func dahlAVX2(f *fours) (done int)

//go:noescape
func elasticAVX2(eps, psi, sigma, slope *float64, n int, k1, k2 float64)

//go:noescape
func dampingAVX2(eps, epsN, psi, sigma, slope *float64, n int, k float64)

// mostDecays is the largest strain change in τ: beyond 56·ln 2 e^−u vanishes beside 1.
const mostDecays = 38

// fours processes strains from i on, four at a time, and returns the index of the first that remains.
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

// dampingFours is fours for a stiffness k over the step.
func dampingFours(s *Strains, r *Responses, k float64) int {
	n := len(s.Eps) &^ 3
	if !useAVX2 || n == 0 {
		return 0
	}
	dampingAVX2(&s.Eps[0], &s.EpsN[:n][0], &r.Psi[:n][0], &r.Sigma[:n][0], &r.Slope[:n][0], n, k)
	return n
}
