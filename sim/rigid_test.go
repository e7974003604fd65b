package sim

import (
	"math"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// rigidRun: a box that spins falls onto a sheet, and with it onto the ground.
const rigidRun = `
fps = 24
frames = 12
step_s = 0.0083333334
[ground]
height_m = -0.1
[[sheet]]
name = "sheet"
fabric = "cotton"
size_m = [0.3, 0.3]
edge_length_m = 0.03
pins = ["edge-u0", "edge-u1"]
release_s = 0.25
[[rigid]]
name = "box"
kind = "box"
size_m = [0.1, 0.06, 0.08]
edge_length_m = 0.03
centre_m = [0, 0.08, 0]
rotation_deg = [20, 10, 15]
velocity_m_s = [0, -1, 0]
spin_deg_s = [90, 0, 60]
mass_kg = 0.2
`

// TestRigidInRuns: in the cache distances within a rigid body are those at rest to 1e-6 of its size, the accuracy of
// single precision; there are no intersections; a resumed run has the same bits.
func TestRigidInRuns(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	opt := Options{Dir: whole, NoRender: true, CheckpointEvery: 4, Backend: "cpu"}
	setup := load(t, rigidRun)
	info := mustRun(t, setup, opt)
	if info.SelfIntersections != 0 || info.BodyPenetrations != 0 || info.NonFinite != 0 {
		t.Errorf("%d intersections, %d penetrations, %d not finite: expected none", info.SelfIntersections,
			info.BodyPenetrations, info.NonFinite)
	}
	r, err := formats.OpenPC2(filepath.Join(whole, "cache", "box.pc2"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	part := setup.Model.Parts[1].Vertices
	rest := setup.Model.X0[part.Lo:part.Hi]
	worst, fell := 0., 0.
	x := make([]r3.Vec, r.Points())
	for frame := range 12 {
		if err := r.ReadFrame(frame, x); err != nil {
			t.Fatal(err)
		}
		for i := range x {
			for j := range i {
				worst = max(worst, math.Abs(r3.Norm(r3.Sub(x[i], x[j]))-r3.Norm(r3.Sub(rest[i], rest[j]))))
			}
		}
		fell = rest[0].Y - x[0].Y
	}
	t.Logf("distances are off by %.2g m in the cache", worst)
	if worst > 1e-6*.1 || fell < .05 {
		t.Errorf("distances are off by %g m, it fell by %g m", worst, fell)
	}
	opt.Dir, opt.Frames = dir, 6
	mustRun(t, load(t, rigidRun), opt)
	opt.Frames, opt.Resume = 0, true
	mustRun(t, load(t, rigidRun), opt)
	sameRun(t, "resumed", whole, dir)
}
