//go:build cgo

package gpu

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/bodies"

	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"

	"hysteron/step"
)

// Sim simulates one model on a device: the step of cpu.Sim in float32, with positions as pairs of floats (hi + lo). All
// state stays on the device between steps. A Sim is not safe for concurrent use. Its results have the same bits in
// every run on the same device and driver.
type Sim struct {
	Model    *cloth.Model
	Settings step.Settings

	ctx       *opengl.Context
	queue     *queue
	pack      *layout.Model
	time      float64 // of the state [s]
	terms     int32
	idleTerms int32 // terms to skip (grab without grabs)

	grabBit         int32       // bit of the term grab
	grabs, softPins []step.Grab // grabs of the steering, and soft pins at the end of the step
	uploaded        []step.Grab // both, as uploaded

	motion           motion
	elements         elements
	stepsTaken       float64 // Newton steps accepted since the matrix was assembled
	semismoothMatrix bool    // that matrix is semismooth
	contacts         contacts
	pairs            *pairs
	solver           *solver
	rigid            *rigid

	stepParams                   params
	paramsBuffer, settingsBuffer uint32

	driver        step.Driver
	speculation   *speculation
	repeatSearch  func()        // repeats the latest search or active-set re-solve
	normReduction int           // index of the reduction with the latest norm of the gradient
	cloth         *bodies.Cloth // in the device's order
	tooFar        int32         // status.TooFar at the last read in the sub-step
	tooShort      int32         // the same for status.TooShort
	positionCopy  [][4]float32  // see Positions
	approach      float64       // bound on the approach of surfaces and cloth in free flight over the sub-step [m]
	closed        bool
}

// dispatches lists all dispatches of a step, in groups. The last are those of cloth–cloth contact and those that not
// every device supports.
func dispatches() [][]dispatch {
	return [][]dispatch{motionDispatches, elementDispatches, rigidDispatches, limitDispatches, contactDispatches,
		solveDispatches, multilevelDispatches, pairDispatches, concurrentDispatches}
}

// New creates a simulation on a context, with a copy of state (nil: the initial state of the model). State copies it
// back. Close frees the device memory.
func New(ctx *opengl.Context, m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (*Sim,
	error) {
	d := ctx.Device()
	var costs step.LevelCosts
	if !d.Software {
		costs = levelCosts(ctx, len(m.X0)) // before the allocation: device memory may not fit both
	}
	s, err := newSim(ctx, d.Limits, ctx.Fetch(), m, state, colliders, set)
	if err == nil {
		s.driver.Costs = costs
	}
	return s, err
}

// LevelCosts returns the costs by which preconditioners are chosen: measured on the device, see Measured, or assumed.
func (s *Sim) LevelCosts() step.LevelCosts {
	return cmp.Or(s.driver.Costs, step.AssumedCosts)
}

// newSim is New with given limits and way of reading, see include/load.glsl.
func newSim(ctx *opengl.Context, limits opengl.Limits, fetch bool, m *cloth.Model, state *cloth.State,
	colliders []step.Collider, set step.Settings) (*Sim, error) {
	if err := set.Check(); err != nil {
		return nil, err
	}
	fresh := state == nil
	if fresh {
		state = cloth.NewState(m)
	}
	if err := state.Check(m); err != nil {
		return nil, err
	}
	for i := range colliders {
		if colliders[i].Skip != nil {
			return nil, fmt.Errorf("collider %d skips contact points: expected none on the GPU", i)
		}
	}
	if len(colliders) > maxObstacles {
		return nil, fmt.Errorf("%d colliders: expected at most %d on the GPU", len(colliders), maxObstacles)
	}
	if err := m.CheckRubbings(); err != nil {
		return nil, err
	}
	for i := range colliders {
		if err := m.CheckMeasured(colliders[i].Measured); err != nil {
			return nil, fmt.Errorf("collider %d: %w", i, err)
		}
	}
	if err := cmp.Or(step.CheckTouches(state.Touches, colliders), set.CheckColliders(colliders),
		set.CheckModel(m)); err != nil {
		return nil, err
	}
	p, err := layout.NewModel(m)
	if err != nil {
		return nil, err
	}
	s := &Sim{Model: m, Settings: set, ctx: ctx, pack: p, cloth: bodies.NewOrderedCloth(m, p.Tri, p.Corners)}
	if err := s.SetTerms(step.TermNames()...); err != nil {
		return nil, err
	}
	if s.grabBit, err = layout.TermBit("grab"); err != nil {
		return nil, err
	}
	s.idleTerms = s.grabBit
	s.driver = step.Driver{Operations: operations{s}, Settings: &s.Settings, Floor: cgFloor, Steerable: true,
		RigidModes: true}
	err = ctx.Do(func() error {
		s.queue = newQueue(ctx, limits, fetch)
		s.queue.timed, s.queue.ended = ctx.Timed(), ctx.Ended
		err := s.build(colliders, state.Time)
		if err == nil {
			s.bind()
			s.upload(state)
			if fresh {
				s.resetHistory()
			}
			err = opengl.Error()
		}
		if err != nil {
			s.free()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// build creates the components, their buffers and kernels.
func (s *Sim) build(colliders []step.Collider, t float64) error {
	q, m, p := s.queue, s.Model, s.pack
	q.generated = layout.MadeTexts(m)
	s.motion = motion{queue: q, m: m, p: p, secondOrder: s.Settings.Integrator == step.BDF2}
	s.elements = elements{queue: q, m: m, p: p}
	s.rigid = &rigid{q, layout.NewRigid(m, p), len(m.X0)}
	s.contacts = contacts{queue: q, rigid: s.rigid, stopOnNoRoom: s.Settings.OnNoRoom == step.StopOnNoRoom, m: m,
		p: p, measured: layout.NewMeasured(m, colliders)}
	s.stepParams.MeasuredParts = int32(s.contacts.measured.Parts)
	s.solver = newSolver(q, m, p, s.rigid)
	s.solver.stop = s.driver.Interrupted
	var err error
	if s.pairs, err = newPairs(q, m, p, s.solver, s.Settings.SelfContact); err != nil {
		return err
	}
	for _, list := range [][]content{
		s.motion.contents(), s.elements.contents(), s.contacts.contents(len(colliders)), s.solver.contents(),
		s.pairs.contents(), s.rigid.contents(),
	} {
		if err := q.create(list...); err != nil {
			return err
		}
	}
	if q.cuts, err = layout.KernelCuts(p, s.solver.levels.Multilevel, s.pairs.Pairs, q.blocks()); err != nil {
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	gl.GenBuffers(1, &s.paramsBuffer)
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.paramsBuffer)
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(s.stepParams)), nil, gl.DYNAMIC_DRAW)
	_, size := layout.SettingsMembers()
	gl.GenBuffers(1, &s.settingsBuffer)
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.settingsBuffer)
	gl.BufferData(gl.UNIFORM_BUFFER, size, nil, gl.DYNAMIC_DRAW)
	groups := dispatches()
	groups = groups[:len(groups)-1]
	if !s.pairs.enabled() {
		groups = groups[:len(groups)-1]
	}
	needed := slices.DeleteFunc(slices.Concat(groups...), func(d dispatch) bool {
		return d.needs != nil &&
			!d.needs(m)
	})
	if err := q.load(needed); err != nil {
		return err
	}
	s.bind()
	if err := s.solver.measureConcurrency(s.ctx.Device().Software, &s.ctx.SideBySide); err != nil {
		return err
	}
	if s.solver.concurrent > 0 {
		q.commandTable = NewCommandTable(q.buffers["speculativeCommand"], speculativeCommands)
	}
	s.speculation = newSpeculation(s)
	for i, c := range colliders {
		o, err := newObstacle(q, c, m, s.Settings.Thickness, t)
		if err != nil {
			return fmt.Errorf("collider %d: %w", i, err)
		}
		s.contacts.obstacles = append(s.contacts.obstacles, o)
	}
	return step.CheckPins(m.Pins, colliders)
}

// bind restores the state of the context after other code used it.
func (s *Sim) bind() {
	s.queue.unbind()
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, s.paramsBuffer)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 1, s.settingsBuffer)
}

// Rebind restores the state of the context after other code used it, in a step (from a step.Watch) or between steps. It
// must be called on the context's thread.
func (s *Sim) Rebind() { s.bind() }

// writeParams uploads the parameters of a step of h [s].
func (s *Sim) writeParams(h float64) {
	set, p := &s.Settings, &s.stepParams
	p.H, p.TwoStep = float32(h), s.twoStep(h)
	s.writeGusts(h)
	p.VertexCount, p.TriangleCount, p.HingeCount = int32(len(s.Model.X0)), int32(len(s.Model.Tri)),
		int32(len(s.Model.Hinges))
	p.ObstacleCount, p.Terms = int32(len(s.contacts.obstacles)), s.terms&^s.idleTerms
	for i, o := range s.contacts.obstacles {
		p.Obstacle[i] = [4]float32{surfaceRounding, float32(o.Friction), float32(btoi(o.hierarchy != nil)),
			layout.Sharpest(o.edgeLimit, o.sharp)}
		p.Priority[i] = [4]float32{float32(o.Priority)}
	}
	p.SelfReach = float32(step.PairReach * set.SelfThickness / 2)
	p.SelfSlack = float32(s.pairs.Slack)
	p.Components = float32(len(s.elements.p.Components))
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.paramsBuffer)
	block := *p // cgo: must not be among Go pointers
	gl.BufferSubData(gl.UNIFORM_BUFFER, 0, int(unsafe.Sizeof(block)), unsafe.Pointer(&block))
	data := layout.PackSettings(set)
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.settingsBuffer)
	gl.BufferSubData(gl.UNIFORM_BUFFER, 0, len(data), gl.Ptr(data))
}

// writeGusts sets the waves of the wind at the time of the state, or at the end of the step with BDF2. Phases are
// reduced in float64, because float32 would lose them after a few minutes.
func (s *Sim) writeGusts(h float64) {
	at := s.time
	if s.usesBDF2() {
		at += h
	}
	for k, w := range s.Settings.Wind.Waves(at) {
		s.stepParams.GustWave[k] = layout.Float4(w.Wave.X, w.Wave.Y, w.Wave.Z, math.Remainder(w.Phase, 2*math.Pi))
		s.stepParams.GustAmplitude[k] = float32(w.Amplitude)
	}
}

// Close frees the device memory. It may be called twice.
func (s *Sim) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	err := s.ctx.Do(func() error {
		s.free()
		return nil
	})
	if errors.Is(err, opengl.ErrClosed) || errors.Is(err, opengl.ErrLost) {
		return nil // the context freed everything
	}
	return err
}

func (s *Sim) free() {
	s.queue.free()
	gl.DeleteBuffers(1, &s.paramsBuffer)
	gl.DeleteBuffers(1, &s.settingsBuffer)
	s.motion.copy.free()
	if s.solver != nil {
		s.solver.free()
	}
	if s.pairs != nil {
		s.pairs.copy.free()
	}
	if s.speculation != nil {
		s.speculation.free()
	}
}

// SetTerms evaluates only the named terms of step.Terms.
func (s *Sim) SetTerms(names ...string) error {
	var mask int32
	for _, n := range names {
		bit, err := layout.TermBit(n)
		if err != nil {
			return err
		}
		mask |= bit
	}
	s.terms = mask
	return nil
}

// Watch sets a function that is called before every dispatch with its kernel, on the context's thread; nil: none. It is
// for measurements.
func (s *Sim) Watch(f func(kernel string)) { s.queue.watch = f }

// Counts returns the operations issued since the simulation was created.
func (s *Sim) Counts() Counts { return s.queue.counts }

// Bytes returns the device memory in use, including guard bands.
func (s *Sim) Bytes() int64 { return s.queue.allocations.Total }

// IterationBytes returns a lower bound of the memory traffic of a conjugate gradient iteration: every stored block with
// its column, padding included, and each vector once per use. Cloth–cloth contact is not included.
func (s *Sim) IterationBytes() int64 { return s.solver.iterationBytes() }

// CheckGuards checks the guard bands of all buffers. The error names the first buffer outside which a kernel wrote.
func (s *Sim) CheckGuards() error { return s.ctx.Do(s.queue.allocations.Check) }

// Time returns the time of the state [s].
func (s *Sim) Time() float64 { return s.time }

// State copies the state from the device, in the model's order.
func (s *Sim) State() (*cloth.State, error) {
	out := cloth.NewState(s.Model)
	out.Time, out.Halvings = s.time, s.driver.Halvings()
	err := s.ctx.Do(func() error {
		s.motion.download(out)
		s.elements.download(out)
		s.contacts.download(out)
		s.pairs.download(s.Model, s.pack, out)
		return opengl.Error()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// SetState replaces the state on the device and discards all caches. The steps that follow are those of a new Sim.
func (s *Sim) SetState(state *cloth.State) error {
	if err := state.Check(s.Model); err != nil {
		return err
	}
	if err := step.CheckTouches(state.Touches, s.contacts.colliders()); err != nil {
		return err
	}
	return s.ctx.Do(func() error {
		s.bind()
		s.upload(state)
		return opengl.Error()
	})
}

func (s *Sim) upload(state *cloth.State) {
	s.motion.upload(state)
	s.elements.upload(state)
	s.contacts.reset()
	s.contacts.upload(state)
	s.pairs.upload(s.Model, s.pack, state)
	s.pairs.reset()
	s.time = state.Time
	s.driver.Reset(state.Halvings)
	s.speculation.reset()
	s.writeParams(0)
	s.motion.updateShown("startHi")
}

// ResetHistory resets the internal variables: zero friction stress at the present strains.
func (s *Sim) ResetHistory() error {
	return s.ctx.Do(func() error {
		s.bind()
		s.resetHistory()
		return opengl.Error()
	})
}

func (s *Sim) resetHistory() {
	s.writeParams(0)
	write(s.queue, s.queue.buffers["status"], []status{{}})
	s.elements.commit(true)
	s.contacts.upload(&cloth.State{})
	s.pairs.upload(s.Model, s.pack, &cloth.State{})
}

// PositionBuffer returns the OpenGL buffer with the present positions in the model's order, for drawing without a copy.
// Three floats per vertex [m], the first at offset, the next after stride floats. The buffer stays the same between
// steps.
func (s *Sim) PositionBuffer() (buffer uint32, offset, stride, count int) {
	b := s.queue.buffers["shown"]
	return b.ID, b.Guard / 4, 4, len(s.Model.X0)
}

// ShowUnderWay fills the position buffer from the current iterate of a step, until the step ends.
func (s *Sim) ShowUnderWay() error {
	return s.ctx.Do(func() error {
		s.motion.updateShown("positionHi")
		return opengl.Error()
	})
}

// Positions copies the present positions from the device [m], in the model's order, rounded to float32.
func (s *Sim) Positions(dst []r3.Vec) error {
	if len(dst) != len(s.Model.X0) {
		return fmt.Errorf("room for %d positions: expected %d", len(dst), len(s.Model.X0))
	}
	if s.positionCopy == nil {
		s.positionCopy = make([][4]float32, len(dst))
	}
	err := s.ctx.Do(func() error {
		read(s.queue, s.queue.buffers["shown"], s.positionCopy)
		return opengl.Error()
	})
	for i, x := range s.positionCopy {
		dst[i] = r3.Vec{X: float64(x[0]), Y: float64(x[1]), Z: float64(x[2])}
	}
	return err
}
