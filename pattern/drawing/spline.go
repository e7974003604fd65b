// Curves of DXF that are neither lines nor arcs: splines and ellipses.

package drawing

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/interp"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/pattern"
	"hysteron/pattern/sewing"
)

// maxDegree bounds the degree of splines; files have 3, seldom 5.
const maxDegree = 15

// bspline is a rational B-spline.
type bspline struct {
	degree int
	knots  []float64
	points []r3.Vec // x·w, y·w, w
}

// spline reads a SPLINE: a rational B-spline, or fit points if it has no control points.
func spline(e *entity) ([]pattern.Curve, error) {
	b := bspline{}
	var weights []float64
	var through []r2.Vec
	for i := range e.groups {
		g := &e.groups[i]
		switch g.code {
		case 71, 40, 41, 10, 20, 11, 21:
		default:
			continue
		}
		f, err := g.number()
		if err != nil {
			return nil, err
		}
		switch g.code {
		case 71:
			b.degree = int(f)
		case 40:
			b.knots = append(b.knots, f)
		case 41:
			weights = append(weights, f)
		case 10:
			b.points = append(b.points, r3.Vec{X: f, Z: 1})
		case 11:
			through = append(through, r2.Vec{X: f})
		case 20:
			if len(b.points) == 0 {
				return nil, errors.New("group 20 before the first 10: expected a control point")
			}
			b.points[len(b.points)-1].Y = f
		case 21:
			if len(through) == 0 {
				return nil, errors.New("group 21 before the first 11: expected a point")
			}
			through[len(through)-1].Y = f
		}
	}
	if n := max(len(b.points), len(through)); n > sewing.MaxCurves {
		return nil, fmt.Errorf("a SPLINE of %d points: expected at most %d", n, sewing.MaxCurves)
	}
	if len(b.points) == 0 {
		return fitted(through)
	}
	switch n := len(b.points); {
	case b.degree < 1 || b.degree > maxDegree:
		return nil, fmt.Errorf("a SPLINE of degree %d: expected 1 to %d", b.degree, maxDegree)
	case n <= b.degree:
		return nil, fmt.Errorf("a SPLINE of degree %d with %d control points: expected more than its degree", b.degree, n)
	case len(b.knots) != n+b.degree+1:
		return nil, fmt.Errorf("a SPLINE of degree %d with %d control points and %d knots: expected %d", b.degree, n,
			len(b.knots), n+b.degree+1)
	case !slices.IsSorted(b.knots) || b.knots[b.degree] == b.knots[n]:
		return nil, errors.New("knots of a SPLINE that do not rise: expected the next one to be as large or larger")
	case len(weights) != 0 && len(weights) != n:
		return nil, fmt.Errorf("a SPLINE with %d control points and %d weights: expected one each, or none", n, len(weights))
	}
	for i, w := range weights {
		if !(w > 1e-6 && w < 1e6) {
			return nil, fmt.Errorf("weight %g of a SPLINE: expected one above 0", w)
		}
		b.points[i] = r3.Scale(w, b.points[i])
	}
	list := b.cubics(len(weights) > 0)
	for _, c := range list {
		for _, p := range []r2.Vec{c.Start, c.C1, c.C2, c.End} {
			if !(math.Abs(p.X)+math.Abs(p.Y) <= maxCoordinate) {
				return nil, fmt.Errorf("a SPLINE through (%g, %g): expected knots and weights that give finite numbers", p.X, p.Y)
			}
		}
	}
	return list, nil
}

// cubics returns cubic Bézier curves with the positions and the derivatives of the spline at their ends: at its knots
// and, unless it is a polynomial of a degree of at most three, at every eighth between two knots.
func (b *bspline) cubics(rational bool) (list []pattern.Curve) {
	parts := 1
	if rational || b.degree > 3 {
		parts = 8
	}
	for span := b.degree; span < len(b.points); span++ {
		from, to := b.knots[span], b.knots[span+1]
		if from == to {
			continue
		}
		h := (to - from) / float64(parts)
		p, v := b.at(span, from)
		for k := range parts {
			q, w := b.at(span, from+float64(k+1)*h)
			list = append(list, hermite(p, q, r2.Scale(h, v), r2.Scale(h, w)))
			p, v = q, w
		}
	}
	return list
}

// hermite returns the cubic from p to q with the derivatives v and w there.
func hermite(p, q, v, w r2.Vec) pattern.Curve {
	return pattern.Curve{Kind: pattern.Cubic, Start: p, C1: r2.Add(p, r2.Scale(1./3, v)), C2: r2.Sub(q, r2.Scale(1./3, w)),
		End: q}
}

// at returns the point of the spline and its derivative at a parameter within a span of knots, by de Boor's algorithm
// (Carl de Boor, A Practical Guide to Splines, 1978, ch. X): the difference in its last step gives the derivative.
func (b *bspline) at(span int, t float64) (p, v r2.Vec) {
	d := slices.Clone(b.points[span-b.degree : span+1])
	var slope r3.Vec
	for level := 1; level <= b.degree; level++ {
		for j := b.degree; j >= level; j-- {
			lo, hi := b.knots[span-b.degree+j], b.knots[span+1+j-level]
			if level == b.degree {
				slope = r3.Scale(float64(b.degree)/(hi-lo), r3.Sub(d[j], d[j-1]))
			}
			a := (t - lo) / (hi - lo)
			d[j] = r3.Add(r3.Scale(1-a, d[j-1]), r3.Scale(a, d[j]))
		}
	}
	end := d[b.degree]
	p = r2.Vec{X: end.X / end.Z, Y: end.Y / end.Z}
	return p, r2.Vec{X: (slope.X - slope.Z*p.X) / end.Z, Y: (slope.Y - slope.Z*p.Y) / end.Z}
}

// fitted returns the natural cubic spline through points, over the lengths of its chords.
func fitted(points []r2.Vec) (list []pattern.Curve, err error) {
	var kept []r2.Vec
	var at, x, y []float64
	for i, p := range points {
		along := 0.0
		if i > 0 {
			last := len(kept) - 1
			if along = at[last] + r2.Norm(r2.Sub(p, kept[last])); along == at[last] {
				continue
			}
		}
		kept, at, x, y = append(kept, p), append(at, along), append(x, p.X), append(y, p.Y)
	}
	points = kept
	n := len(points)
	if n < 2 {
		return nil, errors.New("a SPLINE without control points: expected some, or two points or more that it goes through")
	}
	if n == 2 {
		return []pattern.Curve{line(points[0], points[1])}, nil
	}
	var along [2]interp.NaturalCubic
	for k, of := range [2][]float64{x, y} {
		if err := along[k].Fit(at, of); err != nil {
			return nil, fmt.Errorf("a SPLINE through %d points: %w", n, err)
		}
	}
	slope := func(i int) r2.Vec {
		return r2.Vec{X: along[0].PredictDerivative(at[i]), Y: along[1].PredictDerivative(at[i])}
	}
	for i := 1; i < n; i++ {
		h := at[i] - at[i-1]
		list = append(list, hermite(points[i-1], points[i], r2.Scale(h, slope(i-1)), r2.Scale(h, slope(i))))
	}
	return list, nil
}

// ellipticArc reads an ELLIPSE: its centre, the end of its longer half axis relative to it, the ratio of the other one,
// and the angles between which it is drawn, counter-clockwise, or clockwise if its normal points away.
func ellipticArc(e *entity) (list []pattern.Curve, closed bool, err error) {
	c, err := e.point(10)
	if err != nil {
		return nil, false, err
	}
	major, err := e.point(11)
	if err != nil {
		return nil, false, err
	}
	var v [4]float64
	for k, code := range []int{40, 41, 42, 230} {
		if v[k], err = e.value(code, []float64{math.NaN(), 0, 2 * math.Pi, 1}[k]); err != nil {
			return nil, false, err
		}
	}
	ratio, from, to := v[0], v[1], v[2]
	if !(ratio > 0 && ratio <= 1) || r2.Norm(major) == 0 {
		return nil, false, fmt.Errorf("an ELLIPSE with half axes of %g and %g times that: expected lengths above 0",
			r2.Norm(major), ratio)
	}
	if to <= from {
		to += 2 * math.Pi
	}
	if !(to > from && to <= from+2*math.Pi+1e-6) {
		return nil, false, fmt.Errorf("an ELLIPSE from %g to %g rad: expected less than a turn", from, to)
	}
	minor := r2.Scale(ratio, r2.Vec{X: -major.Y, Y: major.X})
	if v[3] < 0 {
		minor = r2.Scale(-1, minor)
	}
	for _, q := range turn(from, to-from) {
		list = append(list, q.Map(func(u r2.Vec) r2.Vec {
			return r2.Add(c, r2.Add(r2.Scale(u.X, major), r2.Scale(u.Y, minor)))
		}))
	}
	if closed = to-from > 2*math.Pi-1e-6; closed {
		list[len(list)-1].End = list[0].Start
	}
	return list, closed, nil
}
