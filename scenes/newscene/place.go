package newscene

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/param"
	"hysteron/pattern"
	"hysteron/placement"
)

// colours distinguish the layers over the first.
var colours = []string{"#5b7fa6", "#b5835a", "#6f8f5e", "#8d6a9f"}

// meanHeight is the mean height of people [m].
const meanHeight = 1.7

// measure sets the axis and the unit of the body's file so that the body stands and has a plausible height. It returns
// an error if no unit fits.
func (w *writer) measure(t *given) error {
	f := w.figure
	if _, set := t.keys["up_axis"]; !set && f.Lies() && t.notes["up_axis"] == "" {
		if lo, hi := f.Extent(); hi.Z-lo.Z > 2*(hi.Y-lo.Y) && (hi.X-lo.X) < 2*(hi.Z-lo.Z) {
			t.keys["up_axis"] = "z"
			t.note("up_axis", "guessed, the body would lie otherwise")
			return w.stands(t)
		}
	}
	if w.size == 0 && !placement.Plausible(f.Height()) && t.notes["scale"] == "" {
		if unit := placement.UnitFor(f.Height(), placement.Shortest, placement.Tallest); unit != 1 {
			t.note("scale", "guessed, so that the body is %.3g m tall", unit*f.Height())
			t.keys["scale"] = unit
			return w.stands(t)
		}
		return &param.InputError{Text: fmt.Sprintf("body %q is %.3g m tall: expected %g to %g m; --body-scale gives metres "+
			"per unit of its file, as %.2g for somebody of %g m, or 1 for a giant",
			t.keys["name"], f.Height(), placement.Shortest, placement.Tallest, meanHeight/f.Height(), meanHeight)}
	}
	return nil
}

// floor returns the height of the ground under the body's feet [m].
func (w *writer) floor() float64 {
	if w.figure == nil {
		return 0
	}
	return w.figure.Ground()
}

// place positions a pattern where the search for its place begins, notes its labels, and holds waists that would slide
// down.
func (w *writer) place(t *given, p *pattern.Pattern) {
	f, sewn, at := w.figure, w.sewn(p), r3.Vec{}
	if len(sewn.Tri) > 0 {
		start := f.Places(&placement.Garment{Surface: sewn})[0]
		if at = start.By; at != (r3.Vec{}) {
			t.keys["offset_m"] = []any{at.X, at.Y, at.Z}
		}
		if start.Why != "" {
			t.note("offset_m", "%s", start.Why)
		}
	}
	labels := p.Labels()
	if len(labels) == 0 {
		sewn.X = moved(sewn.X, at)
		if names := f.Waists(&sewn); len(names) > 0 {
			t.keys["hold"] = names
			t.note("hold", "the pattern has no labels, of its open edges from above these are waists")
		}
		return
	}
	t.note("pattern", "its edges have the labels %s", param.QuoteList(labels))
	var hold []any
	top := p.Top() + at.Y
	for _, l := range labels {
		if placement.IsWaist(l) && f.Below(top) {
			hold = append(hold, l)
		}
	}
	if hold != nil {
		t.keys["hold"] = hold
	}
}

// placed returns the table of a garment from a pattern, or an error if the pattern was not read or is outsized.
func (w *writer) placed(name string, t *given, p *pattern.Pattern, err error) ([]*given, error) {
	if err != nil {
		return nil, param.Wrong(err)
	}
	if p != nil {
		if why := w.outsized(p); why != "" {
			return nil, w.cannotWear(name, why)
		}
		w.place(t, p)
	}
	return []*given{t}, nil
}

// sewn returns a coarse mesh of a pattern in its drawn position; empty if it cannot be meshed.
func (w *writer) sewn(p *pattern.Pattern) pattern.Surface {
	m, err := p.MeshContext(context.Background(), pattern.MeshOptions{EdgeLength: w.edge()})
	if err != nil {
		return pattern.Surface{} // reported again when the scene is built
	}
	return pattern.Surface{X: m.X, Tri: m.Tri}
}

// moved returns displaced points.
func moved(x []r3.Vec, by r3.Vec) []r3.Vec {
	out := make([]r3.Vec, len(x))
	for i := range x {
		out[i] = r3.Add(x[i], by)
	}
	return out
}

// foreign are extensions of common files of figures and garments that are not supported.
var foreign = []string{".fbx", ".blend", ".dae", ".usd", ".usda", ".usdc", ".usdz", ".abc"}

// unread returns an error with the supported formats for an unsupported file.
func unread(name string) error {
	ext := formats.Extension(name)
	kind := strings.ToUpper(strings.TrimPrefix(ext, "."))
	if !slices.Contains(foreign, ext) {
		return &param.InputError{Text: fmt.Sprintf("%s: expected a file of a kind that is read: glTF (.glb, .gltf, .vrm), "+
			".obj or .ply", name)}
	}
	return &param.InputError{Text: fmt.Sprintf("%s: %s is not read: export it as glTF (.glb, with skin and animation), "+
		"or as .obj or .ply", filepath.Base(name), kind)}
}
