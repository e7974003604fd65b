// Tells what is left of readings that errors of reading explain from what they do not.

package findings

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// unexplained is how often sound readings are said to be more than their errors explain.
const unexplained = 1e-3

// How well strips and cylinders are read where the table does not say [SI], assumed but for the first: a curvature by
// a circle through three marks 10 mm apart, each seen to 0.075 mm (Miguel et al. 2013, §4), has the error of its
// sagitta κd²/2; strips do not lie snug on a cylinder; cloth is thinner where it is pressed; how far weight lies
// aside is read by a ruler.
const (
	Circled   = 2 * 1.2247 * 0.075e-3 / (10e-3 * 10e-3) // [1/m]
	Snug      = 0.1e-3                                  // [m]
	Pressed   = 0.1                                     // of the thickness
	Unknown   = 0.3e-3                                  // thickness of cloth for clothes, where the table has none [m]
	LeverRead = 1e-3                                    // [m]
)

// Left is what a law of so many numbers leaves of readings, and the standard deviation with which each was read.
type Left struct {
	Off, Error []float64
	Numbers    int
}

// Ratio is how large what is left is beside what errors make, each in its own, and the most that these come to by
// chance.
func (l Left) Ratio() (ratio, most float64) {
	free := float64(max(len(l.Off)-l.Numbers, 1))
	for i, off := range l.Off {
		ratio += off * off / (l.Error[i] * l.Error[i])
	}
	return math.Sqrt(ratio / free), math.Sqrt(distuv.ChiSquared{K: free}.Quantile(1-unexplained) / free)
}

// Beyond reports whether errors do not explain what is left.
func (l Left) Beyond() bool {
	ratio, most := l.Ratio()
	return ratio > most
}

// Usual is the root mean square of the errors.
func (l Left) Usual() float64 {
	var sum float64
	for _, e := range l.Error {
		sum += e * e
	}
	return math.Sqrt(sum / float64(len(l.Error)))
}
