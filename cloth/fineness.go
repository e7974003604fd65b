package cloth

import (
	"fmt"
	"math"

	"hysteron/law"
)

// waveStrain is the root mean square c of the strain c·κ²h² that flat triangles with edges h keep where cloth stands on
// a wave whose largest curvature is κ, however they move within the plane. A wave is developable, so that cloth itself
// has none; edges are chords, shorter than their arcs by κ²h²/24. Measured on unstructured triangles with one stiffness
// in all strains: go test -run TestWaveStrain -v ./verify. Without shear stiffness it is half of that.
const waveStrain = .0043

// lockingShare is from which share of the bending energy on what that strain stores is told: stiffness half as much
// again moves drape coefficients by 5 points and more (docs/verify.md).
const lockingShare = .5

// Coarse says why a mesh with edges of a length [m] cannot show the folds of a fabric under its weight; empty where it
// can. Folds are about as narrow as the bending length ℓ = (B/(ρ_s·g))^{1/3} (Peirce 1930), B = 3k with the stiffness k
// of bending strains. Edges longer than ℓ by a quarter have no place there. Shorter ones lock while stretch is stiff
// enough: with κ = 1/ℓ membrane energy k_s(cκ²h²)²/2 over bending energy Bκ²/4 is 2c²·(k_s/B)·h⁴/ℓ².
func (f *Fabric) Coarse(edge, gravity float64) string {
	const rougher = 1.25
	bending := 3 * min(law.Least(f.BendWarp.Elastic), law.Least(f.BendWeft.Elastic))
	weight := f.Density * gravity
	if !(bending > 0 && weight > 0) {
		return ""
	}
	stretch := max(law.Stiffness(f.Warp.Elastic), law.Stiffness(f.Weft.Elastic))
	length := math.Cbrt(bending / weight)
	share := 2 * waveStrain * waveStrain * stretch / bending * math.Pow(edge, 4) / (length * length)
	fine := edge * math.Pow(lockingShare/share, .25)
	switch {
	case share > lockingShare:
		return fmt.Sprintf("edges of %.3g mm lock: its stretch stiffness is %.2g times B/(1 mm)², and flat triangles in "+
			"folds as narrow as its bending length (B/ρg)^(1/3) of %.3g mm store %.2g times the energy of bending; it "+
			"looks stiffer, unless edges are at most %.2g mm", 1000*edge, stretch/bending*1e-6, 1000*length, share,
			1000*min(fine, rougher*length))
	case edge > rougher*length:
		return fmt.Sprintf("edges of %.3g mm are longer than its bending length (B/ρg)^(1/3) of %.3g mm: folds and clamps "+
			"as narrow as that come out too wide; cloth of this weight is shown from B of %.2g N·m on", 1000*edge, 1000*length,
			math.Pow(edge/rougher, 3)*weight)
	}
	return ""
}
