//go:build cgo

package gpu

import (
	"errors"
	"fmt"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// Step moves the state on by h [s], as cpu.Sim.Step does, with the same report and errors; the times
// of the stages are those of the device.
func (s *Sim) Step(h float64) (step.Report, error) {
	var rep step.Report
	if !(h > 0) || math.IsInf(h, 0) {
		return rep, fmt.Errorf("step of %g s: expected a finite number > 0", h)
	}
	err := s.ctx.Do(func() error {
		s.unbind()
		err := s.step(h, &rep)
		s.show() // also what good sub-steps before a failing one left
		if err != nil {
			return err
		}
		s.timer.collect(&rep.Time)
		return Error()
	})
	return rep, err
}

func (s *Sim) step(h float64, rep *step.Report) error {
	t0 := s.time
	// As in cpu.Sim.Step: the step is cut into 2^MaxHalvings ticks.
	ticks := 1 << s.Settings.MaxHalvings
	size := ticks
	for done := 0; done < ticks; {
		hs := h * float64(size) / float64(ticks)
		s.time = t0 + h*float64(done)/float64(ticks)
		out := s.attempt(hs, rep)
		if out > step.Unconverged {
			if size == 1 || s.pairs != nil && errors.Is(s.pairs.err, ErrOutOfMemory) {
				rep.Outcome = out
				err := error(&step.StepError{Time: s.time, H: hs, Outcome: out})
				if s.pairs != nil && s.pairs.err != nil {
					err = fmt.Errorf("%w: %w", err, s.pairs.err)
				}
				return err
			}
			size /= 2
			rep.Halvings++
			continue
		}
		rep.Outcome = max(rep.Outcome, out)
		rep.Substeps++
		done += size
		for size < ticks && done%(2*size) == 0 && done+2*size <= ticks {
			size *= 2
		}
	}
	s.time = t0 + h
	return nil
}

// attempt solves one sub-step and, if it succeeds, moves the state.
func (s *Sim) attempt(h float64, rep *step.Report) step.Outcome {
	s.multilevel.Begin()
	s.begin(h)
	out := s.settle(rep)
	if out > step.Unconverged {
		return out
	}
	end := s.timer.stage(stageElements)
	s.over("commit_triangles", len(s.Model.Tri), nil)
	s.over("commit_hinges", len(s.Model.Hinges), nil)
	s.commitCurves(false)
	s.over("commit_vertices", len(s.Model.X0), nil)
	end()
	st := s.status()
	rep.Projected += int(st.Pushed)
	if st.NonFinite > 0 {
		return step.NonFinite
	}
	return out
}

// begin sets up a step of h: what is lagged over it, the obstacles, and the first guess.
func (s *Sim) begin(h float64) {
	end := s.timer.stage(stageContact)
	for i, o := range s.obstacles {
		s.beginObstacle(i, s.time, h)
		s.set.Obstacle[i] = [4]float32{surfaceRounding, float32(o.Friction), float32(btoi(o.h != nil)), 0}
	}
	s.writeParams(h)
	write(s.buffers["status"], []status{{}})
	n, tris := len(s.Model.X0), len(s.Model.Tri)
	if len(s.obstacles) > 0 {
		s.over("begin_near", s.points(), nil)
	}
	s.over("begin_vertices", n, nil)
	if s.set.MeasuredParts > 0 {
		s.kernels["begin_grain"].set("phase", 0)
		s.over("begin_grain", tris, nil)
		s.kernels["begin_grain"].set("phase", 1)
		s.over("begin_grain", n, nil)
	}
	for i, o := range s.obstacles {
		s.kernels["guess"].set("obstacleIndex", i)
		s.over("guess", n, o.own)
	}
	end()
	end = s.timer.stage(stageElements)
	defer end()
	s.over("begin_air", tris, nil)
	var vertices []int32
	var targets [][4]float32
	for i := range s.Model.Pins {
		if p := &s.Model.Pins[i]; p.Active(s.time + h) {
			hi, lo := pair(s.pinTarget(p, s.time+h))
			vertices = append(vertices, s.pack.place[p.Vertex])
			targets = append(targets, hi, lo)
		}
	}
	if len(vertices) > 0 {
		vertices, targets = lastOnly(vertices, targets)
		write(s.buffers["pinVertex"], vertices)
		write(s.buffers["pinTarget"], targets)
		s.kernels["pins"].set("count", len(vertices))
		s.over("pins", len(vertices), nil)
	}
}

// lastOnly keeps the last of several pins on one vertex, as on the CPU, where the later overwrites.
func lastOnly(vertices []int32, targets [][4]float32) ([]int32, [][4]float32) {
	at := map[int32]int{}
	keep := 0
	for k, v := range vertices {
		to, twice := at[v]
		if !twice {
			to = keep
			at[v] = keep
			keep++
		}
		vertices[to], targets[2*to], targets[2*to+1] = v, targets[2*k], targets[2*k+1]
	}
	return vertices[:keep], targets[:2*keep]
}

// pinTarget is where a pin holds its vertex at time t, the end of the step.
func (s *Sim) pinTarget(p *cloth.Pin, t float64) r3.Vec {
	if p.Kind != cloth.PinBody {
		return p.Target(s.Model, t)
	}
	v := s.pinBody.Surface.Triangles()[p.Tri]
	x := s.pinBody.positions(t)
	a, b, c := x[v[0]], x[v[1]], x[v[2]]
	foot := r3.Add(r3.Scale(p.Bary[0], a), r3.Add(r3.Scale(p.Bary[1], b), r3.Scale(p.Bary[2], c)))
	n := r3.Unit(r3.Cross(r3.Sub(b, a), r3.Sub(c, a)))
	return r3.Add(foot, r3.Scale(p.Height, n))
}

// writeParams sends what is constant over a step of h.
func (s *Sim) writeParams(h float64) {
	set, p := &s.Settings, &s.set
	p.Gravity = float4(set.Gravity.X, set.Gravity.Y, set.Gravity.Z, 0)
	p.Wind = float4(set.Wind.Velocity.X, set.Wind.Velocity.Y, set.Wind.Velocity.Z, 0)
	s.writeGusts()
	p.H, p.AirDensity = float32(h), float32(set.AirDensity)
	p.Thickness, p.ContactStiffness, p.Slip = float32(set.Thickness), float32(set.ContactStiffness), float32(set.FrictionSpeed*h)
	p.VertexCount, p.TriangleCount, p.HingeCount = int32(len(s.Model.X0)), int32(len(s.Model.Tri)), int32(len(s.Model.Hinges))
	p.ObstacleCount, p.Terms = int32(len(s.obstacles)), s.terms
	p.SelfThickness, p.SelfReach = float32(set.SelfThickness), float32(pairReach*set.SelfThickness/2)
	if s.pairs != nil {
		p.SelfSlack = float32(s.pairs.slack)
	}
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.paramsBuffer)
	block := *p // what C sees must not lie among Go pointers
	gl.BufferSubData(gl.UNIFORM_BUFFER, 0, int(unsafe.Sizeof(block)), unsafe.Pointer(&block))
}

// lookUps is the number of Newton iterations after which contact planes are kept, as in cpu.
const lookUps = 4

// maxJumps is how often a step may go on after a line search that found no descent, as in cpu.
const maxJumps = 4

// noise is the relative rounding error of an element's change of potential.
const noise = 1e-6

// newton minimises the incremental potential from the trial positions; twin of cpu.Sim.newton. The
// change of the potential is summed per element, relative to the last accepted positions, because
// totals in float32 would drown it. first is false where it goes on within a step.
func (s *Sim) newton(rep *step.Report, first bool) step.Outcome {
	tol := s.Settings.Tolerance
	s.lookUp(true)
	s.evaluate(first)
	s.gatherGradient()
	s.forcing.Begin()
	jumps := 0
	for it := range s.Settings.MaxNewton {
		rep.Newton++
		s.gatherMatrix()
		s.solve(false)
		alpha := 1.
		s.trial(alpha)
		st := s.status()
		rep.CG += int(st.Iterations)
		s.multilevel.Done(int(st.Iterations))
		norm := math.Sqrt(float64(st.Tallies[tallyNorm][0]))
		switch {
		case st.Outcome == cgNonFinite || !cloth.Finite(norm):
			return step.NonFinite
		case st.Outcome == cgIndefinite:
			return step.Indefinite
		case norm == 0:
			return step.Converged
		}
		slope, move := st.measure()
		for n := 0; n < step.MaxForesee && s.Settings.MaxNewton > 1 && !(st.change() <= step.ForeseeBelow*slope); n++ {
			st = s.foresee()
			rep.CG += int(st.Iterations)
			switch st.Outcome {
			case cgNonFinite:
				return step.NonFinite
			case cgIndefinite:
				return step.Indefinite
			}
			norm = math.Sqrt(float64(st.Tallies[tallyGradient][0]))
			if now, far := st.measure(); now < 0 {
				slope, move = now, far
				continue
			}
			copyBuffer(s.buffers["directionBefore"], s.buffers["direction"]) // the foreseen one leads uphill
			s.trial(1)
			st = s.status()
			break
		}
		for !falls(&st, alpha, slope) && alpha > 1e-4 {
			alpha /= 2
			s.trial(alpha)
			st = s.status()
		}
		ok := alpha > 1e-4
		if !ok {
			if move < tol { // the minimum to within round-off
				return step.Converged
			}
			if jumps++; jumps > maxJumps {
				return step.LineSearchFailed
			}
			rep.Jumps++
			alpha = min(1, s.Settings.Thickness/4/move)
			s.trial(alpha) // the terms that follow the iteration see where it goes on
		}
		s.accept(alpha)
		s.wandered += alpha * move
		if s.Settings.LooksAgain(it, s.wandered) {
			s.lookUp(false)
		}
		if s.Settings.MaxNewton == 1 {
			s.forcing.Done(it, move, 0)
			return step.Converged // the linearised mode makes no promise beyond one solve
		}
		s.evaluate(false)
		s.gatherGradient()
		far := 1.
		if ok && alpha == 1 && it >= lookUps {
			far = s.goOn(slope, move)
		}
		st = s.status()
		left := math.Sqrt(float64(st.Tallies[tallyGradient][0])) / norm
		s.forcing.Done(it, move, left)
		if far*move*min(1, left) < tol && alpha == 1 || far*move < tol/100 {
			return step.Converged
		}
	}
	return step.Unconverged
}

// falls tells whether a trial lowered the potential enough (Armijo), rounding allowed for.
func falls(st *status, alpha, slope float64) bool {
	return st.change() <= 1e-4*alpha*slope+noise*float64(st.Tallies[tallyEnergy][2])
}

// change of the potential at the last trial [J].
func (st *status) change() float64 {
	e := &st.Tallies[tallyEnergy]
	return float64(e[0]) + float64(e[1])
}

// measure is the slope of the potential along the search direction [J] and the longest way of a vertex [m].
func (st *status) measure() (slope, move float64) {
	m := &st.Tallies[tallyMeasure]
	return float64(m[0]), math.Sqrt(float64(m[3]))
}

// evaluate evaluates all terms at the trial positions.
func (s *Sim) evaluate(first bool) {
	defer s.timer.stage(stageElements)()
	s.kernels["triangles"].set("begin", btoi(first))
	s.kernels["hinges"].set("begin", btoi(first))
	s.over("triangles", len(s.Model.Tri), nil)
	s.over("hinges", len(s.Model.Hinges), nil)
	s.evaluateCurves(first)
	s.over("vertices", len(s.Model.X0), nil)
	s.evaluatePairs()
}

func (s *Sim) gatherGradient() {
	defer s.timer.stage(stageGather)()
	n := len(s.Model.X0)
	s.stride("gather_gradient", n)
	s.sum(0, s.parts(n), tallyGradient)
}

func (s *Sim) gatherMatrix() {
	defer s.timer.stage(stageGather)()
	blocks := len(s.pack.blockPlace) / 2
	s.kernels["gather_matrix"].set("blocks", blocks)
	s.over("gather_matrix", blocks, nil)
}

// trial measures the change of the potential along alpha times the search direction.
func (s *Sim) trial(alpha float64) {
	defer s.timer.stage(stageElements)()
	first := 0
	if s.activePairs() > 0 {
		s.kernels["trial_pairs"].set("count", s.pairs.active)
	}
	if n := len(s.Model.Curves); n > 0 {
		s.kernels["trial_curves"].set("count", n)
	}
	for _, e := range []struct {
		kernel string
		n      int
	}{{"trial_triangles", len(s.Model.Tri)}, {"trial_hinges", len(s.Model.Hinges)}, {"trial_curves", len(s.Model.Curves)}, {"trial_pairs", s.activePairs()}, {"trial_vertices", len(s.Model.X0)}} {
		if e.n == 0 {
			continue
		}
		k := s.kernels[e.kernel]
		if e.kernel != "trial_curves" { // which goes by what trial_hinges has found
			k.set("alpha", alpha)
		}
		k.set("firstTally", first)
		first += s.parts(e.n)
		if e.kernel == "trial_vertices" {
			k.set("secondTally", first)
		}
		s.stride(e.kernel, e.n)
	}
	s.sum(0, first, tallyEnergy)
	s.sum(first, s.parts(len(s.Model.X0)), tallyMeasure)
}

// status waits for the device and reads Status.
func (s *Sim) status() status {
	var st [1]status
	read(s.buffers["status"], st[:])
	return st[0]
}
