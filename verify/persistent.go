package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/report"
	"hysteron/verify/exact"
)

// specimen is a triangle or a pair of triangles with one free vertex, the last; the others are held. A load on it
// changes one strain.
type specimen struct {
	fabric    string
	component int
	law       exact.Dahl
	elastic   *cloth.Component
	part      cloth.Part
	load      r3.Vec // gives about the strain top [N]
	want, top float64
}

// swing is the approximate displacement of the free vertex at the top strain [m].
const swing = .003

func newSpecimen(f cloth.Fabric, k int) specimen {
	f.Bending, f.BendCoupling = cloth.HingeBending, 0 // one hinge has one strain
	q := specimen{fabric: f.Name, component: k, elastic: components(&f)[k]}
	c := q.elastic
	q.law = dahl(c)
	q.want = q.law.Persistent(c.Spring().K1, c.Spring().K2)
	q.top = q.want + 9*c.Dahl().Tau
	stress := (c.Spring().K1+c.Spring().K2*q.top)*q.top + q.law.To(0, 0, q.top)
	build := func(uv []r2.Vec, tri ...[3]int32) cloth.Part {
		p := cloth.Part{Name: f.Name, Fabric: f, Tri: tri}
		for i, q := range uv {
			p.X = append(p.X, r3.Vec{X: q.X, Z: -q.Y})
			if i < len(uv)-1 {
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
			}
		}
		for _, c := range tri {
			p.UV = append(p.UV, [3]r2.Vec{uv[c[0]], uv[c[1]], uv[c[2]]})
		}
		return p
	}
	// The force on the apex of a triangle of height a over a base of 2a is stress × a × stretch.
	stretch := math.Sqrt(1 + 2*q.top)
	a := swing / (stretch - 1)
	if k == 2 {
		a = swing / q.top
	}
	// A hinge between triangles of height r over an edge of 2r turns by ε·r/3; its moment is stress × edge.
	r := math.Sqrt(3 * swing / q.top)
	up := r3.Vec{Y: 2 * stress / math.Cos(q.top*r/3)}
	switch k {
	case 0:
		q.part = build([]r2.Vec{{Y: a}, {Y: -a}, {X: a}}, [3]int32{0, 1, 2})
		q.load = r3.Vec{X: stress * a * stretch}
	case 1:
		q.part = build([]r2.Vec{{X: -a}, {X: a}, {Y: a}}, [3]int32{0, 1, 2})
		q.load = r3.Vec{Z: -stress * a * stretch}
	case 2:
		q.part = build([]r2.Vec{{X: -a}, {X: a}, {Y: a}}, [3]int32{0, 1, 2})
		q.load = r3.Vec{X: stress * a}
	case 3:
		q.part = build([]r2.Vec{{Y: -r}, {Y: r}, {X: -r}, {X: r}}, [3]int32{0, 1, 2}, [3]int32{1, 0, 3})
		q.load = up
	case 4:
		q.part = build([]r2.Vec{{X: r}, {X: -r}, {Y: -r}, {Y: r}}, [3]int32{0, 1, 2}, [3]int32{1, 0, 3})
		q.load = up
	}
	return q
}

// strain returns the strain of the specimen in part i of the model, in a state.
func (q *specimen) strain(m *cloth.Model, i int, st *cloth.State) float64 {
	if q.component < 3 {
		return st.Past[cloth.Triangles].Eps(m.Parts[i].Tris.Lo, q.component)
	}
	return st.Past[cloth.Hinges].Eps(m.Parts[i].Hinges.Lo, 0)
}

func persistentStrain(e *Env) error {
	fabrics, err := shippedFabrics()
	if err != nil {
		return err
	}
	var list []specimen
	var parts []cloth.Part
	for _, f := range fabrics {
		for k, c := range components(&f) {
			if c.Dahl().Active() {
				list = append(list, newSpecimen(f, k))
				parts = append(parts, list[len(list)-1].part)
			}
		}
	}
	m, err := cloth.NewModel(parts)
	if err != nil {
		return err
	}
	// Masses for which a step under the full load starts 2·swing away, see rest.go.
	const h = .1
	load := make([]r3.Vec, len(m.X0))
	for i, q := range list {
		v := m.Parts[i].Vertices.Hi - 1
		load[v] = q.load
		m.Mass[v] = h * h * r3.Norm(q.load) / (2 * swing)
	}
	set := Settings()
	set.Gravity, set.AirDensity = r3.Vec{}, 0
	set.MaxNewton, set.Tolerance = 100, e.Tol(1e-12, 1e-8)
	s, err := e.Backend.New(m, nil, nil, set)
	if err != nil {
		return err
	}
	r := e.Running(s, m)
	defer r.Close()
	strain := func() ([]float64, error) {
		st, err := r.State()
		if err != nil {
			return nil, err
		}
		out := make([]float64, len(list))
		for i := range list {
			out[i] = list[i].strain(m, i, st)
		}
		return out, nil
	}
	var reached []float64
	for _, part := range []float64{.3, .7, 1, .6, .3, .1, 0} {
		f := make([]r3.Vec, len(load))
		for i := range f {
			f[i] = r3.Scale(part, load[i])
		}
		if _, err := r.Settle(f, Settling{H: h, Still: e.Tol(1e-11, 3e-8), Most: 300}); err != nil {
			return fmt.Errorf("%g of the load: %w", part, err)
		}
		if part == 1 {
			if reached, err = strain(); err != nil {
				return err
			}
		}
	}
	left, err := strain()
	if err != nil {
		return err
	}
	points, diagonal := report.Line{Name: "fabrics", Points: true}, report.Line{Name: "equal", Dashed: true}
	for i, q := range list {
		unit := "1"
		if q.component >= 3 {
			unit = "1/m"
		} else {
			points.X, points.Y = append(points.X, q.want), append(points.Y, left[i])
		}
		what := fmt.Sprintf("%s, %s", q.fabric, componentNames[q.component])
		e.Check("", fmt.Sprintf("%s, after %.3g", what, reached[i]), unit, q.want, left[i], .01)
		e.Check("", what+", against the exact path", unit, q.law.Unloaded(q.elastic.Spring().K1, q.elastic.Spring().K2,
			reached[i]), left[i], e.Tol(1e-6, 2e-3))
	}
	diagonal.X = []float64{1e-3, 1}
	diagonal.Y = diagonal.X
	e.Plot(report.Plot{Title: "Strain that stays (warp, weft, shear)", X: "expected", Y: "measured", LogX: true,
		LogY: true, Lines: []report.Line{points, diagonal}})
	return nil
}
