package claim

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"hysteron/cloth"
	"hysteron/report"
)

// LeastRuns is the least number of runs that decides a claim with noise.
const LeastRuns = 5

// Errors is the number of standard errors of the mean in a spread. The mean of five runs of a normally distributed
// quantity is farther from the truth in one case of nine (Student's t with 4 degrees of freedom), and on the side that
// favours a claim in one of 18.
const Errors = 2

// Measure is a measure of the error of a claim.
type Measure string

// Measures of an error.
const (
	Relative Measure = "relative" // |value − expected| / |expected|
	Absolute Measure = "absolute" // |value − expected|, in the claim's unit
	AtLeast  Measure = "at least" // expected − value, in the claim's unit
	AtMost   Measure = "at most"  // value − expected, in the claim's unit
	Above    Measure = "above"    // as AtLeast; the expected value itself does not hold
	Below    Measure = "below"    // as AtMost; the expected value itself does not hold
	Shown    Measure = "shown"    // none: nothing is expected
)

// Verdict is the outcome of a claim.
type Verdict string

// Verdicts.
const (
	Holds    Verdict = "holds"
	Fails    Verdict = "does not hold" // exact claims, and values that are not finite
	NotShown Verdict = "does not show" // claims with noise
	None     Verdict = ""              // not measured, too few runs, or only a figure
)

// Claim is a statement about one quantity, and what was measured of it.
type Claim struct {
	Key       string // among the claims of a study
	Mesh      string // mesh of the measurement
	What      string // the quantity
	Unit      string // with a space before it where one belongs
	Percent   bool   // the text has the value in percent
	Measure   Measure
	Expected  float64
	Tolerance float64
	Free      bool   // a comparison without a verdict
	Noisy     bool   // the mean of runs decides, with its spread
	Text      string // of what is expected; empty: by Measure
	Aside     string // after that text

	N      int       // number of runs; 0: not measured
	Mean   float64   // of the runs
	Spread float64   // Errors standard errors of the mean; NaN of a single run
	Runs   []float64 // the values of the runs
	Note   string    // after the text of what was measured
}

// Measured sets the values of the runs. The spread has n − 1 in the variance.
func (c *Claim) Measured(runs ...float64) {
	mean, deviation := stat.MeanStdDev(runs, nil)
	c.N, c.Mean, c.Spread, c.Runs = len(runs), mean, Errors*deviation/math.Sqrt(float64(len(runs))), runs
}

// Error returns the error of the mean by the claim's measure; NaN or infinite if the mean is not finite.
func (c *Claim) Error() float64 { return c.errorAt(c.Mean) }

func (c *Claim) errorAt(v float64) float64 {
	d := v - c.Expected
	switch c.Measure {
	case Relative:
		return math.Abs(d) / math.Abs(c.Expected)
	case Absolute:
		return math.Abs(d)
	case AtLeast, Above:
		return max(0, -d) + 0*d
	case AtMost, Below:
		return max(0, d) + 0*d
	}
	return 0 * v
}

// within reports whether a value agrees with the claim.
func (c *Claim) within(v float64) bool {
	strict := c.Measure == Above || c.Measure == Below
	return c.errorAt(v) <= c.Tolerance && !(strict && v == c.Expected)
}

// Verdict returns the outcome. A claim holds if its mean is within the tolerance; with noise if mean − spread and mean
// + spread are, of LeastRuns runs or more. A value that is not finite holds nothing.
func (c *Claim) Verdict() Verdict {
	spread := 0.
	if c.Noisy {
		spread = c.Spread
	}
	switch {
	case c.N == 0 || c.Noisy && c.N < LeastRuns:
		return None
	case !c.Free && c.Measure != Shown && c.within(c.Mean-spread) && c.within(c.Mean+spread):
		return Holds
	case c.Noisy:
		return NotShown
	case (c.Free || c.Measure == Shown) && cloth.Finite(c.Error()):
		return None
	}
	return Fails
}

// Mood returns the mood of a verdict on a page.
func (v Verdict) Mood() report.Mood {
	return map[Verdict]report.Mood{Holds: report.Good, Fails: report.Bad, NotShown: report.Bad}[v]
}

// Failed reports whether a verdict is against its claim.
func (v Verdict) Failed() bool { return v == Fails || v == NotShown }

// value returns a value of the claim as text, with the unit.
func (c *Claim) value(format string, v float64) string {
	if c.Percent {
		return fmt.Sprintf(format+" %%", 100*v)
	}
	return fmt.Sprintf(format+"%s", v, c.Unit)
}

// ExpectedText returns what is expected, as text.
func (c *Claim) ExpectedText() string {
	text := c.Text
	if text == "" {
		limit := c.value("%.4g", c.Expected)
		switch c.Measure {
		case Relative:
			text = fmt.Sprintf("%s within %.2g %%", limit, 100*c.Tolerance)
		case Absolute:
			text = "within " + c.value("%.2g", c.Tolerance)
			if c.Expected != 0 {
				text = limit + " " + text
			}
		case Shown:
			text = "–"
		default:
			text = map[Measure]string{AtLeast: "≥ ", AtMost: "≤ ", Above: "> ", Below: "< "}[c.Measure] + limit
		}
	}
	if c.Aside != "" {
		text += ": " + c.Aside
	}
	return text
}

// MeasuredText returns what was measured, as text.
func (c *Claim) MeasuredText() (text string) {
	switch {
	case c.N == 0:
		return "not measured"
	case !c.Noisy:
		text = c.value("%.4g", c.Mean)
	case c.N == 1:
		text = c.value("%.3g", c.Mean) + ", one run"
	default:
		text = fmt.Sprintf("%.3g ± %s, %d runs", c.scaled(c.Mean), c.value("%.2g", c.Spread), c.N)
	}
	if c.Note != "" {
		text += " (" + c.Note + ")"
	}
	return text
}

// scaled returns a value as the text has it: in percent, or in the unit.
func (c *Claim) scaled(v float64) float64 {
	if c.Percent {
		return 100 * v
	}
	return v
}
