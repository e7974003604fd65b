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

// mostPairs are kept of Broyden's method before it begins anew, and mostRestarts is how often.
const (
	mostPairs    = 50
	mostRestarts = 20
)

// broyden looks for where the gradient g of the potential of a step is zero, by Broyden's good method (Broyden 1965;
// with the recurrence of Kelley 1995, §7.3) from x on. Its first matrix is the diagonal blocks of the potential's
// second derivatives at x, and so it is after each restart. It returns how often forces were evaluated; the last step
// was then below tolerance [m], or ok is false. Forces of friction go from the step's start at every evaluation, so
// that no iterate leaves a trace.
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

// inverseBlocks are the inverses of the diagonal blocks of the second derivatives at the positions looked at last.
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

// besides is a step by Newton's method and by Broyden's from the same state.
type besides struct {
	newton, cg  int     // iterations of Newton's method, and of conjugate gradients in them
	evaluations int     // of Broyden's
	apart       float64 // how far both ends are apart, at most [m]
	way         float64 // longest way of a vertex in the step [m]
}

// beside takes a step of h [s] from a state by both, to a tolerance [m].
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
	// Its steps shrink by a tenth at a time, and the last one is no bound on what is left.
	if b.evaluations, ok = broyden(p, x, tolerance/100); !ok {
		return b, fmt.Errorf("after %d evaluations: expected Broyden's method to converge", b.evaluations)
	}
	b.newton, b.cg = rep.Newton, rep.CG
	for i := range x {
		b.apart, b.way = max(b.apart, r3.Norm(r3.Sub(x[i], sim.State.X[i]))), max(b.way, r3.Norm(r3.Sub(x[i], state.X[i])))
	}
	return b, nil
}
