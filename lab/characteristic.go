package lab

import (
	"context"
	"fmt"
	"io"
	"math"

	"hysteron/cloth"
)

const (
	gfPerCm = 9.80665e-3 / 1e-2 // 1 gf/cm [N/m]
	degree  = math.Pi / 180
)

// Characteristic is the characteristic values of a fabric by Kawabata's instruments, for warp and weft.
type Characteristic struct {
	// elongation under 500 gf/cm, linearity, resilience of the work; zero if the cloth does not bear 500 gf/cm
	EMT, LT, RT [2]float64
	// mean slope of both branches, or of the loading branch alone, from 0.5° to 2.5° [N/m per rad], heights of the loop at
	// 0.5° and 5° [N/m]
	G, HG, HG5 float64
	B, HB      [2]float64 // mean slope of both branches from 0.5 to 1.5 1/cm [N·m], height of the loop at 1 1/cm [N]
	Density    float64    // [kg/m²]
	Thickness  float64    // [m]
	Says       []string   // why values are missing
}

// MeasureSheet runs the testers for stretch, shear and bending and reads the values that Kawabata's instruments print.
// With loading, G is read on the loading branch, as in some laboratories.
func MeasureSheet(ctx context.Context, f cloth.Fabric, loading bool) (*Characteristic, error) {
	s := &Characteristic{Density: f.Density, Thickness: f.Thickness}
	for d, part := range []string{"warp", "weft"} {
		n, err := InstrumentFor("tensile")
		if err != nil {
			return nil, err
		}
		t, err := n.Measure(ctx, f, part, Options{})
		if err != nil {
			return nil, err
		}
		c := &Trace{t.Columns[0].V, t.Columns[1].V}
		top := 0
		for i, e := range c.Q {
			if e > c.Q[top] {
				top = i
			}
		}
		if f := c.F[top]; f < 0.99*TensileTop {
			s.Says = append(s.Says, fmt.Sprintf("no EMT, LT and RT of the %s: %s", part, t.Says[0]))
			continue
		}
		s.EMT[d] = c.Q[top]
		going := &Trace{c.Q[:top+1], c.F[:top+1]}
		work, back := going.Area(), 0.
		s.LT[d] = work / (c.F[top] * c.Q[top] / 2)
		for i := top + 1; i < len(c.Q); i++ { // until the force is zero
			a, b, down := c.F[i-1], c.F[i], c.Q[i-1]-c.Q[i]
			if b < 0 {
				back += a / 2 * down * a / (a - b)
				break
			}
			back += (a + b) / 2 * down
		}
		s.RT[d] = back / work
	}
	var err error
	if s.G, s.HG, s.HG5, err = loop(ctx, ShearTester, f, ShearTop, loading, 0.5*degree, 2.5*degree, 0.5*degree,
		5*degree); err != nil {
		return nil, fmt.Errorf("shear: %w", err)
	}
	if loading {
		s.Says = append(s.Says, "G is the slope of the loading branch alone: hysteron fit kes --g loading")
	}
	for d := range 2 {
		of := f
		if d == 1 {
			of.BendWarp, of.BendWeft = f.BendWeft, f.BendWarp
			of.Warp, of.Weft = f.Weft, f.Warp
		}
		if s.B[d], s.HB[d], _, err = loop(ctx, BendTester, of, BendTop, false, 50, 150, 100, 100); err != nil {
			return nil, fmt.Errorf("bending: %w", err)
		}
	}
	return s, nil
}

// closed is the height of a loop, as a share of the force there, below which no loop is read: with elastic cloth it is
// the error of the solver, of either sign.
const closed = 1e-4

// loop returns the mean slope of both branches, or of the loading branch, of a settled loop between two deformations on
// either side of zero, and the height of the loop at two deformations.
func loop(ctx context.Context, build Build, f cloth.Fabric, top float64, loading bool, from, to, at,
	at5 float64) (slope, height, height5 float64, err error) {
	c, err := Cycle(ctx, build, f, top, halfCycle)
	if err != nil {
		return 0, 0, 0, err
	}
	one := c.Loop(2 * halfCycle) // down, then up
	down := func(q float64) float64 { return one.At(q, 0, halfCycle) }
	up := func(q float64) float64 { return one.At(q, halfCycle, 2*halfCycle) }
	for _, side := range []float64{1, -1} {
		branches := []func(float64) float64{up, down}
		if loading && side > 0 {
			branches = branches[:1]
		} else if loading {
			branches = branches[1:]
		}
		for _, branch := range branches {
			slope += (branch(side*to) - branch(side*from)) / (side * (to - from)) / float64(2*len(branches))
		}
		height += (up(side*at) - down(side*at)) / 2
		height5 += (up(side*at5) - down(side*at5)) / 2
	}
	for _, h := range []struct {
		of *float64
		at float64
	}{{&height, at}, {&height5, at5}} {
		if math.Abs(*h.of) < closed*slope*h.at {
			*h.of = 0
		}
	}
	return slope, height, height5, nil
}

// Write writes the values in the instruments' units, in the format that fit kes reads.
func (s *Characteristic) Write(w io.Writer) (err error) {
	line := func(format string, v ...any) {
		if err == nil {
			_, err = fmt.Fprintf(w, format+"\n", v...)
		}
	}
	for _, says := range s.Says {
		line("# %s", says)
	}
	line("property, warp, weft")
	cell := func(v float64) string {
		if v == 0 {
			return ""
		}
		return fmt.Sprintf("%.5g", v)
	}
	if s.EMT != [2]float64{} {
		line("EMT [%%], %s, %s", cell(100*s.EMT[0]), cell(100*s.EMT[1]))
		line("LT, %s, %s", cell(s.LT[0]), cell(s.LT[1]))
		line("RT [%%], %s, %s", cell(100*s.RT[0]), cell(100*s.RT[1]))
	}
	for _, q := range []struct {
		name string
		v    float64
	}{{"G [gf/cm.deg]", s.G / (gfPerCm / degree)}, {"2HG [gf/cm]", s.HG / gfPerCm}, {"2HG5 [gf/cm]", s.HG5 / gfPerCm}} {
		line("%s, %.5g, %.5g", q.name, q.v, q.v) // fabrics have one law of shear for both directions
	}
	line("B [gf.cm2/cm], %.5g, %.5g", s.B[0]/(gfPerCm*1e-4), s.B[1]/(gfPerCm*1e-4))
	line("2HB [gf.cm/cm], %.5g, %.5g", s.HB[0]/(gfPerCm*1e-2), s.HB[1]/(gfPerCm*1e-2))
	line("W [mg/cm2], %.5g", 100*s.Density)
	line("T [mm], %.5g", 1000*s.Thickness)
	return err
}

// Cells returns its values as a row of a table with one fabric per row, in the order of Columns.
func (s *Characteristic) Cells() (cells []string) {
	for _, v := range []float64{100 * s.EMT[0], 100 * s.EMT[1], s.LT[0], s.LT[1], 100 * s.RT[0], 100 * s.RT[1],
		s.G / (gfPerCm / degree), s.HG / gfPerCm, s.HG5 / gfPerCm, s.B[0] / (gfPerCm * 1e-4), s.B[1] / (gfPerCm * 1e-4),
		s.HB[0] / (gfPerCm * 1e-2), s.HB[1] / (gfPerCm * 1e-2), 100 * s.Density, 1000 * s.Thickness} {
		if v == 0 {
			cells = append(cells, "")
			continue
		}
		cells = append(cells, fmt.Sprintf("%.5g", v))
	}
	return cells
}

// Columns returns the titles of Cells.
func Columns() []string {
	return []string{"EMT warp [%]", "EMT weft [%]", "LT warp", "LT weft", "RT warp [%]", "RT weft [%]", "G [gf/cm.deg]",
		"2HG [gf/cm]", "2HG5 [gf/cm]", "B warp [gf.cm2/cm]", "B weft [gf.cm2/cm]", "2HB warp [gf.cm/cm]",
		"2HB weft [gf.cm/cm]", "W [mg/cm2]", "T [mm]"}
}
