package page

import (
	"io"
	"math"

	"hysteron/fit"
)

// Specimen is density and thickness from the lines of a table; zero if missing.
type Specimen struct {
	Density   float64 // [kg/m²]
	Thickness float64 // [m]
}

// ReadSpecimen reads lines "# density = 215 g/m2" and "# thickness = 0.62 mm" of any table, or mass, width and length
// of a sample, which give the density.
func ReadSpecimen(file string, r io.Reader) (s Specimen, err error) {
	t, err := fit.ReadNotes(file, r, nil, nil)
	if err != nil {
		return s, err
	}
	read := func(name, example string, quantity string) (v float64) {
		if _, line := t.Text(name); line == 0 || err != nil {
			return 0
		}
		v, err = t.Positive(name, example, quantity)
		return v
	}
	s.Density, s.Thickness = read("density", "143 g/m2", "areal density"), read("thickness", "0.3 mm", "length")
	if mass, area := read("mass", "1.43 g", "mass"), read("width", "100 mm", "length")*read("length", "100 mm",
		"length"); mass > 0 && area > 0 {
		if weighed := mass / area; s.Density == 0 {
			s.Density = weighed
		} else if err == nil && math.Abs(weighed/s.Density-1) > 0.02 {
			_, line := t.Text("density")
			err = t.Fail(line, "density %.4g kg/m², but mass, width and length give %.4g: expected one of them, or the same",
				s.Density, weighed)
		}
	}
	return s, err
}
