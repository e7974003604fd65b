package formats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// ProblemKind is the kind of a problem of a mesh.
type ProblemKind string

// The kinds of problem that CheckTriangles detects.
const (
	NonFinite               ProblemKind = "non-finite coordinate"
	IndexOutOfRange         ProblemKind = "index out of range"
	RepeatedVertex          ProblemKind = "repeated vertex"
	ZeroArea                ProblemKind = "zero-area triangle"
	DuplicateTriangle       ProblemKind = "duplicate triangle"
	NonManifoldEdge         ProblemKind = "non-manifold edge"
	InconsistentOrientation ProblemKind = "inconsistent orientation"
	UnusedVertex            ProblemKind = "unused vertex"
)

// Severity is the consequence of a Problem for the simulation of a mesh.
type Severity string

// A mesh with an error cannot be simulated; a warning may be intended, and should be checked; a note reports what was
// found or done, and needs no action.
const (
	Note    Severity = "note"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// Problem is a problem of a triangle mesh. Triangles and Vertices are the zero-based ids concerned: for an edge,
// Vertices are its two ends and Triangles those that share it.
type Problem struct {
	Kind      ProblemKind `json:"kind"`
	Severity  Severity    `json:"severity"`
	Triangles []int32     `json:"triangles,omitempty"`
	Vertices  []int32     `json:"vertices,omitempty"`
	Detail    string      `json:"detail"` // the numbers found and expected
}

// maxIDs is the number of triangle ids that String prints.
const maxIDs = 8

// String returns the problem in one line.
func (p Problem) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s:", p.Severity, p.Kind)
	head := b.Len()
	edge := p.Kind == NonManifoldEdge || p.Kind == InconsistentOrientation
	switch {
	case edge:
		fmt.Fprintf(&b, " edge %d-%d, triangles %s", p.Vertices[0], p.Vertices[1], listIDs(p.Triangles))
	case len(p.Triangles) > 1:
		fmt.Fprintf(&b, " triangles %s", listIDs(p.Triangles))
	case len(p.Triangles) == 1:
		fmt.Fprintf(&b, " triangle %d", p.Triangles[0])
	}
	if !edge && len(p.Vertices) > 0 {
		if len(p.Triangles) > 0 {
			b.WriteString(",")
		}
		if len(p.Vertices) > 1 {
			fmt.Fprintf(&b, " vertices %s", listIDs(p.Vertices))
		} else {
			fmt.Fprintf(&b, " vertex %d", p.Vertices[0])
		}
	}
	if b.Len() > head {
		b.WriteString(":")
	}
	fmt.Fprintf(&b, " %s", p.Detail)
	return b.String()
}

// listIDs joins ids, the first few if there are many.
func listIDs(ids []int32) string {
	var words []string
	for _, id := range ids[:min(len(ids), maxIDs)] {
		words = append(words, fmt.Sprint(id))
	}
	if n := len(ids) - maxIDs; n > 0 {
		words = append(words, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(words, ", ")
}

// CheckTriangles detects what makes a triangle mesh unfit for simulation, and returns the problems in a fixed order: by
// kind in the order of the constants, then by id. x is in any unit. A triangle with a worse problem does not cause
// others: those with bad indices or repeated vertices, and all but the first of a set of duplicates, are excluded from
// the edges, and the orientation at an edge of more than two triangles is not checked.
//
// A triangle has no area if its height over its longest edge is at most 2⁻²³ of the larger of that edge and the mesh's
// largest coordinate. Rounding to float32, as in caches and on GPUs, moves its vertices by that much, so its normal
// would be noise.
func CheckTriangles(x []r3.Vec, tri [][3]int32) []Problem {
	problems := checkFinite(x)
	more, sound := checkIndices(len(x), tri)
	problems = append(problems, more...)
	problems = append(problems, checkArea(x, tri, sound)...)
	more, unique := checkDuplicates(tri, sound)
	problems = append(problems, more...)
	problems = append(problems, checkEdges(tri, unique)...)
	return append(problems, checkUnused(len(x), tri)...)
}

func checkFinite(x []r3.Vec) (problems []Problem) {
	for i, v := range x {
		if !cloth.FiniteVec(v) {
			problems = append(problems, Problem{Kind: NonFinite, Severity: Error, Vertices: []int32{int32(i)},
				Detail: fmt.Sprintf("(%g, %g, %g)", v.X, v.Y, v.Z)})
		}
	}
	return problems
}

// checkIndices also returns, in order, the triangles whose three vertices exist
// and differ.
func checkIndices(vertices int, tri [][3]int32) (problems []Problem, sound []int32) {
	var repeated []Problem
	for t, v := range tri {
		var bad []int32
		for _, i := range v {
			if i < 0 || int(i) >= vertices {
				bad = append(bad, i)
			}
		}
		switch {
		case len(bad) > 0:
			detail := fmt.Sprintf("expected 0..%d", vertices-1)
			if vertices == 0 {
				detail = "the mesh has no vertices"
			}
			problems = append(problems, Problem{Kind: IndexOutOfRange, Severity: Error,
				Triangles: []int32{int32(t)}, Vertices: bad, Detail: detail})
		case v[0] == v[1] || v[1] == v[2] || v[2] == v[0]:
			twice := v[0]
			if v[1] == v[2] {
				twice = v[1]
			}
			repeated = append(repeated, Problem{Kind: RepeatedVertex, Severity: Error,
				Triangles: []int32{int32(t)}, Vertices: []int32{twice}, Detail: fmt.Sprintf("its vertices are %d, %d, %d", v[0],
					v[1], v[2])})
		default:
			sound = append(sound, int32(t))
		}
	}
	return append(problems, repeated...), sound
}

// Flat measures a triangle as in CheckTriangles. scale is the largest coordinate of its mesh, see Extent. longest is
// the longest edge, height the height over it, and flat reports whether it has no area.
func Flat(a, b, c r3.Vec, scale float64) (longest, height float64, flat bool) {
	const rounding = 1.0 / (1 << 23)
	unit := func(v r3.Vec) r3.Vec { return r3.Vec{X: v.X / scale, Y: v.Y / scale, Z: v.Z / scale} }
	a, b, c = unit(a), unit(b), unit(c)
	longest = max(r3.Norm(r3.Sub(b, a)), r3.Norm(r3.Sub(c, b)), r3.Norm(r3.Sub(a, c)))
	if longest > 0 {
		height = r3.Norm(r3.Cross(r3.Sub(b, a), r3.Sub(c, a))) / longest
	}
	return longest * scale, height * scale, height <= rounding*max(longest, 1)
}

// Extent returns the largest absolute coordinate of a mesh; 1 if all are 0.
func Extent(x []r3.Vec) (scale float64) {
	for _, v := range x {
		if cloth.FiniteVec(v) {
			scale = max(scale, math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z))
		}
	}
	if scale == 0 {
		scale = 1
	}
	return scale
}

func checkArea(x []r3.Vec, tri [][3]int32, sound []int32) (problems []Problem) {
	scale := Extent(x)
	for _, t := range sound {
		v := tri[t]
		if !cloth.FiniteVec(x[v[0]]) || !cloth.FiniteVec(x[v[1]]) || !cloth.FiniteVec(x[v[2]]) {
			continue
		}
		if longest, height, flat := Flat(x[v[0]], x[v[1]], x[v[2]], scale); flat {
			problems = append(problems, Problem{Kind: ZeroArea, Severity: Error, Triangles: []int32{t}, Vertices: v[:],
				Detail: fmt.Sprintf("longest edge %.3g, height %.3g", longest, height)})
		}
	}
	return problems
}

// checkDuplicates also returns, in order, the triangles less all but the first
// of each set of duplicates.
func checkDuplicates(tri [][3]int32, sound []int32) (problems []Problem, unique []int32) {
	first := make(map[[3]int32]int32, len(sound))
	for _, t := range sound {
		key := tri[t]
		slices.Sort(key[:])
		f, ok := first[key]
		if !ok {
			first[key] = t
			unique = append(unique, t)
			continue
		}
		detail := "same vertices, same orientation"
		if odd(tri[f]) != odd(tri[t]) {
			detail = "same vertices, opposite orientation"
		}
		problems = append(problems, Problem{Kind: DuplicateTriangle, Severity: Error, Triangles: []int32{f, t},
			Vertices: key[:], Detail: detail})
	}
	return problems, unique
}

// odd reports whether v is an odd permutation of its sorted order.
func odd(v [3]int32) bool {
	return (v[0] > v[1]) != (v[1] > v[2]) != (v[0] > v[2])
}

// halfEdge is an edge in the direction of one triangle.
type halfEdge struct {
	lo, hi, tri int32
	down        bool // from hi to lo
}

func checkEdges(tri [][3]int32, unique []int32) (problems []Problem) {
	edges := make([]halfEdge, 0, 3*len(unique))
	for _, t := range unique {
		for k := range 3 {
			a, b := tri[t][k], tri[t][(k+1)%3]
			edges = append(edges, halfEdge{lo: min(a, b), hi: max(a, b), tri: t, down: a > b})
		}
	}
	slices.SortFunc(edges, func(a, b halfEdge) int {
		return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi), cmp.Compare(a.tri, b.tri))
	})
	var flipped []Problem
	for i := 0; i < len(edges); {
		e, end := edges[i], i+1
		for end < len(edges) && edges[end].lo == e.lo && edges[end].hi == e.hi {
			end++
		}
		run := edges[i:end]
		i = end
		if len(run) == 1 || len(run) == 2 && run[0].down != run[1].down {
			continue
		}
		var shared []int32
		for _, h := range run {
			shared = append(shared, h.tri)
		}
		if len(run) > 2 {
			problems = append(problems, Problem{Kind: NonManifoldEdge, Severity: Error, Triangles: shared,
				Vertices: []int32{e.lo, e.hi}, Detail: fmt.Sprintf("%d triangles share it: expected 1 or 2", len(shared))})
			continue
		}
		from, to := e.lo, e.hi
		if e.down {
			from, to = to, from
		}
		flipped = append(flipped, Problem{Kind: InconsistentOrientation, Severity: Error, Triangles: shared,
			Vertices: []int32{e.lo, e.hi}, Detail: fmt.Sprintf("both run from %d to %d, so one faces the other way", from, to)})
	}
	return append(problems, flipped...)
}

func checkUnused(vertices int, tri [][3]int32) (problems []Problem) {
	used := make([]bool, vertices)
	for _, v := range tri {
		for _, i := range v {
			if i >= 0 && int(i) < vertices {
				used[i] = true
			}
		}
	}
	for i, u := range used {
		if !u {
			problems = append(problems, Problem{Kind: UnusedVertex, Severity: Warning, Vertices: []int32{int32(i)},
				Detail: "no triangle uses it"})
		}
	}
	return problems
}
