package pattern

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/param"
)

const (
	maxCoordinate = 1e3  // [m] larger coordinates indicate wrong units
	minEdge       = 1e-6 // [m] shorter edges count as zero
	maxEdges      = 4096 // per panel
	maxPanels     = 4096
	// seamRatio is the ratio of stitched lengths above which there is a warning; gathers are legal.
	seamRatio = 1.35
)

// LoadPattern reads a GarmentCode JSON file.
func LoadPattern(path string) (*Pattern, error) {
	f, err := formats.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadPattern(f, path)
}

// ReadPattern reads a GarmentCode JSON pattern. name is the file in errors, which are *FormatError: "file:line:
// panels.front.edges[3]: ... expected ...". Lengths are converted to metres by properties.units_in_meter, angles to
// radians. parameters and constraints are ignored: the geometry is that of the file.
func ReadPattern(r io.Reader, name string) (*Pattern, error) {
	root, err := param.ReadJSON(r, name)
	if err != nil {
		return nil, err
	}
	return PatternOf(root, name)
}

// PatternOf returns the pattern of a JSON document, see ReadPattern.
func PatternOf(root *param.JSONNode, name string) (*Pattern, error) {
	p := &patternReader{file: name, pattern: &Pattern{Name: name}, index: map[string]int{}}
	if err := p.document(root); err != nil {
		return nil, err
	}
	return p.pattern, nil
}

type patternReader struct {
	file      string
	pattern   *Pattern
	unit      float64 // [m] of one file unit
	absolute  bool    // control points in panel coordinates rather than relative to the edge
	normalize bool
	index     map[string]int // panel name → index
}

func (r *patternReader) errorf(n *param.JSONNode, format string, args ...any) error {
	return &FormatError{File: r.file, Line: n.Line, Path: n.Path, Msg: fmt.Sprintf(format, args...)}
}

func (r *patternReader) warnf(n *param.JSONNode, format string, args ...any) {
	e := FormatError{File: r.file, Line: n.Line, Path: n.Path, Msg: fmt.Sprintf(format, args...)}
	r.pattern.Warnings = append(r.pattern.Warnings, e.Error())
}

// child returns the value of a required key of the given kind.
func (r *patternReader) child(n *param.JSONNode, key string, kind param.JSONKind) (*param.JSONNode, error) {
	c := n.Get(key)
	if c == nil {
		return nil, r.errorf(n, "key %q is missing: expected %v", key, kind)
	}
	return c, r.want(c, kind)
}

func (r *patternReader) want(n *param.JSONNode, kind param.JSONKind) error {
	if n.Kind != kind {
		return r.errorf(n, "got %v: expected %v", n.Kind, kind)
	}
	return nil
}

// numbers reads an array of exactly count numbers.
func (r *patternReader) numbers(n *param.JSONNode, count int) ([]float64, error) {
	if n.Kind != param.JSONArray || len(n.Arr) != count {
		return nil, r.errorf(n, "expected an array of %d numbers", count)
	}
	v := make([]float64, count)
	for i, c := range n.Arr {
		if c.Kind != param.JSONNumeric {
			return nil, r.errorf(c, "got %v: expected a number", c.Kind)
		}
		v[i] = c.Num
	}
	return v, nil
}

// lengths reads an array of lengths in file units and returns metres.
func (r *patternReader) lengths(n *param.JSONNode, count int) ([]float64, error) {
	v, err := r.numbers(n, count)
	for i := range v {
		v[i] *= r.unit
		if math.Abs(v[i]) > maxCoordinate {
			return nil, r.errorf(n.Arr[i], "%g is %g m: expected at most %g m; is properties.units_in_meter right?",
				n.Arr[i].Num, v[i], maxCoordinate)
		}
	}
	return v, err
}

func (r *patternReader) document(root *param.JSONNode) error {
	if err := r.want(root, param.JSONObject); err != nil {
		return err
	}
	pat, err := r.child(root, "pattern", param.JSONObject)
	if err != nil {
		return err
	}
	if err := r.properties(root); err != nil {
		return err
	}
	panels, err := r.child(pat, "panels", param.JSONObject)
	if err != nil {
		return err
	}
	if len(panels.Keys) == 0 || len(panels.Keys) > maxPanels {
		return r.errorf(panels, "%d panels: expected 1 to %d", len(panels.Keys), maxPanels)
	}
	order, err := r.panelOrder(pat, panels)
	if err != nil {
		return err
	}
	for _, i := range order {
		r.index[panels.Keys[i]] = len(r.pattern.Panels)
		if err := r.panel(panels.Keys[i], panels.Vals[i]); err != nil {
			return err
		}
	}
	if st := pat.Get("stitches"); st != nil {
		if err := r.stitches(st); err != nil {
			return err
		}
	}
	return r.curls(panels)
}

func (r *patternReader) properties(root *param.JSONNode) error {
	r.unit = 0.01
	props := root.Get("properties")
	if props == nil {
		r.warnf(root, "key \"properties\" is missing: taken as centimetres, relative control points")
		return nil
	}
	if err := r.want(props, param.JSONObject); err != nil {
		return err
	}
	if u := props.Get("units_in_meter"); u == nil {
		r.warnf(props, "key \"units_in_meter\" is missing: taken as centimetres")
	} else {
		if u.Kind != param.JSONNumeric || u.Num < 1e-3 || u.Num > 1e7 {
			return r.errorf(u, "expected a positive number of units per metre, such as 100 for centimetres")
		}
		r.unit = 1 / u.Num
	}
	if c := props.Get("curvature_coords"); c != nil {
		switch {
		case c.Kind == param.JSONString && c.Str == "absolute":
			r.absolute = true
		case c.Kind != param.JSONString || c.Str != "relative":
			return r.errorf(c, "expected \"relative\" or \"absolute\"")
		}
	}
	if c := props.Get("normalize_panel_translation"); c != nil {
		if err := r.want(c, param.JSONBool); err != nil {
			return err
		}
		r.normalize = c.Num != 0
	}
	return nil
}

// panelOrder returns panel indices: those of panel_order first, the others in the order of the file.
func (r *patternReader) panelOrder(pat, panels *param.JSONNode) ([]int, error) {
	var order []int
	used := make([]bool, len(panels.Keys))
	if po := pat.Get("panel_order"); po != nil {
		if err := r.want(po, param.JSONArray); err != nil {
			return nil, err
		}
		at := make(map[string]int, len(panels.Keys))
		for i, k := range panels.Keys {
			at[k] = i
		}
		for _, c := range po.Arr {
			i, ok := at[c.Str]
			if c.Kind != param.JSONString || !ok {
				return nil, r.errorf(c, "%q is not a panel: expected the name of a panel", c.Str)
			}
			if used[i] {
				return nil, r.errorf(c, "panel %q is listed twice", c.Str)
			}
			used[i] = true
			order = append(order, i)
		}
	}
	for i := range used {
		if !used[i] {
			order = append(order, i)
		}
	}
	return order, nil
}

func (r *patternReader) panel(name string, n *param.JSONNode) error {
	if err := r.want(n, param.JSONObject); err != nil {
		return err
	}
	p := Panel{Name: name}
	var err error
	if p.Label, err = r.label(n); err != nil {
		return err
	}
	if p.Translation, err = r.vector(n, "translation", r.unit, maxCoordinate, "m"); err != nil {
		return err
	}
	if p.Rotation, err = r.vector(n, "rotation", math.Pi/180, 1e3*math.Pi, "rad"); err != nil {
		return err
	}
	verts, err := r.child(n, "vertices", param.JSONArray)
	if err != nil {
		return err
	}
	v := make([]r2.Vec, len(verts.Arr))
	var mean r2.Vec
	for i, c := range verts.Arr {
		xy, err := r.lengths(c, 2)
		if err != nil {
			return err
		}
		v[i] = r2.Vec{X: xy[0], Y: xy[1]}
		mean = r2.Add(mean, v[i])
	}
	var shift r2.Vec
	if r.normalize && len(v) > 0 {
		shift = r2.Scale(1/float64(len(v)), mean)
		for i := range v {
			v[i] = r2.Sub(v[i], shift)
		}
		p.Translation.X += shift.X
		p.Translation.Y += shift.Y
	}
	edges, err := r.child(n, "edges", param.JSONArray)
	if err != nil {
		return err
	}
	if len(edges.Arr) < 2 || len(edges.Arr) > maxEdges {
		return r.errorf(edges, "%d edges: expected 2 to %d", len(edges.Arr), maxEdges)
	}
	if p.Edges, err = r.edges(edges, v, shift); err != nil {
		return err
	}
	if err := r.checkLoop(edges, &p); err != nil {
		return err
	}
	r.pattern.Panels = append(r.pattern.Panels, p)
	return nil
}

func (r *patternReader) label(n *param.JSONNode) (string, error) {
	l := n.Get("label")
	if l == nil {
		return "", nil
	}
	return l.Str, r.want(l, param.JSONString)
}

// vector reads three numbers, scaled; an absent one is zero with a warning.
func (r *patternReader) vector(n *param.JSONNode, key string, scale, limit float64, unit string) (r3.Vec, error) {
	c := n.Get(key)
	if c == nil {
		r.warnf(n, "key %q is missing: taken as zero", key)
		return r3.Vec{}, nil
	}
	v, err := r.numbers(c, 3)
	if err != nil {
		return r3.Vec{}, err
	}
	for i := range v {
		v[i] *= scale
		if math.Abs(v[i]) > limit {
			return r3.Vec{}, r.errorf(c.Arr[i], "%g is %g %s: expected at most %g %s", c.Arr[i].Num, v[i], unit, limit, unit)
		}
	}
	return r3.Vec{X: v[0], Y: v[1], Z: v[2]}, nil
}

func (r *patternReader) edges(list *param.JSONNode, v []r2.Vec, shift r2.Vec) ([]Edge, error) {
	out := make([]Edge, len(list.Arr))
	ends := make([][2]int, len(list.Arr))
	for i, n := range list.Arr {
		if err := r.want(n, param.JSONObject); err != nil {
			return nil, err
		}
		en, err := r.child(n, "endpoints", param.JSONArray)
		if err != nil {
			return nil, err
		}
		ij, err := r.numbers(en, 2)
		if err != nil {
			return nil, err
		}
		for k, f := range ij {
			if f != math.Trunc(f) || f < 0 || f >= float64(len(v)) {
				return nil, r.errorf(en, "endpoint %g is not a vertex: expected an index of 0 to %d", f, len(v)-1)
			}
			ends[i][k] = int(f)
		}
		a, b := v[ends[i][0]], v[ends[i][1]]
		if r2.Norm(r2.Sub(b, a)) < minEdge {
			return nil, r.errorf(n, "the edge has no length: expected two different end points")
		}
		if out[i].Curve, err = r.curve(n, a, b, shift); err != nil {
			return nil, err
		}
		if out[i].Label, err = r.label(n); err != nil {
			return nil, err
		}
	}
	for i := range ends {
		j := (i + 1) % len(ends)
		if ends[i][1] != ends[j][0] {
			return nil, r.errorf(list.Arr[i], "the loop is open: the edge ends at vertex %d but edges[%d] starts at vertex "+
				"%d: expected one closed loop", ends[i][1], j, ends[j][0])
		}
	}
	return out, nil
}

func (r *patternReader) curve(n *param.JSONNode, a, b, shift r2.Vec) (Curve, error) {
	line := Curve{Kind: Line, Start: a, End: b}
	c := n.Get("curvature")
	if c == nil {
		return line, nil
	}
	kind, params := "quadratic", []*param.JSONNode{c} // plain [a, b], the older dialect
	if c.Kind == param.JSONObject {
		t, err := r.child(c, "type", param.JSONString)
		if err != nil {
			return line, err
		}
		ps, err := r.child(c, "params", param.JSONArray)
		if err != nil {
			return line, err
		}
		if t.Str == "circle" {
			return r.circle(ps, a, b)
		}
		kind, params = t.Str, ps.Arr
	}
	count := map[string]int{"quadratic": 1, "cubic": 2}[kind]
	if count == 0 {
		return line, r.errorf(c, "unknown curvature type %q: expected quadratic, cubic or circle", kind)
	}
	if len(params) != count {
		return line, r.errorf(c, "%d control points: expected %d for a %s curve", len(params), count, kind)
	}
	ctrl := make([]r2.Vec, count)
	for i, p := range params {
		xy, err := r.numbers(p, 2)
		if err != nil {
			return line, err
		}
		if r.absolute {
			ctrl[i] = r2.Sub(r2.Scale(r.unit, r2.Vec{X: xy[0], Y: xy[1]}), shift)
		} else {
			e := r2.Sub(b, a)
			ctrl[i] = r2.Add(a, r2.Vec{X: xy[0]*e.X - xy[1]*e.Y, Y: xy[0]*e.Y + xy[1]*e.X})
		}
		if !(math.Abs(ctrl[i].X) <= maxCoordinate && math.Abs(ctrl[i].Y) <= maxCoordinate) {
			return line, r.errorf(p, "the control point lies more than %g m away", maxCoordinate)
		}
	}
	if kind == "quadratic" {
		return Curve{Kind: Quadratic, Start: a, End: b, C1: ctrl[0]}, nil
	}
	return Curve{Kind: Cubic, Start: a, End: b, C1: ctrl[0], C2: ctrl[1]}, nil
}

// circle reads params [radius, large_arc, right].
func (r *patternReader) circle(ps *param.JSONNode, a, b r2.Vec) (Curve, error) {
	v, err := r.numbers(ps, 3)
	if err != nil {
		return Curve{}, err
	}
	radius, chord := v[0]*r.unit, r2.Norm(r2.Sub(b, a))
	if radius <= 0 || radius > maxCoordinate {
		return Curve{}, r.errorf(ps, "radius %g: expected a positive length of at most %g m", v[0], maxCoordinate)
	}
	for _, flag := range v[1:] {
		if flag != 0 && flag != 1 {
			return Curve{}, r.errorf(ps, "flag %g: expected [radius, large_arc, right] with flags 0 or 1", flag)
		}
	}
	if radius < chord/2*(1-1e-3) {
		r.warnf(ps, "radius %g m is too short for the chord of %g m: raised to half of it", radius, chord)
	}
	return newArc(a, b, radius, v[1] == 1, v[2] == 1), nil
}

// checkLoop returns an error for loops that cross or touch themselves or enclose nothing.
func (r *patternReader) checkLoop(edges *param.JSONNode, p *Panel) error {
	edge, why := p.CheckLoop()
	switch {
	case why == "":
		return nil
	case edge < 0:
		return r.errorf(edges, "%s", why)
	}
	return r.errorf(edges.Arr[edge], "%s", why)
}

func (r *patternReader) stitches(list *param.JSONNode) error {
	if err := r.want(list, param.JSONArray); err != nil {
		return err
	}
	uses := map[EdgeRef]int{}
	seen := map[[2]EdgeRef]bool{}
	for _, n := range list.Arr {
		if n.Kind != param.JSONArray || len(n.Arr) < 2 || len(n.Arr) > 3 {
			return r.errorf(n, "expected [{panel, edge}, {panel, edge}] with an optional \"right_wrong\"")
		}
		var s Stitch
		var err error
		if s.A, err = r.edgeRef(n.Arr[0]); err != nil {
			return err
		}
		if s.B, err = r.edgeRef(n.Arr[1]); err != nil {
			return err
		}
		if len(n.Arr) == 3 {
			if n.Arr[2].Kind != param.JSONString || n.Arr[2].Str != "right_wrong" {
				return r.errorf(n.Arr[2], "expected \"right_wrong\" or nothing")
			}
			s.SameDirection = true
		}
		if s.A == s.B {
			return r.errorf(n, "the edge is stitched to itself: expected two different edges")
		}
		if seen[[2]EdgeRef{s.A, s.B}] || seen[[2]EdgeRef{s.B, s.A}] {
			return r.errorf(n, "the same two edges are stitched twice")
		}
		seen[[2]EdgeRef{s.A, s.B}] = true
		r.pattern.Stitches = append(r.pattern.Stitches, s)
		for _, w := range r.pattern.Suspicious(uses, false) {
			r.warnf(n, "%s", w)
		}
	}
	return nil
}

func (r *patternReader) edgeRef(n *param.JSONNode) (EdgeRef, error) {
	if err := r.want(n, param.JSONObject); err != nil {
		return EdgeRef{}, err
	}
	pn, err := r.child(n, "panel", param.JSONString)
	if err != nil {
		return EdgeRef{}, err
	}
	en, err := r.child(n, "edge", param.JSONNumeric)
	if err != nil {
		return EdgeRef{}, err
	}
	i, ok := r.index[pn.Str]
	if !ok {
		return EdgeRef{}, r.errorf(pn, "there is no panel %q", pn.Str)
	}
	count := len(r.pattern.Panels[i].Edges)
	if en.Num != math.Trunc(en.Num) || en.Num < 0 || en.Num >= float64(count) {
		return EdgeRef{}, r.errorf(en, "panel %q has no edge %g: expected 0 to %d", pn.Str, en.Num, count-1)
	}
	return EdgeRef{Panel: i, Edge: int(en.Num)}, nil
}
