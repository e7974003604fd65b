package capture

import (
	"fmt"
	"slices"

	"hysteron/fit"
	"hysteron/fit/findings"
)

// Result is how well a model tells a test.
type Result struct {
	Kind   string  `json:"test"`
	Fitted bool    `json:"fitted"`    // it was used
	Bends  bool    `json:"positions"` // it is fitted by positions
	RMS    float64 `json:"left"`      // of that which the test is fitted by: of a force, or along its clip [N], or of a position [m]
	Force  float64 `json:"force"`     // RMS of the error of forces on clips, over the largest force
	Times  float64 `json:"times"`     // that which was measured is as much as forces of the model, by least squares; 0: no force was measured
	Way    float64 `json:"way_m"`     // RMS of the error of positions
	Lost   int     `json:"lost"`      // frames in which the fabric comes to no rest, which do not count

	Drawing fit.Drawing `json:"-"`
}

// double is how many times as much as the model's the forces of a test may be that it is not of: those of held-back
// tests of cloth are within a few percent (TestHeldBack), and units lie further apart.
const double = 2

// doubtful is how much of the largest force a model may miss of a test that it is fitted by.
const doubtful = 0.1

// Doubt is what speaks against the fit; nil: nothing.
func (r Result) Doubt() (f *findings.Finding) {
	switch {
	case r.Lost > 0 && r.Fitted:
		f = findings.Warn(0, findings.CaptureNoRest, r.Lost)
	case r.Fitted && !r.Bends && r.Force > doubtful:
		f = findings.Warn(0, findings.CaptureForces, 100*r.Force)
	case !r.Fitted && r.Times != 0 && !(r.Times < double && r.Times > 1./double):
		f = findings.Warn(0, findings.CaptureUnit, r.Times)
	default:
		return nil
	}
	f.Of = r.Kind
	return f
}

// astray is how far points may be off, of the sample's side, in a test that a fit is of: cloth that was found from it
// is then no other's.
const astray = 0.2

// described is an error where a fit does not describe a test that it is of.
func (t *Test) described(r *Result) error {
	if !r.Fitted || !(r.Way > astray*t.Side) {
		return nil
	}
	return t.refused(findings.Refuse(0, findings.CaptureAstray, t.Kind, 1e3*r.Way, 1e3*t.Side))
}

// Doubts are all that speaks against a fit.
func (f *Fitted) Doubts() findings.List {
	list := slices.Clone(f.apart)
	for _, r := range f.Results {
		list.Add(r.Doubt())
	}
	return list
}

// Says are a line about each test, drawings of them, and the largest RMS of forces that is left [N].
func (f *Fitted) Says() (lines []string, drawn []fit.Drawing, left float64) {
	for _, r := range f.Results {
		lines, drawn = append(lines, r.String()), append(drawn, r.Drawing)
		if !r.Bends {
			left = max(left, r.RMS)
		}
	}
	return lines, drawn, left
}

// String is a line about it.
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
