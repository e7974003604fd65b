package scenes

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/check"
	"hysteron/cloth"
	"hysteron/contact/bvh"
	"hysteron/formats"
)

// Kinds of problem beyond those of formats.CheckTriangles.
const (
	PatternWarning    formats.ProblemKind = "pattern"            // what the pattern reader or the mesher noticed
	IntersectingFaces formats.ProblemKind = "intersecting faces" // cloth through cloth at the start
	InsideBody        formats.ProblemKind = "inside a body"      // cloth in a collider at the start
	BelowGround       formats.ProblemKind = "below the ground"   // at the start
	StretchedAtStart  formats.ProblemKind = "stretched at start" // often a wrong unit
	// right side in material space, wrong side of its neighbours
	MixedWinding formats.ProblemKind = "flipped triangle"
	NothingHolds formats.ProblemKind = "nothing holds it"     // no pin, no collider: free fall
	OpenSurface  formats.ProblemKind = "not a closed surface" // a body that had to be closed
	// of a body, whose file says them wrongly or names what is not there
	UnreadColours     formats.ProblemKind = "colours not read"
	LongEdges         formats.ProblemKind = "long edges"         // asked for: longer than the sheet
	ImplausibleSize   formats.ProblemKind = "implausible size"   // smaller than 1 cm or larger than 20 m
	ImplausibleFabric formats.ProblemKind = "implausible fabric" // numbers that no cloth has
)

// Problem is something doubtful or wrong in the input.
type Problem struct {
	Part string `json:"part"` // name of the garment, sheet, mesh or body; triangles and vertices are its own
	formats.Problem
}

// String is the problem in one line.
func (p Problem) String() string {
	if p.Part == "" {
		return p.Problem.String()
	}
	return p.Part + ": " + p.Problem.String()
}

// Lines are problems for people to read: of each kind in each part the first ten, and how many more there are.
func Lines(problems []Problem) (lines []string) {
	const most = 10
	type group struct {
		part string
		kind formats.ProblemKind
	}
	count := map[group]int{}
	for i := range problems {
		count[group{problems[i].Part, problems[i].Kind}]++
	}
	shown := map[group]int{}
	for i := range problems {
		g := group{problems[i].Part, problems[i].Kind}
		if shown[g]++; shown[g] > most {
			continue
		}
		lines = append(lines, problems[i].String())
		if more := count[g] - most; shown[g] == most && more > 0 {
			p := warn(g.part, g.kind, "%d more of these", more)
			p.Severity = problems[i].Severity
			lines = append(lines, p.String())
		}
	}
	return lines
}

// Doubts are the problems that ask for a look: all but notes.
func Doubts(problems []Problem) (list []Problem) {
	for _, p := range problems {
		if p.Severity != formats.Note {
			list = append(list, p)
		}
	}
	return list
}

// maxListed bounds the triangles or vertices listed for one problem.
const maxListed = 1000

// Problems looks for what is wrong or doubtful in the input before anything is simulated: the
// meshes themselves, units, faces that intersect at the start, cloth inside bodies: an error where contact cannot lead
// it out. Garments start as panels around the body, and what is inside it there is left to dressing: a note. The order
// is fixed: what building noticed, then part by part, then between parts.
func (s *Setup) Problems() []Problem {
	problems := append([]Problem(nil), s.warnings...)
	figures := s.figures()
	problems = append(problems, s.posture(figures)...)
	for i := range s.Parts {
		p := &s.Parts[i]
		for _, q := range s.checkTriangles(p) {
			if q.Kind == formats.UnusedVertex && len(p.Elements) > 0 {
				continue // it belongs to another element, or the model refuses it
			}
			if (q.Kind == formats.NonManifoldEdge || q.Kind == formats.InconsistentOrientation) &&
				slices.Contains(p.Loose, [2]int32{q.Vertices[0], q.Vertices[1]}) {
				continue
			}
			problems = append(problems, Problem{p.Name, q})
		}
		if len(p.Tri) > 0 {
			problems = append(problems, flipped(p)...)
			problems = append(problems, sizes(p, s.Pieces[i].Garment)...)
			if !s.Pieces[i].Solid {
				problems = append(problems, implausible(p.Name, &p.Fabric)...)
			}
			if !s.missewn(p.Name) {
				problems = append(problems, s.placing(i, figures)...)
			}
			problems = append(problems, s.coarse(i)...)
			problems = append(problems, s.needles(i)...)
		}
		problems = append(problems, s.obstructed(p, &s.Pieces[i])...)
		if len(p.Pins) == 0 && len(s.Pieces[i].Holds) == 0 && len(s.Colliders) == 0 && s.Settings.Gravity != (r3.Vec{}) {
			problems = append(problems, warn(p.Name, NothingHolds, "no pins, and no body or ground in the scene: it will fall "+
				"freely"))
		}
	}
	for i := range s.Bodies {
		x := make([]r3.Vec, s.Bodies[i].NumVertices())
		s.Bodies[i].Positions(x, 0)
		for _, q := range formats.CheckTriangles(x, s.Bodies[i].Triangles()) {
			problems = append(problems, Problem{s.Scene.Bodies[i].Name, q})
		}
	}
	return append(problems, s.intersections()...)
}

// missewn tells whether seams of a part have been found to be wrong: where it fits the body, or not, tells nothing
// then.
func (s *Setup) missewn(part string) bool {
	return slices.ContainsFunc(s.warnings, func(p Problem) bool {
		return p.Part == part && p.Kind == TwistedSeam && p.Severity == formats.Error
	})
}

// Severe counts the errors among problems.
func Severe(problems []Problem) (n int) {
	for _, p := range problems {
		if p.Severity == formats.Error {
			n++
		}
	}
	return n
}

// Several is so many of a thing, in words.
func Several(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func warn(part string, kind formats.ProblemKind, format string, args ...any) Problem {
	return Problem{part, formats.Problem{Kind: kind, Severity: formats.Warning, Detail: fmt.Sprintf(format, args...)}}
}

// note is what asks for nothing: what was found or done, and what dressing or a run sees to by itself.
func note(part string, kind formats.ProblemKind, format string, args ...any) Problem {
	q := warn(part, kind, format, args...)
	q.Severity = formats.Note
	return q
}

// flipped finds edges inside a panel over which the material turns over: both corners have the
// same material coordinates on both sides, but the areas have different signs.
func flipped(p *cloth.Part) []Problem {
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

// sizes finds lengths that speak for a wrong unit.
func sizes(p *cloth.Part, garment bool) (problems []Problem) {
	lo, hi := p.UV[0][0], p.UV[0][0]
	for _, uv := range p.UV {
		for _, c := range uv {
			lo = r2.Vec{X: min(lo.X, c.X), Y: min(lo.Y, c.Y)}
			hi = r2.Vec{X: max(hi.X, c.X), Y: max(hi.Y, c.Y)}
		}
	}
	if d := r2.Norm(r2.Sub(hi, lo)); d < 0.01 || d > 20 {
		problems = append(problems, warn(p.Name, ImplausibleSize, "%.3g m across in material space: expected metres", d))
	}
	if !garment { // panels apart are drawn together by dressing
		problems = append(problems, stretched(p.Name, p.X, p.Tri, p.UV, startStretch)...)
	}
	return problems
}

// stretched finds edges that are more than a number of times their rest length, or less than its inverse. It is an
// error where no cloth bears it.
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

// startStretch is the ratio of start length to rest length, or its inverse, that is reported.
const startStretch = 1.25

// obstructed finds vertices of a part that start inside a body, which is in the pose for dressing if it is a garment,
// or under the ground.
func (s *Setup) obstructed(p *cloth.Part, piece *Piece) (problems []Problem) {
	for i, b := range s.Bodies {
		x := make([]r3.Vec, b.NumVertices())
		when := 0.0
		if piece.Garment {
			when = -body.LeadOf(b)
		}
		b.Positions(x, when)
		tree, err := bvh.New(b.Triangles(), x)
		if err != nil {
			problems = append(problems, Problem{s.Scene.Bodies[i].Name, formats.Problem{Kind: formats.NonManifoldEdge,
				Severity: formats.Error, Detail: err.Error()}})
			continue
		}
		in := submerge(p, tree, s.Settings.Thickness)
		if in.count == 0 {
			continue
		}
		q := warn(p.Name, InsideBody, "%d vertices%s are up to %.3g m inside body %q at the start, the deepest at (%.3f, "+
			"%.3f, %.3f) m: hysteron check -o DIR shows them",
			in.count, inPanels(piece, p.Tri, in.vertices), in.deepest, s.Scene.Bodies[i].Name, in.at.X, in.at.Y, in.at.Z)
		switch {
		case piece.Garment && (!piece.Sewn || in.deepest <= shallow): // which dressing gets out, or says why not
			q.Severity = formats.Note
		case piece.Garment:
		case in.caught != "":
			q.Severity = formats.Error
			q.Detail += "; " + in.caught + "; move one away from the other"
		}
		q.Vertices = in.vertices
		problems = append(problems, q)
	}
	return append(problems, s.grounded(p)...)
}

// shallow is how deep in a body a garment that comes in its shape starts without a warning [m]: the body comes out of
// it in two steps of dressing (dress.seamGrow). Panels lie flat and are in bodies where their seams will not be.
const shallow = 0.01

// grounded finds vertices of a part that start under the ground.
func (s *Setup) grounded(p *cloth.Part) (problems []Problem) {
	if g := s.Scene.Ground; g != nil {
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
		if n > 0 {
			q := warn(p.Name, BelowGround, "%d vertices are up to %.3g m below the ground at the start", n, -deepest)
			q.Vertices = below
			problems = append(problems, q)
		}
	}
	return problems
}

// WillPart marks the triangles of panels, of any two of which the start says nothing: panels around a body, of one
// garment or two, are moved and untangled when they are put on. See check.Checker.Parted.
func (s *Setup) WillPart() []bool {
	parted := make([]bool, len(s.Model.Tri))
	for t := range parted {
		p := &s.Pieces[s.Model.Rest[t].Part]
		parted[t] = p.Garment && !p.Sewn
	}
	return parted
}

// MostAtStart is how many pairs of faces are counted that pass through each other at the start: one names the place.
// Measured: 800 sheets in one place take 1 s (TestSheetsInOnePlace); with check.MostPairs, a minute.
const MostAtStart = 1 << 17

// mostPieces is how many pairs of pieces are named that pass through each other at the start: as many as lines of a
// kind, see Lines.
const mostPieces = 10

// intersections finds faces of the cloth that pass through each other at the start, and reports
// them per pair of parts, with triangle indices of the model if two parts are involved. Panels that dressing will part
// are left out.
func (s *Setup) intersections() []Problem {
	m := s.Model
	type pair [2]int32
	found := map[pair][]check.Pair{}
	report := check.Checker{Most: MostAtStart, Parted: s.WillPart()}.Check(check.Mesh{X: m.X0, Tri: m.Tri}, nil, nil)
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
		if s.Pieces[a].Garment && s.Pieces[b].Garment { // which dressing untangles, or says why not
			q.Severity = formats.Note
		}
		offset := int32(m.Parts[a].Tris.Lo)
		if a != b {
			q.Detail = fmt.Sprintf("%s%d pairs of faces pass through each other at the start; %s's are numbered on after %s's",
				least, len(hits), m.Parts[b].Name, m.Parts[a].Name)
			q.Part = m.Parts[a].Name + " and " + m.Parts[b].Name
			offset = 0
		}
		for _, h := range hits[:min(len(hits), maxListed/2)] {
			q.Triangles = append(q.Triangles, h[0]-offset, h[1]-offset)
		}
		problems = append(problems, q)
	}
	return problems
}
