package view

import (
	"slices"
	"time"
)

// EventTimes holds the times of an event, for the measurement of latency.
type EventTimes struct {
	At    time.Time // when it was requested; zero: none
	Acted time.Time // when it started to act
	Led   time.Time // when a picture with its effect was ready to be drawn
	Steps int64     // shown steps when it was requested
}

// Latency is statistics of the latency: the time from an event to the first picture in the window of a step that it
// acted on.
type Latency struct {
	Count   int     `json:"count"`      // of events; those that act together count once
	Seconds float64 `json:"s"`          // of the last event
	Mean    float64 `json:"mean_s"`     // of all events
	Half    float64 `json:"half_s"`     // median of the last events
	Nine    float64 `json:"nine_s"`     // 90th percentile of the last events
	Most    float64 `json:"most_s"`     // maximum
	Late    int     `json:"late"`       // number of events slower than soon
	Spans   Spans   `json:"spans"`      // parts of the mean
	Steps   int64   `json:"steps"`      // steps from the shown one to the answer, of the last event
	MostBy  int64   `json:"steps_most"` // maximum
	at      time.Time
	last    []float64 // seconds of the last events
}

// Spans are the consecutive parts of a latency [s].
type Spans struct {
	Acts  float64 `json:"acts_s"`  // until an iteration or a step ends and the event acts
	Leads float64 `json:"leads_s"` // until the next one has a result
	Rests float64 `json:"rests_s"` // until the picture in progress and the pause after it end
	Draws float64 `json:"draws_s"` // until the picture is drawn and shown
}

// promptLatency is the latency that feels immediate [s].
const promptLatency = 0.05

// latencyWindow is the number of events in median and percentile.
const latencyWindow = 200

// Record adds the latency of an event: began is when drawing of its picture began, now is when it was shown.
func (a *Latency) Record(e EventTimes, began, seen time.Time, steps int64) {
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
	if a.Seconds > promptLatency {
		a.Late++
	}
	a.Most, a.MostBy = max(a.Most, a.Seconds), max(a.MostBy, a.Steps)
	if a.last = append(a.last, a.Seconds); len(a.last) > latencyWindow {
		a.last = a.last[1:]
	}
	sorted := slices.Sorted(slices.Values(a.last))
	a.Half, a.Nine = sorted[(len(sorted)-1)/2], sorted[(len(sorted)-1)*9/10]
}
