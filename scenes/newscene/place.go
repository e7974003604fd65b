package newscene

import (
	"context"
	"fmt"
	"math"
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
	return w.aground()
}

func (w *writer) aground() float64 {
	lo, _ := w.figure.Extent()
	if math.Abs(lo.Y) < w.figure.Height()/30 {
		return 0
	}
	return math.Round(1000*lo.Y) / 1000
}

// place positions a pattern on the body, notes its labels, and holds waists that would slide down.
func (w *writer) place(t *given, p *pattern.Pattern) {
	f := w.figure
	at := r3.Vec{Y: f.Lift(p)}
	if at.Y == 0 {
		at.Y = w.aground()
	}
	sewn := w.sewn(p)
	high := f.TooHigh(moved(sewn.X, at), sewn.Tri)
	if high != 0 {
		at.Y = math.Round(100*(at.Y-high)) / 100
	}
	raised := 0.0
	if worn := f.Raise(&placement.Garment{Surface: pattern.Surface{X: moved(sewn.X, at), Tri: sewn.Tri}}); worn != 0 &&
		high == 0 {
		raised = worn
		at.Y = math.Round(100*(at.Y+raised)) / 100
	}
	down, _ := f.AmongArms(&placement.Garment{Surface: pattern.Surface{X: moved(sewn.X, at), Tri: sewn.Tri}})
	at.Y = math.Round(100*(at.Y-down)) / 100
	middle := f.Middle()
	if math.Abs(middle.X) > f.Height()/20 {
		at.X = math.Round(100*middle.X) / 100
	}
	if math.Abs(middle.Z) > f.Height()/10 {
		at.Z = math.Round(100*middle.Z) / 100
	}
	if at != (r3.Vec{}) {
		t.keys["offset_m"] = []any{at.X, at.Y, at.Z}
		if at.X != 0 || at.Z != 0 {
			t.note("offset_m", "over the body's middle")
		}
		if high != 0 {
			t.note("offset_m", "its legs part where the body's do, %.2f m lower than it is drawn for", high)
		}
		if raised != 0 {
			t.note("offset_m", "so that its openings are around what they are for, %.2f m beside where it is drawn",
				math.Abs(raised))
		}
		if down != 0 {
			t.note("offset_m", "so that its top is below the arms, %.2f m lower than it is drawn", down)
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
