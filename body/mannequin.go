package body

import (
	"fmt"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"
)

// Region is the part of the mannequin that a vertex belongs to.
type Region uint8

// Parts of the mannequin.
const (
	Torso Region = iota
	Head         // including the neck
	ArmLeft
	ArmRight
	LegLeft
	LegRight
)

func (r Region) String() string {
	names := [...]string{"torso", "head", "arm-left", "arm-right", "leg-left", "leg-right"}
	if int(r) < len(names) {
		return names[r]
	}
	return fmt.Sprintf("Region(%d)", r)
}

// mannequinModel is the part that depends only on the measurements.
type mannequinModel struct {
	rest     []r3.Vec
	tris     [][3]int32
	weights  []skinWeights
	regions  []Region
	skeleton *skeleton
}

// Mannequin is a tailor's mannequin: one smooth closed surface shaped to body
// measurements, with a skeleton and a motion clip. At t = 0 it stands in the A-pose,
// arms 45° from the vertical, soles on y = 0, looking along +Z.
type Mannequin struct {
	model  *mannequinModel
	clip   clip
	raised float64 // [°], see Raised
	apart  float64 // further spread of each leg during dressing, beyond straddle [°]
}

var _ Body = (*Mannequin)(nil)

type modelEntry struct {
	once  sync.Once
	model *mannequinModel
	err   error
}

// models caches the mannequins used last, because shaping one takes about a second.
var models struct {
	sync.Mutex
	entries map[Measurements]*modelEntry
	order   []Measurements // oldest first
}

// maxCachedModels is the largest number of cached models, each a few megabytes.
const maxCachedModels = 8

// modelOf returns the cache entry for measurements, which is empty at first.
func modelOf(ms Measurements) *modelEntry {
	m := &models
	m.Lock()
	defer m.Unlock()
	if e := m.entries[ms]; e != nil {
		return e
	}
	if m.entries == nil {
		m.entries = map[Measurements]*modelEntry{}
	}
	if len(m.order) == maxCachedModels {
		delete(m.entries, m.order[0])
		m.order = m.order[1:]
	}
	e := &modelEntry{}
	m.entries[ms], m.order = e, append(m.order, ms)
	return e
}

// NewMannequin returns a mannequin with the measurements and a clip (see Clips). Measurements that are zero are filled
// in (see Measurements.Fill). It returns an error for implausible measurements, an unknown clip, or measurements whose
// surface would not be closed.
func NewMannequin(ms Measurements, clip string) (*Mannequin, error) {
	c, err := findClip(clip)
	if err != nil {
		return nil, err
	}
	if err := ms.plausible(); err != nil {
		return nil, err
	}
	ms = ms.Fill()
	if err := ms.Validate(); err != nil {
		return nil, err
	}
	entry := modelOf(ms)
	entry.once.Do(func() { entry.model, entry.err = buildModel(ms) })
	if entry.err != nil {
		return nil, entry.err
	}
	return &Mannequin{model: entry.model, clip: c}, nil
}

func buildModel(ms Measurements) (*mannequinModel, error) {
	g, err := newFigure(ms)
	if err != nil {
		return nil, err
	}
	pos, tris := g.surface()
	if err := CheckClosed(tris, len(pos)); err != nil {
		return nil, fmt.Errorf("body: the mannequin for these measurements has no clean surface: %w", err)
	}
	m := &mannequinModel{rest: pos, tris: tris, skeleton: g.skeleton()}
	m.weights = g.skin(m.skeleton, pos, tris)
	m.regions = make([]Region, len(pos))
	for v, w := range m.weights {
		m.regions[v] = w.region()
	}
	return m, nil
}

// region returns the part whose joints have most of the weight; shoulder blades belong to the torso.
func (w skinWeights) region() Region {
	var part [LegRight + 1]float64
	for i, j := range w.joint {
		r, right := Torso, Region(0)
		if j >= clavicleRight {
			j, right = j-rightSide, 1
		}
		switch {
		case j == neckJoint || j == headJoint:
			r = Head
		case j >= shoulder && j <= wrist:
			r = ArmLeft + right
		case j >= hip && j <= toes:
			r = LegLeft + right
		}
		part[r] += w.weight[i]
	}
	best := Torso
	for r, x := range part {
		if x > part[best] {
			best = Region(r)
		}
	}
	return best
}

// NumVertices implements Body.
func (m *Mannequin) NumVertices() int { return len(m.model.rest) }

// Triangles implements Body.
func (m *Mannequin) Triangles() [][3]int32 { return m.model.tris }

// Clip returns the name of the motion.
func (m *Mannequin) Clip() string { return m.clip.name }

// Duration returns the length of the clip [s]; then the last pose is held.
func (m *Mannequin) Duration() float64 { return m.clip.duration }

// Region returns the part of every vertex. The slice is shared: callers must not change it.
func (m *Mannequin) Region() []Region { return m.model.regions }

// Joints returns the world positions of the skeleton's joints at time t [m], in the order of JointNames.
func (m *Mannequin) Joints(t float64) []r3.Vec {
	p := m.pose(t)
	return append([]r3.Vec(nil), p.pos[:]...)
}

func (m *Mannequin) pose(t float64) *pose {
	if t < 0 {
		return m.model.skeleton.dressPose(t, m.raised, m.apart)
	}
	return m.clip.pose(m.model.skeleton, min(t, m.clip.duration))
}

// Positions implements Body. Before 0 the mannequin moves from the pose for dressing, see Lead; after Duration it is at
// rest.
func (m *Mannequin) Positions(dst []r3.Vec, t float64) {
	mustLen(dst, m.NumVertices())
	motions := m.pose(t).motions()
	deform(dst, m.model.rest, m.model.weights, &motions)
}

// Velocities implements Body by a central difference of the pose over ±0.1 ms: with the
// clips' third derivatives of the order of 1e4 m/s³ the error stays near 2e-5 m/s.
func (m *Mannequin) Velocities(dst []r3.Vec, t float64) { differentiate(m, dst, t) }

// differentiate computes velocities by central differences of a body's positions over ±0.1 ms.
func differentiate(b Body, dst []r3.Vec, t float64) {
	mustLen(dst, b.NumVertices())
	const h = 1e-4
	before := make([]r3.Vec, len(dst))
	b.Positions(before, t-h)
	b.Positions(dst, t+h)
	for v := range dst {
		dst[v] = r3.Scale(1/(2*h), r3.Sub(dst[v], before[v]))
	}
}
