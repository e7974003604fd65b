// Trims are sewn onto cloth: hems, seam allowances, tapes and buttons, as scenes declare them, with their effect on the
// triangles of a sewn mesh.

package pattern

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/cloth"

	"hysteron/param"
)

// Trims is the trims of a garment.
type Trims struct {
	Hem    []HemTrim    `key:"hem" doc:"cloth that is doubled along an edge of the pattern, or stiffened and weighted there"`
	Seam   []SeamTrim   `key:"seam" doc:"what the cloth is beside seams, where their allowances lie under it"`
	Button []ButtonTrim `key:"button" doc:"holds two points of the cloth together; the cloth turns freely about it"`
}

// HemTrim is a [[garment.hem]].
type HemTrim struct {
	Label string  `key:"label" check:"required" doc:"edges of the pattern that it runs along"`
	Width float64 `key:"width_m" unit:"m" default:"0.02" check:"above=0 max=1" doc:"how far it reaches from the edge"`
	Layered
	Tape float64 `key:"tape_kg_m" unit:"kg/m" default:"0" check:"min=0 max=10" doc:"weight of a tape, cord or chain in it, per length of the edge"`
}

// SeamTrim is a [[garment.seam]].
type SeamTrim struct {
	Panels    []string `key:"panels" doc:"seams between and within these panels; without it all"`
	Allowance float64  `key:"allowance_m" unit:"m" default:"0.01" check:"above=0 max=0.2" doc:"how far it reaches on each side of the seam"`
	Layered
}

// Layered is the number of layers over each other, and their effect on the cloth.
type Layered struct {
	Layers  float64  `key:"layers" default:"2" check:"min=1 max=50" doc:"of cloth, all that lie over each other there"`
	Stretch *float64 `key:"stretch_factor" check:"above=0 max=10000" doc:"of membrane stresses, with thread and tape; without it layers"`
	Bend    *float64 `key:"bend_factor" check:"above=0 max=1000000" doc:"of bending moments; without it layers, which slide on each other; where they are fused it is layers³"`
}

// ButtonTrim is a [[garment.button]].
type ButtonTrim struct {
	On   TrimPlace `key:"on" check:"required" doc:"where it is sewn on"`
	Hole TrimPlace `key:"hole" check:"required" doc:"where its hole is, which comes to it"`
}

// TrimPlace is a point of the pattern.
type TrimPlace struct {
	Panel string      `key:"panel" doc:"without it the only one with the label"`
	At    *[2]float64 `key:"at_m" unit:"m" check:"min=-1000 max=1000" doc:"in the panel's own axes, as the pattern has them; of a drawing from the middle of the panel"`
	Label string      `key:"label" doc:"instead of at_m: an edge of the pattern"`
	Along float64     `key:"along" default:"0.5" check:"min=0 max=1" doc:"where on the label, as a part of its length, counter-clockwise around the panel's right side"`
	Inset float64     `key:"inset_m" unit:"m" default:"0" check:"min=0 max=1" doc:"how far it is from the edge, within the panel"`
}

// factors returns the factors of cloth that is completely covered.
func (l *Layered) factors() cloth.Layers {
	f := cloth.Layers{Mass: l.Layers, Stretch: l.Layers, Bend: l.Layers}
	if l.Stretch != nil {
		f.Stretch = *l.Stretch
	}
	if l.Bend != nil {
		f.Bend = *l.Bend
	}
	return f
}

// KeyError is an error in a key of the trims.
type KeyError struct {
	Key string
	Err error
}

// Error returns the text without the key, which the caller adds.
func (e *KeyError) Error() string { return e.Err.Error() }

func wrong(key string, i int, sub, format string, args ...any) error {
	return &KeyError{fmt.Sprintf("%s.%d.%s", key, i, sub), fmt.Errorf(format, args...)}
}

// Layers returns the layers over each triangle of a mesh; nil: single cloth. uv are the pattern's own coordinates, h is
// the edge length of the mesh [m], weight the cloth's [kg/m²]. A triangle that is covered in part has the mean by area:
// forces along the edge of a band add up so. Errors are *KeyError.
func (t *Trims) Layers(mesh *Mesh, uv [][3]r2.Vec, h, weight float64) ([]cloth.Layers, error) {
	if len(t.Hem)+len(t.Seam) == 0 {
		return nil, nil
	}
	out := make([]cloth.Layers, len(mesh.Tri))
	for i := range out {
		out[i] = cloth.Layers{Mass: 1, Stretch: 1, Bend: 1}
	}
	for i := range t.Hem {
		e := &t.Hem[i]
		s := newStripe(mesh, uv, e.Width, h, func(r *Run) bool { return r.Label == e.Label })
		if s.length == 0 {
			return nil, wrong("hem", i, "label", "%q is no edge label of the pattern: expected %s", e.Label, labels(mesh))
		}
		f := e.factors()
		f.Mass += e.Tape * s.length / (s.area() * weight)
		s.lay(out, f)
	}
	for i := range t.Seam {
		e := &t.Seam[i]
		for k, name := range e.Panels {
			if panelIndex(mesh, name) < 0 {
				return nil, wrong("seam", i, "panels", "entry %d, %q, is no panel of the pattern", k, name)
			}
		}
		in := func(panel int32) bool {
			return len(e.Panels) == 0 || slices.Contains(e.Panels, mesh.Panels[panel].Name)
		}
		s := newStripe(mesh, uv, e.Allowance, h, func(r *Run) bool { return in(r.Panel) && slices.ContainsFunc(r.Sewn, in) })
		if s.length == 0 {
			return nil, wrong("seam", i, "panels", "there is no seam between these panels: expected some that are sewn together")
		}
		s.lay(out, e.factors())
	}
	return out, nil
}

func panelIndex(mesh *Mesh, name string) int {
	return slices.IndexFunc(mesh.Panels, func(p PanelInfo) bool { return p.Name == name })
}

func labels(mesh *Mesh) string {
	var names []string
	for _, r := range mesh.Runs {
		if r.Label != "" && !slices.Contains(names, r.Label) {
			names = append(names, r.Label)
		}
	}
	if len(names) == 0 {
		return "no entries, as it has no labels"
	}
	slices.Sort(names)
	return "some of " + param.QuoteList(names)
}

// Places returns the positions of the buttons in a pattern. Errors are *KeyError.
func (t *Trims) Places(p *Pattern) (list []Button, err error) {
	for i := range t.Button {
		b := &t.Button[i]
		var found [2]Place
		for k, at := range []*TrimPlace{&b.On, &b.Hole} {
			if found[k], err = at.find(p); err != nil {
				return nil, wrong("button", i, [...]string{"on", "hole"}[k], "%w", err)
			}
		}
		list = append(list, Button{A: found[0], B: found[1]})
	}
	return list, nil
}

func (at *TrimPlace) find(p *Pattern) (Place, error) {
	if (at.At == nil) == (at.Label == "") {
		return Place{}, fmt.Errorf("expected either at_m or label")
	}
	panel := -1
	for i := range p.Panels {
		has := at.Label == "" || slices.ContainsFunc(p.Panels[i].Edges, func(e Edge) bool { return e.Label == at.Label })
		if !has || at.Panel != "" && p.Panels[i].Name != at.Panel {
			continue
		}
		if panel >= 0 {
			return Place{}, fmt.Errorf("panels %q and %q could be meant: expected panel", p.Panels[panel].Name, p.Panels[i].Name)
		}
		panel = i
	}
	if panel < 0 {
		var names []string
		for i := range p.Panels {
			names = append(names, p.Panels[i].Name)
		}
		what := ""
		if at.Label != "" {
			what = fmt.Sprintf(" with an edge %q", at.Label)
		}
		return Place{}, fmt.Errorf("there is no panel %q%s: expected one of %s", at.Panel, what, strings.Join(names, ", "))
	}
	if at.At != nil {
		return Place{Panel: panel, At: r2.Vec{X: at.At[0], Y: at.At[1]}}, nil
	}
	return Place{Panel: panel, At: at.along(&p.Panels[panel])}, nil
}

// along returns the point on the label's edges, from the first one in loop order.
func (at *TrimPlace) along(p *Panel) r2.Vec {
	n := len(p.Edges)
	first := 0
	for i := range p.Edges {
		if p.Edges[i].Label == at.Label && p.Edges[(i+n-1)%n].Label != at.Label {
			first = i
			break
		}
	}
	var curves []Curve
	for k := range n {
		e := &p.Edges[(first+k)%n]
		if e.Label != at.Label {
			break
		}
		curves = append(curves, e.Curve)
	}
	c, side := Join(curves), 1.0
	if p.Area() < 0 { // clockwise in its own plane
		side = -1
	}
	const near = 1e-3
	d := r2.Unit(r2.Sub(pointOf(c, min(1, at.Along+near)), pointOf(c, max(0, at.Along-near))))
	return r2.Add(pointOf(c, at.Along), r2.Scale(at.Inset*side, r2.Vec{X: -d.Y, Y: d.X}))
}

// pointOf returns the point of a curve at a share of its length.
func pointOf(c Curve, f float64) r2.Vec {
	switch {
	case f <= 0:
		return c.Start
	case f >= 1:
		return c.End
	}
	return c.Between(0, f).End
}
