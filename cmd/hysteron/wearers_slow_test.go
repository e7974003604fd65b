//go:build slow

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestWearers puts the tee and the trousers on characters and on mannequins of ten sizes as new and run do without
// further keys, and logs a row of the table of docs/patterns.md for each: dressed, tight or refused, and the
// processor time. What is refused, or passes through anything in six frames, fails.
func TestWearers(t *testing.T) {
	data := os.Getenv("HYSTERON_DATA")
	if data == "" {
		t.Skip("SKIPPED, no outside data: HYSTERON_DATA is not set")
	}
	type wearer struct{ name, body, height, size string }
	var list []wearer
	for _, file := range []string{"bodies/makehuman/mh_neutral_fit.obj", "bodies/makehuman/mh_neutral_fit_walk.glb",
		"characters/mesh2motion/human-female.glb", "characters/mesh2motion/human-male.glb", "characters/RiggedFigure.glb"} {
		list = append(list, wearer{name: filepath.Base(file), body: filepath.Join(data, file)})
	}
	for _, m := range []string{"1.50 EN-34", "1.55 EN-36", "1.60 EN-38", "1.65 EN-40", "1.70 EN-42", "1.75 EN-44",
		"1.80 EN-46", "1.85 EN-48", "1.90 EN-44", "1.90 EN-48"} {
		height, size, _ := strings.Cut(m, " ")
		list = append(list, wearer{m + " m", "walk", height, size})
	}
	stretch := regexp.MustCompile(`largest stretch ([0-9.]+)`)
	for _, w := range list {
		for _, pattern := range []string{"tee", "trousers"} {
			t.Run(w.name+"/"+pattern, func(t *testing.T) {
				dir, before := t.TempDir(), userSeconds(t)
				status, _, said := execute(t, dir, "new", "-q", "-p", pattern, "-b", w.body, "-o", "s.toml")
				result, most := "refused", ""
				if status == done {
					args := []string{"run", "s.toml", "-o", "out", "--no-render", "--backend", "cpu", "--frames", "6"}
					if w.size != "" {
						args = append(args, "--set", "body.mannequin.measurements.height_m="+w.height, "--set",
							"body.mannequin.size="+w.size)
					}
					var out, errs string
					status, out, errs = execute(t, dir, args...)
					said = out + errs
					if m := stretch.FindStringSubmatch(said); m != nil {
						result, most = "dressed", m[1]
					}
					if strings.Contains(errs, "tight: ") {
						result = "tight"
					}
				}
				t.Logf("| %s | %s | %s | %s | %.0f s |", w.name, pattern, result, most, userSeconds(t)-before)
				if status != done {
					t.Errorf("status %d: %s", status, said)
				}
			})
		}
	}
}

// userSeconds is the time that the processor has worked for this program [s].
func userSeconds(t *testing.T) float64 {
	t.Helper()
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return float64(used.Utime.Sec) + 1e-6*float64(used.Utime.Usec)
}
