package sim

import (
	"math"
	"testing"

	"hysteron/cloth"
)

// solidScene: a sheet on a soft ball on a soft box on the ground, of which the box has internal friction, with a press
// that comes down on all.
const solidScene = `
fps = 24
frames = 16

[ground]

[[body]]
kind = "box"
size_m = [0.3, 0.04, 0.3]
rim_m = 0.01
edge_length_m = 0.03
centre_m = [0, 0.31, 0]
velocity_m_s = [0, -0.2, 0]

[[sheet]]
name = "sheet"
fabric = "cotton"
size_m = [0.2, 0.2]
edge_length_m = 0.02
centre_m = [0, 0.27, 0]

[[solid]]
name = "ball"
kind = "sphere"
radius_m = 0.07
edge_length_m = 0.04
centre_m = [0.002, 0.19, 0.001]
density_kg_m3 = 30
young_pa = 4e3

[[solid]]
name = "box"
kind = "box"
size_m = [0.2, 0.1, 0.2]
edge_length_m = 0.05
centre_m = [0, 0.056, 0]
density_kg_m3 = 30
young_pa = 4e3
law = "corotational"
internal_friction_pa = 100
`

// TestSolidsDoNotCross: nothing intersects, by the checker of intersections, which treats solids as surfaces, while
// solids are squeezed by a quarter; and a resumed run has the same bits.
func TestSolidsDoNotCross(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	opt := Options{Dir: whole, NoRender: true, CheckpointEvery: 6, Backend: "cpu"}
	setup := load(t, solidScene)
	info := mustRun(t, setup, opt)
	if info.SelfIntersections != 0 || info.BodyPenetrations != 0 || info.NonFinite != 0 || info.UnconvergedSteps != 0 {
		t.Errorf("%d intersections, %d penetrations, %d not finite, %d unconverged steps: expected none",
			info.SelfIntersections, info.BodyPenetrations, info.NonFinite, info.UnconvergedSteps)
	}
	c, err := lastCheckpoint(whole, func(string, *checkpoint) error { return nil })
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	height := func(name string) float64 {
		low, high := 10., -10.
		for i, p := range setup.Model.Parts {
			if p.Name == name {
				r := setup.Model.Parts[i].Vertices
				for _, x := range c.State.X[r.Lo:r.Hi] {
					low, high = min(low, x.Y), max(high, x.Y)
				}
			}
		}
		return high - low
	}
	if h := height("ball"); h > .75*.14 {
		t.Errorf("the ball is %g m high: expected it squeezed by a quarter of 0.14 m", h)
	}
	slid := 0.
	for i := range c.State.Past[cloth.Tetrahedra].Len() {
		slid = max(slid, math.Abs(c.State.FrictionStress(setup.Model, cloth.Tetrahedra, i, 1)))
	}
	if !(slid > 10) || slid > 101 {
		t.Errorf("internal friction of up to %g Pa is kept: expected it at work, below 100 Pa", slid)
	}
	opt.Dir, opt.Frames = dir, 8
	mustRun(t, load(t, solidScene), opt)
	opt.Frames, opt.Resume = 0, true
	mustRun(t, load(t, solidScene), opt)
	sameRun(t, "resumed", whole, dir)
}
