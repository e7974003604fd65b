package scenes

import (
	"fmt"
	"math"
	"reflect"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/param"
)

// Rope is a [[rope]]: a round cord, thread or lace, at rest straight and without twist.
type Rope struct {
	Name            string                `key:"name" check:"required name" doc:"of its files, too"`
	Points          []r3.Vec              `key:"points_m" unit:"m" check:"min=-1e6 max=1e6" doc:"where it runs at the start, two at least, instead of file"`
	File            string                `key:"file" doc:"OBJ with lines (l), relative to the scene file, instead of points_m"`
	Scale           float64               `key:"scale" default:"1" check:"above=0 max=1e6" doc:"metres per unit of the file"`
	UpAxis          string                `key:"up_axis" check:"one=y|z" doc:"of the file; without it the scene's"`
	Offset          r3.Vec                `key:"offset_m" unit:"m" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"added to the points"`
	Smooth          bool                  `key:"smooth" default:"true" doc:"it runs along a Catmull–Rom curve through the points; false: straight from each to the next"`
	Closed          bool                  `key:"closed" default:"false" doc:"its last point is joined to the first"`
	Radius          float64               `key:"radius_m" unit:"m" check:"required min=1e-5 max=0.05" doc:"of the rope, its thickness in contact"`
	EdgeLength      float64               `key:"edge_length_m" unit:"m" check:"min=1e-4 max=100" doc:"of its pieces, three radii at least; without it four radii"`
	Density         float64               `key:"density_kg_m" unit:"kg/m" check:"required min=1e-7 max=100" doc:"mass per length"`
	Stiffness       float64               `key:"k_n" unit:"N" check:"required above=0 max=1e9" doc:"tension over elongation"`
	BendStiffness   float64               `key:"bend_nm2" unit:"N·m²" default:"0" check:"min=0 max=1e6" doc:"moment over curvature"`
	Damping         float64               `key:"damping_s" unit:"s" default:"0.001" check:"min=0 max=100" doc:"viscosity of both, over the stiffness"`
	StretchFriction *StretchFrictionTable `key:"stretch_friction" doc:"internal friction of stretching; without it none"`
	BendFriction    *BendFrictionTable    `key:"bend_friction" doc:"internal friction of bending; without it none"`
	BodyFriction    float64               `key:"body_friction" default:"0.3" check:"min=0 max=10" doc:"Coulomb coefficient against a body"`
	ClothFriction   float64               `key:"cloth_friction" default:"0.3" check:"min=0 max=10" doc:"against cloth and ropes; between two the geometric mean counts"`
	Gap             *float64              `key:"gap_m" unit:"m" check:"min=0 max=0.1" doc:"how far its axis is kept off bodies beyond the thickness of contact; without it what the radius is larger than that"`
	Colour          string                `key:"colour" default:"#8c8c8c" free:"true" doc:"#rrggbb in sRGB"`
	Pins            []string              `key:"pins" check:"one=start|end|all" doc:"vertices that are held where they are"`
	Pinned
}

// StretchFrictionTable is [rope.stretch_friction], whose stress is a force.
type StretchFrictionTable struct{ Law law.Law }

// BendFrictionTable is [rope.bend_friction], whose strain is the curvature and whose stress is a moment.
type BendFrictionTable struct{ Law law.Law }

var (
	_ param.Valuer = (*StretchFrictionTable)(nil)
	_ param.Valuer = (*BendFrictionTable)(nil)
)

// DecodeValue implements param.Valuer.
func (t *StretchFrictionTable) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	t.Law = decodeFriction(law.Ropes, path, value, fail)
}

// DecodeValue implements param.Valuer.
func (t *BendFrictionTable) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	t.Law = decodeFriction(law.RopeBends, path, value, fail)
}

// decodeFriction reads a law of friction by its own parameters. Keys of persistent strains are not available, as they
// depend on the stiffness, which is in another table.
func decodeFriction(on law.StrainMask, path string, value any, fail func(path, format string, args ...any)) law.Law {
	table, is := value.(map[string]any)
	if !is {
		fail(path, "expected a table")
		return nil
	}
	return readLaw(law.Yarns, on, path, table, fail)
}

// EncodeValue implements param.Valuer.
func (t *StretchFrictionTable) EncodeValue() any { return encodeFriction(law.RopeStretch, t.Law) }

// EncodeValue implements param.Valuer.
func (t *BendFrictionTable) EncodeValue() any { return encodeFriction(law.RopeBending, t.Law) }

func encodeFriction(m law.Measure, l law.Law) any {
	table := map[string]any{}
	putLaw(table, m, law.Yarns, l)
	return table
}

// Expected implements param.Valuer.
func (*StretchFrictionTable) Expected() string { return "a table" }

// Expected implements param.Valuer.
func (*BendFrictionTable) Expected() string { return "a table" }

// Table implements param.Tabler.
func (*StretchFrictionTable) Table() reflect.Type { return frictionKeys(law.Ropes) }

// Table implements param.Tabler.
func (*BendFrictionTable) Table() reflect.Type { return frictionKeys(law.RopeBends) }

func frictionKeys(on law.StrainMask) reflect.Type {
	return keysOf(on, []reflect.StructField{lawField(law.Yarns, on)}, law.Yarns)
}

// edge returns the length of the segments [m].
func (r *Rope) edge() float64 {
	if r.EdgeLength > 0 {
		return r.EdgeLength
	}
	return 4 * r.Radius
}

// check finds faults beyond those of the types of the keys.
func (r *Rope) check(path string, fail func(path, format string, args ...any)) {
	least := 2
	if r.Closed {
		least = 3
	}
	switch {
	case (len(r.Points) == 0) == (r.File == ""):
		fail(path, "expected either points_m or file")
	case r.File == "" && len(r.Points) < least:
		fail(path+".points_m", "%d points: expected %d at least", len(r.Points), least)
	}
	if r.EdgeLength > 0 && r.Radius > r.EdgeLength/3 {
		fail(path+".edge_length_m", "%g: expected three radii at least, %g m", r.EdgeLength, 3*r.Radius)
	}
}

// ropeFine is the number of straight pieces per span for measuring the length of a smooth curve.
const ropeFine = 64

// vertices divides the line through points into segments of equal length along it.
func (r *Rope) vertices(points []r3.Vec) []r3.Vec {
	n := len(points)
	point := func(i int) r3.Vec {
		if r.Closed {
			return points[(i+n)%n]
		}
		switch { // straight ends of the curve
		case i < 0:
			return r3.Sub(r3.Scale(2, points[0]), points[1])
		case i >= n:
			return r3.Sub(r3.Scale(2, points[n-1]), points[n-2])
		}
		return points[i]
	}
	spans := n - 1
	if r.Closed {
		spans = n
	}
	line := []r3.Vec{points[0]}
	for i := range spans {
		a, b, c, d := point(i-1), point(i), point(i+1), point(i+2)
		if !r.Smooth {
			line = append(line, c)
			continue
		}
		for k := 1; k <= ropeFine; k++ {
			line = append(line, cloth.CatmullRom(a, b, c, d, float64(k)/ropeFine))
		}
	}
	along := make([]float64, len(line))
	for i := 1; i < len(line); i++ {
		along[i] = along[i-1] + r3.Norm(r3.Sub(line[i], line[i-1]))
	}
	length := along[len(along)-1]
	pieces := max(1, int(math.Round(length/r.edge())))
	if r.Closed {
		pieces = max(3, pieces)
	}
	x := []r3.Vec{line[0]}
	at := 0
	for k := 1; k <= pieces; k++ {
		s := length * float64(k) / float64(pieces)
		for at < len(line)-2 && along[at+1] < s {
			at++
		}
		part := 1.
		if d := along[at+1] - along[at]; d > 0 {
			part = min(1, (s-along[at])/d)
		}
		x = append(x, r3.Add(line[at], r3.Scale(part, r3.Sub(line[at+1], line[at]))))
	}
	if r.Closed {
		x = x[:pieces]
	}
	return x
}

// count returns the approximate number of vertices.
func (r *Rope) count() (n float64) {
	for i := 1; i < len(r.Points); i++ {
		n += r3.Norm(r3.Sub(r.Points[i], r.Points[i-1])) / r.edge()
	}
	return n + 1
}

func (b *builder) rope(path string, r *Rope) error {
	points, closed, err := b.ropePoints(path, r)
	if err != nil {
		return err
	}
	c := *r
	c.Closed = closed
	c.Points = points
	if err := b.fits(path+".edge_length_m", c.count()); err != nil {
		return err
	}
	x := c.vertices(points)
	for i := 1; i < len(x); i++ {
		if l := r3.Norm(r3.Sub(x[i], x[i-1])); !(l >= 3*r.Radius*(1-1e-9)) {
			return b.doc.ErrorAt(path+".radius_m",
				"%g: near (%.3f, %.3f, %.3f) m it turns so sharply, or is so short, that a "+
					"piece of it is %.3g m long: expected three radii at least; take points that turn less, or longer edges", r.Radius,
				x[i].X, x[i].Y, x[i].Z, l)
		}
	}
	damping := law.Damping{Ratio: r.Damping}
	rope := cloth.Rope{Name: r.Name, X: x, Closed: closed, Radius: r.Radius, Density: r.Density,
		Friction: r.BodyFriction, RopeFriction: r.ClothFriction,
		Stretch: cloth.Component{Elastic: law.Elastic{K1: r.Stiffness}, Damping: damping}}
	factor := b.Friction.Scale
	if !b.Friction.Internal {
		factor = 0
	}
	if r.BendStiffness > 0 {
		rope.Bend = cloth.Component{Elastic: law.Elastic{K1: r.BendStiffness}, Damping: damping}
	}
	if r.StretchFriction != nil {
		rope.Stretch.Friction = law.Scaled(r.StretchFriction.Law, factor)
	}
	if r.BendFriction != nil {
		rope.Bend.Friction = law.Scaled(r.BendFriction.Law, factor)
	}
	part, err := rope.Part()
	if err != nil {
		return b.withKey(path, fmt.Errorf("%s: %w", r.Name, err))
	}
	part.Gap = max(0, r.Radius-b.Contact.Thickness)
	if r.Gap != nil {
		part.Gap = *r.Gap
	}
	length := 0.
	for i := range part.Elements {
		if e := &part.Elements[i]; e.Kind == cloth.Rods {
			length += e.Rest[0]
		}
	}
	piece := Piece{Labels: map[string][]int32{"start": {0}, "end": {int32(len(x) - 1)}},
		Rope: cloth.NewRopeSurface(len(x), closed, r.Radius, length)}
	for v := range x {
		piece.Labels["all"] = append(piece.Labels["all"], int32(v))
	}
	var pinned []int32
	for _, label := range r.Pins {
		pinned = append(pinned, piece.Labels[label]...)
	}
	part.Pins = fixed(pinned, part.X, r.Release)
	if err := b.pin(path, r.Pin, &part, &piece, nil); err != nil {
		return err
	}
	return b.add(path, part, piece, r.Colour)
}

// ropePoints returns the points of the rope's line, and whether it is closed.
func (b *builder) ropePoints(path string, r *Rope) (points []r3.Vec, closed bool, err error) {
	points, closed = r.Points, r.Closed
	offset := r3.Vec{}
	if r.File == "" {
		offset = r.Offset
	} else {
		o, err := b.readOBJ(path, r.File)
		if err != nil {
			return nil, false, err
		}
		x, err := placed(o.X, r.UpAxis, r.Scale, r.Offset)
		if err != nil {
			return nil, false, b.withKey(path+".file", fmt.Errorf("%s: %w", r.File, err))
		}
		order, ring, err := polyline(o.Edges, len(x))
		if err != nil {
			return nil, false, b.doc.ErrorAt(path+".file", "%s: %v", r.File, err)
		}
		points, closed = nil, closed || ring
		for _, v := range order {
			points = append(points, x[v])
		}
	}
	out := make([]r3.Vec, len(points))
	for i, x := range points {
		out[i] = r3.Add(x, offset)
		if j := i - 1; j >= 0 && out[i] == out[j] {
			return nil, false, b.doc.ErrorAt(path, "points %d and %d are one: expected different ones", j, i)
		}
	}
	return out, closed, nil
}

// polyline returns the order of the vertices of edges that form one line, and whether it is closed.
func polyline(edges [][2]int32, n int) (order []int32, closed bool, err error) {
	if len(edges) == 0 {
		return nil, false, fmt.Errorf("no lines (l): expected one that a rope runs along")
	}
	next := make(map[int32][]int32, n)
	for _, e := range edges {
		next[e[0]], next[e[1]] = append(next[e[0]], e[1]), append(next[e[1]], e[0])
	}
	start, ends := edges[0][0], 0
	for v := range int32(n) {
		switch len(next[v]) {
		case 0, 2:
		case 1:
			if ends++; ends == 1 {
				start = v
			}
		default:
			return nil, false, fmt.Errorf("%d lines meet at vertex %d: expected one line, of two at most", len(next[v]),
				v)
		}
	}
	before := int32(-1)
	for v := start; ; {
		order = append(order, v)
		to := int32(-1)
		for _, w := range next[v] {
			if w != before && to < 0 {
				to = w
			}
		}
		if to < 0 || to == start {
			closed = to == start
			break
		}
		before, v = v, to
	}
	if len(order) != len(next) {
		return nil, false,
			fmt.Errorf("a line of %d vertices, and others: expected one line; each rope has a file of its own",
				len(order))
	}
	return order, closed, nil
}
