package sewing

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/param"
	"hysteron/pattern"
)

// Bounds of a sewn drawing, the same as of patterns.
const (
	maxSize = 1e3  // [m]
	minSide = 1e-5 // [m]
)

// sewer assembles a pattern from a drawing and its sewing file.
type sewer struct {
	drawing *Drawing
	sewing  File
	fail    func(key, format string, args ...any) error // about the sewing file
	pattern *pattern.Pattern
	panels  [][]side
	cuts    [][][]float64 // of each side: fractions of its length at which seams begin and end
	edge    [][]int       // of each side: the panel's first edge on it
}

// Sew takes the panels of the sewing file from the drawing and sews them. text is the sewing file's, and file its name
// in errors, which are *param.InputError, or *pattern.FormatError about the drawing.
func (d *Drawing) Sew(file string, text []byte) (*pattern.Pattern, error) {
	w := &sewer{drawing: d, pattern: &pattern.Pattern{Name: d.File, Warnings: slices.Clone(d.Warnings)}}
	var err error
	if w.fail, err = param.DecodeTOML(file, text, &w.sewing); err != nil {
		return nil, err
	}
	if w.sewing.Unit == 0 {
		if w.sewing.Unit = d.Unit; d.Unit == 0 {
			return nil, w.fail("", "%s does not say what its unit is: expected unit_m", d.File)
		}
	}
	names := map[string]bool{}
	for i := range w.sewing.Panels {
		p, at := &w.sewing.Panels[i], fmt.Sprintf("panel.%d", i)
		if names[p.Name] {
			return nil, w.fail(at+".name", "%q is a panel already: expected names that differ", p.Name)
		}
		names[p.Name] = true
		if err := w.panel(at, p); err != nil {
			return nil, err
		}
	}
	if err := w.cut(); err != nil {
		return nil, err
	}
	if err := w.edges(); err != nil {
		return nil, err
	}
	if err := w.stitches(); err != nil {
		return nil, err
	}
	for i := range w.sewing.Panels {
		if p := &w.sewing.Panels[i]; p.Curl > 0 {
			if why := w.pattern.Curl(i, p.Curl*math.Pi/180); why != "" {
				return nil, w.fail(fmt.Sprintf("panel.%d.curl_deg", i), "panel %q: %s", p.Name, why)
			}
		}
	}
	w.onesided()
	w.unsewn()
	return w.pattern, nil
}

// panel adds the sides of a panel, in metres, around its middle, counter-clockwise.
func (w *sewer) panel(at string, p *Panel) error {
	piece, err := w.drawing.find(pieceOf(p), w.sewing.Size)
	if errors.Is(err, ErrSize) {
		return w.fail("size", "%v", err)
	}
	if err != nil {
		key := ".piece"
		if p.Piece == "" {
			key = ".name"
		}
		return w.fail(at+key, "%v", err)
	}
	for _, text := range piece.Warnings {
		if !slices.Contains(w.pattern.Warnings, text) {
			w.pattern.Warnings = append(w.pattern.Warnings, text)
		}
	}
	list, err := w.sides(at, p, piece)
	if err != nil {
		return err
	}
	if area(list) < 0 {
		list = turnRound(list)
	}
	fold := p.Fold
	if fold == "" && piece.Fold != nil {
		if fold = foldOf(list, piece.Fold); fold == "" {
			w.warnf("piece %q is drawn on the fold, which is none of its sides: taken as whole", piece.Name())
		}
	}
	if fold != "" && fold != "none" {
		if list, err = w.unfold(at, fold, list); err != nil {
			return err
		}
	}
	grain := 0.0
	if g := piece.Grain; g != nil {
		if d := r2.Sub(g[1], g[0]); r2.Norm(d) > 0 {
			if d.Y < 0 || d.Y == 0 && d.X < 0 {
				d = r2.Scale(-1, d)
			}
			grain = math.Atan2(-d.X, d.Y) // from up
		}
	}
	if p.Mirror {
		for i := range list {
			list[i].curve = list[i].curve.Map(func(v r2.Vec) r2.Vec { return r2.Vec{X: -v.X, Y: v.Y} })
		}
		list, grain = turnRound(list), -grain
	}
	if p.Grain != nil {
		grain = *p.Grain * math.Pi / 180
	}
	var pts []r2.Vec
	for _, s := range list {
		for k := range 65 {
			pts = append(pts, s.curve.At(float64(k)/64))
		}
		for _, c := range s.curve.Pieces() {
			pts = append(pts, c.Start)
		}
	}
	lo, hi := box(pts)
	middle := r2.Scale(.5, r2.Add(lo, hi))
	if size := w.sewing.Unit * max(hi.X-lo.X, hi.Y-lo.Y); !(size <= maxSize) {
		return w.fail(at, "%g m wide: expected at most %g m; is the unit right?", size, maxSize)
	}
	for i := range list {
		list[i].curve = list[i].curve.Map(func(v r2.Vec) r2.Vec { return r2.Scale(w.sewing.Unit, r2.Sub(v, middle)) })
		if l := list[i].curve.Length(); !(l >= minSide) {
			return w.fail(at, "side %q is %.3g m long: expected at least %g m; is the unit right?", list[i].name, l, minSide)
		}
	}
	w.panels = append(w.panels, list)
	w.pattern.Panels = append(w.pattern.Panels, pattern.Panel{
		Name: p.Name, Label: p.Label, Rotation: r3.Scale(math.Pi/180, p.Rotate), Translation: p.Translate, Mirrored: p.Mirror,
		Grain: grain,
	})
	return nil
}

func (w *sewer) warnf(format string, args ...any) {
	w.pattern.Warnings = append(w.pattern.Warnings, w.drawing.File+": "+fmt.Sprintf(format, args...))
}

// panelNames returns the names of the panels.
func (w *sewer) panelNames() string {
	var names []string
	for i := range w.pattern.Panels {
		names = append(names, fmt.Sprintf("%q", w.pattern.Panels[i].Name))
	}
	return strings.Join(names, ", ")
}

// foldOf returns the side along a fold; empty if there is none.
func foldOf(list []side, fold *[2]r2.Vec) string {
	for _, s := range list {
		if along(fold, s.curve) {
			return s.name
		}
	}
	return ""
}

func area(list []side) float64 {
	var p pattern.Panel
	for _, s := range list {
		p.Edges = append(p.Edges, pattern.Edge{Curve: s.curve})
	}
	return p.Area()
}

// turnRound reverses the direction of all sides.
func turnRound(list []side) []side {
	out := make([]side, len(list))
	for i, s := range list {
		s.curve = s.curve.Reverse()
		out[len(list)-1-i] = s
	}
	return out
}

// ref is a side by panel and number.
type ref struct{ panel, side int }

// seamOf returns the sides of one half of a seam, and the share of its length at which each begins and ends.
func (w *sewer) seamOf(names []string) (sides []ref, ends []float64, err error) {
	total := 0.0
	for _, name := range names {
		panel, which, ok := strings.Cut(name, ".")
		i := slices.IndexFunc(w.pattern.Panels, func(p pattern.Panel) bool { return p.Name == panel })
		switch {
		case !ok:
			return nil, nil, fmt.Errorf("%q: expected panel.side", name)
		case i < 0:
			return nil, nil, fmt.Errorf("there is no panel %q: expected one of %s", panel, w.panelNames())
		}
		j := slices.IndexFunc(w.panels[i], func(s side) bool { return s.name == which })
		if j < 0 {
			return nil, nil, fmt.Errorf("panel %q has no side %q: expected one of %s", panel, which, sideNames(w.panels[i]))
		}
		sides = append(sides, ref{i, j})
		total += w.panels[i][j].curve.Length()
		ends = append(ends, total)
	}
	if len(sides) == 0 {
		return nil, nil, errors.New("no side: expected panel.side")
	}
	for k := range ends {
		ends[k] /= total
	}
	return sides, ends, nil
}

// half is one half of a seam.
type half struct {
	sides []ref
	ends  []float64
	back  bool // its sides are in clockwise direction
}

// where returns the side, and the fraction of its length in its own direction, at a share of the seam; from is the
// share before, so that ends belong to the side that they end.
func (h *half) where(share float64) (k int, fraction float64) {
	start := 0.0
	for k, end := range h.ends {
		if share <= end+same || k == len(h.ends)-1 {
			f := (share - start) / (end - start)
			if h.back {
				f = 1 - f
			}
			return k, min(max(f, 0), 1)
		}
		start = end
	}
	return 0, 0
}

// share is the inverse of where.
func (h *half) share(k int, fraction float64) float64 {
	start := 0.0
	if k > 0 {
		start = h.ends[k-1]
	}
	if h.back {
		fraction = 1 - fraction
	}
	return start + fraction*(h.ends[k]-start)
}

// same is the difference below which shares of a length are equal.
const same = 1e-6

// halves returns both halves of a stitch.
func (w *sewer) halves(i int) (h [2]half, err error) {
	s := &w.sewing.Seams[i]
	for k, names := range [][]string{s.A, s.B} {
		if h[k].sides, h[k].ends, err = w.seamOf(names); err != nil {
			return h, w.wrong(i, [...]string{".a", ".b"}[k], "%v", err)
		}
		h[k].back = k == 1 && !s.RightWrong
	}
	return h, nil
}

// cut determines where sides are divided, so that stitched parts begin and end together.
func (w *sewer) cut() error {
	w.cuts = make([][][]float64, len(w.panels))
	for i, list := range w.panels {
		w.cuts[i] = make([][]float64, len(list))
	}
	put := func(r ref, f float64) bool {
		c := &w.cuts[r.panel][r.side]
		if f <= same || f >= 1-same {
			return false
		}
		k, _ := slices.BinarySearch(*c, f)
		if k > 0 && f-(*c)[k-1] <= same || k < len(*c) && (*c)[k]-f <= same {
			return false
		}
		*c = slices.Insert(*c, k, f)
		return true
	}
	const rounds, most = 64, 4096
	for round, more := 0, true; more; round++ {
		more = false
		n := 0
		for i := range w.sewing.Seams {
			h, err := w.halves(i)
			if err != nil {
				return err
			}
			for k := range h {
				for j, r := range h[k].sides {
					fractions := append([]float64{0, 1}, w.cuts[r.panel][r.side]...)
					n += len(fractions)
					for _, f := range fractions {
						o := &h[1-k]
						m, g := o.where(h[k].share(j, f))
						more = put(o.sides[m], g) || more
					}
				}
			}
			if n > most || round > rounds {
				return w.wrong(i, "", "the seams cut each other's sides without end: expected sides that are sewn to others in "+
					"one way")
			}
		}
	}
	return nil
}

// edges sets the edges of the panels.
func (w *sewer) edges() error {
	w.edge = make([][]int, len(w.panels))
	for i, list := range w.panels {
		p := &w.pattern.Panels[i]
		for j, s := range list {
			w.edge[i] = append(w.edge[i], len(p.Edges))
			from := 0.0
			for _, to := range append(slices.Clone(w.cuts[i][j]), 1) {
				c := s.curve.Between(from, to)
				if n := len(p.Edges); n > 0 {
					c = startAt(c, p.Edges[n-1].End)
				}
				p.Edges = append(p.Edges, pattern.Edge{Curve: c, Label: s.label, Side: s.name})
				from = to
			}
		}
		last := &p.Edges[len(p.Edges)-1]
		last.Curve = endAt(last.Curve, p.Edges[0].Start)
		if edge, why := p.CheckLoop(); why != "" {
			k := max(edge, 0)
			name := ""
			for j, first := range w.edge[i] {
				if first <= k {
					name = list[j].name
				}
			}
			return w.fail(fmt.Sprintf("panel.%d.name", i), "around side %q: %s", name, why)
		}
	}
	return nil
}

// stitches sews edge to edge.
func (w *sewer) stitches() error {
	uses, seen := map[pattern.EdgeRef]int{}, map[[2]pattern.EdgeRef]int{} // of two edges: the stitch, from 1
	for i := range w.sewing.Seams {
		h, err := w.halves(i)
		if err != nil {
			return err
		}
		name := w.stitchName(i)
		var shares []float64
		for k := range h {
			for j, r := range h[k].sides {
				for _, f := range append([]float64{0, 1}, w.cuts[r.panel][r.side]...) {
					shares = append(shares, h[k].share(j, f))
				}
			}
		}
		slices.Sort(shares)
		shares = slices.CompactFunc(shares, func(a, b float64) bool { return math.Abs(b-a) <= 3*same })
		for k := range shares[1:] {
			middle := (shares[k] + shares[k+1]) / 2
			a, b := w.edgeAt(&h[0], middle), w.edgeAt(&h[1], middle)
			if a == b {
				return w.wrong(i, "", "%s is stitched to itself: expected two sides that differ", w.pattern.EdgeName(a))
			}
			if first := max(seen[[2]pattern.EdgeRef{a, b}], seen[[2]pattern.EdgeRef{b, a}]); first > 0 {
				return w.wrong(i, "", "%s and %s are stitched already, by stitch %d: expected one stitch", w.pattern.EdgeName(a),
					w.pattern.EdgeName(b), first)
			}
			seen[[2]pattern.EdgeRef{a, b}] = i + 1
			w.pattern.Stitches = append(w.pattern.Stitches, pattern.Stitch{A: a, B: b,
				SameDirection: w.sewing.Seams[i].RightWrong, Name: name})
			for _, s := range w.pattern.Suspicious(uses, w.sewing.Seams[i].Gathered) {
				w.pattern.Warnings = append(w.pattern.Warnings, fmt.Sprintf("%s, %s to %s: %s", name,
					strings.Join(w.sewing.Seams[i].A, " and "), strings.Join(w.sewing.Seams[i].B, " and "), s))
			}
		}
	}
	return nil
}

// wrong returns an error about a key of the i-th stitch. Its text counts stitches from 1, for users; the key counts
// from 0.
func (w *sewer) wrong(i int, key, format string, args ...any) error {
	return w.fail(fmt.Sprintf("stitch.%d%s", i, key), "stitch %d (counted from 1): "+format,
		append([]any{i + 1}, args...)...)
}

// stitchName returns the position of the i-th stitch in the sewing file, and its number, counted from 1.
func (w *sewer) stitchName(i int) string {
	return w.lineOf(fmt.Sprintf("stitch.%d", i)) + fmt.Sprintf("stitch %d", i+1)
}

// lineOf returns the file and line where a table begins, with a colon; empty if unknown.
func (w *sewer) lineOf(key string) string {
	var at *param.InputError
	if errors.As(w.fail(key, ""), &at) && at.Line > 0 {
		return fmt.Sprintf("%s:%d: ", at.File, at.Line)
	}
	return ""
}

// edgeAt returns the edge at a share of a half of a seam.
func (w *sewer) edgeAt(h *half, share float64) pattern.EdgeRef {
	k, f := h.where(share)
	r := h.sides[k]
	n := 0
	for _, c := range w.cuts[r.panel][r.side] {
		if c < f {
			n++
		}
	}
	return pattern.EdgeRef{Panel: r.panel, Edge: w.edge[r.panel][r.side] + n}
}
