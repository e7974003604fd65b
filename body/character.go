package body

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/formats/gltf"
)

// CharacterOptions are the pose and motion of a character. The zero value, with Scale set, is the only clip from its
// beginning.
type CharacterOptions struct {
	Animation string  // name of the clip; empty: the only one, or none without clips
	Still     bool    // no clip: the pose of the nodes as in the file
	Start     float64 // time in the clip, from its first key, at simulation time 0 [s]
	Loop      bool    // repeat the clip at its end, instead of holding its last pose
	// time before 0 of the transition from the pose of the skin to the clip [s]; negative: the default, if the poses
	// differ
	Lead   float64
	Meshes []string // names of the meshes of the body, or of their nodes; nil: all
	Scale  float64  // metres per unit of the file
	ZUp    bool     // the file has Z up
	Offset r3.Vec   // [m]
}

// Character is a skinned and morphed mesh with a skeleton and a clip, from a glTF file. Its surface may be open: see
// Seal. Vertices of all primitives with the same position in the pose of the skin and the same motion are merged.
//
// Vertices follow linear blend skinning, as in glTF: x = Σ w·G·B·p with the global transform G and the inverse bind
// matrix B of each joint, which may scale and shear.
type Character struct {
	rig   rig
	opt   CharacterOptions
	begin float64 // first key of the clip [s]
	end   float64 // last key [s]
	lead  float64

	bones []bone
	rest  []r3.Vec // in the axes of the mesh
	skin  influence
	morph []morph
	tris  [][3]int32
	zones map[string][]int32 // see Zones
	paint *Paint
}

// bone is a node with influence on vertices.
type bone struct {
	node    int
	inverse affine // from the mesh's axes to the node's
}

// influence lists the bones of each vertex: those of vertex v at first[v] up to first[v+1]. Weights sum to 1.
type influence struct {
	first  []int32
	bone   []int32
	weight []float64
}

// morph is a morph target: displacements of some vertices, times a weight of a node.
type morph struct {
	node, target int
	vertex       []int32
	by           []r3.Vec
}

var _ Body = (*Character)(nil)

// NewCharacter returns a body from the meshes of a glTF file. It returns an error, without the file name, for meshes
// without triangles, and for unknown clips or meshes.
func NewCharacter(g *gltf.File, opt CharacterOptions) (*Character, error) {
	c := &Character{opt: opt, rig: rig{nodes: g.Nodes, place: unmoved}}
	p := &c.rig.place
	if opt.ZUp {
		p.y, p.z = r3.Vec{Z: -1}, r3.Vec{Y: 1}
	}
	p.x, p.y, p.z, p.t = r3.Scale(opt.Scale, p.x), r3.Scale(opt.Scale, p.y), r3.Scale(opt.Scale, p.z), opt.Offset
	if !(opt.Scale > 0) || !cloth.FiniteVec(opt.Offset) || p.singular() || !(math.Abs(opt.Start) <= math.MaxFloat32) {
		return nil, fmt.Errorf("character with scale %g, offset %v, start at %g s: expected positive and finite numbers",
			opt.Scale, opt.Offset, opt.Start)
	}
	if err := c.choose(g); err != nil {
		return nil, err
	}
	c.rig.weights = make([][]float64, len(g.Nodes))
	for i, n := range g.Nodes {
		if n.Mesh >= 0 {
			if c.rig.weights[i] = g.Meshes[n.Mesh].Weights; n.Weights != nil {
				c.rig.weights[i] = n.Weights
			}
		}
	}
	c.rig.bindPose(g.Skins)
	if err := c.assemble(g); err != nil {
		return nil, err
	}
	if c.lead = opt.Lead; c.lead < 0 {
		c.lead = 0
		a, b := make([]r3.Vec, len(c.rest)), make([]r3.Vec, len(c.rest))
		c.deform(a, c.rig.spread(c.rig.bound()))
		c.deform(b, c.rig.spread(c.rig.at(c.clipTime(0))))
		for v := range a {
			if r3.Norm(r3.Sub(a[v], b[v])) > sameP {
				c.lead = lead
			}
		}
	}
	x := make([]r3.Vec, len(c.rest))
	for _, t := range []float64{-c.lead, 0} {
		c.Positions(x, t)
		for v := range x {
			if !cloth.FiniteVec(x[v]) || r3.Norm(x[v]) > 1e6 {
				return nil, fmt.Errorf("vertex %d of the character is at (%g, %g, %g) m at %g s: expected less than 1e6 m, check "+
					"scale", v, x[v].X, x[v].Y, x[v].Z, t)
			}
		}
	}
	return c, nil
}

// sameP is the tolerance of equal poses [m].
const sameP = 1e-3

// choose selects the clip.
func (c *Character) choose(g *gltf.File) error {
	var names []string
	for _, a := range g.Animations {
		names = append(names, a.Name)
	}
	k := slices.Index(names, c.opt.Animation)
	switch {
	case c.opt.Still || c.opt.Animation == "" && len(names) == 0:
		return nil
	case c.opt.Animation == "" && len(names) == 1:
		k = 0
	case k < 0 && len(names) == 0:
		return &NoAnimation{fmt.Sprintf("no animation %q: the file has none", c.opt.Animation)}
	case k < 0 && c.opt.Animation == "":
		return fmt.Errorf("the file has %d animations: expected the name of one of %s", len(names), strings.Join(names, ", "))
	case k < 0:
		return &NoAnimation{fmt.Sprintf("no animation %q: expected one of %s", c.opt.Animation, strings.Join(names, ", "))}
	}
	c.rig.clip = g.Animations[k].Channels
	c.begin, c.end = span(&g.Animations[k])
	if c.opt.Start > c.end-c.begin {
		return fmt.Errorf("start at %g s: expected at most the length of the animation, %g s", c.opt.Start, c.end-c.begin)
	}
	return nil
}

// clipTime returns the time in the clip at simulation time t.
func (c *Character) clipTime(t float64) float64 {
	t += c.opt.Start
	if length := c.end - c.begin; c.opt.Loop && length > 0 {
		t -= length * math.Floor(t/length)
	}
	return c.begin + max(t, 0)
}

// stance returns the pose at time t. Before 0 the character moves from the pose of its skin to the clip, see Lead; the
// clip runs meanwhile.
func (c *Character) stance(t float64) *stance {
	s := c.rig.at(c.clipTime(t))
	if t < 0 && c.lead > 0 {
		s = s.towards(c.rig.bound(), settling(c.lead, t))
	}
	return c.rig.spread(s)
}

// NumVertices implements Body.
func (c *Character) NumVertices() int { return len(c.rest) }

// Triangles implements Body.
func (c *Character) Triangles() [][3]int32 { return c.tris }

// Duration returns the remaining time of the clip after time 0 [s]; then the last pose is held.
func (c *Character) Duration() float64 {
	if c.opt.Loop && c.end > c.begin {
		return math.Inf(1)
	}
	return max(0, c.end-c.begin-c.opt.Start)
}

// Lead returns the time before 0 in which the character moves from the pose of its skin to the clip [s].
func (c *Character) Lead() float64 { return c.lead }

// Positions implements Body.
func (c *Character) Positions(dst []r3.Vec, t float64) {
	mustLen(dst, len(c.rest))
	c.deform(dst, c.stance(t))
}

func (c *Character) deform(dst []r3.Vec, s *stance) {
	rest := c.rest
	for i := range c.morph {
		m := &c.morph[i]
		w := s.weights[m.node][m.target]
		if w == 0 {
			continue
		}
		if &rest[0] == &c.rest[0] {
			rest = slices.Clone(rest)
		}
		for k, v := range m.vertex {
			rest[v] = r3.Add(rest[v], r3.Scale(w, m.by[k]))
		}
	}
	move := make([]affine, len(c.bones))
	for b := range move {
		move[b] = s.global[c.bones[b].node].after(&c.bones[b].inverse)
	}
	for v, p := range rest {
		var x r3.Vec
		for k := c.skin.first[v]; k < c.skin.first[v+1]; k++ {
			x = r3.Add(x, r3.Scale(c.skin.weight[k], move[c.skin.bone[k]].apply(p)))
		}
		dst[v] = x
	}
}

// Velocities implements Body by a central difference over ±0.1 ms. Within 0.1 ms of a key with discontinuous velocity,
// the result is between the velocities on both sides.
func (c *Character) Velocities(dst []r3.Vec, t float64) { differentiate(c, dst, t) }

// NoAnimation is the error for an unknown animation.
type NoAnimation struct{ text string }

func (e *NoAnimation) Error() string { return e.text }
