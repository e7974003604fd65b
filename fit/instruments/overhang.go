// Stiffness of strips that bend over the edge of a table by their own weight.

package instruments

import (
	"cmp"
	"io"
	"math"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"

	"hysteron/fit"
	"hysteron/fit/findings"
)

const (
	gravity = 9.81 // [m/s²]
	deg     = math.Pi / 180
)

// OverhangStrips holds readings of strips that bend over the edge of a table by their own weight (Peirce 1930; ASTM
// D1388, with overhangs that reach a plane at 41.5°).
type OverhangStrips struct {
	Density  float64       // [kg/m²]
	Overhang []float64     // [m]
	Angle    []float64     // of the chord from the edge to the tip below the horizontal [rad]
	Way      []float64     // 0: let down from level, 1: let up from below; nil: unknown
	lines    []int         // of the readings in the file
	unused   findings.List // columns
	standard bool          // without angles, as in ASTM D1388, where strips are let down
}

// Ranges of readings.
var overhangs, angles = findings.Expected("mm", 5, 1000), findings.Expected("°", 1, 85)

// apart is the largest ratio of apparent stiffnesses of one cloth; friction in both directions causes up to ten.
const apart = 100

// peirce estimates the stiffness B of reading i [N·m] (Peirce 1930).
func (c *OverhangStrips) peirce(i int) float64 {
	l := c.Overhang[i]
	return c.Density * gravity * l * l * l * math.Cos(c.Angle[i]/2) / (8 * math.Tan(c.Angle[i]))
}

// standardAngle is the slope of the plane of ASTM D1388.
const standardAngle = 41.5 * deg

// ReadOverhang reads overhangs and, unless they are the standard 41.5°, angles.
func ReadOverhang(file string, r io.Reader) (*OverhangStrips, error) {
	t, err := fit.ReadTable(file, r, map[string][]string{"overhang": {"length"}, "angle": {"angle"}, "way": {"count"}})
	if err != nil {
		return nil, err
	}
	c := &OverhangStrips{lines: t.Line, unused: t.Unused()}
	if c.Overhang, err = t.Need("overhang", "overhang [mm]"); err != nil {
		return nil, err
	}
	if c.Density, err = t.Positive("density", "143 g/m2", "areal density"); err != nil {
		return nil, err
	}
	c.Way = t.Column("way")
	if c.Angle = t.Column("angle"); c.Angle == nil {
		c.standard = true
		for range c.Overhang {
			c.Angle = append(c.Angle, standardAngle)
		}
	}
	_, line := t.Text("density")
	return c, fit.Refused(file, cmp.Or(findings.Density.Impossible(line, "density", c.Density), c.check()))
}

// check returns a finding about impossible readings.
func (c *OverhangStrips) check() *findings.Finding {
	if len(c.Overhang) == 0 {
		return findings.NewRefusal(0, findings.NoReadings)
	}
	for i := range c.Overhang {
		if out := cmp.Or(overhangs.Find(c.lines[i], "overhang", 1e3*c.Overhang[i]), angles.Find(c.lines[i], "angle",
			c.Angle[i]/deg)); out != nil {
			return out
		}
	}
	if i, j := findings.Apart(len(c.Overhang), func(i, j int) bool {
		return max(c.peirce(i), c.peirce(j)) > apart*min(c.peirce(i), c.peirce(j))
	}); i > 0 {
		return findings.NewRefusal(c.lines[i], findings.OverhangUnit, 1e3*c.Overhang[i], c.Angle[i]/deg, c.peirce(i),
			c.lines[j],
			c.peirce(j))
	}
	if i := c.fromVertical(); i >= 0 {
		return findings.NewRefusal(c.lines[i], findings.FromVertical, 1e3*c.Overhang[i], c.Angle[i]/deg)
	}
	if c.Swapped() {
		return findings.NewRefusal(0, findings.WaySwapped)
	}
	return nil
}

// FitOverhang returns the bending stiffness B of the strips [N·m], B = ρgL³/Γ with Γ of the heavy elastica at the
// chord's angle. A fabric's k1 is B/3, since its bending strain is 3κ. Readings are weighted by their angles, to which
// curvatures are proportional: for strips in both directions, M = Bκ ± a, friction cancels in the sum of moments over
// that of curvatures.
func FitOverhang(c *OverhangStrips) fit.Mean {
	return c.mean(func(i int) float64 {
		l := c.Overhang[i]
		load := standardLoad()
		if !c.standard {
			load = fit.HeavyLoad(c.Angle[i])
		}
		return c.Density * gravity * l * l * l / load
	})
}

// standardLoad is that at the standards' angle.
var standardLoad = sync.OnceValue(func() float64 { return fit.HeavyLoad(standardAngle) })

// mean returns the mean of the stiffnesses of all readings, weighted by their angles.
func (c *OverhangStrips) mean(stiffness func(i int) float64) fit.Mean {
	b, k := make([]float64, len(c.Overhang)), make([]float64, len(c.Overhang))
	var sum, weights, ups float64
	for _, way := range c.Way {
		ups += way
	}
	for i := range b {
		b[i], k[i] = stiffness(i), c.Angle[i]
		if n := float64(len(b)); ups > 0 && ups < n { // both directions have equal weight
			k[i] *= n / 2 / (c.Way[i]*ups + (1-c.Way[i])*(n-ups))
		}
		sum, weights = sum+k[i]*b[i], weights+k[i]
	}
	m := fit.Mean{Value: sum / weights, N: len(b), Lo: math.Inf(-1), Hi: math.Inf(1)}
	if n := float64(len(b)); n > 1 {
		var scatter float64
		for i := range b {
			d := k[i] * (b[i] - m.Value)
			scatter += d * d
		}
		half := distuv.StudentsT{Sigma: 1,
			Nu: n - 1}.Quantile((1+fit.Confidence)/2) * math.Sqrt(scatter*n/(n-1)) / weights
		m.Lo, m.Hi = max(0, m.Value-half), m.Value+half // stiffness is not negative
	}
	return m
}

// Draw draws angles over overhangs, and those of strips of a stiffness B [N·m].
func (c *OverhangStrips) Draw(stiffness float64) fit.Drawing {
	d := fit.Drawing{Title: "Strips over an edge", X: "overhang [mm]", Y: "angle of the chord [deg]",
		LeftName: "angle [deg]"}
	chord := func(l float64) float64 {
		return fit.HeavyChord(c.Density*gravity*l*l*l/stiffness) / deg
	}
	most := 0.
	for i, l := range c.Overhang {
		d.AtX, d.AtY, d.Left = append(d.AtX, 1e3*l), append(d.AtY, c.Angle[i]/deg), append(d.Left,
			c.Angle[i]/deg-chord(l))
		most = max(most, l)
	}
	for i := range 41 {
		l := 1.1 * most * float64(i) / 40
		d.ModelX, d.ModelY = append(d.ModelX, 1e3*l), append(d.ModelY, chord(l))
	}
	return d
}
