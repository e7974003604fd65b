// Package render draws scenes to pictures on an OpenGL context without a window: cloth and body in
// a studio with a seamless background, or values on surfaces in false colours with a legend.
package render

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// RGB is a colour in linear light with the sRGB primaries, 0 to 1.
type RGB [3]float64

// Hex returns the colour of an sRGB code 0xRRGGBB.
func Hex(code uint32) RGB {
	var c RGB
	for k := range c {
		c[k] = fromSRGB(float64(code>>(16-8*k)&255) / 255)
	}
	return c
}

func fromSRGB(s float64) float64 {
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}

func toSRGB(c float64) float64 {
	if c <= 0.0031308 {
		return 12.92 * c
	}
	return 1.055*math.Pow(c, 1/2.4) - 0.055
}

// Material is the appearance of a surface.
type Material struct {
	Base      RGB     // right side
	Back      RGB     // other side
	Roughness float64 // 0 smooth … 1 rough, for diffuse and gloss alike
	Sheen     RGB     // fuzz of fibres, black: none
	Gloss     float64 // factor on the reflection of a dielectric; 0: none

	// Transmission is the share of the scattered light that leaves on the other side of a thin sheet, 0 for solid
	// bodies.
	Transmission float64
	Weave        Weave   // arrangement of the yarns; needs Mesh.UV
	Spacing      float64 // of the yarns [m]
	Seam         float64 // width of the furrow along seams [m], 0: none
	Hem          float64 // thickness of the roll along hems [m], 0: none
	Band         float64 // width of the cloth that is turned up at hems, to its stitches [m], 0: none; needs Mesh.UV
}

// Weave is the arrangement of the yarns of a cloth.
type Weave int

// The weaves. A satin reflects in bands across its long floats.
const (
	NoWeave Weave = iota
	Plain
	Twill
	Jersey
	Satin
	Felt
	weaves
)

// WeaveNamed returns the weave of a name: none, plain, twill, jersey, satin, felt; Plain for any other.
func WeaveNamed(name string) Weave {
	if i := slices.Index([]string{"none", "plain", "twill", "jersey", "satin", "felt"}, name); i >= 0 {
		return Weave(i)
	}
	return Plain
}

// Cloth returns a plain cloth of the given colour: slightly fuzzy, the back a little duller.
func Cloth(base RGB) Material { return Woven(base, Plain) }

// Woven returns a cloth of the given colour and weave.
func Woven(base RGB, weave Weave) Material {
	m := Material{Base: base, Roughness: 0.6, Gloss: 0.2, Transmission: 0.45, Weave: weave, Spacing: 0.0008, Seam: 0.007,
		Hem: 0.0024, Band: 0.018}
	switch weave {
	case Twill:
		m.Roughness, m.Transmission, m.Spacing, m.Hem = 0.7, 0.3, 0.0009, 0.0034
	case Jersey:
		m.Roughness, m.Gloss, m.Spacing = 0.75, 0.1, 0.0013
	case Satin:
		m.Roughness, m.Gloss, m.Spacing, m.Hem = 0.42, 0.5, 0.0005, 0.0014
	case Felt:
		m.Roughness, m.Gloss, m.Transmission, m.Spacing, m.Hem, m.Seam, m.Band = 0.9, 0.05, 0.2, 0.0012, 0.003, 0.005, 0
	}
	grey := (base[0] + base[1] + base[2]) / 3
	for k := range base {
		m.Back[k] = 0.9 * (0.85*base[k] + 0.15*grey)
		m.Sheen[k] = 0.04 + 0.12*base[k]
		switch weave {
		case Satin:
			m.Back[k], m.Sheen[k] = 0.85*base[k], 0.02
		case Felt, Jersey:
			m.Sheen[k] = 0.06 + 0.2*base[k]
		}
	}
	return m
}

// Plaster returns the matte warm white of a mannequin.
func Plaster() Material { return Matte(Hex(0xe3d9cc)) }

// Matte returns a smooth matte surface of a colour.
func Matte(c RGB) Material { return Material{Base: c, Back: c, Roughness: 0.5, Gloss: 0.6} }

// PositionBuffer is vertex positions that are already in OpenGL buffer memory of the renderer's
// context: floats, vertex i at [Offset + Stride·i], three components in metres.
type PositionBuffer struct {
	Buffer uint32 // OpenGL buffer name
	Offset int    // [floats]
	Stride int    // [floats], at least 3
	Count  int    // vertices
}

// Mesh is a triangle surface. Shading normals are computed by the renderer from the positions.
type Mesh struct {
	Name      string
	X         []r3.Vec        // vertex positions [m]
	Positions *PositionBuffer // instead of X: drawn in place
	Tri       [][3]int32      // counter-clockwise seen from the right side
	UV        [][3]r2.Vec     // material coordinates of each triangle's corners [m]; may be nil
	Material  Material
	// per triangle a colour of Paints instead of the material's, −1: none; nil: none. Only if Scalar is nil
	Paint  []int32
	Paints []RGB
	Smooth bool // draw a smoother surface than the triangles, see refine
	// vertex positions that determine the visible edges, constant while the mesh moves; nil: no edges. Not with Smooth
	// [m]
	Edged []r3.Vec
	Edges bool // Live draws the edges of its triangles, too; with Smooth those of the smoother surface

	// Scalar holds values for false colours; nil: the material is drawn. One value per vertex, or one per triangle if
	// the length is the number of triangles and not that of vertices.
	Scalar []float64
}

// vertices returns the number of vertices.
func (m *Mesh) vertices() int {
	if m.Positions != nil {
		return m.Positions.Count
	}
	return len(m.X)
}

// Scene is the content of one picture.
type Scene struct {
	Meshes  []Mesh
	Camera  Camera
	Ground  bool
	GroundY float64 // [m]
	Light   *Light  // nil: StudioLight of the camera
	Legend  *Legend // colours of Mesh.Scalar and the bar that explains them; nil: measured range, no bar

	// Bounds holds everything that casts shadows. Zero: taken from the meshes, which must then all have X. Set it for
	// an animation, so that the shadow map does not move from frame to frame.
	Bounds Box
}

// Box is an axis-aligned box [m].
type Box struct{ Min, Max r3.Vec }

func (b Box) empty() bool { return b == Box{} }

// BoundsOf returns the smallest box around the meshes' vertices; ok is false if there are none.
func BoundsOf(meshes []Mesh) (b Box, ok bool) {
	for i := range meshes {
		for _, x := range meshes[i].X {
			if !ok {
				b, ok = Box{x, x}, true
			}
			b.Min = r3.Vec{X: math.Min(b.Min.X, x.X), Y: math.Min(b.Min.Y, x.Y), Z: math.Min(b.Min.Z, x.Z)}
			b.Max = r3.Vec{X: math.Max(b.Max.X, x.X), Y: math.Max(b.Max.Y, x.Y), Z: math.Max(b.Max.Z, x.Z)}
		}
	}
	return b, ok
}

// ErrScene marks errors in the content of a Scene.
var ErrScene = errors.New("bad scene")

// check returns an error with mesh and index if the scene is invalid.
func (s *Scene) check() error {
	if err := s.Camera.check(); err != nil {
		return err
	}
	for i := range s.Meshes {
		m := &s.Meshes[i]
		bad := func(format string, args ...any) error {
			return fmt.Errorf("%w: mesh %d (%q): %s", ErrScene, i, m.Name, fmt.Sprintf(format, args...))
		}
		if p := m.Positions; p != nil {
			switch {
			case m.X != nil:
				return bad("both X and Positions are given, expected one of them")
			case p.Buffer == 0 || p.Offset < 0 || p.Stride < 3 || p.Count < 0:
				return bad("Positions %+v: expected a buffer, offset ≥ 0, stride ≥ 3 and count ≥ 0", *p)
			case s.Bounds.empty():
				return bad("positions are on the device, so Scene.Bounds must be given")
			}
		}
		for k, x := range m.X {
			if !cloth.FiniteVec(x) {
				return bad("X[%d] = %v is not finite", k, x)
			}
		}
		n := m.vertices()
		for t, tri := range m.Tri {
			for _, v := range tri {
				if v < 0 || int(v) >= n {
					return bad("Tri[%d] = %v: expected vertices 0 to %d", t, tri, n-1)
				}
			}
		}
		if w := m.Material.Weave; w < 0 || w >= weaves {
			return bad("unknown weave %d", w)
		}
		if m.Paint != nil && len(m.Paint) != len(m.Tri) {
			return bad("%d paints, expected one per triangle (%d)", len(m.Paint), len(m.Tri))
		}
		for t, k := range m.Paint {
			if k < -1 || int(k) >= len(m.Paints) {
				return bad("Paint[%d] = %d: expected -1 to %d", t, k, len(m.Paints)-1)
			}
		}
		if m.UV != nil && len(m.UV) != len(m.Tri) {
			return bad("%d UV entries, expected one per triangle (%d)", len(m.UV), len(m.Tri))
		}
		if m.Scalar != nil && len(m.Scalar) != n && len(m.Scalar) != len(m.Tri) {
			return bad("%d scalars, expected one per vertex (%d) or per triangle (%d)", len(m.Scalar), n, len(m.Tri))
		}
		for k, v := range m.Scalar {
			if !cloth.Finite(v) {
				return bad("Scalar[%d] = %v is not finite", k, v)
			}
		}
	}
	if !cloth.FiniteVec(s.Bounds.Min) || !cloth.FiniteVec(s.Bounds.Max) {
		return fmt.Errorf("%w: Bounds %v are not finite", ErrScene, s.Bounds)
	}
	if l := s.Legend; l != nil {
		return l.check()
	}
	return nil
}
