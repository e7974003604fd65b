package page

import (
	"fmt"
	"io"
	"math"
	"strings"

	"hysteron/fit"
	"hysteron/fit/findings"
)

// Result is the result of a fit for a part of a fabric.
type Result struct {
	Read         string        `json:"read,omitempty"` // the measurement in everyday words
	Numbers      []Number      `json:"numbers"`
	Readings     int           `json:"readings"`
	Residual     float64       `json:"residual_rms"`
	Unit         string        `json:"residual_unit"`
	Agreed       string        `json:"searches_that_agree,omitempty"`
	Bounds       []string      `json:"on_bound,omitempty"` // numbers at a bound
	Undetermined []string      `json:"undetermined"`
	Notes        []string      `json:"notes,omitempty"`  // remarks about the numbers
	Doubts       findings.List `json:"doubts,omitempty"` // warnings about the numbers

	Together []float64 `json:"correlation,omitempty"`        // of the errors of Numbers, row by row
	Freedom  float64   `json:"degrees_of_freedom,omitempty"` // of the scatter that the intervals are from

	Within string   `json:"-"` // interval of a given number, see Within
	Given  []Number `json:"-"` // given numbers, of the same cloth as the fitted ones
	Laws   []string `json:"-"` // of elasticity and friction, if they are not the default ones

	searches string // description of the searches
}

// Found returns the printable result of a fit.
func Found(e *fit.Estimate, unit string, keys, units []string) *Result {
	r := &Result{Readings: len(e.R), Residual: math.Sqrt(e.RSS / float64(len(e.R))), Unit: unit}
	r.Search(e)
	values := make([]func(p []float64) float64, len(keys))
	for k := range values {
		values[k] = func(p []float64) float64 { return p[k] }
	}
	r.Together, r.Freedom = e.Correlation(values...), e.Freedom()
	for k, key := range keys {
		r.Numbers = append(r.Numbers, Number{Key: key, Unit: units[k], Value: e.P[k], Error: e.Error[k],
			Lo: e.Intervals[k].Lo, Hi: e.Intervals[k].Hi})
	}
	if !e.Converged {
		r.Undetermined = append(r.Undetermined, "the search ran out of iterations")
	}
	return r
}

// Search adds a description of the search and of what it leaves undetermined.
func (r *Result) Search(e *fit.Estimate) {
	r.Undetermined, r.Agreed, r.searches, r.Bounds = e.Undetermined, fmt.Sprintf("%d of %d", e.Agreed, e.Searches),
		searches(e.Result), OnBounds(e.Bounds)
}

// none describes a number at its smallest value.
const none = "the least that it can be"

// OnBounds returns texts about numbers at a bound.
func OnBounds(list []fit.Bound) (says []string) {
	for _, b := range list {
		switch end := map[bool]string{true: "smallest", false: "largest"}[b.Lower]; {
		case b.At == 0:
			says = append(says, b.Key+" = 0, "+none)
		default:
			says = append(says, fmt.Sprintf("%s = %.4g, the %s that was searched or that its law allows: it is that bound and "+
				"no measurement", b.Key, b.At, end))
		}
	}
	return says
}

// searches returns how many searches ended at the best minimum, and how far off the others were. A single one is no
// failure, since most start far away.
func searches(r *fit.Result) string {
	const alike, far = 1.005, 1000
	of := fmt.Sprintf("%d searches from different starts", r.Searches)
	others := "the others where far more is left"
	switch ratio := math.Sqrt(r.Next / r.RSS); {
	case r.Searches < 2:
		return "one search"
	case r.Agreed == r.Searches:
		return "all " + of + " ended here"
	case r.Next == 0:
		others = "the others found no answer"
	case ratio < alike:
		return fmt.Sprintf("the best of %s (%d ended here, others beside it where hardly more is left, which the intervals "+
			"know of)", of, r.Agreed)
	case ratio < far:
		others = fmt.Sprintf("the others where %.3g times as much is left or more", ratio)
	}
	if r.Agreed == 1 {
		others += fmt.Sprintf("; --starts %d looks further", 5*(r.Searches-1))
	}
	return fmt.Sprintf("the best of %s (%d ended here, %s)", of, r.Agreed, others)
}

// OneReading marks a stiffness without an interval in the source of a fabric's part, for readers and for later fits.
const OneReading = "an estimate from one reading, without an interval"

// alone reports whether the first number is such an estimate.
func (r *Result) alone() bool {
	return r.Readings == 1 && len(r.Numbers) > 0 && fit.Boundless(r.Numbers[0].Lo, r.Numbers[0].Hi)
}

// Alone returns the note about it.
func (r *Result) Alone() []string {
	if !r.alone() {
		return nil
	}
	return []string{r.Numbers[0].Key + " is " + OneReading + ", since one reading shows no scatter; a second strip " +
		"gives one, five or more a narrow one"}
}

// Source returns the source of the numbers: kind of fit, file and hash of its data. paper: friction was assumed
// saturated.
func (r *Result) Source(kind, file string, data []byte, paper bool) string {
	laws := "law elastic, dahl"
	switch kind {
	case "cantilever":
		laws = "law elastic"
	case "bend":
		laws = "law dahl"
	case "crease", "bagging", "relax", "creep":
		laws = "law relaxing"
	}
	if r.Laws != nil {
		laws = "law " + strings.Join(r.Laws, ", ")
	}
	if paper {
		laws += ", saturated where the direction turns"
	}
	left := fmt.Sprintf("readings: %d", r.Readings)
	switch {
	case kind == "cantilever" && r.alone():
		left += "; " + r.Numbers[0].Key + " is " + OneReading
	case kind == "cantilever":
		left += "; " + Within(r.Numbers[0].Key, r.Numbers[0].Lo, r.Numbers[0].Hi)
	case r.Within != "":
		left += "; beside " + r.Within
	}
	if r.Agreed != "" {
		left += fmt.Sprintf(", residual %.3g %s", r.Residual, r.Unit)
	}
	return Provenance(kind, file, data, laws, left+Open(r.Bounds, r.Undetermined))
}

// Open returns the text in a source about numbers at a bound, and about undetermined ones.
func Open(bounds, undetermined []string) (says string) {
	for _, b := range bounds {
		says += "; on its bound: " + b
	}
	for _, u := range undetermined {
		says += "; not determined: " + u
	}
	return says
}

// Values returns the values of the numbers.
func (r *Result) Values() (v []float64) {
	for _, n := range r.Numbers {
		v = append(v, n.Value)
	}
	return v
}

// Chapter returns the chapter of a page.
func (r *Result) Chapter(heading string, says []string, drawn []fit.Drawing) Chapter {
	if r.Read != "" {
		says = append(says, "Measured: "+r.Read+".")
	}
	if r.searches != "" {
		says = append(says, "Searched: "+r.searches+".")
	}
	return Chapter{Heading: heading, Says: says, Numbers: r.Numbers, Doubts: r.Doubts, Notes: r.Notes, Bounds: r.Bounds,
		Open: r.Undetermined, Drawn: drawn}
}

// Print writes the summary.
func (r *Result) Print(w io.Writer) {
	wide := 0
	for _, n := range r.Numbers {
		wide = max(wide, len(n.Key))
	}
	for _, n := range r.Numbers {
		within := fmt.Sprintf("95 %%: %.4g to %.4g", n.Lo, n.Hi)
		if fit.Boundless(n.Lo, n.Hi) {
			within = "no interval"
		} else if n.Lo == n.Hi && n.Value == n.Lo {
			within = ""
		}
		fmt.Fprintf(w, "%-*s  %-10.5g %-5s %s\n", wide, n.Key, n.Value, n.Unit, within)
	}
	fmt.Fprintf(w, "%d reading", r.Readings)
	if r.Readings != 1 {
		fmt.Fprint(w, "s")
	}
	if r.Agreed != "" {
		fmt.Fprintf(w, ", residual %.3g %s (root mean square); %s", r.Residual, r.Unit, r.searches)
	}
	fmt.Fprintln(w)
	if r.Read != "" {
		fmt.Fprintln(w, "measured:", r.Read)
	}
	Say(w, "", r.Doubts, r.Notes, r.Bounds, r.Undetermined)
}

// Say writes warnings, remarks, numbers at bounds, and undetermined ones, a line each.
func Say(w io.Writer, indent string, doubts findings.List, notes, bounds, undetermined []string) {
	for _, d := range doubts {
		fmt.Fprintln(w, indent+"warning:", d.Located())
	}
	for _, n := range notes {
		fmt.Fprintln(w, indent+"note:", n)
	}
	for _, b := range bounds {
		fmt.Fprintln(w, indent+"on its bound:", b)
	}
	for _, u := range undetermined {
		fmt.Fprintln(w, indent+"not determined:", u)
	}
}

// Finite replaces infinite numbers, which JSON cannot represent, by the largest one.
func (r *Result) Finite() *Result {
	for i := range r.Numbers {
		n := &r.Numbers[i]
		for _, v := range []*float64{&n.Error, &n.Lo, &n.Hi} {
			*v = max(-math.MaxFloat64, min(math.MaxFloat64, *v))
		}
	}
	return r
}
