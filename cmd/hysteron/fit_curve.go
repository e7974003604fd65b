package main

import (
	"bytes"
	"fmt"
	"slices"

	"hysteron/fit"
	"hysteron/fit/findings"
	"hysteron/fit/page"
	"hysteron/law"
)

// Names of --law: laws of stretch, and of friction in shear and bending.
var (
	stretchLaws  = []string{"elastic", "curve", "traction"}
	frictionLaws = []string{"dahl", "stribeck"}
)

// lawsOf returns the names of --law that apply to a mode of Kawabata's instruments.
func (f *fitCommand) lawsOf(mode string) (names []string) {
	may := frictionLaws
	if mode == "tensile" {
		may = stretchLaws
	}
	for _, name := range f.Law {
		if slices.Contains(may, name) {
			names = append(names, name)
		}
	}
	return names
}

// checkLaws returns an error if a name of --law does not apply to the measured parts.
func (f *fitCommand) checkLaws(modes ...string) error {
	for _, name := range f.Law {
		has := slices.ContainsFunc(modes, func(mode string) bool { return slices.Contains(f.lawsOf(mode), name) })
		switch {
		case name == "exact" || has:
		case name == "paper":
			return fmt.Errorf("--law paper: expected stretch or bend, not %s", f.Kind)
		default:
			return fmt.Errorf("--law %s: expected one of elastic, curve, traction for a Kawabata curve of stretch, of dahl, "+
				"stribeck for one of shear or bending", name)
		}
	}
	return nil
}

func readCurve(mode, file string, data []byte) (*fit.Curve, error) {
	m, err := fit.ModeByName(mode)
	if err != nil {
		return nil, err
	}
	return fit.ReadCurve(m, file, bytes.NewReader(data))
}

// curve identifies one part from a Kawabata curve.
func (f *fitCommand) curve(t *table) (*identified, error) {
	curve, err := readCurve(f.Kind, t.file, t.data)
	if err != nil {
		return nil, err
	}
	found, err := f.lawsOfCurve(curve)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.file, err)
	}
	found.Read, found.Doubts = page.Machine(curve), curve.Doubts(found.Residual)
	return found, nil
}

// lawsOfCurve fits k1, k2, a, b and tau to a Kawabata curve, or the laws of --law. A curve of stretch that k1 to tau do
// not describe gets other laws, too.
func (f *fitCommand) lawsOfCurve(curve *fit.Curve) (*identified, error) {
	mode := curve.Mode
	laws := f.lawsOf(mode.Name)
	var note string
	if laws == nil || mode.Name == "tensile" && slices.Equal(laws, stretchLaws[:1]) {
		e, err := fit.FitCurve(curve, f.options())
		if err != nil {
			return nil, err
		}
		r := page.Found(e, "of the curve's height", mode.Keys, mode.Units)
		r.Residual = curve.Scatter(e)
		missed := findings.ShapeMissed(e.R, r.Residual)
		soft := r.Numbers[0].Value <= 0
		plain := &identified{fitResult: r, drawn: []fit.Drawing{curve.Draw(r.Values())}}
		if missed <= findings.Legible && !soft {
			return plain, nil
		}
		if mode.Name != "tensile" || laws != nil {
			r.Notes = append(r.Notes, findings.NewNote(findings.CurveShape, 100*missed).String())
			return plain, nil
		}
		note = fmt.Sprintf("(k1 + k2 ε)ε does not describe the curve, it is off by %.1f %% of its height", 100*missed)
		if soft {
			note = "(k1 + k2 ε)ε would have no stiffness without strain (LT below about two thirds)"
		}
		note += ": so the stiffness is a curve through five points, law curve"
		laws = []string{"curve"}
	}
	found, err := fit.Identify(curve, f.options(), laws...)
	if err != nil {
		return nil, err
	}
	r := &fitResult{Readings: len(curve.Q), Residual: found.Scatter, Unit: "of the curve's height",
		Laws: []string{law.Of(found.Elastic).Name, law.Of(found.Friction).Name}}
	r.Search(found.Estimate)
	r.Together, r.Freedom = found.Together, found.Freedom()
	for _, n := range found.Numbers {
		r.Numbers = append(r.Numbers, fitted{Key: n.Key, Unit: n.Unit, Value: n.Value, Error: n.Error, Lo: n.Lo,
			Hi: n.Hi})
	}
	if note != "" {
		r.Notes = append(r.Notes, note)
	}
	if missed := findings.MissedCurve(found.R, found.Distance); missed != nil {
		r.Notes = append(r.Notes, missed.String())
	}
	return &identified{fitResult: r, drawn: []fit.Drawing{curve.DrawBy(found)}}, nil
}
