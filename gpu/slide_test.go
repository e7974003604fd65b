//go:build cgo

package gpu

import (
	"fmt"
	"math"
	"testing"

	"hysteron/gpu/opengl"
	"hysteron/step/steptest"
)

// TestSlides: cloth slides as far as on the CPU, see there.
func TestSlides(t *testing.T) {
	slides, err := steptest.Slides()
	if err != nil {
		t.Fatal(err)
	}
	inForms(t, slides, func(t *testing.T, ctx *opengl.Context, c steptest.Slide) {
		if c.Steps > 50 && c.Name != "a held strip on a slope" {
			return // too long for software
		}
		name := fmt.Sprintf("%s in 1/%.0f s", c.Name, 1/c.H)
		s := newGPU(t, ctx, model(t, c.Parts...), nil, c.Colliders, c.Settings())
		newton := 0
		for range c.Steps {
			rep, err := s.Step(c.H)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			newton += rep.Newton
		}
		got := c.Gone(gpuState(t, s).X)
		t.Logf("%s: %.4f mm, expected %.4f mm (%+.2f %%); %d Newton", name, 1e3*got, 1e3*c.Way, 100*(got/c.Way-1), newton)
		if !(math.Abs(got/c.Way-1) < c.Within) {
			t.Errorf("%s: slid %.4f mm, expected %.4f mm to %g %%", name, 1e3*got, 1e3*c.Way, 100*c.Within)
		}
	})
}
