//go:build cgo

package view

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestShots: a saved picture is of the look, the camera and the cloth that there were when S was pressed, also where
// the look was chosen in the same moment and another one or another camera after it.
func TestShots(t *testing.T) {
	c := device(t)
	p := puppet(t, c, StageOptions{Targets: []string{written(t, small)}})
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(p.Wait(8))
	must(p.Key("space", Mods{})) // it stands still
	saved := 0
	read := func() []byte {
		t.Helper()
		saved++
		data, err := os.ReadFile(filepath.Join(p.opt.Out, fmt.Sprintf("view-%04d.png", saved)))
		must(err)
		return data
	}
	var looks [][]byte
	for range 4 {
		must(p.Wait(2))
		must(p.Key("s", Mods{}))
		looks = append(looks, read())
		must(p.Key("m", Mods{}))
	}
	for i, a := range looks {
		for k, b := range looks {
			if i < k && bytes.Equal(a, b) {
				t.Fatalf("looks %d and %d are the same picture", i, k)
			}
		}
	}
	must(p.Wait(2))
	for k := range 4 { // by a script: M and S with nothing between
		must(p.Key("m", Mods{}))
		must(p.Key("s", Mods{}))
		if !bytes.Equal(read(), looks[(k+1)%4]) {
			t.Errorf("S right after M saves another picture than of look %d", (k+1)%4)
		}
	}
	// And in one and the same picture, with other looks and another camera before the next one.
	for range 3 {
		p.Stage.Key("m", Mods{})
		p.Stage.Key("s", Mods{})
	}
	p.Stage.Key("7", Mods{})
	if !p.Pending() {
		t.Error("values were measured before there was time for it")
	}
	for range 4 {
		p.Tick(1. / 30)
	}
	for k := range 3 {
		if !bytes.Equal(read(), looks[k+1]) {
			t.Errorf("S after M, %d in one picture: another picture than of look %d", k+1, k+1)
		}
	}
	if p.Pending() || p.Orbit.Elevation == 0 {
		t.Errorf("pictures are pending: %v; the camera is at elevation %g", p.Pending(), p.Orbit.Elevation)
	}
}

// TestShotBeside: where the simulation runs by itself a look is measured within its steps, and what is pending is
// saved.
func TestShotBeside(t *testing.T) {
	c := device(t)
	st, err := NewStage(c, StageOptions{Targets: []string{written(t, small)}, Backend: "cpu", Out: t.TempDir()}, 300,
		200,
		1)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	until := func(what string, done func() bool) {
		t.Helper()
		for end := time.Now().Add(5 * time.Minute); !done(); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("after five minutes still not: %s; it says %q", what, st.State().Said)
			}
			st.Tick(0)
		}
	}
	until("steps", func() bool { return st.panes[0].at.Steps > 10 })
	st.Key("m", Mods{})
	st.Key("s", Mods{})
	until("a picture", func() bool { return !st.Pending() })
	if _, err := os.Stat(filepath.Join(st.opt.Out, "view-0001.png")); err != nil || st.panes[0].at.Kind != st.Mode {
		t.Errorf("%v; look %v", err, st.panes[0].at.Kind)
	}
}

// TestEdges: edges are those of the triangles of the cloth that are simulated, also where all stands still, and bodies
// have none.
func TestEdges(t *testing.T) {
	p := puppet(t, device(t), StageOptions{Targets: []string{written(t, small)}, Paused: true})
	p.Wires = true
	for _, fine := range []bool{false, true} {
		for i, m := range p.panes[0].scene(p.Stage, fine).Meshes {
			if cloth := m.Name == "sheet"; m.Edges != cloth || m.Edges && m.Smooth {
				t.Errorf("fine %v: mesh %d, %q, has edges %v, of a smoother surface %v", fine, i, m.Name, m.Edges,
					m.Smooth)
			}
		}
	}
	p.Wires = false
	if m := p.panes[0].scene(p.Stage, true).Meshes[0]; m.Edges || !m.Smooth {
		t.Errorf("without edges: edges %v, smooth %v", m.Edges, m.Smooth)
	}
}

// TestBeginTogether: simulations beside each other that run by themselves begin to once both are open, and alone at
// once.
func TestBeginTogether(t *testing.T) {
	c := device(t)
	file := written(t, small)
	for _, targets := range [][]string{{file, file}, {file}, {file, file + ".none"}} {
		st, err := NewStage(c, StageOptions{Targets: targets, Backend: "cpu", Out: t.TempDir()}, 300, 200, 1)
		if err != nil {
			t.Fatal(err)
		}
		began := false
		for end := time.Now().Add(5 * time.Minute); !began && time.Now().Before(end); time.Sleep(time.Millisecond) {
			opens := false
			for _, p := range st.panes {
				opens = opens || p.isOpening()
			}
			if st.playing() && opens {
				t.Error("one plays while the other one is opened")
			}
			st.Tick(0)
			began = st.panes[0].at.Steps > 2
		}
		if !began || len(targets) > 1 && st.panes[1].runner != nil && !st.panes[1].runner.Playing() {
			t.Errorf("%d beside each other do not begin", len(targets))
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}
}
