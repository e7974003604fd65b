package verify

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// waves are the linear triangles of a sheet under von Kármán's strains, with which it stands on a wave.
type waves struct {
	sheet *Sheet
	grad  [][3]r2.Vec // of the shape functions [1/m]
	area  []float64   // [m²]
	shear float64     // stiffness of shear over that of stretch
}

func newWaves(s *Sheet, shear float64) *waves {
	w := &waves{sheet: s, shear: shear}
	for _, t := range s.Tri {
		a, b, c := s.UV[t[0]], s.UV[t[1]], s.UV[t[2]]
		twice := r2.Cross(r2.Sub(b, a), r2.Sub(c, a))
		across := func(d r2.Vec) r2.Vec { return r2.Vec{X: -d.Y / twice, Y: d.X / twice} }
		w.grad = append(w.grad, [3]r2.Vec{across(r2.Sub(c, b)), across(r2.Sub(a, c)), across(r2.Sub(b, a))})
		w.area = append(w.area, math.Abs(twice)/2)
	}
	return w
}

// strain is that of displacements u within the plane.
func (w *waves) strain(u []r2.Vec, k int) (e [3]float64) {
	for i, v := range w.sheet.Tri[k] {
		g := w.grad[k][i]
		e[0] += g.X * u[v].X
		e[1] += g.Y * u[v].Y
		e[2] += g.Y*u[v].X + g.X*u[v].Y
	}
	return e
}

// pull adds a triangle's forces with strain e to f.
func (w *waves) pull(f []r2.Vec, k int, e [3]float64) {
	for i, v := range w.sheet.Tri[k] {
		g, a := w.grad[k][i], w.area[k]
		f[v].X += a * (g.X*e[0] + w.shear*g.Y*e[2])
		f[v].Y += a * (g.Y*e[1] + w.shear*g.X*e[2])
	}
}

// residual is c of the root mean square strain c·κ²h² that is left where vertices stand on a wave of length λ [m] along
// the direction θ and move within the plane as they like (conjugate gradients on the least energy).
func (w *waves) residual(lambda, theta float64) float64 {
	q := 2 * math.Pi / lambda
	sin, cos := math.Sincos(theta)
	z := func(v int32) float64 { // of curvature 1 at its crests
		p := w.sheet.UV[v]
		return math.Cos(q*(p.X*cos+p.Y*sin)) / (q * q)
	}
	given := make([][3]float64, len(w.area))
	n := len(w.sheet.UV)
	u, r, p := make([]r2.Vec, n), make([]r2.Vec, n), make([]r2.Vec, n)
	for k, t := range w.sheet.Tri {
		var slope r2.Vec
		for i, v := range t {
			slope = r2.Add(slope, r2.Scale(z(v), w.grad[k][i]))
		}
		given[k] = [3]float64{slope.X * slope.X / 2, slope.Y * slope.Y / 2, slope.X * slope.Y}
		w.pull(r, k, [3]float64{-given[k][0], -given[k][1], -given[k][2]})
	}
	copy(p, r)
	dot := func(a, b []r2.Vec) (s float64) {
		for i := range a {
			s += r2.Dot(a[i], b[i])
		}
		return s
	}
	rr := dot(r, r)
	for first := rr; rr > 1e-16*first; {
		ap := make([]r2.Vec, n)
		for k := range w.area {
			w.pull(ap, k, w.strain(p, k))
		}
		by := rr / dot(p, ap)
		for i := range u {
			u[i], r[i] = r2.Add(u[i], r2.Scale(by, p[i])), r2.Sub(r[i], r2.Scale(by, ap[i]))
		}
		next := dot(r, r)
		for i := range p {
			p[i] = r2.Add(r[i], r2.Scale(next/rr, p[i]))
		}
		rr = next
	}
	var energy, area float64
	for k := range w.area {
		e := w.strain(u, k)
		for i, of := range []float64{1, 1, w.shear} {
			energy += w.area[k] * of * (e[i] + given[k][i]) * (e[i] + given[k][i])
		}
		area += w.area[k]
	}
	return math.Sqrt(energy/area) / (w.sheet.Edge * w.sheet.Edge)
}

// TestWaveStrain: on a wave unstructured triangles keep the strain c·κ²h² with cloth's waveStrain c = 0.0043 to 3 %, of
// any wave that is eight edges long and longer, so that its energy falls with h⁴; half as much without shear stiffness.
func TestWaveStrain(t *testing.T) {
	mean := func(edge, lambda, shear float64) float64 {
		w := newWaves(DiscSheet(edge, .15), shear)
		const directions = 6
		var squares float64
		for i := range directions {
			c := w.residual(lambda, float64(i)*math.Pi/directions)
			squares += c * c / directions
		}
		return math.Sqrt(squares)
	}
	for _, q := range [][4]float64{{.0125, .1, 1, .0043}, {.0125, .15, 1, .0043}, {.00625, .06, 1, .0043},
		{.00625, .1, 1, .0043}, {.0125, .1, .003, .002}} {
		c := mean(q[0], q[1], q[2])
		t.Logf("edges of %g m, wave of %g m, shear %g: c = %.3g", q[0], q[1], q[2], c)
		if math.Abs(c/q[3]-1) > .03 {
			t.Errorf("edges of %g m, wave of %g m, shear %g: c = %.4g, expected %g", q[0], q[1], q[2], c, q[3])
		}
	}
}
