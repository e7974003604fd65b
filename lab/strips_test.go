package lab

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/law"
)

// stiff is a woven fabric that six newtons stretch by 2.3 mm, of which friction is worth 0.2 and errors of instruments
// 0.08.
const stiff = "stiff weave"

// clothOf is a fabric that ships, or stiff.
func clothOf(t *testing.T, name string) cloth.Fabric {
	if name != stiff {
		return fabric(t, name)
	}
	f := fabric(t, "cotton")
	f.Coupling, f.Warp.Elastic = 0.25, law.Elastic{K1: 2500, K2: 64.03}
	f.Weft = f.Warp
	return f
}

// numbersOf are k1, k2, a, b, τ of a warp.
func numbersOf(f cloth.Fabric) (p []float64, coupling float64) {
	p = []float64{f.Warp.Spring().K1, f.Warp.Spring().K2, 0, 0, 0}
	if f.Warp.Friction != nil {
		d := f.Warp.Dahl()
		p[2], p[3], p[4] = d.A, d.B, d.Tau
	}
	return p, f.Coupling
}

// readStrip reads a table, without widths where they shall not be known.
func readStrip(t *testing.T, table *Table, widths bool, coupling float64) *fit.Stretch {
	t.Helper()
	var b bytes.Buffer
	if err := table.Write(&b); err != nil {
		t.Fatal(err)
	}
	s, err := fit.ReadStretch("stretch.csv", &b)
	if err != nil {
		t.Fatal(err)
	}
	s.Coupling = coupling
	if !widths {
		s.ReadWidth = nil
	}
	return s
}

// disturbed is a table with errors.
func (t *Table) disturbed(share float64, seed uint64) *Table {
	d := *t
	d.Columns = slices.Clone(t.Columns)
	for k := range d.Columns {
		d.Columns[k].V = slices.Clone(d.Columns[k].V)
	}
	d.Disturb(share, seed, 1)
	return &d
}

// TestStrips: what hangs on the tester with sides that contract comes back within 1 % without noise, by the coupling of
// the base or by widths; and with errors of readings the truth is within its 95 % intervals, of 2 % of the elongation
// and of the instruments.
func TestStrips(t *testing.T) {
	n, err := InstrumentFor("stretch")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range stripFabrics {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, coupling := numbersOf(clothOf(t, name))
			table, err := n.Measure(context.Background(), clothOf(t, name), "warp", Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, widths := range []bool{false, true} {
				truth := p
				if widths {
					truth = append(slices.Clone(p), coupling)
				}
				e, err := fit.FitStretch(readStrip(t, table, widths, coupling), fit.Options{Starts: 2, Seed: 1})
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("widths %v, without errors: %.5g, truth %.5g", widths, e.P, truth)
				for k, want := range truth {
					switch {
					case want == 0 || k >= 5, k == 4 && name == "silk": // few readings are within its τ
					case name == stiff: // clamps are off by half a per cent of k₁, k₂ is 1.5 N/m
						if k != 1 {
							near(t, fmt.Sprintf("widths %v: number %d", widths, k), e.P[k], want, 0.05)
						}
					default:
						near(t, fmt.Sprintf("widths %v: number %d", widths, k), e.P[k], want, 0.01)
					}
				}
				for _, noise := range []float64{0.02, 0} {
					held, open := make([]int, len(truth)), 0
					for seed := range uint64(stripRepeats) {
						e, err := fit.FitStretch(readStrip(t, table.disturbed(noise, seed), widths, coupling),
							fit.Options{Starts: 1, Seed: 1})
						if err != nil {
							t.Fatal(err)
						}
						if !e.Determined() {
							open++
						}
						if widths && name == stiff {
							c := e.Intervals[0]
							g := e.Intervals[5]
							if c.Lo < 1000 || c.Hi > 5000 || g.Lo < 0.1 || g.Hi > 0.5 {
								t.Errorf("errors of %g, seed %d: k1 from %.4g to %.4g, coupling from %.3g to %.3g: widths tell more than that",
									noise, seed, c.Lo, c.Hi, g.Lo, g.Hi)
							}
						}
						for k, want := range truth {
							if c := e.Intervals[k]; want >= c.Lo && want <= c.Hi || want == 0 && c.Lo < 1e-3*math.Abs(c.Hi) {
								held[k]++
							}
						}
					}
					t.Logf("widths %v, errors of %g (0: the instruments'): truth within %v of %d, not all determined %d times", widths,
						noise, held, stripRepeats, open)
					for k, n := range held {
						holding := stripHolding
						// by a coupling that is given the model of clamps is off by half a per cent of k₁, a quarter of its interval: 89
						// of 100
						if name == stiff && !widths {
							holding -= stripRepeats / 20
						}
						if n < holding && (truth[k] != 0 || k < 2) {
							t.Errorf("widths %v, errors of %g: number %d: the truth is in %d of %d intervals", widths, noise, k, n,
								stripRepeats)
						}
					}
				}
			}
		})
	}
}
