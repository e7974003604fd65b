package capture

import (
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// keeps is what the stiffness keeps at least from one point to the next, the first at no strain, so that its curve's
// moment kε nowhere falls as hinges bend on. Between level tangents the least is 1 − 1/max(9s² − 8s³) = 0.407 for a
// cubic from the first point on and 1 − 1/max(6s + 3s² − 8s³) = 0.664 for the next, where s goes from 0 to 1; where the
// curve falls through a point its tangent there takes 0.42 (TestKeeps). A moment that falls lets a fold collapse into
// single rows of hinges, of which there are many ways, each a minimum of its own.
var keeps = []float64{0, 0.42, 0.67}

// hinges reports whether the part is of what bends by angles.
func (p *Part) hinges() bool { return strings.HasPrefix(p.Name, "bend_") }

// raises are what a search looks for in place of points: by how much each is above what it must keep of the one before;
// of other parts than hinges the points themselves.
func (p *Part) raises() []float64 {
	out := slices.Clone(p.Points)
	for i := len(out) - 1; i > 0 && p.hinges(); i-- {
		out[i] = max(0, out[i]-keeps[i]*out[i-1])
	}
	return out
}

// raise sets the points by them.
func (p *Part) raise(by []float64) {
	p.Points = slices.Clone(by)
	for i := 1; i < len(by) && p.hinges(); i++ {
		p.Points[i] += keeps[i] * p.Points[i-1]
	}
}

// byRaises turns derivatives by the points of parts into those by what raises them.
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

// byPoints turns them back.
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
