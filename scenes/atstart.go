// Checks of meshes, sizes, and intersections at the start.

package scenes

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/check"
	"hysteron/cloth"
	"hysteron/contact/bvh"
	"hysteron/formats"
)

// flipped finds edges inside a panel over which the material turns over: both triangles have the same material
// coordinates at the edge, but areas of different sign.
func (c *inspection) flipped(part int) []Problem {
	p := &c.Parts[part]
	type edge [2]int32 // lower vertex first
	type side struct {
		tri    int32
		lo, hi r2.Vec
	}
	loose := map[edge]bool{}
	for _, e := range p.Loose {
		loose[e] = true
	}
	seen := map[edge]side{}
	var tris []int32
	for i, t := range p.Tri {
		for a := range 3 {
			b := (a + 1) % 3
			e, me := edge{t[a], t[b]}, side{int32(i), p.UV[i][a], p.UV[i][b]}
			if e[0] > e[1] {
				e, me = edge{t[b], t[a]}, side{int32(i), p.UV[i][b], p.UV[i][a]}
			}
			if loose[e] {
				continue
			}
			other, ok := seen[e]
			if !ok {
				seen[e] = me
				continue
			}
			if other.lo == me.lo && other.hi == me.hi && areaUV(p.UV[i])*areaUV(p.UV[other.tri]) < 0 && len(tris) < maxListed {
				tris = append(tris, int32(i))
			}
		}
	}
	if len(tris) == 0 {
		return nil
	}
	q := warn(p.Name, MixedWinding, "the pattern folds over itself at %d triangles: expected neighbours with the same "+
		"orientation in material space", len(tris))
	q.Triangles = tris
	return []Problem{q}
}

func areaUV(t [3]r2.Vec) float64 { return r2.Cross(r2.Sub(t[1], t[0]), r2.Sub(t[2], t[0])) / 2 }

// size finds a part whose size indicates a wrong unit.
func (c *inspection) size(part int) []Problem {
	p := &c.Parts[part]
	lo, hi := p.UV[0][0], p.UV[0][0]
	for _, uv := range p.UV {
		for _, c := range uv {
			lo = r2.Vec{X: min(lo.X, c.X), Y: min(lo.Y, c.Y)}
			hi = r2.Vec{X: max(hi.X, c.X), Y: max(hi.Y, c.Y)}
		}
	}
	if d := r2.Norm(r2.Sub(hi, lo)); d < 0.01 || d > 20 {
		return []Problem{warn(p.Name, ImplausibleSize, "%.3g m across in material space: expected metres", d)}
	}
	return nil
}

// stretched finds edges longer than most times their rest length, or shorter than its inverse. It reports an error
// beyond cloth.TearStretch, which no cloth bears.
func stretched(part string, x []r3.Vec, tri [][3]int32, uv [][3]r2.Vec, most float64) []Problem {
	var tris []int32
	worst := 1.0
	for i, t := range tri {
		for a := range 3 {
			b := (a + 1) % 3
			ratio := r3.Norm(r3.Sub(x[t[b]], x[t[a]])) / r2.Norm(r2.Sub(uv[i][b], uv[i][a]))
			if ratio > 1/most && ratio < most {
				continue
			}
			if math.Abs(math.Log(ratio)) > math.Abs(math.Log(worst)) {
				worst = ratio
			}
			if n := len(tris); n < maxListed && (n == 0 || tris[n-1] != int32(i)) {
				tris = append(tris, int32(i))
			}
		}
	}
	if len(tris) == 0 {
		return nil
	}
	q := warn(part, StretchedAtStart, "edges up to %.3g times their rest length: expected 0.8 to 1.25; check the "+
		"units of positions and material coordinates", worst)
	q.Triangles = tris
	if worst > cloth.TearStretch || worst < 1./cloth.TearStretch {
		q.Severity = formats.Error
		q.Detail += ", and whether they jump within a face, as over the border of a tile of the texture: rest = \"shape\" " +
			"takes the shape in space instead"
	}
	return []Problem{q}
}

// startStretch is the ratio of start length to rest length that is reported, or its inverse.
const startStretch = 1.25

// inside finds vertices of a part that start inside a body. Garments are checked with the body in the pose for
// dressing. It reports an error if contact cannot push the part out; for garments it reports a warning or a note.
func (c *inspection) inside(part int) (problems []Problem) {
	p, piece := &c.Parts[part], &c.Pieces[part]
	for i, b := range c.Bodies {
		x := make([]r3.Vec, b.NumVertices())
		when := 0.0
		if piece.Garment {
			when = -body.LeadOf(b)
			b, _ = c.Posed(i)
		}
		b.Positions(x, when)
		tree, err := bvh.New(b.Triangles(), x)
		if err != nil {
			problems = append(problems, Problem{c.Scene.Bodies[i].Name, formats.Problem{Kind: formats.NonManifoldEdge,
				Severity: formats.Error, Detail: err.Error()}})
			continue
		}
		in := submerge(p, tree, c.Settings.Thickness)
		if in.count == 0 {
			continue
		}
		q := warn(p.Name, InsideBody, "%d vertices%s are up to %.3g m inside body %q at the start, the deepest at (%.3f, "+
			"%.3f, %.3f) m: hysteron check -o DIR shows them",
			in.count, inPanels(piece, p.Tri, in.vertices), in.deepest, c.Scene.Bodies[i].Name, in.at.X, in.at.Y, in.at.Z)
		switch {
		case piece.Garment && in.deepest <= shallow: // resolved or reported by dressing
			q.Severity = formats.Note
		case piece.Garment:
		case in.caught != "":
			q.Severity = formats.Error
			q.Detail += "; " + in.caught + "; move one away from the other"
		}
		q.Vertices = in.vertices
		problems = append(problems, q)
	}
	return problems
}

// shallow is the depth inside a body at which a garment starts without a warning [m]. Dressing resolves it in two steps
// (dress.seamGrow).
const shallow = 0.01

// grounded finds vertices of a part that start below the ground.
func (c *inspection) grounded(part int) []Problem {
	g, p := c.Scene.Ground, &c.Parts[part]
	if g == nil {
		return nil
	}
	var below []int32
	n, deepest := 0, 0.0
	for v, y := range p.X {
		if d := y.Y - g.Height; d < 0 {
			n++
			deepest = min(deepest, d)
			if len(below) < maxListed {
				below = append(below, int32(v))
			}
		}
	}
	if n == 0 {
		return nil
	}
	q := warn(p.Name, BelowGround, "%d vertices are up to %.3g m below the ground at the start", n, -deepest)
	q.Vertices = below
	return []Problem{q}
}

// WillPart marks the triangles of panels. Intersections between two of them at the start are meaningless: panels around
// a body, of one garment or two, are moved and untangled when they are put on. See check.Checker.Parted.
func (s *Setup) WillPart() []bool {
	parted := make([]bool, len(s.Model.Tri))
	for t := range parted {
		p := &s.Pieces[s.Model.Rest[t].Part]
		parted[t] = p.Garment && !p.Sewn
	}
	return parted
}

// MostAtStart is the largest number of counted pairs of faces that intersect at the start; one is enough to locate the
// fault. Measured: 800 sheets in one place take 1 s (TestSheetsInOnePlace), and a minute with check.MostPairs.
const MostAtStart = 1 << 17

// mostPieces is the largest number of reported pairs of pieces that intersect at the start, equal to the number of
// lines per kind in Lines.
const mostPieces = 10

// intersections finds faces of the cloth that intersect at the start. It reports them per pair of parts, with triangle
// indices of the model if two parts are involved. Panels that dressing will part are left out.
func (c *inspection) intersections(int) []Problem {
	m := c.Model
	type pair [2]int32
	found := map[pair][]check.Pair{}
	report := check.Checker{Most: MostAtStart, Parted: c.WillPart()}.Check(check.Mesh{X: m.X0, Tri: m.Tri}, nil, nil)
	for _, hit := range report.Self {
		k := pair{m.Rest[hit[0]].Part, m.Rest[hit[1]].Part}
		slices.Sort(k[:])
		found[k] = append(found[k], hit)
	}
	where := slices.SortedFunc(maps.Keys(found), func(k, l pair) int { return slices.Compare(k[:], l[:]) })
	least := ""
	if report.More {
		least = "at least "
	}
	var problems []Problem
	for n, k := range where {
		a, b, hits := k[0], k[1], found[k]
		if n == mostPieces {
			q := warn(m.Parts[a].Name, IntersectingFaces, "%s%d more pairs of pieces pass through each other at the start",
				least, len(where)-n)
			return append(problems, q)
		}
		q := warn(m.Parts[a].Name, IntersectingFaces, "%s%d pairs of its faces pass through each other at the start",
			least, len(hits))
		if c.Pieces[a].Garment && c.Pieces[b].Garment { // resolved or reported by dressing
			q.Severity = formats.Note
		}
		offset := int32(m.Parts[a].Tris.Lo)
		if a != b {
			q.Detail = fmt.Sprintf("%s%d pairs of faces pass through each other at the start; %s's are numbered on after %s's",
				least, len(hits), m.Parts[b].Name, m.Parts[a].Name)
			q.Part = m.Parts[a].Name + " and " + m.Parts[b].Name
			offset = 0
		}
		if c.Parts[a].RigidMass > 0 && c.Parts[b].RigidMass > 0 { // untangling moves neither
			q.Severity = formats.Error
			q.Detail += ": a rigid body keeps its shape, so nothing can part them; mend the surface in its file"
			if a != b {
				q.Detail = strings.TrimSuffix(q.Detail, "; mend the surface in its file") + "; move one away from the other"
			}
		}
		for _, h := range hits[:min(len(hits), maxListed/2)] {
			q.Triangles = append(q.Triangles, h[0]-offset, h[1]-offset)
		}
		problems = append(problems, q)
	}
	return problems
}
