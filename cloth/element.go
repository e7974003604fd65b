package cloth

import (
	"fmt"
	"math"

	"hysteron/law"
)

// Element is an element of a kind with rest values, see KindRow.Rest.
type Element struct {
	Kind    Kind
	V       [MostCorners]int32     // vertices of its part, padded with zeros
	Rest    [MostRest]float64      // rest values, by the row
	Laws    [MostStrains]Component // per strain
	Solid   law.Solid              // of the deformation gradient, for kinds that have one
	Density float64                // mass per KindRow.Size [kg/m², kg/m or kg/m³]
}

// check returns an error if an element of a part with n vertices is invalid.
func (e *Element) check(n int) error {
	if e.Kind < 0 || e.Kind >= Kinds || e.Kind.Row().Rest == nil {
		return fmt.Errorf("kind %d: expected one that is a list of Elements", e.Kind)
	}
	row := e.Kind.Row()
	for a, v := range e.V[:row.Corners] {
		if v < 0 || int(v) >= n {
			return fmt.Errorf("vertex index %d: expected 0..%d", v, n-1)
		}
		for _, w := range e.V[:a] {
			if v == w {
				return fmt.Errorf("vertex %d occurs twice: expected %d different vertices", v, row.Corners)
			}
		}
	}
	for k, v := range e.Rest {
		if !Finite(v) || k >= len(row.Rest) && v != 0 {
			return fmt.Errorf("numbers at rest %v: expected %v, finite", e.Rest, row.Rest)
		}
	}
	if size := row.Size(&e.Rest); !(size > 0) || math.IsInf(size, 0) {
		return fmt.Errorf("numbers at rest %v: size %g: expected one above zero", e.Rest, size)
	}
	if row.Gradient != (e.Solid != nil) {
		return fmt.Errorf("law of the deformation gradient %v: expected one for a solid, and none for other kinds", e.Solid)
	}
	if !(e.Density >= 0) || !Finite(e.Density) {
		return fmt.Errorf("density %g: expected a finite number ≥ 0", e.Density)
	}
	return nil
}
