package step

import (
	"errors"
	"math"
	"slices"
	"testing"
)

// bowl is a backend of one point in the potential f of its position, with the second derivative k that the
// solver sees; what fails and what meets is scripted.
type bowl struct {
	f, df, k func(x float64) float64

	x, p, trial, g  float64
	reductions      Reductions
	hits            []bool // answers of CCD, in turn; false after them
	fails           func(h float64) Outcome
	h, time         float64
	rolls           []Clamp
	lookUps, stiff  int
	commits         []float64
	err             error
	limitReached    bool
	residual        float64                    // [m]
	strain          float64                    // per second
	tired           float64                    // linear systems of longer steps run out [s]; 0: none
	fast            func(h float64) bool       // a body passes over cloth
	inside, sharp   int                        // contact points in bodies, and in sharp ones
	stretch         float64                    // of cloth
	tunnels         func(h float64) Tunnelling // bodies come through triangles
	tooFar          int                        // how often CorrectRigid leads too far
	corrected       int                        // times
	short           int                        // how often it does not lead far enough
	drift           float64                    // how far the residual moves the bowl [m]
	sharpThrough    int                        // how often a body is found to come through a triangle
	room, thick     float64                    // between bodies, and of what lies there [m]
	energy          func(h float64) float64    // by forces that are left [J], where Σ m·|u| is 1 kg·m; nil: nothing
	smaller, finite bool
}

func newBowl(k float64) *bowl {
	return &bowl{
		f:  func(x float64) float64 { return k * x * x / 2 },
		df: func(x float64) float64 { return k * x }, k: func(float64) float64 { return k },
		tunnels: func(float64) Tunnelling { return Tunnelling{} },
		x:       1, smaller: true, finite: true, fails: func(float64) Outcome { return Converged },
	}
}

func (b *bowl) Begin(t, h float64)  { b.time, b.h = t, h }
func (b *bowl) MayTunnel() bool     { return b.fast != nil && b.fast(b.h) }
func (b *bowl) DetectContacts(bool) { b.lookUps++ }
func (b *bowl) Evaluate(bool) {
	b.g = b.df(b.x)
	b.reductions.Norm = math.Abs(b.g)
}

func (b *bowl) Search(Linear) {
	b.p = -b.g / b.k(b.x)
	b.reductions = Reductions{Solved: b.fails(b.h), Iterations: 1, LimitReached: b.limitReached || b.tired > 0 &&
		b.h > b.tired, LinearResidual: b.residual, Norm: math.Abs(b.g), Slope: b.g * b.p, Move: math.Abs(b.p),
		Mean: math.Abs(b.p)}
	b.TrialStep(1)
}
func (b *bowl) ResolveActiveSet() { b.TrialStep(1) }
func (b *bowl) RevertActiveSet()  { b.TrialStep(1) }
func (b *bowl) TrialStep(alpha float64) {
	b.trial = b.x + alpha*b.p
	b.reductions.Change = b.f(b.trial) - b.f(b.x)
}
func (b *bowl) AcceptStep(float64)             { b.x = b.trial }
func (b *bowl) RejectStep()                    {}
func (b *bowl) Reductions() Reductions         { return b.reductions }
func (b *bowl) Slope() float64                 { return b.g * b.p }
func (b *bowl) Softening() float64             { return 0 }
func (b *bowl) Drift() float64                 { return b.drift }
func (b *bowl) Semismooth(bool)                {}
func (b *bowl) CorrectRigid(float64)           { b.corrected++ }
func (b *bowl) RigidTooFar() bool              { b.tooFar--; return b.tooFar >= 0 }
func (b *bowl) RigidTooShort() bool            { b.short--; return b.short >= 0 }
func (b *bowl) ProjectPenetrations()           {}
func (b *bowl) Penetrations() (any, sharp int) { return b.inside, b.sharp }
func (b *bowl) Cramped() Cramped {
	return Cramped{A: "ball", B: "ground", Room: b.room, Thick: b.thick}
}
func (b *bowl) HasSharp() bool                   { return true }
func (b *bowl) Tunnels(steps float64) Tunnelling { return b.tunnels(b.h) }
func (b *bowl) SharpCrossings() int {
	b.sharpThrough--
	return max(0, b.sharpThrough+1)
}
func (b *bowl) Stretched() Stretched {
	return Stretched{Part: "sheet", Stretch: b.stretch}
}
func (b *bowl) AboveLimits() bool        { return false }
func (b *bowl) MaxStrainChange() float64 { return b.strain * b.h }
func (b *bowl) EnergyBalance() (energy, way float64) {
	if b.energy != nil {
		energy = b.energy(b.h)
	}
	return energy, 1
}
func (b *bowl) IncreaseStiffness()     { b.stiff++ }
func (b *bowl) BeginClamping()         { b.rolls = nil }
func (b *bowl) ClampPaths(clamp Clamp) { b.rolls = append(b.rolls, clamp) }
func (b *bowl) ClampedVertices() int   { return 1 }
func (b *bowl) Err() (error, bool)     { return b.err, b.smaller }
func (b *bowl) Commit() (int, bool)    { b.commits = append(b.commits, b.h); return 2, b.finite }
func (b *bowl) CCD(Clamp) (meet bool) {
	if len(b.hits) > 0 {
		meet, b.hits = b.hits[0], b.hits[1:]
	}
	return meet
}

func (b *bowl) step(t *testing.T, h float64) (Report, error) {
	t.Helper()
	set := DefaultSettings()
	d := Driver{Operations: b, Settings: &set}
	return d.Step(7, h)
}

// A quadratic potential takes one Newton step and one that finds nothing left.
func TestNewtonQuadratic(t *testing.T) {
	b := newBowl(3)
	rep, err := b.step(t, 1)
	if err != nil || rep.Outcome != Converged || math.Abs(b.x) > 1e-15 || rep.Newton != 1 || rep.CG != 1 ||
		rep.Substeps != 1 || rep.Projected != 2 {
		t.Errorf("%+v, %v, at %g", rep, err, b.x)
	}
}

// The line search halves the step: where the potential falls up to .2 of the Newton step it tries 1, 1/2, 1/4 and takes
// 1/8, and where it never falls it gives up.
func TestBacktracking(t *testing.T) {
	for _, c := range []struct {
		up   float64 // from which position on down the potential rises, below the start at 1
		want []float64
		step float64
	}{{.9, []float64{.5, .25, .125}, .125}, {1, []float64{.5, .25, .125, 1. / 16, 1. / 32, 1. / 64, 1. / 128, 1. / 256,
		1. / 512, 1. / 1024, 1. / 2048, 1. / 4096, 1. / 8192}, 0}} {
		b := newBowl(1)
		b.f = func(x float64) float64 { return math.Abs(x - c.up) }
		b.df = func(float64) float64 { return 1 }
		b.p = -1
		b.reductions = Reductions{Norm: 1, Slope: -1, Move: 1}
		b.TrialStep(1)
		d := Driver{Operations: &tried{bowl: b}, rep: &Report{}}
		alpha, falls := d.lineSearch(b.reductions)
		if got := d.Operations.(*tried).alphas; alpha != c.step || falls != (c.step > 0) || !slices.Equal(got, c.want) {
			t.Errorf("rises from %g on: took %g, %v, tried %v; expected %g, %v", c.up, alpha, falls, got, c.step, c.want)
		}
	}
}

// tried notes the trials of a line search.
type tried struct {
	*bowl
	alphas []float64
}

func (r *tried) TrialStep(alpha float64) {
	r.alphas = append(r.alphas, alpha)
	r.bowl.TrialStep(alpha)
}

// On a slope that ends at a wall, a stride that would run into it is shortened; if all would, the step goes no further.
func TestExtrapolationBacksOff(t *testing.T) {
	const first, size = 1., .1 // Newton steps of .1 lead from 1 to .5, where the stride begins, at .6 less its first step
	for _, c := range []struct{ wall, want float64 }{{-.6, -.5}, {-.05, .2}, {.3, .4}, {.45, .5}} {
		b := newBowl(1)
		into := func(x float64) float64 { return max(0, c.wall-x) }
		b.f = func(x float64) float64 { return x + 1e3*into(x)*into(x) }
		b.df = func(x float64) float64 { return 1 - 2e3*into(x) }
		b.k, b.x = func(float64) float64 { return 1 / size }, first
		set := DefaultSettings()
		set.MaxNewton = detections + 1
		d := Driver{Operations: b, Settings: &set}
		if rep, err := d.Step(0, 1); err != nil || math.Abs(b.x-c.want) > 1e-12 {
			t.Errorf("a wall at %g: %+v, %v, at %g, expected %g", c.wall, rep, err, b.x, c.want)
		}
	}
}

// A step that would run over the minimum is cut; one whose matrix is far too stiff strides.
func TestNewtonSteps(t *testing.T) {
	over := newBowl(3)
	over.k = func(float64) float64 { return 1 } // three times too far
	rep, err := over.step(t, 1)
	if err != nil || rep.Outcome != Converged || math.Abs(over.x) > 5e-5 {
		t.Errorf("too soft a matrix: %+v, %v, at %g", rep, err, over.x)
	}
	short := newBowl(3)
	short.k = func(float64) float64 { return 30 } // a tenth of the way
	rep, err = short.step(t, 1)
	if err != nil || rep.Outcome != Converged || math.Abs(short.x) > 5e-5 || rep.Newton > detections+2 {
		t.Errorf("too stiff a matrix: %+v, %v, at %g: expected a stride after %d iterations", rep, err, short.x, detections)
	}
}

// A potential that falls nowhere along the direction is left by small jumps, a few times.
func TestBlindSteps(t *testing.T) {
	b := newBowl(1)
	b.f = func(x float64) float64 { return -x * x } // the gradient lies
	rep, err := b.step(t, 1)
	var failed *StepError
	if !errors.As(err, &failed) || failed.Outcome != LineSearchFailed || rep.BlindSteps < maxBlindSteps {
		t.Errorf("%+v, %v", rep, err)
	}
}

// Failing sub-steps are halved, the others committed, and the report counts them.
func TestHalving(t *testing.T) {
	b := newBowl(1)
	b.fails = func(h float64) Outcome {
		if h > .3 {
			return Indefinite
		}
		return Converged
	}
	rep, err := b.step(t, 1)
	if err != nil || rep.Halvings < 2 || rep.Substeps != 4 || rep.Outcome != Converged || len(b.commits) != 4 ||
		b.time != 7.75 {
		t.Errorf("%+v, %v, sub-steps %v, the last at %g", rep, err, b.commits, b.time)
	}
	b = newBowl(1)
	b.fails = func(h float64) Outcome { return Indefinite }
	rep, err = b.step(t, 1)
	var failed *StepError
	if !errors.As(err, &failed) || failed.H != 1./32 || failed.Time != 7 || failed.Outcome != Indefinite ||
		rep.Outcome != Indefinite || len(b.commits) != 0 {
		t.Errorf("%+v, %v", rep, err)
	}
	b = newBowl(1)
	b.finite = false
	if _, err = b.step(t, 1); !errors.As(err, &failed) || failed.Outcome != NonFinite {
		t.Errorf("positions that are no numbers: %v", err)
	}
	for _, h := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := newBowl(1).step(t, h); err == nil {
			t.Errorf("a step of %g s was taken", h)
		}
	}
}

// What keeps contacts from being held is named, and where a smaller step does not help none is tried.
func TestContactsThatCannotBeHeld(t *testing.T) {
	full := errors.New("full")
	for _, smaller := range []bool{false, true} {
		b := newBowl(1)
		b.err, b.smaller = full, smaller
		rep, err := b.step(t, 1)
		var failed *StepError
		if !errors.Is(err, full) || !errors.As(err, &failed) || failed.Outcome != Crowded || (rep.Halvings > 0) != smaller {
			t.Errorf("smaller %v: %+v, %v", smaller, rep, err)
		}
	}
}

// Paths that meet are stiffened a few times, then shortened, then stopped; if they meet still, the step fails.
func TestSettle(t *testing.T) {
	meets := func(n int) (m []bool) {
		for range n {
			m = append(m, true)
		}
		return m
	}
	for _, c := range []struct {
		meets, rounds, rolls, stopped int
		out                           Outcome
	}{
		{0, 0, 0, 0, Converged},
		{2, 2, 0, 0, Converged},
		{lastRounds, lastRounds, 0, 0, Converged},
		{lastRounds + 1, lastRounds, 0, 1, Converged}, // nothing left to roll back
		{lastRounds + 4, lastRounds, 3, 1, Converged},
		{lastRounds + 1 + clampAllFrom + 2, lastRounds, clampAllFrom + 2, 1, Converged},
	} {
		b := newBowl(1)
		b.hits = meets(c.meets)
		set := DefaultSettings()
		set.MaxHalvings = 0
		d := Driver{Operations: b, Settings: &set}
		rep, _ := d.Step(0, 1)
		if rep.Rounds != c.rounds || len(b.rolls) != c.rolls || rep.ClampedVertices != c.stopped || rep.Outcome != c.out ||
			b.stiff != c.rounds {
			t.Errorf("%d meetings: %+v, %d roll-backs, expected %+v", c.meets, rep, len(b.rolls), c)
		}
		for k, r := range b.rolls {
			if (r == ClampAll) != (k >= clampAllFrom) {
				t.Errorf("%d meetings: roll-back %d is %d", c.meets, k, r)
			}
		}
	}
}

// An unsolved system does not bound the distance from the minimum: the step has not converged, and the exhausted limit
// is counted.
func TestLimitReached(t *testing.T) {
	b := newBowl(1)
	b.limitReached, b.k = true, func(float64) float64 { return 2 }
	rep, err := b.step(t, 1)
	if err != nil || rep.Outcome != Unconverged || rep.Limits.CG != rep.Newton || rep.Limits.CG == 0 {
		t.Errorf("%+v, %v", rep, err)
	}
	b = newBowl(1)
	b.k = func(float64) float64 { return 500 } // creeps
	b.df = func(x float64) float64 { return 1 }
	b.f = func(x float64) float64 { return x }
	rep, err = b.step(t, 1)
	if err != nil || rep.Outcome != Unconverged || rep.Limits != (Limits{Newton: 1}) ||
		rep.Newton != DefaultSettings().MaxNewton {
		t.Errorf("a slope without end: %+v, %v", rep, err)
	}
	b = newBowl(1)
	b.hits = slices.Repeat([]bool{true}, lastRounds+2)
	d := smallest(b)
	if rep, err = d.Step(0, 1); err != nil || rep.Limits != (Limits{Rounds: 1}) {
		t.Errorf("%+v, %v", rep, err)
	}
}

// TestStalls: a step in which Newton's iterations run out is halved until they do not; where they run out in one of the
// smallest too, the rest of the step is taken as it is. It is not halved where cloth settles, or where it is longer
// than those of motion.
func TestStalls(t *testing.T) {
	for _, c := range []struct {
		least                      float64 // longer steps have a slope without end [s]
		h                          float64 // of the step [s]
		settling                   bool
		halved, substeps, attempts int
		out                        Outcome
	}{
		{1, .1, false, 0, 1, 0, Converged},
		{.03, .1, false, 3, 4, 3, Converged},
		{1e-9, .1, false, 5, 6, 11, Unconverged},
		{1e-9, .1, true, 0, 1, 1, Unconverged},
		{1e-9, 1, false, 0, 1, 1, Unconverged},
	} {
		b := newBowl(1)
		bowl, either := *b, func(bowl, endless func(x float64) float64) func(x float64) float64 {
			return func(x float64) float64 {
				if b.h > c.least {
					return endless(x)
				}
				return bowl(x)
			}
		}
		b.f = either(bowl.f, func(x float64) float64 { return x })
		b.df = either(bowl.df, func(float64) float64 { return 1 })
		b.k = either(bowl.k, func(float64) float64 { return 500 }) // creeps
		set := DefaultSettings()
		set.Settling = c.settling
		d := Driver{Operations: b, Settings: &set}
		rep, err := d.Step(0, c.h)
		if err != nil || rep.Outcome != c.out || rep.Halvings != c.halved || rep.Substeps != c.substeps ||
			rep.Limits.Newton != c.attempts {
			t.Errorf("%+v: %+v, %v", c, rep, err)
		}
	}
}

// In the linearised mode, a step whose one system ran out has not converged either, unless so little of it is unsolved
// that no matter what the cloth is, it would move by less than the tolerance.
func TestLimitReachedLinearised(t *testing.T) {
	set := DefaultSettings()
	set.MaxNewton = 1
	for _, c := range []struct {
		ranOut   bool
		unsolved float64
		out      Outcome
	}{{false, 1, Converged}, {true, 2 * set.Tolerance, Unconverged}, {true, set.Tolerance / 2, Converged}} {
		b := newBowl(1)
		b.limitReached, b.residual = c.ranOut, c.unsolved
		d := Driver{Operations: b, Settings: &set}
		if rep, err := d.Step(0, 1); err != nil || rep.Outcome != c.out || rep.Newton != 1 ||
			(rep.Limits.CG == 1) != c.ranOut {
			t.Errorf("%+v: %+v, %v", c, rep, err)
		}
	}
}

// smallest drives steps that are not halved.
func smallest(b *bowl) *Driver {
	set := DefaultSettings()
	set.MaxHalvings = 0
	return &Driver{Operations: b, Settings: &set}
}

// Where paths cross in spite of all, and where they cross before Newton's method has converged, a smaller step is
// taken: nothing is stopped.
func TestCrossingPathsCutTheStep(t *testing.T) {
	b := newBowl(1)
	b.hits = slices.Repeat([]bool{true}, maxRounds+1)
	rep, err := b.step(t, 1)
	if err != nil || rep.Halvings != 1 || rep.Rounds != maxRounds || rep.ClampedVertices != 0 || len(b.rolls) != 0 ||
		len(b.commits) != 2 || rep.Limits != (Limits{}) {
		t.Errorf("%+v, %v", rep, err)
	}
	b = newBowl(1)
	b.limitReached, b.k, b.hits = true, func(float64) float64 { return 2 }, []bool{true}
	if rep, err = b.step(t, 1); err != nil || rep.Halvings != 1 || rep.Rounds != 0 || rep.ClampedVertices != 0 {
		t.Errorf("unconverged: %+v, %v", rep, err)
	}
}

// Where prescribed vertices force cloth through itself, steps are cut beyond the smallest; then it fails.
func TestForcedContactCutsTheStep(t *testing.T) {
	b := newBowl(1)
	b.hits = slices.Repeat([]bool{true}, 2*(lastRounds+1+maxClampings+1)) // two attempts fail
	rep, err := smallest(b).Step(0, 1)
	if err != nil || rep.Halvings != 2 || len(b.commits) == 0 || b.commits[0] != .25 {
		t.Errorf("%+v, %v, sub-steps %v", rep, err, b.commits)
	}
	b = newBowl(1)
	b.hits = slices.Repeat([]bool{true}, 100_000)
	var failed *StepError
	rep, err = smallest(b).Step(0, 1)
	if !errors.As(err, &failed) || failed.Outcome != ContactFailed || rep.Halvings != forcedHalvings ||
		failed.H != math.Pow(.5, forcedHalvings) {
		t.Errorf("%+v, %v", rep, err)
	}
	b = newBowl(1)
	b.fails = func(h float64) Outcome { return Indefinite }
	if rep, err = smallest(b).Step(0, 1); !errors.As(err, &failed) || rep.Halvings != 0 {
		t.Errorf("other failures: %+v, %v", rep, err)
	}
}

// What squeezes harder than the layer's five times kδ gets nearer, but no force closes the distance.
func TestSqueezed(t *testing.T) {
	for d, want := range map[float64]float64{1: 1, .125: 1, .0625: 4, .0125: 100, 1e-4: 64 * 64, 0: 64 * 64} {
		if got := Squeezed(3e-3*d, 3e-3); math.Abs(got-want) > 1e-12*want {
			t.Errorf("at %g of the thickness: %g times, expected %g", d, got, want)
		}
	}
}

// TestPairLayer: what makes a pair stiffer within a step adds no potential where the step starts, and the work from the
// rim of its layer to the surface is that of the layer of before, times 8 with each increase.
func TestPairLayer(t *testing.T) {
	const delta, k = 3e-3, 20.
	for _, d := range []float64{4e-3, 3e-3, 1e-3, 1e-4, 5e-6} {
		if thickness, stiffness := PairLayer(d, delta, k, 0, false); thickness != delta || stiffness != k*Squeezed(d, delta) {
			t.Errorf("from %g m: %g N/m in %g m", d, stiffness, thickness)
		}
		for n, times := range []float64{1, 8, 64} {
			for _, raised := range []bool{n == 0, true} {
				thickness, stiffness := PairLayer(d, delta, k, n, raised)
				if thickness > d || thickness > delta {
					t.Errorf("from %g m, %d increases: the layer of %g m pushes at the start", d, n, thickness)
				}
				got, want := ContactEnergy(stiffness, thickness, thickness), times*ContactEnergy(k, delta, delta)
				if math.Abs(got-want) > 1e-12*want {
					t.Errorf("from %g m, %d increases: the layer takes %g J, expected %g", d, n, got, want)
				}
			}
		}
	}
}

// Steps in which a body would pass over cloth are cut, as far as they can be; what is left is counted.
func TestFastBodies(t *testing.T) {
	b := newBowl(1)
	b.fast = func(h float64) bool { return h > .1 }
	rep, err := b.step(t, 1)
	if err != nil || len(b.commits) != 16 || rep.Limits != (Limits{}) || rep.Outcome != Converged {
		t.Errorf("%+v, %v, %d sub-steps, expected 16", rep, err, len(b.commits))
	}
	b = newBowl(1)
	b.fast = func(h float64) bool { return true }
	rep, err = b.step(t, 1)
	if err != nil || len(b.commits) != 32 || rep.Limits != (Limits{Bodies: 32}) {
		t.Errorf("%+v, %v, %d sub-steps, expected all the smallest and counted", rep, err, len(b.commits))
	}
}

// Steps that have not converged and leave cloth inside of bodies are halved, down to the smallest; those that
// converged, or leave it outside, are not.
func TestInsideOfBodies(t *testing.T) {
	for _, c := range []struct {
		tired    float64
		inside   int
		halvings int
	}{{0, 3, 0}, {.3, 0, 0}, {.3, 3, 3}} {
		b := newBowl(1)
		b.tired, b.inside, b.k = c.tired, c.inside, func(float64) float64 { return 2 } // quarters are solved
		set := DefaultSettings()
		d := Driver{Operations: b, Settings: &set}
		rep, err := d.Step(0, 1)
		if err != nil || rep.Halvings != c.halvings || rep.Substeps != 1+c.halvings {
			t.Errorf("%+v: %+v, %v: expected %d halvings", c, rep, err, c.halvings)
		}
	}
}

// A step that has not converged, whose forces give cloth more energy than accelerations within the tolerance would, is
// halved; in the smallest ones Newton's method continues, a few times. One that has converged, or gains less, is
// accepted, and so is one of a single system.
func TestEnergyBalance(t *testing.T) {
	just := func(times float64) func(h float64) float64 {
		set := DefaultSettings()
		return func(h float64) float64 { return times * set.tolerance(h) / (h * h) }
	}
	for _, c := range []struct {
		tired            float64
		gained           func(h float64) float64
		newton, halvings int
		halved, rounds   int
		left             bool
	}{
		{0, just(100), 30, 5, 0, 0, false},
		{1e-9, just(.99), 30, 5, 0, 0, true},
		{.3, just(1.01), 30, 5, 3, 0, false},
		{1e-9, just(1.01), 30, 2, 3, 4 * maxRounds, true},
		{1e-9, just(1.01), 1, 5, 0, 0, false},
	} {
		b := newBowl(1)
		b.tired, b.energy, b.k = c.tired, c.gained, func(float64) float64 { return 2 }
		set := DefaultSettings()
		set.MaxHalvings, set.MaxNewton = c.halvings, c.newton
		d := Driver{Operations: b, Settings: &set}
		rep, err := d.Step(0, 1)
		if err != nil || rep.Halvings != c.halved || rep.Rounds != c.rounds || (rep.Outcome == Unconverged) != c.left {
			t.Errorf("%+v: %+v, %v", c, rep, err)
		}
	}
}

// Where paths of cloth cross in smallest sub-steps, and cloth is stretched beyond what any bears, a step ends with an
// error that names the place; where they do not cross, or cloth is stretched less, it does not.
func TestTorn(t *testing.T) {
	for _, c := range []struct {
		stretch float64
		crossed int // of the smallest sub-steps, one after the other
		fails   bool
	}{{5, maxTorn, true}, {3.9, maxTorn, false}, {5, maxTorn - 1, false}, {5, 0, false}} {
		b := newBowl(1)
		b.stretch = c.stretch
		for k := range c.crossed {
			if k%2 == 0 { // larger ones before
				b.hits = append(b.hits, slices.Repeat([]bool{true}, (maxRounds+1)*(1+2*btoi(k == 0)))...)
			}
			b.hits = append(b.hits, true, false)
		}
		set := DefaultSettings()
		set.MaxHalvings = 3
		d := Driver{Operations: b, Settings: &set}
		_, err := d.Step(0, 1)
		var failed *StepError
		var torn *Stretched
		switch {
		case !c.fails && (err != nil || len(b.hits) > 0):
			t.Errorf("%+v: %v, %d left", c, err, len(b.hits))
		case c.fails && (!errors.As(err, &failed) || failed.Outcome != Torn || !errors.As(err, &torn) ||
			torn.Stretch != c.stretch || len(b.commits) != maxTorn-1):
			t.Errorf("%+v: %v after %d sub-steps", c, err, len(b.commits))
		}
	}
}

// Newton's method continues after pieces were moved too far, a limited number of times; then the step is halved. The
// smallest steps, in which pieces stay where it has left them, count as not converged.
func TestRigidTooFar(t *testing.T) {
	const all = 1 << 30
	for _, c := range []struct{ tooFar, halvings, rounds, halved, substeps, corrected, left int }{
		{0, 5, 0, 0, 1, 1, 0},
		{2, 5, 2, 0, 1, 3, 0},
		{maxRounds, 5, maxRounds, 0, 1, maxRounds + 1, 0},
		{maxRounds + 1, 5, maxRounds, 1, 2, maxRounds + 3, 0},
		{all, 1, maxRounds + 2*(maxRounds+1), 1, 2, 3 * (maxRounds + 1), 2},
	} {
		b := newBowl(1)
		set := DefaultSettings()
		set.MaxHalvings = c.halvings
		d := Driver{Operations: b, Settings: &set, carried: carried{begun: true}}
		b.tooFar = c.tooFar
		rep, err := d.Step(0, 1)
		if err != nil || (rep.Outcome == Unconverged) != (c.left > 0) || rep.Rounds != c.rounds || rep.Halvings != c.halved ||
			rep.Substeps != c.substeps || b.corrected != c.corrected || rep.Limits.Newton != c.left {
			t.Errorf("%+v: %+v, %v, balanced %d times", c, rep, err, b.corrected)
		}
	}
}

// If the reach of CorrectRigid is too short, Newton's method continues from there, a limited number of times; then the
// step is accepted. If it has not converged, Newton's method does not continue.
func TestLedTooShort(t *testing.T) {
	const all = 1 << 30
	for _, c := range []struct {
		short, rounds int
		tired         float64
	}{{0, 0, 0}, {2, 2, 0}, {all, maxRounds, 0}, {all, 0, 1e-9}} {
		b := newBowl(1)
		b.short, b.tired, b.k = c.short, c.tired, func(float64) float64 { return 1.5 }
		set := DefaultSettings()
		d := Driver{Operations: b, Settings: &set, carried: carried{begun: true}}
		rep, err := d.Step(0, 1)
		if err != nil || rep.Rounds != c.rounds || b.corrected != c.rounds+1 || rep.Halvings != 0 ||
			(rep.Outcome == Unconverged) != (c.tired > 0) {
			t.Errorf("%+v: %+v, %v, balanced %d times", c, rep, err, b.corrected)
		}
	}
}

// Where Newton's method has taken more iterations than it looks contacts up in, they are looked up at its end.
func TestDetectsAtTheEnd(t *testing.T) {
	for _, c := range []struct {
		k    float64
		late bool
	}{{1, false}, {1.05, false}, {4, true}} {
		b := newBowl(1)
		b.x, b.k = 1e-3, func(float64) float64 { return c.k }
		rep, err := b.step(t, 1)
		want := 1 + 1 + min(rep.Newton, detections) // at the start, where pieces are found, and where Newton's method begins
		if c.late {
			want++
		}
		if err != nil || rep.Outcome != Converged || c.late != (rep.Newton > detections) || b.lookUps != want {
			t.Errorf("%+v: %+v, %v, %d look-ups, expected %d", c, rep, err, b.lookUps, want)
		}
	}
}

// A step is halved if a sharp body comes through a triangle or holds a contact point. In the smallest step Newton's
// method continues first, a limited number of times, and then it is halved further. What comes through in the very last
// is counted, and halves no more steps as long as it is there.
func TestSharpTunnels(t *testing.T) {
	const all = 1 << 30
	for _, c := range []struct{ sharpThrough, sharp, halvings, rounds, halved, substeps, left int }{
		{0, 0, 5, 0, 0, 1, 0},
		{2, 0, 5, 0, 2, 3, 0},
		{2, 0, 0, 2, 0, 1, 0},
		{maxRounds, 0, 0, maxRounds, 0, 1, 0},
		{maxRounds + 1, 0, 0, maxRounds, 1, 2, 0},
		{all, 0, 0, maxRounds * (1 + forcedHalvings), forcedHalvings, 1 + forcedHalvings, 1 + forcedHalvings},
		{0, 1, 0, 0, forcedHalvings, 1 + forcedHalvings, 1 + forcedHalvings},
	} {
		b := newBowl(1)
		b.sharpThrough, b.sharp = c.sharpThrough, c.sharp
		set := DefaultSettings()
		set.MaxHalvings = c.halvings
		d := Driver{Operations: b, Settings: &set}
		rep, err := d.Step(0, 1)
		if err != nil || rep.Outcome != Converged || rep.Rounds != c.rounds || rep.Halvings != c.halved ||
			rep.Substeps != c.substeps || rep.Limits.Bodies != c.left {
			t.Errorf("%+v: %+v, %v", c, rep, err)
		}
	}
}

// A step in which a body comes fast through a triangle is halved, beyond the smallest too; what comes slowly is not,
// nor does one that is in the cloth already halve the next. All are counted, once each.
func TestTunnelling(t *testing.T) {
	for _, c := range []struct {
		slips                   func(h float64) Tunnelling
		halvings, halved, count int
	}{
		{func(float64) Tunnelling { return Tunnelling{} }, 5, 0, 0},
		{func(h float64) Tunnelling { return Tunnelling{Any: h > .1, Fast: h > .1} }, 5, 15, 0},
		{func(h float64) Tunnelling { return Tunnelling{Any: h > .1, Fast: h > .1} }, 0, 15, 0},
		{func(float64) Tunnelling { return Tunnelling{Any: true} }, 5, 0, 1},
		{func(float64) Tunnelling { return Tunnelling{In: true} }, 5, 0, 0},
		{func(float64) Tunnelling {
			return Tunnelling{Any: true, Fast: true, In: true}
		}, 0, forcedHalvings, 1 + forcedHalvings},
		{func(float64) Tunnelling {
			return Tunnelling{Any: true, Fast: true}
		}, 0, 1<<forcedHalvings - 1, 1 << forcedHalvings},
	} {
		b := newBowl(1)
		b.tunnels = c.slips
		b.fast = func(float64) bool { return c.halvings == 0 && c.count > 0 } // is not counted twice
		set := DefaultSettings()
		set.MaxHalvings = c.halvings
		d := Driver{Operations: b, Settings: &set}
		rep, err := d.Step(0, 1)
		if err != nil || rep.Outcome != Converged || rep.Halvings != c.halved || rep.Limits != (Limits{Bodies: c.count}) {
			t.Errorf("%+v: %+v, %v", c, rep, err)
		}
	}
}

// Where bodies leave cloth less room than it is thick, and sub-steps that cannot be halved do not converge, a step ends
// with an error that names them; where there is room, or steps converge, it does not.
func TestNoRoom(t *testing.T) {
	for _, c := range []struct {
		tired, room, thick float64
		fails              bool
	}{{1e-9, -.002, 0, true}, {1e-9, .002, 0, false}, {1e-9, .002, .003, true}, {1e-9, .004, .003, false},
		{0, -.002, .003, false}} {
		b := newBowl(1)
		b.thick = c.thick
		b.tired, b.room, b.k, b.inside = c.tired, c.room, func(float64) float64 { return 2 }, 1
		set := DefaultSettings()
		d := Driver{Operations: b, Settings: &set}
		_, err := d.Step(0, 1)
		var failed *StepError
		var cramped *Cramped
		switch {
		case !c.fails && err != nil:
			t.Errorf("%+v: %v", c, err)
		case c.fails && (!errors.As(err, &failed) || failed.Outcome != NoRoom || !errors.As(err, &cramped) ||
			cramped.Room != c.room || len(b.commits) != maxCramped-1):
			t.Errorf("%+v: %v after %d sub-steps", c, err, len(b.commits))
		}
	}
}
