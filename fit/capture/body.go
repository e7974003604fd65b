package capture

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/lab"
	"hysteron/law"
)

// gravity acts along −y [m/s²].
const gravity = 9.81

// body is a square sample of a fabric with n × n vertices, in rows along the warp.
type body struct {
	model *cloth.Model
	sim   *cpu.Sim
	probe cpu.Probe
	free  []int // index of each vertex among the free ones; −1: held
	count int   // number of free vertices

	enough float64 // force that may be left on a free vertex [N]
}

// newBody returns a flat sample centred at the origin.
func newBody(f cloth.Fabric, n int, side float64) (*body, error) {
	for _, c := range f.Components() {
		c.Damping = nil // static
	}
	parts, err := flat(n, side)
	if err != nil {
		return nil, err
	}
	parts[0].Fabric = f
	b := &body{enough: unbalanced}
	for _, c := range f.Components() {
		if c.Friction != nil {
			b.enough = rubbing
		}
	}
	if b.model, err = cloth.NewModel(parts); err != nil {
		return nil, err
	}
	set := lab.Exact()
	set.Gravity, set.Workers = r3.Vec{Y: -gravity}, 1
	if b.sim, err = cpu.New(b.model, nil, nil, set); err != nil {
		return nil, err
	}
	b.sim.SetTerms(slices.DeleteFunc(cpu.NewTerms(), func(t cpu.Term) bool {
		_, inertia := t.(*cpu.Inertia)
		return inertia
	}))
	b.begin()
	return b, nil
}

// flats caches flat sheets by number of points and side, since a fit needs thousands of the same.
var flats sync.Map

// flat returns a square sheet.
func flat(n int, side float64) ([]cloth.Part, error) {
	key := [2]float64{float64(n), side}
	if known, ok := flats.Load(key); ok {
		return slices.Clone(known.([]cloth.Part)), nil
	}
	any := cloth.Component{Elastic: law.Elastic{K1: 1}}
	setup, err := lab.Sheet(cloth.Fabric{Name: "flat", Density: 1, Warp: any, Weft: any, Shear: any, BendWarp: any,
		BendWeft: any}, [2]float64{side, side}, [2]int{n, n}, "alternating",
		func(u, v float64) (r3.Vec, bool) { return r3.Vec{X: u, Z: -v}, false })
	if err != nil {
		return nil, err
	}
	flats.Store(key, setup.Parts)
	return slices.Clone(setup.Parts), nil
}

func (b *body) close() { b.sim.Close() }

// begin makes the present state the start of the internal friction.
func (b *body) begin() {
	b.probe = cpu.NewProbe(b.sim, 1)
	b.probe.Exact()
}

// commit updates the history of friction at x.
func (b *body) commit(x []r3.Vec) {
	b.probe.Look(x)
	b.probe.Commit()
	copy(b.sim.State.X, x)
	b.begin()
}

// hold sets the held vertices.
func (b *body) hold(held []bool) {
	b.free, b.count = make([]int, len(held)), 0
	for i, h := range held {
		b.free[i] = -1
		if !h {
			b.free[i] = b.count
			b.count++
		}
	}
}

// stiffness returns ∂²Φ/∂q² of the free vertices at the positions of the last evaluation, with shift on its diagonal,
// and its largest diagonal entry.
func (b *body) stiffness(shift float64) (*mat.SymBandDense, float64) {
	a := b.probe.Matrix()
	band := 0
	for i, p := range b.free {
		for k := a.RowPtr[i]; k < a.RowPtr[i+1] && p >= 0; k++ {
			if q := b.free[a.Col[k]]; q > p {
				band = max(band, 3*(q-p)+2)
			}
		}
	}
	n := 3 * b.count
	band = min(max(band, 2), n-1)
	out := mat.NewSymBandDense(n, band, nil)
	most := 0.
	for i, p := range b.free {
		for k := a.RowPtr[i]; k < a.RowPtr[i+1] && p >= 0; k++ {
			q := b.free[a.Col[k]]
			if q < p {
				continue
			}
			for r := range 3 {
				for c := range 3 {
					if v := a.Val[9*int(k)+3*r+c]; 3*q+c > 3*p+r {
						out.SetSymBand(3*p+r, 3*q+c, v)
					} else if 3*q+c == 3*p+r {
						out.SetSymBand(3*p+r, 3*q+c, v+shift)
						most = max(most, math.Abs(v))
					}
				}
			}
		}
	}
	return out, most
}

// factors are Cholesky factors of a positive stiffness. mat.BandCholesky also estimates the condition, which takes as
// long as the factorisation.
type factors struct{ t blas64.TriangularBand }

// factorize overwrites a. It reports whether a is positive definite.
func factorize(a *mat.SymBandDense) (*factors, bool) {
	t, ok := lapack64.Pbtrf(a.RawSymBand())
	return &factors{t}, ok
}

func (c *factors) solve(rhs *mat.VecDense) *mat.VecDense {
	d := mat.VecDenseCopyOf(rhs)
	lapack64.Pbtrs(c.t, blas64.General{Rows: d.Len(), Cols: 1, Stride: 1, Data: d.RawVector().Data})
	return d
}

// Limits of settle.
const (
	unbalanced = 1e-8 // largest force on a free vertex [N]
	// the same with friction, whose force has a kink where it reverses, so that Newton's method may oscillate
	rubbing   = 1e-6
	rubbed    = 1e-4 // residual that friction may leave at the end: a thirtieth of the error of the thesis' load cells
	mostSteps = 400
	farthest  = 0.02 // largest motion of a vertex in a step, relative to the side of the sample
)

// settle moves the free vertices to a minimum of the energy, by Newton's method with the true stiffness and a
// Levenberg–Marquardt shift where that is indefinite (§3.4: K + μI). It returns the factors of the stiffness there, nil
// if friction left a larger residual. A saddle point is left by a random push from seed.
func (b *body) settle(ctx context.Context, x []r3.Vec, side float64, seed uint64) (*factors, error) {
	rng := rand.New(rand.NewPCG(seed, 0x726967))
	g := b.probe.Look(x)
	energy, size := b.probe.Energy(x), b.worst(g)
	shift, floor, push := 0., 0., 1e-6*side
	trial, top := slices.Clone(x), false // saddle point: balanced, but not stable
	looked := true                       // x is the place of the last evaluation
	for range mostSteps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if size <= b.enough && !top {
			shift = 0
		}
		if !looked { // the trial was evaluated last
			b.probe.Look(x)
		}
		looked = true
		k, most := b.stiffness(shift)
		floor = 1e-6 * most
		c, ok := factorize(k)
		if !ok {
			top = top || size <= b.enough && shift == 0
			shift = max(4*shift, floor)
			continue
		}
		if shift == 0 && size <= b.enough {
			return c, nil
		}
		if top { // along the softest direction
			way := b.softest(c, rng)
			for i, p := range b.free {
				if p >= 0 {
					x[i] = r3.Add(x[i], r3.Scale(push, along(way, p)))
				}
			}
			g = b.probe.Look(x)
			energy, size = b.probe.Energy(x), b.worst(g)
			top, push = false, min(4*push, 1e-2*side)
			continue
		}
		rhs := mat.NewVecDense(3*b.count, nil)
		for i, p := range b.free {
			if p >= 0 {
				rhs.SetVec(3*p, -g[i].X)
				rhs.SetVec(3*p+1, -g[i].Y)
				rhs.SetVec(3*p+2, -g[i].Z)
			}
		}
		d := c.solve(rhs)
		scale := min(1, farthest*side/max(mat.Norm(d, math.Inf(1)), 1e-300))
		for i, p := range b.free {
			if p >= 0 {
				trial[i] = r3.Add(x[i], r3.Scale(scale, along(d, p)))
			} else {
				trial[i] = x[i]
			}
		}
		after := b.probe.Energy(trial)
		slope := -scale * mat.Dot(rhs, d)
		// Near the end differences of energies are below round-off, and the force decides.
		down, near := after <= energy+1e-4*slope, math.Abs(after-energy) <= 1e-12*math.Abs(energy)
		if looked = down || near; looked {
			gt := b.probe.Look(trial)
			if now := b.worst(gt); down || now < size {
				copy(x, trial)
				g, energy, size = gt, after, now
				if shift /= 8; shift < floor {
					shift = 0
				}
				continue
			}
			looked = false
		}
		shift = max(4*shift, floor)
	}
	if b.enough == rubbing && size <= rubbed {
		return nil, nil
	}
	return nil, &noRest{size}
}

// noRest is the error of a sample whose forces do not balance.
type noRest struct{ left float64 }

func (e *noRest) Error() string {
	return fmt.Sprintf("no rest within %d steps: %.3g N are left on a vertex", mostSteps, e.left)
}

// worst returns the largest force on a free vertex.
func (b *body) worst(g []r3.Vec) (most float64) {
	for i, p := range b.free {
		if p >= 0 {
			most = max(most, r3.Norm(g[i]))
		}
	}
	return most
}

// along returns the part of a vector at the free vertex p.
func along(d *mat.VecDense, p int) r3.Vec {
	return r3.Vec{X: d.AtVec(3 * p), Y: d.AtVec(3*p + 1), Z: d.AtVec(3*p + 2)}
}

// softest estimates the eigenvector of the smallest eigenvalue of the factored matrix, scaled to a largest entry of 1.
func (b *body) softest(c *factors, rng *rand.Rand) *mat.VecDense {
	d := mat.NewVecDense(3*b.count, nil)
	for i := range d.Len() {
		d.SetVec(i, rng.NormFloat64())
	}
	for range 6 {
		d = c.solve(d)
		d.ScaleVec(1/mat.Norm(d, math.Inf(1)), d)
	}
	return d
}
