//go:build cgo

package gpu

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/shaders"
	"hysteron/step"
)

// Sim simulates one model on a device: the same step as cpu.Sim in float32, with positions in pairs
// of floats. All state stays on the device between steps. It is not safe for concurrent use. Its
// results are the same bits from run to run on the same device and driver.
type Sim struct {
	Model    *cloth.Model
	Settings step.Settings

	ctx     *Context
	limits  Limits
	fetch   bool    // how kernels read, see include/load.glsl, and sum, see include/reduce.glsl
	groups  int     // of kernels that stride, at most: groupsOf
	time    float64 // of the state [s]
	terms   int32
	bits    map[string]int32
	pack    *pack
	memory  *memory
	buffers map[string]*buffer
	kernels map[string]*kernel
	timer   timer
	ring    [2]readback

	obstacles []*obstacle
	pairs     *pairs // nil: no contact of cloth with cloth
	pinBody   *obstacle
	set       params

	paramsBuffer               uint32
	boundBlocks, boundTextures [32]*buffer

	multilevel multilevel

	watch func(kernel string) // see Watch

	forcing  step.Forcing
	wandered float64 // as in cpu.Sim
	closed   bool
}

// readback is a copy of Status that the host reads while the device works on.
type readback struct {
	buffer uint32
	fence  uintptr
}

// kernelNames lists the kernels of the step.
var kernelNames = []string{
	"begin_vertices", "begin_grain", "begin_air", "begin_near", "guess", "pins",
	"body_pose", "body_moved", "body_faces", "body_vertices", "body_boxes", "look_up",
	"triangles", "hinges", "vertices", "gather_gradient", "gather_matrix",
	"precondition", "cg_multiply", "cg_update",
	"trial_triangles", "trial_hinges", "trial_vertices", "reduce", "accept",
	"push_vertices", "push_triangles", "settle",
	"commit_vertices", "commit_triangles", "commit_hinges", "shown",
}

// allKernels lists all kernels of the step.
func allKernels() []string {
	return slices.Concat(kernelNames, curveKernels, multilevelKernels, pairKernels)
}

// New prepares a simulation on a context that starts from state; nil starts from the model's own
// start. The state is copied to the device; State copies it back. Close frees the device's memory.
func New(ctx *Context, m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (*Sim, error) {
	d := ctx.Device()
	return newSim(ctx, d.Limits, d.Software, m, state, colliders, set)
}

// newSim is New for given limits, and with a choice how kernels read, see include/load.glsl.
func newSim(ctx *Context, limits Limits, fetch bool, m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (*Sim, error) {
	if err := set.Check(); err != nil {
		return nil, err
	}
	fresh := state == nil
	if fresh {
		state = cloth.NewState(m)
	}
	if err := fits(m, state); err != nil {
		return nil, err
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
	names, bits, err := shaders.Terms()
	if err != nil {
		return nil, err
	}
	p, err := newPack(m)
	if err != nil {
		return nil, err
	}
	s := &Sim{Model: m, Settings: set, ctx: ctx, limits: limits, fetch: fetch, groups: groupsOf(fetch), bits: bits, pack: p, buffers: map[string]*buffer{}, kernels: map[string]*kernel{}}
	if err := s.SetTerms(names); err != nil {
		return nil, err
	}
	err = ctx.Do(func() error {
		err := s.build(colliders, state.Time, fetch)
		if err == nil {
			s.unbind()
			s.upload(state)
			if fresh {
				s.resetMemory()
			}
			err = Error()
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

// fits checks that a state belongs to a model.
func fits(m *cloth.Model, state *cloth.State) error {
	n := len(m.X0)
	if len(state.X) != n || len(state.V) != n || len(state.Membrane) != len(m.Tri) || len(state.Bend) != len(m.Hinges) || len(state.Curve) != len(m.Curves) {
		return fmt.Errorf("state of %d vertices, %d triangles, %d hinges, %d curves: expected %d, %d, %d, %d as in the model",
			len(state.X), len(state.Membrane), len(state.Bend), len(state.Curve), n, len(m.Tri), len(m.Hinges), len(m.Curves))
	}
	return nil
}

// build makes buffers, kernels and obstacles.
func (s *Sim) build(colliders []step.Collider, t float64, fetch bool) error {
	m, p := s.Model, s.pack
	n, tris, hinges := len(m.X0), len(m.Tri), len(m.Hinges)
	near := len(colliders) * (n + tris)
	clear := 0
	if near > 0 {
		clear = n + tris
	}
	rough := newMeasuredFriction(m, colliders)
	grains := 0
	if rough.parts > 0 {
		grains = 2 * (n + tris)
	}
	s.set.MeasuredParts = int32(rough.parts)
	s.memory = newMemory(s.limits)
	for _, b := range []struct {
		name   string
		format uint32
		count  int
	}{
		{"corners", gl.RGBA32I, tris}, {"triangleRest", gl.RGBA32F, 2 * tris},
		{"hingeVertices", gl.RGBA32I, hinges}, {"hingeRest", gl.RGBA32F, 3 * hinges},
		{"vertexRest", gl.RGBA32F, n}, {"fabrics", gl.RGBA32F, len(p.fabrics)},
		{"rowStart", gl.R32I, len(p.rowStart)}, {"rowElement", gl.R32I, len(p.rowElement)},
		{"planeStart", gl.R32I, len(p.planeStart)}, {"planeSlice", gl.R32I, len(p.planeSlice)},
		{"blockPlace", gl.R32I, len(p.blockPlace)}, {"blockStart", gl.R32I, len(p.blockStart)}, {"blockElement", gl.R32I, len(p.blockElement)},
		{"order", gl.R32I, n},
		{"startHi", gl.RGBA32F, n}, {"startLo", gl.RGBA32F, n}, {"velocity", gl.RGBA32F, n},
		{"triangleMemory", gl.RGBA32F, 2 * tris}, {"hingeMemory", gl.RGBA32F, hinges},
		{"positionHi", gl.RGBA32F, n}, {"positionLo", gl.RGBA32F, n}, {"moved", gl.RGBA32F, n}, {"held", gl.R32I, n},
		{"airSlot", gl.RGBA32F, 2 * tris}, {"triangleSide", gl.R32I, tris}, {"hingeSide", gl.R32I, hinges},
		{"triangleSlot", gl.RGBA32F, 8 * tris}, {"hingeSlot", gl.RGBA32F, 4 * hinges}, {"vertexSlot", gl.RGBA32F, 3 * n},
		{"matrix", gl.RGBA32F, sliceRows * len(p.planeSlice)},
		{"gradient", gl.RGBA32F, n}, {"scale", gl.R32F, n}, {"blockInverse", gl.RGBA32F, 2 * n},
		{"residual", gl.RGBA32F, n + 1}, {"preconditioned", gl.RGBA32F, n}, {"direction", gl.RGBA32F, n}, {"directionBefore", gl.RGBA32F, n},
		{"search", gl.RGBA32F, n}, {"searchImage", gl.RGBA32F, n}, {"image", gl.RGBA32F, n},
		{"tally", gl.RGBA32F, 6 * mostGroups}, {"cgTally", gl.RGBA32F, mostGroups},
		{"nearHead", gl.RGBA32I, near}, {"nearPlane", gl.RGBA32F, 10 * near}, {"touched", gl.R32I, near},
		{"clearHi", gl.RGBA32F, clear}, {"clearLo", gl.RGBA32F, clear}, {"push", gl.RGBA32F, tris},
		{"pinVertex", gl.R32I, n}, {"pinTarget", gl.RGBA32F, 2 * n},
		{"shown", gl.RGBA32F, n}, {"bodyMoved", gl.R32F, maxObstacles},
		{"grain", gl.RGBA32F, grains}, {"frictionLaws", gl.RGBA32I, len(rough.laws)}, {"frictionCurves", gl.RGBA32F, len(rough.curve)},
		{"status", gl.R32I, int(unsafe.Sizeof(status{}) / 4)}, {"command", gl.R32I, commands},
	} {
		buf, err := s.memory.alloc(b.name, b.format, b.count)
		if err != nil {
			return err
		}
		s.buffers[b.name] = buf
	}
	b := s.buffers
	write(b["corners"], p.corners)
	write(b["triangleRest"], p.triangleRest)
	write(b["hingeVertices"], p.hinges)
	write(b["hingeRest"], p.hingeRest)
	write(b["vertexRest"], p.vertexRest)
	write(b["fabrics"], p.fabrics)
	write(b["rowStart"], p.rowStart)
	write(b["rowElement"], p.rowElement)
	write(b["planeStart"], p.planeStart)
	write(b["planeSlice"], p.planeSlice)
	write(b["matrix"], p.emptyMatrix())
	write(b["blockPlace"], p.blockPlace)
	write(b["blockStart"], p.blockStart)
	write(b["blockElement"], p.blockElement)
	write(b["order"], p.vertex)
	write(b["frictionLaws"], rough.laws)
	write(b["frictionCurves"], rough.curve)
	head := make([][4]int32, near)
	for i := range head {
		head[i][0] = -1 // no closest triangle yet
	}
	write(b["nearHead"], head)

	if err := s.buildCurves(); err != nil {
		return err
	}
	if err := s.buildMultilevel(); err != nil {
		return err
	}
	gl.GenBuffers(1, &s.paramsBuffer)
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.paramsBuffer)
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(s.set)), nil, gl.DYNAMIC_DRAW)
	for i := range s.ring {
		gl.GenBuffers(1, &s.ring[i].buffer)
		gl.BindBuffer(gl.COPY_WRITE_BUFFER, s.ring[i].buffer)
		gl.BufferData(gl.COPY_WRITE_BUFFER, int(unsafe.Sizeof(status{})), nil, gl.STREAM_READ)
	}
	if err := s.newPairs(); err != nil {
		return err
	}
	for _, name := range allKernels() {
		if s.pairs == nil && slices.Contains(pairKernels, name) {
			continue
		}
		k, err := loadKernel(name, fetch, s.limits, b)
		if err != nil {
			return err
		}
		s.kernels[name] = k
	}
	for i, c := range colliders {
		o, err := s.newObstacle(c, t)
		if err != nil {
			return fmt.Errorf("collider %d: %w", i, err)
		}
		s.obstacles = append(s.obstacles, o)
		if c.Surface != nil && s.pinBody == nil {
			s.pinBody = o
		}
	}
	for _, pin := range m.Pins {
		if pin.Kind == cloth.PinBody && s.pinBody == nil {
			return fmt.Errorf("pin of vertex %d follows a body: expected a collider with a surface", pin.Vertex)
		}
	}
	return nil
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
	if errors.Is(err, ErrClosed) || errors.Is(err, ErrLost) {
		return nil // the context took everything with it
	}
	return err
}

func (s *Sim) free() {
	if s.memory != nil {
		s.memory.free()
	}
	for _, k := range s.kernels {
		gl.DeleteProgram(k.program)
	}
	gl.DeleteBuffers(1, &s.paramsBuffer)
	for i := range s.ring {
		if s.ring[i].fence != 0 {
			gl.DeleteSync(s.ring[i].fence)
			s.ring[i].fence = 0
		}
		gl.DeleteBuffers(1, &s.ring[i].buffer)
	}
	s.timer.free()
}

// SetTerms takes only the named terms into account, of those that shaders.Terms lists.
func (s *Sim) SetTerms(names []string) error {
	var mask int32
	for _, n := range names {
		bit, ok := s.bits[n]
		if !ok {
			return fmt.Errorf("the kernels know no term %q", n)
		}
		mask |= bit
	}
	s.terms = mask
	return nil
}

// Watch lets f know of every dispatch of a kernel before it is issued, on the context's thread; nil ends it.
// It is for measurements.
func (s *Sim) Watch(f func(kernel string)) { s.watch = f }

// Bytes is the device memory in use, guard bands included.
func (s *Sim) Bytes() int64 { return s.memory.total }

// IterationBytes is how many bytes one conjugate gradient iteration reads and writes at least, counted
// from the data: every stored block with its column, padding included, and each vector once per use. Pairs
// of cloth in contact come on top.
func (s *Sim) IterationBytes() int64 {
	const vector = 16 // and a texel of the matrix
	n := int64(len(s.Model.X0))
	// cg_multiply: reads u, r, writes w (the gather of u is counted once). cg_update: reads w, u, p, s,
	// x, r and the inverse (two), writes p, s, x, r, u.
	return int64(len(s.pack.planeSlice))*sliceRows*vector + n*vector*(3+8+5)
}

// CheckGuards reads the bands of bytes around all buffers and names the first buffer that a kernel
// wrote beside.
func (s *Sim) CheckGuards() error { return s.ctx.Do(s.memory.check) }

// Time of the state [s].
func (s *Sim) Time() float64 { return s.time }

// State copies the state from the device, in the model's order.
func (s *Sim) State() (*cloth.State, error) {
	out := cloth.NewState(s.Model)
	out.Time = s.time
	err := s.ctx.Do(func() error {
		n, p := len(out.X), s.pack
		hi, lo, v := make([][4]float32, n), make([][4]float32, n), make([][4]float32, n)
		tri, bend := make([][2][4]float32, len(out.Membrane)), make([][4]float32, len(out.Bend))
		gl.MemoryBarrier(gl.ALL_BARRIER_BITS)
		read(s.buffers["startHi"], hi)
		read(s.buffers["startLo"], lo)
		read(s.buffers["velocity"], v)
		read(s.buffers["triangleMemory"], tri)
		read(s.buffers["hingeMemory"], bend)
		for k, i := range p.vertex {
			out.X[i] = unpair(hi[k], lo[k])
			out.V[i] = r3.Vec{X: float64(v[k][0]), Y: float64(v[k][1]), Z: float64(v[k][2])}
		}
		for k, t := range p.tri {
			for c := range 3 {
				out.Membrane[t][c] = cloth.Memory{Eps: float64(tri[k][0][c]), Sigma: float64(tri[k][1][c])}
			}
		}
		for k, i := range p.hinge {
			out.Bend[i] = cloth.Memory{Eps: float64(bend[k][0]), Sigma: float64(bend[k][1])}
		}
		s.readCurves(out)
		return Error()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// SetState replaces the state on the device. All that is kept from step to step beside it is forgotten: the steps
// that follow are those of a new Sim.
func (s *Sim) SetState(state *cloth.State) error {
	if err := fits(s.Model, state); err != nil {
		return err
	}
	return s.ctx.Do(func() error {
		s.unbind()
		s.upload(state)
		return Error()
	})
}

func (s *Sim) upload(state *cloth.State) {
	n, p := len(state.X), s.pack
	hi, lo, v := make([][4]float32, n), make([][4]float32, n), make([][4]float32, n)
	for k, i := range p.vertex {
		hi[k], lo[k] = pair(state.X[i])
		v[k] = float4(state.V[i].X, state.V[i].Y, state.V[i].Z, 0)
	}
	for _, name := range []string{"startHi", "positionHi"} {
		write(s.buffers[name], hi)
	}
	for _, name := range []string{"startLo", "positionLo"} {
		write(s.buffers[name], lo)
	}
	write(s.buffers["velocity"], v)
	tri, bend := make([][2][4]float32, len(p.tri)), make([][4]float32, len(p.hinge))
	for k, t := range p.tri {
		for c, m := range state.Membrane[t] {
			tri[k][0][c], tri[k][1][c] = float32(m.Eps), float32(m.Sigma)
		}
	}
	for k, i := range p.hinge {
		bend[k] = float4(state.Bend[i].Eps, state.Bend[i].Sigma, 0, 0)
	}
	write(s.buffers["triangleMemory"], tri)
	write(s.buffers["hingeMemory"], bend)
	s.uploadCurves(state)
	head := make([][4]int32, len(s.obstacles)*s.points())
	for i := range head {
		// No distance is known: the bound is below any.
		head[i] = [4]int32{-1, 0, int32(math.Float32bits(-1e30)), 0}
	}
	write(s.buffers["nearHead"], head)
	for _, o := range s.obstacles {
		o.end = math.NaN() // where it is at the start of the next step is found on the device, as in later steps
	}
	if s.pairs != nil {
		s.pairs.collected = false
	}
	s.time, s.forcing = state.Time, step.Forcing{}
	s.multilevel.Precond = step.Precond{}
	s.writeParams(0)
	s.show()
}

// ResetMemory wipes the friction history: zero stress at the strains of the present positions.
func (s *Sim) ResetMemory() error {
	return s.ctx.Do(func() error {
		s.unbind()
		s.resetMemory()
		return Error()
	})
}

func (s *Sim) resetMemory() {
	s.writeParams(0)
	write(s.buffers["status"], []status{{}})
	for _, name := range []string{"commit_triangles", "commit_hinges"} {
		s.kernels[name].set("reset", 1)
	}
	s.over("commit_triangles", len(s.Model.Tri), nil)
	s.over("commit_hinges", len(s.Model.Hinges), nil)
	s.commitCurves(true)
	for _, name := range []string{"commit_triangles", "commit_hinges"} {
		s.kernels[name].set("reset", 0)
	}
}

// show updates the positions for drawing.
func (s *Sim) show() {
	s.kernels["shown"].set("count", len(s.Model.X0))
	s.over("shown", len(s.Model.X0), nil)
}

// Positions is where the present positions lie on the device, in the model's order, for drawing
// without a copy: an OpenGL buffer of floats of the context, the first vertex at offset, each next one
// stride floats on, three components in metres. It stays the same buffer from step to step.
func (s *Sim) Positions() (buffer uint32, offset, stride, count int) {
	b := s.buffers["shown"]
	return b.id, b.guard / 4, 4, len(s.Model.X0)
}

// CopyPositions copies the present positions from the device [m], in the model's order.
func (s *Sim) CopyPositions(dst []r3.Vec) error {
	if len(dst) != len(s.Model.X0) {
		return fmt.Errorf("room for %d positions: expected %d", len(dst), len(s.Model.X0))
	}
	return s.ctx.Do(func() error {
		hi, lo := make([][4]float32, len(dst)), make([][4]float32, len(dst))
		gl.MemoryBarrier(gl.ALL_BARRIER_BITS)
		read(s.buffers["startHi"], hi)
		read(s.buffers["startLo"], lo)
		for k, i := range s.pack.vertex {
			dst[i] = unpair(hi[k], lo[k])
		}
		return Error()
	})
}
