//go:build cgo

package gpu

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"

	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// reference is the matrix on the device as the CPU has it, and which vertices are held.
func (s *Sim) reference() (*linalg.BSR, []bool) {
	n, p := len(s.Model.X0), s.pack
	texels, held := make([][4]float32, len(p.PlaneSlice)*layout.SliceRows), make([]int32, n)
	read(s.queue, s.queue.buffers["matrix"], texels)
	read(s.queue, s.queue.buffers["held"], held)
	A := linalg.NewPattern(n, func(yield func([]int32) bool) {
		p.EachBlock(func(i, j, _ int32) { yield([]int32{p.Vertex[i], p.Vertex[j]}) })
	})
	p.EachBlock(func(i, j, place int32) {
		at := place >> 1
		last, c := layout.LastOf(place)
		b := A.Block(A.Find(p.Vertex[i], p.Vertex[j]))
		for k, v := range append(append(append([]float32(nil), texels[at][:]...), texels[at+layout.SliceRows][:]...),
			texels[last][c]) {
			b[k] = float64(v)
		}
	})
	fixed := make([]bool, n)
	for k, i := range p.Vertex {
		fixed[i] = held[k] != 0
	}
	return A, fixed
}

// TestMultilevelAgrees: the preconditioner applied to vectors is its twin's for the same matrix, with few
// levels and with more than are gathered at once, with vertices and whole aggregates held.
func TestMultilevelAgrees(t *testing.T) {
	ctx := open(t, true)
	pool := linalg.New(2)
	defer pool.Close()
	for _, c := range []struct {
		nu, nv, levels int
		fetch          bool
	}{{5, 4, 1, true}, {40, 30, 3, true}, {40, 30, 3, false}, {150, 150, 5, true}} {
		t.Run(fmt.Sprintf("%d×%d,%v", c.nu, c.nv, c.fetch), func(t *testing.T) {
			m := model(t, hung(c.nu, c.nv, .01*float64(c.nu), .01*float64(c.nv), cotton()))
			s, err := newSim(ctx, ctx.Device().Limits, c.fetch, m, nil, nil, step.DefaultSettings())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if got := s.solver.levels.Depth(); got != c.levels {
				t.Errorf("%d levels, the test is meant for %d", got, c.levels)
			}
			preconditionsAs(t, s, pool, step.Linear{Multilevel: true}, func([]r3.Vec) linalg.Preconditioner {
				return new(linalg.Multilevel)
			}, 1e-4)
			if err := s.CheckGuards(); err != nil {
				t.Error(err)
			}
		})
	}
}

// preconditionsAs: the preconditioner of the present system does to vectors at random, and to one that is the same
// everywhere, what its twin does, made by ref for the present positions, to such a share of them.
func preconditionsAs(t *testing.T, s *Sim, pool *linalg.Pool, linear step.Linear,
	ref func(x []r3.Vec) linalg.Preconditioner, within float64) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(3, 5))
	for name, next := range map[string]func() r3.Vec{
		"random":   func() r3.Vec { return r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()} },
		"constant": func() r3.Vec { return r3.Vec{X: 1, Y: -2, Z: .5} },
	} {
		r := make([]r3.Vec, len(s.Model.X0))
		for i := range r {
			v := next()
			r[i] = r3.Vec{X: float64(float32(v.X)), Y: float64(float32(v.Y)), Z: float64(float32(v.Z))}
		}
		var A *linalg.BSR
		var fixed []bool
		var got, x []r3.Vec
		if err := s.ctx.Do(func() error {
			s.bind()
			s.begin(1. / 120)
			s.evaluate(true)
			s.gatherGradient()
			s.gatherMatrix()
			s.writeVectors("gradient", scaled(-1, r))
			s.solver.prepareRigidAMG(linear)
			// the kernels that correct are others than cg_solve, which ends with the same bits: TestTogether
			s.solver.concurrent = 0
			s.solver.setUp(false, 0)
			got, x = s.vectors("preconditioned"), operations{s}.presentPositions()
			A, fixed = s.reference()
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
		for i, f := range fixed {
			if f {
				r[i] = r3.Vec{}
			}
		}
		twin := ref(x)
		if err := twin.Setup(pool, A, fixed); err != nil {
			t.Fatal(err)
		}
		want := make([]r3.Vec, len(r))
		twin.Apply(pool, want, r)
		d := relative(got, want)
		t.Logf("%s: relative difference %.2g", name, d)
		if !(d < within) {
			t.Errorf("%s: relative difference %.3g, expected below %g", name, d, within)
		}
	}
}

func scaled(f float64, v []r3.Vec) []r3.Vec {
	out := make([]r3.Vec, len(v))
	for i := range v {
		out[i] = r3.Scale(f, v[i])
	}
	return out
}
