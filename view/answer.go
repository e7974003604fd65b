package view

import (
	"slices"
	"time"
)

// Asked is when an event was asked for, and what became of it.
type Asked struct {
	At    time.Time // zero: none was
	Acted time.Time // it acts from then on
	Led   time.Time // and has led somewhere by then, which is ready to be drawn
	Steps int64     // taken when it was asked for, as far as it was to be seen
}

// Answer measures how soon the cloth answers: from an event to the first picture, in the window, of where a step that
// followed it, or within which it acted, has led.
type Answer struct {
	Count   int     `json:"count"`      // of events, those that act together counted once
	Seconds float64 `json:"s"`          // of the last one
	Mean    float64 `json:"mean_s"`     // of all
	Half    float64 `json:"half_s"`     // within which half of the last ones were answered
	Nine    float64 `json:"nine_s"`     // and nine of ten of them
	Most    float64 `json:"most_s"`     // of all
	Late    int     `json:"late"`       // that took more than soon
	Spans   Spans   `json:"spans"`      // that make up the mean
	Steps   int64   `json:"steps"`      // from what was to be seen to what answers, of the last one
	MostBy  int64   `json:"steps_most"` // of all
	at      time.Time
	last    []float64 // seconds of the last ones
}

// Spans are what an answer waits for one after the other [s].
type Spans struct {
	Acts  float64 `json:"acts_s"`  // an iteration or a step ends, so that the event acts
	Leads float64 `json:"leads_s"` // the next one leads somewhere
	Rests float64 `json:"rests_s"` // a picture under way is finished, and the rest after it
	Draws float64 `json:"draws_s"` // the picture is drawn, and shown
}

// soon is what a hand takes for at once [s].
const soon = 0.05

// lastAnswers is how many the shares are of.
const lastAnswers = 200

// See takes note of a picture, drawn from began on and seen now, of where the event has led.
func (a *Answer) See(e Asked, began, seen time.Time, steps int64) {
	if e.At.IsZero() || e.At == a.at {
		return
	}
	a.at = e.At
	a.Seconds, a.Steps = seen.Sub(e.At).Seconds(), steps-e.Steps
	mean := func(of *float64, from, to time.Time) {
		*of = (*of*float64(a.Count) + to.Sub(from).Seconds()) / float64(a.Count+1)
	}
	mean(&a.Mean, e.At, seen)
	mean(&a.Spans.Acts, e.At, e.Acted)
	mean(&a.Spans.Leads, e.Acted, e.Led)
	mean(&a.Spans.Rests, e.Led, began)
	mean(&a.Spans.Draws, began, seen)
	a.Count++
	if a.Seconds > soon {
		a.Late++
	}
	a.Most, a.MostBy = max(a.Most, a.Seconds), max(a.MostBy, a.Steps)
	if a.last = append(a.last, a.Seconds); len(a.last) > lastAnswers {
		a.last = a.last[1:]
	}
	sorted := slices.Sorted(slices.Values(a.last))
	a.Half, a.Nine = sorted[(len(sorted)-1)/2], sorted[(len(sorted)-1)*9/10]
}
