// The small scene of the device self-test.

package gpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/param"
	"hysteron/step"
	"hysteron/tetra"
)

// Size of the cloth [m].
const selfTestSize = 0.2

// selfTestScene returns a sheet with friction, pinned at two corners, in gusts, over a tilted plane and a face of a
// rising tetrahedron; a smaller sheet of springs with curvature bending that falls on it; solids, each pinned at one
// side; and two rigid boxes, one on the plane and one on the other box.
func selfTestScene() (*cloth.Model, []step.Collider, step.Settings, error) {
	set := step.DefaultSettings()
	param.SetTestValues(&set)
	set.Tolerance = 2e-7
	set.Wind = step.Wind{Velocity: r3.Vec{X: 2, Y: .5, Z: 1}, Gust: .4, Frequency: 2}
	friction := law.Dahl{A: 2, B: 3, Tau: .006}
	stretch := cloth.Component{Elastic: law.Elastic{K1: 130, K2: 60}, Friction: friction,
		Damping: law.Damping{Ratio: .001}}
	bend := cloth.Component{Elastic: law.Elastic{K1: 4e-6, K2: 1e-8}, Friction: law.Dahl{A: 1e-4, B: 1e-6, Tau: 10},
		Damping: law.Damping{Ratio: .001}, Relaxing: law.Relaxing{Share1: .3, Time1: .01, Time2: 1, Time3: 1}}
	fabric := cloth.Fabric{
		Name: "self-test", Density: .14, Warp: stretch, Weft: stretch, Shear: cloth.Component{Elastic: law.Elastic{K1: 30},
			Damping: law.Damping{Ratio: .001}},
		Coupling: .1, BendWarp: bend, BendWeft: bend, Friction: .3, ClothFriction: .3, Drag: 1.28, DragSkin: .05,
		LimitStretch: 1.02, LimitFrom: .05,
	}
	const n = 9
	p := sheet(fabric, n, 0, 1.4)
	for _, v := range []int32{0, n - 1} {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: v, Point: p.X[v]})
	}
	fabric.Bending = cloth.CurvatureBending
	fabric.Stretch, fabric.Coupling, fabric.Second = cloth.SpringStretch, 0, cloth.Component{Elastic: law.Elastic{K1: 10}}
	// From this height the sheets press on each other in every step, and only the first step is sensitive to
	// rounding. At 0.1 mm more, a perturbation of positions by 1e-7 m changes the reference's fourth step by 0.18
	// mm.
	parts := []cloth.Part{p, sheet(fabric, 4, .04, 1.40312)}
	for i, k := range law.SolidKinds {
		block, err := selfTestBlock(k.Given(2e4, .3), .3+.1*float64(i))
		if err != nil {
			return nil, nil, set, err
		}
		parts = append(parts, block)
	}
	boxes, err := selfTestBoxes(&set)
	if err != nil {
		return nil, nil, set, err
	}
	m, err := cloth.NewModel(append(parts, boxes...))
	if err != nil {
		return nil, nil, set, err
	}
	return m, []step.Collider{
		{Surface: rising{}, Friction: -1, Blunt: true},
		{Point: r3.Vec{Y: 1.396}, Normal: r3.Unit(r3.Vec{X: -.02, Y: 1}), Friction: .4},
	}, set, nil
}

// sheet returns a wavy sheet of n×n vertices at height y, offset by margin from the corner of the cloth.
func sheet(f cloth.Fabric, n int, margin, y float64) cloth.Part {
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

// selfTestBlock returns a soft beam at x, pinned at one end, with a corner pushed in.
func selfTestBlock(of law.Solid, x float64) (cloth.Part, error) {
	m := tetra.BoxOf(r3.Vec{X: .05, Y: .02, Z: .02}, [3]int{2, 1, 1})
	for i := range m.X {
		m.X[i] = r3.Add(m.X[i], r3.Vec{X: x, Y: 1.6})
	}
	strain := cloth.Component{Damping: law.Damping{Ratio: .001}, Friction: law.Dahl{A: 100, B: 200, Tau: .02}}
	p, err := cloth.SolidPart("self-test", m.X, m.Tets, m.Surface(), cloth.SolidMaterial{Density: 30, Law: of,
		Friction: .3, Strain: strain})
	pushed := 0
	for i, v := range p.X {
		if v.X < x-.024 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: v})
		}
		if v.X > p.X[pushed].X {
			pushed = i
		}
	}
	p.X[pushed].X -= .01
	return p, err
}

// selfTestBoxes returns a rigid box that slides on the plane, and one on it that turns, held by a soft pin.
func selfTestBoxes(set *step.Settings) (parts []cloth.Part, err error) {
	const side = .03
	at := r3.Vec{X: -.15, Y: 1.393 + side/2 + .9*set.Thickness, Z: .1}
	for i, name := range []string{"lower box", "upper box"} {
		m := tetra.BoxOf(r3.Vec{X: side, Y: side, Z: side}, [3]int{1 + i, 1, 1})
		for k := range m.X {
			m.X[k] = r3.Add(m.X[k], at)
		}
		p, err := cloth.RigidPart(name, m.X, m.Surface(), cloth.RigidMaterial{Density: 200 + 100*float64(i), Friction: .3,
			ClothFriction: .4})
		if err != nil {
			return nil, err
		}
		p.Velocity, p.Spin = r3.Vec{X: .3}, r3.Vec{Y: 2 * float64(i), Z: -.1}
		parts = append(parts, p)
		at = r3.Add(at, r3.Vec{X: .004, Y: side + .8*set.SelfThickness, Z: .003})
	}
	p := &parts[1]
	p.Pins = []cloth.Pin{{Vertex: 0, Point: r3.Add(p.X[0], r3.Vec{Y: .001}), Stiffness: 40}}
	return parts, nil
}

// selfTestSheet returns a wavy sheet of n×n vertices, pinned at two corners, for measurements.
func selfTestSheet(n int) (*cloth.Model, error) {
	part := cloth.Component{Elastic: law.Elastic{K1: 100}, Damping: law.Damping{Ratio: .001}}
	bend := cloth.Component{Elastic: law.Elastic{K1: 4e-6}, Damping: law.Damping{Ratio: .001}}
	p := sheet(cloth.Fabric{Name: "sheet", Density: .14, Warp: part, Weft: part, Shear: part, BendWarp: bend,
		BendWeft: bend}, n, 0, 0)
	for _, v := range []int32{0, int32(n) - 1} {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: v, Point: p.X[v]})
	}
	return cloth.NewModel([]cloth.Part{p})
}

// rising is a tetrahedron that moves up under half of the sheet, a slightly tilted face first. The closest points stay
// on one face, so contacts are not sensitive to rounding.
type rising struct{}

func (rising) NumVertices() int { return 4 }

func (rising) Triangles() [][3]int32 { return [][3]int32{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}} }

func (rising) Positions(dst []r3.Vec, t float64) {
	for i, x := range []r3.Vec{{X: .1, Y: 1, Z: -.1}, {X: .6, Y: 1.39, Z: .5}, {X: .09, Y: 1.394, Z: -.1},
		{X: .6, Y: 1.39, Z: -.7}} {
		dst[i] = r3.Add(x, r3.Vec{Y: .1 * t})
	}
}

// selfTestSteering pulls two vertices of the sheet by grabs with about twice their weight, one of them with a limit of
// the distance.
func selfTestSteering(m *cloth.Model, set *step.Settings) step.Steering {
	by := set.Steering()
	for _, v := range []int32{44, 53} {
		by.Grabs = append(by.Grabs, step.Grab{Vertex: v, Stiffness: .4, Target: r3.Add(m.X0[v], r3.Vec{X: .001, Y: .004})})
	}
	l := &by.Grabs[1]
	l.Leash = step.Leash{Centre: r3.Add(m.X0[l.Vertex], r3.Vec{Y: .003}), Length: .002, Force: .0005}
	return by
}
