package view

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func ptr[T any](v T) *T { return &v }

var someEvents = []Event{
	{Step: 0, Do: Friction, On: ptr(false)},
	{Step: 2, Do: Grab, Tri: ptr[int32](7), Bary: &[3]float64{.25, .5, .25}, Radius: ptr(.05)},
	{Step: 2, Do: Drag, To: &[3]float64{.1, 1. / 3, -2e-17}},
	{Step: 8, Do: Hurry, Late: 16},
	{Step: 9, Do: Release},
	{Step: 9, Do: Pin, Vertices: []int32{0, 5}},
	{Step: 10, Do: Unpin, Vertices: []int32{5}},
	{Step: 11, Do: WindTo, To: &[3]float64{6, 0, 1}},
	{Step: 11, Do: Gust, Amplitude: ptr(.4), Hz: ptr(0.)},
	{Step: 12, Do: Gravity, To: &[3]float64{0, -1.62, 0}},
	{Step: 12, Do: SoftPins, Factor: ptr(2.5)},
	{Step: 12, Do: Rest, Seconds: ptr(28800.)},
	{Step: 13, Do: Fabric, Part: ptr[int32](0), Name: "denim"},
	{Step: 14, Do: MoveBody, Body: ptr[int32](0), To: &[3]float64{0, .1, 0}},
	{Step: 20, Do: Reset}, {Step: 20, Do: Restart},
	{Step: 21, Do: End, Sum: "00ff"},
}

var someHeader = Header{Version: 1, Scene: "flag", Set: []string{"frames=3"}, Backend: "cpu", Input: "ab"}

func recording() []byte {
	var b bytes.Buffer
	r := NewRecorder(&b, someHeader)
	for _, e := range someEvents {
		r.Add(e)
	}
	return b.Bytes()
}

// TestRecordingRoundTrip: what is written is read back, numbers to the last bit.
func TestRecordingRoundTrip(t *testing.T) {
	h, events, err := ReadRecording("r", recording())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(someHeader, h); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(someEvents, events); d != "" {
		t.Error(d)
	}
	seen := map[string]bool{}
	for _, e := range someEvents {
		seen[e.Do] = true
	}
	for _, k := range kinds() {
		if !seen[k] {
			t.Errorf("no event %q in the test", k)
		}
	}
}

// TestRecordingRefuses: what is wrong is named with its line.
func TestRecordingRefuses(t *testing.T) {
	head := `{"hysteron_recording":1,"scene":"flag","backend":"cpu","input_sha256":""}` + "\n"
	for text, want := range map[string]string{
		"":                                      "empty",
		"{}\n":                                  "hysteron_recording 0",
		"x\n":                                   "r:1: no header",
		head + "{\"step\":0}\n":                 `r:2: unknown event ""`,
		head + `{"step":-1,"do":"reset"}`:       "step -1",
		head + `{"step":1,"do":"reset"} {}`:     "something after",
		head + "\n" + `{"step":1,"do":"reset"}`: "r:2: an empty line",
		head + `{"step":1,"do":"reset","wind":3}`:                                 "unknown field",
		head + `{"step":1,"do":"reset","to":[0,0,0]}`:                             `"reset" has no "to"`,
		head + `{"step":1,"do":"wind"}`:                                           "to, three numbers",
		head + `{"step":1,"do":"wind","to":[0,0,1e99]}`:                           "at most 300",
		head + `{"step":1,"do":"grab","tri":1,"radius_m":0.1}`:                    "bary",
		head + `{"step":1,"do":"grab","tri":1,"bary":[1,0,0],"radius_m":-1}`:      "radius_m",
		head + `{"step":1,"do":"pin"}`:                                            "vertices",
		head + `{"step":1,"do":"fabric","part":0}`:                                "name",
		head + "{\"step\":3,\"do\":\"reset\"}\n{\"step\":2,\"do\":\"reset\"}\n":   "r:3: step 2 after step 3",
		head + "{\"step\":3,\"do\":\"end\"}\n{\"step\":3,\"do\":\"reset\"}\n":     "after the end",
		`{"hysteron_recording":1,"scene":"flag","backend":"x","input_sha256":""}`: "cpu or gpu",
	} {
		if _, _, err := ReadRecording("r", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v: expected %q in it", text, err, want)
		}
	}
}

// FuzzRecording: no bytes make the reader panic, and what it takes it writes back as the same.
func FuzzRecording(f *testing.F) {
	f.Add(recording())
	f.Add([]byte(`{"hysteron_recording":1,"scene":"a","backend":"gpu","input_sha256":""}` + "\n" + `{"step":1e3,"do":"drag","to":[1,2]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, events, err := ReadRecording("r", data)
		if err != nil {
			if strings.Contains(err.Error(), "\n") && !strings.Contains(string(data), `\n`) {
				for _, line := range strings.Split(err.Error(), "\n") {
					if !strings.Contains(line, "expected") {
						t.Fatalf("an error of several lines: %q", err)
					}
				}
			}
			return
		}
		var b bytes.Buffer
		r := NewRecorder(&b, h)
		for _, e := range events {
			r.Add(e)
		}
		h2, again, err := ReadRecording("r", b.Bytes())
		if err != nil || !cmp.Equal(h, h2) || len(again) != len(events) {
			t.Fatalf("written back: %v, %v", err, cmp.Diff(h, h2))
		}
		for i := range events {
			if d := cmp.Diff(events[i], again[i]); d != "" {
				t.Fatal(d)
			}
		}
	})
}
