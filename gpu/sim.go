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

// Sim simulates one model on a device: the same step as cpu.Sim in float32, with positions in split floats
// (hi + lo). All state stays on the device between steps. It is not safe for concurrent use. Its
// results are the same bits from run to run on the same device and driver.
type Sim struct {
	Model    *cloth.Model
	Settings step.Settings

	ctx   *opengl.Context
	queue *queue
	pack  *layout.Model
	time  float64 // of the state [s]
	terms int32
	idle  int32 // of the terms, those that have nothing to do: grab without grabs

	grabBit    int32       // of the term grab
	hand, soft []step.Grab // of the steering, and soft pins at the end of the step
	pulls      []step.Grab // both, as the device has them

	motion   motion
	elements elements
	gone     float64 // Newton steps accepted since the matrix
	solved   bool    // it was semismooth
	contacts contacts
	pairs    *pairs
	solver   *solver

	set                          params
	paramsBuffer, settingsBuffer uint32

	driver step.Driver
	ahead  *speculation
	again  func()        // does the latest search or foresight once more
	norm   int           // the tally that holds the latest norm of the gradient
	cloth  *bodies.Cloth // in the device's order
	tooFar int32         // status.TooFar as it was when it was asked for last in the sub-step
	short  int32         // likewise
	copied [][4]float32  // see Positions
	flight float64       // how far surfaces and cloth may come towards each other in the sub-step as they fly freely [m]
	closed bool
}

// dispatches lists all of a step, in groups; last those of contact of cloth with cloth, and what not every device can
// run.
func dispatches() [][]dispatch {
	return [][]dispatch{motionDispatches, elementDispatches, contactDispatches, solveDispatches, multilevelDispatches,
		pairDispatches, togetherDispatches}
}

// New prepares a simulation on a context that starts from state; nil starts from the model's own
// start. The state is copied to the device; State copies it back. Close frees the device's memory.
func New(ctx *opengl.Context, m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (*Sim,
	error) {
	d := ctx.Device()
	var costs step.LevelCosts
	if !d.Software {
		costs = levelCosts(ctx, len(m.X0)) // first: the device's memory may not have room for both
	}
	s, err := newSim(ctx, d.Limits, ctx.Fetch(), m, state, colliders, set)
	if err == nil {
		s.driver.Costs = costs
	}
	return s, err
}

// LevelCosts are those by which it chooses preconditioners: measured on the device, see Measured, or assumed.
func (s *Sim) LevelCosts() step.LevelCosts {
	return cmp.Or(s.driver.Costs, step.AssumedCosts)
}

// newSim is New for given limits, and with a choice how kernels read, see include/load.glsl.
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
	if err := cmp.Or(step.CheckTouches(state.Touches, colliders), set.CheckColliders(colliders)); err != nil {
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
	s.idle = s.grabBit
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

// build makes the parts, their buffers and kernels.
func (s *Sim) build(colliders []step.Collider, t float64) error {
	q, m, p := s.queue, s.Model, s.pack
	q.made = layout.MadeTexts(m)
	s.motion = motion{queue: q, m: m, p: p, second: s.Settings.Integrator == step.BDF2}
	s.elements = elements{queue: q, m: m, p: p}
	s.contacts = contacts{queue: q, m: m, p: p, rough: layout.NewMeasured(m, colliders)}
	s.set.MeasuredParts = int32(s.contacts.rough.Parts)
	s.solver = newSolver(q, m, p)
	s.solver.stop = s.driver.Interrupted
	var err error
	if s.pairs, err = newPairs(q, m, p, s.solver, s.Settings.SelfContact); err != nil {
		return err
	}
	for _, list := range [][]content{
		s.motion.contents(), s.elements.contents(), s.contacts.contents(len(colliders)), s.solver.contents(),
		s.pairs.contents(),
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
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(s.set)), nil, gl.DYNAMIC_DRAW)
	_, size := layout.SettingsMembers()
	gl.GenBuffers(1, &s.settingsBuffer)
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.settingsBuffer)
	gl.BufferData(gl.UNIFORM_BUFFER, size, nil, gl.DYNAMIC_DRAW)
	groups := dispatches()
	groups = groups[:len(groups)-1]
	if !s.pairs.on() {
		groups = groups[:len(groups)-1]
	}
	needed := slices.DeleteFunc(slices.Concat(groups...), func(d dispatch) bool { return d.needs != nil && !d.needs(m) })
	if err := q.load(needed); err != nil {
		return err
	}
	s.bind()
	if err := s.solver.rehearse(s.ctx.Device().Software, &s.ctx.SideBySide); err != nil {
		return err
	}
	if s.solver.side > 0 {
		q.gates = NewGates(q.buffers["aheadCommand"], aheadCommands)
	}
	s.ahead = newSpeculation(s)
	for i, c := range colliders {
		o, err := newObstacle(q, c, m, s.Settings.Thickness, t)
		if err != nil {
			return fmt.Errorf("collider %d: %w", i, err)
		}
		s.contacts.obstacles = append(s.contacts.obstacles, o)
	}
	return step.CheckPins(m.Pins, colliders)
}

// bind puts the context in order after others have used it.
func (s *Sim) bind() {
	s.queue.unbind()
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, s.paramsBuffer)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 1, s.settingsBuffer)
}

// Rebind puts the context in order after other code has used it, in the middle of a step, from a step.Watch, or
// between steps; on the context's thread.
func (s *Sim) Rebind() { s.bind() }

// writeParams sends what is constant over a step of h.
func (s *Sim) writeParams(h float64) {
	set, p := &s.Settings, &s.set
	p.H, p.TwoStep = float32(h), s.twoStep(h)
	s.writeGusts(h)
	p.VertexCount, p.TriangleCount, p.HingeCount = int32(len(s.Model.X0)), int32(len(s.Model.Tri)),
		int32(len(s.Model.Hinges))
	p.ObstacleCount, p.Terms = int32(len(s.contacts.obstacles)), s.terms&^s.idle
	for i, o := range s.contacts.obstacles {
		p.Obstacle[i] = [4]float32{surfaceRounding, float32(o.Friction), float32(btoi(o.h != nil)),
			layout.Sharpest(o.edgeLimit, o.sharp)}
	}
	p.SelfReach = float32(step.PairReach * set.SelfThickness / 2)
	p.SelfSlack = float32(s.pairs.Slack)
	p.Components = float32(len(s.elements.p.Components))
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.paramsBuffer)
	block := *p // what C sees must not lie among Go pointers
	gl.BufferSubData(gl.UNIFORM_BUFFER, 0, int(unsafe.Sizeof(block)), unsafe.Pointer(&block))
	data := layout.PackSettings(set)
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.settingsBuffer)
	gl.BufferSubData(gl.UNIFORM_BUFFER, 0, len(data), gl.Ptr(data))
}

// writeGusts sets the waves of the wind at the time of the state, with BDF2 at the end of the step. Phases are
// reduced here, in float64, since float32 has no digits left for them after a few minutes.
func (s *Sim) writeGusts(h float64) {
	at := s.time
	if s.recalls() {
		at += h
	}
	for k, w := range s.Settings.Wind.Waves(at) {
		s.set.GustWave[k] = layout.Float4(w.Wave.X, w.Wave.Y, w.Wave.Z, math.Remainder(w.Phase, 2*math.Pi))
		s.set.GustAmplitude[k] = float32(w.Amplitude)
	}
}

// Close frees the device's memory. Closing twice is allowed.
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
		return nil // the context took everything with it
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
	if s.ahead != nil {
		s.ahead.free()
	}
}

// SetTerms takes only the named terms into account, of step.Terms.
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

// Watch lets f know of every dispatch of a kernel before it is issued, on the context's thread; nil ends it.
// It is for measurements.
func (s *Sim) Watch(f func(kernel string)) { s.queue.watch = f }

// Counts is what was asked of the device since the simulation was made.
func (s *Sim) Counts() Counts { return s.queue.counts }

// Bytes is the device memory in use, guard bands included.
func (s *Sim) Bytes() int64 { return s.queue.allocations.Total }

// IterationBytes is how many bytes one conjugate gradient iteration reads and writes at least, counted
// from the data: every stored block with its column, padding included, and each vector once per use. Pairs
// of cloth in contact come on top.
func (s *Sim) IterationBytes() int64 { return s.solver.iterationBytes() }

// CheckGuards reads the bands of bytes around all buffers and names the first buffer that a kernel
// wrote beside.
func (s *Sim) CheckGuards() error { return s.ctx.Do(s.queue.allocations.Check) }

// Time of the state [s].
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

// SetState replaces the state on the device. All that is kept from step to step beside it is forgotten: the steps
// that follow are those of a new Sim.
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
	s.contacts.forget()
	s.contacts.upload(state)
	s.pairs.upload(s.Model, s.pack, state)
	s.pairs.forget()
	s.time = state.Time
	s.driver.Reset(state.Halvings)
	s.ahead.reset()
	s.writeParams(0)
	s.motion.show("startHi")
}

// ResetHistory wipes the friction history: zero stress at the strains of the present positions.
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

// PositionBuffer is where the present positions lie on the device, in the model's order, for drawing
// without a copy: an OpenGL buffer of floats of the context, the first vertex at offset, each next one
// stride floats on, three components in metres. It stays the same buffer from step to step.
func (s *Sim) PositionBuffer() (buffer uint32, offset, stride, count int) {
	b := s.queue.buffers["shown"]
	return b.ID, b.Guard / 4, 4, len(s.Model.X0)
}

// ShowUnderWay has the position buffer hold where the step under way has led, for who looks on, until the step ends.
func (s *Sim) ShowUnderWay() error {
	return s.ctx.Do(func() error {
		s.motion.show("positionHi")
		return opengl.Error()
	})
}

// Positions copies the present positions from the device [m], in the model's order and rounded to float32.
func (s *Sim) Positions(dst []r3.Vec) error {
	if len(dst) != len(s.Model.X0) {
		return fmt.Errorf("room for %d positions: expected %d", len(dst), len(s.Model.X0))
	}
	if s.copied == nil {
		s.copied = make([][4]float32, len(dst))
	}
	err := s.ctx.Do(func() error {
		read(s.queue, s.queue.buffers["shown"], s.copied)
		return opengl.Error()
	})
	for i, x := range s.copied {
		dst[i] = r3.Vec{X: float64(x[0]), Y: float64(x[1]), Z: float64(x[2])}
	}
	return err
}
