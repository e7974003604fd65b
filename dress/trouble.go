package dress

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/contact/bvh"
	"hysteron/scenes"
	"hysteron/step"
)

// Trouble is the reason why a scene cannot be started, with its place.
type Trouble struct {
	Err    error
	X      []r3.Vec    // of the cloth [m]
	Time   float64     // of the bodies [s]
	Bodies []body.Body // in their poses at that time
	Marked []int32     // triangles that show the reason; nil: those that intersect

	tight bool // stretched because it is tight, within the strength of cloth
	seams bool // while seams were closing
}

func (t *Trouble) Error() string { return t.Err.Error() }

func (t *Trouble) Unwrap() error { return t.Err }

// taut returns the triangle with the largest stretch, the stretch, and all triangles beyond slack.
func taut(m *cloth.Model, x []r3.Vec) (worst int32, most float64, marked []int32) {
	for t := range m.Tri {
		l := m.Stretch(t, x)
		if l > most {
			worst, most = int32(t), l
		}
		if l > slack {
			marked = append(marked, int32(t))
		}
	}
	return worst, most, marked
}

// stretched returns the trouble of cloth that stays stretched after its seams closed: the worst place and the likely
// cause.
func (d *dresser) stretched() *Trouble {
	m, x, at := d.setup.Model, d.sim.State.X, d.sim.State.Time
	worst, most, marked := taut(m, x)
	part := m.Rest[worst].Part
	text := fmt.Sprintf("%s: %s: the cloth is still stretched %.2f times after its seams were drawn together: expected "+
		"at most %.1f; ", m.Parts[part].Name, placeOf(d.setup, x, worst), most, slack)
	return &Trouble{Err: fmt.Errorf("%s%s", text, d.advice(x, at, worst)), X: slices.Clone(x), Time: at,
		Bodies: d.setup.Bodies, Marked: marked, seams: true, tight: most <= cloth.TearStretch}
}

// unsettled adds to an error of settling where the cloth is stretched most, and the likely cause.
func (d *dresser) unsettled(err error) error {
	m, x, at := d.setup.Model, d.sim.State.X, d.sim.State.Time
	worst, most, marked := taut(m, x)
	if failed := (*step.StepError)(nil); !errors.As(err, &failed) || most <= slack {
		return fmt.Errorf("settling: %w", err)
	}
	return fmt.Errorf("dressing: %w", &Trouble{Err: fmt.Errorf("%s: %s: the cloth is stretched %.2f times while it "+
		"settles (%w); %s", m.Parts[m.Rest[worst].Part].Name, placeOf(d.setup, x, worst), most, err, d.advice(x, at, worst)),
		X: slices.Clone(x), Time: at, Bodies: d.setup.Bodies, Marked: marked})
}

// advice returns the likely cause of stretched cloth at a triangle.
func (d *dresser) advice(x []r3.Vec, at float64, t int32) string {
	m := d.setup.Model
	part := m.Rest[t].Part
	v := m.Parts[part].Vertices
	if g := d.setup.Scene.Ground; g != nil {
		below, deepest := 0, 0.0
		for _, p := range m.X0[v.Lo:v.Hi] {
			if p.Y < g.Height {
				below, deepest = below+1, max(deepest, g.Height-p.Y)
			}
		}
		if 20*below > v.Hi-v.Lo {
			return fmt.Sprintf("%d of its %d vertices start up to %.2f m below the ground: lift it with offset_m = "+
				"[0, %.2f, 0] or more, or use a pattern for the body's height",
				below, v.Hi-v.Lo, deepest, math.Ceil(100*deepest)/100)
		}
	}
	if g, ok := girthsAt(d.setup, x, at, t); ok {
		name, room := d.setup.Scene.Bodies[g.body].Name, 2*math.Pi*(d.setup.Settings.Thickness+m.Parts[part].Gap)
		switch {
		case g.cloth < g.flesh:
			return fmt.Sprintf("the pattern is %.3f m round there, body %q %.3f m: expected a larger scale of "+
				"the garment, or a smaller body there", g.cloth, name, g.flesh)
		case g.cloth < g.flesh+room:
			return fmt.Sprintf("the pattern is %.3f m round there, body %q %.3f m and %.3f m with the layer of contact around "+
				"it: expected a smaller gap_m, contact.thickness_m or edge_length_m", g.cloth, name, g.flesh, g.flesh+room)
		}
		if n, deep := inside(d.setup, m.X0[v.Lo:v.Hi], at); n > 0 {
			return fmt.Sprintf("the pattern is %.3f m round there, body %q %.3f m, so that it would fit, but %d "+
				"vertices start up to %.3f m inside a body: move the panels off it with offset_m or in the pattern",
				g.cloth, name, g.flesh, n, deep)
		}
		return fmt.Sprintf("the pattern is %.3f m round there, body %q %.3f m, so that it would fit: a panel starts on the "+
			"wrong side of a limb; move it with offset_m or in the pattern", g.cloth, name, g.flesh)
	}
	if n, deep := inside(d.setup, m.X0[v.Lo:v.Hi], at); deep > d.setup.Settings.Thickness {
		return fmt.Sprintf("no body is near, but %d vertices start up to %.3f m inside one: move the panels off it "+
			"with offset_m or in the pattern", n, deep)
	}
	return d.apart(int(part))
}

// apart tests whether the seams of a garment with no body near close without any body, and returns the conclusion.
func (d *dresser) apart(part int) string {
	text := "no body is near, and its seams do not close without one either: expected two sides of about the same " +
		"length in each seam, stitched to the edges that they belong to"
	if part >= len(d.setup.Scene.Garments) {
		return text
	}
	alone, err := coarse(d.setup.Scene.Alone(part, false), nil)
	if err != nil {
		return text
	}
	e := &dresser{setup: alone, work: trialNewton, opt: quiet(d.opt)}
	defer e.close()
	if e.open(alone.Colliders) == nil && e.closeSeams() == nil {
		return "no body is near; its seams close without bodies, so one holds it elsewhere: expected another " +
			"offset_m, or another pose of the body (dress_arms_deg, dress_legs_deg)"
	}
	return text
}

// inside returns the number of points inside a body, and the depth of the deepest [m].
func inside(setup *scenes.Setup, x []r3.Vec, at float64) (n int, deepest float64) {
	for _, b := range setup.Bodies {
		y := make([]r3.Vec, b.NumVertices())
		b.Positions(y, at)
		tree, err := bvh.New(b.Triangles(), y)
		if err != nil {
			continue // colliders have the same trees
		}
		for _, p := range x {
			if h := tree.Closest(p, -1).Dist; h < 0 {
				n, deepest = n+1, max(deepest, -h)
			}
		}
	}
	return n, deepest
}

// stuck returns the trouble of cloth that moves too far in the shortest step.
func (d *dresser) stuck(vertex int, move float64, err error) *Trouble {
	m, x := d.setup.Model, d.sim.State.X
	t := slices.IndexFunc(m.Tri, func(v [3]int32) bool { return slices.Contains(v[:], int32(vertex)) })
	why := fmt.Errorf("%s: %s: no step is small enough to draw its seams together: in the last one a vertex moved %.3g "+
		"m; %s",
		m.Parts[m.Rest[t].Part].Name, placeOf(d.setup, x, int32(t)), move, d.advice(x, d.sim.State.Time, int32(t)))
	if err != nil {
		why = fmt.Errorf("%w (%w)", why, err)
	}
	return &Trouble{Err: why, X: slices.Clone(x), Time: d.sim.State.Time, Bodies: d.setup.Bodies,
		Marked: []int32{int32(t)}, seams: true}
}
