//go:build slow

package dress

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"hysteron/placement"
)

// Patterns of other programs, in both dialects of the format, are put on a body of their size; those of the older one
// are lifted to where their body has its feet on the ground, and trousers come down until their legs part where the
// body's do. Waists are held, as new scenes hold them: of a circle skirt, whose waist runs across the threads in most
// places, 5 cm would slip over the hips by its weight. Then they are where the pattern has them, to 2 cm, and at coarse
// edges to three quarters of one.
func TestPatternsOfOthers(t *testing.T) {
	data := os.Getenv("HYSTERON_DATA")
	if data == "" {
		t.Skip("SKIPPED, no outside data: HYSTERON_DATA is not set")
	}
	var paths []string
	for _, folder := range []string{"garmentcode*/*.json", "freesewing/*_specification.json"} {
		list, err := filepath.Glob(filepath.Join(data, "patterns", folder))
		if err != nil || len(list) == 0 {
			t.Fatalf("%v, %v: expected patterns", list, err)
		}
		paths = append(paths, list...)
	}
	for _, edge := range []float64{0.04, 0.02, 0.01} {
		for _, path := range paths {
			name, measurements, more := filepath.Base(path), "", ""
			switch name {
			case "tee.json": // for arms that are an eighth thinner than the mannequin's
				measurements = "measurements = { biceps_m = 0.29 }"
			case "pants_straight_sides.json": // with a waist of 80 cm
				measurements, more = `size = "EN-40"`, `hold = ["rim-0"]`
			// As in mean_all.yaml beside them.
			case "tshirt_specification.json", "shirt_mean_specification.json", "dress_pencil_specification.json":
				measurements = "measurements = { shoulder_slope_rad = 0.378, shoulder_to_shoulder_m = 0.365 }"
			case "pants_specification.json", "skirt_circle_specification.json", "titan-fit_specification.json":
				more = `hold = ["lower_interface"]`
			}
			t.Run(fmt.Sprintf("%s at %g cm", name, 100*edge), func(t *testing.T) {
				before := cpuSeconds(t)
				o := wear(t, path, measurements, more, liftOf(t, path, measurements), edge)
				unconverged := "0"
				for _, note := range strings.Split(o.notes, "\n") {
					if strings.HasSuffix(note, "ran out of iterations") {
						unconverged, _, _ = strings.Cut(note, " steps")
					}
				}
				t.Logf("| `%s` | %d | %.3f m | %.3f m | %.2f | %d | %s | %.0f s |", strings.TrimSuffix(name, ".json"), o.triangles,
					o.drawn, o.worn, o.stretch, o.found, unconverged, cpuSeconds(t)-before)
				if most := max(0.02, 0.75*edge); more != "" && math.Abs(o.worn-o.drawn) > most {
					t.Errorf("the waist is not where the pattern has it: expected it within %g cm", 100*most)
				}
			})
		}
	}
}

// cpuSeconds is the time that the processor has worked for this program [s].
func cpuSeconds(t *testing.T) float64 {
	t.Helper()
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return float64(used.Utime.Sec) + 1e-6*float64(used.Utime.Usec)
}

// liftOf is how far up a new scene moves a pattern for the standing mannequin [m].
func liftOf(t *testing.T, path, measurements string) float64 {
	t.Helper()
	setup := load(t, "fps = 24\n[[body]]\nkind = \"mannequin\"\nclip = \"stand\"\n"+measurements+"\n[[garment]]\nname = "+
		"\"g\"\npattern = \""+path+"\"\nedge_length_m = 0.05\nfabric = \"cotton\"\n")
	f, err := placement.New(setup.Bodies[0])
	if err != nil {
		t.Fatal(err)
	}
	return f.Places(setup.AtStart(0))[0].By.Y
}
