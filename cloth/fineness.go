package cloth

import (
	"fmt"
	"math"

	"hysteron/law"
)

// waveStrain is the root mean square c of the strain c·κ²h² of flat triangles with edge length h on a wave with largest
// curvature κ, after relaxation in the plane. A wave is developable, so cloth itself has no strain; edges are chords,
// shorter than their arcs by κ²h²/24. Measured on unstructured triangles with equal stiffness in all strains: go test
// -run TestWaveStrain -v ./verify. Without shear stiffness it is half of that.
const waveStrain = .0043

// lockingShare is the ratio of membrane locking energy to bending energy from which on a warning is issued: a stiffness
// increased by half changes drape coefficients by 5 points and more (docs/verify.md).
const lockingShare = .5

// Coarse returns a warning if a mesh with edges of a length [m] cannot resolve the folds of a fabric under its weight,
// otherwise "". The width of folds is about the bending length ℓ = (B/(ρ_s·g))^{1/3} (Peirce 1930), with B = 3k and k
// the stiffness of bending strains. Edges longer than 1.25 ℓ do not resolve them. Shorter ones lock if the stretch
// stiffness is large: with κ = 1/ℓ the ratio of membrane energy k_s(cκ²h²)²/2 to bending energy Bκ²/4 is
// 2c²·(k_s/B)·h⁴/ℓ².
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
