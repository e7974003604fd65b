// Reads drafts of FreeSewing, as JSON: parts with their paths, in millimetres with y down.

package drawing

import (
	"math"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/param"
	"hysteron/pattern"
	"hysteron/pattern/sewing"
)

// IsFreeSewing reports whether a document is a draft, rather than a pattern.
func IsFreeSewing(root *param.JSONNode) bool {
	return root.Kind == param.JSONObject && root.Get("parts") != nil
}

type freesewingReader struct{ drawing *sewing.Drawing }

// ReadFreeSewing reads a document; file is its name in errors, which are *pattern.FormatError.
func ReadFreeSewing(root *param.JSONNode, file string) (*sewing.Drawing, error) {
	r := &freesewingReader{&sewing.Drawing{File: file, Unit: 1e-3, Down: true}}
	if u := root.Get("units"); u != nil {
		m, ok := map[string]float64{"mm": 1e-3, "cm": 1e-2, "in": 0.0254, "m": 1}[u.Str]
		if !ok {
			return nil, r.errorf(u, "%q: expected mm, cm, in or m", u.Str)
		}
		r.drawing.Unit = m
	}
	if y := root.Get("yAxis"); y != nil {
		if y.Str != "down" && y.Str != "up" {
			return nil, r.errorf(y, "%q: expected down or up", y.Str)
		}
		r.drawing.Down = y.Str == "down"
	}
	parts := root.Get("parts")
	if parts == nil || parts.Kind != param.JSONObject {
		return nil, r.errorf(root, "expected parts, an object")
	}
	for i, name := range parts.Keys {
		if err := r.part(name, parts.Vals[i]); err != nil {
			return nil, err
		}
	}
	return r.drawing, r.drawing.Finish(false)
}

func (r *freesewingReader) errorf(n *param.JSONNode, format string, args ...any) error {
	return r.drawing.Errorf(n.Line, n.Path, format, args...)
}

// part makes a piece of a part's path called seam, the seam line. Parts without one are hidden, or are the base of
// others.
func (r *freesewingReader) part(name string, n *param.JSONNode) error {
	if n.Kind != param.JSONObject {
		return r.errorf(n, "got %v: expected a part, an object", n.Kind)
	}
	paths := n.Get("paths")
	if paths == nil {
		return nil
	}
	seam := paths.Get("seam")
	if seam == nil {
		return nil
	}
	p := sewing.Piece{Names: []string{name}, Line: seam.Line}
	if _, last, ok := cutLast(name, "."); ok {
		p.Names = []string{last, name}
	}
	var err error
	if p.Outline, err = r.outline(seam); err != nil {
		return err
	}
	if cut := n.Get("cutlist"); cut != nil {
		if p.Fold, err = r.line(cut.Get("cutOnFold")); err != nil {
			return err
		}
		if g := cut.Get("grain"); g != nil && g.Kind == param.JSONNumeric { // [°] from +x, counter-clockwise
			sin, cos := math.Sincos(math.Mod(g.Num, 360) * math.Pi / 180)
			p.Grain = &[2]r2.Vec{{}, {X: cos, Y: sin}}
		}
	}
	return r.drawing.Add(p)
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 || i+len(sep) == len(s) {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// line returns the line between two points; nil without them.
func (r *freesewingReader) line(n *param.JSONNode) (*[2]r2.Vec, error) {
	if n == nil {
		return nil, nil
	}
	if n.Kind != param.JSONArray || len(n.Arr) != 2 {
		return nil, r.errorf(n, "expected two points")
	}
	var l [2]r2.Vec
	var err error
	for k := range l {
		if l[k], err = r.named(n.Arr[k]); err != nil {
			return nil, err
		}
	}
	return &l, nil
}

// named reads {"x": 1, "y": 2}.
func (r *freesewingReader) named(n *param.JSONNode) (r2.Vec, error) {
	if n == nil || n.Kind != param.JSONObject || n.Get("x") == nil || n.Get("y") == nil {
		if n == nil {
			return r2.Vec{}, r.drawing.Errorf(0, "", "a point is missing: expected {\"x\": 1, \"y\": 2}")
		}
		return r2.Vec{}, r.errorf(n, "expected a point {\"x\": 1, \"y\": 2}")
	}
	return r.point(n.Get("x"), n.Get("y"))
}

// point reads two numbers.
func (r *freesewingReader) point(x, y *param.JSONNode) (r2.Vec, error) {
	const most = 1e9
	for _, n := range []*param.JSONNode{x, y} {
		if n.Kind != param.JSONNumeric || math.Abs(n.Num) > most {
			return r2.Vec{}, r.errorf(n, "expected a number of at most %g", most)
		}
	}
	v := r2.Vec{X: x.Num, Y: y.Num}
	if r.drawing.Down {
		v.Y = -v.Y
	}
	return v, nil
}

// outline reads the operations of a path: ["M", x, y], ["L", x, y], ["C", x1, y1, x2, y2, x, y], ["Z"], or objects with
// type, to, cp1 and cp2, as in the library itself.
func (r *freesewingReader) outline(path *param.JSONNode) ([]pattern.Curve, error) {
	ops := path.Get("ops")
	if ops == nil || ops.Kind != param.JSONArray {
		return nil, r.errorf(path, "expected ops, an array of operations")
	}
	if len(ops.Arr) > sewing.MaxCurves {
		return nil, r.errorf(ops, "%d operations: expected at most %d", len(ops.Arr), sewing.MaxCurves)
	}
	var curves []pattern.Curve
	var here r2.Vec
	for k, op := range ops.Arr {
		kind, pts, err := r.operation(op)
		if err != nil {
			return nil, err
		}
		if (kind == 'M') != (k == 0) {
			return nil, r.errorf(op, "expected one move, at the beginning")
		}
		if kind == 'Z' {
			if k != len(ops.Arr)-1 {
				return nil, r.errorf(op, "expected the path to end where it is closed")
			}
			break
		}
		to := pts[len(pts)-1]
		switch kind {
		case 'L':
			curves = append(curves, pattern.Curve{Kind: pattern.Line, Start: here, End: to})
		case 'C':
			curves = append(curves, pattern.Curve{Kind: pattern.Cubic, Start: here, C1: pts[0], C2: pts[1], End: to})
		}
		here = to
	}
	return curves, nil
}

// operation reads M, L, C or Z with its points.
func (r *freesewingReader) operation(n *param.JSONNode) (kind byte, pts []r2.Vec, err error) {
	wrong := func() (byte, []r2.Vec, error) {
		return 0, nil, r.errorf(n, "expected [\"M\", x, y], [\"L\", x, y], [\"C\", x1, y1, x2, y2, x, y] or [\"Z\"]")
	}
	if n.Kind == param.JSONObject {
		t := n.Get("type")
		if t == nil {
			return wrong()
		}
		names := map[string][]string{"move": {"to"}, "line": {"to"}, "curve": {"cp1", "cp2", "to"}, "close": {}}
		keys, ok := names[t.Str]
		if !ok {
			return 0, nil, r.errorf(t, "%.40q: expected move, line, curve or close", t.Str)
		}
		for _, key := range keys {
			c := n.Get(key)
			if c == nil {
				return 0, nil, r.errorf(n, "key %q is missing: expected a point", key)
			}
			p, err := r.named(c)
			if err != nil {
				return 0, nil, err
			}
			pts = append(pts, p)
		}
		return map[string]byte{"move": 'M', "line": 'L', "curve": 'C', "close": 'Z'}[t.Str], pts, nil
	}
	if n.Kind != param.JSONArray || len(n.Arr) == 0 || len(n.Arr[0].Str) != 1 {
		return wrong()
	}
	kind = n.Arr[0].Str[0]
	count, ok := map[byte]int{'M': 1, 'L': 1, 'C': 3, 'Z': 0}[kind]
	if !ok || len(n.Arr) != 1+2*count {
		return wrong()
	}
	for k := range count {
		p, err := r.point(n.Arr[1+2*k], n.Arr[2+2*k])
		if err != nil {
			return 0, nil, err
		}
		pts = append(pts, p)
	}
	return kind, pts, nil
}
