package scenes

import (
	"fmt"

	"hysteron/param"
)

// Fitted is a [[fitted]]: parameters of a fabric identified together by one fit, with their intervals and correlation.
// Their best values are those of the fabric.
type Fitted struct {
	Keys        []string  `key:"keys" check:"required" doc:"numbers of this file, such as warp.k1_n_m"`
	Low         []float64 `key:"low" check:"required" doc:"lower end of the 95 % interval of each, in its unit"`
	High        []float64 `key:"high" check:"required" doc:"upper end"`
	Correlation []float64 `key:"correlation" check:"min=-1.000001 max=1.000001" doc:"of their errors, row by row; without it all move together"`
	Freedom     float64   `key:"freedom" check:"required above=0 max=1e9" doc:"degrees of freedom of the scatter that the intervals are from"`
}

// FittedValues is a [[fitted]] with the best values of its parameters.
type FittedValues struct {
	Fitted
	Best []float64
}

// checkFitted returns an error for the first inconsistent [[fitted]] of a fabric file.
func checkFitted(d *param.Document, tables []Fitted) error {
	for i, t := range tables {
		at, n := fmt.Sprintf("fitted.%d", i), len(t.Keys)
		switch {
		case n == 0:
			return d.ErrorAt(at+".keys", "no keys: expected the numbers that were found")
		case len(t.Low) != n || len(t.High) != n:
			return d.ErrorAt(at, "%d keys, %d low and %d high: expected as many of each", n, len(t.Low), len(t.High))
		case t.Correlation != nil && len(t.Correlation) != n*n:
			return d.ErrorAt(at+".correlation", "%d numbers: expected %d, %d in each of %d rows",
				len(t.Correlation), n*n, n, n)
		}
		for k := range n {
			if !(t.Low[k] <= t.High[k]) {
				return d.ErrorAt(fmt.Sprintf("%s.low.%d", at, k), "%g to %g of %s: expected the lower end first", t.Low[k],
					t.High[k], t.Keys[k])
			}
		}
	}
	return nil
}
