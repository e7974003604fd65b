//go:build viewer && slow

package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"hysteron/scenes/scenestest"
	"hysteron/view"
)

// processor is the time that the program has had on all cores so far [s].
func (r *robot) processor() float64 {
	r.t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.cmd.Process.Pid))
	if err != nil {
		r.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), ") ") // behind the name
	words := strings.Fields(rest)
	user, _ := strconv.ParseFloat(words[11], 64)
	system, _ := strconv.ParseFloat(words[12], 64)
	return (user + system) / 100 // Linux counts hundredths
}

// TestAnswerWindow measures how often a sheet is drawn in a window while it hangs and while it is dragged by its middle
// until it is taut, and how soon it answers; what was recorded replays to the same bits.
//
//	go test -tags egl,viewer,slow -count=1 -v -run AnswerWindow ./cmd/hysteron-view
func TestAnswerWindow(t *testing.T) {
	dir := t.TempDir()
	scene, record := filepath.Join(dir, "sheet.toml"), filepath.Join(dir, "window.jsonl")
	if err := os.WriteFile(scene, []byte(scenestest.Curtain), 0o666); err != nil {
		t.Fatal(err)
	}
	r := start(t, display(t), dir, scene, "--backend", "cpu", "--record", record, "--watch", "1300")
	state := func() view.StageState {
		t.Helper()
		s, err := r.State()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	// path moves the mouse along points, one each 16 ms.
	path := func(points [][2]float64) {
		t.Helper()
		var args []string
		for _, p := range points {
			args = append(args, "mousemove", "--window", r.window, fmt.Sprintf("%.0f", p[0]), fmt.Sprintf("%.0f", p[1]), "sleep",
				"0.016")
		}
		_, err := r.do(args...)
		must(err)
		r.x, r.y = points[len(points)-1][0], points[len(points)-1][1]
	}
	measure := func(what string, f func()) view.StageState {
		t.Helper()
		a, began, used := state(), time.Now(), r.processor()
		f()
		b, took := state(), time.Since(began).Seconds()
		cores := (r.processor() - used) / took // that others have left it
		t.Logf("%s: %d steps, %.1f pictures a second, on %.2f of %d cores", what, b.Steps-a.Steps,
			float64(b.Drawn-a.Drawn)/took, cores, runtime.NumCPU())
		if n := b.Answer.Count - a.Answer.Count; n > 0 {
			mean := (b.Answer.Mean*float64(b.Answer.Count) - a.Answer.Mean*float64(a.Answer.Count)) / float64(n)
			t.Logf("%s: %d answers, after %.0f ms and %.0f ms of processor time on average, half within %.0f ms, nine of ten "+
				"within %.0f ms, all but %d within 50 ms, all within %.0f ms",
				what, n, 1e3*mean, 1e3*mean*cores, 1e3*b.Answer.Half, 1e3*b.Answer.Nine, b.Answer.Late-a.Answer.Late,
				1e3*b.Answer.Most)
			span := func(of func(view.Spans) float64) float64 {
				return 1e3 * (of(b.Answer.Spans)*float64(b.Answer.Count) - of(a.Answer.Spans)*float64(a.Answer.Count)) / float64(n)
			}
			t.Logf("%s: on average %.1f ms until it acts, %.1f ms until it has led somewhere, %.1f ms until a picture of that "+
				"begins, %.1f ms until that is seen", what,
				span(func(s view.Spans) float64 { return s.Acts }), span(func(s view.Spans) float64 { return s.Leads }),
				span(func(s view.Spans) float64 { return s.Rests }), span(func(s view.Spans) float64 { return s.Draws }))
		}
		return b
	}
	time.Sleep(2 * time.Second)
	measure("hanging", func() { time.Sleep(3 * time.Second) })
	s := state()
	x, y := s.Watched[0].Pixel[0], s.Watched[0].Pixel[1]
	must(r.Move(math.Round(x), math.Round(y)))
	must(r.Press(view.LeftButton, true, view.Mods{}))
	var pull, around [][2]float64
	for k := range 60 {
		pull = append(pull, [2]float64{x + 4*float64(k), y + 3*float64(k)})
	}
	for k := range 500 {
		q := float64(k) / 25
		around = append(around, [2]float64{x + 240 + 25*math.Sin(q), y + 180 + 25*math.Cos(q)})
	}
	measure("pulled", func() { path(pull) })
	end := measure("taut", func() { path(around) })
	must(r.Press(view.LeftButton, false, view.Mods{}))
	must(r.Key("escape", view.Mods{}))
	r.leave()
	if end.Answer.Count < 20 {
		t.Errorf("%d answers", end.Answer.Count)
	}
	out, errs, status := command(t, "--replay", record)
	if status != 0 || !strings.Contains(out, `"same":true`) {
		t.Errorf("replay: exit status %d, %s%s", status, out, errs)
	}
	data, _ := os.ReadFile(record)
	t.Logf("%d drags, %d of them within steps", strings.Count(string(data), `"drag"`), strings.Count(string(data), `"iteration"`))
}
