package cpu

import (
	"hysteron/law"
)

// addLimits adds the barriers of hard limits to a batch of triangles; twin: shaders/include/limits.glsl.
func (b *batch) addLimits(w *World, l *law.StrainLimits) {
	n := b.hi - b.lo
	b.mixer.H, b.mixer.Exact = w.H, w.exact
	into := law.Tensor{Psi: b.psi[:n]}
	for k := range into.Sigma {
		into.Sigma[k], into.Slope[k], into.Cross[k] = b.sigma[k][:n], b.slope[k][:n], b.cross[k][:n]
	}
	for i := range n {
		p := b.lo + i
		l.Add(&b.mixer, i, [3]float64{b.eps[0][p], b.eps[1][p], b.eps[2][p]}, &into)
	}
}

// AboveLimits tells whether triangles are above a limit at the present positions.
func (s operations) AboveLimits() bool {
	return s.limiting && len(s.Model.AboveLimit(s.x)) > 0
}
