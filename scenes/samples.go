package scenes

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/cloth"
)

// Sample is a [[sheet.sample]]: factors of the stiffness of a fabric around a place.
type Sample struct {
	At      [2]float64 `key:"at_m" unit:"m" check:"required min=-1000 max=1000" doc:"the place, along warp u and weft v from corner-00"`
	Radius  float64    `key:"radius_m" unit:"m" check:"required above=0 max=1000" doc:"width of the Gaussian by which it counts around its place"`
	Stretch float64    `key:"stretch" default:"1" check:"min=0.001 max=1000" doc:"factor of the stresses of stretch and shear, friction between the yarns too"`
	Bend    float64    `key:"bend" default:"1" check:"min=0.001 max=1000" doc:"factor of those of bending"`
}

// spread sets the stiffness factors of the triangles of a part: the energies of samples, interpolated over the cloth
// (Miguel 2014, eq. 4.4):
//
//	Ψ(X) = Σ φ_k(X)·Ψ_k,  φ_k ∝ exp(−|X − X_k|²/2r_k²),  Σ φ_k = 1
//
// Each Ψ_k is that of the fabric times a factor for the membrane and one for bending, so the factors are interpolated,
// at the centroid of each triangle. Where all Gaussians vanish, only the nearest sample, relative to its radius,
// counts.
func spread(samples []Sample, part *cloth.Part) {
	if len(samples) == 0 {
		return
	}
	part.Layers = make([]cloth.Layers, len(part.Tri))
	exponent := make([]float64, len(samples))
	for t, uv := range part.UV {
		at := r2.Scale(1./3, r2.Add(uv[0], r2.Add(uv[1], uv[2])))
		least := math.Inf(1)
		for k, s := range samples {
			exponent[k] = r2.Norm2(r2.Sub(at, r2.Vec{X: s.At[0], Y: s.At[1]})) / (2 * s.Radius * s.Radius)
			least = min(least, exponent[k])
		}
		var sum, stretch, bend float64
		for k, s := range samples {
			w := math.Exp(least - exponent[k])
			sum, stretch, bend = sum+w, stretch+w*s.Stretch, bend+w*s.Bend
		}
		part.Layers[t] = cloth.Layers{Mass: 1, Stretch: stretch / sum, Bend: bend / sum}
	}
}
