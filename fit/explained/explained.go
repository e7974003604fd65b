// Package explained tells what is left of readings that errors of reading explain from what they do not.
package explained

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// chance is how often sound readings are said to be more than their errors explain.
const chance = 1e-3

// Left is what a law of so many numbers leaves of readings, and the standard deviation with which each was read.
type Left struct {
	Off, Error []float64
	Numbers    int
}

// Ratio is how large what is left is beside what errors make, each in its own, and the most that these come to by chance.
func (l Left) Ratio() (ratio, most float64) {
	free := float64(max(len(l.Off)-l.Numbers, 1))
	for i, off := range l.Off {
		ratio += off * off / (l.Error[i] * l.Error[i])
	}
	return math.Sqrt(ratio / free), math.Sqrt(distuv.ChiSquared{K: free}.Quantile(1-chance) / free)
}

// Beyond tells whether errors do not explain what is left.
func (l Left) Beyond() bool {
	ratio, most := l.Ratio()
	return ratio > most
}

// Far tells whether one reading of as many is off by more than errors explain [in its standard deviation], by a law that was found without it.
func (l Left) Far(times float64) bool {
	return math.Abs(times) > distuv.UnitNormal.Quantile(1-chance/2/float64(len(l.Off)))
}

// Usual is the mean square of the errors.
func (l Left) Usual() float64 {
	var sum float64
	for _, e := range l.Error {
		sum += e * e
	}
	return math.Sqrt(sum / float64(len(l.Error)))
}
