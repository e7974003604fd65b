package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
)

// restingProblems lists layers without friction, with no forces sideways.
func restingProblems() []Problem {
	const topic, source = "Contact with bodies", "the forces of level layers are along their normal: no sheet moves " +
		"sideways. Layers whose energy depends on where they lie leave with up to √(g·p), p the depth of the lowest under " +
		"the weight"
	return []Problem{
		{
			Name: "frictionless-cards", Topic: topic, Run: frictionlessCards, Source: source,
			What: "Three cards of paper lie on each other without friction, rim on rim and corner on corner.",
		},
		{
			Name: "frictionless-stack", Topic: topic, Run: frictionlessStack, Source: source,
			What: "Twenty sheets of card lie on each other without friction, of different meshes, turned by 17° each.",
		},
	}
}

// lie lays level sheets without friction on each other, each shifted by x and turned about y, and lets them come to
// rest in 12 steps. It checks the largest lateral speed in the following half second, up to a fraction most of √(g·p),
// with the depth p of the lowest sheet.
func lie(e *Env, f cloth.Fabric, what string, h, most float64, sheets []*Sheet, shift []r2.Vec, turn []float64) error {
	const settle, seconds = 12, .5
	f = airless(f)
	f.Friction, f.ClothFriction = 0, 0
	set := step.DefaultSettings()
	set.SelfThickness, set.MaxNewton, set.Tolerance, set.Gravity = .0005, 100, e.Tol(1e-9, 1e-6), r3.Vec{Y: -9.81}
	var parts []cloth.Part
	for k, s := range sheets {
		r := r3.NewRotation(turn[k], r3.Vec{Y: 1})
		p := s.Part(f, func(q r2.Vec) r3.Vec {
			x := r.Rotate(r3.Vec{X: q.X, Z: -q.Y})
			return r3.Add(x, r3.Vec{X: shift[k].X, Y: set.Thickness + set.SelfThickness*float64(k), Z: shift[k].Y})
		})
		p.Name = fmt.Sprint("sheet ", k)
		parts = append(parts, p)
	}
	m, err := cloth.NewModel(parts)
	if err != nil {
		return err
	}
	sim, err := e.Backend.New(m, nil, []step.Collider{{Normal: r3.Vec{Y: 1}}}, set)
	if err != nil {
		return err
	}
	r := e.Running(sim, m)
	defer r.Close()
	if err := r.Steps(settle, h); err != nil {
		return err
	}
	st, err := r.State()
	if err != nil {
		return err
	}
	mean := func(x []r3.Vec) []r3.Vec {
		list := make([]r3.Vec, len(m.Parts))
		for k, part := range m.Parts {
			var mass float64
			for i := part.Vertices.Lo; i < part.Vertices.Hi; i++ {
				list[k] = r3.Add(list[k], r3.Scale(m.Mass[i], x[i]))
				mass += m.Mass[i]
			}
			list[k] = r3.Scale(1/mass, list[k])
		}
		return list
	}
	from := mean(st.X)
	if err := r.Steps(int(seconds/h+.5), h); err != nil {
		return err
	}
	if st, err = r.State(); err != nil {
		return err
	}
	fast := 0.
	for k, x := range mean(st.X) {
		d := r3.Sub(x, from[k])
		fast = max(fast, math.Hypot(d.X, d.Z)/seconds)
	}
	unit := 9.81 * math.Sqrt(float64(len(sheets))*f.Density/set.ContactStiffness) // √(g·p), p = nρg/k
	e.Bound(sheets[0].Name(), fmt.Sprintf("%s, steps of 1/%.0f s: fastest sheet over √(g·p) = %.2g mm/s", what, 1/h,
		1e3*unit), "", most, fast/unit)
	return nil
}

func frictionlessCards(e *Env) error {
	shift := []r2.Vec{{}, {X: 1e-5, Y: 4e-6}, {X: -3e-6, Y: 7e-6}} // [m]: as of cut cloth, not exact
	f, err := shippedFabric("paper")
	if err != nil {
		return err
	}
	for _, kind := range e.Kinds(Right, Alternating, Unstructured) {
		s := RectSheet(kind, SheetBox{U0: -.04, V0: -.03, U1: .04, V1: .03}, RowsFor(kind, .08, .01), 6)
		for _, h := range []float64{1. / 24, 1. / 96, 1. / 1000}[:Pick(e, 3, 3, 2)] {
			if err := lie(e, f, "cards", h, .05, []*Sheet{s, s, s}, shift, make([]float64, 3)); err != nil {
				return err
			}
		}
	}
	return nil
}

func frictionlessStack(e *Env) error {
	f, err := shippedFabric("paper")
	if err != nil {
		return err
	}
	// So stiff that unsupported corners do not bend down: sheets on a slope slide.
	for _, c := range []*cloth.Component{&f.BendWarp, &f.BendWeft} {
		*c = cloth.Component{Elastic: law.Scaled(c.Elastic, 1000)}
	}
	count := Pick(e, 20, 20, 6)
	var sheets []*Sheet
	var turn []float64
	for k := range count {
		kind := []MeshKind{Right, Unstructured, Alternating}[k%3]
		rows := 4 + k%2
		sheets = append(sheets, RectSheet(kind, SheetBox{U0: -.03, V0: -.03, U1: .03, V1: .03},
			RowsFor(kind, .06, .06/float64(rows)), rows))
		turn = append(turn, .3*float64(k))
	}
	for _, h := range []float64{1. / 24, 1. / 96, 1. / 1000}[:Pick(e, 3, 2, 1)] {
		if err := lie(e, f, fmt.Sprint(count, " sheets"), h, .2, sheets, make([]r2.Vec, count), turn); err != nil {
			return err
		}
	}
	return nil
}
