package view

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"hysteron/sim"
)

// drooping is a strip of linen that juts out by 2 cm, without friction; K, SHARE: its stiffness and relaxation of
// bending.
const drooping = `fps = 30
step_s = 0.00834
[air]
density_kg_m3 = 0
[[sheet]]
name = "sheet"
size_m = [0.02, 0.01]
vertices = [11, 6]
[sheet.fabric]
base = "linen"
bending = "hinge"
shear.relaxation = { share_1 = 0, share_2 = 0, share_3 = 0 }
shear.friction.a_n_m = 0
bend_warp.friction.a_n = 0
bend_weft.friction.a_n = 0
bend_warp.k1_nm = K
bend_weft.k1_nm = K
bend_warp.relaxation = { share_1 = SHARE, share_2 = 0, share_3 = 0 }
bend_weft.relaxation = { share_1 = SHARE, share_2 = 0, share_3 = 0 }
[[sheet.pin]]
box_min_m = [-1, -1, -1]
box_max_m = [-0.0079, 1, 1]
`

// TestRestEvent: an hour passes for a strip that droops, a half of whose stiffness relaxes with 10 s: it comes to where
// one of half the stiffness hangs, while the time of the scene stays. A reset takes it back. The recording replays to
// the same bits.
func TestRestEvent(t *testing.T) {
	var log *bytes.Buffer
	droop := func(k, share string) (*Session, float64, float64) {
		var s *Session
		s, log = begun(t, strings.NewReplacer("K", k, "SHARE", share).Replace(drooping), "cpu")
		tip := func() float64 {
			x, err := s.positions()
			if err != nil {
				t.Fatal(err)
			}
			return -x[10].Y
		}
		steps(t, s, 8)
		do(t, s, Event{Do: Rest, Seconds: livePtr(1e-3)})
		first := tip()
		if note := do(t, s, Event{Do: Rest, Seconds: livePtr(3600.)}); !strings.HasPrefix(note, "1 h passed: ") {
			t.Errorf("note %q", note)
		}
		return s, first, tip()
	}
	_, _, soft := droop("6.54e-6", "0")
	s, first, last := droop("1.308e-5", "0.5")
	if !(math.Abs(last/soft-1) < .01) || !(first < .8*last) {
		t.Errorf("the tip is %.5g m down, %.5g m after an hour: expected %.5g m, as half as stiff cloth", first, last, soft)
	}
	if s.Rested() < 3600 || math.Abs(s.Time()-8*s.H) > 1e-12 {
		t.Errorf("%g s at rest, %g s of the scene: expected an hour, and %g s", s.Rested(), s.Time(), 8*s.H)
	}
	do(t, s, Event{Do: End})
	_, events, err := ReadRecording("r", log.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	h := s.Header()
	if out, err := Replay(context.Background(), h, events, "", func(sim.Progress) {}, nil); err != nil || !out.Same {
		t.Errorf("replayed: %+v, %v: expected the same bits", out, err)
	}
	do(t, s, Event{Do: Reset})
	if s.Rested() != 0 {
		t.Errorf("after a reset %g s at rest: expected none", s.Rested())
	}
	for _, bad := range []*float64{nil, livePtr(0.), livePtr(math.Inf(1)), livePtr(-1.)} {
		if _, err := s.Do(Event{Do: Rest, Seconds: bad}); err == nil {
			t.Errorf("%v s were taken", bad)
		}
	}
}

// TestRestOfLooseCloth: what nothing holds cannot rest, and stays as it was.
func TestRestOfLooseCloth(t *testing.T) {
	s, _ := begun(t, strings.Replace(hung, `pins = ["corner-01", "corner-11"]`, "", 1), "cpu")
	steps(t, s, 1)
	before := at(t, s, 0)
	if _, err := s.Do(Event{Do: Rest, Seconds: livePtr(3600.)}); err == nil || !strings.Contains(err.Error(),
		"1 h cannot pass") {
		t.Errorf("%v: expected that it cannot", err)
	}
	if now := at(t, s, 0); now != before || s.Rested() != 0 {
		t.Errorf("it moved from %v to %v, %g s", before, now, s.Rested())
	}
	steps(t, s, 1)
}

// TestRestMarks: the slider goes from a second to a day.
func TestRestMarks(t *testing.T) {
	for log, want := range map[float64]float64{0: 1, .2: 2, 1.76: 60, 3.6: 3600, 4.4: 28800, 9: 86400} {
		if got := restMark(log); got != want {
			t.Errorf("10^%g s: %s, expected %s", log, sim.Ago(got), sim.Ago(want))
		}
	}
}
