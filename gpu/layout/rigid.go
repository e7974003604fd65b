package layout

import (
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Rigid is the constant part of the rigid bodies of a model. Vertices are in the order of the device, where those of a
// body are consecutive.
type Rigid struct {
	Of     []int32      // per vertex: its body, counted from 1; negative for mass points; 0: none
	Scale  []float32    // per vertex: 0 for bodies, −1 for others; see rigid_matrix.comp
	Body   [][4]int32   // per body: ranges of its vertices and triangles, see Model.Components; its mass points
	Rest   [][4]float32 // per vertex of the model: high and low parts of the offset from the centre at rest [m]
	Table  [][4]float32 // per body: RigidTable texels, see include/rigid_body.glsl
	Bodies int
}

// RigidTable is the number of texels of a body in Rigid.Table.
const RigidTable = 1 + 2*cloth.MassPoints

// NewRigid packs the rigid bodies of a model; it returns an empty Rigid if there are none.
func NewRigid(m *cloth.Model, p *Model) *Rigid {
	if len(m.Rigid) == 0 {
		return &Rigid{}
	}
	k := &Rigid{Bodies: len(m.Rigid), Of: make([]int32, len(m.X0)), Scale: make([]float32, len(m.X0))}
	for i := range k.Scale {
		k.Scale[i] = -1
	}
	rest := make([]r3.Vec, len(m.X0))
	for n, b := range m.Rigid {
		points := b.Points()
		var centre r3.Vec
		for _, v := range points {
			centre = r3.Add(centre, r3.Scale(1./cloth.MassPoints, m.X0[v]))
		}
		for i := b.Vertices.Lo; i < b.Vertices.Hi; i++ {
			rest[i] = r3.Sub(m.X0[i], centre)
			k.Of[p.Place[i]], k.Scale[p.Place[i]] = int32(n+1), 0
		}
		var at [cloth.MassPoints]int32
		for c, v := range points {
			at[c] = p.Place[v]
			k.Of[at[c]] = -int32(n + 1)
		}
		k.Body = append(k.Body, p.Components[p.Component[at[0]]], at)
		k.Table = append(k.Table, massTexels(m, &b, points, rest)...)
	}
	hi, lo := p.Halves(rest)
	for i := range hi {
		k.Rest = append(k.Rest, hi[i], lo[i])
	}
	return k
}

// massTexels returns the texels of a body in Rigid.Table: its mass, the weights of force and torque in residuals (see
// step.Weights), and for each mass point (Σ d·dᵀ)⁻¹·d, with its offset d at rest, in high and low parts [1/m].
func massTexels(m *cloth.Model, b *cloth.Rigid, points [cloth.MassPoints]int32, rest []r3.Vec) (table [][4]float32) {
	second := mat.NewSymDense(3, nil)
	for _, v := range points {
		d := rest[v]
		second.SymRankOne(second, 1, mat.NewVecDense(3, []float64{d.X, d.Y, d.Z}))
	}
	var e mat.EigenSym
	var c mat.Cholesky
	if !e.Factorize(second, false) || !c.Factorize(second) {
		panic("layout: a rigid body without moments of inertia") // cloth.RigidPart returns an error for such a body
	}
	values := e.Values(nil)
	least := b.Mass / cloth.MassPoints * (values[0] + values[1]) // moment of inertia
	table = append(table, Float4(b.Mass, b.Mass/least, 0, 0))
	for _, v := range points {
		var x mat.VecDense
		if err := c.SolveVecTo(&x, mat.NewVecDense(3, []float64{rest[v].X, rest[v].Y, rest[v].Z})); err != nil {
			panic("layout: " + err.Error())
		}
		hi, lo := Split(r3.Vec{X: x.AtVec(0), Y: x.AtVec(1), Z: x.AtVec(2)})
		table = append(table, hi, lo)
	}
	return table
}

// rigidTexts returns the includes by which kernels treat the vertices of rigid bodies: empty ones for a model without.
func rigidTexts(m *cloth.Model) map[string]string {
	if len(m.Rigid) == 0 {
		return map[string]string{
			"rigid_of.glsl":    "#define RIGID(i) false\n#define MASS_POINT(i) false\n#define SAME_BODY(i, j) false\n",
			"rigid_way.glsl":   "#define WAY(i) LOAD4(direction, i).xyz\n",
			"rigid_image.glsl": "#define RIGID_IMAGE(i)\n",
			"rigid_scale.glsl": "#define RIGID_SCALE(i) 0.0\n",
			"rigid_slide.glsl": "#define JOIN_SLIDES(root)\n",
		}
	}
	return map[string]string{
		"rigid_of.glsl": "TEXI1(rigidOf) // per vertex: its rigid body, counted from 1; negative for mass points; 0: none\n" +
			"#define RIGID(i) (TEXEL(rigidOf, i).r != 0)\n" +
			"#define MASS_POINT(i) (TEXEL(rigidOf, i).r < 0)\n" +
			"#define SAME_BODY(i, j) (RIGID(i) && abs(TEXEL(rigidOf, i).r) == abs(TEXEL(rigidOf, j).r))\n",
		"rigid_way.glsl": "IN4(Screw, screw) // see rigid_follow.comp\n" +
			"#define WAY(i) (LOAD4(direction, i).xyz + LOAD4(screw, i).xyz)\n",
		"rigid_image.glsl": "TEX4(rigidImage) // see rigid_precondition.comp\n" +
			"#define RIGID_IMAGE(i) w += TEXEL(rigidImage, i).xyz;\n",
		"rigid_scale.glsl": "TEX1(rigidScale) // see rigid_matrix.comp\n" +
			"#define RIGID_SCALE(i) TEXEL(rigidScale, i).r\n",
		"rigid_slide.glsl": "#include \"rigid_join.glsl\"\n",
	}
}
