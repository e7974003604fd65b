//go:build cgo

package gpu

import (
	"testing"

	"hysteron/gpu/layout"

	"hysteron/step"
)

// TestFewBlocks: where kernels may have no more storage blocks than OpenGL 4.3 promises, and no more textures, they
// read some of their inputs as textures, and steps end with the same bits.
func TestFewBlocks(t *testing.T) {
	ctx := open(t, true)
	few := ctx.Device().Limits
	few.SSBOPerCompute, few.SSBOBindings, few.TextureUnits = 8, 8, 16
	m, colliders, set, err := selfTestScene()
	if err != nil {
		t.Fatal(err)
	}
	set.SelfContact = true
	c := countScenes()[1]
	for _, q := range []struct {
		name string
		make func(few bool) (*Sim, error)
	}{
		{"all terms", func(is bool) (*Sim, error) {
			l := ctx.Device().Limits
			if is {
				l = few
			}
			return newSim(ctx, l, false, m, nil, colliders, set)
		}},
		{c.name, func(is bool) (*Sim, error) {
			l := ctx.Device().Limits
			if is {
				l = few
			}
			return newSim(ctx, l, false, model(t, c.parts...), nil, c.colliders, step.DefaultSettings())
		}},
	} {
		t.Run(q.name, func(t *testing.T) {
			var sims [2]*Sim
			for k := range sims {
				s, err := q.make(k == 1)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				steps(t, s, 4)
				sims[k] = s
			}
			same(t, "few storage blocks", gpuState(t, sims[1]), gpuState(t, sims[0]))
			fetching := 0
			for name, k := range sims[1].queue.kernels {
				b, n := len(k.slots[layout.AsBlock]), len(k.slots[layout.AsTexture])
				if b > 8 || n > 16 {
					t.Errorf("%s has %d storage blocks and %d textures", name, b, n)
				}
				fetching += btoi(n > len(sims[0].queue.kernels[name].slots[layout.AsTexture]))
			}
			if fetching < 10 {
				t.Errorf("%d kernels fetch more: the test proves little", fetching)
			}
		})
	}
}
