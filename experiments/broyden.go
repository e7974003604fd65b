package experiments

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/step"
)

// mostPairs is the number of update pairs that Broyden's method keeps before a restart; mostRestarts limits the
// restarts.
const (
	mostPairs    = 50
	mostRestarts = 20
)

// broyden solves g(x) = 0, g the gradient of the potential of a step, by Broyden's good method (Broyden 1965, with the
// recurrence of Kelley 1995, §7.3), starting at x. The first matrix, at the start and after each restart, is the block
// diagonal of the Hessian there. It returns the number of force evaluations. ok is false if the last step was not below
// tolerance [m]. Every evaluation starts friction from the state at the start of the step, so iterates leave no
// history.
func broyden(p cpu.Probe, x []r3.Vec, tolerance float64) (evaluations int, ok bool) {
	g := p.Look(x)
	evaluations++
	for range mostRestarts {
		blocks, err := inverseBlocks(p)
		if err != nil {
			return evaluations, false
		}
		apply := func(g []r3.Vec) []r3.Vec {
			z := make([]r3.Vec, len(g))
			for i, b := range blocks {
				z[i] = r3.Scale(-1, r3.Vec{X: b[0]*g[i].X + b[1]*g[i].Y + b[2]*g[i].Z, Y: b[3]*g[i].X + b[4]*g[i].Y + b[5]*g[i].Z,
					Z: b[6]*g[i].X + b[7]*g[i].Y + b[8]*g[i].Z})
			}
			return z
		}
		var steps [][]r3.Vec
		var squares []float64
		s := apply(g)
		for len(steps) < mostPairs {
			size := dot(s, s)
			if !cloth.Finite(size) {
				return evaluations, false
			}
			steps, squares = append(steps, s), append(squares, size)
			for i := range x {
				x[i] = r3.Add(x[i], s[i])
			}
			g = p.Look(x)
			evaluations++
			if longest(s) < tolerance {
				return evaluations, true
			}
			z := apply(g)
			last := len(steps) - 1
			for j := range last {
				add(z, dot(steps[j], z)/squares[j], steps[j+1])
			}
			by := 1 - dot(steps[last], z)/squares[last]
			if math.Abs(by) < 1e-3 { // the matrix is about singular
				break
			}
			s = make([]r3.Vec, len(z))
			add(s, 1/by, z)
		}
	}
	return evaluations, false
}

func dot(a, b []r3.Vec) (sum float64) {
	for i := range a {
		sum += r3.Dot(a[i], b[i])
	}
	return sum
}

func add(to []r3.Vec, by float64, v []r3.Vec) {
	for i := range to {
		to[i] = r3.Add(to[i], r3.Scale(by, v[i]))
	}
}

func longest(v []r3.Vec) (most float64) {
	for _, v := range v {
		most = max(most, r3.Norm(v))
	}
	return most
}

// inverseBlocks returns the inverses of the diagonal blocks of the Hessian at the last positions evaluated.
func inverseBlocks(p cpu.Probe) ([][9]float64, error) {
	a := p.Matrix()
	out := make([][9]float64, a.N)
	for i := range out {
		m := a.Block(a.Diag[i])
		c := [3]float64{m[4]*m[8] - m[5]*m[7], m[5]*m[6] - m[3]*m[8], m[3]*m[7] - m[4]*m[6]}
		det := m[0]*c[0] + m[1]*c[1] + m[2]*c[2]
		if !(det > 0) {
			return nil, errors.New("a block that is not positive")
		}
		out[i] = [9]float64{
			c[0] / det, (m[2]*m[7] - m[1]*m[8]) / det, (m[1]*m[5] - m[2]*m[4]) / det,
			c[1] / det, (m[0]*m[8] - m[2]*m[6]) / det, (m[2]*m[3] - m[0]*m[5]) / det,
			c[2] / det, (m[1]*m[6] - m[0]*m[7]) / det, (m[0]*m[4] - m[1]*m[3]) / det,
		}
	}
	return out, nil
}

// besides compares one step by Newton's method with one by Broyden's from the same state.
type besides struct {
	newton, cg  int     // iterations of Newton's method, and of conjugate gradients in them
	evaluations int     // of Broyden's
	apart       float64 // largest distance between the two solutions [m]
	way         float64 // longest displacement of a vertex in the step [m]
}

// beside takes a step of h [s] from a state by both methods, to a tolerance [m].
func beside(m *cloth.Model, state *cloth.State, set step.Settings, h, tolerance float64) (b besides, err error) {
	set.Tolerance, set.SelfContact = tolerance, false
	sim, err := cpu.New(m, state.Clone(), nil, set)
	if err != nil {
		return b, err
	}
	defer sim.Close()
	rep, err := sim.Step(h)
	if err != nil {
		return b, err
	}
	if rep.Outcome != step.Converged {
		return b, fmt.Errorf("%v: expected Newton's method to converge", rep.Outcome)
	}
	other, err := cpu.New(m, state.Clone(), nil, set)
	if err != nil {
		return b, err
	}
	defer other.Close()
	p := cpu.NewProbe(other, h)
	x := p.Guess()
	var ok bool
	// Broyden's steps shrink by a tenth at a time; the last one is no bound on the error that remains.
	if b.evaluations, ok = broyden(p, x, tolerance/100); !ok {
		return b, fmt.Errorf("after %d evaluations: expected Broyden's method to converge", b.evaluations)
	}
	b.newton, b.cg = rep.Newton, rep.CG
	for i := range x {
		b.apart, b.way = max(b.apart, r3.Norm(r3.Sub(x[i], sim.State.X[i]))), max(b.way, r3.Norm(r3.Sub(x[i], state.X[i])))
	}
	return b, nil
}
