//go:build cgo

package gpu

import (
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"testing"

	"hysteron/step"
)

// TestConstants: what kernels decide by, they decide by as the rules of the step do.
func TestConstants(t *testing.T) {
	files := os.DirFS("../shaders")
	want := map[string]float64{
		"PAIR_REACH": step.PairReach, "CLAMP_SHARE": step.ClampShare, "LEAST_PATH": step.LeastPath,
		"STIFFNESS_INCREASE": step.StiffnessIncrease, "PAIR_SQUEEZE": step.PairSqueeze, "MOST_SQUEEZED": step.MostSqueezed,
		"REACH": step.Reach, "CREASE": step.Crease, "NEARLY_SAME": step.NearlySame, "LAYER": step.Layer, "HARD": step.Hard,
		"HARDENED": step.Hardened, "DEEPEST_SAMPLES": step.DeepestSamples, "DEEPEST_NOISE": step.DeepestNoise,
		"DEEPER": step.Deeper, "GUARDED": step.Guarded, "DEEPEN_ITERATIONS": step.DeepenIterations,
		"DEEPEN_PROJECTIONS": step.DeepenProjections,
		"MARGIN":             step.SafetyMargin, "LEAST_QUADRATIC_FALL": step.LeastQuadraticFall, "LOOSEST": step.Loosest,
		"TYPICAL": step.Typical, "MOST_ASIDE": step.MostAside,
	}
	define := regexp.MustCompile(`(?m)^#define (\w+) +([0-9.e-]+)`)
	found := map[string]bool{}
	if err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, path)
		for _, m := range define.FindAllStringSubmatch(string(text), -1) {
			w, known := want[m[1]]
			if !known {
				continue
			}
			found[m[1]] = true
			if got, err := strconv.ParseFloat(m[2], 64); err != nil || got != w {
				t.Errorf("%s: %s is %s, expected %g", path, m[1], m[2], w)
			}
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for name := range want {
		if !found[name] {
			t.Errorf("no kernel has %s", name)
		}
	}
}
