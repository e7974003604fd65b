//go:build cgo

package gpu

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// speculationScenes are those whose counts are known, a stiff one, and one that is in need of many iterations at
// bodies.
func speculationScenes() []counted {
	strip := grid(6, 21, .06, .24, cotton())
	for i, x := range strip.X {
		strip.X[i] = r3.Vec{X: x.X, Y: .02 - x.Z, Z: .004 * math.Sin(60*x.Z)}
	}
	return append(countScenes(),
		counted{name: "hard solves", parts: []cloth.Part{hung(40, 30, .4, .3, cotton())}},
		counted{name: "a strip that folds", parts: []cloth.Part{strip},
			colliders: []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .5}}})
}

// TestAhead: steps that the device takes ahead of the host end with the same bits as those that the host waits for at
// each decision, with as many iterations, and the host looks less often; also where coarse levels cost so little that
// they are taken, left and made anew sooner.
func TestAhead(t *testing.T) {
	ctx := open(t, true)
	for _, c := range speculationScenes() {
		t.Run(c.name, func(t *testing.T) { speculationAgrees(t, ctx, c, step.LevelCosts{}) })
		if c.name == "hard solves" {
			t.Run(c.name+", cheap levels", func(t *testing.T) {
				speculationAgrees(t, ctx, c, step.LevelCosts{Iteration: 1, Setup: 5})
			})
		}
	}
}

func speculationAgrees(t *testing.T, ctx *opengl.Context, c counted, costs step.LevelCosts) {
	var x [2][]r3.Vec
	var waits, iterations [2]int
	for k := range x {
		s, err := newSim(ctx, ctx.Device().Limits, false, model(t, c.parts...), nil, c.colliders,
			step.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		s.driver.Costs = costs
		if k == 1 {
			s.queue.commandTable.Commands = nil
		}
		for range countSteps + 3 {
			rep, err := s.Step(1. / 120)
			if err != nil {
				t.Fatal(err)
			}
			iterations[k] += rep.CG
		}
		x[k], waits[k] = gpuState(t, s).X, s.Counts().Waits
		if err := s.CheckGuards(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d waits ahead, %d else; %d iterations", waits[0], waits[1], iterations[0])
	if !slices.Equal(x[0], x[1]) || iterations[0] != iterations[1] {
		t.Errorf("other bits: %g m apart; %d iterations, %d else", farthest(x[0], x[1]), iterations[0], iterations[1])
	}
	if waits[0] > waits[1]*4/5 {
		t.Errorf("%d waits, %d where nothing is done ahead", waits[0], waits[1])
	}
}

// continues is what decide.comp is to decide by the rules of package step, before it carries the wandered distance on.
func continues(kind int, late bool, p *step.Plan, before step.Reductions, now *status, wandered, fresh float64) bool {
	switch kind {
	case decideTunnels:
		return p.SurelySeen(float64(now.Reductions[reductionStep][3]))
	case decidePays:
		return now.reductions(reductionNorm).Change <= p.Beyond.SurelyPays()
	case decideSearched:
		t := now.reductions(reductionNorm)
		if wandered += t.Move; !late {
			wandered = 0
		}
		return now.Stuck == 0 && t.SurelyAccepted() && p.SurelyStays(wandered)
	}
	return p.SurelyGoesOn(before.Extent(), now.reductions(reductionGradient).Norm/before.Norm) &&
		(kind == decideContinues ||
			p.SamePreconditioner(int(now.Iterations), now.relativeResidual(), fresh)) &&
		(!late || step.SurelyNoExtrapolation(before.Slope, now.reductions(reductionGradient).Slope))
}

// TestDecides: the device decides as the rules of package step do, about what steps leave, and about all that they
// could leave.
func TestDecides(t *testing.T) {
	ctx := open(t, true)
	t.Run("steps", func(t *testing.T) {
		verdicts, ends, alone := map[bool]int{}, map[bool]int{}, 0
		for _, c := range speculationScenes() {
			s, err := newSim(ctx, ctx.Device().Limits, false, model(t, c.parts...), nil, c.colliders,
				step.DefaultSettings())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			s.speculation.watch = func() {
				a, it, wandered := s.speculation, s.speculation.plan.Iteration, s.speculation.plan.Wandered
				before, begun, fresh := a.plan.Before, a.plan.Goes, a.plan.Fresh
				anew := a.plan.First.Multilevel && !a.plan.First.Reuse // the first solve has coarse levels of its own
				if begun {
					it--
				}
				if a.plan.Begins && a.plan.Iterations == 0 && slices.ContainsFunc(a.ops, func(op operation) bool {
					return op.code == opSearch
				}) {
					alone++
				}
				for k := range a.log {
					if a.plan.Ends {
						ends[a.log[k].Goes != 0 == (a.log[k].Active > 0 == (s.pairs.active > 0) &&
							a.log[k].drift() <= a.plan.SureDrift())]++
						continue
					}
					kind := decideEvaluated
					if begun {
						kind = decideContinues
					}
					for _, op := range a.ops {
						if op.decision == k && op.code == opMayTunnel {
							kind = decideTunnels
						} else if op.decision == k && op.code == opSearch {
							kind, before = decideSearched, a.log[k].reductions(reductionNorm)
							if anew {
								fresh, anew = step.Effort(int(a.log[k].Iterations), a.log[k].relativeResidual()), false
							}
						} else if op.decision == k && op.code == opTrialStep {
							kind = decidePays
						}
					}
					late := it >= step.Detections && !(begun && a.plan.Beyond != nil)
					if want := continues(kind, late, &a.plan, before, &a.log[k].status, wandered,
						fresh); want != (a.log[k].Goes != 0) {
						t.Errorf("decision %d of kind %d in iteration %d: %d, expected %v: %+v", k, kind, it,
							a.log[k].Goes, want,
							a.log[k])
					}
					verdicts[a.log[k].Goes != 0]++
					if move := a.log[k].reductions(reductionNorm).Move; kind == decideSearched && late {
						wandered += move
					} else if kind == decideEvaluated {
						if want := step.Rounded(a.plan.NextTolerance(before.Extent())); math.Abs(float64(a.log[k].Wanted)/want-1) > .005 {
							t.Errorf("the next solve leaves %g, expected %g", a.log[k].Wanted, want)
						}
						it++
					} else if kind == decideContinues {
						begun = false
						it++
					}
				}
			}
			steps(t, s, 2*countSteps)
			if c.name == "two sheets fall on a ball" { // in some of these it runs into what it did not see
				steps(t, s, 24)
			}
		}
		t.Logf("decided %v; at the end, as expected or not, %v", verdicts, ends)
		if ends[true] < 5 || ends[false] > 0 {
			t.Errorf("at the end decided as expected %d times, otherwise %d", ends[true], ends[false])
		}
		if alone == 0 {
			t.Error("no first search was issued where nothing after it was predicted")
		}
		if verdicts[true] < 10 || verdicts[false] < 10 {
			t.Errorf("decided %v: the test proves little", verdicts)
		}
	})
	t.Run("anything", func(t *testing.T) {
		s, err := newSim(ctx, ctx.Device().Limits, false, model(t, hung(4, 4, .1, .1, cotton())), nil, nil,
			step.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		rnd := rand.New(rand.NewPCG(3, 4))
		odd := []float32{0, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 3e38, 1e-30}
		number := func(size float64) float32 { // of about that size
			if rnd.IntN(20) == 0 {
				return odd[rnd.IntN(len(odd))]
			}
			return float32(size * math.Exp2(2*rnd.NormFloat64()))
		}
		verdicts := map[[2]int]int{}
		if err := ctx.Do(func() error {
			s.bind()
			q := s.queue
			for turn := range 3000 {
				p := step.Plan{Beyond: &step.Extrapolation{By: 1 + rnd.Float64(), After: -rnd.Float64()},
					Tolerance: 1e-5,
					Floor:     1e-3, Wander: 2e-3, Sight: .01}
				kind, late, coarse, fresh := rnd.IntN(decisionCount), rnd.IntN(2), rnd.IntN(2), 20+40*rnd.Float64()
				wandered := 1e-3 * rnd.Float64()
				p.First = step.Linear{Multilevel: coarse > 0, RigidModes: rnd.IntN(2) == 0}
				p.Kept = step.Kept{Least: rnd.IntN(40), Most: 40 + rnd.IntN(80), Effort: math.MaxFloat32,
					Spare: 30 * rnd.Float64()}
				if rnd.IntN(2) == 0 {
					p.Kept.Effort = 100 * rnd.Float64()
				}
				var now, before status
				put := func(st *status) {
					slope := -float64(number(1))
					st.Reductions[reductionNorm][0], st.Reductions[reductionGradient][0] = max(0, number(1)), max(0,
						number(1))
					st.Reductions[reductionEnergy] = [4]float32{float32(.2*slope) * (number(1) - .1),
						float32(1e-3 * slope), 1, 0}
					st.Reductions[reductionStep] = [4]float32{float32(slope), 0, number(1e-7), number(1e-6)}
					st.Iterations, st.Outcome, st.Stuck = int32(rnd.IntN(130)), int32(rnd.IntN(3)),
						int32(btoi(rnd.IntN(10) == 0))
					st.First, st.Last = number(1), number(.01)
				}
				put(&now)
				put(&before)
				if rnd.IntN(2) == 0 { // about as many as wear levels out
					now.Iterations = int32(fresh/step.Effort(1,
						now.relativeResidual()) + p.Kept.Spare*(.5+rnd.Float64()))
				}
				switch kind {
				case decideTunnels:
					now.Reductions[reductionStep][3] = number(.01)
				case decideEnds:
					now.Drift = int32(math.Float32bits(max(0, number(p.SureDrift()))))
				}
				b := before.reductions(reductionNorm)
				write(q, q.buffers["status"], []status{now})
				write(q, q.buffers["decisions"],
					[]header{{Before: [4]float32{float32(b.Slope), float32(b.Move), before.Reductions[reductionNorm][0],
						float32(b.Extent())}, Wandered: float32(wandered), Fresh: float32(fresh)}})
				first := p.Sight
				switch kind {
				case decidePays:
					first = p.Beyond.SurelyPays()
				case decideEnds:
					first = p.SureDrift()
				}
				pairs := pairStatus{Hits: 3, Clamped: 2, Active: int32(turn % 2)} // of an earlier check
				list := []pairStatus{pairs}
				write(q, q.buffers["pairStatus"], list)
				q.decide(kind, late, coarse, keepRange(&p), [4]float32{float32(first), float32(p.Tolerance),
					float32(p.Wander),
					float32(p.Floor)})
				got := readBack[logged](q, q.buffers["decisions"], &s.speculation.copy)
				want := continues(kind, late != 0, &p, b, &now, wandered, fresh)
				if kind == decideEnds {
					want = (pairs.Active > 0) == (coarse > 0) && float32(now.drift()) <= float32(first)
					read(q, q.buffers["pairStatus"], list)
					if list[0].Hits != 0 || list[0].Clamped != 0 || list[0].Active != pairs.Active {
						t.Errorf("before the check of paths: %+v", list[0])
					}
				}
				if got.Done != 1 || (got.log[0].Goes != 0) != want {
					t.Errorf("kind %d, late %d, coarse %d, fresh %g: %d, expected %v: %+v after %+v", kind, late,
						coarse, fresh,
						got.log[0].Goes, want, now, before)
				}
				verdicts[[2]int{kind, btoi(want)}]++
			}
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
		for kind := range decisionCount {
			if verdicts[[2]int{kind, 0}] < 10 || verdicts[[2]int{kind, 1}] < 10 {
				t.Errorf("decided %v: the test proves little", verdicts)
			}
		}
	})
}
