package capture

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// target returns the quantities of a frame that are fitted (§3.4): forces on clips in stretch; forces along the clips
// in shear; positions in bending. A nil argument is left out.
func target(t *Test, f *Frame, force, x []r3.Vec) (out []float64) {
	switch {
	case bends(t):
		for i, c := range f.Clip {
			if c == 0 && x != nil {
				out = append(out, x[i].X, x[i].Y, x[i].Z)
			}
		}
	case t.Kind == "shear":
		for c := range force {
			out = append(out, r3.Dot(force[c], f.along(c+1)))
		}
	default:
		for _, v := range force {
			out = append(out, v.X, v.Y, v.Z)
		}
	}
	return out
}

func bends(t *Test) bool {
	k := slices.IndexFunc(rigs, func(g rig) bool { return g.kind == t.Kind })
	return rigs[k].folds
}

// along returns the direction of a clip, from its first point to its last.
func (f *Frame) along(clip int) r3.Vec {
	first, last := -1, -1
	for i, c := range f.Clip {
		if c == clip {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first == last {
		return r3.Vec{}
	}
	return r3.Unit(r3.Sub(f.X[last], f.X[first]))
}

// eval computes the residuals of tests and their derivatives by the points of parts. They are NaN where there is no
// rest.
func (s *fitter) eval(parts []*Part, tests []*Test, r []float64, j *mat.Dense) error {
	fabrics := []cloth.Fabric{fabric(s.model, s.density, s.parts)}
	var steps []float64
	if j != nil {
		for _, p := range parts {
			for i := range p.Points {
				keep := p.Points[i]
				d := 1e-5 * p.size()
				var ends [2]float64
				for side, to := range []float64{keep + d, max(0, keep-d)} {
					p.Points[i], ends[side] = to, to
					fabrics = append(fabrics, fabric(s.model, s.density, s.parts))
				}
				p.Points[i] = keep
				steps = append(steps, ends[0]-ends[1])
			}
		}
	}
	type work struct {
		t   *Test
		f   *Frame
		row int
	}
	var list []work
	row := 0
	for _, t := range tests {
		for i := range t.Frames {
			f := &t.Frames[i]
			list = append(list, work{t, f, row})
			row += len(target(t, f, f.Force, f.X))
		}
	}
	rest := make([][]r3.Vec, len(list))
	failed := make([]error, len(list))
	var group sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(list))
	for w := range workers {
		group.Go(func() {
			var bodies []*body
			defer func() {
				for _, b := range bodies {
					b.close()
				}
			}()
			for _, f := range fabrics {
				b, err := newBody(f, s.n, s.side)
				if err != nil {
					failed[w] = err
					return
				}
				bodies = append(bodies, b)
			}
			for i := w; i < len(list); i += workers {
				q := list[i]
				x := s.rest[q.f]
				if x == nil {
					x = q.f.X
				}
				rest[i], failed[i] = s.frame(bodies, steps, q.t, q.f, x, r[q.row:], j, q.row)
			}
		})
	}
	group.Wait()
	for i, q := range list {
		var lost *noRest
		switch {
		case errors.As(failed[i], &lost):
			r[q.row] = math.NaN()
		case failed[i] != nil:
			return failed[i]
		default:
			s.rest[q.f] = rest[i]
		}
	}
	return nil
}

// frame finds the rest of a frame from x, and computes its residuals and derivatives.
func (s *fitter) frame(bodies []*body, steps []float64, t *Test, f *Frame, x []r3.Vec, r []float64, j *mat.Dense,
	row int) ([]r3.Vec, error) {
	b := bodies[0]
	held := make([]bool, len(x))
	for i, c := range f.Clip {
		held[i] = c > 0
	}
	b.hold(held)
	x = slices.Clone(x)
	factors, err := b.settle(s.ctx, x, s.side, 1)
	var lost *noRest
	if errors.As(err, &lost) { // try again from the captured positions
		copy(x, f.X)
		factors, err = b.settle(s.ctx, x, s.side, 2)
	}
	if err != nil {
		return nil, err
	}
	force := b.clips(x, f.Clip)
	want := target(t, f, f.Force, f.X)
	for i, v := range target(t, f, force, x) {
		r[i] = v - want[i]
	}
	if j == nil {
		return x, nil
	}
	a := b.probe.Matrix()
	for k, step := range steps {
		up, down := bodies[1+2*k].probe.Look(x), bodies[2+2*k].probe.Look(x)
		rhs := mat.NewVecDense(3*b.count, nil)
		slope := make([]r3.Vec, len(x)) // derivative of the forces at x
		for i, p := range b.free {
			if slope[i] = r3.Scale(1/step, r3.Sub(up[i], down[i])); p >= 0 {
				rhs.SetVec(3*p, -slope[i].X)
				rhs.SetVec(3*p+1, -slope[i].Y)
				rhs.SetVec(3*p+2, -slope[i].Z)
			}
		}
		d := factors.solve(rhs)
		dx, df := make([]r3.Vec, len(x)), make([]r3.Vec, len(f.Force))
		for i, p := range b.free {
			if p >= 0 {
				dx[i] = along(d, p)
			}
		}
		for i, c := range f.Clip {
			if c == 0 {
				continue
			}
			sum := slope[i]
			for q := a.RowPtr[i]; q < a.RowPtr[i+1]; q++ {
				v, m := dx[a.Col[q]], a.Val[9*q:9*q+9]
				sum = r3.Add(sum, r3.Vec{X: m[0]*v.X + m[1]*v.Y + m[2]*v.Z, Y: m[3]*v.X + m[4]*v.Y + m[5]*v.Z,
					Z: m[6]*v.X + m[7]*v.Y + m[8]*v.Z})
			}
			df[c-1] = r3.Add(df[c-1], sum)
		}
		for i, v := range target(t, f, df, dx) {
			j.Set(row+i, k, v)
		}
	}
	return x, nil
}

// Predict simulates a fabric between the clips of a test, from the captured positions, and compares.
func Predict(ctx context.Context, f cloth.Fabric, t *Test) (*Result, error) {
	out := &Result{Kind: t.Kind, Bends: bends(t)}
	for _, g := range rigs {
		out.Fitted = out.Fitted || g.kind == t.Kind && g.fits
	}
	b, err := newBody(f, t.N, t.Side)
	if err != nil {
		return nil, err
	}
	defer b.close()
	var force, way, sum, most, both, square float64
	forces, paths, sums := 0, 0, 0
	for k := range t.Frames {
		q := &t.Frames[k]
		held, x := make([]bool, len(q.X)), slices.Clone(q.X)
		for i, c := range q.Clip {
			held[i] = c > 0
		}
		b.hold(held)
		_, err := b.settle(ctx, x, t.Side, 1)
		var lost *noRest
		if errors.As(err, &lost) {
			out.Lost++
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Kind, err)
		}
		now := b.clips(x, q.Clip)
		for c, v := range q.Force {
			force, forces = force+r3.Norm2(r3.Sub(now[c], v)), forces+1
			most, both, square = max(most, r3.Norm(v)), both+r3.Dot(now[c], v), square+r3.Norm2(now[c])
		}
		for i := range x {
			if !held[i] {
				way, paths = way+r3.Norm2(r3.Sub(x[i], q.X[i])), paths+1
			}
		}
		got, want := target(t, q, now, x), target(t, q, q.Force, q.X)
		for i, v := range got {
			sum, sums = sum+(v-want[i])*(v-want[i]), sums+1
		}
		out.draw(t, q, x, got, want)
	}
	if out.Lost < len(t.Frames) {
		out.Way = math.Sqrt(way / float64(paths))
		if most > 0 { // the force on a table need not be measured
			out.Force = math.Sqrt(force/float64(forces)) / most
		}
		if square > 0 {
			out.Times = both / square
		}
		out.RMS = math.Sqrt(sum / float64(sums))
	}
	return out, nil
}
