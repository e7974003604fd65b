package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hysteron/formats"
	"hysteron/scenes/scenestest"
)

// kills is how often a run of each kind is killed.
type kills struct{ plain, pictures, gpu, gpuPictures int }

// killScene has a checkpoint in the middle, and frames of about 10 ms on the CPU.
var killScene = scenestest.OnBall("frames = 25\n[ground]\nheight_m = 0\n", `vertices = [20, 20]
[render]
width = 96
height = 64
quality = "draft"
`)

// A run that is killed at any instant leaves nothing half-written that could be taken for whole, and, resumed as often
// as need be, ends with the bytes of a run that was not: caches, first frame and pictures. One that comes to its end is
// compared, and the next begins in an empty folder, so that each kill meets a run.
func TestKilledRunsGoOn(t *testing.T) {
	for _, c := range []struct {
		name  string
		kills int
		args  []string
	}{
		{"cpu", killCounts.plain, []string{"--backend", "cpu", "--no-render"}},
		{"cpu with pictures", killCounts.pictures, []string{"--backend", "cpu"}},
		{"gpu", killCounts.gpu, []string{"--backend", "gpu", "--no-render"}},
		{"gpu with pictures", killCounts.gpuPictures, []string{"--backend", "gpu"}},
	} {
		if c.kills == 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, "s.toml", killScene)
			args := func(out string, more ...string) []string {
				return append(append([]string{"run", "s.toml", "-o", out}, c.args...), more...)
			}
			began := time.Now()
			if status, _, text := execute(t, dir, args("whole")...); status != done {
				if c.name != "cpu" && os.Getenv("HYSTERON_REQUIRE_GPU") == "" && (strings.Contains(text, "no device") ||
					strings.Contains(text, "OpenGL")) {
					t.Skip("SKIPPED, no OpenGL: ", text)
				}
				t.Fatal(text)
			}
			took := time.Since(began)
			random := rand.New(rand.NewPCG(25, 11))
			whole, killed := filepath.Join(dir, "whole"), filepath.Join(dir, "killed")
			finished := 0
			for k, afresh := 0, true; k < c.kills; {
				p := hysteron(dir, args("killed", "--resume")...)
				var text bytes.Buffer
				p.Stderr = &text
				began = time.Now()
				if err := p.Start(); err != nil {
					t.Fatal(err)
				}
				at := time.Duration(random.Float64() * float64(took))
				timer := time.AfterFunc(at, func() { p.Process.Kill() })
				p.Wait()
				timer.Stop()
				if p.ProcessState.ExitCode() > 0 {
					t.Fatalf("kill %d: ended by itself: %s", k, &text)
				}
				if err := wholeOrAbsent(whole, killed); err != nil {
					t.Fatalf("kill %d, after %v of %v: %v", k, at, took, err)
				}
				if p.ProcessState.ExitCode() < 0 {
					k, afresh = k+1, false
					continue
				}
				if err := sameFiles(whole, killed); err != nil { // it came to its end: to kill it would be nothing
					t.Fatalf("before kill %d: %v", k, err)
				}
				if err := os.RemoveAll(killed); err != nil {
					t.Fatal(err)
				}
				if finished++; afresh {
					took = min(took, time.Since(began))
				}
				afresh = true
			}
			if status, _, text := execute(t, dir, args("killed", "--resume")...); status != done {
				t.Fatalf("the last run: %s", text)
			}
			if err := sameFiles(whole, killed); err != nil {
				t.Error(err)
			}
			t.Logf("%d kills, %d runs that came to their end between them", c.kills, finished)
		})
	}
}

// wholeOrAbsent looks at all files of a run that was killed, beside those of one that was not.
func wholeOrAbsent(whole, killed string) error {
	return filepath.WalkDir(killed, func(path string, d fs.DirEntry, err error) error {
		if path == killed && errors.Is(err, fs.ErrNotExist) { // before the folder was made
			return nil
		}
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") { // what is hidden is nobody's
			return err
		}
		rel, _ := filepath.Rel(killed, path)
		data, err := os.ReadFile(path)
		want, rerr := os.ReadFile(filepath.Join(whole, rel))
		switch filepath.Ext(path) {
		case ".pc2":
			r, err := formats.OpenPC2(path)
			if err != nil {
				return err
			}
			r.Close()
			head := 32
			if n := head + 12*r.Points()*r.Frames(); rerr != nil || !bytes.Equal(data[head:n], want[head:n]) {
				return fmt.Errorf("%s: its %d frames differ from those of a whole run (%v)", rel, r.Frames(), rerr)
			}
		case ".json":
			if !json.Valid(data) {
				return fmt.Errorf("%s: %q is no JSON", rel, data)
			}
		case ".png", ".obj":
			if err == nil {
				err = rerr
			}
			if err == nil && filepath.Ext(path) == ".png" {
				_, err = png.Decode(bytes.NewReader(data))
			}
			if err != nil || !bytes.Equal(data, want) {
				return fmt.Errorf("%s differs from that of a whole run (%v)", rel, err)
			}
		}
		return err
	})
}

// sameFiles compares caches, first frames and pictures, and looks for files that should have gone.
func sameFiles(whole, killed string) error {
	list := func(root string) (names []string, err error) {
		err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				rel, _ := filepath.Rel(root, path)
				names = append(names, rel)
			}
			return err
		})
		return names, err
	}
	a, errA := list(whole)
	b, errB := list(killed)
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	if fmt.Sprint(a) != fmt.Sprint(b) {
		return fmt.Errorf("files %v: expected %v", b, a)
	}
	for _, name := range a {
		switch filepath.Ext(name) {
		case ".pc2", ".obj", ".png":
			x, errX := os.ReadFile(filepath.Join(whole, name))
			y, errY := os.ReadFile(filepath.Join(killed, name))
			if err := errors.Join(errX, errY); err != nil || !bytes.Equal(x, y) {
				return fmt.Errorf("%s differs (%v)", name, err)
			}
		}
	}
	return nil
}
