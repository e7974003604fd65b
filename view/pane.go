//go:build cgo

package view

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/gpu"
	"hysteron/linalg"
	"hysteron/output"
	"hysteron/param"
	"hysteron/render"
	"hysteron/scenes"
	"hysteron/sim"

	"hysteron/step"
)

// frames is a reader of cached frames.
type frames interface {
	Frames() int
	Read(frame int, x []r3.Vec) error
	Close()
}

// pane shows a simulation, or the frames of a cache.
type pane struct {
	name  string
	setup *scenes.Setup // nil: a cache without its scene
	stop  context.CancelFunc

	mu      sync.Mutex // guards the results of opening
	opening bool
	stage   string
	done    float64
	slow    string   // long work in this stage
	x       []r3.Vec // positions during dressing
	ready   func()   // completes the opening, on the drawing thread
	err     error

	runner *Runner // of a simulation
	shelf  positionBuffers
	record *os.File
	frames frames // of a cache
	gauge  *Gauge // for frames of a cache
	clock  Clock

	at       SimPicture // shown picture
	meshes   []render.Mesh
	of       any // model of the meshes
	shown    int64
	bounds   render.Box
	points   []r3.Vec // points for the first framing, with bodies
	picker   *Picker
	picked   int64 // serial of the picker's positions
	selected Spot
	fabric   int // part whose fabric is in the panel
}

// open opens a path or name in another goroutine.
func (st *Stage) open(target string) *pane {
	ctx, stop := context.WithCancel(context.Background())
	p := &pane{name: target, stop: stop, opening: true, stage: "opening", selected: Spot{Tri: -1},
		clock: Clock{FPS: 24, Speed: 1, Loop: true}}
	index := len(st.panes)
	go func() {
		if st.opt.Backend == "cpu" {
			linalg.Background() // drawing has priority
		}
		ready, err := p.load(ctx, st, target, index)
		p.mu.Lock()
		p.ready, p.err, p.opening = ready, err, false
		p.mu.Unlock()
	}()
	return p
}

// load opens a target. The function that it returns completes the opening on the drawing thread.
func (p *pane) load(ctx context.Context, st *Stage, target string, index int) (ready func(), err error) {
	info, statErr := os.Stat(target)
	switch {
	case statErr == nil && info.IsDir():
		return p.loadRun(target)
	case strings.EqualFold(filepath.Ext(target), ".pc2"):
		return p.loadCache(target)
	}
	scene, err := scenes.Load(target, st.opt.Set)
	if err != nil {
		return nil, err
	}
	setup, err := scene.Build()
	if err != nil {
		return nil, err
	}
	setup.Settings.Background = true
	p.mu.Lock()
	p.setup = setup
	p.mu.Unlock()
	report := func(g sim.Progress) {
		if g.Stage == "note" {
			st.ShowMessage(g.Note)
			return
		}
		p.mu.Lock()
		if p.slow = g.Note; g.Stage != "within" { // long work is not a stage of its own
			p.stage, p.done, p.slow = g.Stage, g.Done, ""
		}
		p.mu.Unlock()
	}
	look := func(x []r3.Vec) {
		p.mu.Lock()
		p.x = slices.Clone(x)
		p.mu.Unlock()
	}
	var s *Session
	if st.opt.Backend == "gpu" {
		// On the drawing context, so that positions stay on the device.
		s, err = BeginSessionOn(ctx, setup, gpu.Backend{Context: st.ctx}, report, look)
	} else {
		s, err = BeginSession(ctx, setup, "cpu", report, look)
	}
	if err != nil {
		return nil, err
	}
	if st.opt.Record != "" {
		path := st.opt.Record
		if index > 0 {
			path += fmt.Sprintf(".%d", index+1)
		}
		rule := output.Rule{Reads: append(setup.Reads(), st.opt.Reads...)}
		if err := rule.Check(output.Never, path); err != nil {
			return nil, errors.Join(err, s.Close())
		}
		if p.record, err = os.Create(path); err != nil {
			return nil, errors.Join(err, s.Close())
		}
		s.Recorder = NewRecorder(p.record, s.Header())
	}
	var breathe step.Watch
	if s.Engine().On.Name() == "gpu" && st.opt.Breathe != nil {
		last := time.Now()
		breathe = func(step.Moment) error { // the window stays responsive during a long step
			if time.Since(last) > 30*time.Millisecond {
				st.opt.Breathe()
				s.Engine().Sim.(interface{ Rebind() }).Rebind()
				last = time.Now()
			}
			return nil
		}
	}
	runner, err := NewRunner(s, breathe)
	if err == nil && st.opt.Backend == "gpu" {
		p.shelf.ctx = st.ctx
		err = runner.Keep(p.shelf.store)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return func() {
		p.runner = runner
		if !st.opt.Offscreen {
			runner.Go()
		}
		p.begin(st, sim.StartPoints(setup, runner.Latest().X))
	}, nil
}

// loadRun opens the folder of a run.
func (p *pane) loadRun(dir string) (ready func(), err error) {
	setup, err := sim.LoadRun(dir)
	if err != nil {
		return nil, err
	}
	frames, err := sim.OpenFrames(dir, setup)
	if err != nil {
		return nil, err
	}
	if frames.Frames() == 0 {
		frames.Close()
		return nil, fmt.Errorf("%s: no frames in its caches yet", dir)
	}
	p.mu.Lock()
	p.setup = setup
	p.mu.Unlock()
	return func() {
		p.frames = frames
		p.clock.Frames, p.clock.FPS = frames.Frames(), setup.Scene.FPS
	}, nil
}

// pc2 is a cache without a run.
type pc2 struct{ r *formats.PC2Reader }

func (c pc2) Frames() int                      { return c.r.Frames() }
func (c pc2) Read(frame int, x []r3.Vec) error { return c.r.ReadFrame(frame, x) }
func (c pc2) Close()                           { c.r.Close() }

// loadCache opens a PC2 file: the run that it belongs to or, without one, the file with the triangles of the OBJ file
// in its folder.
func (p *pane) loadCache(path string) (ready func(), err error) {
	dir := filepath.Dir(filepath.Dir(filepath.Clean(path)))
	if filepath.Base(filepath.Dir(path)) == "cache" {
		if _, err := os.Stat(filepath.Join(dir, "input.json")); err == nil {
			return p.loadRun(dir)
		}
	}
	r, err := formats.OpenPC2(path)
	if err != nil {
		return nil, param.Wrong(err)
	}
	fail := func(err error) (func(), error) { return nil, errors.Join(param.Wrong(err), r.Close()) }
	mesh := strings.TrimSuffix(path, filepath.Ext(path)) + ".obj"
	f, err := formats.Open(mesh)
	if err != nil {
		return fail(fmt.Errorf("%w: expected the triangles of %s beside it", err, path))
	}
	defer f.Close()
	o, err := formats.ReadOBJ(f, mesh)
	if err != nil {
		return fail(err)
	}
	if len(o.X) != r.Points() {
		return fail(fmt.Errorf("%s has %d vertices, %s %d points: expected as many", mesh, len(o.X), path, r.Points()))
	}
	m := render.Mesh{Name: filepath.Base(path), Tri: o.Tri, Material: render.Woven(render.Hex(0x8fa7c4),
		render.NoWeave)}
	return func() {
		p.frames, p.clock.Frames = pc2{r}, r.Frames()
		p.meshes, p.of = []render.Mesh{m}, m.Name
		p.at.X = make([]r3.Vec, r.Points())
	}, nil
}

// begin sets camera and bounds once the pane is open.
func (p *pane) begin(st *Stage, points []r3.Vec) {
	if p.setup != nil {
		for _, b := range p.setup.Bodies {
			x := make([]r3.Vec, b.NumVertices())
			b.Positions(x, 0)
			points = append(points, x...)
		}
	}
	box, _ := render.BoundsOf([]render.Mesh{{X: points}})
	p.bounds = grown(box, .2)
	p.points = points
	st.aim()
}

func grown(b render.Box, by float64) render.Box {
	d := r3.Vec{X: by, Y: by, Z: by}
	return render.Box{Min: r3.Sub(b.Min, d), Max: r3.Add(b.Max, d)}
}

// tick takes over new results. It reports whether there are any.
func (p *pane) tick(st *Stage, seconds float64) (changed bool) {
	p.mu.Lock()
	ready, err, opening, x, setup := p.ready, p.err, p.opening, p.x, p.setup
	p.ready, p.x = nil, nil
	p.mu.Unlock()
	if opening {
		if x != nil && setup != nil {
			p.show(SimPicture{Serial: p.at.Serial + 1, X: x, Model: setup.Model})
			if p.points == nil {
				p.begin(st, x)
			}
		}
		return true
	}
	if err != nil {
		return false
	}
	if ready != nil {
		ready()
		changed = true
	}
	switch {
	case p.runner != nil:
		changed = p.follow(st) || changed
	case p.frames != nil:
		if p.clock.Pass(seconds) || ready != nil || p.shown == 0 || p.at.Kind != st.Mode {
			changed = true
			if err := p.read(st); err != nil {
				p.fail(err)
			}
		}
	}
	return changed
}

// follow takes over the latest picture and messages of a simulation. It reports whether there are any.
func (p *pane) follow(st *Stage) (changed bool) {
	for _, n := range p.runner.Notes() {
		st.ShowMessage(n)
		changed = true
	}
	p.runner.Measure(st.measured(), p.selected)
	if at := p.runner.Latest(); at.Serial != p.at.Serial || at.Playing != p.at.Playing {
		p.show(at)
		changed = true
	}
	return changed
}

// isOpening reports whether it is not open yet.
func (p *pane) isOpening() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.opening || p.ready != nil
}

// failure returns why it cannot be shown.
func (p *pane) failure() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

func (p *pane) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.err = err
}

// read reads the present frame of a cache.
func (p *pane) read(st *Stage) error {
	i := p.clock.Frame()
	at := SimPicture{Serial: p.at.Serial + 1, Frame: int64(i), Kind: st.Mode}
	n := len(p.at.X)
	if p.setup != nil {
		n = len(p.setup.Model.X0)
		at.Model, at.Time = p.setup.Model, p.setup.Scene.FrameTime(i)
	}
	at.X = make([]r3.Vec, n)
	if err := p.frames.Read(i, at.X); err != nil {
		return err
	}
	at.Probe.Tri = -1
	if at.Model != nil {
		if p.gauge == nil {
			p.gauge = NewGauge(p.setup)
		}
		p.gauge.Frame(&at, st.Mode, p.selected)
	}
	first := p.shown == 0
	p.show(at)
	if first {
		points := at.X
		if p.setup != nil {
			points = slices.Concat(at.X, sim.StartPoints(p.setup, at.X))
		}
		p.begin(st, points)
	}
	return nil
}

// show shows a picture: the meshes follow it.
func (p *pane) show(at SimPicture) {
	p.at = at
	p.shown++
	if at.Model != nil && p.of != any(at.Model) {
		p.of = at.Model
		p.meshes = sim.ShownMeshes(p.setup, nil, 0, nil)
		p.meshes = append(p.meshes, sim.Dressing(p.setup)...)
		p.picker = nil
	}
	if at.Model == nil {
		p.meshes[0].X = at.X
		return
	}
	for i, part := range at.Model.Parts {
		m := &p.meshes[i]
		m.X, m.Scalar = cloth.Of(&part, at.X), nil
		if rope := p.setup.Pieces[i].Rope; rope != nil {
			x := m.X
			m.X = make([]r3.Vec, rope.Points())
			rope.Positions(m.X, x)
			continue
		}
		switch len(at.Values) {
		case 0:
		case len(at.Model.Tri):
			m.Scalar = around(m.Tri, at.Values[part.Tris.Lo:part.Tris.Hi], len(m.X))
		case len(at.X):
			m.Scalar = cloth.Of(&part, at.Values)
		}
		for k, v := range m.Scalar {
			if math.IsInf(v, 0) || math.IsNaN(v) {
				m.Scalar[k] = 1e3 // far
			}
		}
	}
	for k, b := range p.setup.Bodies {
		m := &p.meshes[len(at.Model.Parts)+k]
		m.Tri = body.Shown(b)
		x := make([]r3.Vec, b.NumVertices())
		b.Positions(x, at.Time)
		if k < len(at.Bodies) && at.Bodies[k] != (r3.Vec{}) {
			for i := range x {
				x[i] = r3.Add(x[i], at.Bodies[k])
			}
		}
		m.X = x
	}
	if box, ok := render.BoundsOf(p.meshes); ok {
		if p.bounds == (render.Box{}) {
			p.bounds = grown(box, .2)
		} else if !holds(p.bounds, box) {
			box = grown(box, .1)
			p.bounds = render.Box{
				Min: r3.Vec{X: min(p.bounds.Min.X, box.Min.X), Y: min(p.bounds.Min.Y, box.Min.Y),
					Z: min(p.bounds.Min.Z, box.Min.Z)},
				Max: r3.Vec{X: max(p.bounds.Max.X, box.Max.X), Y: max(p.bounds.Max.Y, box.Max.Y),
					Z: max(p.bounds.Max.Z, box.Max.Z)},
			}
		}
	}
}

func holds(a, b render.Box) bool {
	return a.Min.X <= b.Min.X && a.Min.Y <= b.Min.Y && a.Min.Z <= b.Min.Z && a.Max.X >= b.Max.X && a.Max.Y >= b.Max.Y &&
		a.Max.Z >= b.Max.Z
}

// tris returns the triangles of the cloth.
func (p *pane) tris() [][3]int32 {
	if p.at.Model != nil {
		return p.at.Model.Tri
	}
	if len(p.meshes) > 0 {
		return p.meshes[0].Tri
	}
	return nil
}

// scene returns the meshes to draw.
func (p *pane) scene(st *Stage, fine bool) *render.Scene {
	s := &render.Scene{Camera: st.Orbit.Camera(), Bounds: p.bounds}
	s.Meshes = slices.Clone(p.meshes)
	if at := p.at.Device; at != nil { // drawn from memory of the device
		for i, part := range p.at.Model.Parts {
			if p.setup.Pieces[i].Rope != nil || part.Index != nil {
				continue // drawn from X: its surface, or vertices of several parts
			}
			v := part.Vertices
			s.Meshes[i].X = nil
			s.Meshes[i].Positions = &render.PositionBuffer{Buffer: at.Buffer, Offset: at.Offset + at.Stride*v.Lo,
				Stride: at.Stride, Count: v.Hi - v.Lo}
		}
	}
	cloth := 1
	if p.at.Model != nil {
		cloth = len(p.at.Model.Parts)
	}
	for i := range s.Meshes {
		m := &s.Meshes[i]
		m.Edges = st.Wires && i < cloth // only of simulated meshes
		m.Smooth = fine && m.Scalar == nil && !m.Edges && len(m.Tri) < 40000
	}
	if p.setup != nil {
		if g := p.setup.Scene.Ground; g != nil {
			s.Ground, s.GroundY = true, g.Height
		}
	}
	if p.at.Kind != NoValues && p.at.Values != nil {
		s.Legend = st.legend(p.at.Kind)
	}
	return s
}

func (p *pane) close(st *Stage) error {
	p.stop()
	var err error
	if p.runner != nil {
		err = p.runner.Close()
		for _, n := range p.runner.Notes() {
			st.ShowMessage(n)
		}
	}
	if p.frames != nil {
		p.frames.Close()
	}
	if p.record != nil {
		err = errors.Join(err, p.record.Close())
	}
	return err
}
