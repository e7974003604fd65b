//go:build cgo

package sim

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu"
	"hysteron/formats"
	"hysteron/param"
)

// Both backends find the same rest, or both refuse that there is one. What a residual force may leave of a difference
// is the way by which it turns a hanging vertex aside: residual / weight of a vertex × size of the cloth.
func TestStaticRestAgrees(t *testing.T) {
	needGL(t)
	const lying = `
fps = 24
[ground]
height_m = -0.1
friction = 0.4
[air]
wind_m_s = [1, 0, 0]
[[sheet]]
name = "sheet"
size_m = [0.3, 0.3]
vertices = [7, 7]
fabric = "cotton"
`
	falling := strings.Replace(strings.Replace(lying, "[ground]\nheight_m = -0.1\nfriction = 0.4\n", "", 1), "[1, 0, 0]",
		"[3, 0, 0]", 1)
	for name, c := range map[string]struct {
		scene string
		size  float64 // [m]
		rest  bool
	}{"hangs": {hungScene, .4, true}, "lies in wind": {lying, .3, true}, "falls in wind": {falling, .3, false}} {
		t.Run(name, func(t *testing.T) {
			var x [2][]r3.Vec
			for k, backend := range []string{"cpu", "gpu"} {
				dir := t.TempDir()
				_, err := Run(context.Background(), load(t, c.scene), Options{Dir: dir, NoRender: true, Backend: backend,
					Static: true})
				if !c.rest {
					if !param.IsInputError(err) || !strings.Contains(err.Error(), "sheet") ||
						!strings.Contains(err.Error(), "nothing supports it") || !strings.Contains(err.Error(), "Expected a pin") {
						t.Errorf("%s: %v: expected wrong input that names the sheet and a cure", backend, err)
					}
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", backend, err)
				}
				r, err := formats.OpenPC2(filepath.Join(dir, "cache", "sheet.pc2"))
				if err != nil {
					t.Fatal(err)
				}
				x[k] = make([]r3.Vec, r.Points())
				if err := r.ReadFrame(1, x[k]); err != nil {
					t.Fatal(err)
				}
				r.Close()
			}
			setup := load(t, c.scene)
			set := setup.Settings
			weight := setup.Model.TotalMass() / float64(len(setup.Model.X0)) * r3.Norm(set.Gravity)
			bound := cpu.StaticResidual(setup.Model, set, "gpu") / weight * c.size
			worst := 0.
			for v := range x[0] {
				worst = max(worst, r3.Norm(r3.Sub(x[0][v], x[1][v])))
			}
			t.Logf("%.2g m apart, bound %.2g m", worst, bound)
			if worst > bound {
				t.Errorf("the backends' shapes at rest are %.2g m apart: expected at most %.2g", worst, bound)
			}
		})
	}
}
