//go:build cgo

package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/view"
)

// besides are two curtains with a ball, and the vertices that the script asks for.
var besides = []string{"--beside", "testdata/beside.toml", "--width", "1200", "--height", "700", "--watch", "25,66"}

// TestBesideWithoutWindow: two simulations beside each other are dragged, pinned, blown at, exchanged and saved, both
// or one of them.
func TestBesideWithoutWindow(t *testing.T) {
	checkBeside(t, byPuppet(t, "beside", besides))
}

// checkBeside looks at what beside.script left in a folder.
func checkBeside(t *testing.T, dir string) {
	t.Helper()
	type pair [2]view.Shown
	get := func(name string) pair {
		t.Helper()
		s := told(t, dir, name, 2)
		if s.Beside == nil {
			t.Fatalf("%s: nothing at the right", name)
		}
		return pair{s.Shown, *s.Beside}
	}
	apart := func(a, b pair, k int) float64 {
		p, q := a[k].Watched[0].X, b[k].Watched[0].X
		return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
	}
	rest, both, let := get("rest"), get("both"), get("let")
	for k, side := range []string{"left", "right"} {
		if d := apart(both, rest, k); !both[k].Held || d < .03 || both[k].Probed != 25 {
			t.Errorf("a drag at the left has the corner at the %s move %.3g m (held %v, probed %d): expected both to", side, d,
				both[k].Held, both[k].Probed)
		}
		if d := apart(let, rest, k); let[k].Held || d > .02 {
			t.Errorf("let go the corner at the %s is %.3g m off (held %v)", side, d, let[k].Held)
		}
	}
	if s := get("left"); s[0].Friction || !s[1].Friction || s[0].Fabrics[0] == s[1].Fabrics[0] ||
		s[1].Fabrics[0] != rest[1].Fabrics[0] {
		t.Errorf("acting on the left: friction %v and %v, fabrics %v and %v", s[0].Friction, s[1].Friction, s[0].Fabrics,
			s[1].Fabrics)
	}
	blown := get("right")
	if v := math.Hypot(blown[1].Wind[0], blown[1].Wind[2]); blown[0].Wind != rest[0].Wind || math.Abs(v-5) > .6 ||
		apart(blown, let, 1) < .05 {
		t.Errorf("acting on the right: wind %v and %v; it moves the corner %.3g m", blown[0].Wind, blown[1].Wind,
			apart(blown, let, 1))
	}
	if s := get("held"); s[0].Held || !s[1].Held || apart(s, blown, 1) < .01 {
		t.Errorf("a drag at the right alone: held %v and %v, by %.3g m", s[0].Held, s[1].Held, apart(s, blown, 1))
	}
	if a, b := get("pinned"), get("freed"); a[0].Pinned != rest[0].Pinned || a[1].Pinned <= rest[1].Pinned ||
		b[1].Pinned != rest[1].Pinned {
		t.Errorf("P at the right: %d and %d pins of %d, after U %d", a[0].Pinned, a[1].Pinned, rest[0].Pinned, b[1].Pinned)
	}
	moved := get("moved")
	for k, side := range []string{"left", "right"} {
		if d := moved[k].Bodies[0]; d[0] < .05 || math.Abs(d[1]) > .01 {
			t.Errorf("the ball at the %s has gone by %v: expected both to go to the right", side, d)
		}
	}
	for _, name := range []string{"both", "right", "strain"} {
		checkPicture(t, filepath.Join(dir, name+".png"))
	}
	for _, run := range []string{"run-0001", "run-0002"} {
		for _, want := range []string{"cache/curtain.pc2", "body/ball.pc2", "checkpoints/*"} {
			if found, _ := filepath.Glob(filepath.Join(dir, run, want)); len(found) == 0 {
				t.Errorf("C saves no %s/%s", run, want)
			}
		}
	}
	if said := strings.Join(told(t, dir, "saving", 2).Said, "\n"); !strings.Contains(said, "run-0001 (left) and ") ||
		!strings.Contains(said, "run-0002 (right)") {
		t.Errorf("C says %q", said)
	}
	// What was recorded of the right one gives the same bits, too.
	record, _ := filepath.Glob(filepath.Join(dir, "*.jsonl.2"))
	if len(record) != 1 {
		t.Fatalf("recordings of the right one: %v", record)
	}
	out, errs, status := command(t, "--replay", record[0])
	var did struct{ Same bool }
	if err := json.Unmarshal([]byte(out), &did); err != nil || status != 0 || !did.Same {
		t.Errorf("replay of the right one: exit status %d, %s%s", status, out, errs)
	}
}
