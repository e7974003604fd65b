package capture

import (
	"fmt"
	"slices"

	"hysteron/fit"
	"hysteron/fit/findings"
)

// Result is the error of a model in a test.
type Result struct {
	Kind   string `json:"test"`
	Fitted bool   `json:"fitted"`    // the test was used in the fit
	Bends  bool   `json:"positions"` // the test is fitted by positions
	// residual of the fitted quantity, RMS: of a force, or along its clip [N], or of a position [m]
	RMS   float64 `json:"left"`
	Force float64 `json:"force"` // error of forces on clips, RMS, relative to the largest force
	// measured forces over forces of the model, by least squares; 0: none were measured
	Times float64 `json:"times"`
	Way   float64 `json:"way_m"` // error of positions, RMS
	Lost  int     `json:"lost"`  // number of frames without rest, which are ignored

	Drawing fit.Drawing `json:"-"`
}

// double is the ratio of measured forces to those of a model above which a held-back test is of other cloth, or in
// another unit. Held-back tests of the same cloth are within a few percent (TestHeldBack), and units lie farther apart.
const double = 2

// doubtful is the largest acceptable error of a test of the fit, relative to the largest force.
const doubtful = 0.1

// Doubt returns the warning about a test of the fit, or nil.
func (r Result) Doubt() (f *findings.Finding) {
	switch {
	case r.Lost > 0 && r.Fitted:
		f = findings.NewWarning(0, findings.CaptureNoRest, r.Lost)
	case r.Fitted && !r.Bends && r.Force > doubtful:
		f = findings.NewWarning(0, findings.CaptureForces, 100*r.Force)
	case !r.Fitted && r.Times != 0 && !(r.Times < double && r.Times > 1./double):
		f = findings.NewWarning(0, findings.CaptureUnit, r.Times)
	default:
		return nil
	}
	f.Of = r.Kind
	return f
}

// maxPositionError is the error of positions, relative to the side of the sample, above which a test of the fit is
// refused: the result would describe no cloth.
const maxPositionError = 0.2

// described returns an error if a fit does not describe one of its tests.
func (t *Test) described(r *Result) error {
	if !r.Fitted || !(r.Way > maxPositionError*t.Side) {
		return nil
	}
	return t.refused(findings.NewRefusal(0, findings.CaptureMisfit, t.Kind, 1e3*r.Way, 1e3*t.Side))
}

// Doubts returns the warnings about a fit.
func (f *Fitted) Doubts() findings.List {
	list := slices.Clone(f.apart)
	for _, r := range f.Results {
		list.Add(r.Doubt())
	}
	return list
}

// Summary returns a line about each test, drawings of them, and the largest RMS error of forces [N].
func (f *Fitted) Summary() (lines []string, drawn []fit.Drawing, left float64) {
	for _, r := range f.Results {
		lines, drawn = append(lines, r.String()), append(drawn, r.Drawing)
		if !r.Bends {
			left = max(left, r.RMS)
		}
	}
	return lines, drawn, left
}

// String returns a line about the result.
func (r Result) String() string {
	what := "validated by"
	if r.Fitted {
		what = "fitted by"
	}
	left := fmt.Sprintf("forces, %.3g N left, %.2g %% of the largest", r.RMS, 100*r.Force)
	if r.Bends {
		left = "positions"
	}
	lost := ""
	if r.Lost > 0 {
		lost = fmt.Sprintf("; no rest in %d frames", r.Lost)
	}
	return fmt.Sprintf("%-13s %s %s; points off by %.3g mm (root mean square)%s", r.Kind, what, left, 1e3*r.Way, lost)
}
