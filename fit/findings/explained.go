// Residuals beside the errors of reading.

package findings

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// unexplained is the rate of false reports for sound readings.
const unexplained = 1e-3

// Default errors of reading of strips and cylinders [SI], assumed except the first. A curvature from a circle through
// three marks 10 mm apart, each seen to 0.075 mm (Miguel et al. 2013, §4), has the error of the sagitta κd²/2. Strips
// are not snug on a cylinder; cloth is thinner where it is pressed; the lever arm of the weight is read with a ruler.
const (
	Circled   = 2 * 1.2247 * 0.075e-3 / (10e-3 * 10e-3) // [1/m]
	Snug      = 0.1e-3                                  // [m]
	Pressed   = 0.1                                     // of the thickness
	Unknown   = 0.3e-3                                  // thickness of clothing fabrics, if the table has none [m]
	LeverRead = 1e-3                                    // [m]
)

// Left is the residuals of a fit with N parameters, and the standard deviation of each reading.
type Left struct {
	Off, Error []float64
	Numbers    int
}

// Ratio returns the residuals relative to the errors of reading (root mean square), and the largest value by chance.
func (l Left) Ratio() (ratio, most float64) {
	free := float64(max(len(l.Off)-l.Numbers, 1))
	for i, off := range l.Off {
		ratio += off * off / (l.Error[i] * l.Error[i])
	}
	return math.Sqrt(ratio / free), math.Sqrt(distuv.ChiSquared{K: free}.Quantile(1-unexplained) / free)
}

// Beyond reports whether the errors of reading do not explain the residuals.
func (l Left) Beyond() bool {
	ratio, most := l.Ratio()
	return ratio > most
}

// Usual returns the root mean square of the errors.
func (l Left) Usual() float64 {
	var sum float64
	for _, e := range l.Error {
		sum += e * e
	}
	return math.Sqrt(sum / float64(len(l.Error)))
}
