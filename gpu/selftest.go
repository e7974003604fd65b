//go:build cgo

package gpu

import (
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/law"
	"hysteron/param"
	"hysteron/step"
)

// selfTestLimit is how far a step of SelfTest may end from the reference's step from the same state,
// relative to the size of the cloth: five times the tolerance of the step, by which Newton's method may end an
// iteration earlier. Where positions change by 1e-7 m, more than float32 makes of forces, the reference's own step moves
// by up to half of the tolerance; on llvmpipe it ends up to 1.5 times the tolerance away.
const selfTestLimit = 2.5e-5

// selfTestFirst is the first of selfTestSteps steps that is compared. Before it, in the first one, all contacts begin
// at once, and where their planes end up depends on the way there: the reference's own step moves by ten times a
// tolerance of 1e-5 m where positions change by 1e-9 m. From the fourth on the sheets rub on each other.
const (
	selfTestFirst = 2
	selfTestSteps = 4
)

// SelfTest takes a few steps of a small cloth with every term at work on the context's device, each
// also on the reference, which is cpu.Backend, from the same state: over many steps contact and buckling amplify the last
// digits, on the reference as well. The error is ErrBroken where the two differ, where two runs have
// different bits, or where a kernel wrote beside its buffers.
func SelfTest(c *opengl.Context, reference step.Backend) error { return selfTest(c, New, reference) }

// maker is New; tests of the self-test put a broken one in its place.
type maker func(*opengl.Context, *cloth.Model, *cloth.State, []step.Collider, step.Settings) (*Sim, error)

func selfTest(c *opengl.Context, make maker, reference step.Backend) error {
	if err := probePrecision(c, probePass.source); err != nil {
		return err
	}
	m, colliders, set, err := selfTestScene()
	if err != nil {
		return err
	}
	const h = 1. / 120
	runs := [2][]*cloth.State{}
	for k := range runs {
		if runs[k], err = selfTestRun(c, make, m, colliders, set, h); err != nil {
			return err
		}
	}
	for n, state := range runs[0] {
		for i, x := range runs[1][n].X {
			if x != state.X[i] {
				return fmt.Errorf("%w: two runs of the self-test put vertex %d at %v and %v", ErrBroken, i, state.X[i], x)
			}
		}
		if n < selfTestFirst {
			continue
		}
		want, err := selfTestStep(reference, m, runs[0][n-1], colliders, set, h)
		if err != nil {
			return fmt.Errorf("self-test of the reference: %w", err)
		}
		for i, x := range state.X {
			if d := r3.Norm(r3.Sub(x, want.X[i])) / selfTestSize; !(d < selfTestLimit) {
				return fmt.Errorf("%w: step %d of the self-test moves vertex %d to %v: expected %v", ErrBroken, n, i, x, want.X[i])
			}
		}
	}
	return nil
}

// selfTestRun returns the state at the start and after each step.
func selfTestRun(c *opengl.Context, make maker, m *cloth.Model, colliders []step.Collider, set step.Settings, h float64) ([]*cloth.State, error) {
	s, err := make(c, m, nil, colliders, set)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.Steer(selfTestSteering(m, &set)); err != nil {
		return nil, err
	}
	var states []*cloth.State
	for n := range selfTestSteps + 1 {
		if n > 0 {
			// Both backends start afresh: what they remember beside the state is not compared.
			if err := s.SetState(states[n-1]); err != nil {
				return nil, err
			}
			if _, err := s.Step(h); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrBroken, err)
			}
		}
		state, err := s.State()
		if err != nil {
			return nil, err
		}
		states = append(states, state)
	}
	if err := s.CheckGuards(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return states, nil
}

// selfTestStep is where a step of the reference leads.
func selfTestStep(reference step.Backend, m *cloth.Model, from *cloth.State, colliders []step.Collider, set step.Settings, h float64) (*cloth.State, error) {
	s, err := reference.New(m, from, colliders, set)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.Steer(selfTestSteering(m, &set)); err != nil {
		return nil, err
	}
	if _, err := s.Step(h); err != nil {
		return nil, err
	}
	return s.State()
}

// selfTestSteering has a hand pull at two vertices of the sheet, by about a quarter of their weight.
func selfTestSteering(m *cloth.Model, set *step.Settings) step.Steering {
	by := set.Steering()
	for _, v := range []int32{44, 53} {
		by.Grabs = append(by.Grabs, step.Grab{Vertex: v, Stiffness: .05, Target: r3.Add(m.X0[v], r3.Vec{X: .001, Y: .004})})
	}
	return by
}

const selfTestSize = 0.2 // of the cloth [m]

// selfTestScene is a sheet with friction, held at two corners, in gusts, over a tilted plane and a
// rising tetrahedron's face, and under a smaller sheet of springs that bends by curvature.
func selfTestScene() (*cloth.Model, []step.Collider, step.Settings, error) {
	set := step.DefaultSettings()
	param.SetTries(&set)
	set.Tolerance = 1e-6
	set.Wind = step.Wind{Velocity: r3.Vec{X: 2, Y: .5, Z: 1}, Gust: .4, Frequency: 2}
	friction := law.Dahl{A: 2, B: 3, Tau: .006}
	stretch := cloth.Component{Elastic: law.Elastic{K1: 130, K2: 60}, Friction: friction, Damping: law.Damping{Ratio: .001}}
	bend := cloth.Component{Elastic: law.Elastic{K1: 4e-6, K2: 1e-8}, Friction: law.Dahl{A: 1e-4, B: 1e-6, Tau: 10}, Damping: law.Damping{Ratio: .001}}
	fabric := cloth.Fabric{
		Name: "self-test", Density: .14, Warp: stretch, Weft: stretch, Shear: cloth.Component{Elastic: law.Elastic{K1: 30}, Damping: law.Damping{Ratio: .001}},
		Coupling: .1, BendWarp: bend, BendWeft: bend, Friction: .3, ClothFriction: .3, Drag: 1.28, DragSkin: .05,
	}
	const n = 9
	p := selfTestSheet(fabric, n, 0, 1.4)
	for _, v := range []int32{0, n - 1} {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: v, Point: p.X[v]})
	}
	fabric.Bending = cloth.CurvatureBending
	fabric.Stretch, fabric.Coupling, fabric.Second = cloth.SpringStretch, 0, cloth.Component{Elastic: law.Elastic{K1: 10}}
	m, err := cloth.NewModel([]cloth.Part{p, selfTestSheet(fabric, 4, .04, 1.4025)})
	if err != nil {
		return nil, nil, set, err
	}
	return m, []step.Collider{
		{Surface: rising{}, Friction: -1, Blunt: true},
		{Point: r3.Vec{Y: 1.396}, Normal: r3.Unit(r3.Vec{X: -.02, Y: 1}), Friction: .4},
	}, set, nil
}

// selfTestSheet is a wavy sheet of n×n vertices, shifted by a margin from the corner of the cloth, at
// height y.
func selfTestSheet(f cloth.Fabric, n int, margin, y float64) cloth.Part {
	p := cloth.Part{Name: "self-test", Fabric: f}
	at := func(i, j int) r2.Vec {
		return r2.Vec{X: selfTestSize / 8 * float64(i), Y: selfTestSize / 8 * float64(j)}
	}
	for i := range n {
		for j := range n {
			q := r2.Add(at(i, j), r2.Vec{X: margin, Y: margin})
			p.X = append(p.X, r3.Vec{X: q.X, Y: y + .004*math.Sin(20*q.X)*math.Cos(15*q.Y), Z: -q.Y})
			if i > 0 && j > 0 {
				a, b, c, d := int32((i-1)*n+j-1), int32(i*n+j-1), int32(i*n+j), int32((i-1)*n+j)
				p.Tri = append(p.Tri, [3]int32{a, b, c}, [3]int32{a, c, d})
				p.UV = append(p.UV, [3]r2.Vec{at(i-1, j-1), at(i, j-1), at(i, j)}, [3]r2.Vec{at(i-1, j-1), at(i, j), at(i-1, j)})
			}
		}
	}
	return p
}

// rising is a tetrahedron that moves up, a slightly tilted face first, under half of the sheet: a closest
// point that stays on one face leaves nothing to chance.
type rising struct{}

func (rising) NumVertices() int { return 4 }

func (rising) Triangles() [][3]int32 { return [][3]int32{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}} }

func (rising) Positions(dst []r3.Vec, t float64) {
	for i, x := range []r3.Vec{{X: .1, Y: 1, Z: -.1}, {X: .6, Y: 1.39, Z: .5}, {X: .09, Y: 1.394, Z: -.1}, {X: .6, Y: 1.39, Z: -.7}} {
		dst[i] = r3.Add(x, r3.Vec{Y: .3 * t})
	}
}

// Trust runs SelfTest against the reference on a device that was never seen before, and refuses one that failed. Verdicts
// are kept per driver and text of the kernels in the user's cache folder; where that cannot be
// written, the test runs each time.
func Trust(c *opengl.Context, reference step.Backend) error {
	file, err := verdictFile(c.Device(), c.Fetch())
	if err == nil {
		if text, err := os.ReadFile(file); err == nil && strings.HasPrefix(string(text), verdictGood) {
			return nil
		}
	}
	if err := SelfTest(c, reference); err != nil {
		return fmt.Errorf("%s: %w", c.Device(), err)
	}
	if err == nil && os.MkdirAll(filepath.Dir(file), 0o755) == nil {
		// Written under another name first: a half-written verdict is none.
		tmp := fmt.Sprintf("%s.%d", file, os.Getpid())
		if os.WriteFile(tmp, []byte(verdictGood+c.Device().String()+"\n"), 0o644) == nil {
			if os.Rename(tmp, file) != nil {
				os.Remove(tmp)
			}
		}
	}
	return nil
}

const verdictGood = "good: "

// verdictFile is where the verdict on a driver is kept.
func verdictFile(d opengl.Device, fetch bool) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n", d.Vendor, d.Renderer, d.Version)
	m, _, _, err := selfTestScene()
	if err != nil {
		return "", err
	}
	made := madeTexts(m)
	for _, p := range append(slices.Concat(passes()...), probePass) {
		src, err := p.source(fetch, made)
		if err != nil {
			return "", err
		}
		h.Write([]byte(src.Text))
	}
	return filepath.Join(dir, "hysteron", fmt.Sprintf("device-%x", h.Sum(nil)[:12])), nil
}
