package body

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats/gltf"
)

// expectNear compares points to within a tolerance.
func expectNear(t *testing.T, what string, got, want []r3.Vec, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d points, want %d", what, len(got), len(want))
	}
	for i := range got {
		if d := r3.Norm(r3.Sub(got[i], want[i])); !(d <= tol) {
			t.Errorf("%s: point %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// gltfNode is a node at rest.
func gltfNode(name string, parent int, at r3.Vec) gltf.Node {
	n := gltf.Node{Name: name, Parent: parent, Mesh: -1, Skin: -1, HasTRS: true, R: identity, S: r3.Vec{X: 1, Y: 1, Z: 1},
		T: at}
	n.Local = [16]float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, at.X, at.Y, at.Z, 1}
	return n
}

// cuboid are the corners and triangles of a box from lo to hi.
func cuboid(lo, hi r3.Vec) (x []r3.Vec, tri [][3]int32) {
	for i := range 8 {
		p := lo
		if i&1 != 0 {
			p.X = hi.X
		}
		if i&2 != 0 {
			p.Y = hi.Y
		}
		if i&4 != 0 {
			p.Z = hi.Z
		}
		x = append(x, p)
	}
	for _, q := range [][4]int32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		tri = append(tri, [3]int32{q[0], q[1], q[2]}, [3]int32{q[0], q[2], q[3]})
	}
	return x, tri
}

// arm is a bar from the origin to x = 2 on two joints, at 0 and at 1; its file stands it 10 to the left. The joint in
// the middle bends by 90° about z and doubles in size from 1 to 3 s.
func arm() *gltf.File {
	x, tri := cuboid(r3.Vec{Y: -.1, Z: -.1}, r3.Vec{X: 2, Y: .1, Z: .1})
	p := gltf.Primitive{X: x, Tri: tri, Influences: 4}
	for _, v := range x {
		joint := int32(0)
		if v.X > 1 {
			joint = 1
		}
		p.Joint, p.Weight = append(p.Joint, joint, 0, 0, 0), append(p.Weight, 1, 0, 0, 0)
	}
	nodes := []gltf.Node{gltfNode("root", -1, r3.Vec{X: 10}), gltfNode("upper", 0, r3.Vec{}),
		gltfNode("lower", 1, r3.Vec{X: 1}), gltfNode("skin", 0, r3.Vec{Y: 77})}
	nodes[3].Mesh, nodes[3].Skin = 0, 0
	s := math.Sqrt(.5)
	at := func(x float64) [16]float64 { return [16]float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, 0, 0, 1} }
	return &gltf.File{
		Nodes: nodes, Meshes: []gltf.Mesh{{Name: "arm", Primitives: []gltf.Primitive{p}}},
		Skins: []gltf.Skin{{Joints: []int{1, 2}, InverseBind: [][16]float64{at(0), at(1)}}},
		Animations: []gltf.Animation{{Name: "bend", Channels: []gltf.Channel{
			{Node: 2, Path: gltf.Rotation, Times: []float64{1, 3}, Values: []float64{0, 0, 0, 1, 0, 0, s, s}, Width: 4},
			{Node: 2, Path: gltf.Scale, Times: []float64{1, 3}, Values: []float64{1, 1, 1, 2, 2, 2}, Width: 3},
		}}},
	}
}

// bent is where the arm's corners are at the fraction u of its clip, by hand.
func bent(x []r3.Vec, u float64) (out []r3.Vec) {
	sin, cos := math.Sincos(u * math.Pi / 2)
	for _, p := range x {
		if p.X > 1 {
			a, b := (1+u)*(p.X-1), (1+u)*p.Y
			p = r3.Vec{X: 1 + a*cos - b*sin, Y: a*sin + b*cos, Z: (1 + u) * p.Z}
		}
		out = append(out, r3.Add(p, r3.Vec{X: 10}))
	}
	return out
}

// Vertices follow joints that turn and scale; time counts from the first key, and from where the clip starts; the
// node of a skinned mesh does not move it.
func TestCharacterFollowsJoints(t *testing.T) {
	g := arm()
	for _, c := range []struct {
		opt  CharacterOptions
		t, u float64
	}{
		{CharacterOptions{}, 0, 0}, {CharacterOptions{}, .5, .25}, {CharacterOptions{}, 2, 1}, {CharacterOptions{}, 9, 1},
		{CharacterOptions{Start: 1}, 0, .5}, {CharacterOptions{Start: 1}, .5, .75}, {CharacterOptions{Loop: true}, 4.5, .25},
		{CharacterOptions{Loop: true, Start: 1}, 1.5, .25}, {CharacterOptions{Still: true}, 2, 0},
	} {
		c.opt.Scale = 1
		b, err := NewCharacter(g, c.opt)
		if err != nil {
			t.Fatal(err)
		}
		x := make([]r3.Vec, b.NumVertices())
		b.Positions(x, c.t)
		expectNear(t, "arm", x, bent(g.Meshes[0].Primitives[0].X, c.u), 1e-12)
	}
}

// Scale, axes and offset place the character in the world; velocities are those of the motion.
func TestCharacterPlaced(t *testing.T) {
	g := arm()
	b, err := NewCharacter(g, CharacterOptions{Scale: .01, ZUp: true, Offset: r3.Vec{Y: 5}})
	if err != nil {
		t.Fatal(err)
	}
	want := bent(g.Meshes[0].Primitives[0].X, .25)
	for i, p := range want {
		want[i] = r3.Vec{X: .01 * p.X, Y: 5 + .01*p.Z, Z: -.01 * p.Y}
	}
	x := make([]r3.Vec, len(want))
	b.Positions(x, .5)
	expectNear(t, "placed", x, want, 1e-12)
	v, h := make([]r3.Vec, len(want)), 1e-3
	b.Velocities(v, .5)
	fast := bent(g.Meshes[0].Primitives[0].X, .25+h/2)
	slow := bent(g.Meshes[0].Primitives[0].X, .25-h/2)
	for i := range want {
		d := r3.Scale(.01/(2*h), r3.Sub(fast[i], slow[i]))
		want[i] = r3.Vec{X: d.X, Y: d.Z, Z: -d.Y}
	}
	expectNear(t, "velocity", v, want, 1e-7)
}

// Before time 0 the character goes from the pose that its skin was made in to where the clip starts, and moves with the
// clip then; where both are the same it takes no time.
func TestCharacterSettles(t *testing.T) {
	g := arm()
	rest := g.Meshes[0].Primitives[0].X
	b, err := NewCharacter(g, CharacterOptions{Scale: 1, Start: 1, Lead: -1})
	if err != nil {
		t.Fatal(err)
	}
	if b.Lead() != lead {
		t.Errorf("lead %g s, want %g", b.Lead(), lead)
	}
	x := make([]r3.Vec, len(rest))
	for at, u := range map[float64]float64{-5: 0, -lead: 0, -.2: .4, -.1: .45, 0: .5} {
		b.Positions(x, at)
		expectNear(t, "settling", x, bent(rest, u), 1e-12)
	}
	// The pose of the nodes in the file may be another one than that of the skin.
	g.Nodes[2].R = quat.Number{Real: math.Sqrt(.5), Jmag: math.Sqrt(.5)}
	b, err = NewCharacter(g, CharacterOptions{Scale: 1, Lead: .5})
	if err != nil {
		t.Fatal(err)
	}
	b.Positions(x, -.5)
	expectNear(t, "bind", x, bent(rest, 0), 1e-12)
	if b, err = NewCharacter(arm(), CharacterOptions{Scale: 1, Lead: -1}); err != nil || b.Lead() != 0 {
		t.Errorf("lead %g s, %v; want 0", b.Lead(), err)
	}
}

// Morph targets displace before joints move; their weights are animated.
func TestCharacterMorphs(t *testing.T) {
	g := arm()
	p := &g.Meshes[0].Primitives[0]
	p.Targets = [][]r3.Vec{nil, make([]r3.Vec, len(p.X))}
	p.Targets[1][7] = r3.Vec{Y: 1}
	g.Meshes[0].Weights = []float64{9, .5}
	c := &g.Animations[0]
	c.Channels = append(c.Channels, gltf.Channel{Node: 3, Path: gltf.Weights, Interpolation: gltf.Step,
		Times: []float64{1, 2.5}, Values: []float64{0, 1, 0, 3}, Width: 2})
	for _, k := range []struct {
		still bool
		t, w  float64
	}{{false, 0, 1}, {false, 1.4, 1}, {false, 1.6, 3}, {true, 0, .5}} {
		b, err := NewCharacter(g, CharacterOptions{Scale: 1, Still: k.still})
		if err != nil {
			t.Fatal(err)
		}
		x, want := make([]r3.Vec, len(p.X)), append([]r3.Vec(nil), p.X...)
		want[7].Y += k.w
		b.Positions(x, k.t)
		u := k.t / 2
		expectNear(t, "morph", x, bent(want, u), 1e-12)
	}
}

// Vertices of primitives at one place are one if they are moved alike, and two if not.
func TestCharacterWelds(t *testing.T) {
	g := arm()
	p := &g.Meshes[0].Primitives[0]
	second := *p
	p.Tri, second.Tri = p.Tri[:5], p.Tri[5:]
	g.Meshes[0].Primitives = append(g.Meshes[0].Primitives, second)
	b, err := NewCharacter(g, CharacterOptions{Scale: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := CheckClosed(b.Triangles(), b.NumVertices()); err != nil || b.NumVertices() != 8 {
		t.Errorf("%d vertices, %v", b.NumVertices(), err)
	}
	q := &g.Meshes[0].Primitives[1]
	q.Joint = append([]int32(nil), q.Joint...)
	q.Joint[4*7] = 0 // one corner stays behind
	if b, err = NewCharacter(g, CharacterOptions{Scale: 1}); err != nil || b.NumVertices() != 9 {
		t.Errorf("%d vertices, %v; want 9", b.NumVertices(), err)
	}
}

func TestCharacterErrors(t *testing.T) {
	many := arm()
	many.Animations = append(many.Animations, gltf.Animation{Name: "stretch"})
	empty := arm()
	empty.Meshes[0].Primitives[0].Tri = nil
	far := arm()
	far.Nodes[0].T.X = 1e9
	for _, c := range []struct {
		g    *gltf.File
		opt  CharacterOptions
		word string
	}{
		{arm(), CharacterOptions{}, "scale 0"},
		{many, CharacterOptions{Scale: 1}, "2 animations: expected the name of one of bend, stretch"},
		{many, CharacterOptions{Scale: 1, Animation: "walk"}, `no animation "walk": expected one of bend, stretch`},
		{arm(), CharacterOptions{Scale: 1, Start: 2.5}, "start at 2.5 s: expected at most the length of the animation, 2 s"},
		{arm(), CharacterOptions{Scale: 1, Meshes: []string{"leg"}}, `no mesh "leg": expected some of skin, arm`},
		{empty, CharacterOptions{Scale: 1}, "no triangles"},
		{far, CharacterOptions{Scale: 1}, "check scale"},
	} {
		if _, err := NewCharacter(c.g, c.opt); err == nil || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%v; expected %q", err, c.word)
		}
	}
}

// A cubic that has the values and slopes of t³ is t³; a rotation goes along the shortest arc at constant speed.
func TestSample(t *testing.T) {
	c := gltf.Channel{Path: gltf.Scale, Interpolation: gltf.Cubic, Times: []float64{1, 2, 4}, Width: 1}
	for _, x := range c.Times {
		c.Values = append(c.Values, 3*x*x, x*x*x, 3*x*x)
	}
	var v [4]float64
	for _, x := range []float64{1, 1.3, 2, 2.9, 4} {
		if sample(&c, x, v[:1]); math.Abs(v[0]-x*x*x) > 1e-12 {
			t.Errorf("t³ at %g is %g", x, v[0])
		}
	}
	sin, cos := math.Sincos(.5)
	r := gltf.Channel{Path: gltf.Rotation, Times: []float64{0, 1}, Values: []float64{0, 0, 0, 1, 0, -sin, 0, -cos},
		Width: 4}
	sample(&r, .25, v[:])
	if want := rotation(r3.Vec{Y: .25}); quat.Abs(quat.Sub(quaternion(v[:]), want)) > 1e-12 {
		t.Errorf("a quarter of the way is %v, want %v", v, want)
	}
}

// Blending transforms goes through rotations where both are rotations, is exact at its ends for any two, and gives the
// inverse of the inverse back.
func TestBlend(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	vec := func() r3.Vec { return r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()} }
	for range 100 {
		a, b := affine{vec(), vec(), vec(), vec()}, affine{vec(), vec(), vec(), vec()}
		p := vec()
		start, end := blend(&a, &b, 1e-12), blend(&a, &b, 1-1e-12)
		if r3.Norm(r3.Sub(start.apply(p), a.apply(p))) > 1e-8 || r3.Norm(r3.Sub(end.apply(p), b.apply(p))) > 1e-8 {
			t.Fatalf("%v to %v begins at %v and ends at %v", a, b, start, end)
		}
		inv := a.inverse()
		if q := inv.apply(a.apply(p)); r3.Norm(r3.Sub(q, p)) > 1e-6 {
			t.Errorf("%v, there and back %v", p, q)
		}
		v, one := vec(), r3.Vec{X: 1, Y: 1, Z: 1}
		q0, q1 := rotation(vec()), rotation(v)
		a, b = trs(p, q0, one), trs(p, quat.Mul(q0, q1), one)
		half := blend(&a, &b, .5)
		if r3.Norm(v) < 3 {
			if want := trs(p, quat.Mul(q0, rotation(r3.Scale(.5, v))), one); r3.Norm(r3.Sub(half.apply(one),
				want.apply(one))) > 1e-9 {
				t.Errorf("half of a turn: %v, want %v", half, want)
			}
		}
	}
	flat := trs(r3.Vec{}, identity, r3.Vec{X: 1})
	if half := blend(&flat, &unmoved, .5); half != trs(r3.Vec{}, identity, r3.Vec{X: 1, Y: .5, Z: .5}) {
		t.Errorf("half of a scale from nothing: %v", half)
	}
}

// Characters from elsewhere become closed bodies, and stand on the floor at a plausible size.
func TestOutsideCharacters(t *testing.T) {
	data := os.Getenv("HYSTERON_DATA")
	if data == "" {
		t.Skip("SKIPPED: HYSTERON_DATA is not set: characters from other programs are not tested")
	}
	for _, c := range []struct {
		file, clip  string
		vertices    int // once welded
		notes       int
		lo, hi      float64 // of the bind pose
		lead, lasts float64
	}{
		{"bodies/makehuman/mh_neutral_fit_walk.glb", "", 13380, 0, 0, 1.717, 0, 3},
		{"characters/RiggedFigure.glb", "", 130, 0, 0, 1.450, lead, 1.25},
		{"characters/robot.glb", "Robot_Walking", 1820, 9, -.02, 4.539, lead, .9583},
		{"characters/SimpleSkin.gltf", "", 20, 1, 0, 2, 0, 5.5},
	} {
		g, err := gltf.Open(filepath.Join(data, c.file))
		if err != nil {
			t.Fatal(err)
		}
		k, err := NewCharacter(g, CharacterOptions{Animation: c.clip, Scale: 1, Lead: -1})
		if err != nil {
			t.Fatal(err)
		}
		b, notes, err := Seal(k, -k.Lead())
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckClosed(b.Triangles(), b.NumVertices()); err != nil {
			t.Errorf("%s: %v", c.file, err)
		}
		x := make([]r3.Vec, b.NumVertices())
		b.Positions(x, -2)
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, p := range x {
			lo, hi = min(lo, p.Y), max(hi, p.Y)
		}
		if len(x) != c.vertices || len(notes) != c.notes || math.Abs(lo-c.lo) > 1e-3 || math.Abs(hi-c.hi) > 1e-3 ||
			k.Lead() != c.lead || math.Abs(k.Duration()-c.lasts) > 1e-4 {
			t.Errorf("%s: %d vertices, %d notes, from %.3f to %.3f m, lead %g s, %.4f s long; want %+v", c.file, len(x),
				len(notes), lo, hi, k.Lead(), k.Duration(), c)
		}
	}
}

// The geometry of a file is that of the skin's pose, with all vertices of the file.
func TestGeometry(t *testing.T) {
	g := arm()
	p := &g.Meshes[0].Primitives[0]
	p.UV = make([]r2.Vec, len(p.X))
	p.UV[3] = r2.Vec{X: .25, Y: .75}
	p.Material = "skin"
	g.Nodes[2].R = rotation(r3.Vec{X: 1}) // not that of the skin
	n := gltfNode("hat", 0, r3.Vec{Y: 2})
	n.Mesh = 1
	g.Nodes = append(g.Nodes, n)
	g.Meshes = append(g.Meshes,
		gltf.Mesh{Primitives: []gltf.Primitive{{X: []r3.Vec{{}, {X: 1}, {Z: 1}}, Tri: [][3]int32{{0, 1, 2}}}}})
	o := Geometry(g)
	expectNear(t, "geometry", o.X, append(bent(p.X, 0), r3.Vec{X: 10, Y: 2}, r3.Vec{X: 11, Y: 2},
		r3.Vec{X: 10, Y: 2, Z: 1}), 1e-12)
	if o.UV[3] != (r2.Vec{X: .25, Y: .25}) || o.Tri[12] != [3]int32{8, 9, 10} || o.TriUV[12] != [3]int32{-1, -1, -1} ||
		o.TriUV[0] != o.Tri[0] {
		t.Errorf("%v, %v, %v", o.UV[3], o.Tri[12], o.TriUV[12])
	}
	if o.Groups[o.Group[0]] != "skin/skin" || o.Groups[o.Group[12]] != "hat" {
		t.Errorf("groups %v", o.Groups)
	}
}

// A vertex of several joints is moved by the mean of their transforms, whatever the weights add up to and however many
// there are; weights of one joint that come twice add up.
func TestCharacterBlendsJoints(t *testing.T) {
	g := arm()
	p := &g.Meshes[0].Primitives[0]
	joint, weight := make([]int32, 0, 8*len(p.X)), make([]float64, 0, 8*len(p.X))
	for v := range p.X {
		joint = append(joint, p.Joint[4*v], 0, 0, 0, 0, 0, 0, 0)
		weight = append(weight, 1, 0, 0, 0, 0, 0, 0, 0)
	}
	copy(joint[8*7:], []int32{1, 0, 0, 0, 0, 1, 0, 0})
	copy(weight[8*7:], []float64{1, .5, 0, 0, 0, .5, 0, 0})
	p.Influences, p.Joint, p.Weight = 8, joint, weight
	b, err := NewCharacter(g, CharacterOptions{Scale: 1})
	if err != nil {
		t.Fatal(err)
	}
	x, want := make([]r3.Vec, len(p.X)), bent(p.X, .5)
	want[7] = r3.Add(r3.Scale(.75, want[7]), r3.Scale(.25, bent(p.X, 0)[7]))
	b.Positions(x, 1)
	expectNear(t, "blend", x, want, 1e-12)
}

// Zones are what each bone moves most, and meshes and materials; they stay the same triangles when the surface is
// closed.
func TestZones(t *testing.T) {
	g := arm()
	p := &g.Meshes[0].Primitives[0]
	p.Material = "skin"
	whole := len(p.Tri)
	p.Tri = p.Tri[2:] // open at z = -0.1
	c, err := NewCharacter(g, CharacterOptions{Scale: 1})
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := Seal(c, 0)
	if err != nil {
		t.Fatal(err)
	}
	zones := Zones(b)
	if len(zones["skin"]) != whole-2 || len(zones["arm"]) != whole-2 || len(zones["upper"])+len(zones["lower"]) != whole-
		2 {
		t.Errorf("%v", zones)
	}
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, 0)
	for _, tri := range zones["lower"] {
		far := 0
		for _, v := range b.Triangles()[tri] {
			if x[v].X > 11 {
				far++
			}
		}
		if far < 2 {
			t.Errorf("triangle %d has %d corners on the lower joint", tri, far)
		}
	}
	m, err := NewMannequin(DefaultMeasurements(), "stand")
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for r := Torso; r <= LegRight; r++ {
		all += len(Zones(m)[r.String()])
	}
	if all != len(m.Triangles()) || len(Zones(m)["knee_L"]) == 0 {
		t.Errorf("%d triangles in regions of %d", all, len(m.Triangles()))
	}
}
