//go:build cgo

package gpu

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// blockPerVertex is a storage block of 128 MiB, Mesa's, for each of a million vertices [bytes].
const blockPerVertex = 128 << 20 / 1e6

// TestSmallBlocks: where storage blocks are as small for cloth as those of 128 MiB are for a million vertices, kernels
// fetch what is larger and write it in parts, and steps end with the same bits.
func TestSmallBlocks(t *testing.T) {
	ctx := open(t, true)
	smooth := hung(28, 28, .12, .12, cotton())
	smooth.Fabric.Bending = cloth.CurvatureBending
	seen := map[string]bool{} // kernels that were dispatched
	over := shift(grid(28, 28, .1, .1, cotton()), r3.Vec{X: .004, Y: .004, Z: -.003})
	for _, c := range []struct {
		name      string
		m         *cloth.Model
		colliders []step.Collider
		h         float64
		steps     int
		parted    []string // kernels
	}{
		{"hanging sheets", model(t, smooth, shift(hung(28, 28, .12, .12, cotton()), r3.Vec{Z: .3})), nil, 1. / 30, 1,
			words("collect_curves", "gather_matrix", "hinges", "multilevel_fill", "multilevel_sweep", "pair_boxes",
				"pair_feature_boxes", "triangles")},
		{"two sheets on a ball and a floor", model(t, grid(28, 28, .12, .12, cotton()), over),
			[]step.Collider{{Surface: newSphere(.05, r3.Vec{X: .06, Y: -.052, Z: -.06}, r3.Vec{Y: .2}), Friction: .4},
				{Normal: r3.Vec{Y: 1}, Point: r3.Vec{Y: -.002}, Friction: .3}}, 1. / 240, 2,
			words("collect_curves", "commit_near", "detect_bodies", "detect_kept", "detect_plane", "gather_matrix",
				"hinges", "move_walls", "multilevel_fill", "multilevel_sweep", "pair_boxes", "pair_feature_boxes",
				"triangles")},
	} {
		for _, fetch := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, fetching %t", c.name, fetch), func(t *testing.T) {
				var sims [2]*Sim
				for k := range sims {
					limits := ctx.Device().Limits
					if k == 1 {
						limits.SSBOBytes = int64(blockPerVertex * float64(len(c.m.X0)))
					}
					s, err := newSim(ctx, limits, fetch, c.m, nil, c.colliders, step.DefaultSettings())
					if err != nil {
						t.Fatal(err)
					}
					defer s.Close()
					s.queue.allocations.Limits = ctx.Device().Limits // of lists of pairs, which are not split
					// nor are AMG with rigid-body modes: without them there are others
					s.driver.RigidModes = false
					if err := runSteps(s, c.h, c.steps, seen); err != nil {
						t.Fatal(err)
					}
					sims[k] = s
				}
				same(t, "small storage blocks", gpuState(t, sims[1]), gpuState(t, sims[0]))
				if err := sims[1].CheckGuards(); err != nil {
					t.Error(err)
				}
				var parted []string
				for name, k := range sims[1].queue.kernels {
					if k.plan != nil {
						parted = append(parted, name)
					}
				}
				if slices.Sort(parted); !slices.Equal(parted, c.parted) {
					t.Errorf("parted: %q, expected %q", parted, c.parted)
				}
				t.Logf("%d and %d dispatches", sims[1].Counts().Dispatches, sims[0].Counts().Dispatches)
			})
		}
		for _, name := range c.parted {
			if !seen[name] {
				t.Errorf("%s: %s was not asked for in any scene so far", c.name, name)
			}
		}
	}
}

// runSteps takes steps, and notes which kernels are dispatched.
func runSteps(s *Sim, h float64, n int, seen map[string]bool) error {
	s.Watch(func(kernel string) { seen[kernel] = true })
	for range n {
		if _, err := s.Step(h); err != nil {
			return err
		}
	}
	return nil
}
