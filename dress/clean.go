package dress

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/check"
	"hysteron/cloth"
	"hysteron/contact/bvh"
	"hysteron/scenes"
	"hysteron/step"
	"hysteron/untangle"
)

// clean untangles a start state with self-intersections, since contact of cloth with cloth keeps the side on which
// layers are. Without intersections it does nothing.
//
// Only positions change. The caller has to restart the history of friction at the new ones (cpu.Restart).
//
// Meanwhile cloth is kept out of bodies and ground. If bodies is nil there are none, and the cloth may be torn, since
// it contracts again afterwards. progress is called with the share of the iterations, note with the result, and watch,
// which may be nil, during iterations. On an error, a *Trouble with the remaining tangles or the stretch, the state is
// unchanged.
func clean(setup *scenes.Setup, s *cloth.State, bodies []body.Body, progress func(done float64), note func(string),
	watch step.Watch) error {
	m := setup.Model
	var stopped atomic.Pointer[error]
	found := check.Checker{Stop: func() bool {
		if watch == nil {
			return false
		}
		err := watch(step.Moment{Stage: step.Preparing})
		if err != nil {
			stopped.Store(&err)
		}
		return err != nil
	}}.Check(check.Mesh{X: s.X, Tri: m.Tri}, nil, nil)
	if found.Stopped {
		return *stopped.Load()
	}
	before := found.Self
	if len(before) == 0 {
		return nil
	}
	in, err := untangling(setup, s, bodies)
	if err != nil {
		return err
	}
	if bodies == nil {
		in.Keep = nil
	}
	refuse := func(format string, args ...any) error {
		err := fmt.Errorf("the cloth passes through itself at the start: %s; %s. %s", tangled(m, before),
			fmt.Sprintf(format, args...), advice)
		return &Trouble{Err: err, X: slices.Clone(in.X), Time: s.Time, Bodies: setup.Bodies}
	}
	in.Each = func(iteration, _ int) { progress(float64(iteration) / untangle.DefaultIterations) }
	x, rep, err := untangle.Run(in)
	if err != nil {
		return err
	}
	if rep.After > 0 {
		return refuse("%d of %d pairs of faces could not be untangled: %s", rep.After, rep.Before, clusters(m, rep.Clusters))
	}
	if worst, l := tear(m, x); bodies != nil && worst > 1 && l > m.MaxStretch(in.X) {
		return refuse("to untangle it, a vertex had to be moved %.3g m and a triangle to be stretched %.2f times: expected "+
			"at most %.1f times, or by %g mm", rep.Farthest, l, strained, 1e3*tooStretched)
	}
	copy(s.X, x)
	note(fmt.Sprintf("untangled %s: %d of %d vertices moved, by up to %.2g mm; velocities stay, friction starts from "+
		"the new positions",
		tangled(m, before), rep.Moved, len(x), 1e3*rep.Farthest))
	return nil
}

// Limits of untangling for a triangle: a principal stretch, or for short edges an extension [m], which is the same for
// edges of 1 cm. The cloth contracts again afterwards; a larger stretch means that it was no small tangle. Moves of a
// centimetre stretch edges of 1 cm by 1.6 times, edges of half of that twice.
const (
	strained     = 2.5
	tooStretched = 0.015
)

// tear returns the stretch of the worst triangle relative to the limit, and the stretch.
func tear(m *cloth.Model, x []r3.Vec) (worst, stretch float64) {
	for t := range m.Tri {
		l := m.Stretch(t, x)
		edge := math.Sqrt(4 / math.Sqrt(3) * m.Rest[t].Area) // edge of an equilateral triangle
		if w := min(l/strained, (l-1)*edge/tooStretched); w > worst {
			worst, stretch = w, l
		}
	}
	return worst, stretch
}

const advice = "hysteron check --dressed -o DIR shows where. Move the pieces apart, give outer garments a higher " +
	"layer and a larger gap_m, shorten edges where cloth is folded tightly, or set contact.self = false"

// untangling describes a state to package untangle: bodies and ground at their present positions, garments in their
// layers.
func untangling(setup *scenes.Setup, state *cloth.State, bodies []body.Body) (in untangle.Input, err error) {
	m := setup.Model
	in = untangle.Input{X: state.X, Tri: m.Tri, Mass: m.Mass, Pinned: make([]bool, len(m.X0)),
		Layer: make([]int, len(m.X0))}
	for i := range m.Pins {
		if p := &m.Pins[i]; p.Active(state.Time) {
			in.Pinned[p.Vertex] = true
		}
	}
	if len(m.Rigid) > 0 { // which stay where they are
		in.Mass = slices.Clone(m.Mass)
		for _, r := range m.Rigid {
			for v := r.Vertices.Lo; v < r.Vertices.Hi; v++ {
				in.Mass[v], in.Pinned[v] = r.Mass, true
			}
		}
	}
	for v, part := range m.Part {
		in.Layer[v] = -1
		if p := &setup.Pieces[part]; p.Garment { // the right side of a garment is outside
			in.Layer[v] = p.Layer
		}
	}
	var trees []*bvh.Tree
	for k, b := range bodies {
		x := make([]r3.Vec, b.NumVertices())
		b.Positions(x, state.Time)
		in.Bodies = append(in.Bodies, check.Mesh{X: x, Tri: b.Triangles()})
		tree, err := bvh.New(b.Triangles(), x)
		if err != nil {
			return in, fmt.Errorf("%s: %w", setup.Scene.Bodies[k].Name, err)
		}
		trees = append(trees, tree)
	}
	least := setup.Settings.Thickness * keptOff
	in.Keep = func(v int, x r3.Vec) r3.Vec {
		for _, t := range trees {
			if h := t.Closest(x, -1); h.Dist < least {
				x = r3.Add(x, r3.Scale(least-h.Dist, h.Normal))
			}
		}
		for _, c := range setup.Colliders {
			if c.Surface == nil {
				if d := r3.Dot(c.Normal, r3.Sub(x, c.Point)); d < least {
					x = r3.Add(x, r3.Scale(least-d, c.Normal))
				}
			}
		}
		return x
	}
	return in, nil
}

// keptOff is the share of the contact layer of bodies that cloth may penetrate: the step leaves at least as much.
const keptOff = 0.1

// tangled lists the number of pairs by part.
func tangled(m *cloth.Model, pairs []check.Pair) string {
	count := map[[2]int32]int{}
	var order [][2]int32
	for _, p := range pairs {
		k := [2]int32{m.Rest[p[0]].Part, m.Rest[p[1]].Part}
		if k[0] > k[1] {
			k[0], k[1] = k[1], k[0]
		}
		if count[k] == 0 {
			order = append(order, k)
		}
		count[k]++
	}
	slices.SortFunc(order, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	var list []string
	for _, k := range order {
		who := m.Parts[k[0]].Name + " with itself"
		if k[0] != k[1] {
			who = m.Parts[k[0]].Name + " and " + m.Parts[k[1]].Name
		}
		list = append(list, fmt.Sprintf("%d intersections of %s", count[k], who))
	}
	return strings.Join(list, ", ")
}

// clusters lists the largest remaining tangles.
func clusters(m *cloth.Model, left []untangle.Cluster) string {
	const most = 3
	left = slices.DeleteFunc(left, func(c untangle.Cluster) bool { return c.Pairs == 0 }) // only with a body
	var list []string
	for _, c := range left[:min(len(left), most)] {
		var names []string
		for _, t := range c.Triangles {
			if n := m.Parts[m.Rest[t].Part].Name; !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
		list = append(list, fmt.Sprintf("%d of %s around (%.3f, %.3f, %.3f) m", c.Pairs, strings.Join(names, " and "), c.At.X,
			c.At.Y, c.At.Z))
	}
	if n := len(left) - most; n > 0 {
		list = append(list, fmt.Sprintf("%d other places", n))
	}
	return strings.Join(list, ", ")
}
