//go:build cgo

package gpu

import (
	"math"
	"testing"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/step"
)

// TestNeedlesFall: a strip of needle triangles that is held at one corner falls on the device as on the CPU, or the
// steps say that they have not converged: never less without a word.
func TestNeedlesFall(t *testing.T) {
	ctx := open(t, true)
	const h = 1. / 1000
	for across, converges := range map[int]bool{1: true, 20: false} {
		p := grid(2, across+1, .2, .002, cotton())
		p.Pins = append(p.Pins, cloth.Pin{Vertex: 0, Point: p.X[0]})
		set := step.DefaultSettings()
		set.AirDensity, set.MaxCG = 0, 200
		m := model(t, p)
		ref, err := cpu.New(m, nil, nil, set)
		if err != nil {
			t.Fatal(err)
		}
		s := newGPU(t, ctx, m, nil, nil, set)
		var fall, want float64
		worst := step.Converged
		for range 8 {
			rep, err := s.Step(h)
			if err != nil {
				t.Fatal(err)
			}
			worst = max(worst, rep.Outcome)
			if worst > step.Converged && rep.Outcome == step.Unconverged && rep.Limits == (step.Limits{}) {
				t.Error("an unconverged step does not say what ran out")
			}
			if _, err := ref.Step(h); err != nil {
				t.Fatal(err)
			}
		}
		for i, x := range gpuState(t, s).X {
			fall += p.X[i].Y - x.Y
			want += p.X[i].Y - ref.State.X[i].Y
		}
		t.Logf("%d across: %.4g of %.4g, %v", across, fall, want, worst)
		if math.Abs(fall-want) > .03*want && worst == step.Converged {
			t.Errorf("%d across: it falls %g of the CPU's way, and has converged", across, fall/want)
		}
		if converges && worst != step.Converged {
			t.Errorf("%d across: %v", across, worst)
		}
		ref.Close()
	}
}
