package body

import (
	"fmt"
	"strings"
)

// size is a size of a standard: circumferences [m]; zero if the standard's value is not used.
type size struct{ height, neck, bust, waist, seat float64 }

// sizes by name. Fill derives what a standard does not define.
//
// EN-32 to EN-54 and EN-M42 to EN-M60: the girths of bust or chest, waist and hips of EN 13402-3 for women and men (4
// cm apart, for women's bust from 104 cm on 6 cm), by their common German numbers: half the bust less 6, and half the
// chest. Hips of the standard are the seat here. Assumed, since the standard's text was not at hand: these girths, and
// heights of 1.68 and 1.78 m for "regular".
//
// ASTM-00 to ASTM-20: mid-neck, bust and waist (straight) of ASTM D5585-11e1, table 1, misses. Assumed: 1.66 m.
var sizes = standardSizes()

func standardSizes() map[string]size {
	const cm, inch = 0.01, 0.0254
	list := map[string]size{}
	hips := []float64{84, 88, 92, 96, 100, 104, 108, 112, 117, 122, 127, 132}
	for i, hip := range hips {
		bust := 76 + 4*float64(i)
		if i > 7 {
			bust = 104 + 6*float64(i-7)
		}
		list[fmt.Sprintf("EN-%d", 32+2*i)] = size{1.68, 0, bust * cm, (bust - 16) * cm, hip * cm}
	}
	for i := range 10 {
		chest := 84 + 4*float64(i)
		list[fmt.Sprintf("EN-M%d", 42+2*i)] = size{1.78, 0, chest * cm, (chest - 12) * cm, 0}
	}
	neck := []float64{12.375, 12.625, 12.875, 13.125, 13.375, 13.625, 13.875, 14.25, 14.625, 15, 15.5, 16}
	bust := []float64{31.125, 31.75, 33, 34.125, 35.25, 36.25, 37.25, 38.75, 40.375, 42.125, 44, 46}
	waist := []float64{25.375, 26.125, 26.875, 27.625, 28.5, 29.5, 30.5, 32.25, 34, 36, 38.25, 40.5}
	for i, number := range []string{"00", "0", "2", "4", "6", "8", "10", "12", "14", "16", "18", "20"} {
		list["ASTM-"+number] = size{1.66, neck[i] * inch, bust[i] * inch, waist[i] * inch, 0}
	}
	return list
}

// OfSize returns the measurements, with those that are zero taken from a standard size where it has them: see sizes.
func (m Measurements) OfSize(name string) (Measurements, error) {
	s, ok := sizes[strings.ToUpper(name)]
	if !ok {
		return m, fmt.Errorf("body: unknown size %q: expected EN-32 to EN-54, EN-M42 to EN-M60 (even numbers) or ASTM-00, "+
			"ASTM-0, ASTM-2 to ASTM-20", name)
	}
	for _, f := range []struct {
		to   *float64
		from float64
	}{{&m.Height, s.height}, {&m.Neck, s.neck}, {&m.Chest, s.bust}, {&m.Waist, s.waist}, {&m.Seat, s.seat}} {
		if *f.to == 0 {
			*f.to = f.from
		}
	}
	return m, nil
}
