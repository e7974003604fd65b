package capture

import (
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// keeps are the smallest ratios of the stiffness at one point to that at the point before, so that the moment kε of
// hinges nowhere falls with ε. With level tangents the smallest ratio is 1 − 1/max(9s² − 8s³) = 0.407 for a cubic from
// the first point, and 1 − 1/max(6s + 3s² − 8s³) = 0.664 for the next one, with 0 ≤ s ≤ 1. Where the curve falls
// through a point, its tangent there needs 0.42 (TestKeeps). With a falling moment a fold collapses into single rows of
// hinges, and each of many ways is a minimum.
var keeps = []float64{0, 0.42, 0.67}

// hinges reports whether the part bends by angles.
func (p *Part) hinges() bool { return strings.HasPrefix(p.Name, "bend_") }

// raises returns the unknowns of a search: of hinges the excess of each point over the smallest value that keeps
// allows, of other parts the points.
func (p *Part) raises() []float64 {
	out := slices.Clone(p.Points)
	for i := len(out) - 1; i > 0 && p.hinges(); i-- {
		out[i] = max(0, out[i]-keeps[i]*out[i-1])
	}
	return out
}

// raise sets the points from the unknowns.
func (p *Part) raise(by []float64) {
	p.Points = slices.Clone(by)
	for i := 1; i < len(by) && p.hinges(); i++ {
		p.Points[i] += keeps[i] * p.Points[i-1]
	}
}

// byRaises converts derivatives by points to derivatives by unknowns.
func byRaises(parts []*Part, j *mat.Dense) {
	at := 0
	for _, p := range parts {
		for i := len(p.Points) - 1; i > 0 && p.hinges(); i-- { // a point moves all after it
			rows, _ := j.Dims()
			for r := range rows {
				j.Set(r, at+i-1, j.At(r, at+i-1)+keeps[i]*j.At(r, at+i))
			}
		}
		at += len(p.Points)
	}
}

// byPoints converts them back.
func byPoints(parts []*Part, j *mat.Dense) {
	at := 0
	for _, p := range parts {
		for i := 1; i < len(p.Points) && p.hinges(); i++ {
			rows, _ := j.Dims()
			for r := range rows {
				j.Set(r, at+i-1, j.At(r, at+i-1)-keeps[i]*j.At(r, at+i))
			}
		}
		at += len(p.Points)
	}
}
