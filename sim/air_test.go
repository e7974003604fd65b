package sim

import (
	"math"
	"strings"
	"testing"

	"hysteron/cloth"
)

// airScene: two cushions are blown up under a press, one airtight and one of cloth that lets air through.
const airScene = `
fps = 24
frames = 14

[ground]

[dress]
verify = false
settle_s = 0.1

[[body]]
kind = "box"
size_m = [1.2, 0.04, 0.5]
rim_m = 0.01
edge_length_m = 0.05
centre_m = [0, 0.35, 0]
velocity_m_s = [0, -0.4, 0]

[[garment]]
name = "airtight"
pattern = "cushion"
fabric = "cotton-twill"
edge_length_m = 0.06
offset_m = [-0.3, -0.08, 0]

[[garment]]
name = "cotton"
pattern = "cushion"
fabric = { base = "cotton-twill", air_permeability_m_s = 0.05 }
edge_length_m = 0.06
offset_m = [0.3, -0.08, 0]

[[air_layer]]
garment = "airtight"
inlet_m3_s = 0.03
inlet_until_s = 0.4

[[air_layer]]
garment = "cotton"
inlet_m3_s = 0.03
inlet_until_s = 0.4
`

// TestAirInRuns: the airtight cushion keeps the air that is blown in, the other one loses some; there are no
// intersections; a resumed run has the same bits and the same figures of the air.
func TestAirInRuns(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	opt := Options{Dir: whole, NoRender: true, CheckpointEvery: 5, Backend: "cpu"}
	setup := load(t, airScene)
	info := mustRun(t, setup, opt)
	if info.SelfIntersections != 0 || info.BodyPenetrations != 0 || info.NonFinite != 0 || info.UnconvergedSteps != 0 {
		t.Errorf("%d intersections, %d penetrations, %d not finite, %d unconverged steps: expected none",
			info.SelfIntersections, info.BodyPenetrations, info.NonFinite, info.UnconvergedSteps)
	}
	amount := func(k, frame int) float64 {
		a := &info.Air[k]
		return (cloth.Atmosphere + a.Pressure[frame]) * a.Volume[frame] / cloth.Atmosphere
	}
	if len(info.Air) != 2 || len(info.Air[0].Volume) != 14 {
		t.Fatalf("air of %d cells: expected two, at 14 frames", len(info.Air))
	}
	if gained := amount(0, 13) - amount(0, 0); math.Abs(gained-.012) > 1e-9 {
		t.Errorf("the airtight cushion has gained %g m³ of air: expected .012, to rounding", gained)
	}
	if lost := amount(0, 13) - amount(1, 13); lost < .002 {
		t.Errorf("the other one has lost %g m³: expected .002 at least", lost)
	}
	if p, q := info.Air[0].Pressure[13], info.Air[1].Pressure[13]; p < 2*q || p < 100 {
		t.Errorf("pressures of %g and %g Pa under the press: expected the first well above", p, q)
	}
	opt.Dir, opt.Frames = dir, 8
	mustRun(t, load(t, airScene), opt)
	opt.Frames, opt.Resume = 0, true
	again := mustRun(t, load(t, airScene), opt)
	sameRun(t, "resumed", whole, dir)
	for k := range info.Air {
		for i := range info.Air[k].Volume {
			if info.Air[k].Volume[i] != again.Air[k].Volume[i] || info.Air[k].Pressure[i] != again.Air[k].Pressure[i] {
				t.Fatalf("resumed: air of %s in frame %d: %g m³, %g Pa, without a break %g, %g", info.Air[k].Garment, i,
					again.Air[k].Volume[i], again.Air[k].Pressure[i], info.Air[k].Volume[i], info.Air[k].Pressure[i])
			}
		}
	}
}

// TestAirOnTheGPU: a device refuses air in one line that names the way on.
func TestAirOnTheGPU(t *testing.T) {
	err := load(t, airScene).ErrKinds()
	if err == nil || !strings.Contains(err.Error(), "use --backend cpu") || !strings.Contains(err.Error(), "airtight") {
		t.Errorf("error %v: expected the piece's name and a way on", err)
	}
}
