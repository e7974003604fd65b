package live

import (
	"slices"
	"time"
)

// Asked is when an event was asked for.
type Asked struct {
	At    time.Time // zero: none was
	Steps int64     // taken by then, as far as it was to be seen
}

// Answer measures how soon the cloth answers: from an event to the end of drawing the first picture of where a step that followed it, or within
// which it acted, has led.
type Answer struct {
	Count   int     `json:"count"`      // of events, those that act together counted once
	Seconds float64 `json:"s"`          // of the last one
	Mean    float64 `json:"mean_s"`     // of all
	Half    float64 `json:"half_s"`     // within which half of the last ones were answered
	Nine    float64 `json:"nine_s"`     // and nine of ten of them
	Most    float64 `json:"most_s"`     // of all
	Steps   int64   `json:"steps"`      // from what was to be seen to what answers, of the last one
	MostBy  int64   `json:"steps_most"` // of all
	at      time.Time
	last    []float64 // seconds of the last ones
}

// lastAnswers is how many the shares are of.
const lastAnswers = 200

// See takes note of a picture that was drawn, of where the event has led.
func (a *Answer) See(e Asked, drawn time.Time, steps int64) {
	if e.At.IsZero() || e.At == a.at {
		return
	}
	a.at = e.At
	a.Seconds, a.Steps = drawn.Sub(e.At).Seconds(), steps-e.Steps
	a.Mean = (a.Mean*float64(a.Count) + a.Seconds) / float64(a.Count+1)
	a.Count++
	a.Most, a.MostBy = max(a.Most, a.Seconds), max(a.MostBy, a.Steps)
	if a.last = append(a.last, a.Seconds); len(a.last) > lastAnswers {
		a.last = a.last[1:]
	}
	sorted := slices.Sorted(slices.Values(a.last))
	a.Half, a.Nine = sorted[(len(sorted)-1)/2], sorted[(len(sorted)-1)*9/10]
}
