package cloth

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"hysteron/law"
)

// checkAdded checks the laws of coupled strains, and that the energy of each has a minimum; a sum of convex energies is
// convex.
func (f *Fabric) checkAdded() error {
	type added struct {
		key string
		on  law.StrainMask
		law law.Law
	}
	all := []added{{"area", law.Areas, f.Area}, {"diagonal", law.Diagonals, f.Diagonal}, {"principal", law.Principals,
		f.Principal}}
	for i := range f.Radial {
		r := &f.Radial[i]
		all = append(all, added{fmt.Sprintf("radial.%d", i), law.Radii, r.Law})
		if r.Law == nil {
			continue
		}
		if i > f.radials() {
			return fmt.Errorf("radial.%d stands behind one without a law", i)
		}
		if r.Along == [3]float64{} {
			return fmt.Errorf("radial.%d: expected a place, of one of warp, weft and shear at least", i)
		}
		for k, v := range r.At {
			if math.IsNaN(v) || math.IsInf(v, 0) || r.Along[k] != 0 && r.Along[k] != 1 {
				return fmt.Errorf("radial.%d: strain %g of %s: expected a finite number", i, v, [...]string{"warp", "weft",
					"shear"}[k])
			}
		}
	}
	for _, q := range all {
		if q.law == nil {
			continue
		}
		if key, err := law.Check(q.law); err != nil {
			return fmt.Errorf("%s.%s = %w", q.key, key, err)
		}
		if !law.Of(q.law).On(q.on) {
			return fmt.Errorf("%s: law %q: expected one of %v", q.key, law.Of(q.law).Name, law.NamesOn(law.Elasticity, q.on))
		}
	}
	if !f.hasCoupled() {
		return nil
	}
	for _, q := range all {
		if c, ok := q.law.(law.Curve); ok {
			if at, ok := c.Convex(); !ok {
				return fmt.Errorf("%s: the stress falls with the strain around %.3g: expected it to grow everywhere, as energies "+
					"that add up have a minimum only if each is convex", q.key, at)
			}
		}
	}
	return f.checkSum()
}

// checkSum samples strains for one at which the sum is concave, if a curve of a single strain is concave there: other
// laws must compensate (thesis §4.3.3, where all is sampled). If every energy is convex the sum is.
func (f *Fabric) checkSum() error {
	const n = 20
	low, high, key := 0., 0., ""
	each := [3]law.Law{f.Warp.Elastic, f.Weft.Elastic, f.Shear.Elastic}
	for k, l := range each {
		if c, ok := l.(law.Curve); ok {
			low, high = min(low, c.Low), max(high, c.High)
			if _, convex := c.Convex(); !convex {
				key = [...]string{"warp", "weft", "shear"}[k]
			}
		}
	}
	if key == "" {
		return nil
	}
	on := func(i int) float64 { return low + (high-low)*float64(i)/n }
	for i := range n + 1 {
		for j := range n + 1 {
			for g := range n/4 + 1 {
				eps := [3]float64{on(i), on(j), high * float64(g) / (n / 4)}
				_, h := f.added(eps)
				for k, l := range each {
					if l != nil {
						var r law.Response
						l.Respond(&law.Strain{Eps: eps[k], EpsN: eps[k], H: 1, History: make([]float64, len(law.Of(l).History))}, &r)
						h.SetSym(k, k, h.At(k, k)+r.Slope)
					}
				}
				var eigen mat.EigenSym
				if values := [3]float64{}; eigen.Factorize(h, false) && eigen.Values(values[:])[0] < -1e-9*mat.Norm(h, 2) {
					return fmt.Errorf("%s: at the strains %.3g, %.3g and %.3g of warp, weft and shear the energies add up to a "+
						"concave one: expected a sum that has a minimum; each of them has one where its stress grows everywhere", key,
						eps[0], eps[1], eps[2])
				}
			}
		}
	}
	return nil
}

// coupled returns the laws of coupled strains.
func (f *Fabric) coupled() law.Coupled {
	return law.Coupled{Area: f.Area, Diagonal: f.Diagonal, Principal: f.Principal, Around: f.Radial[:f.radials()]}
}

// Added returns the stress of all energies of coupled strains of a membrane, including the coupling, at strains of
// warp, weft and shear.
func (f *Fabric) Added(eps [3]float64) [3]float64 {
	sigma, _ := f.added(eps)
	return sigma
}

func (f *Fabric) added(eps [3]float64) (sigma [3]float64, h *mat.SymDense) {
	m := law.Mixer{H: 1, Exact: true}
	var e [3][]float64
	r := law.Tensor{Psi: make([]float64, 1)}
	for k := range e {
		e[k], r.Sigma[k], r.Slope[k], r.Cross[k] = eps[k:k+1], sigma[k:k+1], make([]float64, 1), make([]float64, 1)
	}
	s := f.coupled()
	s.Add(&m, &e, &r)
	c := f.C12()
	sigma[0] += c * eps[1]
	sigma[1] += c * eps[0]
	return sigma, mat.NewSymDense(3, []float64{r.Slope[0][0], r.Cross[2][0] + c, r.Cross[1][0], 0, r.Slope[1][0],
		r.Cross[0][0], 0, 0, r.Slope[2][0]})
}
